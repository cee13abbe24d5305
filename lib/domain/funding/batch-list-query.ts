import {
  anyText,
  choicesOf,
  count,
  defineListQuery,
  flag,
  fromA,
  fromTop,
  inSteps,
  type KeyOf,
  keyText,
  minor,
  moment,
  type OwnKeyOf,
  oneOf,
  type QueryOf,
  searchText,
  serial,
  several,
  shown,
  uuid,
} from '@/lib/domain/lists/list-query'
import { BATCH_STATUS_MEANING, BATCH_STATUSES, batchStatusOf } from './batch'

/** Work waiting for the current user that a status alone does not show. The overview counts it. */
export const BATCH_WORK = ['to-approve', 'to-confirm', 'blocked', 'returned', 'drafts'] as const
export type BatchWork = (typeof BATCH_WORK)[number]

export const BATCH_WORK_LABELS: Readonly<Record<BatchWork, string>> = {
  'to-approve': 'Waiting for your approval',
  'to-confirm': 'Lost answers to confirm',
  blocked: 'Cannot be approved',
  returned: 'Returned to you',
  drafts: 'Your drafts',
}

/** The list labels an answered batch by the outcome of its transactions, so the filter offers those outcomes too. */
export const BATCH_FILTERS = [...BATCH_STATUSES, 'partly-funded', 'not-funded'] as const
export type BatchFilter = (typeof BATCH_FILTERS)[number]

export const batchFilterLabel = (filter: BatchFilter): string =>
  filter === 'partly-funded'
    ? batchStatusOf({ status: 'done', succeeded: 1, failed: 1 }).label
    : filter === 'not-funded'
      ? batchStatusOf({ status: 'done', succeeded: 0, failed: 1 }).label
      : BATCH_STATUS_MEANING[filter].label

/** The part of the batch list's state that is kept in its URL. */
export const batchList = defineListQuery(
  {
    /**
     * Matches a batch number, part of its name, a whole transaction ID, reference number or merchant ID, or the last
     * characters of a logged sale's transaction ID.
     */
    search: searchText('q'),
    statuses: shown(several('status', BATCH_FILTERS), {
      kind: 'choice',
      label: 'Status',
      any: 'All statuses',
      choices: choicesOf(BATCH_FILTERS, batchFilterLabel),
    }),
    profileId: shown(anyText('profile'), {
      kind: 'choice',
      label: 'Funding profile',
      any: 'All profiles',
      choices: [],
    }),
    work: shown(oneOf('work', BATCH_WORK), {
      kind: 'choice',
      label: 'My work',
      any: 'All work',
      choices: choicesOf(BATCH_WORK, (work) => BATCH_WORK_LABELS[work]),
    }),
    /** Made by the current user. */
    mine: shown(flag('mine'), { kind: 'flag', label: 'Created by me' }),
    /** Outcome unknown, stopped with something left to do, or with refused transactions that no one has dealt with. */
    attention: shown(flag('attention'), { kind: 'flag', label: 'Needs attention' }),
  },
  { updatedAt: moment, id: uuid },
  {
    own: { by: 'changed', direction: 'descending' },
    orders: {
      number: fromTop(serial),
      name: fromA(keyText),
      status: inSteps(count),
      transactions: fromTop(count),
      amount: fromTop(minor),
      changed: fromTop(moment),
    },
  },
)

export type BatchListQuery = QueryOf<typeof batchList>
export type BatchKey = KeyOf<typeof batchList>
export type OwnBatchKey = OwnKeyOf<typeof batchList>
