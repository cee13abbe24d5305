import type { LineItemDraft } from './full-sections'
import type { LineItemTemplate } from './line-item-template'

/** New line items of a quote. Their limits are in their schema. */

export const blankMember = (): LineItemDraft['members'][number] => ({ name: '', value: '', type: 'text' })

export const blankLineItem = (id: string): LineItemDraft => ({
  id,
  kind: '',
  name: '',
  members: [blankMember()],
})

/** A line item with a template's values. Changing it does not change the template. */
export const lineItemFrom = (
  { kind, name, recordType, members }: LineItemTemplate,
  id: string,
): LineItemDraft => ({
  id,
  kind,
  name,
  ...(recordType && { recordType }),
  members: members.map((member) => ({ ...member })),
})

/** A copy with another ID; its name says that it is a copy. */
export const duplicateLineItem = ({ name, members, ...item }: LineItemDraft, id: string): LineItemDraft => ({
  ...item,
  id,
  name: name.trim() === '' ? '' : `${name.trim()} (copy)`,
  members: members.map((member) => ({ ...member })),
})

/** Nothing but spaces was entered, so it can be removed without asking. */
export const isBlankLineItem = ({ kind, name, members }: LineItemDraft): boolean =>
  [kind, name, ...members.flatMap((member) => [member.name, member.value])].every(
    (text) => text.trim() === '',
  )
