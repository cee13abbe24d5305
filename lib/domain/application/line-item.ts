import type { LineItemDraft } from './full-sections'
import type { LineItemTemplate } from './line-item-template'

/** How the line items of a quote are begun; their limits stand with their schema. */

export const blankMember = (): LineItemDraft['members'][number] => ({ name: '', value: '', type: 'text' })

export const blankLineItem = (id: string): LineItemDraft => ({
  id,
  kind: '',
  name: '',
  members: [blankMember()],
})

/** A template's values, to be changed freely: the template stays as it is. */
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

/** The same under another id; its name says that it is the second. */
export const duplicateLineItem = ({ name, members, ...item }: LineItemDraft, id: string): LineItemDraft => ({
  ...item,
  id,
  name: name.trim() === '' ? '' : `${name.trim()} (copy)`,
  members: members.map((member) => ({ ...member })),
})

/** Nothing but spaces was entered: it can be removed without asking. */
export const isBlankLineItem = ({ kind, name, members }: LineItemDraft): boolean =>
  [kind, name, ...members.flatMap((member) => [member.name, member.value])].every(
    (text) => text.trim() === '',
  )
