import type { Violation } from '@/lib/domain/values/violation'
import { type Handled, handledLinks, handledWords, weightiest } from './handled'
import type { ApplicationKind } from './kind'

export const APPLICATION_STATUSES = [
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
] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export type Tone = 'neutral' | 'progress' | 'good' | 'bad' | 'warn'

/** What each status is called, what it means for the reader's work, and what to do next. */
export const STATUS_TEXTS: Readonly<
  Record<ApplicationStatus, { label: string; meaning: string; tone: Tone }>
> = {
  draft: {
    label: 'Draft',
    meaning: 'Not sent yet. Complete the steps, then review and submit it.',
    tone: 'neutral',
  },
  'in-underwriting': {
    label: 'In review',
    meaning:
      'Our underwriters are reviewing it. It is locked until they request information or decide, or you recall it.',
    tone: 'progress',
  },
  'info-requested': {
    label: 'Info requested',
    meaning: 'Our underwriters need more information. Answer at the marked fields, then return it.',
    tone: 'warn',
  },
  approved: {
    label: 'Approved',
    meaning: 'Our underwriters approved it. Submit it. Any change needs a new decision.',
    tone: 'good',
  },
  declined: {
    label: 'Declined',
    meaning:
      'Our underwriters declined it and it is closed. They can withdraw a mistaken decline; you can copy it into a new application.',
    tone: 'bad',
  },
  submitting: {
    label: 'Submitting',
    meaning: 'It is being sent to the partner. You can leave this page.',
    tone: 'progress',
  },
  submitted: {
    label: 'Submitted',
    meaning: 'The partner accepted it. Its documents are sent automatically.',
    tone: 'good',
  },
  'partly-accepted': {
    label: 'Partially accepted',
    meaning:
      'The partner accepted some records and rejected others. Fix the rejected records and send them as an update.',
    tone: 'warn',
  },
  'ids-needed': {
    label: 'Record IDs needed',
    meaning: 'The partner accepted it but returned no record IDs. Documents wait until the IDs are entered.',
    tone: 'warn',
  },
  refused: {
    label: 'Rejected',
    meaning:
      'The partner rejected it. Nothing was created or changed there. Fix what it names and submit again.',
    tone: 'bad',
  },
  'not-sent': {
    label: 'Not sent',
    meaning: 'It did not reach the partner. Nothing was created or changed there. Submit it again.',
    tone: 'bad',
  },
  'outcome-unknown': {
    label: 'Outcome unknown',
    meaning:
      'It was sent, but no clear answer came back: records may exist. Nothing is resent automatically. Check with the partner.',
    tone: 'warn',
  },
  withdrawn: {
    label: 'Withdrawn',
    meaning: 'It was withdrawn before the partner accepted it.',
    tone: 'neutral',
  },
}

/** Where the endpoint that only creates makes a difference. */
const FULL_MEANINGS: Readonly<Partial<Record<ApplicationStatus, string>>> = {
  'partly-accepted':
    'The partner accepted some records and rejected others. Sending it again would create duplicates. Ask partner support to add the rest.',
}

/** What the status means for the reader's work, in this kind of application. */
export const statusMeaning = (status: ApplicationStatus, kind: ApplicationKind): string =>
  (kind === 'full' ? FULL_MEANINGS[status] : undefined) ?? STATUS_TEXTS[status].meaning

/** Where the partner has an earlier version of it, which this one would update: the status of that. */
export type StatusAndRevision = { status: ApplicationStatus; statusBeforeRevision: ApplicationStatus | null }

/** A mark and a filter beside the statuses: changes of what the partner has, which nobody has sent or handed over. */
export const UPDATE_NOT_SENT = { slug: 'update-not-sent', label: 'Update not sent' } as const

export const isUpdateNotSent = ({ status, statusBeforeRevision }: StatusAndRevision): boolean =>
  status === 'draft' && statusBeforeRevision !== null

/** Under what it is listed and counted: what was submitted stays submitted while somebody changes it. */
export const listedStatus = (application: StatusAndRevision): ApplicationStatus =>
  (isUpdateNotSent(application) ? application.statusBeforeRevision : null) ?? application.status

/** What the list can be narrowed to, in its order. */
export const LIST_FILTERS = [...APPLICATION_STATUSES, UPDATE_NOT_SENT.slug] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

export const filterLabel = (filter: ListFilter): string =>
  filter === UPDATE_NOT_SENT.slug ? UPDATE_NOT_SENT.label : STATUS_TEXTS[filter].label

/** What its status is called on a page and in an export: the draft of an update is no application never sent. */
export function statusTextsOf(application: StatusAndRevision): (typeof STATUS_TEXTS)[ApplicationStatus] {
  const texts = STATUS_TEXTS[listedStatus(application)]
  return isUpdateNotSent(application)
    ? {
        ...texts,
        label: `${texts.label}, update not sent`,
        meaning: 'The partner has an earlier version. It was opened for changes: submit or discard them.',
      }
    : texts
}

/**
 * What can happen to an application. `hand-over` to `withdraw-decline` are between staff and our own underwriters;
 * `send-again` repeats the identical request of an unknown outcome;
 * `reopen` starts a revision, or takes a withdrawn draft up again. A revision that is discarded goes back to
 * the status before it, which is no event of this table.
 */
export type ApplicationEvent =
  | 'hand-over'
  | 'take-back'
  | 'ask'
  | 'answer'
  | 'withdraw-ask'
  | 'approve'
  | 'decline'
  | 'withdraw-decline'
  | 'submit'
  | 'accepted'
  | 'partly-accepted'
  | 'accepted-without-ids'
  | 'refused'
  | 'not-sent'
  | 'unknown'
  | 'send-again'
  | 'withdraw'
  | 'reopen'

const TRANSITIONS: Readonly<
  Record<ApplicationStatus, Partial<Readonly<Record<ApplicationEvent, ApplicationStatus>>>>
> = {
  draft: { submit: 'submitting', withdraw: 'withdrawn', 'hand-over': 'in-underwriting' },
  'in-underwriting': {
    'take-back': 'draft',
    ask: 'info-requested',
    approve: 'approved',
    decline: 'declined',
  },
  'info-requested': { answer: 'in-underwriting', 'withdraw-ask': 'in-underwriting', 'take-back': 'draft' },
  // Taken back to be changed: the approval falls with the first change of what was approved.
  approved: { submit: 'submitting', 'take-back': 'draft' },
  declined: { 'withdraw-decline': 'in-underwriting' },
  submitting: {
    accepted: 'submitted',
    'partly-accepted': 'partly-accepted',
    'accepted-without-ids': 'ids-needed',
    refused: 'refused',
    'not-sent': 'not-sent',
    unknown: 'outcome-unknown',
  },
  submitted: { reopen: 'draft' },
  // Its support made the rest of what only creates, and a person entered the ids.
  'partly-accepted': { reopen: 'draft', accepted: 'submitted' },
  // A person entered the ids that the answer lacked.
  'ids-needed': { accepted: 'submitted' },
  refused: { submit: 'submitting', withdraw: 'withdrawn', 'hand-over': 'in-underwriting' },
  'not-sent': { submit: 'submitting', withdraw: 'withdrawn', 'hand-over': 'in-underwriting' },
  // Never left by itself: a person found the records, confirmed that there are none, or sends it once more.
  'outcome-unknown': {
    accepted: 'submitted',
    'partly-accepted': 'partly-accepted',
    'not-sent': 'not-sent',
    'send-again': 'submitting',
  },
  withdrawn: { reopen: 'draft' },
}

/** The status after the event, or null where the event cannot happen in this status. */
export const nextStatus = (status: ApplicationStatus, event: ApplicationEvent): ApplicationStatus | null =>
  TRANSITIONS[status][event] ?? null

/** Values may change: nothing that was sent stands at the partner under them. */
export const canEdit = (status: ApplicationStatus): boolean =>
  status === 'draft' || status === 'refused' || status === 'not-sent' || status === 'info-requested'

/** The same, and the partner would take the change: in a locked stage it refuses every update. */
export const isEditable = ({ status, stage }: { status: ApplicationStatus; stage: string | null }): boolean =>
  canEdit(status) && !isLockedStage(stage)

/** It was sent, and nobody knows yet whether the partner has it. */
export const isOutcomeOpen = (status: ApplicationStatus): boolean =>
  status === 'submitting' || status === 'outcome-unknown'

export const canSubmit = (status: ApplicationStatus): boolean => nextStatus(status, 'submit') !== null

/** What the partner has, in whole or in part, can be changed there: but not by the alias, which only creates. */
export const canRevise = (status: ApplicationStatus, kind: ApplicationKind): boolean =>
  kind === 'payfac' && status !== 'withdrawn' && nextStatus(status, 'reopen') !== null

/**
 * Changes of what the partner has can be discarded, unless underwriters have asked for something in them; also
 * those that they declined: what the partner has stands on.
 */
export const canDiscard = (status: ApplicationStatus): boolean =>
  status === 'declined' || (canEdit(status) && status !== 'info-requested')

/** Documents of what nobody will send, or has given up for now, would wait for ever. */
export const takesDocuments = (status: ApplicationStatus, isAtPartner: boolean): boolean =>
  status !== 'withdrawn' && (status !== 'declined' || isAtPartner)

/**
 * Why its documents stay as they are; null where they can be changed. Underwriters decide from them, and what was
 * approved rests on them. More can be added.
 */
export function documentsHeld(status: ApplicationStatus): string | null {
  switch (status) {
    case 'in-underwriting':
      return 'Our underwriters are reviewing these documents. You can add more. To replace, remove, rename or refile one, take the application back.'
    case 'approved':
      return 'The approval is for these documents. Adding one voids the approval. To replace, remove, rename or refile one, take the application back.'
    default:
      return null
  }
}

/** Stages in which the partner refuses every update (rule 13; interface, "States and transitions"). */
export const LOCKED_STAGES: readonly string[] = ['Pending Underwriting', 'Closed Won']

/** What we put where a refusal said that the stage is locked, and not which it is. */
export const UNNAMED_LOCKED_STAGE = 'A locked stage'

const plainStage = (stage: string): string => stage.trim().replace(/\s+/g, ' ').toLowerCase()

/** `closed won` → `Closed Won`, as people type it; null for a stage that is not locked. */
export const lockedStageOf = (stage: string | null): string | null =>
  (stage !== null && LOCKED_STAGES.find((locked) => plainStage(locked) === plainStage(stage))) || null

export const isLockedStage = (stage: string | null): boolean =>
  lockedStageOf(stage) !== null || stage === UNNAMED_LOCKED_STAGE

/**
 * The locked stage that the refusal of an update tells of (rule 13), or null where it tells of none: by its code, or
 * by a message that says this and nothing else. One that merely mentions a stage may be about anything.
 */
export function stageOfRefusal(problems: readonly { code: string | null; message: string }[]): string | null {
  for (const { code, message } of problems) {
    const named = LOCKED_STAGES.find((stage) => plainStage(message).includes(plainStage(stage))) ?? null
    if (code === 'ENTITY_IS_LOCKED') return named ?? UNNAMED_LOCKED_STAGE
    if (named !== null && SAYS_LOCKED.test(message.trim())) return named
  }
  return null
}

const STAGE = `["“']?(?:${LOCKED_STAGES.join('|')})["”']?`
const THING = '(?:(?:an|the|this) )?(?:application|opportunity|record)'
const NO_UPDATE = '(?:cannot|can not|may not|must not) be (?:updated|changed|modified)'

/** `An application in stage Closed Won cannot be updated.`, and the like. */
const SAYS_LOCKED = new RegExp(
  `^(?:${STAGE}|${THING} (?:is )?(?:already )?in (?:the )?stage ${STAGE}(?:,? (?:and )?(?:it )?${NO_UPDATE})?|${THING} is locked in (?:the )?stage ${STAGE})[.!]?$`,
  'i',
)

/** Whether our underwriters look at what the partner underwrites: never, where staff ask, or always. */
export type Precheck = 'off' | 'optional' | 'required'

/** What decides whether our underwriters must approve an application before it is submitted. */
export type ApprovalFacts = {
  /** Null where it is not answered, and in a full application, which does not ask: the partner underwrites those. */
  partnerUnderwrites: boolean | null
  precheck: Precheck
  /** This application and those that are tied to it, as far as our underwriters have handled them. */
  handled: readonly Handled[]
}

export type ApprovalReason = { by: 'mode' } | { by: 'handled'; handled: Handled } | { by: 'precheck' }

/**
 * Why it needs our underwriters' approval; null where it does not. Where the partner does not underwrite, we do.
 * What they have handled stays theirs whatever the mode says later: whose work is judged does not choose the judge.
 */
export function approvalReason({
  partnerUnderwrites,
  precheck,
  handled,
}: ApprovalFacts): ApprovalReason | null {
  if (partnerUnderwrites === false) return { by: 'mode' }
  const named = weightiest(handled)
  if (named) return { by: 'handled', handled: named }
  return precheck === 'required' ? { by: 'precheck' } : null
}

/** Whether staff may hand it to our underwriters: always where they must approve it. */
export const mayHandOver = (facts: ApprovalFacts): boolean =>
  approvalReason(facts) !== null || facts.precheck !== 'off'

/** The place of what stands against submitting for want of our underwriters' approval; no field's. */
export const UNDERWRITING_PATH = 'underwriting'

/** `approved`: an approval of exactly what would be sent stands. */
export function checkSubmittable({ approved, ...facts }: ApprovalFacts & { approved: boolean }): Violation[] {
  const reason = approved ? null : approvalReason(facts)
  if (!reason) return []
  return [
    {
      path: UNDERWRITING_PATH,
      code: 'required',
      message: approvalWords(reason),
      severity: 'error',
      ...(reason.by === 'handled' && handledLinks(reason.handled)),
    },
  ]
}

function approvalWords(reason: ApprovalReason): string {
  switch (reason.by) {
    case 'mode':
      return 'Our underwriters must approve this application before you can submit it. Send it to underwriting.'
    case 'handled':
      return `${handledWords(reason.handled)} It needs our underwriters’ approval before it can be submitted.`
    case 'precheck':
      return 'Settings require a review by our underwriters first. Send it to underwriting.'
  }
}
