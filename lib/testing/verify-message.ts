import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceivedCallback } from './callback-receiver'

/**
 * Verifies a received message by the text of Standard Webhooks, and by nothing of ours: the secret behind `whsec_` is
 * base64, what is signed is `id.timestamp.body`, and any signature of the list with version `v1` may fit.
 */
export function isVerified({ headers, body }: ReceivedCallback, secret: string, now: Date): boolean {
  const [, key = ''] = secret.split('whsec_')
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const wanted = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest()
  const isRecent = Math.abs(now.getTime() / 1_000 - Number(timestamp)) < 300
  return (
    isRecent &&
    String(headers['webhook-signature'])
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => Buffer.from(part.slice(3), 'base64'))
      .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
  )
}
