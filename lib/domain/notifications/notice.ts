import type { AuditAction } from '@/lib/domain/access/audit-action'
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
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What a notice is about, as the audit log names it. */
export const NOTICE_SUBJECTS = ['application', 'funding-batch', 'callback', 'connection'] as const
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number]

/** Who may see a subject, and so be told of it. */
export const SUBJECT_PERMISSION: Readonly<Record<NoticeSubject, Permission>> = {
  application: 'applications:read',
  'funding-batch': 'funding:read',
  callback: 'callbacks:read',
  connection: 'admin:settings',
}

/**
 * Who may be told of one kind, where that is not everybody who may see the subject: a mention stands in a comment, and
 * comments on an application are for whoever may open it.
 */
export const permissionOf = (kind: NoticeKind, type: NoticeSubject): Permission =>
  kind === 'mentioned' && type !== 'connection' ? COMMENT_PERMISSION[type] : SUBJECT_PERMISSION[type]

/**
 * Who is told. `staff`: whoever an application is assigned to, whoever sent it to underwriting, and without either
 * whoever started it. `underwriter`: whoever has claimed the case. `makers`: whoever worked on a batch or sent it.
 * `approvers`: whoever may approve it and did not work on it. `batch-people`: both of these. `assignee`: whose an
 * application is now.
 */
export type Audience = 'staff' | 'underwriter' | 'makers' | 'approvers' | 'batch-people' | 'assignee'

/** What each change tells, and whom; a change that is not here tells nobody. Whoever made the change knows already. */
const TOLD: Partial<Record<AuditAction, { kind: NoticeKind; to: Audience }>> = {
  'underwriting-ask': { kind: 'asked', to: 'staff' },
  'underwriting-withdraw-ask': { kind: 'ask-withdrawn', to: 'staff' },
  'underwriting-item-withdrawn': { kind: 'item-withdrawn', to: 'staff' },
  'underwriting-answer': { kind: 'answered', to: 'underwriter' },
  'underwriting-approve': { kind: 'approved', to: 'staff' },
  'underwriting-decline': { kind: 'declined', to: 'staff' },
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

/** What a change says of its batch, in its audit row: where it is now, and how many of its transactions failed. */
export type BatchFacts = { to?: unknown; approvals?: unknown; needed?: unknown; failedInBatch?: unknown }

/** Makers hear of the last approval that a batch needs: before that nothing can be sent. */
const approvedKind = (action: AuditAction, { to, approvals, needed }: BatchFacts): NoticeKind | null => {
  if (action === 'funding-batch-approved' || action === 'funding-batch-judged')
    return to === 'approved' ? 'batch-approved' : null
  const isEnough = typeof approvals === 'number' && typeof needed === 'number' && approvals >= needed
  return action === 'funding-rest-approved' && isEnough ? 'rest-approved' : null
}

/** After which the sending of a batch can be over. One with an unknown outcome told so when that was found. */
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
  const kind = approvedKind(action, facts) ?? endKind(action, facts)
  return kind === null ? (TOLD[action] ?? null) : { kind, to: 'makers' }
}

type SubjectStatus = {
  application: ApplicationStatus
  'funding-batch': BatchStatus
  callback: EventState
  connection: CheckState
}

/**
 * The statuses of a subject in which a notice calls for something. Once the subject has moved on, the notice has ended:
 * the subject says so, and nothing is written. A kind that is not here is news, and ends by being read.
 */
const OPEN_IN: { [S in NoticeSubject]: Partial<Record<NoticeKind, readonly SubjectStatus[S][]>> } = {
  application: {
    asked: ['info-requested'],
    answered: ['in-underwriting'],
    unknown: ['submitting', 'outcome-unknown'],
    // While the applicant has it, its clock stands.
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
    // Reopened, it is neither.
    funded: ['done'],
    'ended-with-failures': ['done'],
    // The rest of a batch goes on after a request whose outcome is unknown.
    unknown: ['sending', 'unknown'],
  },
  callback: { conflict: ['conflict'] },
  connection: { 'connection-failing': ['failed'] },
}

export function hasEnded(kind: NoticeKind, subject: NoticeSubject, status: string): boolean {
  const open: readonly string[] | undefined = OPEN_IN[subject][kind]
  return open !== undefined && !open.includes(status)
}

/** Every kind that ends with its subject, and the statuses in which it is open: what a count in SQL asks by. */
export const openStatuses = (subject: NoticeSubject): [NoticeKind, readonly string[]][] =>
  NOTICE_KINDS.flatMap((kind): [NoticeKind, readonly string[]][] => {
    const open = OPEN_IN[subject][kind]
    return open === undefined ? [] : [[kind, open]]
  })

/** What calls for work on the case of an application, where whoever may read it goes. */
export const isOfCase = (kind: NoticeKind): boolean =>
  kind === 'answered' || kind === 'case-assigned' || kind === 'overdue'

/** What happened, to go after the name of the subject. */
export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  asked: 'Information requested',
  answered: 'Request answered',
  'ask-withdrawn': 'Request withdrawn',
  'item-withdrawn': 'Part of request withdrawn',
  approved: 'Case approved',
  declined: 'Case declined',
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
}

/** How a subject is called where nothing else is said of it. */
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
  }
}
