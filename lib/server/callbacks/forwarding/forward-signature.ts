import { createHmac, randomBytes } from 'node:crypto'
import type { Place } from '@/lib/server/sealing/sealer'

/**
 * Signs messages in the format of Standard Webhooks (https://www.standardwebhooks.com), so that recipients can verify
 * them with a library, or in ten lines of code.
 */

const PREFIX = 'whsec_'

/** A new secret for an endpoint: 256 bits, in the notation of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** Where an endpoint's sealed secret is stored. */
export const secretPlace = (endpointId: string): Place => ({
  table: 'callback_endpoints',
  row: endpointId,
  field: 'secret',
})

/** The headers of a message. `id` is the same for every try; `at` is the time of this one. */
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
