import type { AuditAction } from '@/lib/domain/access/audit-action'
import { endsAdmin, makesAdmin } from '@/lib/domain/access/new-admin'
import type { Permission } from '@/lib/domain/access/permissions'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { EventState } from '@/lib/domain/callbacks/event'
import { COMMENT_PERMISSION } from '@/lib/domain/comments/subject'
import type { CheckState } from '@/lib/domain/connections/connections'
import type { BatchStatus } from '@/lib/domain/funding/batch'

export const NOTICE_KINDS = [
  'asked',
  'answered',
  'ask-withdrawn',
  'item-withdrawn',
  'approved',
  'declined',
  'decline-withdrawn',
  'approval-wanted',
  'rest-approval-wanted',
  'returned',
  'recalled',
  'batch-approved',
  'rest-approved',
  'funded',
  'ended-with-failures',
  'stopped',
  'unknown',
  'mentioned',
  'assigned',
  'case-assigned',
  'overdue',
  'conflict',
  'connection-failing',
  'new-admin',
  'lost-admin',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The subject of a notification, by its name in the audit log. */
export const NOTICE_SUBJECTS = ['application', 'funding-batch', 'callback', 'connection', 'user'] as const
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number]

/** Who may see a subject, and so get notifications about it. */
export const SUBJECT_PERMISSION: Readonly<Record<NoticeSubject, Permission>> = {
  application: 'applications:read',
  'funding-batch': 'funding:read',
  callback: 'callbacks:read',
  connection: 'admin:settings',
  user: 'audit:read',
}

/**
 * Who may get one kind, if not everyone who may see the subject: a mention is in a comment, and only people who may
 * open an application see its comments.
 */
export const permissionOf = (kind: NoticeKind, type: NoticeSubject): Permission =>
  kind === 'mentioned' && type !== 'connection' && type !== 'user'
    ? COMMENT_PERMISSION[type]
    : SUBJECT_PERMISSION[type]

/**
 * Who gets a notification. `staff`: the application's assignee and the person who sent it to underwriting, or, if there
 * is neither, the person who started it. `underwriter`: the person who claimed the case. `staff-and-underwriter`: both. `makers`: people who worked on
 * a batch or sent it. `approvers`: people who may approve the batch and did not work on it. `batch-people`: both.
 * `assignee`: the new assignee of an application. `others`: everyone who may see a person's access, except that person;
 * `others-and-them`: that person too, who reads it when they are back. `everyone`: who may see the subject.
 */
export type Audience =
  | 'staff'
  | 'underwriter'
  | 'staff-and-underwriter'
  | 'makers'
  | 'approvers'
  | 'batch-people'
  | 'assignee'
  | 'others'
  | 'others-and-them'
  | 'everyone'

/**
 * Which changes notify people, and whom. A change that is not listed notifies no one. The person who made the change is
 * never notified.
 */
const TOLD: Partial<Record<AuditAction, { kind: NoticeKind; to: Audience }>> = {
  'underwriting-ask': { kind: 'asked', to: 'staff' },
  'underwriting-withdraw-ask': { kind: 'ask-withdrawn', to: 'staff' },
  'underwriting-item-withdrawn': { kind: 'item-withdrawn', to: 'staff' },
  'underwriting-answer': { kind: 'answered', to: 'underwriter' },
  'underwriting-approve': { kind: 'approved', to: 'staff' },
  'underwriting-decline': { kind: 'declined', to: 'staff' },
  'underwriting-withdraw-decline': { kind: 'decline-withdrawn', to: 'staff-and-underwriter' },
  'application-assigned': { kind: 'assigned', to: 'assignee' },
  'case-assigned': { kind: 'case-assigned', to: 'underwriter' },
  'submission-unknown': { kind: 'unknown', to: 'staff' },
  'funding-batch-submitted': { kind: 'approval-wanted', to: 'approvers' },
  'funding-rest-unseen': { kind: 'rest-approval-wanted', to: 'approvers' },
  'funding-batch-returned': { kind: 'returned', to: 'makers' },
  'funding-batch-taken-back': { kind: 'recalled', to: 'batch-people' },
  'funding-request-unknown': { kind: 'unknown', to: 'makers' },
  'funding-outcome-reopened': { kind: 'unknown', to: 'makers' },
}

/** A batch's state in the audit row of a change: its new status, and how many of its transactions failed. */
export type BatchFacts = {
  cause?: unknown
  to?: unknown
  approvals?: unknown
  needed?: unknown
  failedInBatch?: unknown
}

/** Makers are told only of the last approval that a batch needs, because nothing can be sent before. */
const approvedKind = (action: AuditAction, { to, approvals, needed }: BatchFacts): NoticeKind | null => {
  if (action === 'funding-batch-approved' || action === 'funding-batch-judged')
    return to === 'approved' ? 'batch-approved' : null
  const isEnough = typeof approvals === 'number' && typeof needed === 'number' && approvals >= needed
  return action === 'funding-rest-approved' && isEnough ? 'rest-approved' : null
}

/** Changes that can end the sending of a batch. A request with an unknown outcome was reported when that was found. */
const MAY_END: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'funding-batch-ended',
  'funding-request-accepted',
  'funding-request-refused',
  'funding-request-not-sent',
  'funding-outcome-found',
  'funding-outcome-absent',
])

const endKind = (action: AuditAction, { to, failedInBatch }: BatchFacts): NoticeKind | null => {
  if (!MAY_END.has(action)) return null
  if (to === 'stopped') return 'stopped'
  return to === 'done' ? (failedInBatch === 0 ? 'funded' : 'ended-with-failures') : null
}

export function noticeOf(
  action: AuditAction,
  facts: BatchFacts = {},
): { kind: NoticeKind; to: Audience } | null {
  if (makesAdmin(action, facts)) return { kind: 'new-admin', to: 'others' }
  if (endsAdmin(action, facts)) return { kind: 'lost-admin', to: 'others-and-them' }
  // No one approved it: a rule did, and whoever watches over the money has to see that.
  if (action === 'funding-batch-judged' && facts.cause === 'rules' && facts.to === 'approved')
    return { kind: 'batch-approved', to: 'everyone' }
  const kind = approvedKind(action, facts) ?? endKind(action, facts)
  return kind === null ? (TOLD[action] ?? null) : { kind, to: 'makers' }
}

type SubjectStatus = {
  application: ApplicationStatus
  'funding-batch': BatchStatus
  callback: EventState
  connection: CheckState
  user: 'active' | 'deactivated'
}

/**
 * The statuses in which a notification calls for action. When the subject leaves them, the notification has ended,
 * without a write. A kind that is not listed is news, and ends when it is read.
 */
const OPEN_IN: { [S in NoticeSubject]: Partial<Record<NoticeKind, readonly SubjectStatus[S][]>> } = {
  application: {
    asked: ['info-requested'],
    answered: ['in-underwriting'],
    unknown: ['submitting', 'outcome-unknown'],
    // While the applicant has the case, its clock is paused.
    overdue: ['in-underwriting'],
    'case-assigned': ['in-underwriting', 'info-requested'],
  },
  'funding-batch': {
    'approval-wanted': ['waiting'],
    'rest-approval-wanted': ['stopped'],
    returned: ['draft'],
    recalled: ['draft'],
    'batch-approved': ['approved'],
    'rest-approved': ['stopped'],
    stopped: ['stopped'],
    // A reopened batch is no longer funded, and has not ended with failures.
    funded: ['done'],
    'ended-with-failures': ['done'],
    // The rest of a batch is sent even after a request with an unknown outcome.
    unknown: ['sending', 'unknown'],
  },
  callback: { conflict: ['conflict'] },
  connection: { 'connection-failing': ['failed'] },
  user: {},
}

export function hasEnded(kind: NoticeKind, subject: NoticeSubject, status: string): boolean {
  const open: readonly string[] | undefined = OPEN_IN[subject][kind]
  return open !== undefined && !open.includes(status)
}

/** Each kind that ends with its subject, with the statuses in which it is open, for counting in SQL. */
export const openStatuses = (subject: NoticeSubject): [NoticeKind, readonly string[]][] =>
  NOTICE_KINDS.flatMap((kind): [NoticeKind, readonly string[]][] => {
    const open = OPEN_IN[subject][kind]
    return open === undefined ? [] : [[kind, open]]
  })

/**
 * Whether the notification calls for work on an application's case, so that it should link there for those who may read
 * it.
 */
export const isOfCase = (kind: NoticeKind): boolean =>
  kind === 'answered' || kind === 'case-assigned' || kind === 'overdue'

/** What happened. Follows the subject's name. */
export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  asked: 'Information requested',
  answered: 'Request answered',
  'ask-withdrawn': 'Request withdrawn',
  'item-withdrawn': 'Part of request withdrawn',
  approved: 'Case approved',
  declined: 'Case declined',
  'decline-withdrawn': 'Decline withdrawn',
  'approval-wanted': 'Approval requested',
  'rest-approval-wanted': 'Approval of the rest requested',
  returned: 'Batch returned',
  recalled: 'Batch recalled',
  'batch-approved': 'Batch approved',
  'rest-approved': 'Rest of the batch approved',
  funded: 'Batch funded',
  'ended-with-failures': 'Batch ended with failures',
  stopped: 'Sending stopped',
  unknown: 'Outcome unknown',
  mentioned: 'Mentioned you',
  assigned: 'Assigned to you',
  'case-assigned': 'Case assigned to you',
  overdue: 'Case overdue',
  conflict: 'Conflict',
  'connection-failing': 'Connection failing',
  'new-admin': 'Became an admin',
  'lost-admin': 'Stopped being an admin',
}

/** The name of a subject if nothing else is known about it. */
export function subjectLabel(type: NoticeSubject, id: string, number: number | null): string {
  switch (type) {
    case 'application':
      return `A-${number}`
    case 'funding-batch':
      return `B-${number}`
    case 'callback':
      return `Callback ${id}`
    case 'connection':
      return `Connection: ${id}`
    case 'user':
      return 'Person'
  }
}
