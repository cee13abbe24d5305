import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { inspect } from 'node:util'
import { PartnerError } from '@/lib/partner/errors'
import { spellingsOf } from '@/lib/partner/secret-spellings'
import { TEST_CREDENTIALS, TEST_PROFILE } from './scripted-partner'

/** For tests of the client's calls. */

/** What is in the golden requests, and in the credentials: no error may show any of it. */
const CANARIES = [
  ...Object.values(TEST_CREDENTIALS).filter((text) => /[%=]/.test(text)),
  ...spellingsOf(TEST_PROFILE.profileKey),
  Buffer.from(`${TEST_PROFILE.profileId}:${TEST_PROFILE.profileKey}`).toString('base64'),
  'test!token',
  '900123456',
  '1984-02-29',
  '000123456789',
]

/** The error that a call ended with, looked through for what it must not show. */
export async function failureOf(work: Promise<unknown>): Promise<PartnerError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PartnerError)) throw new Error(`Expected a PartnerError, got ${inspect(error)}`)
  const shown = [
    error.message,
    error.stack,
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
  ].join()
  const leaked = CANARIES.filter((canary) => shown.includes(canary))
  if (leaked.length > 0) throw new Error(`An error shows ${leaked.join(', ')}`)
  return error
}

/** A host and port where no one listens, below the ports that the system assigns on request. */
export async function closedAddress(): Promise<string> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    const server = net.createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return `127.0.0.1:${port}`
  }
}
