import { describe, expect, it } from 'vitest'
import type { Violation, ViolationCode } from '@/lib/domain/values/violation'
import { type StepSlug, stepOf, stepStates, stepsOf } from './steps'

const violation = (
  path: string,
  code: ViolationCode,
  severity: Violation['severity'] = 'error',
): Violation => ({
  path,
  code,
  message: '',
  severity,
})
const everything = new Set(stepsOf('full'))
const stateOf = (slug: StepSlug, violations: Violation[], looked: ReadonlySet<StepSlug> = everything) => {
  const state = stepStates('full', violations, looked).find((step) => step.slug === slug)
  return [state?.state, state?.problems]
}

describe('the steps', () => {
  it('are those of the sections, with pricing in a full application only, then documents and review', () => {
    expect(stepsOf('payfac')).toEqual(['merchant', 'contacts', 'accounts', 'options', 'documents', 'review'])
    expect(stepsOf('full')).toEqual([
      'merchant',
      'contacts',
      'accounts',
      'options',
      'pricing',
      'documents',
      'review',
    ])
  })
})

describe('the state of a step', () => {
  it('is complete without violations', () => {
    expect(stepStates('payfac', [], everything).map(({ state }) => state)).toEqual(
      stepsOf('payfac').map(() => 'complete'),
    )
  })

  it('is not looked at until somebody looked, whatever is missing', () => {
    expect(stateOf('merchant', [violation('merchant.phone', 'required')], new Set())).toEqual([
      'not-looked-at',
      0,
    ])
  })

  it('is incomplete while values are only missing', () => {
    expect(stateOf('merchant', [violation('merchant.phone', 'required')])).toEqual(['incomplete', 0])
  })

  it('has problems, counted, as soon as something is wrong', () => {
    const violations = [
      violation('contacts.items', 'ownership'),
      violation('contacts.items.0.ssn', 'format'),
      violation('contacts.items.0.city', 'required'),
    ]
    expect(stateOf('contacts', violations)).toEqual(['problems', 2])
    expect(stateOf('accounts', violations)).toEqual(['complete', 0])
  })

  it('stays complete with a warning alone', () => {
    expect(stateOf('options', [violation('options.highTicket', 'implausible', 'warning')])).toEqual([
      'complete',
      0,
    ])
    expect(stateOf('accounts', [violation('accounts.items', 'required', 'warning')])).toEqual(['complete', 0])
  })

  it('of the review is incomplete while any other step is', () => {
    expect(stateOf('review', [violation('merchant.phone', 'format')])).toEqual(['incomplete', 0])
    expect(stateOf('review', [violation('merchant.phone', 'format', 'warning')])).toEqual(['complete', 0])
  })
})

describe('a violation is mended', () => {
  it.each([
    ['merchant.taxId', 'merchant'],
    ['contacts.items.1.ssn', 'contacts'],
    ['accounts.items', 'accounts'],
    ['options.highTicket', 'options'],
    ['documents', 'documents'],
    ['', 'review'],
    ['unknown.place', 'review'],
  ])('%s on the step %s', (path, step) => {
    expect(stepOf(path)).toBe(step)
  })
})
