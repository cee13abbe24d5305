/** Interface, "Limits": the most transactions in one request. */
export const MAX_TRANSACTIONS = 10_000

/**
 * The longest values that a funding profile accepts: characters of an identifier, digits of an amount. The interface
 * gives no limits, so each profile has its own.
 */
export type FundingLimits = { identifierLength: number; amountDigits: number }

/**
 * For profiles without limits: what the desk can store, and the 15 digits of the hash total (interface, "Funding
 * response", amountsSum).
 */
export const FREE_LIMITS: FundingLimits = { identifierLength: 255, amountDigits: 15 }

/** The simulated partner's limits (contract.md, "The sandbox"). */
export const MAX_IDENTIFIER_LENGTH = 40
export const REFERENCE_LENGTH = 12
export const MAX_AMOUNT_DIGITS = 12

export const SANDBOX_LIMITS: FundingLimits = {
  identifierLength: MAX_IDENTIFIER_LENGTH,
  amountDigits: MAX_AMOUNT_DIGITS,
}

/** Limits of a batch and of its file, because the whole file is held in memory while it is read. */
export const MAX_LINES = 100_000
export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** The maximum of a worksheet. Empty rows count, since they have to be read too. */
export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 200

/** How many changed cells a history entry shows without being expanded. */
export const LOGGED_CELLS = 20
