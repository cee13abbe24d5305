/** Interface, "Limits": transactions of one request. */
export const MAX_TRANSACTIONS = 10_000

/**
 * The longest values that a funding profile takes: characters of an identifier, digits of an amount. The interface
 * shows none, so that they are a matter of the profile.
 */
export type FundingLimits = { identifierLength: number; amountDigits: number }

/**
 * Where a profile names none: what the desk itself can keep, and what the sum of the amounts has room for (interface,
 * "Funding response", amountsSum: 15 digits).
 */
export const FREE_LIMITS: FundingLimits = { identifierLength: 255, amountDigits: 15 }

/** The simulated partner's (contract.md, "The sandbox"). */
export const MAX_IDENTIFIER_LENGTH = 40
export const REFERENCE_LENGTH = 12
export const MAX_AMOUNT_DIGITS = 12

export const SANDBOX_LIMITS: FundingLimits = {
  identifierLength: MAX_IDENTIFIER_LENGTH,
  amountDigits: MAX_AMOUNT_DIGITS,
}

/** What one batch can have, and the file that it comes from: all of it is held in memory while it is read. */
export const MAX_LINES = 100_000
export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** A worksheet has no more rows; lines that are empty count here, since they have to be read as well. */
export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 200

/** The cells of a save that the history names without being asked. More of them nobody reads there. */
export const LOGGED_CELLS = 20
