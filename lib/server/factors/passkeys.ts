import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, count, eq, gt, isNull, lt } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { passkeyChallenges, secondFactors } from '@/lib/db/schema/people'
import { log } from '@/lib/log'
import { isActiveOf, listFactors } from './active-factors'

/** For whom a passkey is: the desk at its own address. */
export type RelyingParty = { id: string; origin: string }

const NAME = 'PayFac Desk'
const CHALLENGE_MINUTES = 5
/** Of strangers at one address at a time: each is a row. */
const MAX_OPEN_CHALLENGES = 100

/** Null where browsers offer none: a passkey belongs to a name, and an IP address is none; `localhost` is. */
export function relyingPartyOf(appUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(appUrl)
  const isAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/.test(hostname)
  return isAddress ? null : { id: hostname, origin }
}

type Purpose = typeof passkeyChallenges.$inferSelect.purpose
type For = { purpose: Purpose; sessionId: string | null }

async function keepChallenge(
  db: DbOrTx,
  challenge: string,
  { purpose, sessionId }: For,
  { address, now }: { address: string; now: Date },
): Promise<boolean> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  if (sessionId === null) {
    const [open] = await db
      .select({ n: count() })
      .from(passkeyChallenges)
      .where(and(eq(passkeyChallenges.address, address), isNull(passkeyChallenges.sessionId)))
    if ((open?.n ?? 0) >= MAX_OPEN_CHALLENGES) return false
  }
  const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000)
  await db.insert(passkeyChallenges).values({ challenge, purpose, sessionId, address, expiresAt })
  return true
}

/** The challenge that an answer names, if it was asked for this. It is gone afterwards, whatever the answer is worth. */
async function takeChallenge(
  tx: Tx,
  clientDataJSON: string,
  { purpose, sessionId }: For,
  now: Date,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const [row] = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        sessionId === null ? isNull(passkeyChallenges.sessionId) : eq(passkeyChallenges.sessionId, sessionId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return row?.challenge ?? null
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : null
  } catch {
    return null
  }
}

type Asker = { userId: string; sessionId: string; address: string; now: Date }

export async function beginPasskey(
  tx: Tx,
  rp: RelyingParty,
  asker: Asker & { email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const own = await listFactors(tx, asker.userId)
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: rp.id,
    userName: asker.email,
    userDisplayName: asker.name,
    userID: new Uint8Array(Buffer.from(asker.userId)),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.flatMap(({ credentialId, transports }) =>
      credentialId === null ? [] : [{ id: credentialId, transports: transports ?? [] }],
    ),
  })
  await keepChallenge(tx, options.challenge, { purpose: 'add', sessionId: asker.sessionId }, asker)
  return options
}

/** Null where the answer is not to be believed; why stands in the log. */
export async function addPasskey(
  tx: Tx,
  rp: RelyingParty,
  { response, name, ...asker }: Asker & { response: RegistrationResponseJSON; name: string },
): Promise<string | null> {
  const challenge = await takeChallenge(
    tx,
    response.response.clientDataJSON,
    { purpose: 'add', sessionId: asker.sessionId },
    asker.now,
  )
  if (challenge === null) return null
  const verified = await quietly(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
    }),
  )
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  const [row] = await tx
    .insert(secondFactors)
    .values({
      userId: asker.userId,
      kind: 'passkey',
      name,
      createdAt: asker.now,
      activeAt: asker.now,
      lastUsedAt: asker.now,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      useCount: credential.counter,
      transports: credential.transports ?? [],
    })
    .onConflictDoNothing()
    .returning({ id: secondFactors.id })
  return row?.id ?? null
}

/** What someone who is known by their password, or who is signed in, has their passkey sign; null: they have none. */
export async function askPasskey(
  db: DbOrTx,
  rp: RelyingParty,
  asker: Asker,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const own = (await listFactors(db, asker.userId)).filter(({ credentialId }) => credentialId !== null)
  if (own.length === 0) return null
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId ?? '',
      transports: transports ?? [],
    })),
  })
  await keepChallenge(db, options.challenge, { purpose: 'confirm', sessionId: asker.sessionId }, asker)
  return options
}

/** The same for someone of whom nothing is known yet: the passkey says who it is. Null: too many ask from there. */
export async function askAnyPasskey(
  db: DbOrTx,
  rp: RelyingParty,
  asker: { address: string; now: Date },
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const options = await generateAuthenticationOptions({ rpID: rp.id, userVerification: 'required' })
  const isKept = await keepChallenge(db, options.challenge, { purpose: 'sign-in', sessionId: null }, asker)
  return isKept ? options : null
}

/** `copied`: the passkey counted backwards, as one does of which there are two. */
export type PasskeyAnswer =
  | { result: 'right'; userId: string; factorId: string }
  | { result: 'copied'; userId: string; factorId: string }
  | { result: 'wrong' }

/** `userId` null: whoever's passkey it is. */
export async function takePasskey(
  tx: Tx,
  rp: RelyingParty,
  {
    response,
    userId,
    sessionId,
    now,
  }: { response: AuthenticationResponseJSON; userId: string | null; sessionId: string | null; now: Date },
): Promise<PasskeyAnswer> {
  const purpose = sessionId === null ? 'sign-in' : 'confirm'
  const challenge = await takeChallenge(tx, response.response.clientDataJSON, { purpose, sessionId }, now)
  if (challenge === null) return { result: 'wrong' }
  const [row] = await tx
    .select()
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.credentialId, response.id),
        eq(secondFactors.kind, 'passkey'),
        userId === null ? undefined : isActiveOf(userId),
      ),
    )
    .for('update')
  if (!row?.credentialId || row.publicKey === null) return { result: 'wrong' }
  const { credentialId, publicKey, useCount } = row
  const verified = await quietly(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      // Judged below, where it is told from a signature that is wrong.
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    }),
  )
  if (!verified?.verified) return { result: 'wrong' }
  const before = useCount ?? 0
  const { newCounter } = verified.authenticationInfo
  const answer = { userId: row.userId, factorId: row.id }
  if ((before > 0 || newCounter > 0) && newCounter <= before) return { result: 'copied', ...answer }
  await tx
    .update(secondFactors)
    .set({ useCount: newCounter, lastUsedAt: now })
    .where(eq(secondFactors.id, row.id))
  return { result: 'right', ...answer }
}

/** The library throws what it does not believe. What was sent stays out of the log. */
async function quietly<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was not believed')
    return null
  }
}
