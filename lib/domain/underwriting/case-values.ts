import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import type { AnyDraft, AnySectionName } from '@/lib/domain/application/draft'
import { fieldLabel, fieldOfEither } from '@/lib/domain/application/either-fields'
import type { FieldMeta } from '@/lib/domain/application/field'
import { cleanValue, isSensitive, itemLabel } from '@/lib/domain/application/fields'
import { fullOptionsSchema } from '@/lib/domain/application/full-sections'
import { hasRole, type NamedOwnershipFacts, ownershipFactsOf } from '@/lib/domain/application/ownership'
import { valueAt } from '@/lib/domain/application/place'
import { ANY_SECTION_NAMES } from '@/lib/domain/application/section-names'
import { merchantSchema } from '@/lib/domain/application/sections'
import { maskValue } from '@/lib/domain/application/sensitive'
import { shownPhone } from '@/lib/domain/application/shown-value'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { type DocumentPlanFacts, documentPlan } from '@/lib/domain/documents/document-plan'
import { dayWords, type IsoDate } from '@/lib/domain/values/calendar'
import { decimalText, type Millionths, parseDecimal } from '@/lib/domain/values/decimal'
import { moneyText } from '@/lib/domain/values/money'
import { isSealed } from '@/lib/domain/values/sealed'
import type { SignalValue } from './signal'

/** Reads a draft for underwriting: cleaned values to compare, and values as pages show them. */

/** Dollars in millionths; null if the value is blank, wrong or negative and so proves nothing. */
export function amountOf(typed: string): Millionths | null {
  const units = parseDecimal(cleanValue(fullOptionsSchema.shape.yearlyCardVolume, typed) ?? '')
  return units === null || units < 0n ? null : units
}

/** Percent in millionths; null if the value is blank or wrong. */
export const percentOf = (typed: string): Millionths | null =>
  parseDecimal(cleanValue(fullOptionsSchema.shape.swipedPercent, typed) ?? '')

export const establishedOn = ({ merchant }: AnyDraft): IsoDate | null =>
  cleanValue(merchantSchema.shape.dateEstablished, merchant.dateEstablished)

/** A contact with name, position, ID, and percentage owned if it is given. */
export type Person = NamedOwnershipFacts['contacts'][number] & { id: string; index: number }

export function peopleOf({ contacts, merchant }: AnyDraft): Person[] {
  const named = ownershipFactsOf(contacts, merchant.ownership).contacts
  return contacts.items.flatMap(({ id }, index) => {
    const person = named[index]
    return person ? [{ ...person, id, index }] : []
  })
}

/** The full application does not ask: there, any detail of a canceled account counts as yes. */
export function everCancelled({ merchant, options }: AnyDraft): boolean | null {
  if ('everCancelled' in merchant) return answerOf(merchant.everCancelled)
  if (!('cancelledProcessor' in options)) return null
  return [options.cancelledProcessor, options.cancellationReason, options.cancellationDate].some(
    (detail) => detail.trim() !== '',
  )
}

/** Null if not known. In a full application, no previous processor and no account to convert or renew means no. */
export function acceptedCardsBefore({ merchant, options }: AnyDraft): boolean | null {
  if ('everAcceptedCards' in merchant) return answerOf(merchant.everAcceptedCards)
  if (!('previousProcessor' in options)) return null
  if (options.previousProcessor.trim() !== '') return true
  if (options.accountType === 'New Merchant') return false
  return ['Conversion Merchant', 'Renewal Merchant'].includes(options.accountType) ? true : null
}

const answerOf = (answer: 'yes' | 'no' | ''): boolean | null => (answer === '' ? null : answer === 'yes')

/** The facts that decide the document plan. */
export function planFactsOf(draft: AnyDraft): DocumentPlanFacts {
  const volume = amountOf(draft.options.highMonthlyVolume)
  return {
    ownership: draft.merchant.ownership || null,
    highMonthlyVolume: volume === null ? null : decimalText(volume),
    everCancelled: everCancelled(draft),
    accounts: distinctAccounts(draft),
    people: peopleOf(draft)
      .filter(({ roles }) => hasRole(roles, PRINCIPAL) || hasRole(roles, CONTROL_PRONG))
      .map(({ id, name, roles }) => ({ id, name, isControlProng: hasRole(roles, CONTROL_PRONG) })),
  }
}

/**
 * Joins items that enter one account for several uses. They are compared by masked number, so that a sealed draft and a
 * plain one have the same plan, and so that the plan tells no one whether a typed number is a stored one. Where a mask
 * shows fewer than four digits, different numbers look alike: each item is an account.
 */
function distinctAccounts(draft: AnyDraft): DocumentPlanFacts['accounts'] {
  const items = draft.accounts.items.map(({ id, bankName, ddaType }, index) => {
    const number = textAt(draft, `accounts.items.${index}.accountNumber`)
    const routing = textAt(draft, `accounts.items.${index}.routingNumber`)
    const bank = bankName.trim() || itemLabel('accounts', index)
    return {
      id,
      key: number.replace(/\D/g, '').length < 4 ? id : `${routing} ${number}`,
      name: [bank, number || ddaType.trim()].filter(Boolean).join(' '),
    }
  })
  return [...Map.groupBy(items, ({ key }) => key).values()].map((same) => ({
    ids: same.map(({ id }) => id),
    name: same[0]?.name ?? '',
  }))
}

const NOT_GIVEN = 'Not given'

/** A value with its label and its text as pages show it: masked, with money and percentages formatted. */
export const shownAt = (draft: AnyDraft, path: string): SignalValue => ({
  path,
  label: placeLabel(draft, path),
  text: textAt(draft, path) || NOT_GIVEN,
})

/** The place of a sensitive value, which a page shows masked. `holder`: whose value it is, in words. */
type SecretAt = { section: AnySectionName; itemId: string; field: string; holder: string }

/** A value shown beside the checklist. */
export type CaseFact = SignalValue & { at: SecretAt | null }

/**
 * A person is shown by name, any other value formatted. `one-item`: labels leave out the name of the person or
 * account.
 */
export function factAt(draft: AnyDraft, path: string, of: 'one-item' | 'any'): CaseFact {
  const person = /^contacts\.items\.(\d+)$/.exec(path)?.[1]
  if (person !== undefined) {
    const label = itemLabel('contacts', Number(person))
    return { path, label, text: peopleOf(draft)[Number(person)]?.name || NOT_GIVEN, at: null }
  }
  const shown = shownAt(draft, path)
  const [section = '', ...rest] = path.split('.')
  const field = rest.at(-1) ?? ''
  const found = fieldOfEither(section, field)
  const label = (of === 'one-item' && found?.meta.label) || shown.label
  const isSecret = found && isSensitive(found.meta) && shown.text !== NOT_GIVEN && isSection(section)
  if (!isSecret) return { ...shown, label, at: null }
  const index = Number(rest[1])
  const holder = section === 'contacts' ? peopleOf(draft)[index]?.name : null
  const itemId = rest.length > 1 ? String(valueAt(draft, `${section}.items.${index}.id`)) : ''
  return {
    ...shown,
    label,
    at: {
      section,
      itemId,
      field,
      holder: holder || (rest.length > 1 ? itemLabel(section, index) : 'the business'),
    },
  }
}

const isSection = (name: string): name is AnySectionName => ANY_SECTION_NAMES.some((one) => one === name)

/** The form's label, with people by name: `Ana Ruiz · Home state`. */
export function placeLabel(draft: AnyDraft, path: string): string {
  const category = DOCUMENT_CATEGORIES.find(({ slug }) => path === `documents.${slug}`)
  if (category) return category.label
  const slot = documentPlan(planFactsOf(draft)).find(({ id }) => path === `documents.${id}`)
  if (slot) return slot.label
  return fieldLabel(path, draft.contacts.items)
}

function textAt(draft: AnyDraft, path: string): string {
  const value = valueAt(draft, path)
  const parts = path.split('.')
  const field = fieldOfEither(parts[0] ?? '', parts.at(-1) ?? '')
  if (isSealed(value)) return value.mask
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    const words = value.filter((part) => typeof part === 'string')
    return words.length > 0 ? words.join('; ') : value.length === 0 ? '' : String(value.length)
  }
  if (typeof value !== 'string' || value.trim() === '') return ''
  return field ? fieldText(field.meta, value.trim(), cleanValue(field.schema, value)) : value.trim()
}

/** `cleaned` is null for an invalid value, which is shown as typed. */
function fieldText(meta: FieldMeta, typed: string, cleaned: unknown): string {
  if (isSensitive(meta)) return maskValue(meta.sensitive, typed)
  if (meta.kind === 'yes-no') return typed === 'yes' ? 'Yes' : 'No'
  if (typeof cleaned !== 'string') return typed
  if (meta.kind === 'amount') return moneyText(cleaned)
  if (meta.kind === 'phone') return shownPhone(cleaned)
  if (meta.kind === 'date') return dayWords(cleaned)
  return meta.kind === 'percent' ? `${cleaned}%` : cleaned
}
