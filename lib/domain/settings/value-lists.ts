import type * as z from 'zod/mini'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { fieldMetas, type ListName } from '@/lib/domain/application/field'
import { accountSchema, contactSchema, merchantSchema } from '@/lib/domain/application/sections'
import type { Problem } from '@/lib/domain/values/problem'
import { isReordered } from './merge-ordered'

/** The interface's rules 2 to 9 speak of these roles: without one of them no application could be judged. */
export const NAMED_ROLES: readonly string[] = [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER]

const MAX_LIST_VALUES = 200
export const MAX_VALUE_LENGTH = 255

/** A list that an admin keeps. `partnerName` is the field that its values are sent in. */
export type ValueList = {
  name: ListName
  title: string
  /** One value, in the middle of a sentence. */
  one: string
  meaning: string
  partnerName: string
}

const partnerNameOf = (field: z.ZodMiniType): string => fieldMetas.get(field)?.partnerName ?? ''

/** Every list whose values the interface does not show (interface, end of "Sub-merchant application"). */
export const VALUE_LISTS: readonly ValueList[] = [
  {
    name: 'roles',
    title: 'Contact roles',
    one: 'role',
    meaning: 'The roles of a person at the merchant. A contact can have several.',
    partnerName: partnerNameOf(contactSchema.shape.roles),
  },
  {
    name: 'ddaTypes',
    title: 'DDA types',
    one: 'DDA type',
    meaning: 'The use of a bank account. Each account of an application needs a different one.',
    partnerName: partnerNameOf(accountSchema.shape.ddaType),
  },
  {
    name: 'industries',
    title: 'Industries',
    one: 'industry',
    meaning: 'For PayFac applications. A full application with pricing has the partner’s own fixed list.',
    partnerName: partnerNameOf(merchantSchema.shape.industry),
  },
  {
    name: 'locationTypes',
    title: 'Location types',
    one: 'location type',
    meaning: 'For PayFac applications. A full application with pricing has the partner’s own fixed list.',
    partnerName: partnerNameOf(merchantSchema.shape.locationType),
  },
  {
    name: 'sponsorBanks',
    title: 'Sponsor banks',
    one: 'sponsor bank',
    meaning: 'For PayFac applications. Ask the partner for its three names.',
    partnerName: partnerNameOf(merchantSchema.shape.sponsorship),
  },
]

/** As the forms clean what is chosen (field.ts): a value that is kept in another form could never be chosen. */
export const cleanListValue = (typed: string): string =>
  typed.replaceAll('\u0000', '').toWellFormed().trim().replace(/\s+/g, ' ')

/** The same for all texts that a person would read as one value: in any case, with or without invisible marks. */
export const sameValueKey = (text: string): string =>
  cleanListValue(text.replace(/\p{Cf}/gu, ''))
    .normalize('NFKC')
    .toLowerCase()

const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** The values to keep, once nothing is wrong with them; a problem's path is `ddaTypes.2`, or the list itself. */
export function readValueList(
  name: ListName,
  typed: readonly string[],
): { values: readonly string[] | null; problems: Problem[] } {
  const cleaned = typed.map(cleanListValue)
  const problems = [
    ...checkWhole(name, cleaned),
    ...cleaned.flatMap((value, index) => {
      const message = checkValue(name, value) ?? checkTwice(cleaned, index)
      return message === null ? [] : [{ path: `${name}.${index}`, message }]
    }),
  ]
  return { values: problems.length > 0 ? null : inOrder(name, cleaned), problems }
}

/** Named roles stand first, in the order in which the forms offer them. */
const inOrder = (name: ListName, values: readonly string[]): readonly string[] =>
  name === 'roles' ? withNamedRoles(values) : values

export const withNamedRoles = (roles: readonly string[]): readonly string[] => [
  ...NAMED_ROLES,
  ...roles.filter((role) => !NAMED_ROLES.includes(role)),
]

function checkWhole(name: ListName, values: readonly string[]): Problem[] {
  const lost = name === 'roles' ? NAMED_ROLES.filter((role) => !values.includes(role)) : []
  return [
    ...lost.map((role) => ({
      path: name,
      message: `The ownership rules use “${role}”. It cannot be removed or renamed.`,
    })),
    ...(values.length > MAX_LIST_VALUES
      ? [
          {
            path: name,
            message: `At most ${MAX_LIST_VALUES} are allowed in a list; this has ${values.length}.`,
          },
        ]
      : []),
  ]
}

function checkValue(name: ListName, value: string): string | null {
  if (!isVisible(value)) return 'Type a name, or remove this line.'
  if (value.length > MAX_VALUE_LENGTH) {
    return `At most ${MAX_VALUE_LENGTH} characters; this has ${value.length.toLocaleString('en-US')}.`
  }
  // Interface, "Sub-merchant application": Contact_Role__c is a semicolon-separated list.
  return name === 'roles' && value.includes(';') ? 'A role cannot contain a semicolon. Remove it.' : null
}

function checkTwice(values: readonly string[], index: number): string | null {
  const key = sameValueKey(values[index] ?? '')
  const first = values.findIndex((value) => sameValueKey(value) === key)
  return first === index ? null : `“${values[first]}” is already in the list. Rename or remove one.`
}

/** What someone changed of a list, a sentence each. */
export function listChanges(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((value) => !before.includes(value))
  const removed = before.filter((value) => !after.includes(value))
  return [
    ...added.map((value) => `Added “${value}”.`),
    ...removed.map((value) => `Removed “${value}”.`),
    ...(isReordered(before, after) ? ['Changed the order.'] : []),
  ]
}
