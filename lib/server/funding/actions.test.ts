import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { can, type Permission, ROLES, type Role } from '@/lib/domain/access/permissions'
import { asksAgain } from '@/lib/domain/access/second-factor'

/** Actions can only run inside the page server, so their required permissions are read from the source. */
const source = readFileSync(new URL('./actions.ts', import.meta.url), 'utf8')

const asked = Object.fromEntries(
  source
    .split(/^export const /m)
    .slice(1)
    .map((text) => {
      const [, name = text, permission = ''] = /^(\w+) = deskAction\(\s*'([\w:]+)',/.exec(text) ?? []
      const isConfirmed = text.includes('confirmed: true') || asksAgain(permission as Permission)
      return [name, [permission, ...(isConfirmed ? ['factor'] : [])]]
    }),
)

describe('the actions of funding', () => {
  test('are these; each requires its permission, and those that move money a recent second factor', () => {
    expect(asked).toEqual({
      submitBatchAction: ['funding:write'],
      recallBatchAction: ['funding:write'],
      discardBatchAction: ['funding:write'],
      approveBatchAction: ['funding:approve', 'factor'],
      approveRestAction: ['funding:approve', 'factor'],
      returnBatchAction: ['funding:approve', 'factor'],
      allowOverSaleAction: ['funding:approve', 'factor'],
      sendBatchAction: ['funding:write', 'factor'],
      resolveRequestAction: ['funding:write', 'factor'],
      reopenRequestAction: ['funding:write'],
      retryFailedAction: ['funding:write', 'factor'],
      correctAmountsAction: ['funding:write'],
      withdrawRestAction: ['funding:write'],
      closeFailuresAction: ['funding:write'],
      reopenFailuresAction: ['funding:write'],
      listChangesAction: ['funding:read'],
    })
  })

  test.each<[Permission, Role[]]>([
    ['funding:read', ['finance', 'admin', 'auditor']],
    ['funding:write', ['finance']],
    ['funding:approve', ['finance']],
  ])('%s is for %j, and for no other role', (permission, roles) => {
    expect(ROLES.filter((role) => can([role], permission))).toEqual(roles)
  })
})
