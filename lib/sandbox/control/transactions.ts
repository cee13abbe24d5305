import { accepted, NOT_FOUND, refused } from '../call'
import { findTransactions, readAmounts } from '../transactions'
import { type ControlSet, control } from './control'

export const TRANSACTION_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/transactions\/([^/]{1,40})$/,
    methods: {
      GET: control({
        run: async ({ tx, id }) => {
          const find = await findTransactions(tx, [{ id }, { retrievalReferenceNumber: id }])
          const transaction = find({ id }) ?? find({ retrievalReferenceNumber: id })
          if (!transaction) return refused(404, NOT_FOUND)
          const { merchantFundingAmounts, updatedAt } = await readAmounts(tx, transaction.id)
          return accepted({ ...transaction, merchantFundingAmounts, updatedAt })
        },
      }),
    },
  },
]
