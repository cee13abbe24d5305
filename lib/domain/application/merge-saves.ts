import { isSealed } from '@/lib/domain/values/sealed'
import { type Choices, conflictsOf, mergeSection } from './differences'
import type { AnySectionName, SectionDraft } from './draft'
import { mapSensitive, maskValue } from './sensitive'

/**
 * Two saves that started from the same version. What only one of them changed is kept of each; where both changed the
 * same field to different values, somebody has to decide.
 */

/**
 * Mine over theirs, or null where both changed the same field differently. Secrets are compared by their stand-ins;
 * `open` has the plain values that stand, so that the same secret typed twice is no conflict. With `mineWins` there is
 * nothing to decide: both saves are of the same person at the same place.
 */
export function mergeSaves<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  { base, mine, theirs, open }: { base: T; mine: T; theirs: T; open: T },
  mineWins: boolean,
): T | null {
  const stands = secretsByPlace(section, theirs)
  const plain = secretsByPlace(section, open)
  const saved = mapSensitive(section, mine, ({ itemId, field }, value) => {
    const key = `${itemId ?? ''}.${field}`
    return typeof value === 'string' && value !== '' && value === plain.get(key)
      ? (stands.get(key) ?? value)
      : value
  })
  const contested = conflictsOf(section, base, saved, theirs).some(({ changedBy }) => changedBy === 'both')
  return contested && !mineWins ? null : mergeSection(section, base, saved, theirs, MINE)
}

/** Where nothing is chosen, mine is kept. */
const MINE: Choices = {}

function secretsByPlace<S extends AnySectionName, T extends SectionDraft<S>>(section: S, draft: T) {
  const values = new Map<string, Parameters<Parameters<typeof mapSensitive>[2]>[1]>()
  mapSensitive(section, draft, ({ itemId, field }, value) => {
    values.set(`${itemId ?? ''}.${field}`, value)
    return value
  })
  return values
}

/**
 * What a form holds after its save was merged: theirs where this form has not changed it since it was sent. A secret
 * that was typed here stays readable to whoever typed it, unless somebody replaced it.
 */
export function mergeIntoForm<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  now: T,
  sent: T,
  shown: T,
  applySaved: (value: T, sent: T, shown: T) => T,
): T {
  const typed = secretsByPlace(section, now)
  const merged = mergeSection(
    section,
    applySaved(sent, sent, shown),
    applySaved(now, sent, shown),
    shown,
    MINE,
  )
  return mapSensitive(section, merged, ({ itemId, field, meta }, value) => {
    const text = typed.get(`${itemId ?? ''}.${field}`)
    const isTyped = typeof text === 'string' && text.trim() !== ''
    return isSealed(value) && isTyped && maskValue(meta.sensitive, text) === value.mask ? text : value
  })
}
