import { decimalText, type Millionths, parseDecimalCut } from '@/lib/domain/values/decimal'
import { PRINCIPAL } from './contact-roles'
import type { ContactDraft } from './sections'

/**
 * Rules 5 and 8 of the interface: whoever owns this share is a principal. In a file without schemas, so that a page
 * that only names the share does not load them.
 */
export const PRINCIPAL_SHARE: Millionths = 25_000_000n

export const PRINCIPAL_SHARE_TEXT = `${decimalText(PRINCIPAL_SHARE)}%`

/** What staff attest if no contact is a principal. */
export const NO_OWNER_TEXT = `No one owns ${PRINCIPAL_SHARE_TEXT} or more`

/**
 * The contact who contradicts that attestation: a principal, or an owner of a principal's share. While there is
 * one, the attestation is ignored. Null if there is none.
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

const isPrincipal = ({ roles }: Pick<ContactDraft, 'roles'>): boolean =>
  roles.some((role) => role.trim() === PRINCIPAL)

/** Rule 4 of the interface. */
export const MAX_PRINCIPALS = 4
