import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { cleanValue, isSensitive } from '@/lib/domain/application/fields'
import { accountSchema } from '@/lib/domain/application/sections'
import { mapSensitive, maskValue, type SensitivePlace } from '@/lib/domain/application/sensitive'
import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'

/** By item and field, not by position: items may have moved since. */
const keyOf = ({ itemId, field }: SensitivePlace) => `${itemId ?? ''}.${field}`

/** Every sensitive value of a section, to be asked by its place. */
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

/** `value` with the stand-ins of `shown` wherever the sensitive value is unchanged since `sent`. */
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
 * The same for when the form leaves the page: no stored secret stays readable in the tab, except one that is wrong
 * and therefore still has to be corrected by whoever typed it.
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

/** How long after the last input in its field a stored secret stays readable to whoever typed it. */
export const READABLE_MS = 120_000

/**
 * The stand-ins for what was typed, is stored and not wrong, at the places that `isOld` names: after a while nobody
 * checks it any more, and others may look at the screen.
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

/** Whether the server can show this of what was sent: the same, with the same masks. */
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
 * What may be saved of a form. A stored value that is being replaced stays until its field is left, so
 * that Cancel can keep it; only whoever leaves the page in the middle has it saved. A stored number that is typed twice
 * stays until both entries of the new one agree; of two that differ, what was typed over either is saved on leaving.
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
      // Entries that differ are no number to keep: what was typed is not lost with the page.
      const mends = leaving && entriesDiffer(stored(again)) && typeof now === 'string' && now.trim() !== ''
      return mends ? now : standIn
    }
    const isBeingReplaced = place.path === focusedPath && isSealed(standIn) && !isSealed(now)
    return isBeingReplaced && !(leaving && now.trim() !== '') ? standIn : now
  })
}

/**
 * The stand-ins to replace in a form after a save: what the server newly found of a value that it keeps. What was
 * typed in this visit stays as typed, for the person who typed it: the field hides it, and can show it again.
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
 * What only the server could find, and still stands: an account number that is as it was typed and saved, and differs
 * from its twin, which is sealed; or stored entries that differ, while they are replaced and the new ones cannot be
 * compared yet.
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

/** That an entry is blank is not told beside what says that both are to be typed. */
export const withFoundBySaving = (
  found: readonly Violation[],
  bySaving: readonly Violation[],
): Violation[] => [
  ...found.filter(({ path, code }) => code !== 'required' || bySaving.every((one) => one.path !== path)),
  ...bySaving,
]

const TWIN: Readonly<Record<string, string>> = { accountNumberAgain: 'accountNumber' }
const AGAIN: Readonly<Record<string, string>> = { accountNumber: 'accountNumberAgain' }

/** Both entries of a number that is typed twice are there, well formed and the same. */
export function isConfirmed(one: unknown, again: unknown): boolean {
  const first = cleanNumber(one)
  return first !== null && first === cleanNumber(again)
}

/** Null while it is blank or no number. */
const cleanNumber = (typed: unknown) =>
  typeof typed === 'string' ? cleanValue(accountSchema.shape.accountNumber, typed) : null

/** Both entries are stored and differ, as the stand-in of the second tells. */
export const entriesDiffer = (again: unknown): boolean =>
  isSealed(again) && again.findings.some(({ code }) => code === 'mismatch')
