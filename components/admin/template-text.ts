import { newItemId } from '@/components/applications/new-item-id'
import type { LineItemTemplate, TypedTemplate } from '@/lib/domain/application/line-item-template'

/** A template while it is typed: its fields have keys, since their names change. */
export type TemplateText = Omit<TypedTemplate, 'members'> & { members: readonly MemberText[] }
export type MemberText = { key: string; name: string; value: string }

export const blankMember = (): MemberText => ({ key: `new:${newItemId()}`, name: '', value: '' })

export const blankTemplate = (id: string): TemplateText => ({
  id,
  kind: '',
  name: '',
  members: [blankMember()],
})

/** Of a stored template: the name of a field is its key, there is one of each. */
export const textOf = ({ members, ...template }: TypedTemplate): TemplateText => ({
  ...template,
  members: members.map(({ name, value }) => ({ key: `stored:${name}`, name, value })),
})

export const typedOf = ({ members, ...template }: TemplateText): TypedTemplate => ({
  ...template,
  members: members.map(({ name, value }) => ({ name, value })),
})

export function isSameTemplate(stored: LineItemTemplate | null, text: TemplateText): boolean {
  if (stored === null) return isBlank(text)
  return (
    stored.kind === text.kind &&
    stored.name === text.name &&
    stored.members.length === text.members.length &&
    stored.members.every(({ name, value }, index) => {
      const member = text.members[index]
      return member?.name === name && member.value === value
    })
  )
}

const isBlank = ({ kind, name, members }: TemplateText): boolean =>
  kind === '' && name === '' && members.every((member) => member.name === '' && member.value === '')
