import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { isWithin } from '@/lib/domain/callbacks/allow-list'
import type {
  changeReceiverInput,
  createReceiverInput,
  revokeKeyInput,
  rotateKeyInput,
} from '@/lib/domain/callbacks/inputs'
import { type ReceiverSettings, readMerchantId, readReceiver } from '@/lib/domain/callbacks/receiver'
import { soleMerchant } from '@/lib/domain/merchants/named-merchant'
import type { Problem } from '@/lib/domain/values/problem'
import { DeskError } from '@/lib/errors'
import type { SaveResult } from '@/lib/server/admin/settings/mutations'
import { type AuditSubject, recordBy } from '@/lib/server/audit'
import { fingerprintOfKey } from '@/lib/server/callbacks/intake/known-keys'
import { type PendingRefusal, propose } from '@/lib/server/consent/proposals'
import { findProfile, profileMissing } from '@/lib/server/funding/profiles'
import { lastChange } from '@/lib/server/last-change'
import { listNamedMerchants } from '@/lib/server/merchants/data'
import { asAdmin } from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'
import { NEWEST_KEY_FIRST } from './receiver-list'

const HOUR_MS = 3_600_000
/** 192 bits: more than product.md, section 4, requires. */
const KEY_BYTES = 24

type Refused = { ok: false; reason: 'problems'; problems: Problem[] }
const refuse = (problems: Problem[]): Refused => ({ ok: false, reason: 'problems', problems })

/** `key` is returned this one time; no one can see it again. */
export type MadeKey = { receiverId: string; key: string }

/**
 * Creates a receiver. If every other receiver of the profile is limited to certain addresses, it starts with those
 * limits, and any wider ones wait for another admin (`waits`).
 */
export async function createReceiver(
  ctx: Ctx,
  { profileId, merchantId: typedMerchantId, ...given }: z.output<typeof createReceiverInput>,
): Promise<{ ok: true; value: MadeKey; waits?: true } | Refused> {
  const { settings, problems } = readReceiver(given)
  const { merchantId, problems: merchantProblems } = readMerchantId(typedMerchantId)
  const profileProblems = findProfile(ctx, profileId)
    ? []
    : [{ path: 'profileId', message: profileId === '' ? 'Choose a profile.' : profileMissing(profileId) }]
  if (!settings || merchantProblems.length + profileProblems.length > 0)
    return refuse([...problems, ...profileProblems, ...merchantProblems])
  return asAdmin(ctx, async (tx) => {
    const otherwise = await meantOtherwise(tx, merchantId)
    if (otherwise) return refuse([otherwise])
    const usual = await listProfileNetworks(tx, profileId)
    const isWider = !isWithin(settings.allowed, usual)
    const stored = isWider ? { ...settings, allowed: usual } : settings
    const [receiver] = await tx
      .insert(callbackReceivers)
      .values({
        ...stored,
        allowed: [...stored.allowed],
        profileId,
        merchantId,
        createdBy: ctx.actor.id,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ id: callbackReceivers.id })
    if (!receiver) return refuse([await whoseAlready(tx, profileId, merchantId)])
    const { key, lastFour } = await storeKey(ctx, tx, receiver.id)
    await audit(ctx, tx, receiver.id, 'callback-receiver-made', {
      ...stored,
      profileId,
      merchantId,
      key: lastFour,
    })
    const made = { ok: true, value: { receiverId: receiver.id, key } } as const
    if (!isWider) return made
    const subject: AuditSubject = ['callback-receiver', receiver.id]
    if (await propose(ctx, tx, { subject, before: stored, after: settings })) return { ...made, waits: true }
    await applyReceiver(ctx, tx, receiver.id, { base: stored, after: settings })
    return made
  })
}

/** The addresses that the profile's receivers allow; empty if one of them has no limit, or if there is no receiver. */
async function listProfileNetworks(tx: Tx, profileId: string): Promise<string[]> {
  const lists = await tx
    .select({ allowed: callbackReceivers.allowed })
    .from(callbackReceivers)
    .where(eq(callbackReceivers.profileId, profileId))
  return lists.some(({ allowed }) => allowed.length === 0)
    ? []
    : [...new Set(lists.flatMap(({ allowed }) => allowed))]
}

/**
 * A problem if the merchant directory spells this ID differently. An ID cannot be changed later, so all its sales
 * would belong to an unknown merchant.
 */
async function meantOtherwise(tx: Tx, merchantId: string): Promise<Problem | null> {
  if (merchantId === '') return null
  const meant = soleMerchant(merchantId, await listNamedMerchants(tx))
  if (!meant || meant.merchantId === merchantId) return null
  return {
    path: 'merchantId',
    message: `The merchant directory has this as ${meant.merchantId} (${meant.name}). Enter that ID.`,
  }
}

/**
 * The problem that the profile or merchant already has a receiver. There is one for each, so that its name shows
 * whose sales arrive there.
 */
async function whoseAlready(tx: Tx, profileId: string, merchantId: string): Promise<Problem> {
  const [other] = await tx
    .select({ label: callbackReceivers.label })
    .from(callbackReceivers)
    .where(and(eq(callbackReceivers.profileId, profileId), eq(callbackReceivers.merchantId, merchantId)))
  const whose = merchantId === '' ? 'of this profile as a whole' : 'of this merchant'
  return {
    path: merchantId === '' ? 'profileId' : 'merchantId',
    message: `“${other?.label ?? 'Another receiver'}” already receives the callbacks ${whose}. Create a new key there instead.`,
  }
}

/**
 * Changes a receiver, effective with the next callback. Like every settings form it sends the values that it started
 * from; a different list of addresses waits for another admin.
 */
export async function changeReceiver(
  ctx: Ctx,
  { receiverId, base, typed: given }: z.output<typeof changeReceiverInput>,
): Promise<SaveResult<ReceiverSettings> | PendingRefusal> {
  const { settings: after, problems } = readReceiver(given)
  if (!after) return refuse(problems)
  return asAdmin(ctx, async (tx): Promise<SaveResult<ReceiverSettings> | PendingRefusal> => {
    const { label, allowed } = await lockReceiver(tx, receiverId)
    const before: ReceiverSettings = { label, allowed }
    if (isDeepStrictEqual(before, base) && !isDeepStrictEqual(before.allowed, after.allowed)) {
      const waiting = await propose(ctx, tx, { subject: ['callback-receiver', receiverId], before, after })
      if (waiting) return 'waits' in waiting ? { ok: true, value: before, ...waiting } : waiting
    }
    return applyReceiver(ctx, tx, receiverId, { base, after })
  })
}

/** Runs in the caller's transaction: a save, or another admin's consent to it. */
export async function applyReceiver(
  ctx: Ctx,
  tx: Tx,
  receiverId: string,
  { base, after, proposedBy }: { base: ReceiverSettings; after: ReceiverSettings; proposedBy?: string },
): Promise<SaveResult<ReceiverSettings>> {
  const { label, allowed } = await lockReceiver(tx, receiverId)
  const before: ReceiverSettings = { label, allowed }
  if (isDeepStrictEqual(before, after)) return { ok: true, value: after }
  if (!isDeepStrictEqual(before, base))
    return {
      ok: false,
      reason: 'stale',
      theirs: before,
      ...(await lastChange(ctx, tx, ['callback-receiver', receiverId], ['callback-receiver-changed'])),
    }
  await tx
    .update(callbackReceivers)
    .set({ label: after.label, allowed: [...after.allowed] })
    .where(eq(callbackReceivers.id, receiverId))
  await audit(ctx, tx, receiverId, 'callback-receiver-changed', {
    before,
    after,
    ...(proposedBy && { proposedBy }),
  })
  return { ok: true, value: after }
}

/** Creates a new key. Existing keys keep working for `overlapHours`, or until their own end if that is sooner. */
export async function rotateKey(
  ctx: Ctx,
  { receiverId, newestKeyId, overlapHours }: z.output<typeof rotateKeyInput>,
): Promise<{ ok: true; value: MadeKey } | Refused> {
  return ctx.db.transaction(async (tx) => {
    await lockReceiver(tx, receiverId)
    const [newest] = await tx
      .select({ id: callbackKeys.id, lastFour: callbackKeys.lastFour })
      .from(callbackKeys)
      .where(eq(callbackKeys.receiverId, receiverId))
      .orderBy(...NEWEST_KEY_FIRST)
      .limit(1)
    if ((newest?.id ?? null) !== newestKeyId) {
      return refuse([
        {
          path: 'key',
          message: 'A new key was created after you opened this page. If you lost it, create another.',
        },
      ])
    }
    const now = ctx.now()
    const endsAt = new Date(now.getTime() + overlapHours * HOUR_MS)
    await tx
      .update(callbackKeys)
      .set({ expiresAt: endsAt })
      .where(
        and(
          eq(callbackKeys.receiverId, receiverId),
          isNull(callbackKeys.revokedAt),
          or(isNull(callbackKeys.expiresAt), gt(callbackKeys.expiresAt, endsAt)),
        ),
      )
    const { key, lastFour } = await storeKey(ctx, tx, receiverId)
    await audit(ctx, tx, receiverId, 'callback-key-rotated', {
      before: newest?.lastFour ?? null,
      after: lastFour,
      overlapHours,
    })
    return { ok: true, value: { receiverId, key } }
  })
}

/** Revokes a key, effective with the next callback. Repeating it changes nothing. */
export async function revokeKey(
  ctx: Ctx,
  { keyId }: z.output<typeof revokeKeyInput>,
): Promise<{ ok: true; value: null }> {
  return ctx.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(callbackKeys)
      .set({ revokedAt: ctx.now(), revokedBy: ctx.actor.id })
      .where(and(eq(callbackKeys.id, keyId), isNull(callbackKeys.revokedAt)))
      .returning({ receiverId: callbackKeys.receiverId, lastFour: callbackKeys.lastFour })
    if (revoked) await audit(ctx, tx, revoked.receiverId, 'callback-key-revoked', { key: revoked.lastFour })
    return { ok: true, value: null }
  })
}

async function storeKey(ctx: Ctx, tx: Tx, receiverId: string): Promise<{ key: string; lastFour: string }> {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  const lastFour = key.slice(-4)
  await tx.insert(callbackKeys).values({
    receiverId,
    fingerprint: fingerprintOfKey(ctx.sealer, key),
    lastFour,
    createdBy: ctx.actor.id,
    createdAt: ctx.now(),
  })
  return { key, lastFour }
}

/** Locks the receiver, so that changes to it happen one at a time. */
async function lockReceiver(tx: Tx, receiverId: string): Promise<typeof callbackReceivers.$inferSelect> {
  const [receiver] = await tx
    .select()
    .from(callbackReceivers)
    .where(eq(callbackReceivers.id, receiverId))
    .for('update')
  if (!receiver) throw new DeskError('not-found')
  return receiver
}

/** Keys are logged only by their last four characters, by which people tell them apart. */
const audit = (
  ctx: Ctx,
  tx: Tx,
  receiverId: string,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordBy(ctx, tx, {
    action,
    subject: ['callback-receiver', receiverId],
    detail,
  })
