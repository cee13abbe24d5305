import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { fundingMappings } from '@/lib/db/schema/funding'
import { parseSent, readJson } from '@/lib/server/route'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { sha256Of } from './create-batch'
import type { RememberedMapping } from './views'

const place = z.int().min(0).max(2_000).nullable()
export const mappingSchema = z.strictObject({
  transactionId: place,
  retrievalReferenceNumber: place,
  merchantId: place,
  amount: place,
})

const columnsSchema = z.strictObject({ columns: z.array(z.string().max(1_000)).min(1).max(2_000) })

/** Room for the most and longest column names, as JSON. */
const MAX_JSON_BYTES = 8 * 1024 * 1024

/** `findRememberedMapping` for columns sent by a page. */
export const answerMapping = async (ctx: Ctx, request: Request): Promise<RememberedMapping | null> =>
  findRememberedMapping(ctx, parseSent(columnsSchema, await readJson(request, MAX_JSON_BYTES)))

/** How a file with these columns was last read by anyone; null if none was. */
export async function findRememberedMapping(
  { db }: { db: DbOrTx },
  { columns }: z.output<typeof columnsSchema>,
): Promise<RememberedMapping | null> {
  const [known] = await db
    .select({
      mapping: fundingMappings.mapping,
      amountStyle: fundingMappings.amountStyle,
      amountsPlain: fundingMappings.amountsPlain,
    })
    .from(fundingMappings)
    .where(eq(fundingMappings.columnsSha256, hashOf(columns)))
  return known ?? null
}

/** Remembers how these columns were matched, and the style of their amounts, for the next file of the same form. */
export async function rememberMapping(
  ctx: Ctx,
  columns: readonly string[],
  remembered: RememberedMapping,
): Promise<void> {
  const row = { ...remembered, updatedBy: ctx.actor.id, updatedAt: ctx.now() }
  await ctx.db
    .insert(fundingMappings)
    .values({ columnsSha256: hashOf(columns), ...row })
    .onConflictDoUpdate({ target: fundingMappings.columnsSha256, set: row })
}

const hashOf = (columns: readonly string[]): string => sha256Of(JSON.stringify(sanitizeText(columns)))
