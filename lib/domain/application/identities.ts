import { type AnyDraft, type AnySectionName, kindOf, type SectionDraft, sectionIn } from './draft'
import { readSensitive } from './field'
import { cleanValue } from './fields'
import { plainIdentities } from './plain-identities'
import { sectionsOf } from './section-names'
import { accountSchema } from './sections'
import { mapSensitive } from './sensitive'

/** By what an application is known again; `itemId` is '' outside of lists. Equal `value`s of one `identity` are the same. */
export type Identity = { itemId: string; field: string; identity: string; value: string }

/**
 * What counts as the same identity wherever it stands, beside what is kept in the clear: a sole proprietor's tax id
 * may be an SSN. The number typed again to be sure is the same account, and a date of birth is nobody's alone.
 */
const IDENTITY_OF_FIELD: Readonly<Record<string, string>> = {
  taxId: 'nine digits',
  ssn: 'nine digits',
  accountNumber: 'account number',
}

/** One that is masked on every page. */
export const isMasked = ({ field }: { field: string }): boolean => field in IDENTITY_OF_FIELD

/** The identities of one section; what is not well formed yet is none. `open`: with its plain values. */
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

/** By account. Each bank counts its own accounts: the same number at another one is another account. */
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
