import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import type { PublicError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import type { SaveResult } from '@/lib/server/applications/mutations'
import type { SaveOutcome } from './draft-saver'

const TIMEOUT_MS = 20_000
/** A request that may outlive its page has at most 64 kB (Fetch standard, "keepalive"), all of them together. */
const KEEPALIVE_BYTES = 48 * 1024

const UNREACHABLE = 'The desk cannot be reached. Your text is kept here and will be saved when it can.'

/** One save of a section over the version that it started from. Never throws. */
export async function saveSection<S extends AnySectionName, T extends SectionDraft<S>>(
  applicationId: string,
  section: S,
  data: T,
  baseVersion: number,
): Promise<SaveOutcome<T>> {
  const body = JSON.stringify({ baseVersion, data })
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
  }
}

function refusal(status: number, { code, message }: PublicError): SaveOutcome<never> {
  if (code === 'signed-out') return { kind: 'signed-out' }
  return status >= 500 ? { kind: 'unanswered', message } : { kind: 'refused', message }
}
