import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { callbackEndpoints } from '@/lib/db/schema/callbacks'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { checkEndpoint, type EndpointText } from '@/lib/domain/callbacks/endpoint'
import { buildTestMessage } from '@/lib/domain/callbacks/forward-message'
import type {
  addEndpointInput,
  changeEndpointInput,
  endpointInput,
  switchEndpointInput,
} from '@/lib/domain/callbacks/inputs'
import type { Waits } from '@/lib/domain/settings/proposal'
import type { Refusal } from '@/lib/domain/values/outcome'
import type { Problem } from '@/lib/domain/values/problem'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { type PendingRefusal, propose } from '@/lib/server/consent/proposals'
import { asAdmin } from '@/lib/server/people/access'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { POST_WAYS, type PostWays, postForward } from './forward-post'
import { newSecret, secretPlace, signedHeaders } from './forward-signature'
import { queueWaitingForwards } from './forwards'

/** The endpoints that callbacks are forwarded to. An admin adds, tests and switches on each one. */

type Problems = { ok: false; reason: 'problems'; problems: Problem[] }

/** Adds an endpoint, switched off. Returns its secret this one time; null if the same click was handled before. */
export async function addEndpoint(
  ctx: Ctx,
  { endpointId, ...typed }: z.output<typeof addEndpointInput>,
): Promise<({ ok: true; secret: string | null } & Partial<Waits>) | Problems> {
  const problems = checkEndpoint(typed)
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  const endpoint = clean(typed)
  const secret = newSecret()
  return asAdmin(ctx, async (tx) => {
    const [known] = await tx
      .select({ id: callbackEndpoints.id })
      .from(callbackEndpoints)
      .where(eq(callbackEndpoints.id, endpointId))
    if (known) return { ok: true, secret: null }
    const closed = { ...endpoint, innerAllowed: false }
    const waits =
      endpoint.innerAllowed && (await proposeEndpoint(ctx, tx, endpointId, closed, endpoint)) !== null
    const stored = waits ? closed : endpoint
    await tx.insert(callbackEndpoints).values({
      id: endpointId,
      ...stored,
      secret: ctx.sealer.seal(secretPlace(endpointId), secret),
      active: false,
      createdBy: ctx.actor.id,
      createdAt: ctx.now(),
    })
    await audit(ctx, tx, 'callback-endpoint-added', endpointId, masked(stored))
    return { ok: true, secret, ...(waits && { waits }) }
  })
}

type ChangeResult = ({ ok: true } & Partial<Waits>) | Refusal<'stale'>

/**
 * Changes an endpoint's name and address; `base` is what the form started from. A change that would newly reach an
 * internal address waits for another admin.
 */
export async function changeEndpoint(
  ctx: Ctx,
  { endpointId, base, ...typed }: z.output<typeof changeEndpointInput>,
): Promise<ChangeResult | Problems | PendingRefusal> {
  const problems = checkEndpoint(typed)
  if (problems.length > 0) return { ok: false, reason: 'problems', problems }
  const after = clean(typed)
  return asAdmin(ctx, async (tx): Promise<ChangeResult | PendingRefusal> => {
    const { label, url, innerAllowed } = await lockEndpoint(tx, endpointId)
    const before = { label, url, innerAllowed }
    const reachesIn = after.innerAllowed && (!innerAllowed || after.url !== url)
    if (isSame(before, base) && reachesIn) {
      const waiting = await proposeEndpoint(ctx, tx, endpointId, before, after)
      if (waiting) return 'waits' in waiting ? { ok: true, ...waiting } : waiting
    }
    return applyEndpoint(ctx, tx, endpointId, { base, after })
  })
}

/** Runs in the caller's transaction: a save, or another admin's consent to it. */
export async function applyEndpoint(
  ctx: Ctx,
  tx: Tx,
  endpointId: string,
  { base, after, proposedBy }: { base: EndpointText; after: EndpointText; proposedBy?: string },
): Promise<ChangeResult> {
  const { label, url, innerAllowed } = await lockEndpoint(tx, endpointId)
  const before = { label, url, innerAllowed }
  if (isSame(before, after)) return { ok: true }
  if (!isSame(before, base))
    return {
      ok: false,
      reason: 'stale',
      message: `It is now called “${label}”, at ${url}, and inner addresses are ${innerAllowed ? 'allowed' : 'refused'}. What you typed is still here; the rest is current.`,
    }
  await tx.update(callbackEndpoints).set(after).where(eq(callbackEndpoints.id, endpointId))
  await audit(ctx, tx, 'callback-endpoint-changed', endpointId, {
    before: masked(before),
    after: masked(after),
    ...(proposedBy && { proposedBy }),
  })
  return { ok: true }
}

/**
 * Switches an endpoint on or off. While it is off, no messages are created for it or sent to it; waiting ones are
 * sent when it is on again.
 */
export async function switchEndpoint(
  ctx: Ctx,
  { endpointId, active }: z.output<typeof switchEndpointInput>,
): Promise<{ ok: true }> {
  const changed = await ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId)
    if (endpoint.active === active) return false
    await tx.update(callbackEndpoints).set({ active }).where(eq(callbackEndpoints.id, endpointId))
    await audit(ctx, tx, active ? 'callback-endpoint-on' : 'callback-endpoint-off', endpointId, {})
    return true
  })
  if (changed && active) await queueWaitingForwards(ctx)
  return { ok: true }
}

/** Returns a new secret this one time. Messages are signed with it alone from now on. */
export async function renewSecret(
  ctx: Ctx,
  { endpointId }: z.output<typeof endpointInput>,
): Promise<{ secret: string }> {
  const secret = newSecret()
  await ctx.db.transaction(async (tx) => {
    await lockEndpoint(tx, endpointId)
    await tx
      .update(callbackEndpoints)
      .set({ secret: ctx.sealer.seal(secretPlace(endpointId), secret) })
      .where(eq(callbackEndpoints.id, endpointId))
    await audit(ctx, tx, 'callback-endpoint-secret-renewed', endpointId, {})
  })
  return { secret }
}

export type TestResult = { status: number | null; problem: string | null; durationMs: number }

/**
 * Sends one signed test message without a sale, even to an inactive endpoint. Only the audit log records it, and that it
 * says nothing of the endpoint as it is, where that was changed meanwhile.
 */
export async function testEndpoint(
  ctx: Ctx,
  { endpointId }: z.output<typeof endpointInput>,
  ways: PostWays = POST_WAYS,
): Promise<TestResult & { changedMeanwhile: boolean }> {
  const [endpoint] = await ctx.db.select().from(callbackEndpoints).where(eq(callbackEndpoints.id, endpointId))
  if (!endpoint) throw new DeskError('not-found')
  const at = ctx.now()
  const message = { id: crypto.randomUUID(), at, text: buildTestMessage(at) }
  const key = ctx.sealer.open(secretPlace(endpointId), endpoint.secret)
  const started = performance.now()
  const { status, problem } = await postForward(endpoint, signedHeaders(key, message), message.text, ways)
  const outcome = { status, problem, durationMs: Math.round(performance.now() - started) }
  return ctx.db.transaction(async (tx) => {
    const { url, innerAllowed, secret } = await lockEndpoint(tx, endpointId)
    const changedMeanwhile =
      url !== endpoint.url ||
      innerAllowed !== endpoint.innerAllowed ||
      ctx.sealer.open(secretPlace(endpointId), secret) !== key
    await audit(ctx, tx, 'callback-endpoint-tested', endpointId, {
      ...outcome,
      ...(changedMeanwhile && { changedMeanwhile }),
    })
    return { ...outcome, changedMeanwhile }
  })
}

async function lockEndpoint(tx: Tx, endpointId: string) {
  const [endpoint] = await tx
    .select()
    .from(callbackEndpoints)
    .where(eq(callbackEndpoints.id, endpointId))
    .for('update')
  if (!endpoint) throw new DeskError('not-found')
  return endpoint
}

const clean = ({ label, url, innerAllowed }: EndpointText): EndpointText =>
  sanitizeText({ label: label.trim(), url: url.trim(), innerAllowed })

const isSame = (a: EndpointText, b: EndpointText): boolean =>
  a.label === b.label && a.url === b.url && a.innerAllowed === b.innerAllowed

/** The query string may contain a key of theirs. */
export function masked({ label, url, innerAllowed }: EndpointText): Record<string, unknown> {
  const { origin, pathname, search } = new URL(url)
  return { label, url: `${origin}${pathname}${search && '?…'}`, innerAllowed }
}

const proposeEndpoint = (ctx: Ctx, tx: Tx, id: string, before: EndpointText, after: EndpointText) =>
  propose(ctx, tx, {
    subject: ['callback-endpoint', id],
    before,
    after,
    told: masked,
  })

const audit = (
  ctx: Ctx,
  tx: Tx,
  action: AuditAction,
  endpointId: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordBy(ctx, tx, {
    action,
    subject: ['callback-endpoint', endpointId],
    detail,
  })
