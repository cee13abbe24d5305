import {
  anyText,
  defineListQuery,
  flag,
  type KeyOf,
  moment,
  oneOf,
  type QueryOf,
  searchText,
  several,
  uuid,
} from '@/lib/domain/lists/list-query'
import { BATCH_STATUSES } from './batch'

/** What waits for whoever looks, that no status says; the overview counts it. */
export const BATCH_WORK = ['to-approve', 'to-confirm', 'blocked', 'returned', 'drafts'] as const
export type BatchWork = (typeof BATCH_WORK)[number]

export const BATCH_WORK_WORDS: Readonly<Record<BatchWork, string>> = {
  'to-approve': 'Waiting for your approval',
  'to-confirm': 'Lost answers to confirm',
  blocked: 'Cannot be approved',
  returned: 'Returned to you',
  drafts: 'Your drafts',
}

/** What of the list of batches stands in its address. */
export const batchList = defineListQuery(
  {
    /** A number, a part of the name, or a whole transaction id, reference number or merchant id. */
    search: searchText('q'),
    statuses: several('status', BATCH_STATUSES),
    profileId: anyText('profile'),
    /** Made by whoever looks. */
    mine: flag('mine'),
    /** Of unknown outcome, or stopped with something left to do. */
    attention: flag('attention'),
    work: oneOf('work', BATCH_WORK),
  },
  { updatedAt: moment, id: uuid },
)

export type BatchListQuery = QueryOf<typeof batchList>
export type BatchKey = KeyOf<typeof batchList>
