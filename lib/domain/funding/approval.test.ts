import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ApprovalRules } from '@/lib/domain/settings/funding-rules'
import {
  type ApprovalFacts,
  type ApprovalTotals,
  type Approver,
  approvalStatusOf,
  approvalsNeeded,
  beyondApprovalNote,
  beyondApprovalWords,
  checkApprover,
  checkRestApprover,
  countingApprovals,
  eligibleApprovers,
  isBarred,
  makersInstead,
  nobodyApprovesWords,
} from './approval'

const rules = (more: Partial<ApprovalRules> = {}): ApprovalRules => ({
  secondAboveAmount: null,
  secondAboveTransactions: null,
  secondAboveMakerDay: null,
  secondAboveMerchantDay: null,
  ...more,
})
const totals = (
  cents: bigint,
  { transactions = 1, day = cents, batches = 1, merchant = cents } = {},
): ApprovalTotals => ({
  transactions,
  amountMinor: cents,
  maker: { name: 'Fay Doe', batches, amountMinor: day },
  merchant: { merchantId: 'M-1', amountMinor: merchant },
})

describe('the number of approvals needed', () => {
  test.each<[rule: string, ApprovalTotals, ApprovalRules, because: string[]]>([
    ['is one without limits', totals(10n ** 18n, { transactions: 100_000 }), rules(), []],
    ['is one at the amount limit', totals(10_000_000n), rules({ secondAboveAmount: '100000' }), []],
    [
      'is two just above the amount limit',
      totals(10_000_001n),
      rules({ secondAboveAmount: '100000' }),
      ['it is above $100,000.00'],
    ],
    ['is one just below a limit with cents', totals(1249n), rules({ secondAboveAmount: '12.5' }), []],
    [
      'is two just above a limit with cents',
      totals(1251n),
      rules({ secondAboveAmount: '12.5' }),
      ['it is above $12.50'],
    ],
    ['is two above a limit of zero', totals(1n), rules({ secondAboveAmount: '0' }), ['it is above $0.00']],
    [
      'is one at the limit of transactions',
      totals(1n, { transactions: 1_500 }),
      rules({ secondAboveTransactions: 1_500 }),
      [],
    ],
    [
      'is two above the limit of transactions',
      totals(1n, { transactions: 1_501 }),
      rules({ secondAboveTransactions: 1_500 }),
      ['it has more than 1,500 transactions'],
    ],
    [
      'is two if a limit cannot be read',
      totals(1n),
      rules({ secondAboveAmount: 'much' }),
      ['it is above a limit that cannot be read'],
    ],
    [
      'is two if a limit cannot be read, even for a batch that only takes money back',
      totals(0n),
      rules({ secondAboveAmount: 'much' }),
      ['it is above a limit that cannot be read'],
    ],
    [
      'is one at the maker’s limit for the day',
      totals(4_999_900n, { day: 9_999_800n, batches: 2 }),
      rules({ secondAboveAmount: '50000', secondAboveMakerDay: '99998' }),
      [],
    ],
    [
      'is two just above the maker’s limit, even if each batch is small',
      totals(4_999_900n, { day: 9_999_801n, batches: 2 }),
      rules({ secondAboveAmount: '50000', secondAboveMakerDay: '99998' }),
      ['Fay Doe submits $99,998.01 that day in 2 batches, above $99,998.00 per person and day'],
    ],
    [
      'is two above the merchant’s limit for the day',
      totals(100n, { merchant: 500_001n }),
      rules({ secondAboveMerchantDay: '5000' }),
      ['merchant M-1 gets $5,000.01 that day, above $5,000.00 per merchant and day'],
    ],
    [
      'is one at the merchant’s limit for the day',
      totals(100n, { merchant: 500_000n }),
      rules({ secondAboveMerchantDay: '5000' }),
      [],
    ],
    [
      'is two with a reason for every limit exceeded',
      totals(10_000_001n, { transactions: 501 }),
      rules({ secondAboveAmount: '100000', secondAboveTransactions: 500, secondAboveMakerDay: '100000' }),
      [
        'it is above $100,000.00',
        'it has more than 500 transactions',
        'Fay Doe submits $100,000.01 that day, above $100,000.00 per person and day',
      ],
    ],
  ])('%s', (_, sums, given, because) => {
    const need = approvalsNeeded(sums, given)
    expect(need.needed).toBe(because.length > 0 ? 2 : 1)
    expect(need.because.map(({ words }) => words)).toEqual(because)
  })

  it('without a merchant’s sum, no merchant exceeds a limit', () =>
    expect(
      approvalsNeeded({ ...totals(100n), merchant: null }, rules({ secondAboveMerchantDay: '0' })).needed,
    ).toBe(1))
})

const person = (name: string, more: Partial<Approver> = {}): Approver => ({
  id: name.toLowerCase(),
  name,
  active: true,
  roles: ['finance'],
  ...more,
})

describe('who can approve', () => {
  const batch: ApprovalFacts = { status: 'waiting', contentSha256: 'now', workedOnBy: ['maker', 'mender'] }
  const approvals = [
    { by: 'first', contentSha256: 'now' },
    { by: 'earlier', contentSha256: 'before' },
  ]
  const code = (id: string, more: Partial<ApprovalFacts> = {}) =>
    checkApprover({ ...batch, ...more }, approvals, { id, active: true, roles: ['finance'] })?.code ?? null

  test.each([
    ['someone who did not work on it', 'other', null],
    ['not the person who made it', 'maker', 'own-work'],
    ['not a person who changed a line', 'mender', 'own-work'],
    ['no one can approve twice', 'first', 'approved-already'],
    ['a person who approved earlier lines can approve again', 'earlier', null],
  ])('%s', (_, id, expected) => expect(code(id)).toBe(expected))

  test('only what breaks a rule is audited, no second press', () =>
    expect(
      (['own-work', 'no-right', 'approved-already', 'not-waiting'] as const).filter((each) =>
        isBarred({ code: each, message: '' }),
      ),
    ).toEqual(['own-work', 'no-right']))

  it.each(['draft', 'approved', 'sending', 'done', 'discarded'] as const)(
    'no one while the batch is %s',
    (status) => expect(code('other', { status })).toBe('not-waiting'),
  )

  it('no one while the batch is not frozen', () =>
    expect(code('other', { contentSha256: null })).toBe('not-waiting'))

  const people = [
    person('Maker'),
    person('First'),
    person('Earlier'),
    person('Other'),
    person('Away', { active: false }),
    person('Admin', { roles: ['admin'] }),
    person('Both', { roles: ['admin', 'finance'] }),
    person('Unknown', { roles: ['treasurer'] }),
  ]

  it('lists active people with the right who neither worked on it nor approved these lines', () =>
    expect(eligibleApprovers(people, batch, approvals).map(({ name }) => name)).toEqual([
      'Earlier',
      'Other',
      'Both',
    ]))

  it('for a draft, lists those who could approve once it is submitted', () =>
    expect(eligibleApprovers(people, { ...batch, contentSha256: null }, []).map(({ name }) => name)).toEqual([
      'First',
      'Earlier',
      'Other',
      'Both',
    ]))

  it('approvals of other lines, by the same person twice, or by someone without the right do not count', () => {
    const count = (...by: string[]) =>
      countingApprovals(people, batch, [...approvals, ...by.map((id) => ({ by: id, contentSha256: 'now' }))])
    expect(count()).toBe(1)
    expect(count('first')).toBe(1)
    expect(count('other')).toBe(2)
    expect(count('away', 'admin', 'gone')).toBe(1)
  })

  it('an approval stops counting when its giver decides about a sale of the batch', () => {
    const worked = { ...batch, workedOnBy: [...batch.workedOnBy, 'first'] }
    expect(countingApprovals(people, worked, approvals)).toBe(0)
    expect(checkApprover(worked, approvals, person('First'))?.code).toBe('own-work')
  })

  it.each([
    ['maker', 'own-work'],
    ['first', 'approved-already'],
    ['earlier', undefined],
    ['other', undefined],
  ])('for the rest of a stopped batch in its current state, %s: %s', (id, expected) =>
    expect(checkRestApprover(batch, 'now', approvals, { id, active: true, roles: ['finance'] })?.code).toBe(
      expected,
    ),
  )

  it('the person is told why they cannot approve', () => {
    const why = (id: string, more: Partial<ApprovalFacts> = {}) =>
      checkApprover({ ...batch, ...more }, approvals, { id, active: true, roles: ['finance'] })?.message
    expect(why('other', { status: 'draft' })).toMatch(/not pending approval \(Draft\)/)
    expect(why('maker')).toBe('You worked on this batch. Someone else has to approve it.')
    expect(why('first')).toMatch(/^You already approved it/)
    expect(checkApprover(batch, [], person('Admin', { roles: ['admin'] }))?.message).toMatch(/^Your roles/)
  })

  it('no one without the right, and no one who is deactivated', () =>
    expect(
      [person('Admin', { roles: ['admin'] }), person('Away', { active: false })].map(
        (one) => checkApprover(batch, [], one)?.code,
      ),
    ).toEqual(['no-right', 'no-right']))
})

describe('people are told which of their own work bars them from approving', () => {
  const none = { hasMade: false, hasEdited: false, sales: [], hasWorkedBefore: false }
  test.each([
    [{ ...none, hasMade: true, hasEdited: true }, 'made this batch'],
    [{ ...none, hasEdited: true }, 'edited this batch'],
    [{ ...none, sales: ['SBX-1'] }, 'decided about the sale SBX-1 in it'],
    [
      { ...none, hasMade: true, sales: ['SBX-1', 'SBX-2'] },
      'made this batch and decided about the sales SBX-1 and SBX-2 in it',
    ],
    [
      { ...none, sales: ['A', 'B', 'C', 'D', 'E'], hasWorkedBefore: true },
      'decided about the sales A, B, C and 2 more in it',
    ],
    [{ ...none, hasWorkedBefore: true }, 'worked on the batch whose lines it takes up'],
    [none, 'decided about a sale in it'],
  ])('%j', (work, words) => {
    const batch: ApprovalFacts = {
      status: 'waiting',
      contentSha256: 'now',
      workedOnBy: ['felix'],
      work: new Map([['felix', work]]),
    }
    expect(checkApprover(batch, [], person('Felix'))?.message).toBe(
      `You ${words}. Someone else has to approve it.`,
    )
  })
})

describe('a batch that too few people can approve', () => {
  const batch = { contentSha256: null, workedOnBy: ['fiona', 'frida'] }
  const large = approvalsNeeded(totals(5_000_001n), rules({ secondAboveAmount: '50000' }))
  const small = approvalsNeeded(totals(1n), rules())
  const people = [person('Felix'), person('Fiona'), person('Frida'), person('Ada', { roles: ['admin'] })]

  it('the message says who can, who cannot, and what to do', () =>
    expect(beyondApprovalWords(approvalStatusOf(large, people, batch, []), 'draft')).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, and only Felix can approve it. Fiona and Frida worked on it. Ask an admin to give someone else approval rights, or split the batch.',
    ))

  it('once it is pending, the message says to withdraw it first', () => {
    const approval = approvalStatusOf(large, people, { ...batch, contentSha256: 'now' }, [
      { by: 'felix', contentSha256: 'now' },
    ])
    expect(beyondApprovalWords(approval, 'waiting')).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, has 1, and no one else can approve it. Fiona and Frida worked on it. Ask an admin to give someone else approval rights, or withdraw it and split the batch.',
    )
    expect(beyondApprovalNote(approval)).toBe('needs 2, has 1, no one else can')
  })

  it('if no one worked on it, no one is named', () => {
    const approval = approvalStatusOf(large, [person('Felix')], { ...batch, workedOnBy: [] }, [])
    expect(beyondApprovalWords(approval, 'draft')).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, and only Felix can approve it. Ask an admin to give someone else approval rights, or split the batch.',
    )
    expect(beyondApprovalNote(approval)).toBe('needs 2, only Felix can')
  })

  it('names everyone who worked on it, even if one approval is enough', () => {
    const all = { ...batch, workedOnBy: ['fiona', 'frida', 'felix'] }
    const approval = approvalStatusOf(small, people, all, [])
    expect(beyondApprovalWords(approval, 'draft')).toBe(
      'This batch needs 1 approval, and no one can approve it. Felix, Fiona and Frida worked on it. Ask an admin to give someone else approval rights.',
    )
    expect(beyondApprovalNote(approval)).toBe('needs 1, no one can')
  })

  test.each<[rules: Partial<ApprovalRules>, ways: string]>([
    [{ secondAboveTransactions: 0 }, 'or split the batch.'],
    [{ secondAboveMakerDay: '0' }, 'or let someone else submit it.'],
    [
      { secondAboveAmount: '0', secondAboveMakerDay: '0' },
      'or split the batch and let someone else submit part of it.',
    ],
    [{ secondAboveMerchantDay: '0' }, 'or move part of it to another day.'],
  ])('with %j the way out is %s', (limits, ways) => {
    const approval = approvalStatusOf(approvalsNeeded(totals(5n), rules(limits)), people, batch, [])
    expect(beyondApprovalWords(approval, 'draft')).toContain(
      `Ask an admin to give someone else approval rights, ${ways}`,
    )
  })

  it('there is no message if enough people can approve', () => {
    expect(beyondApprovalWords(approvalStatusOf(small, people, batch, []), 'draft')).toBeNull()
    const one = { ...batch, workedOnBy: ['fiona'] }
    expect(beyondApprovalWords(approvalStatusOf(large, people, one, []), 'draft')).toBeNull()
  })

  it('for any rules and people: there is no message exactly if the eligible people can complete the approval', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const limit = fc.option(fc.bigInt({ min: 0n, max: 20n }).map(String))
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            id,
            active: fc.boolean(),
            roles: fc.subarray(['finance', 'admin', 'auditor']),
          }),
          { selector: (one) => one.id },
        ),
        fc.array(id),
        fc.record({ amount: limit, day: limit, merchant: limit, cents: fc.bigInt({ min: 0n, max: 3_000n }) }),
        (some, workedOnBy, { amount, day, merchant, cents }) => {
          const all = some.map((one) => ({ ...one, name: one.id }))
          const need = approvalsNeeded(
            totals(cents),
            rules({ secondAboveAmount: amount, secondAboveMakerDay: day, secondAboveMerchantDay: merchant }),
          )
          const isRefused =
            beyondApprovalWords(
              approvalStatusOf(need, all, { contentSha256: null, workedOnBy }, []),
              'draft',
            ) !== null
          const waiting: ApprovalFacts = { status: 'waiting', contentSha256: 'now', workedOnBy }
          const given: { by: string; contentSha256: string }[] = []
          for (const one of all) {
            if (checkApprover(waiting, given, one) === null) given.push({ by: one.id, contentSha256: 'now' })
          }
          expect(countingApprovals(all, waiting, given) >= need.needed).toBe(!isRefused)
          // Before submission, the people named are exactly those who could approve afterward.
          const named = eligibleApprovers(all, { contentSha256: null, workedOnBy }, [])
          expect(named.map((one) => one.id)).toEqual(given.map(({ by }) => by))
        },
      ),
    )
  })
})

describe('who can take up lines instead of the last possible approver', () => {
  const people = [
    person('Last'),
    person('Maker'),
    person('Mender'),
    person('Away', { active: false }),
    person('Ada', { roles: ['admin'] }),
  ]
  const worked = ['maker', 'mender', 'away', 'ada']

  it('active people who already worked on the lines and may make batches', () =>
    expect(makersInstead(people, worked, 'last')).toEqual(['Maker', 'Mender']))

  it('no one, if another person can approve them', () =>
    expect(makersInstead([...people, person('Other')], worked, 'last')).toEqual([]))

  it('no one, if the last approver is another person or there is none', () => {
    expect(makersInstead(people, worked, 'maker')).toEqual([])
    expect(makersInstead(people, [...worked, 'last'], 'last')).toEqual([])
  })
})

describe('a correction that no one could approve', () => {
  const maker = person('Maker')
  const mender = person('Mender')

  it('names the people who cannot approve, before it is made', () => {
    expect(nobodyApprovesWords([maker, mender], ['mender'], 'maker')).toBe(
      'No one could approve this correction. You could not, because you made it. Mender worked on its transactions. Ask an admin to give someone else approval rights.',
    )
    expect(nobodyApprovesWords([{ ...maker, roles: ['viewer'] }, mender], ['mender'], 'maker')).toBe(
      'No one could approve this correction. Mender worked on its transactions. Ask an admin to give someone else approval rights.',
    )
  })

  it('there is no message if another person could approve', () => {
    expect(nobodyApprovesWords([maker, mender, person('Other')], ['mender'], 'maker')).toBeNull()
    expect(
      nobodyApprovesWords([maker, mender, person('Other', { active: false })], ['mender'], 'maker'),
    ).not.toBeNull()
  })
})
