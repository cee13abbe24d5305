import { findingsOf, findStoredMismatch } from '@/lib/domain/application/check'
import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { mapSensitive, maskValue, type SensitivePlace } from '@/lib/domain/application/sensitive'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { isSealed, type Sealed } from '@/lib/domain/values/sealed'
import type { Place, Sealer } from '@/lib/server/sealing/sealer'

/**
 * A section has three forms, alike but for the sensitive fields. *Typed*: as forms hold it, text or a
 * stand-in that says "keep what you have". *Stored*: as the database has it, sealed text. *Open*: the
 * plain values, only inside the server and only while something is checked or sent.
 */

const sealingPlace = (applicationId: string, section: AnySectionName, place: SensitivePlace): Place => ({
  table: 'application_sections',
  row: applicationId,
  // By item id, not by position: contacts can be put in another order.
  field: [section, place.itemId, place.field].filter((part) => part !== null).join('.'),
})

const keyOf = (place: SensitivePlace) => `${place.itemId ?? ''}.${place.field}`

/** Typed → stored. A stand-in keeps the sealed text that `before` has at the same item and field. */
export function sealSection<S extends AnySectionName, T extends SectionDraft<S>>(
  sealer: Sealer,
  applicationId: string,
  section: S,
  typed: T,
  before: T | null,
): T {
  const kept = new Map<string, string>()
  if (before) {
    mapSensitive(section, before, (place, value) => {
      if (typeof value === 'string') kept.set(keyOf(place), value)
      return value
    })
  }
  return mapSensitive(section, typed, (place, value) => {
    if (isSealed(value)) return kept.get(keyOf(place)) ?? ''
    return value.trim() === '' ? '' : sealer.seal(sealingPlace(applicationId, section, place), value)
  })
}

/** Stored → open. Throws when a sealed value was moved or changed. */
export const openSection = <S extends AnySectionName, T extends SectionDraft<S>>(
  sealer: Sealer,
  applicationId: string,
  section: S,
  stored: T,
): T =>
  mapSensitive(section, stored, (place, value) =>
    typeof value === 'string' && value !== ''
      ? sealer.open(sealingPlace(applicationId, section, place), value)
      : value,
  )

/** Stored → stored, each value sealed by the key that is in use now. */
export const resealSection = <S extends AnySectionName, T extends SectionDraft<S>>(
  sealer: Sealer,
  applicationId: string,
  section: S,
  stored: T,
): T =>
  mapSensitive(section, stored, (place, value) =>
    typeof value === 'string' && value !== ''
      ? sealer.reseal(sealingPlace(applicationId, section, place), value)
      : value,
  )

/** Open → typed, with a stand-in (mask and what the checks found) for every sensitive value. */
export function shownSection<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  open: T,
  today: IsoDate,
): T {
  return mapSensitive(section, open, (place, value) => {
    if (isSealed(value) || value === '' || !place.meta.sensitive) return value
    const standIn: Sealed = {
      sealed: true,
      mask: maskValue(place.meta.sensitive, value),
      findings: [
        ...findingsOf(section, place.field, value, today),
        ...mismatchAt(section, open, place, value),
      ],
    }
    return standIn
  })
}

/** Numbers typed twice are compared here, where both are known; the finding goes with the second. */
function mismatchAt<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  open: T,
  place: SensitivePlace,
  again: string,
) {
  if (section !== 'accounts' || place.field !== 'accountNumberAgain') return []
  let first = ''
  mapSensitive(section, open, (other, value) => {
    if (other.itemId === place.itemId && other.field === 'accountNumber' && typeof value === 'string')
      first = value
    return value
  })
  return findStoredMismatch(first, again)
}
