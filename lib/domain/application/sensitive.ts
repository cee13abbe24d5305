import { parseDate } from '@/lib/domain/values/calendar'
import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { SensitiveMeta } from './field'
import { fieldOf, fieldsOf, isSensitive } from './fields'
import type { Draft, SectionName } from './sections'

export type SensitiveKind = SensitiveMeta['sensitive']

const sensitiveNames = (section: SectionName): readonly string[] =>
  fieldsOf(section)
    .filter(({ meta }) => isSensitive(meta))
    .map(({ name }) => name)

/** Names of the fields that are sealed at rest, by section, as their metadata says. */
export const SENSITIVE_FIELDS: Readonly<Record<SectionName, readonly string[]>> = {
  merchant: sensitiveNames('merchant'),
  contacts: sensitiveNames('contacts'),
  accounts: sensitiveNames('accounts'),
  options: sensitiveNames('options'),
}

/** Where a sensitive value sits: `path` by index (`contacts.items.1.ssn`), `itemId` where it is in a list. */
export type SensitivePlace = { path: string; itemId: string | null; field: string; meta: SensitiveMeta }
type Change = (place: SensitivePlace, value: SensitiveText) => SensitiveText

const mappers: { [S in SectionName]: (draft: Draft[S], change: Change) => Draft[S] } = {
  merchant: (draft, change) => mapRecord('merchant', 'merchant', null, draft, change),
  contacts: (draft, change) => ({ ...draft, items: mapItems('contacts', draft.items, change) }),
  accounts: (draft, change) => ({ ...draft, items: mapItems('accounts', draft.items, change) }),
  options: (draft, change) => mapRecord('options', 'options', null, draft, change),
}

/** A new section in which `change` has been applied to every sensitive value; blank ones too. */
export function mapSensitive<S extends SectionName>(section: S, draft: Draft[S], change: Change): Draft[S] {
  return mappers[section](draft, change)
}

const mapItems = <T extends { id: string }>(section: SectionName, items: readonly T[], change: Change): T[] =>
  items.map((item, index) => mapRecord(section, `${section}.items.${index}`, item.id, item, change))

function mapRecord<T extends object>(
  section: SectionName,
  path: string,
  itemId: string | null,
  record: T,
  change: Change,
): T {
  const changed: Record<string, SensitiveText> = {}
  for (const [name, value] of Object.entries(record)) {
    const meta = fieldOf(section, name)?.meta
    if (!meta || !isSensitive(meta) || !(typeof value === 'string' || isSealed(value))) continue
    changed[name] = change({ path: `${path}.${name}`, itemId, field: name, meta }, value)
  }
  return { ...record, ...changed }
}

/** Shown for what is not well formed: says that something is there, not how much of it. */
const HIDDEN = '••••'

/**
 * What a page may show of a sensitive value: at most its last four digits, and only of a well-formed
 * value with enough others to hide. Short account numbers show two digits, or none.
 */
export function maskValue(kind: SensitiveKind, plain: string): string {
  if (kind === 'date-of-birth') return parseDate(plain.trim()) === null ? HIDDEN : '••••-••-••'
  const digits = plain.replace(/[\s.()\p{Pd}\p{Cf}]/gu, '')
  if (!/^\d+$/.test(digits)) return HIDDEN
  if (kind === 'account-number') return `${HIDDEN}${digits.length > 17 ? '' : visibleTail(digits)}`
  if (digits.length !== 9) return HIDDEN
  return `${kind === 'ssn' ? '•••-••-' : '••-•••'}${digits.slice(-4)}`
}

const visibleTail = (digits: string): string =>
  digits.length >= 8 ? digits.slice(-4) : digits.length >= 6 ? digits.slice(-2) : ''
