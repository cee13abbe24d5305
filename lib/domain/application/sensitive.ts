import { parseDate } from '@/lib/domain/values/calendar'
import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { AnySectionName, SectionDraft } from './draft'
import type { SensitiveMeta } from './field'
import { isSensitive, payfacFields } from './fields'
import { canBeEin } from './tax-id'

export type SensitiveKind = SensitiveMeta['sensitive']

/**
 * The place of a sensitive value. `path` addresses items by position (`contacts.items.1.ssn`); `itemId` is null
 * outside lists.
 */
export type SensitivePlace = { path: string; itemId: string | null; field: string; meta: SensitiveMeta }
type Change = (place: SensitivePlace, value: SensitiveText) => SensitiveText

/** A copy of the section with `change` applied to every sensitive value, including blank ones. */
export function mapSensitive<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  draft: T,
  change: Change,
): T {
  const own = mapRecord(section, section, null, draft, change)
  if (!('items' in draft)) return own
  const items = draft.items.map((item, index) =>
    mapRecord(section, `${section}.items.${index}`, item.id, item, change),
  )
  return { ...own, items }
}

function mapRecord<T extends object>(
  section: AnySectionName,
  path: string,
  itemId: string | null,
  record: T,
  change: Change,
): T {
  const changed: Record<string, SensitiveText> = {}
  for (const [name, value] of Object.entries(record)) {
    // No field that only the full application has is sensitive (fields.test.ts checks it).
    const meta = payfacFields.fieldOf(section, name)?.meta
    if (!meta || !isSensitive(meta) || !(typeof value === 'string' || isSealed(value))) continue
    changed[name] = change({ path: `${path}.${name}`, itemId, field: name, meta }, value)
  }
  return { ...record, ...changed }
}

/** Shown for a value that is not well formed: there is something, but not how much. */
const HIDDEN = '••••'

/**
 * The mask of a sensitive value: at most its last four digits, and only if it is well formed and hides enough
 * others. Short account numbers show two digits or none.
 */
export function maskValue(kind: SensitiveKind, plain: string): string {
  if (kind === 'date-of-birth') return parseDate(plain.trim()) === null ? HIDDEN : '••••-••-••'
  const digits = plain.replace(/[\s.()\p{Pd}\p{Cf}]/gu, '')
  if (!/^\d+$/.test(digits)) return HIDDEN
  if (kind === 'account-number') return `${HIDDEN}${digits.length > 17 ? '' : visibleTail(digits)}`
  if (digits.length !== 9) return HIDDEN
  const isSsn = kind === 'ssn' || WRITTEN_AS_SSN.test(plain.trim()) || !canBeEin(digits)
  return `${isSsn ? '•••-••-' : '••-•••'}${digits.slice(-4)}`
}

/** A sole proprietor's tax ID may be an SSN. */
const WRITTEN_AS_SSN = /^\d{3}\D+\d{2}\D+\d{4}$/

const visibleTail = (digits: string): string =>
  digits.length >= 8 ? digits.slice(-4) : digits.length >= 6 ? digits.slice(-2) : ''
