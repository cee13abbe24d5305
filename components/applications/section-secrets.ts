import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { isSensitive } from '@/lib/domain/application/fields'
import { mapSensitive, maskValue, type SensitivePlace } from '@/lib/domain/application/sensitive'
import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'

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
export function settleSection<S extends AnySectionName, T extends SectionDraft<S>>(
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
 * that "Keep the stored value" can keep it; only whoever leaves the page in the middle has it saved.
 */
export function savableSection<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  shown: T,
  focusedPath: string | null,
  leaving: boolean,
): T {
  const stored = secretsOf(section, shown)
  return mapSensitive(section, value, (place, now) => {
    const standIn = stored(place)
    const isBeingReplaced = place.path === focusedPath && isSealed(standIn) && !isSealed(now)
    return isBeingReplaced && !(leaving && now.trim() !== '') ? standIn : now
  })
}

const TWIN: Readonly<Record<string, string>> = {
  accountNumber: 'accountNumberAgain',
  accountNumberAgain: 'accountNumber',
}

/**
 * The sensitive values to replace in a form after a save. A field that has the focus is left alone, and
 * so is an account number until both its entries are there and agree: they are compared by eye.
 */
export function standInsToTake<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  sent: T,
  shown: T,
  focusedPath: string | null,
): { path: string; value: SensitiveText }[] {
  const typed = secretsOf(section, value)
  const list: { path: string; value: SensitiveText }[] = []
  const settled = secretsOf(section, settleSection(section, value, sent, shown))
  mapSensitive(section, value, (place, now) => {
    const next = settled(place)
    const twin = TWIN[place.field]
    const other = twin === undefined ? undefined : typed({ ...place, field: twin })
    const isHeld =
      place.path === focusedPath ||
      (twin !== undefined && `${place.path.slice(0, -place.field.length)}${twin}` === focusedPath) ||
      (typeof other === 'string' && typeof now === 'string' && other.trim() !== now.trim()) ||
      other === ''
    if (!isHeld && next !== undefined && !sameText(now, next)) list.push({ path: place.path, value: next })
    return now
  })
  return list
}
