import type { AuditAction } from '@/lib/domain/access/audit-action'

/**
 * What of an application's history everybody sees who may read the application. The rest, such as who revealed which
 * value and that underwriters wrote notes to each other, is for those who may read its case: an action
 * that is not named here stays theirs.
 */
const TOLD_TO_ALL: ReadonlySet<string> = new Set<AuditAction>([
  'application-started',
  'application-adopted',
  'application-copied',
  'application-assigned',
  'application-withdrawn',
  'application-taken-up',
  'section-saved',
  'emptying-asked',
  'emptying-taken-back',
  'revision-begun',
  'revision-discarded',
  'update-started',
  'submission-started',
  'submission-accepted',
  'submission-partly-accepted',
  'submission-accepted-without-ids',
  'submission-refused',
  'submission-not-sent',
  'submission-unknown',
  'outcome-found',
  'outcome-absent',
  'resend-asked',
  'sent-again',
  'record-id-entered',
  'stage-learned',
  'document-added',
  'document-category-changed',
  'document-renamed',
  'document-removed',
  'document-replaced',
  'document-restored',
  'file-refused',
  'document-erased',
  'document-quarantined',
  'document-accepted',
  'document-rejected',
  'document-decision-taken-back',
  'document-delivered',
  'document-refused',
  'document-not-sent',
  'document-unknown',
  'document-sent-again',
  'document-found',
  'document-absent',
  'case-claimed',
  'underwriting-hand-over',
  'underwriting-take-back',
  'underwriting-ask',
  'underwriting-answer',
  'underwriting-withdraw-ask',
  'underwriting-item-withdrawn',
  'underwriting-ask-answered',
  'underwriting-approve',
  'underwriting-decline',
  'underwriting-withdraw-decline',
  'underwriting-approval-fell',
])

/** Steps on the way of a document whose result follows, and the checklist, which a case has entry by entry. */
const LEFT_OUT: ReadonlySet<string> = new Set<AuditAction>([
  'document-waiting',
  'document-sending',
  'check-confirmed',
  'check-taken-back',
  'check-reopened',
])

/** Whether the history on an application's page shows it; `readsCases`: to somebody who may read underwriting cases. */
export const isShownInHistory = (action: string, readsCases: boolean): boolean =>
  !LEFT_OUT.has(action) && (readsCases || TOLD_TO_ALL.has(action))
