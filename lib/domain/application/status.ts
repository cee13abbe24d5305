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

/** The label of each status, its meaning for the reader's work, and what to do next. */
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

/** Meanings that differ for the endpoint that only creates. */
const FULL_MEANINGS: Readonly<Partial<Record<ApplicationStatus, string>>> = {
  'partly-accepted':
    'The partner accepted some records and rejected others. Sending it again would create duplicates. Ask partner support to add the rest.',
}

/** What the status means for the reader's work, for this kind of application. */
export const statusMeaning = (status: ApplicationStatus, kind: ApplicationKind): string =>
  (kind === 'full' ? FULL_MEANINGS[status] : undefined) ?? STATUS_TEXTS[status].meaning

/** `statusBeforeRevision`: the status of the version that the partner has, if this is an update of it. */
export type StatusAndRevision = { status: ApplicationStatus; statusBeforeRevision: ApplicationStatus | null }

/** Marks and filters updates that have not been sent to the partner or handed to underwriters. */
export const UPDATE_NOT_SENT = { slug: 'update-not-sent', label: 'Update not sent' } as const

export const isUpdateNotSent = ({ status, statusBeforeRevision }: StatusAndRevision): boolean =>
  status === 'draft' && statusBeforeRevision !== null

/** The status for lists and counts: a submitted application stays submitted while someone changes it. */
export const listedStatus = (application: StatusAndRevision): ApplicationStatus =>
  (isUpdateNotSent(application) ? application.statusBeforeRevision : null) ?? application.status

/** The filters of the list, in order. */
export const LIST_FILTERS = [...APPLICATION_STATUSES, UPDATE_NOT_SENT.slug] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

export const filterLabel = (filter: ListFilter): string =>
  filter === UPDATE_NOT_SENT.slug ? UPDATE_NOT_SENT.label : STATUS_TEXTS[filter].label

/**
 * The status texts for pages and exports. The draft of an update gets its own texts, so that it does not look like
 * an application that was never sent.
 */
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
 * The events of an application. `hand-over` to `withdraw-decline` happen between staff and our underwriters;
 * `send-again` repeats the identical request of an unknown outcome; `reopen` starts a revision or reopens a
 * withdrawn draft. Discarding a revision restores the status before it and is no event of this table.
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
  // It was taken back to be changed. The approval ends with the first change to what was approved.
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
  // Partner support created the remaining records of a full application, and a person entered their IDs.
  'partly-accepted': { reopen: 'draft', accepted: 'submitted' },
  // A person entered the IDs that the answer lacked.
  'ids-needed': { accepted: 'submitted' },
  refused: { submit: 'submitting', withdraw: 'withdrawn', 'hand-over': 'in-underwriting' },
  'not-sent': { submit: 'submitting', withdraw: 'withdrawn', 'hand-over': 'in-underwriting' },
  // Only a person ends this status: by finding the records, confirming that there are none, or sending again.
  'outcome-unknown': {
    accepted: 'submitted',
    'partly-accepted': 'partly-accepted',
    'not-sent': 'not-sent',
    'send-again': 'submitting',
  },
  withdrawn: { reopen: 'draft' },
}

/** The status after the event; null if the event cannot happen in this status. */
export const nextStatus = (status: ApplicationStatus, event: ApplicationEvent): ApplicationStatus | null =>
  TRANSITIONS[status][event] ?? null

/** Whether values may change: nothing has been sent that they would contradict. */
export const canEdit = (status: ApplicationStatus): boolean =>
  status === 'draft' || status === 'refused' || status === 'not-sent' || status === 'info-requested'

/** The same, and the partner would accept an update: it refuses updates in a locked stage. */
export const isEditable = ({ status, stage }: { status: ApplicationStatus; stage: string | null }): boolean =>
  canEdit(status) && !isLockedStage(stage)

/** It was sent, and it is not known whether the partner has it. */
export const isOutcomeOpen = (status: ApplicationStatus): boolean =>
  status === 'submitting' || status === 'outcome-unknown'

export const canSubmit = (status: ApplicationStatus): boolean => nextStatus(status, 'submit') !== null

/**
 * Whether an update can be started of what the partner has. The alias only creates, so a full application has no
 * updates.
 */
export const canRevise = (status: ApplicationStatus, kind: ApplicationKind): boolean =>
  kind === 'payfac' && status !== 'withdrawn' && nextStatus(status, 'reopen') !== null

/**
 * Whether an update can be discarded. Not while underwriters wait for information in it; an update that they
 * declined can be, because the partner's version stays as it is.
 */
export const canDiscard = (status: ApplicationStatus): boolean =>
  status === 'declined' || (canEdit(status) && status !== 'info-requested')

/**
 * Documents of an application that is withdrawn, or that was declined before the partner had it, would wait
 * forever.
 */
export const takesDocuments = (status: ApplicationStatus, isAtPartner: boolean): boolean =>
  status !== 'withdrawn' && (status !== 'declined' || isAtPartner)

/**
 * Why documents cannot be renamed or removed; null if they can. Underwriters decide from them, and an approval
 * depends on them. More can be added.
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

/** Our text for a refusal that does not name its locked stage. */
export const UNNAMED_LOCKED_STAGE = 'A locked stage'

const plainStage = (stage: string): string => stage.trim().replace(/\s+/g, ' ').toLowerCase()

/** `closed won` → `Closed Won`; null if the stage is not locked. */
export const lockedStageOf = (stage: string | null): string | null =>
  (stage !== null && LOCKED_STAGES.find((locked) => plainStage(locked) === plainStage(stage))) || null

export const isLockedStage = (stage: string | null): boolean =>
  lockedStageOf(stage) !== null || stage === UNNAMED_LOCKED_STAGE

/**
 * The locked stage that a refused update reports (rule 13), by its code or by a message that says only this. Null
 * for any other refusal: a message that merely mentions a stage can be about anything.
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

/** Whether our underwriters review applications that the partner underwrites: never, when staff ask, or always. */
export type Precheck = 'off' | 'optional' | 'required'

/** What decides whether our underwriters must approve an application before it is submitted. */
export type ApprovalFacts = {
  /** Null if not answered, and in a full application, which does not ask: the partner underwrites those. */
  partnerUnderwrites: boolean | null
  precheck: Precheck
  /** This application and related ones, if our underwriters have handled them. */
  handled: readonly Handled[]
}

export type ApprovalReason = { by: 'mode' } | { by: 'handled'; handled: Handled } | { by: 'precheck' }

/**
 * Why it needs our underwriters' approval; null if it does not. If the partner does not underwrite, we do. Once our
 * underwriters have handled it, changing the mode does not take it away from them: those whose work is reviewed do
 * not choose the reviewer.
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

/** Whether staff may hand it to our underwriters. Always if their approval is required. */
export const mayHandOver = (facts: ApprovalFacts): boolean =>
  approvalReason(facts) !== null || facts.precheck !== 'off'

/** The path of violations about a missing approval. It is not a field. */
export const UNDERWRITING_PATH = 'underwriting'

/** `approved`: exactly what would be sent has been approved. */
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
