import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callbackEvents, fundingAttempts } from '@/lib/db/schema/desk'
import { postCallbacks, type SeededReceiver, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { batchStatus, fundingLine, newBatch } from '@/lib/testing/funding-batches'
import { type FundingCalls, fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { knowMerchants } from '@/lib/testing/merchants'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { settleEvent } from '../callbacks/settle'
import type { Ctx } from '../world'
import { correctAmounts, retryFailed } from './child-batch'
import { createBatch } from './create-batch'
import { requireBatch } from './data'
import { saveLines, viewLines } from './lines'
import { resolveRequest } from './resolution'
import { sendBatch, sendFundingBatch } from './send'
import { approveBatch, submitBatch } from './submit'

/** Whatever people do, the partner never holds more for a sale than it was (product.md, "Held against the sale"). */

const SALE_MINOR = 10_000
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
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

type Share = readonly [merchant: (typeof MERCHANTS)[number], minor: number]
type Fault = 'none' | 'status' | 'status-after' | 'cut-after' | 'partial'
type Deed =
  | {
      do: 'batch' | 'correct'
      sale: 0 | 1
      shares: readonly Share[]
      stopsAt: 'draft' | 'waiting' | 'sent'
      fault: Fault
    }
  | { do: 'carry-on' | 'retry' | 'resolve' }
  | { do: 'conflict' | 'settle'; sale: 0 | 1 }

const shares = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...MERCHANTS), fc.constantFrom(0, 2_500, 5_000, 7_500, 10_000, 10_001)),
  { minLength: 1, maxLength: 3, selector: ([merchant]) => merchant },
)
const sale = fc.constantFrom(0 as const, 1 as const)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('batch' as const, 'correct' as const),
      sale,
      shares,
      stopsAt: fc.constantFrom('draft' as const, 'waiting' as const, 'sent' as const, 'sent' as const),
      fault: fc.constantFrom<Fault>('none', 'none', 'none', 'status', 'status-after', 'cut-after', 'partial'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('carry-on' as const, 'retry' as const, 'resolve' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('conflict' as const, 'settle' as const), sale }) },
)

test('what the partner holds for a sale is never above it, whatever is batched, corrected, retried or lost', async () => {
  let funded = 0
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 10 }), async (deeds) => {
      const ids = [nextSale(), nextSale()] as const
      await postCallbacks(
        mia,
        receiver,
        ids.map((id) => saleOf(id)),
      )
      const batches: string[] = []
      for (const one of deeds) {
        await act(one, ids, batches)
        for (const id of ids) {
          const held = await heldBy(id)
          if (held > 0) funded += 1
          expect(held, JSON.stringify(one)).toBeLessThanOrEqual(SALE_MINOR)
        }
      }
    }),
    { numRuns: 15 },
  )
  // Not by funding nothing at all.
  expect(funded).toBeGreaterThan(0)
})

function nextSale(): string {
  used += 1
  return transactionId('C', used)
}

const saleOf = (id: string, text = 'APPROVED') =>
  saleFields({ tran_id: id, tran_amount: '100.00', retrieval_ref_number: '', resp_text: text })

async function heldBy(id: string): Promise<number> {
  return [...(await amountsOf(id)).values()].reduce((sum, minor) => sum + minor, 0)
}

/** By merchant, in cents, as the partner stored them. */
async function amountsOf(id: string): Promise<Map<string, number>> {
  const { merchantFundingAmounts } = storedSchema.parse(await partner.held(id))
  return new Map(merchantFundingAmounts.map(({ merchantId, amount }) => [merchantId, Number(amount)]))
}

const storedSchema = z.object({
  merchantFundingAmounts: z.array(z.object({ merchantId: z.string(), amount: z.string() })),
})

async function act(deed: Deed, ids: readonly [string, string], batches: string[]): Promise<void> {
  switch (deed.do) {
    case 'batch': {
      const batchId = crypto.randomUUID()
      const lines = deed.shares.map(([merchantId, minor], index) =>
        fundingLine(index + 2, { transactionId: ids[deed.sale], merchantId, amount: dollars(minor) }),
      )
      await createBatch(mia, newBatch({ batchId, amountStyle: 'dollars' }), { lines, sha256: null })
      batches.push(batchId)
      return carryOn(batchId, deed.stopsAt, deed.fault)
    }
    case 'correct': {
      const parent = await findFunded(batches)
      if (!parent) return
      const batchId = crypto.randomUUID()
      const made = await correctAmounts(mia, { batchId: parent, newBatchId: batchId, transactions: [0] })
      if (!made.ok) return
      batches.push(batchId)
      await typeOver(batchId, deed.shares)
      return carryOn(batchId, deed.stopsAt, deed.fault)
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
      for (const batchId of batches) await tellTheTruth(batchId)
      return
    }
    case 'conflict':
      await postCallbacks(mia, receiver, [saleOf(ids[deed.sale], 'APPROVAL')])
      return
    case 'settle':
      return settle(ids[deed.sale])
  }
}

/** As far as people get with it. */
async function carryOn(batchId: string, stopsAt: 'draft' | 'waiting' | 'sent', fault: Fault): Promise<void> {
  if (stopsAt === 'draft') return
  const { version } = await requireBatch(mia.db, batchId)
  await submitBatch(mia, { batchId, version })
  if (stopsAt === 'waiting') return
  const { contentSha256, workedOnBy, amountMinor } = await requireBatch(mia.db, batchId)
  const approver = [ole, uma].find(({ actor }) => !workedOnBy.includes(actor.id)) ?? mia
  await approveBatch(approver, {
    batchId,
    contentSha256: contentSha256 ?? '',
    amountMinor: String(amountMinor),
    note: '',
  })
  if (fault !== 'none') await cause(fault)
  await sendBatch(mia, { batchId })
  await sendFundingBatch(mia, { batchId })
  await cause(null)
}

async function cause(mode: Exclude<Fault, 'none'> | null): Promise<void> {
  await fetch(`${sandbox.url}/control/faults`, {
    method: mode === null ? 'DELETE' : 'PUT',
    headers: { 'content-type': 'application/json' },
    ...(mode !== null && { body: JSON.stringify({ endpoint: 'funding', mode, times: 1, status: 500 }) }),
  })
}

/** One that was sent and of which something succeeded. */
async function findFunded(batches: readonly string[]): Promise<string | undefined> {
  for (const batchId of [...batches].reverse()) {
    const { succeeded } = await requireBatch(mia.db, batchId)
    if (succeeded > 0) return batchId
  }
  return undefined
}

/** The shares in place of the lines that are there, as in a grid. */
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

/** A person looks at the partner, and says what is there. */
async function tellTheTruth(batchId: string): Promise<void> {
  if ((await batchStatus(mia, batchId)) !== 'unknown') return
  const attempts = await mia.db.select().from(fundingAttempts).where(eq(fundingAttempts.batchId, batchId))
  const open = attempts.find(({ state, resolution }) => state === 'unknown' && resolution === null)
  if (!open) return
  const { lines } = await viewLines(mia, batchId)
  const held = await amountsOf(lines[0]?.[2] ?? '')
  const isThere = lines.every(
    ([, , , , merchantId, amount]) => held.get(merchantId) === Math.round(Number(amount) * 100),
  )
  await resolveRequest(ole, {
    batchId,
    attemptId: open.id,
    outcome: isThere ? 'found' : 'absent',
    note: 'Looked at the partner',
  })
}

async function settle(id: string): Promise<void> {
  const [event] = await mia.db.select().from(callbackEvents).where(eq(callbackEvents.tranId, id))
  if (event?.state !== 'conflict') return
  await settleEvent(mia, {
    n: event.n,
    deliveries: event.deliveries,
    version: event.version,
    contentN: event.contentN,
    note: 'The first one stands',
  })
}

const dollars = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
