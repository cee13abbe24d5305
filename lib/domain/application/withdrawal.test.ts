import { describe, expect, it, test } from 'vitest'
import { APPLICATION_STATUSES } from './status'
import { takeUpProblem, withdrawalProblem } from './withdrawal'

const facts = { statusBeforeRevision: null, opportunityId: null }

describe('an application can be withdrawn', () => {
  it('while the partner has nothing of it', () => {
    const can = APPLICATION_STATUSES.filter((status) => withdrawalProblem({ ...facts, status }) === null)
    expect(can).toEqual(['draft', 'refused', 'not-sent'])
  })

  test.each(['draft', 'refused', 'not-sent'] as const)(
    '%s, unless it is an update of what the partner has',
    (status) => {
      expect(withdrawalProblem({ ...facts, status, statusBeforeRevision: 'submitted' })).toMatch(/discard/)
      expect(withdrawalProblem({ ...facts, status, opportunityId: '006Qy00000AbCdEIAV' })).toMatch(/discard/)
    },
  )

  test.each([
    ['withdrawn', /already withdrawn/],
    ['submitting', /being sent/],
    ['outcome-unknown', /may have it/],
    ['declined', /already declined/],
    ['in-underwriting', /Recall it first/],
    ['approved', /Recall it first/],
    ['submitted', /can no longer be withdrawn/],
  ] as const)('%s, and is told exactly that', (status, words) => {
    expect(withdrawalProblem({ ...facts, status })).toMatch(words)
  })

  test.each([...APPLICATION_STATUSES])('%s, and says why if it cannot be', (status) => {
    expect(withdrawalProblem({ ...facts, status }) ?? 'It can.').toMatch(
      /^(It|The partner|Our underwriters) .*\.$/,
    )
  })
})

it('only a withdrawn application can be reopened', () => {
  expect(APPLICATION_STATUSES.filter((status) => takeUpProblem({ status }) === null)).toEqual(['withdrawn'])
  expect(takeUpProblem({ status: 'draft' })).toBe('It is not withdrawn.')
})
