import {
  choicesOf,
  count,
  defineListQuery,
  fromA,
  inSteps,
  type KeyOf,
  keyText,
  type OwnKeyOf,
  oneOf,
  type QueryOf,
  searchText,
  shown,
} from '@/lib/domain/lists/list-query'
import { MERCHANT_STATES } from './merchant'
import { MERCHANT_STATE_LABELS } from './merchant-labels'

export const MAX_MERCHANT_SEARCH = 120

/** `mine`: those that the current person may confirm. */
export const PENDING = ['all', 'mine'] as const

const WAITING = [
  ['all', 'Pending confirmation'],
  ['mine', 'Pending my confirmation'],
] as const
/** The only option for people who cannot confirm merchants. */
export const WAITING_FOR_OTHERS = WAITING.slice(0, 1)

/** The merchant directory's query, as kept in its URL. */
export const merchantList = defineListQuery(
  {
    /** Part of a name or an id. */
    search: searchText('q', { max: MAX_MERCHANT_SEARCH }),
    state: shown(oneOf('state', MERCHANT_STATES), {
      kind: 'choice',
      label: 'State',
      any: 'All states',
      choices: choicesOf(MERCHANT_STATES, (state) => MERCHANT_STATE_LABELS[state].label),
    }),
    /** Those that need a second person; `mine`: those that the current person may confirm. */
    waiting: shown(oneOf('waiting', PENDING), {
      kind: 'choice',
      label: 'Confirmation',
      any: 'Any confirmation',
      choices: WAITING,
    }),
  },
  { name: keyText, merchantId: keyText },
  {
    own: { by: 'name', direction: 'ascending' },
    orders: { name: fromA(keyText), id: fromA(keyText), state: inSteps(count) },
  },
)

export type MerchantListQuery = QueryOf<typeof merchantList>
/** The directory's key: the name regardless of case, then the ID. */
export type MerchantKey = KeyOf<typeof merchantList>
export type OwnMerchantKey = OwnKeyOf<typeof merchantList>
