import { decimalText, type Millionths, parseDecimalCut } from '@/lib/domain/values/decimal'
import { isBlocking, type Severity, type Violation } from '@/lib/domain/values/violation'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from './contact-roles'
import { cleanValue, itemLabel, personName } from './fields'
import type { FullOwnership } from './full-sections'
import type { ApplicationKind } from './kind'
import { nameInRow } from './name-in-row'
import { MAX_PRINCIPALS, PRINCIPAL_SHARE, PRINCIPAL_SHARE_TEXT } from './principal-share'
import { contactSchema, type Draft, type Ownership } from './sections'

/**
 * Rules 1 to 9 of the interface ("Errors", "Application endpoints"), as product.md's table decides them for each
 * endpoint. Browser, server and sandbox all call `checkOwnership`.
 */

export type OwnershipFacts = {
  /** Whose endpoint's rules apply; the create-or-update endpoint's by default. */
  kind?: ApplicationKind
  ownership: string
  contacts: readonly {
    /** Missing for contacts from the wire, which messages name by position. */
    name?: string
    roles: readonly string[]
    percentageOwned: Millionths | null
  }[]
  /**
   * Staff's attestation that no one owns the share of a principal; null if the question was not asked, as on the
   * wire.
   */
  nobodyOwns25: boolean | null
}

/** 100 percent, in millionths of a percent. */
export const WHOLE = 100_000_000n

export type Family = 'sole' | 'private' | 'public'
const PAYFAC_FAMILIES: Readonly<Record<Ownership, Family>> = {
  'Sole Proprietorship': 'sole',
  Partnership: 'private',
  'Limited Liability Company': 'private',
  'Privately Held Corporation': 'private',
  'Tax Exempt': 'public',
  Government: 'public',
  'Publicly Traded Corporation': 'public',
  'Financial Institution': 'public',
}
const FULL_FAMILIES: Readonly<Record<FullOwnership, Family>> = {
  'Sole Proprietorship': 'sole',
  'Privately Held Limited Liability Company': 'private',
  'Privately Held Corporation': 'private',
  'Privately Held Partnership': 'private',
  'Publicly Traded Limited Liability Company': 'public',
  'Publicly Traded Corporation': 'public',
  'Publicly Traded Partnership': 'public',
  'Tax Exempt': 'public',
  Government: 'public',
  'Financial Institution': 'public',
}
const FAMILIES: Readonly<Record<ApplicationKind, ReadonlyMap<string, Family>>> = {
  payfac: new Map(Object.entries(PAYFAC_FAMILIES)),
  full: new Map(Object.entries(FULL_FAMILIES)),
}

/** As the schema cleans it: two spaces inside are sent as one. */
const asListed = (ownership: string): string => ownership.trim().replace(/\s+/g, ' ')

/** Null if the endpoint has no such ownership: rules 7 to 9 cannot be checked then. */
export const familyOf = ({
  kind = 'payfac',
  ownership,
}: Pick<OwnershipFacts, 'kind' | 'ownership'>): Family | null =>
  FAMILIES[kind].get(asListed(ownership)) ?? null

/** What the rules look at: each contact's position, trimmed roles without repetitions, and who holds which role. */
type Case = {
  kind: ApplicationKind
  family: Family | null
  ownership: string
  contacts: readonly Party[]
  principals: readonly Party[]
  controlProngs: readonly Party[]
  signers: readonly Party[]
  nobodyOwns25: boolean | null
}
type Party = {
  index: number
  name: string
  roles: ReadonlySet<string>
  percentageOwned: Millionths | null
}
type Rule = (facts: Case) => Violation[]

/** The violations of every rule, checked independently. Rules 7 to 9 need an ownership. */
export function checkOwnership(facts: OwnershipFacts): Violation[] {
  const contacts = facts.contacts.map(({ name, roles, percentageOwned }, index) => ({
    index,
    name: name ?? itemLabel('contacts', index),
    roles: new Set(roles.map((role) => role.trim())),
    percentageOwned,
  }))
  const holdersOf = (role: string) => contacts.filter(({ roles }) => roles.has(role))
  const judged: Case = {
    kind: facts.kind ?? 'payfac',
    family: familyOf(facts),
    ownership: asListed(facts.ownership),
    contacts,
    principals: holdersOf(PRINCIPAL),
    controlProngs: holdersOf(CONTROL_PRONG),
    signers: holdersOf(AUTHORIZED_SIGNER),
    nobodyOwns25: facts.nobodyOwns25,
  }
  return RULES.flatMap((rule) => rule(judged))
}

/** Rule 1: at least one primary contact or beneficial owner. */
const atLeastOneContact: Rule = ({ contacts }) =>
  contacts.length > 0 ? [] : [missing(1, 'contacts.items', 'Add at least one owner or contact.')]

/** Rule 2: at most one Control Prong. */
const atMostOneControlProng: Rule = ({ controlProngs }) => surplusHolders(2, CONTROL_PRONG, controlProngs)

/** Rule 3: at most one Authorized Signer. */
const atMostOneAuthorizedSigner: Rule = ({ signers }) => surplusHolders(3, AUTHORIZED_SIGNER, signers)

/** Rule 4: at most `MAX_PRINCIPALS` principals. */
const principalsAreFew: Rule = ({ principals }) =>
  principals.length <= MAX_PRINCIPALS
    ? []
    : [
        finding(
          4,
          'contacts.items',
          `At most ${MAX_PRINCIPALS} contacts can be principals; there are ${principals.length}. Remove the role from those who own less than ${PRINCIPAL_SHARE_TEXT}.`,
        ),
      ]

/**
 * Rule 5: each principal owns at least the principal share. The rule names the create-or-update endpoint only, so
 * the alias gets a warning. A missing percentage is not checked here.
 */
const principalsOwnTheirShare: Rule = ({ kind, principals }) => {
  const [verb, severity] =
    kind === 'payfac' ? (['owns', 'error'] as const) : (['usually owns', 'warning'] as const)
  return principals.flatMap(({ index, percentageOwned }) =>
    percentageOwned === null || percentageOwned >= PRINCIPAL_SHARE
      ? []
      : [
          finding(
            5,
            `contacts.items.${index}.percentageOwned`,
            `A principal ${verb} at least ${PRINCIPAL_SHARE_TEXT}; this one owns ${decimalText(percentageOwned)}%. Correct the percentage, or remove the Principal role.`,
            severity,
          ),
        ],
  )
}

/** Rule 6: all principals together own at most 100 percent. */
const principalsOwnAtMostAll: Rule = ({ principals }) => {
  const sum = principals.reduce((total, { percentageOwned }) => total + (percentageOwned ?? 0n), 0n)
  if (sum <= WHOLE) return []
  // Any of them may be the wrong one.
  return principals
    .filter(({ percentageOwned }) => (percentageOwned ?? 0n) > 0n)
    .map(({ index }) =>
      finding(
        6,
        `contacts.items.${index}.percentageOwned`,
        `All principals together can own at most 100%; these add up to ${decimalText(sum)}%. Correct the percentages.`,
      ),
    )
}

/** Rule 7: a Sole Proprietorship has exactly one principal. */
const soleProprietorIsThePrincipal: Rule = ({ family, principals }) => {
  if (family !== 'sole' || principals.length === 1) return []
  if (principals.length === 0) {
    return [
      missing(7, 'contacts.items', 'A Sole Proprietorship has one principal. Give the owner that role.'),
    ]
  }
  return surplusHolders(7, PRINCIPAL, principals)
}

/** Rule 7, as we read it: the one principal of a Sole Proprietorship owns 100 percent. */
const soleProprietorOwnsAll: Rule = ({ family, principals: [principal, ...others] }) => {
  const owned = principal?.percentageOwned ?? null
  if (family !== 'sole' || !principal || others.length > 0) return []
  if (owned === null || owned < PRINCIPAL_SHARE || owned >= WHOLE) return []
  return [
    finding(
      7,
      `contacts.items.${principal.index}.percentageOwned`,
      `A sole proprietor usually owns 100%; this says ${decimalText(owned)}%.`,
      'warning',
    ),
  ]
}

/** Rule 8: a partnership, limited liability company or privately held corporation has one Control Prong. */
const privateEntityHasControlProng: Rule = ({ family, ownership, controlProngs }) =>
  family !== 'private' || controlProngs.length > 0 ? [] : [missingControlProng(8, ownership)]

/** Rule 8: if such an entity names no principal, staff must attest that no one owns the principal share. */
const noPrincipalIsAttested: Rule = ({ family, principals, contacts, nobodyOwns25 }) => {
  if (family !== 'private' || principals.length > 0 || nobodyOwns25 === null) return []
  if (!nobodyOwns25) {
    return [
      missing(
        8,
        'contacts.nobodyOwns25',
        `No contact is a principal. Give that role to everyone who owns ${PRINCIPAL_SHARE_TEXT} or more, or confirm that no one does.`,
      ),
    ]
  }
  return contacts.some(ownsPrincipalShare)
    ? [
        finding(
          8,
          'contacts.nobodyOwns25',
          `A contact owns ${PRINCIPAL_SHARE_TEXT} or more. Make that contact a principal.`,
        ),
      ]
    : []
}

/**
 * Rule 8: "any owners of 25 percent or more" are principals. The partner is not known to refuse anything else, so a
 * request on the wire only gets a warning. A draft is blocked, because the law requires us to identify owners.
 */
const largeOwnersArePrincipals: Rule = ({ family, contacts, nobodyOwns25 }) =>
  family !== 'private'
    ? []
    : contacts
        .filter(isUnnamedOwner)
        .map(({ index, name, percentageOwned }) =>
          finding(
            8,
            `contacts.items.${index}.roles`,
            `${name} owns ${decimalText(percentageOwned ?? 0n)}%. Everyone who owns ${PRINCIPAL_SHARE_TEXT} or more must be a principal. Add that role, or correct the percentage.`,
            nobodyOwns25 === null ? 'warning' : 'error',
          ),
        )

const isUnnamedOwner = ({ roles, percentageOwned }: Pick<Party, 'roles' | 'percentageOwned'>): boolean =>
  ownsPrincipalShare({ percentageOwned }) && !roles.has(PRINCIPAL)

/** Where the principals alone are owners, no one else has a share: of a sole proprietor's business, or of a public entity. */
const othersOwnNothing: Rule = ({ family, ownership, contacts }) =>
  family === null || family === 'private'
    ? []
    : contacts
        .filter(({ roles, percentageOwned }) => !roles.has(PRINCIPAL) && (percentageOwned ?? 0n) > 0n)
        .map(({ index }) =>
          finding(
            family === 'sole' ? 7 : 9,
            `contacts.items.${index}.percentageOwned`,
            family === 'sole'
              ? 'Only the principal owns a Sole Proprietorship. Remove the percentage, or correct the roles.'
              : `${withArticle(ownership)} names no owners. Remove the percentage.`,
            'warning',
          ),
        )

/** Rule 6, as we read it: principals and all others together own at most 100 percent. */
const allOwnAtMostAll: Rule = ({ family, contacts, principals }) => {
  const sumOf = (some: readonly Party[]) =>
    some.reduce((total, { percentageOwned }) => total + (percentageOwned ?? 0n), 0n)
  const sum = sumOf(contacts)
  if (family !== 'private' || sum <= WHOLE || sumOf(principals) > WHOLE) return []
  return contacts
    .filter(({ roles, percentageOwned }) => !roles.has(PRINCIPAL) && (percentageOwned ?? 0n) > 0n)
    .map(({ index }) =>
      finding(
        6,
        `contacts.items.${index}.percentageOwned`,
        `All contacts together own ${decimalText(sum)}%. Correct the percentages.`,
        'warning',
      ),
    )
}

/** Rule 9: Tax Exempt, Government, anything publicly traded and Financial Institution have one Control Prong. */
const publicEntityHasControlProng: Rule = ({ family, ownership, controlProngs }) =>
  family !== 'public' || controlProngs.length > 0 ? [] : [missingControlProng(9, ownership)]

/** Rule 9: only a Control Prong, so no principals. */
const publicEntityHasNoPrincipals: Rule = ({ family, ownership, principals }) =>
  family !== 'public'
    ? []
    : principals.map(({ index }) =>
        finding(
          9,
          `contacts.items.${index}.roles`,
          `${withArticle(ownership)} has no principals. Remove the Principal role.`,
        ),
      )

/** Rule 9, as we read it: a separate Authorized Signer is unusual but not wrong. */
const publicEntitySignerIsControlProng: Rule = ({ family, ownership, signers }) =>
  family !== 'public'
    ? []
    : signers
        .filter(({ roles }) => !roles.has(CONTROL_PRONG))
        .map(({ index }) =>
          finding(
            9,
            `contacts.items.${index}.roles`,
            `${withArticle(ownership)} needs only its Control Prong. A separate Authorized Signer is unusual.`,
            'warning',
          ),
        )

const RULES: readonly Rule[] = [
  atLeastOneContact,
  atMostOneControlProng,
  atMostOneAuthorizedSigner,
  principalsAreFew,
  principalsOwnTheirShare,
  principalsOwnAtMostAll,
  allOwnAtMostAll,
  soleProprietorIsThePrincipal,
  soleProprietorOwnsAll,
  privateEntityHasControlProng,
  noPrincipalIsAttested,
  largeOwnersArePrincipals,
  othersOwnNothing,
  publicEntityHasControlProng,
  publicEntityHasNoPrincipals,
  publicEntitySignerIsControlProng,
]

const finding = (rule: number, path: string, message: string, severity: Severity = 'error'): Violation => ({
  path,
  code: 'ownership',
  message,
  severity,
  rule,
})

/** A value that is still missing, which makes the draft incomplete rather than wrong. */
const missing = (rule: number, path: string, message: string): Violation => ({
  ...finding(rule, path, message),
  code: 'required',
})

/** One violation for each holder after the first. */
const surplusHolders = (rule: number, role: string, [first, ...surplus]: readonly Party[]): Violation[] =>
  surplus.map(({ index }) =>
    finding(
      rule,
      `contacts.items.${index}.roles`,
      `Only one contact can be ${role}, and ${first?.name ?? 'another'} is. Remove the role from one of them.`,
    ),
  )

const missingControlProng = (rule: number, ownership: string): Violation =>
  missing(
    rule,
    'contacts.items',
    `${withArticle(ownership)} has one Control Prong. Give that role to the person who runs it.`,
  )

export const ownsPrincipalShare = ({ percentageOwned }: Pick<Party, 'percentageOwned'>): boolean =>
  percentageOwned !== null && percentageOwned >= PRINCIPAL_SHARE

const withArticle = (ownership: string): string =>
  ownership === 'Tax Exempt' ? 'A Tax Exempt organization' : `A ${ownership}`

/** `Principal; Control Prong` → its roles in order, trimmed, without repetitions. */
export const parseRoles = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  ),
]

export type NamedOwnershipFacts = Omit<OwnershipFacts, 'contacts'> & {
  contacts: readonly (OwnershipFacts['contacts'][number] & { name: string })[]
}

/** The facts from a form. A blank or invalid percentage counts as not given. */
export const ownershipFactsOf = (
  contacts: Draft['contacts'],
  ownership: string,
  kind: ApplicationKind = 'payfac',
): NamedOwnershipFacts => ({
  kind,
  ownership,
  nobodyOwns25: contacts.nobodyOwns25,
  contacts: contacts.items.map((person, index) => ({
    name: nameInRow(personName(person)) || itemLabel('contacts', index),
    roles: person.roles,
    percentageOwned: parseDecimalCut(
      cleanValue(contactSchema.shape.percentageOwned, person.percentageOwned) ?? '',
    ),
  })),
})

/** One click: the button's label, and the values to put into the form (a percentage as form text). */
export type OwnershipFix = { label: string } & (
  | { index: number; roles: string[] }
  | { index: number; percentageOwned: string }
  | { nobodyOwns25: true }
  /** Only the person knows which values are right, so the button leads to the first of them. */
  | { index: number; correct: 'percentageOwned' }
)

export type OwnershipGuide = {
  /** Null if no ownership is chosen, or none that the endpoint has. */
  family: Family | null
  sentence: string
  /** `optional`: missing, and not required. */
  checklist: { text: string; met: boolean | 'optional' }[]
  fixes: OwnershipFix[]
  /** The principals' total share, in percent. */
  owned: string
}

const SENTENCES: Readonly<Record<Family, string>> = {
  sole: 'has exactly one principal, the owner, who may hold every other role too.',
  private: `names everyone who owns ${PRINCIPAL_SHARE_TEXT} or more as a principal (at most ${MAX_PRINCIPALS}), and one Control Prong, who may be one of them.`,
  public: 'names one Control Prong and no principals.',
}

/** What the ownership coach shows beside the contacts: the rule in a sentence, a checklist, and fixes. */
export function ownershipGuide(facts: NamedOwnershipFacts): OwnershipGuide {
  const family = familyOf(facts)
  return {
    family,
    sentence: family
      ? `${withArticle(asListed(facts.ownership))} ${SENTENCES[family]}`
      : 'Choose the ownership of the business first: it decides which owners and contacts are needed.',
    checklist: family ? checklist(family, facts) : [],
    fixes: family ? fixes(facts) : [],
    owned: decimalText(
      facts.contacts
        .filter(({ roles }) => hasRole(roles, PRINCIPAL))
        .reduce((sum, { percentageOwned }) => sum + (percentageOwned ?? 0n), 0n),
    ),
  }
}

function checklist(family: Family, facts: NamedOwnershipFacts): OwnershipGuide['checklist'] {
  const blocking = checkOwnership(facts).filter(isBlocking)
  const holds = (...rules: number[]) =>
    !blocking.some(({ rule }) => rule !== undefined && rules.includes(rule))
  // At the list itself, rule 8 is about the Control Prong.
  const ownersAreNamed = !blocking.some(({ rule, path }) => rule === 8 && path !== 'contacts.items')
  const count = (role: string) => facts.contacts.filter(({ roles }) => hasRole(roles, role)).length
  // If rule 5 is only a warning, the checklist must not require its share.
  const demandsShares = facts.kind !== 'full'
  const controlProng = { text: 'One Control Prong', met: count(CONTROL_PRONG) === 1 }
  const signer = {
    text: 'At most one Authorized Signer',
    met: count(AUTHORIZED_SIGNER) === 0 ? ('optional' as const) : holds(3),
  }
  if (family === 'sole') {
    return [
      { text: 'Exactly one principal', met: count(PRINCIPAL) === 1 },
      {
        text: demandsShares
          ? `The principal owns ${PRINCIPAL_SHARE_TEXT} or more, usually 100%`
          : 'The principal usually owns 100%, and no more',
        met: count(PRINCIPAL) === 1 && holds(5, 6),
      },
      {
        ...controlProng,
        text: 'At most one Control Prong',
        met: count(CONTROL_PRONG) === 0 ? 'optional' : holds(2),
      },
      signer,
    ]
  }
  if (family === 'public')
    return [controlProng, { text: 'No principals', met: count(PRINCIPAL) === 0 }, signer]
  const hasPrincipal = count(PRINCIPAL) > 0
  return [
    controlProng,
    {
      text: `Every owner of ${PRINCIPAL_SHARE_TEXT} or more is a principal${hasPrincipal ? '' : ', or no one owns that much'}`,
      met: ownersAreNamed,
    },
    ...(hasPrincipal
      ? [
          {
            text: `At most ${MAX_PRINCIPALS} principals, each ${demandsShares ? 'owning' : 'usually owning'} ${PRINCIPAL_SHARE_TEXT} or more`,
            met: holds(4, 5),
          },
        ]
      : []),
    { text: 'The principals together own at most 100%', met: holds(6) },
    signer,
  ]
}

const MAX_FIXES = 4

/** Tries each single change and offers those that leave fewer violations, best first. */
function fixes(facts: NamedOwnershipFacts): OwnershipFix[] {
  const now = badness(facts)
  const changes = candidates(facts)
    .map((fix) => ({ fix, left: badness(applyFix(facts, fix)) }))
    .filter(({ left }) => left < now)
    .sort((a, b) => a.left - b.left)
    .map(({ fix }) => fix)
  return [...corrections(facts), ...changes].slice(0, MAX_FIXES)
}

/** If shares add up to more than 100 percent, a mistyped share is more likely than a wrong role. */
function corrections(facts: NamedOwnershipFacts): OwnershipFix[] {
  const path = checkOwnership(facts).find(({ rule }) => rule === 6)?.path ?? ''
  const [, index] = /^contacts\.items\.(\d+)\./.exec(path) ?? []
  return index === undefined
    ? []
    : [{ label: 'Correct the percentages', index: Number(index), correct: 'percentageOwned' }]
}

/** Broken rules weigh most, then warnings, then a sole proprietor's missing share. */
function badness(facts: NamedOwnershipFacts): number {
  const missing = isSole(facts)
    ? facts.contacts.filter(
        ({ roles, percentageOwned }) => hasRole(roles, PRINCIPAL) && percentageOwned === null,
      )
    : []
  return checkOwnership(facts).reduce(
    (sum, violation) => sum + (isBlocking(violation) ? 100 : 1),
    missing.length,
  )
}

function candidates(facts: NamedOwnershipFacts): OwnershipFix[] {
  const list: OwnershipFix[] = []
  for (const [index, { name, roles, percentageOwned }] of facts.contacts.entries()) {
    const without = (...taken: string[]) => roles.filter((role) => !taken.includes(role.trim()))
    const isPrincipal = hasRole(roles, PRINCIPAL)
    // An owner of that much must stay a principal: no fix may hide an owner.
    const stays = familyOf(facts) === 'private' && isPrincipal && ownsPrincipalShare({ percentageOwned })
    list.push({
      label: `Make ${name} the Control Prong`,
      index,
      roles: [...without(CONTROL_PRONG), CONTROL_PRONG],
    })
    if (isPrincipal) {
      if (!stays)
        list.push({
          label: `Make ${name} the Control Prong instead of a principal`,
          index,
          roles: [...without(PRINCIPAL, CONTROL_PRONG), CONTROL_PRONG],
        })
      if (isSole(facts))
        list.push({ label: `Set the share of ${name} to 100%`, index, percentageOwned: '100' })
    } else if (isSole(facts) || ownsPrincipalShare({ percentageOwned })) {
      list.push({ label: `Make ${name} a principal`, index, roles: [...roles, PRINCIPAL] })
    }
    for (const role of [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER].filter((held) => hasRole(roles, held))) {
      if (stays && role === PRINCIPAL) continue
      list.push({ label: `Remove the ${role} role from ${name}`, index, roles: without(role) })
    }
  }
  // The attestation is about named people; it does not replace naming them.
  return facts.contacts.length === 0
    ? list
    : [...list, { label: `Confirm that no one owns ${PRINCIPAL_SHARE_TEXT} or more`, nobodyOwns25: true }]
}

const isSole = (facts: OwnershipFacts): boolean => familyOf(facts) === 'sole'

function applyFix(facts: NamedOwnershipFacts, fix: OwnershipFix): NamedOwnershipFacts {
  if ('nobodyOwns25' in fix) return { ...facts, nobodyOwns25: true }
  if ('correct' in fix) return facts
  const change =
    'roles' in fix ? { roles: fix.roles } : { percentageOwned: parseDecimalCut(fix.percentageOwned) }
  return {
    ...facts,
    contacts: facts.contacts.map((contact, index) =>
      index === fix.index ? { ...contact, ...change } : contact,
    ),
  }
}

export const hasRole = (roles: readonly string[], role: string): boolean =>
  roles.some((held) => held.trim() === role)
