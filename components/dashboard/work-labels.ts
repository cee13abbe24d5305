import type { Route } from 'next'
import { listAddress } from '@/components/applications/application-list-address'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { queueAddress } from '@/components/underwriting/queue-address'
import { BATCH_WORK_LABELS, type BatchListQuery, batchList } from '@/lib/domain/funding/batch-list-query'
import { routes } from '@/lib/routes'
import type { WorkKey } from '@/lib/server/dashboard/views'

type WorkText = {
  label: string
  /** The list of all of it; null if there is none. */
  all: Route | null
  /** The page where one of it is worked on. */
  one: (id: string) => Route
}

const batches = (query: Partial<BatchListQuery>): Route =>
  `${routes.funding}?${batchList.write(query)}` as Route
const documentsOf = (id: string): Route => routes.applicationStep(id, 'documents')

/** The name of each kind of work, and where it is done. */
export const WORK_TEXTS: Readonly<Record<WorkKey, WorkText>> = {
  questions: {
    label: 'Underwriting requests',
    all: listAddress({ statuses: ['info-requested'], assignee: 'me' }),
    one: routes.application,
  },
  'outcome-unknown': {
    label: 'Outcome unknown',
    all: listAddress({ statuses: ['outcome-unknown'], assignee: 'me' }),
    one: routes.application,
  },
  refused: {
    label: 'Rejected or not delivered',
    all: listAddress({
      statuses: ['partly-accepted', 'ids-needed', 'refused', 'not-sent'],
      assignee: 'me',
    }),
    one: routes.application,
  },
  infected: { label: 'Documents with malware', all: null, one: documentsOf },
  documents: { label: 'Documents not delivered', all: null, one: documentsOf },
  approved: {
    label: 'Approved, ready to submit',
    all: listAddress({ statuses: ['approved'], assignee: 'me' }),
    one: routes.application,
  },
  drafts: {
    label: 'Drafts',
    all: listAddress({ statuses: ['draft', 'update-not-sent'], assignee: 'me' }),
    one: routes.applicationNext,
  },
  confirm: { label: 'Waiting for your confirmation', all: null, one: routes.underwritingCase },
  overdue: { label: 'Overdue', all: queueAddress('overdue'), one: routes.underwritingCase },
  'my-cases': { label: 'Your cases', all: queueAddress('mine'), one: routes.underwritingCase },
  unassigned: { label: 'Unassigned', all: queueAddress('unassigned'), one: routes.underwritingCase },
  'batches-to-approve': {
    label: BATCH_WORK_LABELS['to-approve'],
    all: batches({ work: 'to-approve' }),
    one: routes.fundingBatch,
  },
  'batches-blocked': {
    label: BATCH_WORK_LABELS.blocked,
    all: batches({ work: 'blocked' }),
    one: routes.fundingBatch,
  },
  'batches-to-confirm': {
    label: BATCH_WORK_LABELS['to-confirm'],
    all: batches({ work: 'to-confirm' }),
    one: routes.fundingBatch,
  },
  'batches-stuck': {
    label: 'Batches that need attention',
    all: batches({ attention: true }),
    one: routes.fundingBatch,
  },
  'batches-approved': {
    label: 'Ready to send',
    all: batches({ statuses: ['approved'] }),
    one: routes.fundingBatch,
  },
  'batches-returned': {
    label: BATCH_WORK_LABELS.returned,
    all: batches({ work: 'returned' }),
    one: routes.fundingBatch,
  },
  'my-batches': {
    label: BATCH_WORK_LABELS.drafts,
    all: batches({ work: 'drafts' }),
    one: routes.fundingBatch,
  },
  conflicts: {
    label: 'Callbacks in conflict',
    all: callbackAddress({ states: ['conflict'] }),
    one: () => routes.callbacks,
  },
  anomalies: {
    label: 'Callbacks with an anomaly',
    all: callbackAddress({ states: ['anomaly', 'unreadable'] }),
    one: () => routes.callbacks,
  },
  forwards: {
    label: 'Callbacks not forwarded',
    all: `${routes.settings.forwarding}?show=failed` as Route,
    one: () => routes.settings.forwarding,
  },
  'rule-changes': {
    label: 'Rule changes to approve',
    all: routes.settings.lists,
    one: () => routes.settings.lists,
  },
  'all-outcomes-unknown': {
    label: 'Applications with an unknown outcome',
    all: listAddress({ statuses: ['outcome-unknown'] }),
    one: routes.application,
  },
  'all-infected': { label: 'Documents with malware', all: null, one: documentsOf },
  'all-documents': { label: 'Documents not delivered', all: null, one: documentsOf },
}
