import { describe, expect, it, test } from 'vitest'
import { isHeldBack, type Violation } from '../values/violation'
import { draftProgress, inTheWayWords, progressWords, readinessOf } from './readiness'
import { APPLICATION_STATUSES, UNDERWRITING_PATH } from './status'
import { stepStates } from './steps'

const blocking = (path: string, message = `${path} is required.`): Violation => ({
  path,
  code: 'required',
  severity: 'error',
  message,
})
const warning: Violation = { path: 'merchant.website', code: 'format', severity: 'warning', message: 'Odd.' }
const facts = {
  status: 'draft' as const,
  stage: null,
  mayHandOver: true,
  violations: [] as Violation[],
  missing: 2,
  hasNote: false,
}

describe('the readiness of an application', () => {
  it('is submitting if nothing blocks it; warnings and missing documents are counted', () => {
    expect(readinessOf({ ...facts, violations: [warning] })).toEqual({
      way: 'submit',
      slips: [],
      warnings: 1,
      missing: 2,
    })
  })

  it('names each field that is certainly mistyped once, and is not called ready then', () => {
    const slip = (index: number): Violation => ({
      path: `accounts.items.${index}.routingNumber`,
      code: 'check-digit',
      severity: 'warning',
      message: 'Compare it.',
    })
    const violations = [warning, slip(0), slip(1)]
    const readiness = readinessOf({ ...facts, violations })
    expect(readiness).toEqual({ way: 'submit', slips: ['ABA routing number'], warnings: 1, missing: 2 })
    const progress = draftProgress('payfac', readiness, violations)
    expect(progressWords(progress)).toBe(
      'Check the ABA routing number · 2 documents missing · 1 answer to check',
    )
    expect(readinessOf({ ...facts, violations: [...violations, blocking(UNDERWRITING_PATH)] })).toMatchObject(
      {
        way: 'hand-over',
        slips: ['ABA routing number'],
      },
    )
  })

  it('is held back if two people share a number, but not if another application has it', () => {
    const shared: Violation = {
      path: 'contacts.items.0.ssn',
      code: 'shared-ssn',
      severity: 'warning',
      message: 'The same.',
    }
    const slipsOf = (violations: Violation[]) => {
      const readiness = readinessOf({ ...facts, violations })
      return readiness.way === null ? [] : readiness.slips
    }
    const slips = slipsOf([shared, { ...shared, path: 'contacts.items.1.ssn' }])
    expect(slips).toEqual(['Social Security number'])
    expect([isHeldBack(slips, false), isHeldBack(slips, true)]).toEqual([true, false])
    expect(isHeldBack(slipsOf([{ ...shared, code: 'duplicate' }]), false)).toBe(false)
  })

  it('is handing over if only our approval is missing', () => {
    const violations = [blocking(UNDERWRITING_PATH)]
    expect(readinessOf({ ...facts, violations })).toMatchObject({ way: 'hand-over' })
    expect(readinessOf({ ...facts, violations, mayHandOver: false })).toMatchObject({ way: null })
    expect(readinessOf({ ...facts, violations, hasNote: true })).toMatchObject({
      way: null,
      reason: expect.stringContaining('note'),
    })
  })

  it('is not ready until the merchant’s other application, which underwriters handled, has been read', () => {
    const words = 'Declined here on Nov 3, 2026 as A-7, which has the same tax ID.'
    const handled = {
      ...blocking(UNDERWRITING_PATH, words),
      about: [{ applicationId: 'a', number: 7, name: 'Oak Bakery' }],
    }
    const readiness = readinessOf({ ...facts, violations: [handled] })
    expect(readiness).toEqual({
      way: null,
      reason: `${words} Open it, and read the other application first.`,
    })
    expect(progressWords(draftProgress('payfac', readiness, [handled]))).toBe('4 of 4 sections')
    const review = stepStates('payfac', [handled], new Set(['review'] as const)).at(-1)
    expect(review?.note).toBeNull()
  })

  it('says how much is required and names the first', () => {
    const violations = [blocking(UNDERWRITING_PATH), blocking('merchant.dbaName', 'Enter the DBA name.')]
    expect(readinessOf({ ...facts, violations })).toEqual({ way: null, reason: 'Enter the DBA name.' })
    expect(readinessOf({ ...facts, violations: [...violations, blocking('contacts.items')] })).toEqual({
      way: null,
      reason: '2 answers missing. Enter the DBA name.',
    })
  })

  it('counts in a list as on its own page', () => {
    const wrong: Violation = { ...blocking('merchant.phone'), code: 'format' }
    const violations = [
      blocking(UNDERWRITING_PATH),
      wrong,
      blocking('merchant.dbaName'),
      blocking('contacts.items'),
    ]
    expect(inTheWayWords(violations)).toEqual(['1 problem', '2 answers missing'])
    expect(draftProgress('payfac', readinessOf({ ...facts, violations }), violations).problems).toBe(1)
    const states = stepStates('payfac', violations, new Set(['merchant', 'contacts', 'review'] as const))
    expect(states.map(({ problems }) => problems).reduce((sum, count) => sum + count)).toBe(1)
  })

  test.each(APPLICATION_STATUSES)(
    'in status %s goes nowhere but from a draft, an approval and a failure',
    (status) => {
      const { way } = readinessOf({ ...facts, status })
      expect(way).toBe(['draft', 'approved', 'not-sent'].includes(status) ? 'submit' : null)
    },
  )

  it('is none in a stage where the partner accepts no changes', () => {
    expect(readinessOf({ ...facts, stage: 'Closed Won' })).toMatchObject({ way: null })
  })
})
