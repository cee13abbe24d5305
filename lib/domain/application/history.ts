import type { AuditAction } from '@/lib/domain/access/audit-action'

/**
 * History entries shown to everybody who may read the application. All others (who revealed which value,
 * underwriters' notes) are shown only to those who may read its case, so a new action stays restricted until it is
 * added here.
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

/** Steps of a document whose result has its own entry, and the checklist, which the case shows entry by entry. */
const LEFT_OUT: ReadonlySet<string> = new Set<AuditAction>([
  'document-waiting',
  'document-sending',
  'check-confirmed',
  'check-taken-back',
  'check-reopened',
])

/** Whether an application's page shows this history entry. `readsCases`: the reader may read underwriting cases. */
export const isShownInHistory = (action: string, readsCases: boolean): boolean =>
  !LEFT_OUT.has(action) && (readsCases || TOLD_TO_ALL.has(action))
