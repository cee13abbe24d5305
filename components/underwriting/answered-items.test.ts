import { expect, test } from 'vitest'
import type { RequestItem } from '@/lib/domain/underwriting/request-items'
import { answeredItems } from './answered-items'

const item: RequestItem = {
  id: 'one',
  place: 'documents.identity:ana',
  label: 'Identity: Ana Ruiz',
  note: 'It is cut off.',
  state: 'accepted',
}
const plan = [{ id: 'identity:ana', category: 'identity', label: item.label, why: 'An ID.' } as const]
const paper = (name: string, verdict: 'accepted' | 'rejected' | null, hour = 10) => ({
  name,
  category: 'identity',
  slot: 'identity:ana',
  uploadedAt: `2026-06-01T${hour}:00:00.000Z`,
  decision: verdict && { verdict },
})
const answered = (documents: ReturnType<typeof paper>[], more: Partial<RequestItem> = {}) => {
  const request = {
    items: [{ ...item, ...more }],
    differences: [],
    askedAt: '2026-06-01T09:00:00.000Z',
    answer: { by: 'Ana', at: '2026-06-01T11:00:00.000Z', note: '' },
  }
  const [first] = answeredItems(request, documents, plan)
  if (!first) throw new Error('Nothing was asked.')
  return first
}

test('an answer of documents that were all rejected since is no answer', () => {
  expect(answered([paper('a.pdf', 'rejected')]).documents).toEqual([{ name: 'a.pdf', isRejected: true }])
  expect(answered([paper('a.pdf', 'rejected')]).isRejected).toBe(true)
  expect(answered([paper('a.pdf', 'rejected')], { state: 'answered' }).isRejected).toBe(true)
})

test('it stays an answer if one document was not rejected, or if it has words', () => {
  expect(answered([paper('a.pdf', 'rejected'), paper('b.pdf', null)]).isRejected).toBe(false)
  expect(answered([paper('a.pdf', 'rejected')], { answer: 'It is the back.' }).isRejected).toBe(false)
  expect(answered([paper('a.pdf', 'accepted')]).isRejected).toBe(false)
  expect(answered([]).isRejected).toBe(false)
  expect(answered([paper('a.pdf', 'rejected')], { state: 'again' }).isRejected).toBe(false)
})

test('documents from before the request or after the return are not part of it', () => {
  expect(answered([paper('a.pdf', null, 8), paper('b.pdf', null, 12)]).documents).toEqual([])
})
