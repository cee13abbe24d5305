import { isSealed } from '@/lib/domain/values/sealed'
import { type Choices, conflictsOf, mergeSection } from './differences'
import type { AnySectionName, SectionDraft } from './draft'
import { mapSensitive, maskValue } from './sensitive'

/**
 * Merges two saves that started from the same version. A change on one side only is kept; if both changed the same
 * field to different values, a person has to decide.
 */

/**
 * Mine merged over theirs, or null if both changed a field to different values. Sealed values are compared by what
 * stands in for them; `open` has their plain values, so the same secret typed twice is no conflict. With `mineWins`
 * there are no conflicts: the same person made both saves in the same place.
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

/** With no choices, mine is kept. */
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
 * The form's values after its save was merged: theirs, except where the form has changed since it was sent. A
 * secret typed here stays readable to its author unless someone replaced it.
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
