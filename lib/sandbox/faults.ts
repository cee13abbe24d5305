import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { type SandboxEndpoint, type SandboxFaultMode, sandboxFaults } from '@/lib/db/schema/sandbox'
import type { Answer } from './call'

export const ENDPOINT_NAMES = [
  'token',
  'application',
  'attachment',
  'alias',
  'funding',
] as const satisfies SandboxEndpoint[]

const MODES = [
  'status',
  'status-after',
  'hang',
  'hang-after',
  'cut-after',
  'malformed',
  'partial',
  'slow',
] as const satisfies SandboxFaultMode[]

/**
 * Body of `PUT control/faults`. `delayMs`: how long a hang stays silent, or the time between two bytes of a slow answer.
 * `body`: sent with the status, so that a test can have any field refused.
 */
export const faultSchema = z.strictObject({
  endpoint: z.enum(ENDPOINT_NAMES),
  mode: z.enum(MODES),
  times: z.int().min(1).max(1_000_000).default(1),
  delayMs: z.int().min(0).max(600_000).optional(),
  status: z.int().min(200).max(599).optional(),
  body: z.json().optional(),
})

export type Fault = {
  mode: SandboxFaultMode
  delayMs: number | null
  status: number | null
  body: unknown
}

/** Replaces the endpoint's earlier fault. */
export async function putFault(tx: Tx, fault: z.output<typeof faultSchema>): Promise<void> {
  const row = {
    mode: fault.mode,
    remaining: fault.times,
    delayMs: fault.delayMs ?? null,
    status: fault.status ?? null,
    body: fault.body ?? null,
  }
  await tx
    .insert(sandboxFaults)
    .values({ endpoint: fault.endpoint, ...row })
    .onConflictDoUpdate({ target: sandboxFaults.endpoint, set: row })
}

/** The faults that are set; `times` is how often each will still happen. */
export async function listFaults(tx: Tx) {
  const rows = await tx.select().from(sandboxFaults).where(gt(sandboxFaults.remaining, 0))
  return rows.map(({ endpoint, mode, remaining, delayMs, status }) => ({
    endpoint,
    mode,
    times: remaining,
    delayMs,
    status,
  }))
}

export async function clearFaults(tx: Tx): Promise<void> {
  await tx.delete(sandboxFaults)
}

/** The fault that this request meets. The same statement counts it down, so that no two requests take one. */
export async function takeFault(tx: Tx, endpoint: SandboxEndpoint): Promise<Fault | null> {
  const taken = await tx
    .update(sandboxFaults)
    .set({ remaining: sql`${sandboxFaults.remaining} - 1` })
    .where(and(eq(sandboxFaults.endpoint, endpoint), gt(sandboxFaults.remaining, 0)))
    .returning({
      mode: sandboxFaults.mode,
      delayMs: sandboxFaults.delayMs,
      status: sandboxFaults.status,
      body: sandboxFaults.body,
    })
  return taken[0] ?? null
}

export const leavesUnanswered = (fault: Fault | null): boolean =>
  fault?.mode === 'hang' || fault?.mode === 'hang-after' || fault?.mode === 'cut-after'

const HANG_MS = 60_000
const SLOW_BYTE_MS = 1_000

/** Sends an answer the way the fault says. Ends early if the client has gone. */
export async function deliver(answer: Answer, fault: Fault | null, signal: AbortSignal): Promise<Response> {
  if (fault && leavesUnanswered(fault)) {
    if (fault.mode !== 'cut-after') await pause(fault.delayMs ?? HANG_MS, signal)
    return cutConnection()
  }
  const plainHeaders = { ...answer.headers, 'cache-control': 'no-store' }
  // The Response constructor throws if these have a body, and a fault may set one of them.
  if (answer.body === null || [204, 205, 304].includes(answer.status)) {
    return new Response(null, { status: answer.status, headers: plainHeaders })
  }
  const text = JSON.stringify(answer.body)
  const headers = { ...plainHeaders, 'content-type': 'application/json' }
  if (fault?.mode === 'malformed') {
    return new Response(text.slice(0, Math.ceil(text.length / 2)), { status: 200, headers })
  }
  if (fault?.mode === 'slow') {
    const body = oneByteAtATime(Buffer.from(text), fault.delayMs ?? SLOW_BYTE_MS, signal)
    // To compress it, a proxy or server would first collect the bytes.
    return new Response(body, {
      status: answer.status,
      headers: { ...headers, 'cache-control': 'no-store, no-transform' },
    })
  }
  return new Response(text, { status: answer.status, headers })
}

/**
 * No answer at all. Both servers that run the sandbox (Next and `listen.ts`) send the head together with the first byte
 * of the body, so if the body fails before that byte, they close the connection without having sent anything.
 */
function cutConnection(): Response {
  const cut = new DOMException('The connection was cut through the sandbox controls', 'AbortError')
  return new Response(new ReadableStream({ start: (controller) => controller.error(cut) }))
}

function oneByteAtATime(bytes: Uint8Array, delayMs: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream(
    {
      async pull(controller) {
        await pause(delayMs, signal)
        if (sent < bytes.length) controller.enqueue(bytes.slice(sent, sent + 1))
        sent += 1
        if (sent >= bytes.length || signal.aborted) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const pause = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, delayMs)
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
