import type { RecordIdKind } from '@/lib/domain/values/record-id'
import type { AnyDraft } from './draft'
import type { ApplicationKind } from './kind'
import type { ApplicationStatus } from './status'
import { itemNames, LIST_SECTIONS } from './update-plan'

/**
 * The records that the partner creates for an application, by the partner's names (interface, "Alias success result
 * entry", `ObjectType`), and the kind of ID that each has.
 */
export const RECORD_ID_KINDS = {
  Opportunity: 'opportunity',
  Account: 'account',
  Contact: 'contact',
  'Business Checking Account': 'checking account',
  Quote: 'quote',
  QuoteLineItem: 'quote line item',
} as const satisfies Record<string, RecordIdKind>

export type RecordType = keyof typeof RECORD_ID_KINDS
export const RECORD_TYPES = Object.keys(RECORD_ID_KINDS) as RecordType[]

/** The record type of each list section's items. */
export const ITEM_RECORD_TYPES = {
  contacts: 'Contact',
  accounts: 'Business Checking Account',
  pricing: 'QuoteLineItem',
} as const satisfies Record<string, RecordType>

/** `itemId` is '' if an application has only one such record; `name` is the desk's name for it. */
export type PartnerRecord = { objectType: RecordType; itemId: string; name: string }

/** Every record that represents a part of this draft, in form order. */
export function recordsOf(draft: AnyDraft): PartnerRecord[] {
  const items = LIST_SECTIONS.flatMap((section) =>
    itemNames(section, draft).map((item) => ({ objectType: ITEM_RECORD_TYPES[section], ...item })),
  )
  const lines = 'pricing' in draft ? draft.pricing.items : []
  return [
    { objectType: 'Opportunity', itemId: '', name: 'Options' },
    { objectType: 'Account', itemId: '', name: draft.merchant.dbaName || draft.merchant.legalName },
    ...items,
    ...(lines.length > 0 ? [{ objectType: 'Quote' as const, itemId: '', name: 'Quote' }] : []),
    ...lines.map(({ id, name }) => ({ objectType: ITEM_RECORD_TYPES.pricing, itemId: id, name })),
  ]
}

/**
 * Whether record IDs can be entered one by one, which needs a recorded outcome. An unknown outcome, and an answer
 * without IDs, ask for theirs when the outcome is entered. A full application is at the partner or not; an update
 * of a PayFac application can be in any later status.
 */
export const takesRecordIds = (kind: ApplicationKind, status: ApplicationStatus): boolean =>
  kind === 'full'
    ? status === 'submitted' || status === 'partly-accepted'
    : status !== 'submitting' && status !== 'outcome-unknown' && status !== 'ids-needed'
