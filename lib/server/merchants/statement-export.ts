import { sql } from 'drizzle-orm'
import type { StatementPeriod, StatementQuery } from '@/lib/domain/merchants/statement-query'
import { businessDay } from '@/lib/domain/values/business-day'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { decimalCents } from '@/lib/domain/values/money'
import { streamText } from '@/lib/server/lists/stream-text'
import type { Ctx } from '@/lib/server/services'
import { changedIn, changesFor } from './accepted-history'
import { auditMerchant } from './data'
import { LISTED, nameOf, type RowCells, rowOf } from './statement'
import type { StatementRow } from './views'

/** Rows that are formatted at once; the process serves no one else meanwhile. */
const STRIDE = 5_000

const TITLES = [
  ...['Day', 'Accepted (UTC)', 'Transaction ID', 'Reference number', 'Funding profile', 'Sale amount'],
  ...['Batch', 'Held before', 'Amount', 'Changed later by', 'Held now'],
]

/** The statement as CSV. The audit log records it before the first row. */
export async function exportStatement(
  ctx: Ctx,
  merchantId: string,
  query: StatementQuery,
  stride = STRIDE,
): Promise<ReadableStream<Uint8Array>> {
  await nameOf(ctx.db, merchantId)
  const { from, to } = query
  await auditMerchant(ctx, ctx.db, merchantId, 'merchant-statement-exported', { from, to })
  return streamText(csvChunks(ctx, merchantId, { from, to }, stride))
}

/**
 * Reads the history once, however long it is: what each amount replaced is known only from all of it. The parts stay
 * text until their turn, about 300 bytes a row.
 */
async function* csvChunks(
  { db, days }: Pick<Ctx, 'db' | 'days'>,
  merchantId: string,
  period: StatementPeriod,
  stride: number,
): AsyncGenerator<string, void> {
  yield CSV_START + csvLine(TITLES)
  const { rows } = await db.execute<{ part: string }>(sql`
    with ${changesFor(merchantId)},
    page as (select * from changes where ${changedIn(period, days)}),
    ${LISTED}
    select json_agg(listed order by place)::text as part from listed
    group by (place - 1) / ${stride}::int order by min(place)`)
  for (const { part } of rows) {
    const cells: RowCells[] = JSON.parse(part)
    yield cells.map((row) => csvLine(cellsOf(rowOf(row), { days }))).join('')
  }
}

const cellsOf = (
  { at, id, reference, profileId, sale, batch, wasMinor, changeMinor, later }: StatementRow,
  { days }: Pick<Ctx, 'days'>,
) => [
  businessDay(new Date(at), days),
  at,
  id,
  reference,
  profileId,
  sale?.amountMinor == null ? null : decimalCents(BigInt(sale.amountMinor)),
  `B-${batch.number}`,
  decimalCents(BigInt(wasMinor)),
  decimalCents(BigInt(changeMinor)),
  later && `B-${later.number}`,
  later && decimalCents(BigInt(later.heldMinor)),
]

/** `NORTHWIND-3-statement-2026-11-01-2026-11-30.csv`. */
export function statementFileName(merchantId: string, { from, to }: StatementPeriod): string {
  const days = [from, to].filter((day) => day !== null).join('-')
  return `${merchantId.replaceAll(/[^\w.-]/g, '_')}-statement${days && `-${days}`}.csv`
}
