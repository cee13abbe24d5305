import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  BATCH_STATUS_MEANING,
  BATCH_STATUSES,
  type BatchEvent,
  type BatchStatus,
  batchStatusOf,
  canEditBatch,
  correctionWords,
  type FundingRequestState,
  nextBatchStatus,
  statusAfter,
} from './batch'
import { BATCH_FILTERS, batchFilterLabel, batchList } from './batch-list-query'

const EVENTS = [
  'submit',
  'return',
  'discard',
  'approve',
  'send',
  'finish',
  'stop',
  'lose',
] as const satisfies BatchEvent[]

describe('what can happen to a batch', () => {
  test.each<[BatchStatus, string]>([
    ['draft', 'submit → waiting, discard → discarded'],
    ['waiting', 'return → draft, approve → approved'],
    ['approved', 'return → draft, send → sending'],
    ['sending', 'finish → done, stop → stopped, lose → unknown'],
    ['stopped', 'send → sending, lose → unknown'],
    ['unknown', 'send → sending, finish → done, stop → stopped'],
    ['done', ''],
    ['discarded', ''],
  ])('%s: %s', (status, moves) =>
    expect(
      EVENTS.flatMap((event) => {
        const next = nextBatchStatus(status, event)
        return next ? [`${event} → ${next}`] : []
      }).join(', '),
    ).toBe(moves),
  )

  it('only a draft can be edited', () => expect(BATCH_STATUSES.filter(canEditBatch)).toEqual(['draft']))

  it('a batch cannot be sent without approval', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        let status: BatchStatus = 'draft'
        let isApproved = false
        for (const event of events) {
          const next = nextBatchStatus(status, event)
          if (!next) continue
          if (event === 'approve') isApproved = true
          if (next === 'draft') isApproved = false
          if (next === 'sending') expect(isApproved).toBe(true)
          status = next
        }
      }),
    )
  })
})

describe('the status of a batch from its requests', () => {
  test.each<[FundingRequestState[], BatchStatus]>([
    [['accepted', 'accepted'], 'done'],
    [['accepted', 'sending', 'waiting'], 'sending'],
    [['accepted', 'waiting'], 'sending'],
    [['accepted', 'not-sent', 'waiting'], 'stopped'],
    [['accepted', 'refused'], 'stopped'],
    [['accepted', 'withdrawn'], 'stopped'],
    [['unknown', 'waiting'], 'unknown'],
    [['unknown', 'refused', 'not-sent', 'accepted'], 'unknown'],
    [['unknown', 'sending'], 'sending'],
  ])('%j → %s', (states, status) => expect(statusAfter(states)).toBe(status))

  it('the order of requests does not matter, and a batch is done only if all were accepted', () => {
    const states = fc.array(
      fc.constantFrom<FundingRequestState>(
        'waiting',
        'sending',
        'accepted',
        'refused',
        'not-sent',
        'withdrawn',
        'unknown',
      ),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(states, (given) => {
        expect(statusAfter(given.toReversed())).toBe(statusAfter(given))
        expect(statusAfter(given) === 'done').toBe(given.every((state) => state === 'accepted'))
      }),
    )
  })
})

it('each status says what it means and what comes next', () => {
  for (const status of BATCH_STATUSES) {
    const { label, meaning } = BATCH_STATUS_MEANING[status]
    expect(label).toMatch(/^[A-Z]/)
    expect(meaning).toMatch(/\.$/)
  }
})

test.each<[boolean, number, string]>([
  [false, 0, 'Correction pending in'],
  [false, 1, 'Corrected by'],
  [true, 1, 'Corrected by'],
  [true, 0, 'Correction failed in'],
])('a correction that is over (%s) with %i funded: %s', (isOver, succeeded, words) =>
  expect(correctionWords({ isOver, succeeded })).toBe(words),
)

test.each<[BatchStatus, succeeded: number, failed: number, label: string, tone: string]>([
  ['done', 3, 0, 'Funded', 'good'],
  ['done', 2, 1, 'Partially funded', 'warn'],
  ['done', 0, 3, 'Not funded', 'bad'],
  // Until every request is answered, the failures so far do not decide the label.
  ['sending', 2, 1, BATCH_STATUS_MEANING.sending.label, BATCH_STATUS_MEANING.sending.tone],
  ['stopped', 0, 3, BATCH_STATUS_MEANING.stopped.label, BATCH_STATUS_MEANING.stopped.tone],
])(
  'a batch that is %s, with %i funded and %i failed, is called %s (%s)',
  (status, succeeded, failed, label, tone) =>
    expect(batchStatusOf({ status, succeeded, failed })).toEqual({ label, tone }),
)

test('the list of batches is read from its address, and its filters are named like the statuses', () => {
  const read = (address: string) => batchList.read(new URLSearchParams(address))
  expect(read('')).toMatchObject({ search: '', work: null, mine: false, attention: false })
  expect(read('q=x&profile=p&work=drafts&mine=1&attention=1&status=partly-funded')).toMatchObject({
    search: 'x',
    profileId: 'p',
    work: 'drafts',
    statuses: ['partly-funded'],
  })
  const labels = BATCH_FILTERS.map(batchFilterLabel)
  expect(new Set(labels).size).toBeGreaterThanOrEqual(labels.length - 1)
  expect(batchFilterLabel('partly-funded')).toBe(
    batchStatusOf({ status: 'done', succeeded: 1, failed: 1 }).label,
  )
  expect(batchFilterLabel('not-funded')).toBe(
    batchStatusOf({ status: 'done', succeeded: 0, failed: 1 }).label,
  )
})
