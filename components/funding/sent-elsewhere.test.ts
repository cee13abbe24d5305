import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BatchView } from '@/lib/server/funding/views'
import { SentElsewhere } from './sent-elsewhere'

test.each([
  ['sending', 'B-12 is being sent already', 'Felix Penny had it sent.'],
  ['done', 'B-12 has already been sent', 'Felix Penny had it sent.'],
  ['draft', 'B-12 cannot be sent now', 'It is a draft again.'],
])('a batch that is %s while the question is open is asked about no more', (status, title, why) => {
  const batch = {
    id: 'b',
    number: 12,
    status,
    history: [{ id: 1, at: '', by: 'Felix Penny', action: 'funding-batch-sending', detail: {} }],
    may: { send: { allowed: false, reason: 'It is a draft again.' } },
  } as unknown as BatchView
  const html = renderToStaticMarkup(createElement(SentElsewhere, { batch, refused: null, onClose: () => {} }))
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain(title)
  expect(text).toContain(why)
  expect(text).not.toContain('$0.00')
})

test('a refusal is not shown for a batch that has ended since', () => {
  const batch = {
    number: 12,
    status: 'done',
    history: [{ id: 1, at: '', by: 'Felix Penny', action: 'funding-batch-sending', detail: {} }],
    may: { send: { allowed: false, reason: 'It was sent already.' } },
  } as unknown as BatchView
  const refused = 'Felix Penny had it sent. The batch is now: Sending. Nothing was sent by this press.'
  const html = renderToStaticMarkup(createElement(SentElsewhere, { batch, refused, onClose: () => {} }))
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).not.toContain('Sending')
  expect(text).toContain('had it sent. Nothing was sent by this press.')
})
