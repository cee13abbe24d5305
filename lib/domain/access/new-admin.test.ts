import { describe, expect, it } from 'vitest'
import { approvesFrom, makesAdmin } from './new-admin'

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
