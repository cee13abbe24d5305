import path from 'node:path'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { fundingBatches, users } from '@/lib/db/schema/desk'
import { refreshFunding } from '@/lib/server/callbacks/funding-standing'
import { listFundedElsewhere } from '@/lib/server/funding/already-funded'
import { checkLines } from '@/lib/server/funding/check-lines'
import { createBatch } from '@/lib/server/funding/create-batch'
import { insertLines } from '@/lib/server/funding/data'
import type { Ctx } from '@/lib/server/world'
import { knowMerchants } from '@/lib/testing/merchants'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk } from '@/lib/testing/test-desk'
import type { Ground } from './ground'
import { alternate, type Figure, median, milliseconds, timed, times } from './measure'

const LINES = 50_000
const ROUNDS = 5
const WARM_UP = 1
const AIM = 1.3

const TERMS = { amountUnit: 'minor' } as const

/** What it costs to hold each line against its merchant, its sale and its past: all of them are in the log. */
export async function measureMoneyChecks(ground: Ground): Promise<Figure> {
  const desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  const durable = await openDatabase({ dataDir: path.join(ground.directory, 'funding-money') })
  try {
    await migrateDatabase(durable)
    const person = await desk.as('Bench', ['finance'])
    await durable.db.insert(users).values({ ...person.actor, passwordHash: 'none' })
    const ctx: Ctx = { ...person, db: durable.db }
    const profileId = ctx.funding.profiles[0]?.profileId ?? ''
    const rounds = ground.rounds(ROUNDS) + WARM_UP
    const lines = linesOf('S')
    await knowMerchants(ctx, [...new Set(lines.map(({ merchantId }) => merchantId))])
    for (let round = 0; round < 2 * rounds; round += 1) {
      await seedSales(
        ctx,
        linesOf(`${round}`).map(({ transactionId }) => ({
          tranId: transactionId,
          profileId,
          amountMinor: 1_000_000,
        })),
      )
    }
    let used = 0
    const next = () => linesOf(`${used++}`)
    const contenders = {
      held: () => {
        const own = next()
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
          if (!result.ok || result.totals.errors > 0) throw new Error(JSON.stringify(result))
        })
      },
      byForm: () => {
        const own = next()
        return timed(() =>
          durable.db.transaction(async (tx) => {
            const { lines: stored, totals } = checkLines(own, TERMS)
            const batchId = crypto.randomUUID()
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
            await listFundedElsewhere(tx, batchId)
            await refreshFunding(tx, { batchId })
          }),
        )
      },
    }
    await alternate(WARM_UP, contenders)
    const { held, byForm } = await alternate(ground.rounds(ROUNDS), contenders)
    const ratio = median(held) / median(byForm)
    return {
      what: `a batch of ${LINES.toLocaleString('en-US')} transactions of the log, held against merchants, sales and the past and stored, against the same checked by form alone`,
      desk: milliseconds(median(held)),
      floor: milliseconds(median(byForm)),
      compared: times(ratio),
      aim: `≤ ${AIM} ×`,
      reached: ratio <= AIM,
    }
  } finally {
    await durable.close()
    await desk.close()
  }
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
