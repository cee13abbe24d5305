import { describe, expect, it, test } from 'vitest'
import { canHaveMerchant, isBoardingOpen } from './boarded'
import { confirmationOf, isOwnWork, isStop, isWaiting, payableOf, proposalAfterStop } from './confirmation'
import { MERCHANT_STATES, type MerchantTerms } from './merchant'
import { merchantList, WAITING_FOR_OTHERS } from './merchant-list-query'
import { termsChanges } from './terms-changes'

const TERMS: MerchantTerms = { name: 'Corner Store', applicationId: null, state: 'active', split: [] }
const AT = new Date('2026-11-20T10:00:00Z')

describe('the confirmation of a merchant', () => {
  it.each([
    ['new', { confirmedAt: null, proposed: null, proposedBy: 'ana', createdBy: 'ana' }, true],
    ['rejected', { confirmedAt: null, proposed: null, proposedBy: null, createdBy: 'ana' }, false],
    ['change', { confirmedAt: AT, proposed: TERMS, proposedBy: 'ana', createdBy: 'bea' }, true],
    ['confirmed', { confirmedAt: AT, proposed: null, proposedBy: null, createdBy: 'ana' }, false],
  ] as const)('is %s', (confirmation, written, waits) => {
    const merchant = { ...written, workedOnBy: [written.createdBy] }
    expect(confirmationOf(merchant)).toBe(confirmation)
    expect(isWaiting(merchant)).toBe(waits)
  })

  it('cannot come from whoever entered or corrected the merchant, or proposed the change', () => {
    const people = ['ana', 'bea', 'cai', 'dov']
    const worked = { createdBy: 'ana', workedOnBy: ['ana', 'cai', 'bea'] }
    const entry = { confirmedAt: null, proposed: null, proposedBy: 'bea', ...worked }
    expect(people.map((person) => isOwnWork(entry, person))).toEqual([true, true, true, false])
    const change = { confirmedAt: AT, proposed: TERMS, proposedBy: 'bea', ...worked }
    expect(people.map((person) => isOwnWork(change, person))).toEqual([false, true, false, false])
  })
})

describe('changes that take effect at once', () => {
  it('only stop money', () => {
    const stops = MERCHANT_STATES.flatMap((from) =>
      MERCHANT_STATES.filter((to) => isStop(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(stops).toEqual(['active → paused', 'active → closed', 'paused → closed'])
  })

  it('are not undone by a change proposed earlier', () => {
    const paused: MerchantTerms = { ...TERMS, state: 'paused' }
    expect(proposalAfterStop(paused, { ...TERMS, name: 'Corner Shop' })).toEqual({
      ...paused,
      name: 'Corner Shop',
    })
    expect(proposalAfterStop({ ...TERMS, state: 'closed' }, TERMS)).toBeNull()
    expect(proposalAfterStop(paused, null)).toBeNull()
  })
})

it.each([
  ['active', AT, 'yes'],
  ['paused', AT, 'paused'],
  ['closed', AT, 'closed'],
  ['active', null, 'unconfirmed'],
  ['closed', null, 'unconfirmed'],
] as const)('money to a merchant that is %s and confirmed %s: %s', (state, confirmedAt, payable) => {
  expect(payableOf({ state, confirmedAt })).toBe(payable)
})

it('a change is listed term by term, without unchanged terms', () => {
  const after: MerchantTerms = {
    name: 'Corner Shop',
    applicationId: 'one',
    state: 'paused',
    split: [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'C-1' }],
  }
  expect(termsChanges('C-1', TERMS, after, () => 'A-1001')).toEqual([
    { what: 'Name', was: 'Corner Store', is: 'Corner Shop' },
    { what: 'Application', was: 'None', is: 'A-1001' },
    { what: 'State', was: 'Active', is: 'Paused' },
    { what: 'Default split', was: 'All to this merchant', is: '2.9% to FEE, remainder to this merchant' },
  ])
  expect(termsChanges('C-1', TERMS, { ...TERMS }, () => '')).toEqual([])
})

test.each([
  [{ opportunityId: null, stage: null }, false, false],
  [{ opportunityId: '006', stage: null }, true, false],
  [{ opportunityId: '006', stage: 'Underwriting' }, true, true],
  [{ opportunityId: '006', stage: 'Closed Won' }, true, false],
])('%j may have a merchant, and waits for one to be boarded', (application, can, isOpen) => {
  expect([canHaveMerchant(application), isBoardingOpen(application)]).toEqual([can, isOpen])
})

test('the directory is read by name, and by what waits', () => {
  const read = (address: string) => merchantList.read(new URLSearchParams(address))
  expect(read('')).toMatchObject({ search: '', state: null, waiting: null })
  expect(read(`q=ash&state=paused&waiting=mine`)).toMatchObject({
    search: 'ash',
    state: 'paused',
    waiting: 'mine',
  })
  expect(read(`state=none&waiting=none`)).toMatchObject({ state: null, waiting: null })
  expect(WAITING_FOR_OTHERS).toEqual([['all', 'Pending confirmation']])
})
