import { type AmountUnit, toWireAmount } from '@/lib/domain/funding/amount'
import type { FrozenLine } from '@/lib/domain/funding/line'
import type { WireTransaction } from '@/lib/partner/wire/funding'

/**
 * The body of one request (interface, "Funding request") for the lines of its transactions, in their order. The
 * same lines give the same text, byte for byte: what was approved is what is sent, and sent again.
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

/** One of the two, never both (interface, "Funding request"): an empty one is not given. */
const identifierOf = ({
  transactionId,
  retrievalReferenceNumber,
}: FrozenLine): Pick<WireTransaction, 'id' | 'retrievalReferenceNumber'> => ({
  ...(transactionId === '' ? {} : { id: transactionId }),
  ...(retrievalReferenceNumber === '' ? {} : { retrievalReferenceNumber }),
})
