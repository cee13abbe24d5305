import {
  count,
  defineListQuery,
  fromA,
  fromTop,
  keyText,
  minor,
  moment,
  type QueryOf,
} from '@/lib/domain/lists/list-query'

/** How the queue is sorted. Its tabs select the queue; it has a single page. */
export const queueOrders = defineListQuery(
  {},
  {},
  {
    own: { by: 'time', direction: 'descending' },
    orders: {
      merchant: fromA(keyText),
      volume: fromTop(minor),
      'handed-over': fromTop(moment),
      time: fromTop(count),
    },
  },
)

export type QueueSort = QueryOf<typeof queueOrders>['sort']
