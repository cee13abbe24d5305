import { describe, expect, test } from 'vitest'
import { ANOMALIES, type Anomaly, type EventState } from './event'
import { eventState, withSettledAmount } from './event-state'

const stateOf = (fields: Partial<Parameters<typeof eventState>[0]>) =>
  eventState({ tranId: 'T-1', anomalies: [], isContested: false, isSettled: false, ...fields })

describe('an event', () => {
  test('without a transaction is unreadable, whatever else it is', () => {
    expect(stateOf({ tranId: null, anomalies: [...ANOMALIES], isContested: true })).toBe('unreadable')
  })

  test('of several contents is a conflict until somebody settles it', () => {
    expect(stateOf({ isContested: true, anomalies: ['amount-zero'] })).toBe('conflict')
    expect(stateOf({ isContested: true, isSettled: true })).toBe('conflict')
    expect(stateOf({ isSettled: true })).toBe('approved')
  })

  const formal: readonly Anomaly[] = ['date-unreadable', 'expiry-unreadable', 'reference-format']
  const lasting: readonly Anomaly[] = ['not-approved', 'amount-ambiguous', 'amount-unreadable']
  test.each(
    ANOMALIES.map((anomaly): [Anomaly, EventState, EventState] => [
      anomaly,
      formal.includes(anomaly) ? 'approved' : 'anomaly',
      lasting.includes(anomaly) ? 'anomaly' : 'approved',
    ]),
  )('with %s is %s, and %s once somebody has looked', (anomaly, before, after) => {
    expect(stateOf({ anomalies: [anomaly] })).toBe(before)
    expect(stateOf({ anomalies: [anomaly], isSettled: true })).toBe(after)
  })
})

describe('an amount that a person said', () => {
  test('stands where the text does not say for sure, and is no anomaly any more', () => {
    expect(
      withSettledAmount({ amountMinor: null, anomalies: ['amount-ambiguous', 'other-profile'] }, 500),
    ).toEqual({
      amountMinor: 500,
      anomalies: ['other-profile'],
    })
  })

  test('never replaces one that the text says', () => {
    expect(withSettledAmount({ amountMinor: 700, anomalies: [] }, 500)).toEqual({
      amountMinor: 700,
      anomalies: [],
    })
  })
})
