import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { mapSensitive } from '@/lib/domain/application/sensitive'
import { isSealed } from '@/lib/domain/values/sealed'
import { savableSection, secretsOf } from './section-secrets'

/** The path of typed text that leaving would not save, so that the stored value would silently stay. */
export function lostOnLeaving<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  shown: T,
): string | null {
  const kept = secretsOf(section, savableSection(section, value, shown, null, true))
  const lost: string[] = []
  mapSensitive(section, value, (place, now) => {
    if (typeof now === 'string' && now.trim() !== '' && isSealed(kept(place))) lost.push(place.path)
    return now
  })
  return lost[0] ?? null
}
