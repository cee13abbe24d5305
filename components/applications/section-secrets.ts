import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { cleanValue, isSensitive } from '@/lib/domain/application/fields'
import { accountSchema } from '@/lib/domain/application/sections'
import { mapSensitive, maskValue, type SensitivePlace } from '@/lib/domain/application/sensitive'
import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'

/** By item and field, not by position: items may have been reordered. */
const keyOf = ({ itemId, field }: SensitivePlace) => `${itemId ?? ''}.${field}`

/** Every sensitive value of a section, by place. */
export function secretsOf<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  draft: T,
): (place: SensitivePlace) => SensitiveText | undefined {
  const values = new Map<string, SensitiveText>()
  mapSensitive(section, draft, (place, value) => {
    values.set(keyOf(place), value)
    return value
  })
  return (place) => values.get(keyOf(place))
}

/** `value` with the sealed values of `shown` wherever it is unchanged since `sent`. */
export function applySavedSection<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  sent: T,
  shown: T,
): T {
  const before = secretsOf(section, sent)
  const after = secretsOf(section, shown)
  return mapSensitive(section, value, (place, now) => {
    const was = before(place)
    const unchanged = isSealed(now) ? isSealed(was) : now === was
    return unchanged ? (after(place) ?? now) : now
  })
}

/**
 * The same for a form that leaves the page: no stored secret stays readable in the tab, except an invalid one that
 * its author still has to correct.
 */
export function leaveSection<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  sent: T,
  shown: T,
): T {
  const typed = secretsOf(section, value)
  return mapSensitive(section, applySavedSection(section, value, sent, shown), (place, now) =>
    isSealed(now) && now.findings.some(({ severity }) => severity === 'error') ? (typed(place) ?? now) : now,
  )
}

/** How long a stored secret stays readable after the last input in its field. */
export const READABLE_MS = 120_000

/**
 * The sealed values for secrets that are stored, valid, and old according to `isOld`: no one is checking them any
 * more, and others may see the screen.
 */
export function standInsForOld<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  sent: T,
  shown: T,
  isOld: (path: string) => boolean,
): { path: string; value: SensitiveText }[] {
  const list: { path: string; value: SensitiveText }[] = []
  const left = secretsOf(section, leaveSection(section, value, sent, shown))
  mapSensitive(section, value, (place, now) => {
    const next = left(place)
    if (!isSealed(now) && isSealed(next) && isOld(place.path)) list.push({ path: place.path, value: next })
    return now
  })
  return list
}

/** Whether the server can return `shown` for `sent`: the same values with the same masks. */
export function couldBeShownOf<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  sent: T,
  shown: T,
): boolean {
  const masked = (draft: T) =>
    mapSensitive(section, draft, ({ meta }, value) =>
      isSealed(value)
        ? value.mask
        : value.trim() === '' || !isSensitive(meta)
          ? ''
          : maskValue(meta.sensitive, value),
    )
  return sameText(masked(sent), masked(shown))
}

const sameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'object' && a !== null && typeof b === 'object' && b !== null
    ? Object.keys(a).length === Object.keys(b).length &&
      Object.entries(a).every(([name, value]) => sameText(value, Reflect.get(b, name)))
    : a === b

/**
 * What may be saved of a form. A stored value that is being replaced is kept until its field is left, so that
 * Cancel can restore it; leaving the page saves the replacement. A stored number that is typed twice is kept until
 * both new entries agree; if the stored entries differ, a replacement of either is saved on leaving.
 */
export function savableSection<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  shown: T,
  focusedPath: string | null,
  leaving: boolean,
): T {
  const stored = secretsOf(section, shown)
  const typed = secretsOf(section, value)
  return mapSensitive(section, value, (place, now) => {
    const standIn = stored(place)
    const first = { ...place, field: TWIN[place.field] ?? place.field }
    const again = { ...place, field: AGAIN[first.field] ?? '' }
    if (
      standIn !== undefined &&
      AGAIN[first.field] !== undefined &&
      isSealed(stored(first)) &&
      typeof typed(first) === 'string' &&
      !isConfirmed(typed(first), typed(again))
    ) {
      // Entries that differ are not worth keeping, so the typed text is saved.
      const mends = leaving && entriesDiffer(stored(again)) && typeof now === 'string' && now.trim() !== ''
      return mends ? now : standIn
    }
    const isBeingReplaced = place.path === focusedPath && isSealed(standIn) && !isSealed(now)
    return isBeingReplaced && !(leaving && now.trim() !== '') ? standIn : now
  })
}

/**
 * The sealed values to put into a form after a save: those with new findings. What was typed in this visit stays as
 * typed; the field hides it and can show it again.
 */
export function standInsToTake<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  sent: T,
  shown: T,
): { path: string; value: SensitiveText }[] {
  const list: { path: string; value: SensitiveText }[] = []
  const saved = secretsOf(section, applySavedSection(section, value, sent, shown))
  mapSensitive(section, value, (place, now) => {
    const next = saved(place)
    if (isSealed(now) && next !== undefined && !sameText(now, next))
      list.push({ path: place.path, value: next })
    return now
  })
  return list
}

/**
 * Findings that only the server can make and that still apply: an account number that is unchanged since it was
 * saved and differs from its sealed second entry; or stored entries that differ and are being replaced, while the
 * new ones cannot be compared yet.
 */
export function foundBySaving<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  sent: T,
  shown: T,
): Violation[] {
  const list: Violation[] = []
  const before = secretsOf(section, sent)
  const after = secretsOf(section, shown)
  const typed = secretsOf(section, value)
  mapSensitive(section, value, (place, now) => {
    const standIn = after(place)
    const twin = typed({ ...place, field: TWIN[place.field] ?? '' })
    const stands = isSealed(twin)
      ? now === before(place)
      : cleanNumber(now) === null || cleanNumber(twin) === null
    if (typeof now === 'string' && isSealed(standIn) && stands) {
      const mismatches = standIn.findings.filter(({ code }) => code === 'mismatch')
      list.push(...mismatches.map((found) => ({ ...found, path: place.path })))
    }
    return now
  })
  return list
}

/** Drops "missing" at an entry if another finding already asks to type both. */
export const withFoundBySaving = (
  found: readonly Violation[],
  bySaving: readonly Violation[],
): Violation[] => [
  ...found.filter(({ path, code }) => code !== 'required' || bySaving.every((one) => one.path !== path)),
  ...bySaving,
]

const TWIN: Readonly<Record<string, string>> = { accountNumberAgain: 'accountNumber' }
const AGAIN: Readonly<Record<string, string>> = { accountNumber: 'accountNumberAgain' }

/** Both entries of a number are filled in, well formed and equal. */
export function isConfirmed(one: unknown, again: unknown): boolean {
  const first = cleanNumber(one)
  return first !== null && first === cleanNumber(again)
}

/** Null if it is blank or not a number. */
const cleanNumber = (typed: unknown) =>
  typeof typed === 'string' ? cleanValue(accountSchema.shape.accountNumber, typed) : null

/** Both entries are stored and differ, according to the finding of the second. */
export const entriesDiffer = (again: unknown): boolean =>
  isSealed(again) && again.findings.some(({ code }) => code === 'mismatch')
