import { type AmountUnit, toWireAmount } from './amount'
import { amountsSum } from './amounts-sum'
import { MAX_TRANSACTIONS } from './limits'
import type { FrozenLine } from './line'

/** The transactions of a batch that one request carries: first and last number, counted from 0. */
export type RequestRange = { first: number; last: number }

/**
 * Our figures for a request, to compare with the answer. `amountsSum` is a hash total, not money (interface, "Funding
 * response").
 */
export type RequestFigures = { transactions: number; amounts: number; amountsSum: string }

/** Cuts a batch into requests of at most 10,000 transactions (interface, "Limits"). */
export function splitRequests(transactions: number): RequestRange[] {
  return Array.from({ length: Math.ceil(transactions / MAX_TRANSACTIONS) }, (_, n) => ({
    first: n * MAX_TRANSACTIONS,
    last: Math.min((n + 1) * MAX_TRANSACTIONS, transactions) - 1,
  }))
}

/** `lines`: the lines of one request, in order. */
export function requestFigures(lines: readonly FrozenLine[], unit: AmountUnit): RequestFigures {
  return {
    transactions: new Set(lines.map(({ transactionNo }) => transactionNo)).size,
    amounts: lines.length,
    amountsSum: amountsSum(lines.map(({ amountMinor }) => toWireAmount(amountMinor, unit))),
  }
}
