import { describe, expect, test } from 'vitest'
import { ANOMALIES, type Anomaly, type EventState } from './event'
import {
  type AmountQuestion,
  asSale,
  canClose,
  eventState,
  type NamingBatch,
  whyAmountStands,
  whyNoSale,
  whySaleStands,
  withLink,
  withSetAmount,
} from './event-state'

const stateOf = (fields: Partial<Parameters<typeof eventState>[0]>) =>
  eventState({ tranId: 'T-1', anomalies: [], isContested: false, isClosed: false, ...fields })

describe('an event', () => {
  test('without a transaction is unreadable until a person closes it', () => {
    expect(stateOf({ tranId: null, anomalies: [...ANOMALIES], isContested: true })).toBe('unreadable')
    expect(stateOf({ tranId: null, isClosed: true })).toBe('closed')
  })

  test('with several contents is a conflict, even if it was closed before', () => {
    expect(stateOf({ isContested: true, anomalies: ['amount-zero'] })).toBe('conflict')
    expect(stateOf({ isContested: true, anomalies: ['amount-zero'], isClosed: true })).toBe('conflict')
  })

  test('without anomalies cannot be closed', () => {
    expect(stateOf({ isClosed: true })).toBe('approved')
  })

  const formal: readonly Anomaly[] = ['date-unreadable', 'expiry-unreadable', 'reference-format']
  test.each(
    ANOMALIES.map((anomaly): [Anomaly, EventState, EventState] =>
      formal.includes(anomaly) ? [anomaly, 'approved', 'approved'] : [anomaly, 'anomaly', 'closed'],
    ),
  )('with %s is %s, and %s once a person has closed it', (anomaly, before, after) => {
    expect(stateOf({ anomalies: [anomaly] })).toBe(before)
    expect(stateOf({ anomalies: [anomaly], isClosed: true })).toBe(after)
  })

  test.each<[EventState, boolean]>([
    ['anomaly', true],
    ['unreadable', true],
    ['conflict', false],
    ['approved', false],
    ['closed', false],
  ])('that is %s can be closed: %s', (state, can) => {
    expect(canClose(state)).toBe(can)
  })
})

describe('an amount that a person set', () => {
  test.each<[Anomaly, number | null]>([
    ['amount-missing', null],
    ['amount-ambiguous', null],
    ['amount-unreadable', null],
    ['amount-zero', 0],
  ])('applies if the sale has %s, and resolves only that anomaly', (anomaly, amountMinor) => {
    expect(withSetAmount({ amountMinor, anomalies: [anomaly, 'other-profile'] }, 500)).toEqual({
      amountMinor: 500,
      anomalies: ['other-profile'],
    })
  })

  test('never replaces a clear amount from the partner', () => {
    expect(withSetAmount({ amountMinor: 700, anomalies: [] }, 500)).toEqual({
      amountMinor: 700,
      anomalies: [],
    })
  })
})

test.each([
  ['the amount that the link asked for', 12_345, 12_345, []],
  ['another one', 100, 12_345, ['link-amount-differs']],
  ['nothing', 0, 12_345, ['link-amount-differs']],
  ['an amount that no one knows', null, 12_345, []],
  ['any amount, by no link', 100, null, []],
])('a sale of %s', (_, amountMinor, linkAmountMinor, anomalies) => {
  expect(withLink({ amountMinor, anomalies: [] }, linkAmountMinor)).toEqual(anomalies)
})

describe('an amount', () => {
  const question = (fields: Partial<AmountQuestion> = {}): AmountQuestion => ({
    state: 'anomaly',
    funding: 'unfunded',
    currencyCode: '840',
    reportedMinor: null,
    batches: [],
    ...fields,
  })
  const batch = (fields: Partial<NamingBatch> = {}): NamingBatch => ({
    number: 7,
    status: 'draft',
    outcome: 'in-batch',
    ...fields,
  })

  test.each<[string, Partial<AmountQuestion>, RegExp | null]>([
    ['that is missing can be set', {}, null],
    ['of zero can be set', { reportedMinor: 0 }, null],
    ['can be set where the event was closed', { state: 'closed' }, null],
    ['that was set can be changed', { state: 'approved' }, null],
    ['that the partner reported clearly stays', { reportedMinor: 1 }, /clear amount/],
    ['waits for a conflict', { state: 'conflict' }, /conflict/],
    ['of an event that is not an approved sale cannot be set', { funding: 'none' }, /not an approved sale/],
    ['in another currency cannot be set in dollars', { currencyCode: '978' }, /978/],
    ['in an unknown currency cannot be set in dollars', { currencyCode: '' }, /currency is unknown/],
    ['of an externally funded sale cannot be changed', { funding: 'outside' }, /externally/],
    ['can be set while a draft has the sale', { funding: 'in-batch', batches: [batch()] }, null],
    [
      'cannot be changed while a batch waits for approval',
      { funding: 'in-batch', batches: [batch(), batch({ number: 8, status: 'waiting' })] },
      /B-8/,
    ],
    [
      'cannot be changed while a batch’s outcome is unknown',
      { funding: 'in-batch', batches: [batch({ status: 'unknown', outcome: 'unknown' })] },
      /B-7/,
    ],
    [
      'of a funded sale can be corrected, so that it shows what was funded wrong',
      { funding: 'funded', batches: [batch({ status: 'sent', outcome: 'funded' })] },
      null,
    ],
    [
      'can be set again where the sale failed in its batch',
      { batches: [batch({ status: 'sent', outcome: 'failed' })] },
      null,
    ],
    [
      'can be set again where its part of a batch was withdrawn',
      { batches: [batch({ status: 'stopped', outcome: 'withdrawn' })] },
      null,
    ],
  ])('%s', (_, fields, words) => {
    const why = whyAmountStands(question(fields))
    if (words === null) expect(why).toBeNull()
    else expect(why).toMatch(words)
  })
})

describe('an event that a person counts as a sale', () => {
  const question = (fields: Partial<Parameters<typeof whyNoSale>[0]> = {}) => ({
    state: 'anomaly' as const,
    funding: 'unfunded' as const,
    tranType: 'CREDIT',
    anomalies: ['not-a-sale'] as const,
    isCounted: false,
    ...fields,
  })

  test('loses only the anomaly of its type', () => {
    expect(asSale(['not-a-sale', 'amount-zero'], true)).toEqual(['amount-zero'])
    expect(asSale(['not-a-sale', 'amount-zero'], false)).toEqual(['not-a-sale', 'amount-zero'])
  })

  test.each<[string, Parameters<typeof question>[0], string | null]>([
    ['of a type that may be either can be counted', {}, null],
    ['of a closed one can be counted', { state: 'closed' }, null],
    ['that counts already is not counted again', { isCounted: true }, 'It already counts as a sale.'],
    ['of the type of a sale needs no counting', { anomalies: [] }, 'Its type is that of a sale.'],
    ['waits for a conflict', { state: 'conflict' }, 'Resolve the conflict first.'],
    [
      'of a refund is never one',
      { tranType: 'REFUND' },
      'Its type, “REFUND”, says that money went back, so it never counts as a sale. If the sale that it reverses is funded, correct the batch of that sale. Then close this with a note.',
    ],
    [
      'of two types is asked about',
      { tranType: 'SALE' },
      'It has two types. Ask the partner which is right, then close it with a note.',
    ],
  ])('%s', (_, fields, why) => expect(whyNoSale(question(fields))).toBe(why))

  test.each<[string, Parameters<typeof question>[0], string | null]>([
    ['can be taken back', {}, null],
    ['can be taken back where it is no approved sale', { funding: 'none' }, null],
    ['is not taken back where no one counted it', { isCounted: false }, 'No one counted it as a sale.'],
    ['stays where it is funded', { funding: 'funded' }, 'It is funded. Correct its amounts instead.'],
    [
      'stays where it was funded elsewhere',
      { funding: 'outside' },
      'It is funded. Correct its amounts instead.',
    ],
    ['stays while a batch has it', { funding: 'in-batch' }, 'A batch has it. Remove it there first.'],
    ['stays while a draft has it', { funding: 'in-draft' }, 'A batch has it. Remove it there first.'],
  ])('%s', (_, fields, why) => expect(whySaleStands(question({ isCounted: true, ...fields }))).toBe(why))
})

test('anomalies stay if nothing resolves them', () => {
  expect(withSetAmount({ amountMinor: 5, anomalies: ['amount-zero'] }, null)).toEqual({
    amountMinor: 5,
    anomalies: ['amount-zero'],
  })
  expect(withSetAmount({ amountMinor: null, anomalies: ['amount-missing'] }, null)).toEqual({
    amountMinor: null,
    anomalies: ['amount-missing'],
  })
  expect(withLink({ amountMinor: 5, anomalies: ['field-twice'] }, 5)).toEqual(['field-twice'])
})
