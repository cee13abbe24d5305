import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import { type AnyDraft, type AnySectionName, sectionIn } from './draft'
import { fieldOfEither } from './either-fields'
import { lowerFirst } from './field'
import { cleanValue, contactLabel, itemLabel } from './fields'
import { type AccountDraft, accountSchema, contactSchema, type Draft } from './sections'

/** An identity of one application that stands in another as well; `itemId` is '' outside of lists. */
export type SameIdentity = {
  section: AnySectionName
  itemId: string
  field: string
  /** How many others have it there that stand as this one does, declined or not, where not all of them are listed. */
  alike?: number
  /** There are more than those: so many that they were not counted. */
  hasMore?: true
  /**
   * `declined`: so our underwriters decided last. `isOpen`: nobody knows whether the partner has it. `as`: the field
   * that has it there, where none of this kind does: a sole proprietor’s tax ID may be an SSN elsewhere.
   */
  other: {
    applicationId: string
    number: number
    name: string
    as?: 'ssn' | 'taxId'
    declined?: true
    isOpen?: true
  }
}

/** A warning at each place whose identity another application has: often right, and always worth a look. */
export function checkSameIdentities(draft: AnyDraft, found: readonly SameIdentity[]): Violation[] {
  const places = Map.groupBy(found, ({ section, itemId, field, other: { as = '' } }) =>
    [pathOf(draft, section, itemId, field) ?? '', as].join(' '),
  )
  return [...places.values()].flatMap((same): Violation[] => {
    const [first] = same
    const path = first && pathOf(draft, first.section, first.itemId, first.field)
    if (!first || path == null) return []
    const what = sharedWords(first)
    const declined = same.filter(({ other }) => other.declined)
    const others = same.filter(({ other }) => !other.declined)
    const open = others.filter(({ other }) => other.isOpen)
    const about = [...declined, ...open, ...others.filter(({ other }) => !other.isOpen)].map(
      ({ other: { isOpen: _, ...other } }) => other,
    )
    const message =
      declined.length > 0
        ? `${what} ${wordsOf(declined)}, which our underwriters declined. Read why before you go on.`
        : open.length > 0
          ? `${what} ${numbersOf(open)}, which the partner may already have. Resolve its outcome before you send this one.`
          : `${what} ${wordsOf(others)}. Check that this is not a duplicate application.`
    return [{ path, code: 'duplicate', message, severity: 'warning', about }]
  })
}

/** `The same phone is in`, before the applications: what they share, and as what they have it where that differs. */
export function sharedWords({
  section,
  field,
  other: { as },
}: Pick<SameIdentity, 'section' | 'field'> & {
  other: Pick<SameIdentity['other'], 'as'>
}): string {
  if (as === 'ssn') return 'This tax ID is the SSN of a person in'
  if (as === 'taxId') return 'This SSN is the federal tax ID of'
  const name = lowerFirst(fieldOfEither(section, field)?.meta.label ?? field)
  return `The same ${['legalName', 'dbaName'].includes(field) ? `${name} at the same address` : name} is in`
}

/** Identities that stand twice in one application; sealed ones only where their plain values are given. */
export const checkSameWithin = ({ contacts, accounts }: AnyDraft): Violation[] => [
  ...checkSameSsns(contacts),
  ...checkSameNumbers(accounts.items),
]

/** Two people never have one SSN: a number was typed twice, or a person. Said at each of them. */
export function checkSameSsns({ items }: Draft['contacts']): Violation[] {
  const numbers = items.map(({ ssn }) => plainOf(contactSchema.shape.ssn, ssn))
  return numbers.flatMap((number, index): Violation[] => {
    const other = numbers.findIndex((one, place) => one === number && place !== index)
    if (number === null || other < 0) return []
    return [
      {
        path: `contacts.items.${index}.ssn`,
        code: 'shared-ssn',
        message: `${contactLabel(items, other)} has the same Social Security number. Correct one, or enter the person once with all roles.`,
        severity: 'warning',
      },
    ]
  })
}

/**
 * One account can have several uses; more often its number was typed twice. And of the two numbers side by side on a
 * check, one may have been typed for both.
 */
export function checkSameNumbers(items: readonly AccountDraft[]): Violation[] {
  const numbers = items.map(({ accountNumber, routingNumber }) => ({
    number: plainOf(accountSchema.shape.accountNumber, accountNumber),
    routing: cleanValue(accountSchema.shape.routingNumber, routingNumber),
  }))
  return [
    ...numbers.flatMap(({ number, routing }, index): Violation[] =>
      number === null || number !== routing
        ? []
        : [
            {
              path: `accounts.items.${index}.accountNumber`,
              code: 'mismatch',
              message:
                'This is the routing number. Enter the account number, which is beside it on the check.',
              severity: 'warning',
            },
          ],
    ),
    ...repeated(
      numbers.map(({ number, routing }) =>
        number !== null && routing !== null ? `${routing} ${number}` : null,
      ),
    ).map(
      ([index, first]): Violation => ({
        path: `accounts.items.${index}.accountNumber`,
        code: 'duplicate',
        message: `${itemLabel('accounts', first)} has the same account number. Check it, unless one account has both uses.`,
        severity: 'warning',
      }),
    ),
  ]
}

/** Only the server knows a sealed one. */
export function plainOf(schema: Parameters<typeof cleanValue>[0], value: SensitiveText): string | null {
  const cleaned = isSealed(value) ? null : cleanValue(schema, value)
  return typeof cleaned === 'string' ? cleaned : null
}

/** The place of each that stands earlier too, with that earlier place. */
const repeated = (values: readonly (string | null)[]): [number, number][] =>
  values.flatMap((value, index): [number, number][] => {
    const first = values.indexOf(value)
    return value === null || first === index ? [] : [[index, first]]
  })

/** Named in words; the links lead to the others. */
const NAMED = 2

function wordsOf(same: readonly SameIdentity[]): string {
  const named = same
    .slice(0, NAMED)
    .map(({ other: { number, name } }) => `A-${number}${name && ` (${name})`}`)
  const rest = (same[0]?.alike ?? same.length) - named.length
  const atLeast = same[0]?.hasMore ? 'at least ' : ''
  return [...named, ...(rest > 0 ? [`${atLeast}${rest.toLocaleString('en-US')} more`] : [])].join(' and ')
}

const numbersOf = (same: readonly SameIdentity[]): string =>
  same.map(({ other }) => `A-${other.number}`).join(', ')

/** Null where the item is no longer there. */
export function pathOf(
  draft: AnyDraft,
  section: AnySectionName,
  itemId: string,
  field: string,
): string | null {
  if (itemId === '') return `${section}.${field}`
  const data = sectionIn(draft, section)
  const index = 'items' in data ? data.items.findIndex(({ id }) => id === itemId) : -1
  return index < 0 ? null : `${section}.items.${index}.${field}`
}
