import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { sparseBase } from '@/lib/domain/application/sparse-base'
import type { PublicError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import type { SaveResult } from '@/lib/server/applications/mutations'
import type { SaveAnswer } from './draft-saver'
import { newItemId } from './new-item-id'

const TIMEOUT_MS = 20_000
/** Browsers limit all keepalive requests together to 64 kB (Fetch standard, "keepalive"). */
const KEEPALIVE_BYTES = 48 * 1024

const UNREACHABLE = 'The desk cannot be reached. Your text is kept here and will be saved when it can.'

/** Saves a section over the version that it started from. Never throws. */
export async function saveSection<S extends AnySectionName, T extends SectionDraft<S>>(
  applicationId: string,
  section: S,
  data: T,
  baseVersion: number,
  base: T,
): Promise<SaveAnswer<T>> {
  const body = JSON.stringify({ baseVersion, data, base: sparseBase(base, data), tab: tabName() })
  const isUnderWay = underWayKey(applicationId, section)
  remember(isUnderWay, 'yes')
  try {
    const response = await fetch(routes.api.draft(applicationId, section), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: new Blob([body]).size <= KEEPALIVE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: SaveResult<T> | PublicError = await response.json()
    if (!('ok' in answer)) return refusal(response.status, answer)
    if (answer.ok) return { kind: 'saved', ...answer }
    return { kind: 'stale', ...answer }
  } catch {
    return { kind: 'unanswered', message: UNREACHABLE }
  } finally {
    forget(isUnderWay)
  }
}

/**
 * Whether the previous page was left while saving this section. This page's data may then be older than that save.
 */
export function wasLeftSaving(applicationId: string, section: AnySectionName): boolean {
  const key = underWayKey(applicationId, section)
  const found = recall(key) !== null
  forget(key)
  return found
}

const underWayKey = (applicationId: string, section: AnySectionName) => `saving:${applicationId}:${section}`

/** A random name that survives reloads, so that a tab is never in conflict with itself. */
function tabName(): string {
  const known = recall('tab')
  if (known) return known
  const name = newItemId()
  remember('tab', name)
  return name
}

// If the browser refuses storage, a reload only counts as another tab.
function recall(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {}
}
function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}

function refusal(status: number, { code, message }: PublicError): SaveAnswer<never> {
  if (code === 'signed-out') return { kind: 'signed-out' }
  return status >= 500 ? { kind: 'unanswered', message } : { kind: 'refused', message }
}
