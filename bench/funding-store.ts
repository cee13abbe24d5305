import path from 'node:path'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { checkLines } from '@/lib/server/funding/check-lines'
import { createBatch, sha256Of } from '@/lib/server/funding/create-batch'
import { insertLines } from '@/lib/server/funding/data'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk } from '@/lib/testing/test-desk'
import type { Ground } from './ground'
import { alternate, type Figure, median, milliseconds, timed, times } from './measure'

const LINES = 10_000
const ROUNDS = 7
const WARM_UP = 2
const AIM = 2

const TERMS = { amountUnit: 'minor' } as const

/** Measures with one person on a database on the disk, which is made and migrated once for all of it. */
export async function onFundingDesk(
  ground: Ground,
  measure: (ctx: Ctx) => Promise<Figure[]>,
): Promise<Figure[]> {
  const desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  const durable = await openDatabase({ dataDir: path.join(ground.directory, 'funding-store') })
  try {
    await migrateDatabase(durable)
    const person = await desk.as('Bench', ['finance'])
    await durable.db.insert(users).values({ ...person.actor, passwordHash: 'none' })
    return await measure({ ...person, db: durable.db })
  } finally {
    await durable.close()
    await desk.close()
  }
}

/** A batch as the server makes it of lines, checked, with its totals and what other batches have, on the disk. */
export async function measureStore(ctx: Ctx, ground: Ground): Promise<Figure> {
  const [profile] = ctx.funding.profiles
  if (!profile) throw new Error('There is no funding profile.')
  const header = {
    profileId: profile.profileId,
    ...TERMS,
    amountStyle: 'dollars' as const,
    name: 'Bench',
    status: 'draft' as const,
  }
  const contenders = {
    desk: (round: number) => {
      const lines = linesOf(round)
      return timed(async () => {
        const result = await createBatch(
          ctx,
          {
            batchId: crypto.randomUUID(),
            name: 'Bench',
            profileId: profile.profileId,
            amountStyle: 'dollars',
            source: 'csv',
            fileName: 'bench.csv',
            again: true,
          },
          { lines, sha256: sha256Of(`round ${round}`) },
        )
        if (!result.ok || result.totals.lines !== LINES) throw new Error(JSON.stringify(result))
      })
    },
    floor: async (round: number) => {
      // Of other transactions, so that neither finds the other's.
      const { lines, totals } = await checkLines(linesOf(-1 - round), TERMS)
      const batchId = crypto.randomUUID()
      const now = new Date()
      await ctx.db.insert(fundingBatches).values({
        id: batchId,
        ...header,
        amountUnit: null,
        source: 'csv',
        ...totals,
        createdBy: ctx.actor.id,
        createdAt: now,
        workedOnBy: [ctx.actor.id],
        updatedAt: now,
      })
      return timed(() => ctx.db.transaction((tx) => insertLines(tx, batchId, lines)))
    },
  }
  await alternate(WARM_UP, contenders)
  const { desk: ours, floor } = await alternate(ground.rounds(ROUNDS), contenders)
  const ratio = median(ours) / median(floor)
  return {
    what: `a batch of ${LINES.toLocaleString('en-US')} transactions checked and stored, against the bare bulk insert of the same rows`,
    desk: milliseconds(median(ours)),
    floor: milliseconds(median(floor)),
    compared: times(ratio),
    aim: `≤ ${AIM} ×`,
    reached: ratio <= AIM,
  }
}

/** Each round has its own transactions: none is funded twice. */
const linesOf = (round: number) =>
  Array.from({ length: LINES }, (_, index) => ({
    row: index + 2,
    transactionId: `S-${round}-${index}`,
    retrievalReferenceNumber: '',
    merchantId: `M-${index % 200}`,
    amount: String(100 + index),
  }))
