import { describe, expect, test } from 'vitest'
import { ANOMALIES, EVENT_STATES } from './event'
import { anomalyWords, hasMoney, stateMeaning } from './event-labels'

describe('the words for a funded sale', () => {
  const DENIALS = /cannot be funded|before you fund|can be funded|do not fund|nothing to fund/i

  test.each(EVENT_STATES)('%s does not deny it', (state) => {
    expect(stateMeaning(state, true)).not.toMatch(DENIALS)
  })
  test.each(ANOMALIES)('%s does not deny it', (anomaly) => {
    const { meaning, next } = anomalyWords(anomaly, 'funded', { count: null, amount: null })
    // A reference that cannot be used says how the sale is named instead.
    if (anomaly !== 'reference-format') expect(`${meaning} ${next}`).not.toMatch(DENIALS)
  })
  test('a conflict says what to do about the money, before and after funding', () => {
    expect(stateMeaning('conflict', false)).toBe(
      'Deliveries of the same transaction disagree. Choose the correct delivery before you fund it.',
    )
    expect(stateMeaning('conflict', true)).toBe(
      'Deliveries of the same transaction disagree. It is funded. Choose the correct delivery, then compare the funding with it.',
    )
  })
})

test.each([
  [{ funding: 'unfunded' as const }, false],
  [{ funding: 'in-batch' as const, held: [] }, false],
  [{ funding: 'in-batch' as const, held: [{ amountMinor: 100, isCertain: true }] }, true],
  [{ funding: 'in-batch' as const, held: [{ amountMinor: 100, isCertain: false }] }, false],
  [{ funding: 'none' as const, held: [{ amountMinor: 100, isCertain: true }] }, true],
  [{ funding: 'unfunded' as const, held: [{ amountMinor: 0, isCertain: true }] }, false],
  [{ funding: 'funded' as const, held: null }, true],
  [{ funding: 'outside' as const, held: [] }, true],
])('%j has money: %s', (event, expected) => {
  expect(hasMoney(event)).toBe(expected)
})

const OF = ['funded', 'no-sale', 'closed', 'open'] as const

test.each(OF)('no text names a button that the page lacks (%s)', (of) => {
  const texts = ANOMALIES.map(
    (anomaly) => anomalyWords(anomaly, of, { count: 'No count.', amount: 'No amount.' }).next,
  )
  expect(texts.join(' ')).not.toMatch(/Count as a sale|Set amount/)
  expect(texts).toContain('No amount.')
})

test.each(ANOMALIES)('%s of an event that is not a sale does not mention funding it', (anomaly) => {
  const { meaning, next } = anomalyWords(anomaly, 'no-sale', { count: 'No count.', amount: 'No amount.' })
  expect(`${meaning} ${next}`).not.toMatch(/before you fund|can be funded|funded yet|fund the/i)
})

test('a closed sale with another amount than its link can be funded, and no text denies it', () => {
  const { meaning, next } = anomalyWords('link-amount-differs', 'closed', { count: null, amount: null })
  expect(`${meaning} ${next}`).toBe('The payer paid a different amount than the payment link requested. null')
})

test('an approved sale is said to be fundable as is, unless it is already funded', () => {
  expect(stateMeaning('approved', false)).toBe(`${stateMeaning('approved', true)} It can be funded as is.`)
})

test('says why an action is not offered, except counting a funded sale', () => {
  const next = (anomaly: (typeof ANOMALIES)[number], of: (typeof OF)[number]) =>
    anomalyWords(anomaly, of, { count: 'No count.', amount: 'No amount.' }).next
  expect([next('not-a-sale', 'open'), next('amount-zero', 'open')]).toEqual(['No count.', 'No amount.'])
  expect(next('not-a-sale', 'funded')).toBe(
    anomalyWords('not-a-sale', 'funded', { count: null, amount: null }).next,
  )
  expect(next('field-twice', 'open')).toBe(
    anomalyWords('field-twice', 'open', { count: null, amount: null }).next,
  )
})
