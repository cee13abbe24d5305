/**
 * What an approver is shown of a batch's money, made when it is frozen. Amounts are cents, as digits. Lists are cut
 * to what a person reads; counts are of all.
 */
export type BatchMoney = {
  totalMinor: string
  /** By merchant, the largest first. `isFirst`: the partner has accepted no amount for it yet. */
  merchants: { merchantId: string; name: string; amountMinor: string; lines: number; isFirst: boolean }[]
  merchantCount: number
  firstPayments: number
  largest: { transaction: string; merchantId: string; amountMinor: string }[]
  /** Amounts that the partner holds and that this batch sets anew; `wasMinor` is null where it holds none. */
  changes: {
    transaction: string
    merchantId: string
    wasMinor: string | null
    isMinor: string
    batch: number | null
    /** It stands in a request of unknown outcome. */
    isCertain: boolean
  }[]
  changeCount: number
  /** Of the transactions that are changed: what the partner holds for them, and what it will. */
  changedWasMinor: string
  changedIsMinor: string
  overrides: {
    transaction: string
    saleMinor: string
    allowedMinor: string
    by: string
    reason: string
  }[]
  /** Transactions that the callback log knows, and those that it does not. */
  inLog: number
  notInLog: number
  warnings: number
}
