import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'
import type { Tx } from '@/lib/db/client'
import { secondFactors } from '@/lib/db/schema/people'
import { readCode } from '@/lib/domain/access/second-factor'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { isActiveOf } from './active-factors'

const PERIOD_SECONDS = 30
/** How long an app may take from the QR code to its first code. */
const SET_UP_MINUTES = 15
const ISSUER = 'PayFac Desk'

export const factorSecretPlace = (id: string) => ({ table: 'second_factors', row: id, field: 'secret' })

export type StartedTotp = { factorId: string; secret: string; qrCode: string }

/** A secret that counts once its app has shown a code. One at a time: another one before it is forgotten. */
export async function beginTotp(
  tx: Tx,
  sealer: Sealer,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<StartedTotp> {
  await tx.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNull(secondFactors.activeAt)))
  const secret = generateSecret()
  const factorId = await storeTotp(tx, sealer, { userId, secret, name: '', now, isActive: false })
  const address = generateURI({ issuer: ISSUER, label: email, secret })
  return {
    factorId,
    secret,
    // The colors of paper in either theme: cameras expect dark on light.
    qrCode: renderSVG(address, { border: 2, pixelSize: 4 }),
  }
}

/** Also for the demonstration, whose secret is known. */
export async function storeTotp(
  tx: Tx,
  sealer: Sealer,
  factor: { userId: string; secret: string; name: string; now: Date; isActive: boolean },
): Promise<string> {
  const id = crypto.randomUUID()
  await tx.insert(secondFactors).values({
    id,
    userId: factor.userId,
    kind: 'totp',
    name: factor.name,
    createdAt: factor.now,
    activeAt: factor.isActive ? factor.now : null,
    secretSealed: sealer.seal(factorSecretPlace(id), factor.secret),
  })
  return id
}

/** Whether the app shows the right code: from now on it counts. */
export async function activateTotp(
  tx: Tx,
  sealer: Sealer,
  {
    userId,
    factorId,
    name,
    code,
    now,
  }: { userId: string; factorId: string; name: string; code: string; now: Date },
): Promise<'active' | 'wrong' | 'gone'> {
  const [row] = await tx
    .select()
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.id, factorId),
        eq(secondFactors.userId, userId),
        isNull(secondFactors.activeAt),
        gt(secondFactors.createdAt, new Date(now.getTime() - SET_UP_MINUTES * 60_000)),
      ),
    )
    .for('update')
  if (!row) return 'gone'
  const step = await stepOf(sealer, row, code, now)
  if (step === null) return 'wrong'
  await tx
    .update(secondFactors)
    .set({ name, activeAt: now, lastUsedAt: now, lastStep: step })
    .where(eq(secondFactors.id, row.id))
  return 'active'
}

/** Whether one of the person's apps shows this code now. It is used up: no code works twice. */
export async function takeTotp(
  tx: Tx,
  sealer: Sealer,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .select()
    .from(secondFactors)
    .where(and(isActiveOf(userId), eq(secondFactors.kind, 'totp')))
    .orderBy(desc(secondFactors.createdAt))
    .for('update')
  for (const row of rows) {
    const step = await stepOf(sealer, row, code, now)
    if (step === null) continue
    await tx
      .update(secondFactors)
      .set({ lastStep: step, lastUsedAt: now })
      .where(eq(secondFactors.id, row.id))
    return true
  }
  return false
}

/** The step that the code is of: this one, the one before or the one after. Null: of none, or used already. */
async function stepOf(
  sealer: Sealer,
  { id, secretSealed, lastStep }: typeof secondFactors.$inferSelect,
  typed: string,
  now: Date,
): Promise<number | null> {
  const code = readCode(typed)
  if (code === null || secretSealed === null) return null
  const present = Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS)
  // The library refuses to be told of a step that is still to come: only a clock set back has one.
  if (lastStep !== null && lastStep >= present + 1) return null
  const result = await verify({
    secret: sealer.open(factorSecretPlace(id), secretSealed),
    token: code,
    // From the middle of its step, one period to either side reaches exactly the steps beside it.
    epoch: present * PERIOD_SECONDS + PERIOD_SECONDS / 2,
    epochTolerance: PERIOD_SECONDS,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
