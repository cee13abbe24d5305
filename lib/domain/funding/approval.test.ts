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

describe('how many people have to approve', () => {
  test.each<[rule: string, ApprovalTotals, ApprovalRules, because: string[]]>([
    ['one where there are no limits', totals(10n ** 18n, { transactions: 100_000 }), rules(), []],
    ['one at the amount', totals(10_000_000n), rules({ secondAboveAmount: '100000' }), []],
    [
      'two a cent above it',
      totals(10_000_001n),
      rules({ secondAboveAmount: '100000' }),
      ['it is above $100,000.00'],
    ],
    ['one a cent below a limit with cents', totals(1249n), rules({ secondAboveAmount: '12.5' }), []],
    ['two a cent above one', totals(1251n), rules({ secondAboveAmount: '12.5' }), ['it is above $12.50']],
    ['two above nothing', totals(1n), rules({ secondAboveAmount: '0' }), ['it is above $0.00']],
    ['one at the number', totals(1n, { transactions: 1_500 }), rules({ secondAboveTransactions: 1_500 }), []],
    [
      'two above the number',
      totals(1n, { transactions: 1_501 }),
      rules({ secondAboveTransactions: 1_500 }),
      ['it has more than 1,500 transactions'],
    ],
    [
      'two where a limit cannot be read',
      totals(1n),
      rules({ secondAboveAmount: 'much' }),
      ['it is above a limit that cannot be read'],
    ],
    [
      'two where a limit cannot be read, of a batch that only takes back',
      totals(0n),
      rules({ secondAboveAmount: 'much' }),
      ['it is above a limit that cannot be read'],
    ],
    [
      'one at what the person may submit a day',
      totals(4_999_900n, { day: 9_999_800n, batches: 2 }),
      rules({ secondAboveAmount: '50000', secondAboveMakerDay: '99998' }),
      [],
    ],
    [
      'two a cent above it, though each batch is small',
      totals(4_999_900n, { day: 9_999_801n, batches: 2 }),
      rules({ secondAboveAmount: '50000', secondAboveMakerDay: '99998' }),
      ['Fay Doe submits $99,998.01 that day in 2 batches, above $99,998.00 per person and day'],
    ],
    [
      'two above what a merchant may get a day',
      totals(100n, { merchant: 500_001n }),
      rules({ secondAboveMerchantDay: '5000' }),
      ['merchant M-1 gets $5,000.01 that day, above $5,000.00 per merchant and day'],
    ],
    ['one at it', totals(100n, { merchant: 500_000n }), rules({ secondAboveMerchantDay: '5000' }), []],
    [
      'two for every limit that is passed, each with its words',
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

  it('where no merchant was asked for, none has passed a limit', () =>
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
    ['not whoever made it', 'maker', 'own-work'],
    ['not whoever changed a line', 'mender', 'own-work'],
    ['no one twice', 'first', 'approved-already'],
    ['again, whoever approved other lines of it', 'earlier', null],
  ])('%s', (_, id, expected) => expect(code(id)).toBe(expected))

  it.each(['draft', 'approved', 'sending', 'done', 'discarded'] as const)('nobody while it is %s', (status) =>
    expect(code('other', { status })).toBe('not-waiting'),
  )

  it('nobody while it is not frozen', () =>
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

  it('those who are active, have the right, did not work on it, and have not approved these lines', () =>
    expect(eligibleApprovers(people, batch, approvals).map(({ name }) => name)).toEqual([
      'Earlier',
      'Other',
      'Both',
    ]))

  it('of a draft, those who could once it is submitted', () =>
    expect(eligibleApprovers(people, { ...batch, contentSha256: null }, []).map(({ name }) => name)).toEqual([
      'First',
      'Earlier',
      'Other',
      'Both',
    ]))

  it('approvals of other lines, of the same person twice, and of who may not any more do not count', () => {
    const count = (...by: string[]) =>
      countingApprovals(people, batch, [...approvals, ...by.map((id) => ({ by: id, contentSha256: 'now' }))])
    expect(count()).toBe(1)
    expect(count('first')).toBe(1)
    expect(count('other')).toBe(2)
    expect(count('away', 'admin', 'gone')).toBe(1)
  })

  it('an approval does not count once its giver has worked on the batch, by deciding about a sale of it', () => {
    const worked = { ...batch, workedOnBy: [...batch.workedOnBy, 'first'] }
    expect(countingApprovals(people, worked, approvals)).toBe(0)
    expect(checkApprover(worked, approvals, person('First'))?.code).toBe('own-work')
  })

  it.each([
    ['maker', 'own-work'],
    ['first', 'approved-already'],
    ['earlier', undefined],
    ['other', undefined],
  ])('of the rest of a stopped batch, by what it is now, %s: %s', (id, expected) =>
    expect(checkRestApprover(batch, 'now', approvals, { id, active: true, roles: ['finance'] })?.code).toBe(
      expected,
    ),
  )

  it('is told why not', () => {
    const why = (id: string, more: Partial<ApprovalFacts> = {}) =>
      checkApprover({ ...batch, ...more }, approvals, { id, active: true, roles: ['finance'] })?.message
    expect(why('other', { status: 'draft' })).toMatch(/not pending approval \(Draft\)/)
    expect(why('maker')).toBe('You worked on this batch. Someone else has to approve it.')
    expect(why('first')).toMatch(/^You already approved it/)
    expect(checkApprover(batch, [], person('Admin', { roles: ['admin'] }))?.message).toMatch(/^Your roles/)
  })

  it('nobody without the right, or shut out', () =>
    expect(
      [person('Admin', { roles: ['admin'] }), person('Away', { active: false })].map(
        (one) => checkApprover(batch, [], one)?.code,
      ),
    ).toEqual(['no-right', 'no-right']))
})

describe('whoever worked on a batch is told which of their work keeps them from approving it', () => {
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

describe('what nobody could approve', () => {
  const batch = { contentSha256: null, workedOnBy: ['fiona', 'frida'] }
  const large = approvalsNeeded(totals(5_000_001n), rules({ secondAboveAmount: '50000' }))
  const small = approvalsNeeded(totals(1n), rules())
  const people = [person('Felix'), person('Fiona'), person('Frida'), person('Ada', { roles: ['admin'] })]

  it('is said with who can, who cannot, and what to do', () =>
    expect(beyondApprovalWords(approvalStatusOf(large, people, batch, []), 'draft')).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, and only Felix can approve it. Fiona and Frida worked on it. Ask an admin to give someone else approval rights, or split the batch.',
    ))

  it('once it waits, it has to be withdrawn first', () => {
    const approval = approvalStatusOf(large, people, { ...batch, contentSha256: 'now' }, [
      { by: 'felix', contentSha256: 'now' },
    ])
    expect(beyondApprovalWords(approval, 'waiting')).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, has 1, and no one else can approve it. Fiona and Frida worked on it. Ask an admin to give someone else approval rights, or withdraw it and split the batch.',
    )
    expect(beyondApprovalNote(approval)).toBe('needs 2, has 1, no one else can')
  })

  it('where nobody worked on it, nobody is said to have', () => {
    const approval = approvalStatusOf(large, [person('Felix')], { ...batch, workedOnBy: [] }, [])
    expect(beyondApprovalWords(approval, 'draft')).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, and only Felix can approve it. Ask an admin to give someone else approval rights, or split the batch.',
    )
    expect(beyondApprovalNote(approval)).toBe('needs 2, only Felix can')
  })

  it('by everybody’s own work, also where one is enough', () => {
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

  it('is not said where enough people can', () => {
    expect(beyondApprovalWords(approvalStatusOf(small, people, batch, []), 'draft')).toBeNull()
    const one = { ...batch, workedOnBy: ['fiona'] }
    expect(beyondApprovalWords(approvalStatusOf(large, people, one, []), 'draft')).toBeNull()
  })

  it('whatever the rules and people: nothing is said just where those who may approve it can do so to the end', () => {
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
          // Before it is submitted, exactly those are named who could press the button then.
          const named = eligibleApprovers(all, { contentSha256: null, workedOnBy }, [])
          expect(named.map((one) => one.id)).toEqual(given.map(({ by }) => by))
        },
      ),
    )
  })
})

describe('whom to ask to take lines up instead of the last who could approve them', () => {
  const people = [
    person('Last'),
    person('Maker'),
    person('Mender'),
    person('Away', { active: false }),
    person('Ada', { roles: ['admin'] }),
  ]
  const worked = ['maker', 'mender', 'away', 'ada']

  it('those who worked on them anyway, are active, and may make batches', () =>
    expect(makersInstead(people, worked, 'last')).toEqual(['Maker', 'Mender']))

  it('nobody, where somebody else can approve them', () =>
    expect(makersInstead([...people, person('Other')], worked, 'last')).toEqual([]))

  it('nobody, where it is another who is the last, or nobody is left', () => {
    expect(makersInstead(people, worked, 'maker')).toEqual([])
    expect(makersInstead(people, [...worked, 'last'], 'last')).toEqual([])
  })
})

describe('a correction that no one could approve', () => {
  const maker = person('Maker')
  const mender = person('Mender')

  it('says who cannot, before it is made', () => {
    expect(nobodyApprovesWords([maker, mender], ['mender'], 'maker')).toBe(
      'No one could approve this correction. You could not, because you made it. Mender worked on its transactions. Ask an admin to give someone else approval rights.',
    )
    expect(nobodyApprovesWords([{ ...maker, roles: ['viewer'] }, mender], ['mender'], 'maker')).toBe(
      'No one could approve this correction. Mender worked on its transactions. Ask an admin to give someone else approval rights.',
    )
  })

  it('is none where somebody else could', () => {
    expect(nobodyApprovesWords([maker, mender, person('Other')], ['mender'], 'maker')).toBeNull()
    expect(
      nobodyApprovesWords([maker, mender, person('Other', { active: false })], ['mender'], 'maker'),
    ).not.toBeNull()
  })
})
