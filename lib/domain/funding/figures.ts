/** The figures of an answer, as the partner gives them (interface, "Funding response"); null where it gave none. */
export type FundingFigures = {
  transactionCount: number
  successfulTransactionCount: number
  merchantFundingAmountCount: number | null
  amountsSum: string | null
}
