import { describe, expect, it } from 'vitest'
import type { Violation, ViolationCode } from '@/lib/domain/values/violation'
import { unfinishedStep } from './next-step'
import { UNDERWRITING_PATH } from './status'
import { NO_NEEDS, type StepNeeds, type StepSlug, stepOf, stepStates, stepsOf } from './steps'

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
const stateOf = (slug: StepSlug, violations: Violation[], visited: ReadonlySet<StepSlug> = everything) => {
  const state = stepStates('full', violations, visited).find((step) => step.slug === slug)
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

  it('is not visited until somebody visits it, whatever is missing', () => {
    expect(stateOf('merchant', [violation('merchant.phone', 'required')], new Set())).toEqual([
      'not-visited',
      0,
    ])
  })

  it('is incomplete if values are only missing', () => {
    expect(stateOf('merchant', [violation('merchant.phone', 'required')])).toEqual(['incomplete', 0])
  })

  it('has problems, with their number, once something is wrong', () => {
    const violations = [
      violation('contacts.items', 'ownership'),
      violation('contacts.items.0.ssn', 'format'),
      violation('contacts.items.0.city', 'required'),
    ]
    expect(stateOf('contacts', violations)).toEqual(['problems', 2])
    expect(stateOf('accounts', violations)).toEqual(['complete', 0])
  })

  it('is not complete with a warning, which it counts; a request is shown as a request', () => {
    const warnings = [
      violation('options.highTicket', 'implausible', 'warning'),
      violation('options.averageTicket', 'implausible', 'warning'),
      violation('merchant.phone', 'asked', 'warning'),
    ]
    expect(stateOf('options', warnings)).toEqual(['attention', 0])
    expect(stepStates('full', warnings, everything).map(({ note }) => note)).toEqual([
      null,
      null,
      null,
      '2 to check',
      null,
      null,
      null,
    ])
  })

  it.each([
    ['draft', null],
    ['in-underwriting', 'In review'],
    ['info-requested', 'To be returned'],
    ['approved', 'To be submitted'],
    ['submitted', null],
  ] as const)('of the review while it is %s, with nothing else open: %s', (status, note) => {
    const review = stepStates('payfac', [], everything, { ...NO_NEEDS, status }).find(
      ({ slug }) => slug === 'review',
    )
    expect(review?.note).toBe(note)
    expect(review?.state).toBe(note === null ? 'complete' : 'attention')
  })

  it('is not complete with an empty list that should have items, although that blocks nothing', () => {
    expect(stateOf('accounts', [violation('accounts.items', 'required', 'warning')])).toEqual([
      'attention',
      0,
    ])
  })

  it('of the review is ready for underwriting if only that is missing', () => {
    const approval = violation(UNDERWRITING_PATH, 'required')
    const noteOf = (violations: Violation[], needs: StepNeeds = NO_NEEDS) => {
      const review = stepStates('payfac', violations, everything, needs).at(-1)
      return [review?.state, review?.note]
    }
    expect(noteOf([approval])).toEqual(['attention', 'Ready for underwriting'])
    expect(noteOf([approval, violation('merchant.phone', 'required')])).toEqual(['incomplete', null])
    expect(noteOf([{ ...approval, about: [] }]), 'another application is read first').toEqual([
      'incomplete',
      null,
    ])
    const missing = { ...NO_NEEDS, documents: { missing: 2, total: 4 } }
    expect(noteOf([approval], missing)).toEqual(['attention', '2 missing'])
  })

  it('of the review is incomplete while any other step is', () => {
    expect(stateOf('review', [violation('merchant.phone', 'format')])).toEqual(['incomplete', 0])
    expect(stateOf('review', [violation('merchant.phone', 'format', 'warning')])).toEqual(['complete', 0])
  })
})

describe('a violation is corrected', () => {
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

describe('what is wanted although nothing blocks', () => {
  const look = (
    slug: StepSlug,
    needs: Partial<StepNeeds>,
    violations: Violation[] = [],
    visited = everything,
  ) => {
    const step = stepStates('payfac', violations, visited, { ...NO_NEEDS, ...needs }).find(
      (one) => one.slug === slug,
    )
    return [step?.state, step?.note]
  }
  const documents = { missing: 3, total: 4 }
  const ask = (path: string | null, isDone = false) => ({ path, isDone })

  it('keeps only documents and review from being complete', () => {
    expect(look('documents', { documents })).toEqual(['attention', '3 of 4 to go'])
    expect(look('documents', { documents: { missing: 0, total: 4 } })).toEqual(['complete', null])
    expect(look('review', { documents })).toEqual(['attention', '3 missing'])
    expect(look('review', { documents }, [], new Set(['review']))).toEqual(['attention', '3 missing'])
    expect(look('review', { documents }, [violation('contacts.items', 'ownership')])).toEqual([
      'incomplete',
      null,
    ])
    expect(look('contacts', { documents })).toEqual(['complete', null])
  })

  it('is not shown for documents that nobody has visited', () => {
    expect(look('documents', { documents }, [], new Set())).toEqual(['not-visited', null])
  })

  it('includes what underwriters ask, in its step and at the review, until it is answered', () => {
    const asks = [ask('merchant.taxId'), ask('merchant.phone', true), ask('documents.voided-check')]
    expect(look('merchant', { asks })).toEqual(['attention', '1 request open'])
    expect(look('documents', { asks })).toEqual(['attention', '1 request open'])
    expect(look('contacts', { asks })).toEqual(['complete', null])
    expect(look('review', { asks })).toEqual(['attention', '2 requests open'])
    expect(look('merchant', { asks }, [], new Set())).toEqual(['attention', '1 request open'])
    expect(look('merchant', { asks: [ask('merchant.phone', true)] })).toEqual(['complete', null])
  })

  it('is asked at the review if its place is gone', () => {
    expect(look('review', { asks: [ask(null)] })).toEqual(['attention', '1 request open'])
  })

  it('shows a missing value beside a request, in visited and unvisited steps', () => {
    const missing = [violation('merchant.phone', 'required')]
    const asks = [ask('merchant.taxId')]
    expect(look('merchant', { asks }, missing)).toEqual(['incomplete', '1 request open'])
    expect(look('merchant', { asks }, missing, new Set())).toEqual(['incomplete', '1 request open'])
    expect(look('review', { asks }, missing)).toEqual(['incomplete', '1 request open'])
    expect(unfinishedStep(stepStates('payfac', missing, everything, { ...NO_NEEDS, asks }))).toBe('merchant')
  })

  it('comes after problems', () => {
    const wrong = [violation('merchant.taxId', 'format')]
    expect(look('merchant', { asks: [ask('merchant.taxId')] }, wrong)).toEqual(['problems', null])
  })
})
