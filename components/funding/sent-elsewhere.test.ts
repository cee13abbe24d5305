import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BatchView } from '@/lib/server/funding/views'
import { SentElsewhere } from './sent-elsewhere'

test('a batch that somebody else sent while the question was open is asked about no more', () => {
  const batch = {
    id: 'b',
    number: 12,
    status: 'sending',
    history: [{ id: 1, at: '', by: 'Felix Penny', action: 'funding-batch-sending', detail: {} }],
    may: { send: { allowed: false, reason: 'It was sent already.' } },
  } as unknown as BatchView
  const html = renderToStaticMarkup(createElement(SentElsewhere, { batch, onClose: () => {} }))
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('B-12 is being sent already')
  expect(text).toContain('Felix Penny had it sent.')
  expect(text).not.toContain('$0.00')
})
