import {
  anyText,
  day,
  defineListQuery,
  type KeyOf,
  moment,
  oneOf,
  type QueryOf,
  searchText,
  serial,
} from '@/lib/domain/lists/list-query'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_TYPES } from './audit-words'

export const MAX_AUDIT_SEARCH = 120
/** Instead of a person: what the desk did by itself. */
export const DESK_ITSELF = 'desk'

/** What of the audit log stands in its address. */
export const auditList = defineListQuery(
  {
    /** A subject by its number or id (A-12, B-3, a merchant), an address, or a request. */
    search: searchText('q', { max: MAX_AUDIT_SEARCH }),
    person: anyText('person'),
    subject: oneOf('subject', AUDIT_SUBJECT_TYPES),
    action: oneOf('action', AUDIT_ACTIONS),
    from: day('from'),
    to: day('to'),
  },
  { at: moment, id: serial },
)

export type AuditListQuery = QueryOf<typeof auditList>
/** Latest first. */
export type AuditKey = KeyOf<typeof auditList>
