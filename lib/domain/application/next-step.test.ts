import { describe, expect, it } from 'vitest'
import type { ViolationCode } from '@/lib/domain/values/violation'
import { type NextStepFacts, nextStep, unfinishedStep } from './next-step'
import type { ApplicationStatus } from './status'
import { NO_NEEDS, STEP_LABELS, type StepSlug, type StepState, stepsOf } from './steps'

const stepsWith = (states: Partial<Record<StepSlug, StepState['state']>> = {}): StepState[] =>
  stepsOf('payfac').map((slug) => ({
    slug,
    label: STEP_LABELS[slug],
    state: states[slug] ?? 'complete',
    problems: 0,
    doubts: 0,
    at: null,
    note: null,
  }))

const ALL: NextStepFacts = {
  status: 'draft',
  kind: 'payfac',
  statusBeforeRevision: null,
  steps: stepsWith(),
  violations: [],
  needs: NO_NEEDS,
  partnerProblems: 0,
  rejectedRecords: 0,
  neededIds: 0,
  isStageLocked: false,
  isUnchanged: false,
  mayDiscard: false,
  mayWrite: true,
  maySubmit: true,
  mayHandOver: true,
  mayRevise: true,
  mayTakeUp: true,
  mayOpenCase: false,
  mayWriteDocuments: true,
}
const NOTHING_ALLOWED = {
  mayWrite: false,
  maySubmit: false,
  mayHandOver: false,
  mayRevise: false,
  mayTakeUp: false,
  mayWriteDocuments: false,
}
const missing = (path: string) => ({
  path,
  code: 'required' as const,
  message: '',
  severity: 'error' as const,
})

describe('the next step of an application', () => {
  it.each<[string, Partial<NextStepFacts>, string, object]>([
    [
      'goes on with the first step that is not finished',
      { steps: stepsWith({ contacts: 'incomplete', options: 'not-visited' }) },
      'Continue',
      { to: 'go', step: 'contacts' },
    ],
    ['reviews what is finished', {}, 'Review and submit', { to: 'go', step: 'review' }],
    [
      'hands over what only our underwriters stand before',
      { violations: [missing('underwriting')] },
      'Send to underwriting',
      { to: 'go', step: 'review', part: 'underwriting' },
    ],
    [
      'leads to the top of the review if another application of the merchant has to be read first',
      {
        violations: [{ ...missing('underwriting'), about: [{ applicationId: 'a', number: 7, name: 'Oak' }] }],
      },
      'Send to underwriting',
      { to: 'go', step: 'review' },
    ],
    [
      'reviews first where something else is missing besides their approval',
      { violations: [missing('underwriting'), missing('merchant.email')] },
      'Review and submit',
      { to: 'go', step: 'review' },
    ],
    [
      'sends the changes of what the partner has as an update',
      { statusBeforeRevision: 'submitted' },
      'Review and send update',
      { to: 'go', step: 'review' },
    ],
    [
      'goes back where an update would change nothing',
      { statusBeforeRevision: 'submitted', isUnchanged: true, mayDiscard: true },
      'Discard update…',
      { to: 'discard' },
    ],
    [
      'opens the case for whoever may',
      { status: 'in-underwriting', mayOpenCase: true },
      'Open the case',
      { to: 'case' },
    ],
    ['answers underwriters', { status: 'info-requested' }, 'Answer and return', { to: 'go', step: 'review' }],
    ['submits what was approved', { status: 'approved' }, 'Review and submit', { to: 'go', step: 'review' }],
    [
      'corrects what was approved and is wrong since',
      {
        status: 'approved',
        violations: [{ path: 'merchant.dbaName', code: 'required', message: 'm', severity: 'error' }],
      },
      'Recall and correct',
      { to: 'go', step: 'review' },
    ],
    [
      'submits what was approved, where only another application is in the way',
      {
        status: 'approved',
        violations: [
          {
            path: 'merchant.legalName',
            code: 'duplicate',
            message: 'This is a copy of A-7.',
            severity: 'error',
            about: [{ applicationId: 'a', number: 7, name: 'Oak' }],
          },
        ],
      },
      'Review and submit',
      { to: 'go', step: 'review' },
    ],
    ['fixes what was rejected', { status: 'refused' }, 'Fix and resubmit', { to: 'go', step: 'review' }],
    [
      'submits again what never arrived',
      { status: 'not-sent' },
      'Review and submit again',
      { to: 'go', step: 'review' },
    ],
    [
      'resolves an unknown outcome',
      { status: 'outcome-unknown' },
      'Resolve outcome',
      { to: 'here', part: 'resolve' },
    ],
    ['enters missing ids', { status: 'ids-needed' }, 'Enter record IDs', { to: 'here', part: 'record-ids' }],
    ['changes what was taken in part', { status: 'partly-accepted' }, 'Make changes', { to: 'revise' }],
    [
      'enters the ids first without which no update can go',
      { status: 'partly-accepted', neededIds: 1 },
      'Enter record IDs',
      { to: 'here', part: 'record-ids' },
    ],
    [
      'never changes a full application that was taken in part',
      { status: 'partly-accepted', kind: 'full' },
      'See what is left to do',
      { to: 'here', part: 'support' },
    ],
    [
      'adds documents that policy asks for',
      { status: 'submitted', needs: { ...NO_NEEDS, documents: { missing: 2, total: 4 } } },
      'Add documents',
      { to: 'go', step: 'documents' },
    ],
    ['is over where all is there', { status: 'submitted' }, 'Nothing to do', { to: 'none' }],
    ['takes a withdrawn one up', { status: 'withdrawn' }, 'Reopen', { to: 'reopen' }],
  ])('%s', (_, facts, label, target) => {
    const step = nextStep({ ...ALL, ...facts })
    expect([step.label, step.target]).toEqual([label, target])
  })

  it.each<ApplicationStatus>([
    'draft',
    'in-underwriting',
    'info-requested',
    'approved',
    'declined',
    'submitting',
    'submitted',
    'partly-accepted',
    'ids-needed',
    'refused',
    'not-sent',
    'outcome-unknown',
    'withdrawn',
  ])('offers nothing to somebody who may only read: %s', (status) => {
    const { target } = nextStep({ ...ALL, ...NOTHING_ALLOWED, status })
    expect(['wait', 'none']).toContain(target.to)
  })

  it('counts what is open, most pressing first, without what only our underwriters decide', () => {
    const { open } = nextStep({
      ...ALL,
      status: 'info-requested',
      violations: [missing('merchant.email'), missing('underwriting')],
      needs: {
        documents: { missing: 1, total: 3 },
        asks: [
          { path: null, isDone: false },
          { path: null, isDone: true },
        ],
      },
    })
    expect(open).toEqual(['1 request open', '1 answer missing', '1 document missing'])
  })

  it('counts the records that the partner rejected', () => {
    const { open } = nextStep({ ...ALL, status: 'partly-accepted', rejectedRecords: 2, neededIds: 1 })
    expect(open).toEqual(['2 records rejected', '1 record ID missing'])
  })

  it('names the steps that nobody has visited if nothing else is missing', () => {
    const { open } = nextStep({ ...ALL, steps: stepsWith({ options: 'not-visited' }) })
    expect(open).toEqual(['Not started: Options'])
  })

  it('names a number that is certainly wrong, and counts the other warnings', () => {
    const warning = (path: string, code: ViolationCode) => ({
      path,
      code,
      message: '',
      severity: 'warning' as const,
    })
    const routing = warning('accounts.items.0.routingNumber', 'check-digit')
    const doubtful = [warning('merchant.ein', 'implausible'), warning('merchant.email', 'duplicate')]
    const open = (violations: NextStepFacts['violations'], status: ApplicationStatus = 'draft') =>
      nextStep({ ...ALL, status, violations }).open
    expect(open([routing, ...doubtful])).toEqual(['Check the ABA routing number', '2 other warnings'])
    expect(open(doubtful)).toEqual(['2 warnings'])
    expect(open([warning('merchant.email', 'asked')])).toEqual([])
    expect(open([routing], 'submitted')).toEqual([])
  })

  it('asks for no documents of a closed application', () => {
    const needs = { ...NO_NEEDS, documents: { missing: 2, total: 4 } }
    for (const status of ['declined', 'withdrawn', 'in-underwriting'] as const)
      expect(nextStep({ ...ALL, status, needs }).open).toEqual([])
  })

  it('of a draft that lacks only documents is its review', () => {
    expect(unfinishedStep(stepsWith({ documents: 'attention', review: 'attention' }))).toBe('review')
  })
})
