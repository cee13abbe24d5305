import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Permission } from '@/lib/domain/access/permissions'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { BatchStatus } from '@/lib/domain/funding/batch'

export const NOTICE_KINDS = [
  'asked',
  'answered',
  'approved',
  'declined',
  'approval-wanted',
  'returned',
  'unknown',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What a notice is about, as the audit log names it. */
export const NOTICE_SUBJECTS = ['application', 'funding-batch'] as const
export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number]

/** Who may see a subject, and so be told of it. */
export const SUBJECT_PERMISSION: Readonly<Record<NoticeSubject, Permission>> = {
  application: 'applications:read',
  'funding-batch': 'funding:read',
}

/**
 * Who is told. `staff`: whoever an application is assigned to, whoever sent it to underwriting, and without either
 * whoever started it. `underwriter`: whoever has claimed the case. `makers`: whoever worked on a batch or sent it.
 * `approvers`: whoever may approve it and did not work on it.
 */
export type Audience = 'staff' | 'underwriter' | 'makers' | 'approvers'

/** What each change tells, and whom; a change that is not here tells nobody. Whoever made the change knows already. */
const TOLD: Partial<Record<AuditAction, { kind: NoticeKind; to: Audience }>> = {
  'underwriting-ask': { kind: 'asked', to: 'staff' },
  'underwriting-answer': { kind: 'answered', to: 'underwriter' },
  'underwriting-approve': { kind: 'approved', to: 'staff' },
  'underwriting-decline': { kind: 'declined', to: 'staff' },
  'submission-unknown': { kind: 'unknown', to: 'staff' },
  'funding-batch-submitted': { kind: 'approval-wanted', to: 'approvers' },
  'funding-batch-returned': { kind: 'returned', to: 'makers' },
  'funding-request-unknown': { kind: 'unknown', to: 'makers' },
  'funding-outcome-reopened': { kind: 'unknown', to: 'makers' },
}

export const noticeOf = (action: AuditAction): { kind: NoticeKind; to: Audience } | null =>
  TOLD[action] ?? null

type Standing = { application: ApplicationStatus; 'funding-batch': BatchStatus }

/**
 * Where its subject stands while a notice calls for something. Once the subject has moved on, the notice has ended:
 * the subject says so, and nothing is written. A kind that is not here is news, and ends by being read.
 */
const OPEN_IN: { [S in NoticeSubject]: Partial<Record<NoticeKind, readonly Standing[S][]>> } = {
  application: {
    asked: ['info-requested'],
    answered: ['in-underwriting'],
    unknown: ['submitting', 'outcome-unknown'],
  },
  'funding-batch': {
    'approval-wanted': ['waiting'],
    returned: ['draft'],
    // The rest of a batch goes on after a request whose outcome is unknown.
    unknown: ['sending', 'unknown'],
  },
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

/** What happened, to go after the name of the subject. */
export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  asked: 'Information requested',
  answered: 'Request answered',
  approved: 'Case approved',
  declined: 'Case declined',
  'approval-wanted': 'Approval requested',
  returned: 'Batch returned',
  unknown: 'Outcome unknown',
}
