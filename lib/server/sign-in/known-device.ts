import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@/lib/domain/values/calendar'

/** How many accounts one browser is known for. */
const MAX_ACCOUNTS = 5
/** After so many days without a sign-in, a browser is no longer known, even if it still has its cookie. */
export const DEVICE_DAYS = 90

const NONCE = /^[A-Za-z0-9_-]{22}$/

/**
 * A browser in which a person has signed in keeps a signed cookie for that account. Strangers have none, so their
 * guesses lock nothing for the owner. The cookie gives no access by itself, and does not reveal the account.
 */
const tagOf = (
  secret: string,
  { nonce, day, email }: { nonce: string; day: number; email: string },
): string =>
  `${day}~${createHmac('sha256', secret).update(`known device\n${nonce}\n${day}\n${email}`).digest('base64url')}`

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/** The counter for this browser's failures at this account; null if the browser is not known for it. */
export function knownDevice(
  secret: string,
  cookie: string | undefined,
  { email, now }: { email: string; now: Date },
): string | null {
  const [nonce = '', ...tags] = (cookie ?? '').split('.')
  if (!NONCE.test(nonce)) return null
  const today = dayOf(now)
  const isKnown = tags.slice(0, MAX_ACCOUNTS).some((tag) => {
    const day = Number(/^(\d{1,6})~/.exec(tag)?.[1])
    if (!(day <= today && today - day < DEVICE_DAYS)) return false
    const [given, own] = [Buffer.from(tag), Buffer.from(tagOf(secret, { nonce, day, email }))]
    return given.length === own.length && timingSafeEqual(given, own)
  })
  return isKnown ? nonce : null
}

/** The cookie after a sign-in: the browser is now known for this account too. */
export function rememberDevice(
  secret: string,
  cookie: string | undefined,
  { email, now }: { email: string; now: Date },
): string {
  const [before = '', ...tags] = (cookie ?? '').split('.')
  const nonce = NONCE.test(before) ? before : randomBytes(16).toString('base64url')
  const own = tagOf(secret, { nonce, day: dayOf(now), email })
  const isOfAnother = (tag: string) => knownDevice(secret, `${nonce}.${tag}`, { email, now }) === null
  const others = NONCE.test(before) ? tags.filter(isOfAnother) : []
  return [nonce, own, ...others].slice(0, MAX_ACCOUNTS + 1).join('.')
}
