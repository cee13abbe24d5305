import { desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/callbacks'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { resolveConflict } from '@/lib/server/callbacks/log/decisions'
import { storeSetting } from '@/lib/server/settings'
import { postCallbacks, type SeededReceiver, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { batchStatus, fundingLine, newBatch, submitAsMeant } from '@/lib/testing/funding-batches'
import { type FundingCalls, fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { knowMerchants } from '@/lib/testing/merchants'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { allowOverSale } from './allow-over-sale'
import { correctAmounts, retryFailed } from './child-batch'
import { createBatch } from './create-batch'
import { requireBatch } from './data'
import { saveLines, viewLines } from './lines'
import { resolveRequest } from './resolution'
import { sendBatch, sendFundingBatch } from './send'
import { approveBatch } from './submit'

/**
 * Whatever people do, the partner never holds more for a sale than its amount, or than a named person allowed
 * (product.md, "Held against the sale").
 */

const MERCHANTS = ['A', 'B', 'C'] as const

let sandbox: SandboxProcess
let partner: FundingCalls
let desk: TestDesk
let mia: Ctx
let ole: Ctx
let uma: Ctx
let receiver: SeededReceiver
let used = 100_000

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  partner = fundingCalls(sandbox.url)
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts: { fundingMs: 5_000 } })
  mia = await desk.as('Mia', ['finance'])
  ole = await desk.as('Ole', ['finance'])
  uma = await desk.as('Uma', ['finance'])
  receiver = await seedReceiver(mia)
  await knowMerchants(mia, MERCHANTS)
  await storeSetting(mia.db, 'funding', { overSale: true })
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

type Share = readonly [merchant: (typeof MERCHANTS)[number], minor: number]
type Fault = 'none' | 'status' | 'status-after' | 'cut-after' | 'partial'
type Sale = 0 | 1
type Way = 'truth' | 'sent-again'
type StopsAt = 'draft' | 'waiting' | 'approved' | 'sent'
type Action =
  | {
      do: 'batch' | 'correct'
      sale: Sale
      shares: readonly Share[]
      /** With a transaction that the partner refuses, so that only part of a request is applied. */
      beside: boolean
      stopsAt: StopsAt
      fault: Fault
    }
  | { do: 'carry-on' | 'retry' }
  | { do: 'resolve'; way: Way }
  | { do: 'allow' | 'conflict' | 'lower' | 'resolve-conflict'; sale: Sale }
  | { do: 'edit'; shares: readonly Share[] }

/** What an override allowed for a sale: cents by merchant. */
type Allowance = ReadonlyMap<string, number>

const shares = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...MERCHANTS), fc.constantFrom(0, 2_500, 5_000, 7_500, 10_000, 10_001)),
  { minLength: 1, maxLength: 3, selector: ([merchant]) => merchant },
)
const sale = fc.constantFrom<Sale>(0, 1)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('batch' as const, 'correct' as const),
      sale,
      shares,
      beside: fc.boolean(),
      stopsAt: fc.constantFrom<StopsAt>('draft', 'waiting', 'approved', 'sent', 'sent', 'sent'),
      fault: fc.constantFrom<Fault>('none', 'none', 'none', 'status', 'status-after', 'cut-after', 'partial'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('carry-on' as const, 'retry' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      way: fc.constantFrom<Way>('truth', 'sent-again'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), shares }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'allow' as const,
        'conflict' as const,
        'lower' as const,
        'resolve-conflict' as const,
      ),
      sale,
    }),
  },
)

const batch = (given: Partial<Extract<Action, { do: 'batch' | 'correct' }>> = {}): Action => ({
  do: 'batch',
  sale: 0,
  shares: [['A', 10_000]],
  beside: false,
  stopsAt: 'sent',
  fault: 'none',
  ...given,
})
const correct = (...shares: Share[]): Action => batch({ do: 'correct', shares })
const again: Action = { do: 'carry-on' }
const truth: Action = { do: 'resolve', way: 'truth' }

/** Cases that chance may miss: each part of the rule at least once, and the slips that it prevents. */
const TRIED: Action[][] = [
  // Another merchant instead of the first, then both.
  [batch(), correct(['B', 10_000]), correct(['A', 10_000], ['B', 10_000]), correct(['C', 2_500])],
  // A second batch that omits the first one's merchant.
  [batch(), batch({ shares: [['B', 10_000]] }), batch({ shares: [['C', 5_000]] })],
  [
    batch({ fault: 'partial' }),
    { do: 'retry' },
    again,
    { do: 'retry' },
    again,
    batch({ shares: [['B', 5_000]] }),
  ],
  // Outcome unknown: no other batch may pay it meanwhile, whatever the outcome.
  ...(['status', 'cut-after'] as const).flatMap((fault) => [
    [batch({ fault }), batch({ shares: [['B', 10_000]] }), truth, again, batch({ shares: [['B', 10_000]] })],
    [batch({ fault }), { do: 'resolve', way: 'sent-again' } as const, correct(['B', 10_000])],
  ]),
  [
    batch({ beside: true, fault: 'cut-after' }),
    truth,
    { do: 'retry' },
    again,
    batch({ shares: [['B', 7_500]] }),
  ],
  [
    batch({ stopsAt: 'waiting' }),
    { do: 'conflict', sale: 0 },
    again,
    { do: 'resolve-conflict', sale: 0 },
    again,
  ],
  [batch({ beside: true, fault: 'cut-after' }), truth, batch({ shares: [['B', 7_500]] })],
  // Approved and not sent yet, then in conflict or worth less.
  ...(['conflict', 'lower'] as const).flatMap((what): Action[][] => [
    [
      batch({ stopsAt: 'approved' }),
      { do: what, sale: 0 },
      again,
      { do: 'resolve-conflict', sale: 0 },
      again,
    ],
    [
      batch({ shares: [['A', 10_001]], stopsAt: 'draft' }),
      { do: 'allow', sale: 0 },
      { do: what, sale: 0 },
      again,
    ],
  ]),
  // Allowed only for the shares that were seen: no other amount or payee, and once per batch.
  ...(
    [
      [
        ['A', 10_001],
        ['B', 2_500],
      ],
      [['B', 10_001]],
    ] as const
  ).map((shares): Action[] => [
    batch({ shares: [['A', 10_001]], stopsAt: 'draft' }),
    { do: 'allow', sale: 0 },
    { do: 'edit', shares },
    again,
  ]),
  [
    batch({ shares: [['A', 10_001]], stopsAt: 'draft' }),
    { do: 'allow', sale: 0 },
    again,
    batch({ shares: [['B', 10_001]] }),
    correct(['A', 10_001], ['B', 2_500]),
  ],
  [
    batch({ shares: [['A', 10_001]] }),
    batch({
      shares: [
        ['A', 7_500],
        ['B', 5_000],
      ],
    }),
  ],
]

/** How often each thing happened: a history in which nothing happens proves nothing. */
const seen = {
  funded: 0,
  corrected: 0,
  retried: 0,
  unknown: 0,
  found: 0,
  'found in part': 0,
  absent: 0,
  'sent-again': 0,
  contested: 0,
  lowered: 0,
  refused: 0,
  allowed: 0,
}

test('the partner never holds more than a sale unless a named person allowed it, whatever is batched, corrected, retried or lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
      const ids = [nextSale(), nextSale()] as const
      await postCallbacks(
        mia,
        receiver,
        ids.map((id) => saleOf(id)),
      )
      const batches: string[] = []
      const allowed = new Map<string, Allowance[]>()
      const before = new Map<string, number>()
      for (const one of actions) {
        await act(one, ids, batches, allowed)
        for (const id of ids) {
          const amounts = await amountsOf(id)
          const held = sumOf(amounts)
          if (held > 0) seen.funded += 1
          // A sale may turn out smaller than what was funded; then what it has must not grow.
          const had = before.get(id) ?? 0
          before.set(id, held)
          if (held <= had) continue
          const { state, amountMinor } = await eventOf(id)
          expect(state, `${id} is paid while it is in conflict, after ${JSON.stringify(one)}`).not.toBe(
            'conflict',
          )
          if (held <= (amountMinor ?? 0)) continue
          seen.allowed += 1
          const isAllowed = allowed
            .get(id)
            ?.some((shares) => [...amounts].every(([payee, minor]) => minor <= (shares.get(payee) ?? 0)))
          expect(isAllowed, `${id} has ${JSON.stringify([...amounts])} after ${JSON.stringify(one)}`).toBe(
            true,
          )
        }
      }
      for (const batchId of batches) {
        const { purpose, succeeded } = await requireBatch(mia.db, batchId)
        if (succeeded > 0 && purpose === 'correction') seen.corrected += 1
        if (succeeded > 0 && purpose === 'retry') seen.retried += 1
      }
    }),
    { numRuns: TRIED.length + 8, examples: TRIED.map((actions): [Action[]] => [actions]) },
  )
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0)
})

/** The partner has it as a declined sale. */
function notTaken(): string {
  used += 1
  return transactionId('X', used)
}

function nextSale(): string {
  used += 1
  return transactionId('C', used)
}

const saleOf = (id: string, text = 'APPROVED') =>
  saleFields({ tran_id: id, tran_amount: '100.00', retrieval_ref_number: '', resp_text: text })

const sumOf = (amounts: ReadonlyMap<string, number>): number =>
  [...amounts.values()].reduce((sum, minor) => sum + minor, 0)

/** Cents by merchant, as the partner stored them. */
async function amountsOf(id: string): Promise<Map<string, number>> {
  const { merchantFundingAmounts } = storedSchema.parse(await partner.held(id))
  return new Map(merchantFundingAmounts.map(({ merchantId, amount }) => [merchantId, Number(amount)]))
}

const storedSchema = z.object({
  merchantFundingAmounts: z.array(z.object({ merchantId: z.string(), amount: z.string() })),
})

async function act(
  action: Action,
  ids: readonly [string, string],
  batches: string[],
  allowed: Map<string, Allowance[]>,
): Promise<void> {
  switch (action.do) {
    case 'batch': {
      const batchId = crypto.randomUUID()
      const lines = action.shares.map(([merchantId, minor], index) =>
        fundingLine(index + 2, { transactionId: ids[action.sale], merchantId, amount: dollars(minor) }),
      )
      if (action.beside)
        lines.push(fundingLine(9, { transactionId: notTaken(), merchantId: 'A', amount: '1.00' }))
      await createBatch(mia, newBatch({ batchId, amountStyle: 'dollars' }), { lines, sha256: null })
      batches.push(batchId)
      return carryOn(batchId, action.stopsAt, action.fault)
    }
    case 'correct': {
      const parent = await findFunded(batches)
      if (!parent) return
      const batchId = crypto.randomUUID()
      const made = await correctAmounts(mia, { batchId: parent, newBatchId: batchId, transactions: [0] })
      if (!made.ok) return
      batches.push(batchId)
      await typeOver(batchId, action.shares)
      return carryOn(batchId, action.stopsAt, action.fault)
    }
    case 'retry': {
      for (const parent of batches) {
        const batchId = crypto.randomUUID()
        const made = await retryFailed(mia, { batchId: parent, newBatchId: batchId })
        if (made.ok) batches.push(batchId)
      }
      return
    }
    case 'carry-on': {
      for (const batchId of batches) await carryOn(batchId, 'sent', 'none')
      return
    }
    case 'resolve': {
      for (const batchId of batches) await resolve(batchId, action.way)
      return
    }
    case 'allow': {
      for (const batchId of batches) await allow(batchId, ids[action.sale], allowed)
      return
    }
    case 'edit': {
      const draft = await findDraft(batches)
      if (draft) await typeOver(draft, action.shares)
      return
    }
    case 'conflict':
      seen.contested += 1
      await postCallbacks(mia, receiver, [saleOf(ids[action.sale], 'APPROVAL')])
      return
    case 'lower':
      return lower(ids[action.sale], allowed)
    case 'resolve-conflict':
      return resolveAs(ids[action.sale])
  }
}

/** Takes a batch as far as `stopsAt`. */
async function carryOn(batchId: string, stopsAt: StopsAt, fault: Fault): Promise<void> {
  if (stopsAt === 'draft') return
  const { version, status } = await requireBatch(mia.db, batchId)
  const submitted = await submitAsMeant(mia, { batchId, version })
  if (status === 'draft' && !submitted.ok) seen.refused += 1
  if (stopsAt === 'waiting') return
  const { contentSha256, workedOnBy, amountMinor } = await requireBatch(mia.db, batchId)
  const approver = [ole, uma].find(({ actor }) => !workedOnBy.includes(actor.id)) ?? mia
  await approveBatch(approver, {
    batchId,
    contentSha256: contentSha256 ?? '',
    amountMinor: String(amountMinor),
    note: '',
  })
  if (stopsAt === 'approved') return
  if (fault !== 'none') await cause(fault)
  await sendBatch(mia, { batchId })
  await sendFundingBatch(mia, { batchId })
  await cause(null)
  if ((await batchStatus(mia, batchId)) === 'unknown') seen.unknown += 1
}

/** A person who did not work on a draft allows an amount above its sale. */
async function allow(batchId: string, id: string, allowed: Map<string, Allowance[]>): Promise<void> {
  const { version, status } = await requireBatch(mia.db, batchId)
  if (status !== 'draft') return
  const { lines } = await viewLines(mia, batchId)
  const own = lines.filter(([, , transactionId]) => transactionId === id)
  const row = own[0]?.[0]
  if (row === undefined) return
  const result = await allowOverSale(uma, { batchId, version, row, reason: 'A tip in cash' })
  if (!result.ok) return
  const shares = new Map<string, number>()
  for (const [, , , , merchantId, amount] of own)
    shares.set(merchantId, (shares.get(merchantId) ?? 0) + Math.round(Number(amount) * 100))
  allowed.set(id, [...(allowed.get(id) ?? []), shares])
}

async function cause(mode: Exclude<Fault, 'none'> | null): Promise<void> {
  await fetch(`${sandbox.url}/control/faults`, {
    method: mode === null ? 'DELETE' : 'PUT',
    headers: { 'content-type': 'application/json' },
    ...(mode !== null && { body: JSON.stringify({ endpoint: 'funding', mode, times: 1, status: 500 }) }),
  })
}

/** The latest batch with a funded transaction. */
async function findFunded(batches: readonly string[]): Promise<string | undefined> {
  for (const batchId of [...batches].reverse()) {
    const { succeeded } = await requireBatch(mia.db, batchId)
    if (succeeded > 0) return batchId
  }
  return undefined
}

async function findDraft(batches: readonly string[]): Promise<string | undefined> {
  for (const batchId of batches) if ((await batchStatus(mia, batchId)) === 'draft') return batchId
  return undefined
}

/** Replaces the existing lines by these shares, as in the grid. */
async function typeOver(batchId: string, wanted: readonly Share[]): Promise<void> {
  const { lines, version } = await viewLines(mia, batchId)
  const [first] = lines
  if (!first) return
  const [, , transactionId, retrievalReferenceNumber] = first
  await saveLines(mia, {
    batchId,
    version,
    changed: [],
    removed: lines.map(([row]) => row),
    added: wanted.map(([merchantId, minor]) => ({
      after: null,
      transactionId,
      retrievalReferenceNumber,
      merchantId,
      amount: dollars(minor),
    })),
  })
}

/** A person looks at the partner and records the truth, transaction by transaction, or resends it. */
async function resolve(batchId: string, way: Way): Promise<void> {
  if ((await batchStatus(mia, batchId)) !== 'unknown') return
  const attempts = await mia.db.select().from(fundingAttempts).where(eq(fundingAttempts.batchId, batchId))
  const open = attempts.find(({ state, resolution }) => state === 'unknown' && resolution === null)
  if (!open) return
  const { lines } = await viewLines(mia, batchId)
  const missing = new Set<string>()
  for (const [, , id, , merchantId, amount] of lines) {
    if ((await amountsOf(id)).get(merchantId) !== Math.round(Number(amount) * 100)) missing.add(id)
  }
  const isAbsent = missing.size === new Set(lines.map(([, , id]) => id)).size
  const outcome = way === 'sent-again' ? way : isAbsent ? 'absent' : 'found'
  const result = await resolveRequest(ole, {
    batchId,
    attemptId: open.id,
    outcome,
    missing: outcome === 'found' ? [...missing] : [],
    note: 'Looked at the partner',
  })
  if (result.ok && !result.proposed)
    seen[outcome === 'found' && missing.size > 0 ? 'found in part' : outcome] += 1
  if (outcome === 'sent-again') await sendFundingBatch(mia, { batchId })
}

async function resolveAs(id: string): Promise<void> {
  const event = await eventOf(id)
  if (event.state === 'conflict') await decideFor(event, event.contentN)
}

/** Another delivery has a smaller amount, and a person chooses it: an earlier override is void. */
async function lower(id: string, allowed: Map<string, Allowance[]>): Promise<void> {
  await postCallbacks(mia, receiver, [{ ...saleOf(id), tran_amount: '40.00' }])
  const event = await eventOf(id)
  if (event.state !== 'conflict') return
  const [latest] = await mia.db
    .select({ n: callbackDeliveries.n })
    .from(callbackDeliveries)
    .where(eq(callbackDeliveries.eventN, event.n))
    .orderBy(desc(callbackDeliveries.n))
    .limit(1)
  await decideFor(event, latest?.n ?? event.contentN)
  if ((await eventOf(id)).amountMinor !== 4_000) return
  seen.lowered += 1
  allowed.delete(id)
}

async function eventOf(id: string) {
  const [event] = await mia.db.select().from(callbackEvents).where(eq(callbackEvents.tranId, id))
  if (!event) throw new Error('There is no such sale.')
  return event
}

const decideFor = (
  { n, deliveries, version }: Pick<typeof callbackEvents.$inferSelect, 'n' | 'deliveries' | 'version'>,
  contentN: number,
) => resolveConflict(mia, { n, deliveries, version, contentN, note: 'This one stands' })

const dollars = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
