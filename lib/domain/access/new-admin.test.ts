import { describe, expect, it } from 'vitest'
import { approvesFrom, makesAdmin } from './new-admin'

const now = new Date('2026-07-04T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

describe('somebody becomes an admin', () => {
  it.each([
    ['with the role', 'person-roles-changed', { before: ['auditor'], after: ['admin', 'auditor'] }, true],
    [
      'not with another role beside it',
      'person-roles-changed',
      { before: ['admin'], after: ['admin', 'finance'] },
      false,
    ],
    ['not where the role goes', 'person-roles-changed', { before: ['admin'], after: ['finance'] }, false],
    ['by coming back', 'person-reactivated', { roles: ['admin'] }, true],
    ['by an invitation', 'person-invitation-accepted', { roles: ['finance', 'admin'] }, true],
    ['not by an invitation as anything else', 'person-invitation-accepted', { roles: ['finance'] }, false],
    ['not where it is only proposed', 'person-roles-proposed', { before: [], after: ['admin'] }, false],
  ] as const)('%s', (_, action, detail, is) => expect(makesAdmin(action, { ...detail })).toBe(is))
})

describe('who was just made an admin', () => {
  const promoted = { action: 'person-roles-changed', actorId: 'ada', at: daysAgo(2) } as const
  const roles = { before: [], after: ['admin'] }
  const invited = { action: 'person-invitation-accepted', actorId: 'bea', at: daysAgo(1) } as const
  it.each([
    ['is no second person for whoever made them one', [{ ...promoted, detail: roles }], 1],
    [
      'nor for whoever proposed it',
      [{ ...promoted, actorId: 'carl', detail: { ...roles, proposedBy: 'ada' } }],
      1,
    ],
    ['nor for whoever invited them', [{ ...invited, detail: { roles: ['admin'], invitedBy: 'ada' } }], 2],
    [
      'nor for whoever approved the invitation',
      [{ ...invited, detail: { roles: ['admin'], consentedBy: 'ada' } }],
      2,
    ],
    ['counts for others', [{ ...promoted, actorId: 'carl', detail: roles }], null],
    ['counts after three days', [{ ...promoted, at: daysAgo(3), detail: roles }], null],
    [
      'waits from the last time',
      [
        { ...promoted, at: daysAgo(9), detail: roles },
        { ...promoted, detail: roles },
      ],
      1,
    ],
    ['counts where they always were one', [], null],
  ])('%s', (_, changes, days) =>
    expect(approvesFrom(changes, 'ada', now)).toEqual(days === null ? null : daysAgo(-days)),
  )
})
