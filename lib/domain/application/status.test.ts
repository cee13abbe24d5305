import { describe, expect, it, test } from 'vitest'
import {
  APPLICATION_STATUSES,
  type ApplicationEvent,
  type ApplicationStatus,
  canDiscard,
  canEdit,
  canRevise,
  canSubmit,
  checkSubmittable,
  documentsHeld,
  filterLabel,
  isEditable,
  isLockedStage,
  isOutcomeOpen,
  isUpdateNotSent,
  listedStatus,
  lockedStageOf,
  mayHandOver,
  nextStatus,
  type Precheck,
  STATUS_TEXTS,
  stageOfRefusal,
  statusMeaning,
  statusTextsOf,
  takesDocuments,
} from './status'

const EVENTS: ApplicationEvent[] = [
  'hand-over',
  'take-back',
  'ask',
  'answer',
  'withdraw-ask',
  'approve',
  'decline',
  'withdraw-decline',
  'submit',
  'accepted',
  'partly-accepted',
  'accepted-without-ids',
  'refused',
  'not-sent',
  'unknown',
  'send-again',
  'withdraw',
  'reopen',
]

/** Every transition; all others are refused. */
const ALLOWED: [ApplicationStatus, ApplicationEvent, ApplicationStatus][] = [
  ['draft', 'submit', 'submitting'],
  ['draft', 'withdraw', 'withdrawn'],
  ['draft', 'hand-over', 'in-underwriting'],
  ['refused', 'hand-over', 'in-underwriting'],
  ['not-sent', 'hand-over', 'in-underwriting'],
  ['in-underwriting', 'take-back', 'draft'],
  ['in-underwriting', 'ask', 'info-requested'],
  ['in-underwriting', 'approve', 'approved'],
  ['in-underwriting', 'decline', 'declined'],
  ['declined', 'withdraw-decline', 'in-underwriting'],
  ['info-requested', 'answer', 'in-underwriting'],
  ['info-requested', 'withdraw-ask', 'in-underwriting'],
  ['info-requested', 'take-back', 'draft'],
  ['approved', 'submit', 'submitting'],
  ['approved', 'take-back', 'draft'],
  ['submitting', 'accepted', 'submitted'],
  ['submitting', 'partly-accepted', 'partly-accepted'],
  ['submitting', 'accepted-without-ids', 'ids-needed'],
  ['submitting', 'refused', 'refused'],
  ['submitting', 'not-sent', 'not-sent'],
  ['submitting', 'unknown', 'outcome-unknown'],
  ['submitted', 'reopen', 'draft'],
  ['partly-accepted', 'reopen', 'draft'],
  ['partly-accepted', 'accepted', 'submitted'],
  ['ids-needed', 'accepted', 'submitted'],
  ['refused', 'submit', 'submitting'],
  ['refused', 'withdraw', 'withdrawn'],
  ['not-sent', 'submit', 'submitting'],
  ['not-sent', 'withdraw', 'withdrawn'],
  ['outcome-unknown', 'accepted', 'submitted'],
  ['outcome-unknown', 'partly-accepted', 'partly-accepted'],
  ['outcome-unknown', 'not-sent', 'not-sent'],
  ['outcome-unknown', 'send-again', 'submitting'],
  ['withdrawn', 'reopen', 'draft'],
]

describe('the events of an application', () => {
  test.each(ALLOWED)('%s, %s: then %s', (status, event, next) => {
    expect(nextStatus(status, event)).toBe(next)
  })

  it('no other event', () => {
    const possible = APPLICATION_STATUSES.flatMap((status) =>
      EVENTS.filter((event) => nextStatus(status, event) !== null).map((event) => `${status} ${event}`),
    )
    expect(possible.sort()).toEqual(ALLOWED.map(([status, event]) => `${status} ${event}`).sort())
  })

  it('an unknown outcome is never submitted again in the ordinary way', () => {
    expect(canSubmit('outcome-unknown')).toBe(false)
    expect(canSubmit('submitting')).toBe(false)
  })

  it('values may change and be submitted only if nothing that was sent would contradict them', () => {
    expect(APPLICATION_STATUSES.filter(canEdit)).toEqual(['draft', 'info-requested', 'refused', 'not-sent'])
    expect(APPLICATION_STATUSES.filter(canSubmit)).toEqual(['draft', 'approved', 'refused', 'not-sent'])
  })

  it.each([...APPLICATION_STATUSES])('%s has a label, a meaning and a next step', (status) => {
    const { label, meaning } = STATUS_TEXTS[status]
    expect(label).toMatch(/^[A-Z]/)
    expect(meaning).toMatch(/\.$/)
  })
})

test('only a draft whose earlier version the partner has is called an update', () => {
  for (const status of APPLICATION_STATUSES) {
    expect(statusTextsOf({ status, statusBeforeRevision: null })).toBe(STATUS_TEXTS[status])
    if (status !== 'draft')
      expect(statusTextsOf({ status, statusBeforeRevision: 'submitted' })).toBe(STATUS_TEXTS[status])
  }
  const update = { status: 'draft', statusBeforeRevision: 'submitted' } as const
  expect(statusTextsOf(update)).toMatchObject({ label: 'Submitted, update not sent', tone: 'good' })
  expect(listedStatus(update)).toBe('submitted')
  expect(listedStatus({ ...update, status: 'refused' })).toBe('refused')
  expect(listedStatus({ status: 'draft', statusBeforeRevision: null })).toBe('draft')
})

describe('rule 13: an update in a locked stage is refused', () => {
  test.each([
    ['Pending Underwriting', true],
    ['Closed Won', true],
    ['closed won', true],
    ['  CLOSED   WON ', true],
    ['pending Underwriting', true],
    ['Not Closed Won', false],
    ['Closed Won?', false],
    ['Prospecting', false],
    ['', false],
    [null, false],
  ])('stage %s', (stage, locked) => {
    expect(isLockedStage(stage)).toBe(locked)
  })

  test.each<[string, string | null, string | null]>([
    ['An application in stage Closed Won cannot be updated', 'ENTITY_IS_LOCKED', 'Closed Won'],
    ['The record is locked', 'ENTITY_IS_LOCKED', 'A locked stage'],
    ['An application in stage Closed Won cannot be updated.', null, 'Closed Won'],
    ['The opportunity is already in stage “Pending Underwriting”', 'INVALID', 'Pending Underwriting'],
    ['Closed Won', null, 'Closed Won'],
    ['Contact 2: Closed Won is no role', 'INVALID_FIELD', null],
    ['The tax id is that of an application in stage Closed Won', 'DUPLICATE_VALUE', null],
    ['Another application is Pending Underwriting', null, null],
    ['Tax id must have 9 digits', 'FIELD_INTEGRITY_EXCEPTION', null],
  ])('the refusal %j with code %s tells of %s', (message, code, stage) => {
    expect(
      stageOfRefusal([
        { code: null, message: 'Something else' },
        { code, message },
      ]),
    ).toBe(stage)
  })
})

describe('an application that we underwrite', () => {
  const check = (partnerUnderwrites: boolean | null, approved: boolean, precheck: Precheck = 'off') =>
    checkSubmittable({ partnerUnderwrites, approved, precheck, handled: [] }).map(
      ({ path, severity }) => `${severity} ${path}`,
    )

  it('needs our approval before it is submitted', () => {
    expect(check(false, false)).toEqual(['error underwriting'])
    expect(check(false, true)).toEqual([])
  })

  it('needs no approval if the partner underwrites, or while that is not answered', () => {
    expect(check(true, false)).toEqual([])
    expect(check(null, false)).toEqual([])
  })

  it('is reviewed first if Settings require it, whoever underwrites', () => {
    expect(check(true, false, 'required')).toEqual(['error underwriting'])
    expect(check(null, false, 'required')).toEqual(['error underwriting'])
    expect(check(true, true, 'required')).toEqual([])
    expect(check(true, false, 'optional')).toEqual([])
  })

  it('can be handed over always if we decide, otherwise if Settings allow it', () => {
    const may = (partnerUnderwrites: boolean | null, precheck: Precheck) =>
      mayHandOver({ partnerUnderwrites, precheck, handled: [] })
    expect(may(false, 'off')).toBe(true)
    expect(may(true, 'off')).toBe(false)
    expect(may(true, 'optional')).toBe(true)
    expect(may(null, 'required')).toBe(true)
  })
})

test.each<[ApplicationStatus, boolean, boolean]>([
  ['draft', false, true],
  ['submitted', true, true],
  ['withdrawn', false, false],
  ['withdrawn', true, false],
  ['declined', false, false],
  ['declined', true, true],
])('%s, at the partner: %s, takes documents: %s', (status, isAtPartner, expected) => {
  expect(takesDocuments(status, isAtPartner)).toBe(expected)
})

test('an update can be discarded while it can be changed, except when underwriters asked for it, and when they declined it', () => {
  expect(APPLICATION_STATUSES.filter(canDiscard)).toEqual(
    APPLICATION_STATUSES.filter(
      (status) => status === 'declined' || (status !== 'info-requested' && canEdit(status)),
    ),
  )
  expect(canDiscard('info-requested')).toBe(false)
  expect(canDiscard('declined')).toBe(true)
  expect(canDiscard('draft')).toBe(true)
  expect(canDiscard('submitted')).toBe(false)
})

const those = (holds: (status: ApplicationStatus) => boolean) => APPLICATION_STATUSES.filter(holds)

test('what the partner has can be updated, except by the endpoint that only creates', () => {
  expect(those((status) => canRevise(status, 'payfac'))).toEqual(['submitted', 'partly-accepted'])
  expect(those((status) => canRevise(status, 'full'))).toEqual([])
})

test('these statuses have an unknown outcome', () => {
  expect(those(isOutcomeOpen)).toEqual(['submitting', 'outcome-unknown'])
})

test('a draft is an update only if the partner has an earlier version', () => {
  expect(those((status) => isUpdateNotSent({ status, statusBeforeRevision: 'submitted' }))).toEqual(['draft'])
  expect(those((status) => isUpdateNotSent({ status, statusBeforeRevision: null }))).toEqual([])
})

test.each([
  ['draft', null, true],
  ['draft', 'Closed Lost', true],
  ['draft', ' closed  won ', false],
  ['draft', 'A locked stage', false],
  ['info-requested', null, true],
  ['submitted', null, false],
  ['submitted', 'Closed Won', false],
] as const)('%s in stage %j can be changed: %s', (status, stage, expected) => {
  expect(isEditable({ status, stage })).toBe(expected)
})

test.each([
  [null, null],
  ['closed   won', 'Closed Won'],
  [' PENDING Underwriting', 'Pending Underwriting'],
  ['Closed', null],
  ['A locked stage', null],
])('the locked stage of %j is %j', (stage, expected) => {
  expect(lockedStageOf(stage)).toBe(expected)
})

test('a filter has the name of its status; the one for updates has its own', () => {
  expect(filterLabel('in-underwriting')).toBe('In review')
  expect(filterLabel('update-not-sent')).toBe('Update not sent')
})

test('only the creating endpoint can create duplicates by sending the rest again', () => {
  expect(statusMeaning('partly-accepted', 'full')).toMatch(/^The partner accepted some .* create duplicates/)
  expect(statusMeaning('partly-accepted', 'payfac')).toBe(STATUS_TEXTS['partly-accepted'].meaning)
  expect(statusMeaning('draft', 'full')).toBe(STATUS_TEXTS.draft.meaning)
})

test('documents cannot be changed while underwriters review them, or once an approval depends on them', () => {
  expect(those((status) => documentsHeld(status) !== null)).toEqual(['in-underwriting', 'approved'])
  expect(documentsHeld('in-underwriting')).toBe(
    'Our underwriters are reviewing these documents. You can add more. To replace, remove, rename or refile one, take the application back.',
  )
  expect(documentsHeld('approved')).toBe(
    'The approval is for these documents. Adding one voids the approval. To replace, remove, rename or refile one, take the application back.',
  )
})

test.each<[boolean | null, Precheck, string]>([
  [
    false,
    'off',
    'Our underwriters must approve this application before you can submit it. Send it to underwriting.',
  ],
  [true, 'required', 'Settings require a review by our underwriters first. Send it to underwriting.'],
])('what stands against submitting is told: mode %s, a look %s', (partnerUnderwrites, precheck, message) => {
  expect(checkSubmittable({ partnerUnderwrites, precheck, handled: [], approved: false })).toEqual([
    { path: 'underwriting', code: 'required', message, severity: 'error' },
  ])
})

test('an update’s draft has a label and a meaning of its own', () => {
  expect(statusTextsOf({ status: 'draft', statusBeforeRevision: 'submitted' })).toEqual({
    ...STATUS_TEXTS.submitted,
    label: 'Submitted, update not sent',
    meaning: 'The partner has an earlier version. It was opened for changes: submit or discard them.',
  })
  expect(statusTextsOf({ status: 'draft', statusBeforeRevision: null })).toEqual(STATUS_TEXTS.draft)
})

test('a refusal that only names the stage means that it is locked, whatever its spacing', () => {
  expect(stageOfRefusal([{ code: null, message: ' Closed Won. ' }])).toBe('Closed Won')
  expect(stageOfRefusal([{ code: null, message: 'Closed' }])).toBeNull()
})
