import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { can, type Permission, ROLES, type Role } from '@/lib/domain/access/permissions'

/** Actions run only inside the server that answers pages; what each asks for first is read from their source. */
const source = readFileSync(new URL('./actions.ts', import.meta.url), 'utf8')

const asked = Object.fromEntries(
  [...source.matchAll(/^export const (\w+) = deskAction\(\s*'([\w:]+)'[,)]/gm)].map(
    ([, name, permission]) => [name, permission],
  ),
)

const PERMISSION_OF: Readonly<Record<string, Permission>> = {
  handOverAction: 'applications:submit',
  takeBackAction: 'applications:submit',
  answerRequestAction: 'applications:submit',
  answerAskAction: 'applications:write',
  claimCaseAction: 'underwriting:work',
  releaseCaseAction: 'underwriting:work',
  assignCaseAction: 'underwriting:work',
  claimNextAction: 'underwriting:work',
  confirmEntryAction: 'underwriting:work',
  confirmGroupAction: 'underwriting:work',
  judgeDocumentAction: 'underwriting:work',
  addNoteAction: 'underwriting:work',
  askApplicantAction: 'underwriting:work',
  withdrawAskAction: 'underwriting:work',
  reviewAnswerAction: 'underwriting:work',
  decideAction: 'underwriting:decide',
  withdrawDeclineAction: 'underwriting:decide',
  changeModeAction: 'underwriting:decide',
  revealValuesAction: 'sensitive:reveal',
}

const WHO: Readonly<Partial<Record<Permission, Role[]>>> = {
  'applications:submit': ['onboarding'],
  'applications:write': ['onboarding'],
  'underwriting:work': ['underwriter'],
  'underwriting:decide': ['underwriter'],
  'sensitive:reveal': ['onboarding', 'underwriter'],
}

describe('the actions of underwriting', () => {
  test('are these, and each asks for its permission before anything else', () => {
    expect(asked).toEqual(PERMISSION_OF)
    expect([...source.matchAll(/^export /gm)]).toHaveLength(Object.keys(PERMISSION_OF).length)
  })

  test.each(Object.entries(WHO))('%s is for %j, and for no other role', (permission, roles) => {
    const holders = ROLES.filter((role) => can([role], permission as Permission))
    expect(holders).toEqual(roles)
  })

  test('no one role both fills an application and decides on it', () => {
    for (const role of ROLES) {
      const fills = can([role], 'applications:write') || can([role], 'applications:submit')
      expect(fills && can([role], 'underwriting:decide')).toBe(false)
    }
  })
})
