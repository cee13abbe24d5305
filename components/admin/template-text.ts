import { newItemId } from '@/components/applications/new-item-id'
import type { MemberType } from '@/lib/domain/application/full-sections'
import {
  type LineItemTemplate,
  packageText,
  type TypedTemplate,
} from '@/lib/domain/application/line-item-template'

/** A template while it is typed. Its fields have keys because their names change. */
export type TemplateText = Omit<TypedTemplate, 'members' | 'packages'> & {
  members: readonly MemberText[]
  /** Separated by commas. */
  packages: string
}
export type MemberText = { key: string; name: string; value: string; type: MemberType }

export const blankMember = (): MemberText => ({
  key: `new:${newItemId()}`,
  name: '',
  value: '',
  type: 'text',
})

export const blankTemplate = (id: string): TemplateText => ({
  id,
  kind: '',
  name: '',
  packages: '',
  members: [blankMember()],
})

/** In a stored template, field names are unique and serve as keys. */
export const textOf = ({ members, packages, ...template }: TypedTemplate): TemplateText => ({
  ...template,
  packages: packageText({ packages }),
  members: members.map(({ name, value, type = 'text' }) => ({ key: `stored:${name}`, name, value, type })),
})

export const typedOf = ({ members, packages, ...template }: TemplateText): TypedTemplate => ({
  ...template,
  ...(packages.trim() !== '' && { packages: packages.split(',') }),
  members: members.map(({ name, value, type }) => ({ name, value, ...(type !== 'text' && { type }) })),
})

export function isSameTemplate(stored: LineItemTemplate | null, text: TemplateText): boolean {
  if (stored === null) return isBlank(text)
  return (
    stored.kind === text.kind &&
    stored.name === text.name &&
    packageText(stored) === text.packages &&
    stored.members.length === text.members.length &&
    stored.members.every(({ name, value, type = 'text' }, index) => {
      const member = text.members[index]
      return member?.name === name && member.value === value && member.type === type
    })
  )
}

const isBlank = ({ kind, name, packages, members }: TemplateText): boolean =>
  kind === '' &&
  name === '' &&
  packages.trim() === '' &&
  members.every((member) => member.name === '' && member.value === '')
