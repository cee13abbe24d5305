import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import { type AnyDraft, type AnySectionName, sectionIn } from './draft'
import { fieldOfEither } from './either-fields'
import { lowerFirst } from './field'
import { cleanValue, contactLabel, itemLabel } from './fields'
import { type AccountDraft, accountSchema, contactSchema, type Draft } from './sections'

/** An identity of this application that another one has, too; `itemId` is '' outside lists. */
export type SameIdentity = {
  section: AnySectionName
  itemId: string
  field: string
  /**
   * How many others have it, counting declined and other applications separately; only set if not all are listed.
   */
  alike?: number
  /** There are more than `alike`; counting stopped. */
  hasMore?: true
  /**
   * `declined`: our underwriters' latest decision. `isOpen`: it was sent, and its outcome is unknown. `as`: the
   * field that holds the value there if it is another one: a sole proprietor’s tax ID may be an SSN elsewhere.
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

/** A warning for each identity that another application has, too. Often right, and always worth a look. */
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

/**
 * `The same phone is in`, to be followed by the applications. Says what they share, and which field holds it there
 * if it is another one.
 */
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

/**
 * Identities that appear twice in one application. Sealed ones are compared only if the draft has their plain
 * values.
 */
export const checkSameWithin = ({ contacts, accounts }: AnyDraft): Violation[] => [
  ...checkSameSsns(contacts),
  ...checkSameNumbers(accounts.items),
]

/** Two people never share an SSN: a number or a person was entered twice. Warns at both. */
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
 * One account can have several uses, but a repeated account number is more often a mistake. The routing number may also
 * have been typed as the account number, which is beside it on a check.
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

/** The cleaned value; null if it is sealed or wrong. */
export function plainOf(schema: Parameters<typeof cleanValue>[0], value: SensitiveText): string | null {
  const cleaned = isSealed(value) ? null : cleanValue(schema, value)
  return typeof cleaned === 'string' ? cleaned : null
}

/** Each repeated value's index, with the index of its first occurrence. */
const repeated = (values: readonly (string | null)[]): [number, number][] =>
  values.flatMap((value, index): [number, number][] => {
    const first = values.indexOf(value)
    return value === null || first === index ? [] : [[index, first]]
  })

/** How many applications are named in words; links lead to the others. */
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

/** The form path of an item's field; null if the item is gone. */
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
