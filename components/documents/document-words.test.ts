import { describe, expect, test } from 'vitest'
import { deliverableOf } from '@/lib/domain/documents/deliverable'
import { DELIVERY_STATES } from '@/lib/domain/documents/delivery-state'
import { ACCEPTED_MEDIA_TYPES, isShownInPage } from '@/lib/domain/documents/document-kinds'
import type { KeptBack } from '@/lib/domain/documents/document-plan'
import {
  deliveryWords,
  goingWords,
  noPreviewWords,
  sizeText,
  timeLeftText,
  whyItStays,
} from './document-words'

test.each([
  [0, 'a few seconds left'],
  [4.9, 'a few seconds left'],
  [5, 'about 5 s left'],
  [11, 'about 15 s left'],
  [59, 'about 60 s left'],
  [61, 'about 2 min left'],
  [3_500, 'about 59 min left'],
  [9_000, 'about 3 h left'],
])('%d seconds are %s', (seconds, words) => {
  expect(timeLeftText(seconds)).toBe(words)
})

test.each([
  [1_023, '1023 B'],
  [1_024, '1 kB'],
  [104_857_600, '100.0 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words)
})

test('a file that is accepted but has no preview is named and can be downloaded', () => {
  const hidden = Object.keys(ACCEPTED_MEDIA_TYPES).filter((mediaType) => !isShownInPage(mediaType))
  expect(hidden.map((mediaType) => noPreviewWords(mediaType).title)).toEqual([
    'TIFF images can’t be previewed in a browser',
    'HEIC photos can’t be previewed in a browser',
    'HEIC photos can’t be previewed in a browser',
  ])
  for (const mediaType of [...hidden, 'application/x-unknown'])
    expect(noPreviewWords(mediaType).advice).toContain('Download it')
})

describe('a document', () => {
  test('cannot be removed if the partner has it or may have it, and the page says why and what to do', () => {
    const stays = DELIVERY_STATES.filter((delivery) => whyItStays({ delivery, attachmentId: null }))
    expect(stays).toEqual(['sending', 'delivered', 'unknown'])
    expect(whyItStays({ delivery: 'delivered', attachmentId: '00P000000000001AAA' })).toContain(
      'attachment 00P000000000001AAA',
    )
  })

  test.each([...DELIVERY_STATES])(
    'that is %s says so, in the partner’s words where there are some',
    (delivery) => {
      const words = (deliveryMessage: string | null) => deliveryWords({ delivery, deliveryMessage }, true)
      expect(words(null).label).not.toBe('')
      expect(deliveryWords({ delivery, deliveryMessage: null, keptBack: 'rejected' }, true)).toMatchObject({
        label: 'Rejected, not sent to the partner',
      })
      if (delivery === 'refused' || delivery === 'not-sent' || delivery === 'unknown') {
        expect(words(null).detail).toMatch(/\.$/)
        expect(words('Bad file.').detail).toBe('Bad file.')
      }
    },
  )
})

test('documents of an application that was closed before the partner had it do not wait for the partner', () => {
  const words = (status: 'draft' | 'declined', opportunityId: string | null) =>
    deliveryWords({ delivery: 'waiting', deliveryMessage: null }, deliverableOf({ status, opportunityId }))
  expect(words('draft', null).label).toBe('Waiting')
  expect(words('declined', null)).toMatchObject({ label: 'Not sent', detail: 'The application is closed.' })
  expect(words('declined', '006000000000001AAA').label).toBe('Waiting to be sent')
})

describe('the documents of a submission', () => {
  const all = (...why: (KeptBack | null)[]) => goingWords(why.map((keptBack) => ({ keptBack })))

  test('count those that are sent, and say why the others are not', () => {
    expect(all()).toBe('0 documents')
    expect(all(null)).toBe('1 document')
    expect(all(null, null, 'rejected')).toBe('2 documents; 1 rejected, not sent')
    expect(all('rejected', null, 'replaced', 'replaced')).toBe(
      '1 document; 1 rejected and 2 replaced, not sent',
    )
  })
})
