/** Bodies of the two application endpoints, as the interface describes them, and changes to them. */

export type Json = Record<string, unknown>

export const person = (roles: string, fields: Json = {}): Json => ({
  attributes: { type: 'Contact' },
  FirstName: 'Ana',
  LastName: 'Okafor',
  Contact_Role__c: roles,
  ...fields,
})
export const principal = (percentage: unknown, alsoRoles = '') =>
  person(`Principal${alsoRoles && `;${alsoRoles}`}`, { Percentage_Owned__c: percentage })
export const controlProng = () => person('Control Prong', { FirstName: 'Ben' })

export const bankAccount = (fields: Json = {}): Json => ({
  attributes: { type: 'Business_Checking_Account__c' },
  Bank_Name__c: 'First Example Bank',
  Transit_Routing__c: '021000021',
  Checking_Account__c: '000123456',
  DDA_Type__c: 'Deposits',
  ...fields,
})

const opp = (fields: Json = {}): Json => ({ attributes: { type: 'Opportunity' }, ...fields })
const mer = (ownership: string, fields: Json = {}): Json => ({
  attributes: { type: 'Account' },
  Legal_Name__c: 'Blue Heron Bakery LLC',
  Name: 'Blue Heron',
  Ownership: ownership,
  ...fields,
})

export type ApplicationBody = {
  Opp: Json
  Mer: Json
  lstContact: Json[]
  lstbussCheckAcc: Json[]
}

export type AliasBody = {
  Opp: Json
  Mer: Json
  lstBens: Json[]
  lstbussCheckAcc: Json[]
  Lstqli: Json[]
}

/** A new application that the create or update endpoint accepts, when the people suit the ownership. */
export const application = (
  people: Json[] = [controlProng()],
  ownership = 'Limited Liability Company',
): ApplicationBody => ({
  Opp: opp({ Is_SVC_Underwriting__c: true }),
  Mer: mer(ownership),
  lstContact: people,
  lstbussCheckAcc: [bankAccount()],
})

/** The like for the create-application alias. */
export const fullApplication = (
  people: Json[] = [controlProng()],
  ownership = 'Privately Held Limited Liability Company',
): AliasBody => ({
  Opp: opp({ Name: 'Blue Heron, all options' }),
  Mer: mer(ownership),
  lstBens: people,
  lstbussCheckAcc: [bankAccount()],
  Lstqli: [{ attributes: { type: 'QuoteLineItem' } }],
})

/** The people that rules 7 to 9 ask for, by ownership. */
export const peopleFor = (ownership: string) =>
  ownership === 'Sole Proprietorship' ? [principal(100)] : [controlProng()]

/** A copy of `body` with `value` at `path` such as `lstContact[0].SSN__c`; `undefined` leaves the member out. */
export function withValue<Body extends object>(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body)
  const steps = path.split(/[.[\]]+/).filter(Boolean)
  const last = steps.pop() ?? ''
  const parent: Json = steps.reduce<Json>((at, step) => Object(at[step]), Object(copy))
  parent[last] = value
  return copy
}

/**
 * Whether `id` is a record id of 18 characters with this prefix whose last three are the platform's check
 * suffix: for each five characters one of `A`…`Z`, `0`…`5` whose bits say which of them are capitals.
 */
export function isRecordId(id: unknown, prefix: string): boolean {
  if (typeof id !== 'string' || !/^[A-Za-z0-9]{18}$/.test(id) || !id.startsWith(prefix)) return false
  const suffix = [0, 5, 10].map((start) => {
    const bits = [...id.slice(start, start + 5)].map((char, index) => (/[A-Z]/.test(char) ? 2 ** index : 0))
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'[bits.reduce((sum, bit) => sum + bit, 0)]
  })
  return id.slice(15) === suffix.join('')
}
