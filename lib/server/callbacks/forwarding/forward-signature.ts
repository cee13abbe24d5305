import { createHmac, randomBytes } from 'node:crypto'
import type { Place } from '@/lib/server/sealing/sealer'

/**
 * How a message is signed: the format of Standard Webhooks (https://www.standardwebhooks.com), so that whoever
 * receives it can verify it with a library of theirs, or in ten lines.
 */

const PREFIX = 'whsec_'

/** A new secret of an endpoint: 256 bits, in the format's own way of writing. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** Where the secret of an endpoint lies, sealed. */
export const secretPlace = (endpointId: string): Place => ({
  table: 'callback_endpoints',
  row: endpointId,
  field: 'secret',
})

/** What a message carries beside its text. `id` is the same at every try; `at` is the moment of this one. */
export function signedHeaders(
  secret: string,
  { id, at, text }: { id: string; at: Date; text: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${text}`)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
