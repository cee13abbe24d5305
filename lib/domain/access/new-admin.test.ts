import { describe, expect, it } from 'vitest'
import { approvesFrom, countsUntil, endsAdmin, makesAdmin } from './new-admin'

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
  const promoted = { action: 'person-roles-changed', actorId: 'ada', at: daysAgo(2) } as const
  const roles = { before: [], after: ['admin'] }
  const invited = { action: 'person-invitation-accepted', actorId: 'bea', at: daysAgo(1) } as const
  it.each([
    ['cannot approve for the person who made them an admin', [{ ...promoted, detail: roles }], 1],
    [
      'nor for the person who proposed it',
      [{ ...promoted, actorId: 'carl', detail: { ...roles, proposedBy: 'ada' } }],
      1,
    ],
    [
      'nor for the person who invited them',
      [{ ...invited, detail: { roles: ['admin'], invitedBy: 'ada' } }],
      2,
    ],
    [
      'nor for the person who approved the invitation',
      [{ ...invited, detail: { roles: ['admin'], consentedBy: 'ada' } }],
      2,
    ],
    ['can approve for others', [{ ...promoted, actorId: 'carl', detail: roles }], null],
    ['can approve after three days', [{ ...promoted, at: daysAgo(3), detail: roles }], null],
    [
      'waits from the latest such change',
      [
        { ...promoted, at: daysAgo(9), detail: roles },
        { ...promoted, detail: roles },
      ],
      1,
    ],
    ['can approve if no change made them an admin', [], null],
  ])('%s', (_, changes, days) =>
    expect(approvesFrom(changes, 'ada', now)).toEqual(days === null ? null : daysAgo(-days)),
  )
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
  const left = { action: 'person-deactivated', actorId: 'nia', detail: { roles: ['admin'] } } as const
  const back = { action: 'person-reactivated', actorId: 'nia', detail: { roles: ['admin'] } } as const
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
      'from the first time, where the same admin brings them back and removes them again',
      [
        { ...left, at: daysAgo(2) },
        { ...back, at: daysAgo(2) },
        { ...left, at: daysAgo(1) },
      ],
      1,
    ],
  ])('%s', (_, changes, days) =>
    expect(countsUntil(changes, 'nia', now)).toEqual(days === null ? null : daysAgo(-days)),
  )
})
