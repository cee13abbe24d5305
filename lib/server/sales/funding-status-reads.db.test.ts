import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '@/lib/db/client'
import type { Ctx } from '@/lib/server/services'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type Restated, refreshFunding } from './funding-status'

const MANY = 20_000

let desk: TestDesk
let fay: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  fay = await desk.as('Fay', ['finance'])
})
afterAll(() => desk.close())

/** So many sales of which a batch has all, as if they had come since the database was made. */
async function seedMany(): Promise<{ n: number }> {
  const [n = 0] = await seedSales(fay, [{ tranId: 'MANY-1' }])
  const batchId = await seedBatch(fay, linesOf(['MANY-1']))
  await fay.db.execute(sql`
    insert into callback_events
    select many.* from callback_events events, generate_series(2, ${MANY}::int) i,
    lateral json_populate_record(events, json_build_object('n', events.n + i, 'tran_id', 'MANY-' || i)) many
    where events.n = ${n}`)
  await fay.db.execute(sql`
    insert into funding_lines
    select many.* from funding_lines lines, generate_series(2, ${MANY}::int) i,
    lateral json_populate_record(lines, json_build_object('row', i + 10, 'transaction_no', i, 'transaction_id', 'MANY-' || i)) many
    where lines.batch_id = ${batchId}::uuid`)
  return { n }
}

/** Rows of sales and of lines that this transaction has read so far. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname in ('callback_events', 'funding_lines')`)
  return rows[0]?.read ?? 0
}

const countReadBy = (which: Restated): Promise<number> =>
  fay.db.transaction(async (tx) => {
    const before = await countRead(tx)
    await refreshFunding(tx, which)
    return (await countRead(tx)) - before
  })

test('no more is read than is asked about, also while the database has no statistics', async () => {
  const { n } = await seedMany()
  const batchId = await seedBatch(fay, linesOf(['MANY-7']))
  expect(await countReadBy({ events: [n] })).toBeLessThan(100)
  const transactions = { firstTransaction: 0, lastTransaction: 0 }
  expect(await countReadBy({ batchId, transactions })).toBeLessThan(100)
  expect(await countReadBy({ batchId })).toBeLessThan(100)
})
