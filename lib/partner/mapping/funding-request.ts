import { type AmountUnit, toWireAmount } from '@/lib/domain/funding/amount'
import type { FrozenLine } from '@/lib/domain/funding/line'
import type { WireTransaction } from '@/lib/partner/wire/funding'

/**
 * The body of one request (interface, "Funding request"), with lines and transactions in the given order. The same
 * lines always give the same bytes, so that a send or resend is exactly what was approved.
 */
export function fundingRequestText(lines: readonly FrozenLine[], unit: AmountUnit): string {
  const transactions: WireTransaction[] = []
  let open = -1
  for (const line of lines) {
    if (line.transactionNo !== open) {
      open = line.transactionNo
      transactions.push({ ...identifierOf(line), merchantFundingAmounts: [] })
    }
    transactions.at(-1)?.merchantFundingAmounts.push({
      merchantId: line.merchantId,
      amount: toWireAmount(line.amountMinor, unit),
    })
  }
  return JSON.stringify({ transactions })
}

/** One of the two identifiers, never both (interface, "Funding request"): an empty one is left out. */
const identifierOf = ({
  transactionId,
  retrievalReferenceNumber,
}: FrozenLine): Pick<WireTransaction, 'id' | 'retrievalReferenceNumber'> => ({
  ...(transactionId === '' ? {} : { id: transactionId }),
  ...(retrievalReferenceNumber === '' ? {} : { retrievalReferenceNumber }),
})
