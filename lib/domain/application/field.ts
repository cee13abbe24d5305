import * as z from 'zod/mini'
import { dayFirst, parseDate } from '@/lib/domain/values/calendar'
import { countryCode } from '@/lib/domain/values/country'
import { decimalText, parseDecimal, parseDecimalCut, plainDecimal } from '@/lib/domain/values/decimal'
import { grouped, twoReadings } from '@/lib/domain/values/money'
import { isSealed, type Sealed, type SensitiveText, sealedSchema } from '@/lib/domain/values/sealed'
import { isUri } from '@/lib/domain/values/uri'
import { stateCode } from '@/lib/domain/values/us-states'
import type { ViolationCode } from '@/lib/domain/values/violation'
import { readZip } from '@/lib/domain/values/zip-code'

// Without this, zod tries `new Function` once, which a strict content security policy reports as an attack.
z.config({ jitless: true })

/**
 * What forms, error summary, review and masking need to know about a field. Kept with the schema (`fieldMetas`), so
 * each label, limit and partner name is written once.
 */
export type FieldMeta = {
  label: string
  /**
   * The partner's name, `Mer.Tax_ID__c`, which staff and the partner's support use. Empty for fields that are never
   * sent.
   */
  partnerName: string
  hint?: string
  /** Sealed at rest and masked on screen. The kind decides the mask. */
  sensitive?: 'tax-id' | 'ssn' | 'account-number' | 'date-of-birth'
  /** Required before submission. */
  required?: boolean
  /** Maximum length of the cleaned value, in characters. */
  maxLength?: number
  /** Longer values get a warning: the interface shows no limit for this field, and other systems have this one. */
  usualLength?: number
  kind:
    | 'text'
    | 'long-text'
    | 'digits'
    | 'zip'
    | 'phone'
    | 'email'
    | 'url'
    | 'date'
    | 'amount'
    | 'percent'
    | 'count'
    | 'state'
    | 'country'
    | 'choice'
    | 'yes-no'
  /** For a choice: the values, or the name of the list in Settings. */
  choices?: readonly string[] | ListName
}

/** The metadata of every schema made in this file; `register` adds to it. */
export const fieldMetas = z.registry<FieldMeta>()

/** The blank form text for each field of a shape. */
export const blankOf = <Name extends string>(
  shape: Readonly<Record<Name, z.core.$ZodType>>,
): Record<Name, ''> =>
  // Every name that the type promises is filled in.
  Object.fromEntries(Object.keys(shape).map((name) => [name, ''])) as Record<Name, ''>

export type SensitiveMeta = FieldMeta & { sensitive: NonNullable<FieldMeta['sensitive']> }

/** Lists that the interface does not define, so an admin keeps them in Settings. */
export type ListName = 'roles' | 'ddaTypes' | 'locationTypes' | 'industries' | 'sponsorBanks'
export type SettingsLists = Record<ListName, readonly string[]>

type Basics = Pick<FieldMeta, 'label' | 'partnerName' | 'hint' | 'required'>
type Finding = { code: ViolationCode; message: string }

/** Checks a cleaned, non-empty text: returns the value to keep, or a finding. */
type Reading = (text: string) => string | Finding

/**
 * The rest of this file makes schemas. Input: the typed text, never undefined. Output: the cleaned text, or null if
 * blank.
 */
function field(meta: FieldMeta, read: Reading) {
  return z
    .pipe(
      z.string(),
      z.transform((typed: string, ctx): string | null =>
        readField(meta, typed, read, (finding) => report(ctx, finding)),
      ),
    )
    .register(fieldMetas, meta)
}

function sensitiveField(meta: SensitiveMeta) {
  return z
    .pipe(
      z.union([z.string(), sealedSchema]),
      z.transform((typed: SensitiveText, ctx): string | Sealed | null => {
        // The server checked a sealed value when it was stored; the section check adds its findings.
        if (isSealed(typed)) return typed
        return readField(meta, typed, sensitiveReading(meta), (finding) => report(ctx, finding))
      }),
    )
    .register(fieldMetas, meta)
}

/** Reads one plain sensitive value: cleaned, a finding if it is wrong, or null if it is blank. */
export function readSensitive(meta: SensitiveMeta, plain: string): string | Finding | null {
  const text = plain.trim()
  return text === '' ? null : sensitiveReading(meta)(text)
}

function sensitiveReading(meta: SensitiveMeta): Reading {
  if (meta.sensitive === 'date-of-birth') return readDate(meta.label)
  if (meta.sensitive === 'account-number') return readAccountNumber(meta.label)
  return readDigits(meta.label, 9)
}

function readField(
  meta: FieldMeta,
  typed: string,
  read: Reading,
  fail: (finding: Finding) => void,
): string | null {
  const text = meta.kind === 'long-text' ? typed.trim() : typed.trim().replace(/\s+/g, ' ')
  if (text === '') {
    if (meta.required) {
      const verb = meta.kind === 'choice' ? 'Choose' : 'Enter'
      fail({ code: 'required', message: `${verb} the ${lowerFirst(meta.label)}.` })
    }
    return null
  }
  const result = read(text)
  if (typeof result !== 'string') {
    fail(result)
    return null
  }
  if (meta.maxLength !== undefined && result.length > meta.maxLength) {
    fail({
      code: 'too-long',
      message: `${meta.label} may have at most ${meta.maxLength.toLocaleString('en-US')} characters; this has ${result.length.toLocaleString('en-US')}.`,
    })
  }
  return result
}

function report({ issues, value }: z.core.ParsePayload, { code, message }: Finding) {
  issues.push({ code: 'custom', message, params: { code }, input: value })
}

/** A label inside a sentence. Abbreviations and proper names keep their capital. */
export const lowerFirst = (label: string): string =>
  /^(?!Social Security|Visa)[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

type Length = { maxLength: number } | { usualLength: number }

export const text = (meta: Basics & Length & { long?: boolean }) => {
  const { long, ...rest } = meta
  return field({ ...rest, kind: long ? 'long-text' : 'text' }, (value) => value)
}

/**
 * A number that is not negative, or words around one (`10+`, `5 to 7`). With `example`, words without a number are
 * an error.
 */
export const atLeastZero = (meta: Basics & { maxLength: number; example?: string }) => {
  const { example, ...rest } = meta
  return field({ ...rest, kind: 'text' }, (value) => {
    if (/^[-\u2010-\u2015\u2212]\s*[\d.]/.test(value))
      return { code: 'range', message: `${meta.label} cannot be below zero.` }
    return example === undefined || /\d/.test(value)
      ? value
      : { code: 'format', message: `${meta.label} must be a number, such as ${example}.` }
  })
}

/** Members that the desk writes into every item itself. The platform ignores case in names. */
const OWN_MEMBERS: readonly string[] = ['attributes', 'sourceid', 'id']

/** A field name that the interface does not show, in the form that the platform allows. */
export const memberName = (meta: Basics & { maxLength: number }) =>
  field({ ...meta, kind: 'text' }, (value) => {
    if (!/^[A-Za-z]\w*$/.test(value)) {
      return {
        code: 'format',
        message: `${meta.label} must start with a letter and contain only letters, digits and underscores.`,
      }
    }
    return OWN_MEMBERS.includes(value.toLowerCase())
      ? { code: 'format', message: `${value} is filled in by the desk. Use another field.` }
      : value
  })

/** Drops what people type between the digits of a number. */
export const bareDigits = (value: string): string => value.replace(/[\s.()\p{Pd}\p{Cf}]/gu, '')

/** Exactly `length` digits; separators are dropped (rules 11 and 12). */
const readDigits =
  (label: string, length: number): Reading =>
  (value) => {
    const digits = bareDigits(value)
    return new RegExp(`^\\d{${length}}$`).test(digits)
      ? digits
      : { code: 'format', message: `${label} must have ${length} digits.` }
  }

export const digits = (meta: Basics & { length: number }) => {
  const { length, ...rest } = meta
  return field({ ...rest, kind: 'digits', maxLength: length }, readDigits(meta.label, length))
}

/** Rule 11. A ZIP+4 is cut to the partner's five digits. */
export const zip = (meta: Basics) =>
  field(
    { ...meta, kind: 'zip', maxLength: 5 },
    (value) => readZip(value)?.zip ?? { code: 'format', message: 'Enter a 5-digit ZIP code.' },
  )

/** A US state or territory, stored as two letters even where the partner accepts longer text. */
export const state = (meta: Basics & Length) =>
  field(
    { ...meta, kind: 'state' },
    (value) =>
      stateCode(value) ?? {
        code: 'not-listed',
        message: 'Choose a US state or territory, such as OR for Oregon.',
      },
  )

/**
 * A country, stored as two letters if it is recognized. Where the partner takes a code, anything else is an error;
 * elsewhere a name is sent as typed.
 */
export const country = (meta: Basics & { maxLength: number; isCode?: true }) => {
  const { isCode, ...rest } = meta
  return field(
    { ...rest, kind: 'country' },
    (value) =>
      countryCode(value) ??
      (isCode || !/\p{L}{2}/u.test(value)
        ? {
            code: 'not-listed',
            message: `Enter the ${isCode ? 'two letters of the country' : 'country'}, such as US.`,
          }
        : value),
  )
}

/** A merchant category code (ISO 18245). Whether it is on the list is checked elsewhere. */
export const categoryCode = (meta: Basics & { maxLength: number }) =>
  field({ ...meta, kind: 'text' }, (value) =>
    /^\d{4}$/.test(value)
      ? value
      : {
          code: 'format',
          message: 'Enter a 4-digit merchant category code, such as 5812.',
        },
  )

/** A federal tax ID or an SSN: nine digits (rule 12). */
export const sensitiveDigits = (meta: Basics & { sensitive: 'tax-id' | 'ssn' }) =>
  sensitiveField({ ...meta, kind: 'digits', maxLength: 9 })

/** The interface shows no format. The section check warns outside the usual 4 to 17 digits. */
const readAccountNumber =
  (label: string): Reading =>
  (value) => {
    const cleaned = value.replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    return /^\d{1,255}$/.test(cleaned)
      ? cleaned
      : { code: 'format', message: `${label} must contain only digits.` }
  }

export const accountNumber = (meta: Basics) =>
  sensitiveField({ ...meta, kind: 'digits', sensitive: 'account-number' })

/** Rule 10. Stored as 10 digits; a leading +1 or 1 is dropped. */
export const phone = (meta: Basics) =>
  field(
    { ...meta, kind: 'phone' },
    (value) =>
      phoneDigits(value) ?? {
        code: 'format',
        message: /\d\s*(x|ext\.?|#)\s*\d+$/i.test(value)
          ? `Enter ${lowerFirst(meta.label)} without its extension, such as (555) 555-0123.`
          : `${meta.label} must have 10 digits, such as (555) 555-0123.`,
      },
  )

/** `+1 (503) 555-0142` → `5035550142`; null if it is not a US number. */
export function phoneDigits(value: string): string | null {
  const digits = bareDigits(value.replace(/[+/]/g, '')).replace(/^1(?=\d{10}$)/, '')
  return /^\d{10}$/.test(digits) ? digits : null
}

export const email = (meta: Basics & Length) =>
  field({ ...meta, kind: 'email' }, (value) =>
    z.email().safeParse(value).success
      ? value
      : { code: 'format', message: `${meta.label} must look like name@example.com.` },
  )

/** A web address. `https://` is added to a bare host name; non-Latin host names are encoded as in a URI. */
export const url = (meta: Basics & { maxLength: number }) =>
  field(
    { ...meta, kind: 'url' },
    (value) =>
      webAddress(value) ?? {
        code: 'format',
        message: `${meta.label} must be a web address, such as https://shop.example.`,
      },
  )

/** `shop.example` → `https://shop.example`; null if it is not a web address. */
export function webAddress(value: string): string | null {
  const typed = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`
  const address =
    /^[^\s"<>\\^`{|}]*\P{ASCII}/u.test(typed) && URL.canParse(typed) ? new URL(typed).href : typed
  return /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(address) && URL.canParse(address) && isUri(address)
    ? address
    : null
}

const readDate =
  (label: string): Reading =>
  (value) =>
    parseDate(value) ?? {
      code: 'format',
      // Does not quote the value: this message is stored with a sealed one.
      message: `${label} must ${hasShortYear(value) ? 'have a year of 4 digits' : dayFirst(value) ? 'have the month first' : 'be a date'}, such as ${/birth/i.test(label) ? '05/17/1984' : '04/30/2019'}.`,
    }

/** `5/17/84` or `May 17, 84`. In parts, because one expression for both takes seconds for a long text. */
const hasShortYear = (value: string): boolean => {
  const [day, year] = [value.slice(0, -3), value.slice(-3)]
  return /^\D\d{2}$/.test(year) && (/^\d{1,2}\D\d{1,2}$/.test(day) || /[a-z]/i.test(day))
}

export const date = (meta: Basics) => field({ ...meta, kind: 'date' }, readDate(meta.label))

export const dateOfBirth = (meta: Basics) =>
  sensitiveField({ ...meta, kind: 'date', sensitive: 'date-of-birth' })

/** US dollars, stored as canonical decimal text (`1234.5`) with at most two decimals. */
export const amount = (meta: Basics & { minimum?: 0 }) => {
  const { minimum, ...rest } = meta
  return field({ ...rest, kind: 'amount' }, (value) => {
    const units = parseDecimal(value)
    if (units === null || units % 10_000n !== 0n || hasPointAtThousands(value)) {
      return {
        code: 'format',
        message:
          fineProblem(value) ??
          commaProblem(value) ??
          pointProblem(value) ??
          `${meta.label} must be an amount in dollars, such as 12,500 or 12500.50.`,
      }
    }
    if (minimum === 0 && units < 0n) return { code: 'range', message: `${meta.label} cannot be below zero.` }
    return decimalText(units)
  })
}

/** What to do about a misplaced comma; null if there is none. */
function commaProblem(value: string): string | null {
  const bare = value.replace(/^\$\s*/, '')
  const [, dollars = '', cents] = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/.exec(bare) ?? []
  if (cents !== undefined)
    return `Use a point, not a comma: ${grouped(dollars.replaceAll('.', ''))}.${cents.padEnd(2, '0')}.`
  return /^-?[\d,]*,[\d,]*(?:\.\d*)?$/.test(bare)
    ? 'Put a comma after each three digits from the right, such as 1,250, or leave the commas out.'
    : null
}

/** `1,250.505`: the commas are fine and the decimals are wrong. */
const fineProblem = (value: string): string | null =>
  /^-?\$?\s*-?(?:\d{1,3}(?:,\d{3})+|0|\d{4,})\.\d{3,}$/.test(value)
    ? 'Enter at most two digits after the point.'
    : null

/** `1.200`: one dollar twenty here, twelve hundred elsewhere. No one writes cents with three digits. */
const hasPointAtThousands = (value: string): boolean => /^\$?\s*[1-9]\d{0,2}(\.\d{3})+$/.test(value)

function pointProblem(value: string): string | null {
  if (!hasPointAtThousands(value)) return null
  const readings = twoReadings(value)
  return readings === null
    ? `Use commas for thousands: ${value.replaceAll('.', ',')}. Cents have two digits.`
    : `This can mean ${readings}. Enter the one you mean, with two digits after the point.`
}

/** 0 to 100, stored as canonical decimal text with the decimals as given. */
export const percent = (meta: Basics) =>
  field({ ...meta, kind: 'percent' }, (value) => {
    const plain = plainDecimal(value)
    const units = plain === null ? null : parseDecimalCut(plain)
    if (/^\d{1,3},\d{1,2}\s*%?$/.test(value))
      return { code: 'format', message: `Use a point in the percentage: ${value.replace(',', '.')}.` }
    if (plain === null || units === null)
      return { code: 'format', message: `${meta.label} must be a percentage, such as 25 or 33.33.` }
    const isBeyond = units > WHOLE || (units === WHOLE && plain.includes('.'))
    if (plain.startsWith('-') || isBeyond)
      return { code: 'range', message: `${meta.label} must be from 0 to 100.` }
    return plain
  })

/** 100 percent, in millionths of a percent. */
const WHOLE = 100_000_000n

/** A plain number that is neither money nor a percentage (years open). */
export const count = (meta: Basics) =>
  field({ ...meta, kind: 'count' }, (value) => {
    const units = parseDecimal(value)
    if (units === null)
      return { code: 'format', message: commaProblem(value) ?? `${meta.label} must be a number.` }
    if (units < 0n) return { code: 'range', message: `${meta.label} cannot be below zero.` }
    return decimalText(units)
  })

/** One of the given choices. Values of a list in Settings are checked by the section check, which has the lists. */
export const choice = (
  meta: Basics & { choices: readonly string[] | ListName; maxLength?: number; usualLength?: number },
) =>
  field({ ...meta, kind: 'choice' }, (value) =>
    typeof meta.choices === 'string' || meta.choices.includes(value)
      ? value
      : { code: 'not-listed', message: chooseOneOf(meta.label, meta.choices, value) },
  )

/** How many choices a message names before it says how many more there are. */
const NAMED_CHOICES = 12

/** Asks for one of the choices; those that share a word with the typed text come first. */
export function chooseOneOf(label: string, choices: readonly string[], typed: string): string {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
  const isClose = (choice: string) => words.some((word) => choice.toLowerCase().includes(word))
  const [near, far] = [choices.filter(isClose), choices.filter((choice) => !isClose(choice))]
  const named = [...near, ...far].slice(0, NAMED_CHOICES)
  const more = choices.length > named.length ? ` or ${choices.length - named.length} more` : ''
  return `Choose one of these for ${lowerFirst(label)}: ${named.join(', ')}${more}.`
}

/** `yes`, `no`, or blank if not answered. */
export const yesNo = (meta: Basics) =>
  z
    .pipe(
      z.enum(['yes', 'no', '']),
      z.transform((answer: 'yes' | 'no' | '', ctx): boolean | null => {
        if (answer !== '') return answer === 'yes'
        if (meta.required) report(ctx, { code: 'required', message: `Answer: ${meta.label}` })
        return null
      }),
    )
    .register(fieldMetas, { ...meta, kind: 'yes-no' })
