import { isPoBox } from '@/lib/domain/application/check'
import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { type AnyDraft, kindOf } from '@/lib/domain/application/draft'
import { familyOf, hasRole } from '@/lib/domain/application/ownership'
import { countryCode } from '@/lib/domain/values/country'
import { stateCode } from '@/lib/domain/values/us-states'
import { type Person, peopleOf, shownAt } from './case-values'
import type { Signal, SignalRule } from './signal'

/** Compares only states that are known on both sides; a blank or misspelled state tells nothing. */
const isElsewhere = (state: string, home: string): boolean => {
  const [code, homeCode] = [stateCode(state), stateCode(home)]
  return code !== null && homeCode !== null && code !== homeCode
}

const isForeign = (country: string): boolean => country.trim() !== '' && countryCode(country) !== 'US'

/** The partner boards businesses in the United States; a foreign one needs a bank and law that we do not have. */
export const foreignAddress: SignalRule = ({ draft }) => {
  const { merchant } = draft
  const isBilling = isForeign(merchant.billingCountry)
  const paths = [
    ...(isBilling ? ['merchant.billingCountry'] : []),
    ...('shippingCountry' in merchant && isForeign(merchant.shippingCountry)
      ? ['merchant.shippingCountry']
      : []),
  ]
  if (paths.length === 0) return []
  return [
    {
      code: 'foreign-address',
      weight: isBilling ? 'serious' : 'concern',
      title: isBilling
        ? 'The business is outside of the United States'
        : 'Equipment goes outside of the United States',
      why: 'Sponsorship and bank accounts are for US businesses. Sales made abroad violate network rules.',
      values: paths.map((path) => shownAt(draft, path)),
    },
  ]
}

/**
 * Common for some states, whose law companies choose. Otherwise ask whether the business may operate where it is.
 */
export const formedElsewhere: SignalRule = ({ draft }) => {
  const { merchant } = draft
  if (!isElsewhere(merchant.formationState, merchant.billingState)) return []
  return [
    {
      code: 'formed-elsewhere',
      weight: 'note',
      title: 'The business was formed in another state',
      why: 'Common for legal reasons. The formation documents come from that state, and the business should be registered where it operates.',
      values: ['merchant.formationState', 'merchant.billingState'].map((path) => shownAt(draft, path)),
    },
  ]
}

/** A sole proprietor is the business. If they live in another state, someone else may be running it. */
export const proprietorLivesElsewhere: SignalRule = ({ draft }) => {
  const { merchant, contacts } = draft
  if (familyOf({ kind: kindOf(draft), ownership: merchant.ownership }) !== 'sole') return []
  const away = peopleOf(draft).filter(
    ({ roles, index }) =>
      hasRole(roles, PRINCIPAL) && isElsewhere(contacts.items[index]?.state ?? '', merchant.billingState),
  )
  if (away.length === 0) return []
  return [
    {
      code: 'proprietor-elsewhere',
      weight: 'concern',
      title: 'The proprietor lives in another state than the business',
      why: 'A sole proprietor usually lives near the business. Find out who runs it: the applicant may be a front.',
      values: ['merchant.billingState', ...away.map(({ index }) => `contacts.items.${index}.state`)].map(
        (path) => shownAt(draft, path),
      ),
    },
  ]
}

/** No one lives or does business in a PO box, and customer identification asks for a real address. */
export const poBoxAsStreet: SignalRule = ({ draft }) => {
  const { merchant } = draft
  const streets: [path: string, street: string][] = [
    ['merchant.billingStreet', merchant.billingStreet],
    ...('physicalStreet' in merchant
      ? [['merchant.physicalStreet', merchant.physicalStreet] satisfies [string, string]]
      : []),
    ...peopleOf(draft)
      .filter(isIdentified)
      .map(({ index }): [string, string] => [
        `contacts.items.${index}.street`,
        draft.contacts.items[index]?.street ?? '',
      ]),
  ]
  const boxes = streets.filter(([, street]) => isPoBox(street))
  if (boxes.length === 0) return []
  return [
    {
      code: 'po-box',
      weight: 'concern',
      title: 'A PO box is used as the street address',
      why: 'A PO box is not a physical location. Ask for a street address to confirm identity and for site visits.',
      values: boxes.map(([path]) => shownAt(draft, path)),
    },
  ]
}

/** Whose identity is confirmed: principals and the Control Prong. */
const isIdentified = ({ roles }: Person): boolean =>
  hasRole(roles, PRINCIPAL) || hasRole(roles, CONTROL_PRONG)

/** Without a place of business there is nothing to visit or to find on a map. */
export const physicalAddressMissing: SignalRule = ({ draft }) => {
  const { merchant } = draft
  if (!('physicalStreet' in merchant) || merchant.physicalStreet.trim() !== '') return []
  return [
    {
      code: 'physical-address-missing',
      weight: 'concern',
      title: 'The physical address is missing',
      why: 'The billing address may be an accountant’s or a home. Ask where customers find the business or where it operates.',
      values: [shownAt(draft, 'merchant.physicalStreet')],
    },
  ]
}

/** Usually an office apart from the shop; sometimes only one of the two addresses is real. */
export const physicalAddressDiffers: SignalRule = ({ draft }) => {
  const { merchant } = draft
  if (!('physicalStreet' in merchant) || merchant.physicalStreet.trim() === '') return []
  const differs =
    isOther(merchant.physicalStreet, merchant.billingStreet) ||
    isOther(merchant.physicalPostalCode, merchant.billingPostalCode)
  return differs ? [atTwoAddresses(draft, isElsewhere(merchant.physicalState, merchant.billingState))] : []
}

const atTwoAddresses = (draft: AnyDraft, isInAnotherState: boolean): Signal => ({
  code: 'physical-address-differs',
  weight: isInAnotherState ? 'concern' : 'note',
  title: isInAnotherState
    ? 'The business is in another state than its billing address'
    : 'The business is at another address than the billing address',
  why: 'Find out what is at each address. Documents, bank and website should name one of the two.',
  values: (isInAnotherState
    ? ['billingStreet', 'billingState', 'physicalStreet', 'physicalState']
    : ['billingStreet', 'physicalStreet']
  ).map((name) => shownAt(draft, `merchant.${name}`)),
})

/** Ignores case, spaces and punctuation. A blank address is not compared. */
function isOther(one: string, two: string): boolean {
  const [a, b] = [one, two].map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return a !== '' && b !== '' && a !== b
}

/** Large banks give one address for all branches; for a small bank far away, ask whose account it is. */
export const bankInAnotherState: SignalRule = ({ draft }) => {
  const away = draft.accounts.items.flatMap(({ bankState }, index) =>
    isElsewhere(bankState, draft.merchant.billingState) ? [index] : [],
  )
  if (away.length === 0) return []
  return [
    {
      code: 'bank-elsewhere',
      weight: 'note',
      title: 'The bank is in another state than the business',
      why: 'Normal for national banks. Otherwise make sure that the account belongs to the business.',
      values: [
        'merchant.billingState',
        ...away.flatMap((index) => [`accounts.items.${index}.bankName`, `accounts.items.${index}.bankState`]),
      ].map((path) => shownAt(draft, path)),
    },
  ]
}

export const ADDRESS_RULES: readonly SignalRule[] = [
  foreignAddress,
  formedElsewhere,
  proprietorLivesElsewhere,
  poBoxAsStreet,
  physicalAddressMissing,
  physicalAddressDiffers,
  bankInAnotherState,
]
