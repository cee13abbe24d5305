import { decimalText, type Millionths } from '@/lib/domain/values/decimal'

/**
 * Rules 5 and 8 of the interface: whoever owns this much is a principal. Without a schema, so that a page that only
 * names the share does not load one.
 */
export const PRINCIPAL_SHARE: Millionths = 25_000_000n

export const PRINCIPAL_SHARE_TEXT = `${decimalText(PRINCIPAL_SHARE)}%`

/** What staff attest where no contact is a principal. */
export const NO_OWNER_TEXT = `No one owns ${PRINCIPAL_SHARE_TEXT} or more`

/** Rule 4 of the interface. */
export const MAX_PRINCIPALS = 4
