import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/db/client'
import { fundingBatches } from '@/lib/db/schema/funding'
import { lineInDollars } from '@/lib/domain/funding/source-amounts'
import { checkLines } from '@/lib/server/funding/check-lines'
import { createBatch, findOwn, takeTurn } from '@/lib/server/funding/create-batch'
import { auditBatch, insertLines, sanitizeLine } from '@/lib/server/funding/data'
import { mapInSlices } from '@/lib/server/in-slices'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import type { Ctx } from '@/lib/server/services'
import { knowMerchants } from '@/lib/testing/merchants'
import type { Ground } from './ground'
import { alternate, type Figure, median, milliseconds, timed, times } from './measure'

const LINES = 50_000
const ROUNDS = 3
const WARM_UP = 1
const AIM = 1.3
const HELD_MS = 50

const TERMS = { amountUnit: 'minor' } as const

/** What it costs to hold each line against its merchant, its sale and its past: all of them are in the log. */
export async function measureMoneyChecks(ctx: Ctx, { asOwner }: Database, ground: Ground): Promise<Figure[]> {
  const profileId = ctx.funding.profiles[0]?.profileId ?? ''
  const rounds = ground.rounds(ROUNDS) + WARM_UP
  const lines = linesOf('S')
  await knowMerchants(ctx, [...new Set(lines.map(({ merchantId }) => merchantId))])
  await fillLog(ctx, profileId, 2 * rounds)
  await asOwner((db) => db.execute(sql`analyze callback_events`))
  let used = 0
  const next = () => linesOf(`${used++}`)
  const heldsMs: number[] = []
  const contenders = {
    held: () => {
      const own = next()
      // One for each round: a monitor that is enabled again counts the time in between as a delay.
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      return timed(async () => {
        const result = await createBatch(
          ctx,
          {
            batchId: crypto.randomUUID(),
            name: 'Bench',
            profileId,
            amountStyle: 'dollars',
            source: 'csv',
            fileName: 'bench.csv',
            again: true,
          },
          { lines: own, sha256: null },
        )
        delay.disable()
        heldsMs.push(delay.max / 1e6)
        if (!result.ok || result.totals.errors > 0) throw new Error(JSON.stringify(result))
      })
    },
    byForm: () => {
      const own = next()
      return timed(() =>
        ctx.db.transaction(async (tx) => {
          // All that a draft costs without the log: its cells read, checked and stored, once, with its audit row.
          const read = await mapInSlices(await mapInSlices(own, sanitizeLine), (line) =>
            lineInDollars(line, 'dollars'),
          )
          const { lines: stored, totals } = await checkLines(read, TERMS)
          const batchId = crypto.randomUUID()
          await takeTurn(tx, batchId)
          await findOwn(ctx, tx, batchId)
          const now = new Date()
          await tx.insert(fundingBatches).values({
            id: batchId,
            name: 'Bench',
            profileId,
            amountStyle: 'dollars',
            status: 'draft',
            source: 'csv',
            ...totals,
            createdBy: ctx.actor.id,
            createdAt: now,
            workedOnBy: [ctx.actor.id],
            updatedAt: now,
          })
          await insertLines(tx, batchId, stored)
          await auditBatch(ctx, tx, 'funding-batch-created', batchId, { lines: totals.lines })
          await refreshFunding(tx, { batchId })
        }),
      )
    },
  }
  await alternate(WARM_UP, contenders)
  heldsMs.length = 0
  const { held, byForm } = await alternate(ground.rounds(ROUNDS), contenders)
  const ratio = median(held) / median(byForm)
  const heldMs = Math.max(...heldsMs)
  return [
    {
      what: `a batch of ${LINES.toLocaleString('en-US')} transactions of the log, held against merchants, sales and the past and stored, against the same checked by form alone`,
      desk: milliseconds(median(held)),
      floor: milliseconds(median(byForm)),
      compared: times(ratio),
      aim: `≤ ${AIM} ×`,
      reached: ratio <= AIM,
    },
    {
      what: 'the longest that the server answered nobody while it judged and stored them',
      desk: milliseconds(heldMs),
      floor: '–',
      compared: '',
      aim: `≤ ${HELD_MS} ms`,
      reached: heldMs <= HELD_MS,
    },
  ]
}

/**
 * The sales of all rounds, made by the database itself: sent as values they take longer than all that is measured. They
 * have what most sales have, since another sale of the same invoice and card is looked for.
 */
async function fillLog({ db, now }: Ctx, profileId: string, rounds: number): Promise<void> {
  // Round by round: on a busy machine one statement for all of them would be canceled.
  for (let round = 0; round < rounds; round += 1)
    await db.execute(sql`
    insert into callback_events (n, received_at, last_received_at, deliveries, profile_id, merchant_id, tran_id,
      content_n, content_sha256, state, anomalies, resp_code, amount_text, amount_minor, currency_code, tran_date,
      tran_type, account, invoice_number, client_ref_number, retrieval_ref_number, hpp_tran_id, identifiers, funding)
    select n, ${now()}, ${now()}, 1, ${profileId}, '', id, n, 'content-' || n, 'approved', '{}', '000', '10000.00',
      1000000, '840', '', '', '****1111', 'INV-' || id, '', '', '', array[lower(id)], 'unfunded'
    from (values (${round}::int)) rounds (round), generate_series(0, ${LINES - 1}::int) at
      cross join lateral (select 'T-' || round || '-' || at as id, round::bigint * ${LINES}::int + at + 1 as n) sale`)
}

/** Each round has transactions of its own: none is in another batch. */
const linesOf = (round: string) =>
  Array.from({ length: LINES }, (_, index) => ({
    row: index + 2,
    transactionId: `T-${round}-${index}`,
    retrievalReferenceNumber: '',
    merchantId: `M-${index % 200}`,
    amount: String(100 + (index % 900)),
  }))
