import type { RecordIdKind } from '@/lib/domain/values/record-id'
import type { AnyDraft } from './draft'
import type { ApplicationKind } from './kind'
import type { ApplicationStatus } from './status'
import { itemNames, LIST_SECTIONS } from './update-plan'

/**
 * The records that the partner makes of an application, under its own names for them (interface, "Alias success
 * result entry", `ObjectType`), and what their ids are ids of.
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

/** The records that are one of several, by the section that their items are in. */
export const ITEM_RECORD_TYPES = {
  contacts: 'Contact',
  accounts: 'Business Checking Account',
  pricing: 'QuoteLineItem',
} as const satisfies Record<string, RecordType>

/** `itemId` is '' for a record of which an application has one; `name` is the desk's own for it. */
export type PartnerRecord = { objectType: RecordType; itemId: string; name: string }

/** Every record that stands for a part of this draft, in the order of its forms. */
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
 * Whether ids are entered one by one: once an end is written down. An unknown outcome, and an answer that named
 * nothing, ask for theirs together with it. A full application is at the partner, or it is not; what the partner
 * has taken of the other can be in any state since, on its way as an update too.
 */
export const takesRecordIds = (kind: ApplicationKind, status: ApplicationStatus): boolean =>
  kind === 'full'
    ? status === 'submitted' || status === 'partly-accepted'
    : status !== 'submitting' && status !== 'outcome-unknown' && status !== 'ids-needed'
