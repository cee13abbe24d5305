import { describe, expect, it } from 'vitest'
import {
  type AdminChange,
  type ApprovalBar,
  approvalBar,
  approverBarredWords,
  endsAdmin,
  formerAdminCountsUntil,
  makesAdmin,
  proposerBarredWords,
} from './new-admin'

const now = new Date('2026-07-04T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

describe('a change makes somebody an admin', () => {
  it.each([
    [
      'by adding the role',
      'person-roles-changed',
      { before: ['auditor'], after: ['admin', 'auditor'] },
      true,
    ],
    [
      'not by adding another role to an admin',
      'person-roles-changed',
      { before: ['admin'], after: ['admin', 'finance'] },
      false,
    ],
    ['not by removing the role', 'person-roles-changed', { before: ['admin'], after: ['finance'] }, false],
    ['by reactivating an admin', 'person-reactivated', { roles: ['admin'] }, true],
    [
      'by accepting an invitation as an admin',
      'person-invitation-accepted',
      { roles: ['finance', 'admin'] },
      true,
    ],
    [
      'not by accepting an invitation with another role',
      'person-invitation-accepted',
      { roles: ['finance'] },
      false,
    ],
    [
      'by joining through single sign-on as an admin',
      'person-made-by-provider',
      { roles: ['admin'], groups: ['desk-admins'] },
      true,
    ],
    ['not by a proposal alone', 'person-roles-proposed', { before: [], after: ['admin'] }, false],
  ] as const)('%s', (_, action, detail, is) => expect(makesAdmin(action, { ...detail })).toBe(is))
})

describe('a new admin', () => {
  const promoted = {
    action: 'person-roles-changed',
    actorId: 'ada',
    personId: 'nia',
    at: daysAgo(2),
  } as const
  const roles = { before: [], after: ['admin'] }
  const invited = {
    action: 'person-invitation-accepted',
    actorId: 'nia',
    personId: 'nia',
    at: daysAgo(1),
  } as const
  const cases = [
    ['and the person who made them one wait', [{ ...promoted, detail: roles }], 1],
    [
      'and the person who proposed it',
      [{ ...promoted, actorId: 'carl', detail: { ...roles, proposedBy: 'ada' } }],
      1,
    ],
    [
      'and the person who invited them',
      [{ ...invited, detail: { roles: ['admin'], invitedBy: 'ada', consentedBy: null } }],
      2,
    ],
    [
      'and the person who approved the invitation',
      [{ ...invited, detail: { roles: ['admin'], invitedBy: 'carl', consentedBy: 'ada' } }],
      2,
    ],
    ['does not wait for others', [{ ...promoted, actorId: 'carl', detail: roles }], null],
    ['does not wait after three days', [{ ...promoted, at: daysAgo(3), detail: roles }], null],
    [
      'waits from the latest such change',
      [
        { ...promoted, detail: roles },
        { ...promoted, at: daysAgo(9), detail: roles },
      ],
      1,
    ],
    ['does not wait if no change made them an admin', [], null],
  ] as const
  const why = (
    changes: readonly AdminChange[],
    approverId: string,
    proposerId: string,
  ): [number, ApprovalBar['because']] | null => {
    const found = approvalBar(changes, { approverId, proposerId }, now)
    return found && [(found.until.getTime() - now.getTime()) / 86_400_000, found.because]
  }
  it.each(cases)('%s', (_, changes, days) => {
    expect(why(changes, 'nia', 'ada')).toEqual(days && [days, 'proposer-made-approver'])
    expect(why(changes, 'ada', 'nia')).toEqual(days && [days, 'approver-made-proposer'])
  })

  const sibling = { ...promoted, personId: 'otto', at: daysAgo(1), detail: roles }
  it('does not approve for another of the same maker, while both are new', () => {
    const both = [{ ...promoted, detail: roles }, sibling]
    expect(why(both, 'nia', 'otto')).toEqual([1, 'same-maker'])
    expect(why(both, 'otto', 'nia')).toEqual([1, 'same-maker'])
    const oneIsOld = [{ ...promoted, at: daysAgo(4), detail: roles }, sibling]
    expect(why(oneIsOld, 'nia', 'otto')).toBeNull()
  })
  it('also where the same person only approved the other', () =>
    expect(
      why(
        [
          { ...promoted, detail: roles },
          { ...sibling, actorId: 'carl', detail: { ...roles, proposedBy: 'ada' } },
        ],
        'nia',
        'otto',
      ),
    ).toEqual([1, 'same-maker']))
  it('who joined by invitation is not their own maker, and applies what they proposed themselves', () => {
    const joined = { ...invited, detail: { roles: ['admin'], invitedBy: null } }
    const hired = { ...sibling, actorId: 'nia', at: daysAgo(2) }
    expect(why([joined, hired], 'nia', 'nia')).toBeNull()
    expect(why([{ ...promoted, detail: roles }], 'nia', 'nia')).toBeNull()
    expect(why([joined, hired], 'nia', 'otto')).toEqual([1, 'approver-made-proposer'])
  })
  it('does not wait for one whom somebody else, or no person, made an admin', () => {
    const byNoPerson = { ...invited, detail: { roles: ['admin'], invitedBy: null } }
    const other = { ...byNoPerson, personId: 'otto', actorId: 'otto' }
    expect(why([byNoPerson, other], 'nia', 'otto')).toBeNull()
    expect(why([{ ...promoted, detail: roles }, other], 'nia', 'otto')).toBeNull()
  })
})

describe('an admin stops being one', () => {
  it.each([
    ['without the role', 'person-roles-changed', { before: ['admin'], after: ['auditor'] }, true],
    [
      'not with another role beside it',
      'person-roles-changed',
      { before: ['admin'], after: ['admin'] },
      false,
    ],
    ['not where they were none', 'person-roles-changed', { before: ['finance'], after: [] }, false],
    ['deactivated', 'person-deactivated', { roles: ['finance', 'admin'] }, true],
    ['not where somebody else is deactivated', 'person-deactivated', { roles: ['finance'] }, false],
  ] as const)('%s', (_, action, detail, is) => expect(endsAdmin(action, { ...detail })).toBe(is))
})

describe('an admin who left', () => {
  const of = { actorId: 'nia', personId: 'ada', detail: { roles: ['admin'] } } as const
  const left = { action: 'person-deactivated', ...of } as const
  const back = { action: 'person-reactivated', ...of } as const
  const demoted = {
    ...left,
    action: 'person-roles-changed',
    detail: { before: ['admin'], after: [] },
  } as const
  it.each([
    ['counts as the second person for three days', [{ ...left, at: daysAgo(1) }], 2],
    ['without the role as well', [{ ...demoted, at: daysAgo(1) }], 2],
    ['by themselves as well', [{ ...demoted, actorId: 'ada', at: daysAgo(1) }], 2],
    ['and then no more', [{ ...left, at: daysAgo(3) }], null],
    [
      'not where they were none for this one either',
      [
        { ...back, at: daysAgo(2) },
        { ...left, at: daysAgo(1) },
      ],
      null,
    ],
    [
      'although this one was made an admin by them just now',
      [
        {
          action: 'person-roles-changed' as const,
          actorId: 'ada',
          personId: 'nia',
          detail: { before: [], after: ['admin'] },
          at: daysAgo(1),
        },
        { ...left, at: daysAgo(1) },
      ],
      2,
    ],
    [
      'anew, where the same admin brings them back within the days and removes them again',
      [
        { ...left, at: daysAgo(2) },
        { ...back, at: daysAgo(2) },
        { ...left, at: daysAgo(1) },
      ],
      2,
    ],
    [
      'anew, also where the days were over by then',
      [
        { ...left, at: daysAgo(3.5) },
        { ...back, at: daysAgo(1) },
        { ...left, at: daysAgo(0.25) },
      ],
      2.75,
    ],
    [
      'anew each time, however often that happens',
      [
        { ...left, at: daysAgo(11) },
        { ...back, at: daysAgo(8.5) },
        { ...left, at: daysAgo(6) },
        { ...back, at: daysAgo(3.5) },
        { ...left, at: daysAgo(1) },
      ],
      2,
    ],
    [
      'not where they were brought back after the days, and so made an admin anew',
      [
        { ...left, at: daysAgo(6) },
        { ...back, at: daysAgo(2) },
        { ...left, at: daysAgo(1) },
      ],
      null,
    ],
    [
      'not where they never counted for this one, who made and removed them twice',
      [
        { ...back, at: daysAgo(4) },
        { ...left, at: daysAgo(3) },
        { ...back, at: daysAgo(2) },
        { ...left, at: daysAgo(1) },
      ],
      null,
    ],
  ])('%s', (_, changes, days) =>
    expect(formerAdminCountsUntil(changes, 'nia', now)).toEqual(days === null ? null : daysAgo(-days)),
  )
})

describe('says who made whom an admin', () => {
  const until = 'Monday'
  it.each([
    ['proposer-made-approver', 'Ada made you an admin', 'You made Ada an admin'],
    ['approver-made-proposer', 'You made Ada an admin', 'Ada made you an admin'],
    ['same-maker', 'The same admin made you and Ada admins', 'The same admin made you and Ada admins'],
  ] as const)('%s', (because, toApprover, toProposer) => {
    expect(approverBarredWords('Ada', { because, until, hasOther: true })).toBe(
      `${toApprover} less than 3 days ago, so you cannot approve their changes until Monday. Another admin can.`,
    )
    expect(proposerBarredWords('Ada', { because, until })).toBe(
      `${toProposer} less than 3 days ago, so they cannot approve your changes until Monday. Until then no one can.`,
    )
  })
})
