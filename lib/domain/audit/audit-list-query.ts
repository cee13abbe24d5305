import {
  anyText,
  choicesOf,
  day,
  defineListQuery,
  type KeyOf,
  moment,
  oneOf,
  type QueryOf,
  searchText,
  serial,
  shown,
} from '@/lib/domain/lists/list-query'
import { AUDIT_ACTIONS, AUDIT_GROUPS, AUDIT_SUBJECT_LABELS, AUDIT_SUBJECT_TYPES } from './audit-labels'

export const MAX_AUDIT_SEARCH = 120
/** Of applications with a name that is searched for, the latest: the search is as fast with any number of them. */
export const MAX_NAMED = 500
/** Instead of a person: what the desk did by itself. */
export const DESK_ITSELF = 'desk'

/** What of the audit log stands in its address. */
export const auditList = defineListQuery(
  {
    /**
     * A subject by its number or id (A-12, B-3, a merchant), a name, an action, a sensitive field, an address, or a
     * request.
     */
    search: searchText('q', { max: MAX_AUDIT_SEARCH }),
    person: shown(anyText('person'), { kind: 'choice', label: 'Person', any: 'All people', choices: [] }),
    subject: shown(oneOf('subject', AUDIT_SUBJECT_TYPES), {
      kind: 'choice',
      label: 'Subject',
      any: 'All subjects',
      choices: choicesOf(AUDIT_SUBJECT_TYPES, (type) => AUDIT_SUBJECT_LABELS[type]),
    }),
    action: shown(oneOf('action', AUDIT_ACTIONS), {
      kind: 'choice',
      label: 'Action',
      any: 'All actions',
      choices: AUDIT_GROUPS.map(({ title, actions }) => ({ title, choices: actions })),
    }),
    from: shown(day('from'), { kind: 'day', label: 'From (UTC)' }),
    to: shown(day('to'), { kind: 'day', label: 'To (UTC)' }),
  },
  { at: moment, id: serial },
)

export type AuditListQuery = QueryOf<typeof auditList>
/** Latest first. */
export type AuditKey = KeyOf<typeof auditList>
