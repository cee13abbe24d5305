import { FORM_MEDIA_TYPE } from '@/lib/partner/wire/callback'
import {
  type Answer,
  accepted,
  mediaTypeOf,
  methodNotAllowed,
  problem,
  problemList,
  refused,
  wrongMediaType,
} from './call'
import { queueCallbacks } from './callbacks'
import type { SandboxServices } from './endpoints'
import { shareTables } from './locks'
import { findProfile } from './profiles'
import { receiveBody } from './received-body'

/** Interface, "Response callback": the two spellings of its path. */
const PATHS = ['/hpp/webhooks/response-credit-card', '/webhooks/response-credit-card']

export const isListedCallback = (path: string): boolean => PATHS.includes(path)

const MAX_BYTES = 64 * 1024

/**
 * Queues the event in the form, unchanged, for the response address of the profile in `profile_id`: a way to test a
 * receiver by hand (contract.md, "The listed callback path").
 */
export async function answerListedCallback({ db, now }: SandboxServices, request: Request): Promise<Answer> {
  if (request.method !== 'POST') {
    return methodNotAllowed(problemList('METHOD_NOT_ALLOWED', 'Only POST is allowed here'), 'POST')
  }
  if (mediaTypeOf(request.headers) !== FORM_MEDIA_TYPE) {
    return refused(415, problemList('UNSUPPORTED_MEDIA_TYPE', wrongMediaType(FORM_MEDIA_TYPE)))
  }
  const { bytes } = await receiveBody(request, MAX_BYTES)
  if (bytes === null) {
    return refused(413, problemList('REQUEST_TOO_LARGE', `The body has more than ${MAX_BYTES} bytes`))
  }
  const { profileIds, event } = readListedForm(bytes)
  const [profileId] = profileIds
  if (profileId === undefined || profileIds.length > 1) {
    const message = 'profile_id: is required, once'
    return refused(400, [problem('REQUIRED_FIELD_MISSING', message, ['profile_id'])])
  }
  return db.transaction(async (tx) => {
    await shareTables(tx)
    if (!(await findProfile(tx, profileId))) {
      return refused(404, [problem('NOT_FOUND', 'profile_id: there is no such profile', ['profile_id'])])
    }
    await queueCallbacks(tx, { profileId, body: event, at: now() })
    return accepted({ queued: 1 })
  })
}

/** Separates `profile_id` from the other pairs without decoding those, so that they are forwarded unchanged. */
function readListedForm(bytes: Uint8Array): { profileIds: string[]; event: string } {
  const profileIds: string[] = []
  const pairs: string[] = []
  for (const pair of Buffer.from(bytes).toString('latin1').split('&')) {
    // URLSearchParams strips a leading "?"; the & keeps it.
    const value = new URLSearchParams(`&${pair}`).get('profile_id')
    if (value === null) pairs.push(pair)
    else profileIds.push(value)
  }
  return { profileIds, event: pairs.join('&').replace(/[^\x21-\x7e]/g, percentEncoded) }
}

/** Encodes a byte that the form should have encoded. It means the same, and the event becomes ASCII text. */
const percentEncoded = (byte: string): string =>
  `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
