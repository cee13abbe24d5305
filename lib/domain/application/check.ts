import type * as z from 'zod/mini'
import { type IsoDate, yearsBefore } from '@/lib/domain/values/calendar'
import { decimalText, parseDecimal, parseDecimalCut } from '@/lib/domain/values/decimal'
import { categoryCodeOf, isListedCategory } from '@/lib/domain/values/merchant-categories'
import { isSealed, type Sealed, type SensitiveText } from '@/lib/domain/values/sealed'
import { firstUnseen, looksBlank } from '@/lib/domain/values/unseen'
import { stateCode, stateName } from '@/lib/domain/values/us-states'
import { isBlocking, type Violation, type ViolationCode } from '@/lib/domain/values/violation'
import { readZip } from '@/lib/domain/values/zip-code'
import { statesOfZip } from '@/lib/domain/values/zip-state'
import { type Adopted, ofAdopted, toAdoptedApplication } from './adopted'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from './contact-roles'
import { type AnyDraft, type AnySectionName, kindOf, type SectionDraft, sectionIn } from './draft'
import { sectionSchemaOf } from './draft-schemas'
import { catalogueOf, fieldOfEither } from './either-fields'
import { readsLikeEntity } from './entity-name'
import {
  chooseOneOf,
  lowerFirst,
  phoneDigits,
  readSensitive,
  type SensitiveMeta,
  type SettingsLists,
} from './field'
import { cleanValue, type Field, isSensitive, itemLabel, personName } from './fields'
import {
  type FullApplication,
  type FullDraft,
  fullApplicationSchema,
  fullOptionsSchema,
} from './full-sections'
import type { ApplicationKind } from './kind'
import { isZeroPrice } from './line-item-pricing'
import { checkOwnership, hasRole, ownershipFactsOf } from './ownership'
import { PRINCIPAL_SHARE_TEXT } from './principal-share'
import { checkSameNumbers, checkSameSsns, plainOf } from './same-identity'
import { sectionsOf } from './section-names'
import {
  type AccountDraft,
  type Application,
  accountSchema,
  applicationSchema,
  type ContactDraft,
  contactSchema,
  type Draft,
  merchantSchema,
  optionsSchema,
} from './sections'
import { canBeEin, isSoleProprietorship } from './tax-id'

/** What a check needs besides the draft. */
export type CheckContext = {
  lists: SettingsLists
  today: IsoDate
  /** Set if the application was adopted: an update may then leave out whatever is not filled in. */
  adopted?: Adopted | null
}
/** A section is also checked by its application's kind and by the ownership as typed in the merchant section. */
export type SectionContext = CheckContext & { kind: ApplicationKind; ownership: string }

/** `value` is the cleaned application, or null if there is an error. */
export type Checked<T> = { value: T | null; violations: Violation[] }

type Rule<S extends AnySectionName> = (draft: SectionDraft<S>, context: SectionContext) => Violation[]

const rules: { [S in AnySectionName]: Rule<S> } = {
  merchant: (draft, context) => [
    ...checkFields('merchant', 'merchant', draft, context),
    ...checkMerchant(draft, context),
    ...checkStreets(draft),
    ...checkCategory(draft),
  ],
  contacts: (draft, context) => [
    ...draft.items.flatMap((contact, index) => [
      ...checkFields('contacts', `contacts.items.${index}`, contact, context),
      ...checkRoles(contact, `contacts.items.${index}.roles`, context),
      ...checkNeededOfRole(contact, `contacts.items.${index}`, context),
      ...checkName(contact, `contacts.items.${index}.firstName`),
      ...checkFraction(contact, `contacts.items.${index}.percentageOwned`),
      ...checkHome(contact, `contacts.items.${index}`),
    ]),
    ...checkSameSsns(draft),
    ...checkOwnership(ownershipFactsOf(draft, context.ownership, context.kind)),
  ],
  accounts: (draft, context) => [
    ...draft.items.flatMap((account, index) => [
      ...checkFields('accounts', `accounts.items.${index}`, account, context),
      ...checkAccount(account, `accounts.items.${index}`),
    ]),
    ...checkAccountList(draft, context),
  ],
  options: (draft, context) => [
    ...checkFields('options', 'options', draft, context),
    ...checkVolumes(draft),
    ...('swipedPercent' in draft ? checkFullOptions(draft, context) : []),
  ],
  pricing: (draft, context) =>
    draft.items.flatMap((item, index) => [
      ...checkFields('pricing', `pricing.items.${index}`, item, context),
      ...checkMembers(item, `pricing.items.${index}`),
    ]),
}

/**
 * All violations of one section, in form order, without comparing it with other applications. Throws if that kind
 * of application has no such section.
 */
export function checkSection<S extends AnySectionName>(
  section: S,
  draft: SectionDraft<S>,
  context: SectionContext,
): Violation[] {
  const schema = sectionSchemaOf(context.kind, section)
  if (!schema) throw new Error(`A ${context.kind} application has no section ${section}.`)
  const parsed = schema.safeParse(draft)
  const { compareFormOrder } = catalogueOf(context.kind)
  const found = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => violationOf(section, issue))),
    ...rules[section](draft, context),
  ]
  return (context.adopted ? ofAdopted(section, draft, found, context.adopted) : found).sort((a, b) =>
    compareFormOrder(a.path, b.path),
  )
}

/** The violations of all sections, in form order. */
export function checkSections(draft: AnyDraft, context: CheckContext): Violation[] {
  const kind = kindOf(draft)
  const sectionContext = { ...context, kind, ownership: draft.merchant.ownership }
  const found = sectionsOf(kind).flatMap((section) =>
    checkSection(section, sectionIn(draft, section), sectionContext),
  )
  const ofOwner = checkSoleOwner(draft)
  return ofOwner.length === 0
    ? found
    : [...found, ...ofOwner].sort((a, b) => catalogueOf(kind).compareFormOrder(a.path, b.path))
}

/**
 * A sole proprietor's tax ID is an EIN or the owner's own SSN. Warns if it cannot be an EIN, or is nearly the SSN,
 * and yet differs from it. Compares plain values only.
 */
export function checkSoleOwner({ merchant, contacts }: AnyDraft): Violation[] {
  if (!isSoleProprietorship(merchant.ownership)) return []
  const principals = contacts.items.filter(({ roles }) => hasRole(roles, PRINCIPAL))
  const [owner] = principals
  const taxId = plainOf(merchantSchema.shape.taxId, merchant.taxId)
  const ssn = owner && principals.length === 1 ? plainOf(contactSchema.shape.ssn, owner.ssn) : null
  if (!owner || taxId === null || ssn === null || taxId === ssn) return []
  const message = isNearly(taxId, ssn)
    ? 'The federal tax ID of the business is nearly this number. If it is this SSN, correct one of the two.'
    : implausibleTaxId(taxId) === ONLY_AN_SSN
      ? 'The federal tax ID of the business is an SSN, but not this one. Correct one of the two, or enter an EIN.'
      : null
  return message === null
    ? []
    : [
        {
          path: `contacts.items.${contacts.items.indexOf(owner)}.ssn`,
          code: 'mismatch',
          message,
          severity: 'warning',
        },
      ]
}

/** One digit differs, or two neighboring digits are swapped. */
function isNearly(one: string, other: string): boolean {
  const [at, next, ...more] = [...one].flatMap((digit, index) => (digit === other[index] ? [] : [index]))
  if (at === undefined || more.length > 0) return false
  return next === undefined || (next === at + 1 && one[at] === other[next] && one[next] === other[at])
}

/** `value` can be sent once nothing in it is sealed. */
export function checkApplication(draft: Draft, context: CheckContext): Checked<Application> {
  if (!context.adopted) return checked(draft, applicationSchema, context)
  const violations = checkSections(draft, context)
  return { value: violations.some(isBlocking) ? null : toAdoptedApplication(draft), violations }
}

/** Like `checkApplication`, for a full application with pricing. */
export const checkFullApplication = (draft: FullDraft, context: CheckContext): Checked<FullApplication> =>
  checked(draft, fullApplicationSchema, context)

function checked<T>(draft: AnyDraft, schema: z.ZodMiniType<T>, context: CheckContext): Checked<T> {
  const violations = checkSections(draft, context)
  return { value: violations.some(isBlocking) ? null : cleanValue(schema, draft), violations }
}

/**
 * The findings about one sensitive value by itself. The server stores them with the sealed value, so that the form
 * shows the same as for the typed value. Never quotes the value.
 */
export function findingsOf(
  section: AnySectionName,
  fieldName: string,
  plain: string,
  today: IsoDate,
): Sealed['findings'] {
  const meta = fieldOfEither(section, fieldName)?.meta
  if (!meta || !isSensitive(meta)) return []
  const read = readSensitive(meta, plain)
  if (read === null) return []
  return typeof read === 'string'
    ? fieldName === TYPED_AGAIN
      ? []
      : implausible(meta, read, plain, today)
    : [{ code: 'format', message: read.message, severity: 'error' }]
}

/** The finding at `accountNumberAgain` if both entries are well formed and differ. */
export function findMismatch(accountNumber: string, accountNumberAgain: string): Sealed['findings'] {
  const first = cleanValue(accountSchema.shape.accountNumber, accountNumber)
  const again = cleanValue(accountSchema.shape.accountNumberAgain, accountNumberAgain)
  return first === null || again === null || first === again ? [] : [MISMATCH]
}

/** The same for stored entries. Neither can be shown any more, so both have to be typed again. */
export const findStoredMismatch = (accountNumber: string, accountNumberAgain: string): Sealed['findings'] =>
  findMismatch(accountNumber, accountNumberAgain).map((found) => ({
    ...found,
    message: 'The two entries differ. Type the number again in both fields, from the check.',
  }))

/** Findings about the number are shown at its first entry only. */
const TYPED_AGAIN = 'accountNumberAgain'

const MISMATCH = {
  code: 'mismatch',
  message: 'The two entries differ. Compare them with the check and correct one.',
  severity: 'error',
} as const

/** Rules that need only the field itself: the lists in Settings, findings of sealed values, implausible values. */
function checkFields(
  section: AnySectionName,
  path: string,
  record: object,
  context: SectionContext,
): Violation[] {
  const typed: ReadonlyMap<string, unknown> = new Map(Object.entries(record))
  return catalogueOf(context.kind)
    .fieldsOf(section)
    .flatMap((field) => {
      const value = typed.get(field.name)
      const findings = isSealed(value)
        ? value.findings
        : typeof value === 'string'
          ? [
              ...notListed(field, value, context.lists),
              ...unusuallyLong(field, value),
              ...unseenIn(field, value),
              ...belowZero(field, value),
              ...noBusinessName(field, value),
              ...impossiblePhone(field, value),
              ...implausibleTyped(field, value, context.today),
            ]
          : []
      return findings
        .filter(
          ({ message }) => !(message === ONLY_AN_SSN && context.ownership.trim() === 'Sole Proprietorship'),
        )
        .map((found) => ({ ...found, path: `${path}.${field.name}` }))
    })
    .concat(checkZips(path, typed))
}

/** Matches `billingPostalCode` with `billingState`, and `postalCode` with `state`. */
const ZIP_FIELD = /^(?:(.+)P|p)ostalCode$/

/** Warns of a ZIP code in another state: one of the two is mistyped, or the address is made up. */
function checkZips(path: string, typed: ReadonlyMap<string, unknown>): Violation[] {
  return [...typed].flatMap(([name, value]): Violation[] => {
    const match = ZIP_FIELD.exec(name)
    const named = match && typed.get(match[1] ? `${match[1]}State` : 'state')
    const zip = typeof value === 'string' ? readZip(value)?.zip : undefined
    const state = typeof named === 'string' ? stateCode(named) : null
    if (zip === undefined || state === null) return []
    if (NO_ZIP.test(zip)) {
      const message = `No ZIP code starts with ${zip.slice(0, 3)}. Enter the ZIP code of this address.`
      return [{ path: `${path}.${name}`, code: 'range', message, severity: 'error' }]
    }
    const states = statesOfZip(zip)
    return states.length === 0 || states.includes(state)
      ? []
      : [
          warning(
            `${path}.${name}`,
            `${zip} is a ZIP code in ${states.map(stateName).join(' or ')}, not in ${stateName(state)}. Check the ZIP code and the state.`,
          ),
        ]
  })
}

/** No ZIP code starts like this: the lowest is 00501. */
const NO_ZIP = /^00[0-4]/

type Found = { code: ViolationCode; message: string; severity: Violation['severity'] }

/** Skips a value that the schema already rejected. */
function implausibleTyped({ name, meta }: Field, typed: string, today: IsoDate): Found[] {
  if (!isSensitive(meta) || name === TYPED_AGAIN) return []
  const read = readSensitive(meta, typed)
  return typeof read === 'string' ? implausible(meta, read, typed, today) : []
}

/** An empty list in Settings allows any value: no admin has filled it in yet. */
function notListed({ meta, schema }: Field, typed: string, lists: SettingsLists): Found[] {
  if (typeof meta.choices !== 'string') return []
  const list: readonly string[] = lists[meta.choices]
  const cleaned = cleanValue(schema, typed)
  if (typeof cleaned !== 'string' || list.length === 0 || list.includes(cleaned)) return []
  return [
    {
      code: 'not-listed',
      message: `${chooseOneOf(meta.label, list, cleaned)} Or ask an admin to add this one in Settings.`,
      severity: 'error',
    },
  ]
}

/** The interface shows no length for this field, so the partner may accept the value or cut it off. */
function unusuallyLong({ meta, schema }: Field, typed: string): Found[] {
  const cleaned = meta.usualLength === undefined ? null : cleanValue(schema, typed)
  if (typeof cleaned !== 'string' || cleaned.length <= (meta.usualLength ?? 0)) return []
  return [
    {
      code: 'too-long',
      message: `${meta.label} has ${cleaned.length.toLocaleString('en-US')} characters; most systems keep ${meta.usualLength}. Shorten it if you can.`,
      severity: 'warning',
    },
  ]
}

/**
 * Finds invisible characters in names and addresses: with them, the partner and our own duplicate check would take
 * it for another name. Numbers, web addresses and lists already drop or refuse such characters; long texts identify
 * no one.
 */
function unseenIn({ meta }: Field, typed: string): Found[] {
  if (meta.kind !== 'text' && meta.kind !== 'country') return []
  // Cleaning turns line breaks and tabs into spaces.
  const text = typed.trim().replace(/\s+/g, ' ')
  const unseen = firstUnseen(text)
  if (!unseen) return []
  if (looksBlank(text)) {
    return [
      {
        code: 'format',
        message: `${meta.label} looks empty, but contains invisible characters. Clear the field and type it again.`,
        severity: 'error',
      },
    ]
  }
  const { code, position, turnsText } = unseen
  const what = turnsText ? 'a character that reverses the text' : 'an invisible character'
  return [
    {
      code: 'implausible',
      message: `${meta.label} has ${what} (${code}) at position ${position}. Clear the field and type it again instead of pasting.`,
      severity: 'warning',
    },
  ]
}

/** The North American plan: an area code and the three digits after it start with 2 to 9, and 911 is not an area code. */
function impossiblePhone({ meta }: Field, typed: string): Found[] {
  const digits = meta.kind === 'phone' ? phoneDigits(typed) : null
  if (digits === null) return []
  const wrong = /^(?:[01]..|.11)/.test(digits)
    ? `No US area code is ${digits.slice(0, 3)}`
    : /^...[01]/.test(digits)
      ? `No US phone number has ${digits.slice(3, 6)} after its area code`
      : null
  if (wrong !== null) return [{ code: 'range', message: `${wrong}. Correct the number.`, severity: 'error' }]
  return /^(\d)\1+$/.test(digits)
    ? [
        {
          code: 'implausible',
          message: 'One digit ten times is no phone number in use. Check it.',
          severity: 'warning',
        },
      ]
    : []
}

/** The alias sets no minimum. */
function belowZero({ meta, schema }: Field, typed: string): Found[] {
  if (meta.kind !== 'amount') return []
  const cleaned = cleanValue(schema, typed)
  const units = typeof cleaned === 'string' ? parseDecimal(cleaned) : null
  return units === null || units >= 0n
    ? []
    : [
        {
          code: 'implausible',
          message: `${meta.label} is below zero, which is unusual. Check the amount.`,
          severity: 'warning',
        },
      ]
}

function implausible(meta: SensitiveMeta, value: string, typed: string, today: IsoDate): Sealed['findings'] {
  if (meta.sensitive === 'date-of-birth' && value > today) return [UNBORN]
  if (meta.sensitive === 'ssn' && WRITTEN_AS_EIN.test(typed.trim())) return [EIN_OF_A_PERSON]
  const message =
    meta.sensitive === 'ssn'
      ? implausibleSsn(value)
      : meta.sensitive === 'tax-id'
        ? implausibleTaxId(value)
        : meta.sensitive === 'date-of-birth'
          ? implausibleBirth(value, today)
          : /^\d{4,17}$/.test(value)
            ? null
            : 'An account number usually has 4 to 17 digits. Compare it with the check.'
  return message === null ? [] : [{ code: 'implausible', message, severity: 'warning' }]
}

/** `12-3456789`: SSNs are not written like this. */
const WRITTEN_AS_EIN = /^\d{2}\s?\p{Pd}\s?\d{7}$/u

const EIN_OF_A_PERSON = {
  code: 'entity',
  message:
    'This is written like the EIN of a trust or a company. Enter the person’s Social Security number, such as 123-45-6789.',
  severity: 'warning',
} as const

/** Numbers that were printed in advertisements and are therefore no one's. */
const PRINTED_SSNS: readonly string[] = ['078051120', '219099999']

/** Areas 000, 666 and 900–999, group 00 and serial 0000 are never issued (Social Security Administration). */
const isPossibleSsn = (digits: string): boolean =>
  !/^(000|666|9)/.test(digits) &&
  digits.slice(3, 5) !== '00' &&
  digits.slice(5) !== '0000' &&
  !PRINTED_SSNS.includes(digits)

const implausibleSsn = (digits: string): string | null =>
  isPossibleSsn(digits) ? null : 'This isn’t a valid Social Security number. Check the digits.'

/** Not shown for a sole proprietor, whose tax ID may be an SSN. */
const ONLY_AN_SSN = 'No EIN starts with these two digits. Check them. Only a sole proprietor may use an SSN.'

function implausibleTaxId(digits: string): string | null {
  if (canBeEin(digits)) {
    return /^\d\d0{7}$/.test(digits) ? NO_TAX_ID : null
  }
  return isPossibleSsn(digits) ? ONLY_AN_SSN : NO_TAX_ID
}

const NO_TAX_ID = 'This isn’t a valid EIN or Social Security number. Check the digits.'

const UNBORN = {
  code: 'range',
  message: 'This date of birth is in the future. Correct the year.',
  severity: 'error',
} as const

function implausibleBirth(birth: IsoDate, today: IsoDate): string | null {
  if (birth > yearsBefore(today, 18)) return 'This person is under 18. Check the date of birth.'
  if (birth < yearsBefore(today, 110)) return 'This person would be over 110 years old. Check the year.'
  return null
}

function checkMerchant(draft: SectionDraft<'merchant'>, { today }: SectionContext): Violation[] {
  const established = cleanValue(merchantSchema.shape.dateEstablished, draft.dateEstablished)
  const years = 'yearsAtLocation' in draft ? parseDecimal(draft.yearsAtLocation) : null
  if (established !== null && established > today) {
    return [warning('merchant.dateEstablished', 'This date is in the future. Check the year.')]
  }
  if (years === null || years < 0n) return []
  const wholeYears = Number(years / 1_000_000n)
  if (wholeYears > LONGEST_YEARS) return [warning('merchant.yearsAtLocation', TOO_MANY_YEARS)]
  if (established !== null && yearsBefore(today, wholeYears) < established) {
    return [
      warning(
        'merchant.yearsAtLocation',
        'This is longer than the business has existed. Check it and the date established.',
      ),
    ]
  }
  return []
}

/** What is typed where a name is asked for and there is no person. A last name may be: some people have one name only. */
function checkName(contact: ContactDraft, path: string): Violation[] {
  const name = personName(contact)
  if (NOBODY.test(name) || NO_NAME.test(contact.firstName.trim()))
    return [warning(path, 'This is no person’s name. Enter the person, or remove the contact.')]
  return readsLikeEntity(name)
    ? [
        {
          path,
          code: 'entity',
          message: `“${name}” reads like a trust or a company. Owners are people: enter the trustee, or each person who owns ${PRINCIPAL_SHARE_TEXT} or more through it.`,
          severity: 'warning',
        },
      ]
    : []
}

const NOBODY =
  /^(?:n\/?a|none|no ?body|no ?one|not applicable|unknown|tb[ad]|[-.?x]+)(?: (?:n\/?a|none|unknown|tb[ad]|[-.?x]+))?$/i

/** Placeholders rather than names, if the text has nothing else. `No` and `X` can be names. */
const NO_NAME = /^(?:n\/a|none|no ?body|not applicable|unknown|tb[ad]|[-.?]+|x{2,4})$/i

const BUSINESS_NAMES: readonly string[] = ['legalName', 'dbaName']

const noBusinessName = ({ name, meta }: Field, typed: string): Found[] =>
  BUSINESS_NAMES.includes(name) && NO_NAME.test(typed.trim())
    ? [
        {
          code: 'implausible',
          message: `This is not a business’s name. Enter the ${lowerFirst(meta.label)}.`,
          severity: 'warning',
        },
      ]
    : []

/**
 * Percentages typed as fractions (`0.5`, `.25`), as spreadsheets store them: no one is listed as an owner for 1% or
 * less.
 */
function checkFraction({ percentageOwned }: ContactDraft, path: string): Violation[] {
  const share = parseDecimalCut(cleanValue(contactSchema.shape.percentageOwned, percentageOwned) ?? '')
  if (share === null || share <= 0n || share > ONE_PERCENT) return []
  const [typed, meant] = [decimalText(share), decimalText(100n * share)]
  return [
    warning(path, `${meant}% or ${typed}%? It is read as ${typed}%. If you mean ${meant}%, enter ${meant}.`),
  ]
}

/**
 * Identifying a customer takes a residential address, which a PO box is not. The partner has no field for a country, so
 * an address abroad could only be entered as a US address that does not exist.
 */
function checkHome({ street, city, roles }: ContactDraft, path: string): Violation[] {
  const isIdentified = hasRole(roles, PRINCIPAL) || hasRole(roles, CONTROL_PRONG)
  const abroad = FOREIGN_LETTER.test(street) ? 'street' : FOREIGN_LETTER.test(city) ? 'city' : null
  return [
    ...(isIdentified && isPoBox(street)
      ? [poBox(`${path}.street`, 'A PO box is not a home address. Enter the street where this person lives.')]
      : []),
    ...(abroad === null
      ? []
      : [
          {
            path: `${path}.${abroad}`,
            code: 'abroad',
            message: `This looks like an address outside of the United States. ${LIVES_ABROAD}`,
            severity: 'warning',
          } as const,
        ]),
  ]
}

const LIVES_ABROAD =
  'The partner takes only US home addresses: if this person lives abroad, ask the partner before you submit.'

/** A letter that no US place name contains: beyond Latin-1, only Hawaiian names have letters of their own. */
const FOREIGN_LETTER = /[^\P{L}A-Za-zÀ-ÿĀāĒēĪīŌōŪūʻ]/u

const STREETS = ['billingStreet', 'physicalStreet'] as const

/** A business is not located in a PO box. Other addresses are not checked: equipment and bank mail may go to one. */
const checkStreets = (merchant: SectionDraft<'merchant'>): Violation[] =>
  STREETS.flatMap((name) =>
    name in merchant && isPoBox(String(merchant[name as keyof typeof merchant]))
      ? [
          poBox(
            `merchant.${name}`,
            'A PO box is not a business location. Enter the street address of the business.',
          ),
        ]
      : [],
  )

const poBox = (path: string, message: string): Violation => ({
  path,
  code: 'po-box',
  message,
  severity: 'warning',
})

export const isPoBox = (street: string): boolean => PO_BOX.test(street)

const PO_BOX = /\b(p\.?\s*o\.?\s*box|post\s+office\s+box|pmb)\s*(no\.?\s*)?#?\s*\d/i

/** In millionths of a percent. */
const ONE_PERCENT = 1_000_000n

/** Only a warning: the list ages, and the partner decides. */
function checkCategory({ mcc }: SectionDraft<'merchant'>): Violation[] {
  const code = categoryCodeOf(mcc)
  return code === null || isListedCategory(code)
    ? []
    : [warning('merchant.mcc', `${code} is not a listed merchant category code. Check it.`)]
}

const LONGEST_YEARS = 300
const TOO_MANY_YEARS = 'This is more years than is plausible. Check the number.'

/** Requires at least one role. The interface's three are always allowed; others must be on the list in Settings. */
function checkRoles(contact: ContactDraft, path: string, { lists }: SectionContext): Violation[] {
  const allowed = [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER, ...lists.roles]
  const roles = contact.roles.map((role) => role.trim()).filter((role) => role !== '')
  if (roles.length === 0) {
    return [{ path, code: 'required', message: 'Choose at least one role.', severity: 'error' }]
  }
  return roles
    .filter((role) => role.includes(';') || (lists.roles.length > 0 && !allowed.includes(role)))
    .map((role) => ({
      path,
      code: 'not-listed',
      message: `“${role}” is not a listed role. Remove it, or ask an admin to add it in Settings.`,
      severity: 'error',
    }))
}

/** Required here to submit (product.md) for everybody who owns or runs the business. */
const NEEDED_OF_OWNERS = ['dateOfBirth', 'ssn', 'street', 'city', 'state', 'postalCode'] as const

function checkNeededOfRole(contact: ContactDraft, path: string, { kind }: SectionContext): Violation[] {
  const roles = contact.roles.map((role) => role.trim())
  const isPrincipal = roles.includes(PRINCIPAL)
  if (!isPrincipal && !roles.includes(CONTROL_PRONG)) return []
  const needed = isPrincipal ? (['percentageOwned', ...NEEDED_OF_OWNERS] as const) : NEEDED_OF_OWNERS
  return needed
    .filter((name) => isBlankText(contact[name]))
    .map((name) => ({
      path: `${path}.${name}`,
      code: 'required',
      message: `Enter the ${lowerFirst(fieldOfEither('contacts', name)?.meta.label ?? name)}: it is required for ${isPrincipal ? 'a principal' : 'the Control Prong'}.`,
      // Rule 5 applies to the other endpoint only.
      severity: kind === 'full' && name === 'percentageOwned' ? 'warning' : 'error',
    }))
}

const isBlankText = (value: SensitiveText): boolean => !isSealed(value) && value.trim() === ''

function checkAccount(account: AccountDraft, path: string): Violation[] {
  const { shape } = accountSchema
  const violations: Violation[] = []
  const routing = cleanValue(shape.routingNumber, account.routingNumber)
  const routingAgain = cleanValue(shape.routingNumberAgain, account.routingNumberAgain)
  if (routing !== null && !isPossibleRouting(routing)) {
    violations.push({
      path: `${path}.routingNumber`,
      code: 'check-digit',
      message: 'This isn’t a valid routing number: its digits fail the ABA check. Compare it with the check.',
      severity: 'warning',
    })
  }
  if (routing !== null && routingAgain !== null && routing !== routingAgain) {
    violations.push({ ...MISMATCH, path: `${path}.routingNumberAgain` })
  }
  // If one of the two is sealed, only the server can compare them; its finding comes with the sealed value.
  if (!isSealed(account.accountNumber) && !isSealed(account.accountNumberAgain)) {
    const found = findMismatch(account.accountNumber, account.accountNumberAgain)
    violations.push(...found.map((mismatch) => ({ ...mismatch, path: `${path}.accountNumberAgain` })))
  }
  const years = parseDecimal(cleanValue(shape.yearsOpen, account.yearsOpen) ?? '')
  if (years !== null && years > BigInt(LONGEST_YEARS) * 1_000_000n) {
    violations.push(warning(`${path}.yearsOpen`, TOO_MANY_YEARS))
  }
  return violations
}

/** The ABA checksum: digits weighted 3, 7, 1 add up to a multiple of ten. Nine zeros pass it but are no bank. */
export function isPossibleRouting(digits: string): boolean {
  const weights = [3, 7, 1]
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return sum > 0 && sum % 10 === 0
}

function checkAccountList({ items }: Draft['accounts'], { kind }: SectionContext): Violation[] {
  if (items.length === 0) {
    return [
      {
        path: 'accounts.items',
        code: 'required',
        message: 'No bank account yet. Payouts need at least one.',
        severity: 'warning',
      },
    ]
  }
  return [...checkUses(items, kind), ...checkSameNumbers(items)]
}

function checkUses(items: readonly AccountDraft[], kind: SectionContext['kind']): Violation[] {
  // Interface, "Sub-merchant application": several accounts need different DDA types. The alias sets no such rule.
  const uses = items.map(({ ddaType }) => cleanValue(accountSchema.shape.ddaType, ddaType))
  return uses.flatMap((use, index): Violation[] => {
    const first = uses.indexOf(use)
    if (use === null || first === index) return []
    return [
      {
        path: `accounts.items.${index}.ddaType`,
        code: 'duplicate',
        message: `${itemLabel('accounts', first)} already has this use. Each account needs a different one.`,
        severity: kind === 'payfac' ? 'error' : 'warning',
      },
    ]
  })
}

function checkVolumes(draft: SectionDraft<'options'>): Violation[] {
  const { shape } = 'swipedPercent' in draft ? fullOptionsSchema : optionsSchema
  const volume = parseDecimal(cleanValue(shape.highMonthlyVolume, draft.highMonthlyVolume) ?? '')
  const cards = parseDecimal(cleanValue(shape.cardVolume, draft.cardVolume) ?? '')
  const average = parseDecimal(cleanValue(shape.averageTicket, draft.averageTicket) ?? '')
  const high = parseDecimal(cleanValue(shape.highTicket, draft.highTicket) ?? '')
  return [
    ...(volume !== null && cards !== null && cards > volume
      ? [warning(CARD_VOLUME, 'The card volume is above the highest monthly volume. Check both amounts.')]
      : []),
    ...(average !== null && high !== null && average >= 0n && high < average
      ? [warning('options.highTicket', 'The highest ticket is below the average ticket. Check both amounts.')]
      : []),
  ]
}

/** A value above the highest monthly volume; underwriters have a signal of their own for it. */
export const CARD_VOLUME = 'options.cardVolume'

/** Only a discount may be below zero. */
const MAY_BE_NEGATIVE = /discount|credit|rebate|adjust/i

/** A zero or negative price would be sent as it is. */
const checkMembers = ({ members }: FullDraft['pricing']['items'][number], path: string): Violation[] =>
  members.flatMap(({ name, value }, index): Violation[] => {
    if (isZeroPrice({ name, value }))
      return [warning(`${path}.members.${index}.value`, 'The price is zero. Enter it, or leave it blank.')]
    const units = parseDecimal(value)
    return units === null || units >= 0n || MAY_BE_NEGATIVE.test(name)
      ? []
      : [
          warning(
            `${path}.members.${index}.value`,
            `${name.trim() || 'This value'} is below zero. Check the number.`,
          ),
        ]
  })

function checkFullOptions(draft: FullDraft['options'], { today }: SectionContext): Violation[] {
  const channels = sumOfPercents(draft, CHANNEL_FIELDS)
  const customers = sumOfPercents(draft, CUSTOMER_FIELDS)
  return [
    ...(channels === null || channels === WHOLE
      ? []
      : [
          warning(
            'options.swipedPercent',
            `The volumes by channel add up to ${decimalText(channels)}%. They must add up to 100%.`,
          ),
        ]),
    ...(customers === null || customers === WHOLE
      ? []
      : [
          warning(
            'options.businessSalesPercent',
            `Sales to businesses and to consumers add up to ${decimalText(customers)}%. They must add up to 100%.`,
          ),
        ]),
    ...checkCancellation(draft, today),
  ]
}

/** The four channels that add up to all card volume. */
export const CHANNEL_FIELDS = [
  'swipedPercent',
  'keyedPercent',
  'mailOrPhonePercent',
  'internetPercent',
] as const
/** The two customer types that add up to all sales. */
export const CUSTOMER_FIELDS = ['businessSalesPercent', 'consumerSalesPercent'] as const

type PercentField = (typeof CHANNEL_FIELDS | typeof CUSTOMER_FIELDS)[number]
const WHOLE = 100_000_000n

/** The sum in millionths of a percent; null if none is given or one is not a percentage. */
export function sumOfPercents(
  draft: Readonly<Record<PercentField, string>>,
  fields: readonly PercentField[],
): bigint | null {
  const given = fields.filter((name) => draft[name].trim() !== '')
  const parsed = given.map((name) =>
    parseDecimalCut(cleanValue(fullOptionsSchema.shape[name], draft[name]) ?? ''),
  )
  if (parsed.length === 0) return null
  return parsed.reduce(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0n as bigint | null,
  )
}

/**
 * The details of a canceled account are optional, but incomplete ones get a warning: underwriters would ask for the
 * rest.
 */
function checkCancellation(draft: FullDraft['options'], today: IsoDate): Violation[] {
  const parts = [
    ['cancelledProcessor', 'Enter the processor that canceled it.'],
    ['cancellationReason', 'Enter the reason for the cancellation.'],
    ['cancellationDate', 'Enter the date of the cancellation.'],
  ] as const
  const blank = parts.filter(([name]) => draft[name].trim() === '')
  const date = cleanValue(fullOptionsSchema.shape.cancellationDate, draft.cancellationDate)
  return [
    ...(blank.length === parts.length
      ? []
      : blank.map(([name, words]) =>
          warning(`options.${name}`, `Details of the canceled account are incomplete. ${words}`),
        )),
    ...(date !== null && date > today
      ? [warning('options.cancellationDate', 'This date is in the future. Check the year.')]
      : []),
  ]
}

const warning = (path: string, message: string): Violation => ({
  path,
  code: 'implausible',
  message,
  severity: 'warning',
})

const VIOLATION_CODES: readonly ViolationCode[] = [
  'required',
  'too-long',
  'format',
  'range',
  'not-listed',
  'mismatch',
  'implausible',
  'check-digit',
  'ownership',
  'duplicate',
]

/** Our own fields set a code; whatever else zod reports is a `format` violation. */
function violationOf(section: AnySectionName, issue: z.core.$ZodIssue): Violation {
  const given: unknown = issue.code === 'custom' ? issue.params?.code : undefined
  const isHomeState = section === 'contacts' && issue.path.at(-1) === 'state'
  return {
    path: [section, ...issue.path.map(String)].join('.'),
    code: VIOLATION_CODES.find((code) => code === given) ?? 'format',
    message: isHomeState && given === 'not-listed' ? `${issue.message} ${LIVES_ABROAD}` : issue.message,
    severity: 'error',
  }
}
