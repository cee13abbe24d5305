import { decimalText, type Millionths, parseDecimalCut } from '@/lib/domain/values/decimal'
import type { ContactDraft } from './sections'

/**
 * Rules 5 and 8 of the interface: whoever owns this much is a principal. Without a schema, so that a page that only
 * names the share does not load one.
 */
export const PRINCIPAL_SHARE: Millionths = 25_000_000n

export const PRINCIPAL_SHARE_TEXT = `${decimalText(PRINCIPAL_SHARE)}%`

/** What staff attest where no contact is a principal. */
export const NO_OWNER_TEXT = `No one owns ${PRINCIPAL_SHARE_TEXT} or more`

/**
 * Who stands against that, by place: a principal, or whoever owns as much as one. What was attested counts for nothing
 * then, and again once nobody does. Null where nobody does.
 */
export function ownerAgainst(
  items: readonly Pick<ContactDraft, 'roles' | 'percentageOwned'>[],
): { index: number; isPrincipal: boolean } | null {
  const index = items.findIndex(
    (contact) => isPrincipal(contact) || (parseDecimalCut(contact.percentageOwned) ?? 0n) >= PRINCIPAL_SHARE,
  )
  const owner = items[index]
  return owner ? { index, isPrincipal: isPrincipal(owner) } : null
}

/** As `PRINCIPAL` in `sections`, whose schemas this page part does without. */
const isPrincipal = ({ roles }: Pick<ContactDraft, 'roles'>): boolean =>
  roles.some((role) => role.trim() === 'Principal')

/** Rule 4 of the interface. */
export const MAX_PRINCIPALS = 4
