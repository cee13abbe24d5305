import { routes } from '@/lib/routes'

export type ZipPlace = { city: string; state: string }

const TIMEOUT_MS = 4_000
const known = new Map<string, ZipPlace | null>()

/** The postal service's place for a ZIP code; null if it has none or the desk does not answer in time. */
export async function findZipPlace(zip: string): Promise<ZipPlace | null> {
  const before = known.get(zip)
  if (before !== undefined) return before
  try {
    const response = await fetch(routes.api.zip(zip), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) return null
    const { place }: { place: ZipPlace | null } = await response.json()
    known.set(zip, place)
    return place
  } catch {
    return null
  }
}
