import { type AnyDraft, type AnySectionName, kindOf, type SectionDraft, sectionIn } from './draft'
import { readSensitive } from './field'
import { cleanValue } from './fields'
import { plainIdentities } from './plain-identities'
import { sectionsOf } from './section-names'
import { accountSchema } from './sections'
import { mapSensitive } from './sensitive'

/**
 * A value by which duplicates are found; `itemId` is '' outside lists. Two are the same if `identity` and `value`
 * are equal.
 */
export type Identity = { itemId: string; field: string; identity: string; value: string }

/**
 * The sensitive fields that identify someone. A sole proprietor's tax ID may be an SSN, so both share one
 * identity. Left out: the second entry of an account number, and dates of birth, which many people share.
 */
const IDENTITY_OF_FIELD: Readonly<Record<string, string>> = {
  taxId: 'nine digits',
  ssn: 'nine digits',
  accountNumber: 'account number',
}

/** Whether every page masks the value. */
export const isMasked = ({ field }: { field: string }): boolean => field in IDENTITY_OF_FIELD

/**
 * The identities of one section. Values that are not well formed are skipped. `open`: the section with its plain
 * values.
 */
export function identitiesOf<S extends AnySectionName>(section: S, open: SectionDraft<S>): Identity[] {
  const routing = routingNumbers(open)
  const masked: Identity[] = []
  mapSensitive(section, open, ({ itemId, field, meta }, value) => {
    const identity = IDENTITY_OF_FIELD[field]
    const read = typeof value === 'string' ? readSensitive(meta, value) : null
    if (identity !== undefined && typeof read === 'string') {
      const bank = field === 'accountNumber' ? routing.get(itemId ?? '') : undefined
      masked.push({ itemId: itemId ?? '', field, identity, value: bank ? `${bank} ${read}` : read })
    }
    return value
  })
  return [...masked, ...plainIdentities(section, open)]
}

/** By account ID. Account numbers are unique only within a bank, so an account's identity includes its bank. */
const routingNumbers = (open: SectionDraft): ReadonlyMap<string, string> =>
  new Map(
    ('items' in open ? open.items : []).flatMap((item): [string, string][] => {
      const routing =
        'routingNumber' in item ? cleanValue(accountSchema.shape.routingNumber, item.routingNumber) : null
      return routing === null ? [] : [[item.id, routing]]
    }),
  )

/** Those of all sections, in form order. */
export const allIdentities = (open: AnyDraft): (Identity & { section: AnySectionName })[] =>
  sectionsOf(kindOf(open)).flatMap((section) =>
    identitiesOf(section, sectionIn(open, section)).map((identity) => ({ section, ...identity })),
  )
