/**
 * The counts and the hash total of an answer, as the partner gives them (interface, "Funding response"); null if
 * missing.
 */
export type FundingFigures = {
  transactionCount: number
  successfulTransactionCount: number
  merchantFundingAmountCount: number | null
  amountsSum: string | null
}
