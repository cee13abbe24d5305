import { AUDIT_ACTION_LABELS, type AuditAction } from '../access/audit-action'

export const AUDIT_GROUPS: readonly {
  title: string
  actions: readonly (readonly [AuditAction, string])[]
}[] = Object.entries(AUDIT_ACTION_LABELS).map(([title, actions]) => ({
  title,
  actions: Object.entries(actions) as [AuditAction, string][],
}))

const LABELS: ReadonlyMap<string, string> = new Map(AUDIT_GROUPS.flatMap(({ actions }) => actions))
export const AUDIT_ACTIONS: readonly AuditAction[] = AUDIT_GROUPS.flatMap(({ actions }) =>
  actions.map(([action]) => action),
)

/** A row of an earlier version may have an action that is no more: it is shown as it was written. */
export const auditLabel = (action: string): string => LABELS.get(action) ?? action

/** What an action is done to. */
export const AUDIT_SUBJECT_LABELS = {
  user: 'Person',
  application: 'Application',
  /** Who looked at a case: apart from its application, whose rows are its history. */
  case: 'Case',
  import: 'Import',
  document: 'Document',
  merchant: 'Merchant',
  'funding-batch': 'Funding batch',
  callback: 'Callback',
  'callback-receiver': 'Receiver',
  'callback-endpoint': 'Forwarding endpoint',
  'payment-link': 'Payment link',
  connection: 'Connection',
  setting: 'Setting',
  sandbox: 'Sandbox',
} as const
export type AuditSubjectType = keyof typeof AUDIT_SUBJECT_LABELS
export const AUDIT_SUBJECT_TYPES = Object.keys(AUDIT_SUBJECT_LABELS) as AuditSubjectType[]
