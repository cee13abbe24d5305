import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { MAX_FILE_BYTES, MAX_LINES } from '@/lib/domain/funding/limits'
import { missingColumns } from '@/lib/domain/funding/match-columns'
import { otherColumns } from '@/lib/domain/funding/other-columns'
import {
  centsHeading,
  findPlainDollars,
  sampleAmounts,
  underCents,
} from '@/lib/domain/funding/source-amounts'
import { toLines, withHeader } from '@/lib/domain/funding/table'
import { withoutTotals } from '@/lib/domain/funding/totals-rows'
import { DeskError } from '@/lib/errors'
import { mapInSlices } from '@/lib/server/in-slices'
import { parseSent, readAtMost, readJson } from '@/lib/server/route'
import type { Ctx } from '@/lib/server/services'
import { createBatch, newBatchSchema, sha256Of } from './create-batch'
import { mappingSchema, rememberMapping } from './mapping'
import { readFundingFileAside } from './read-aside'
import { type FundingFile, readFundingFile } from './read-file'
import type { CreateBatchResult } from './views'

/**
 * The parameters of a file upload. They are sent in a header, so that the body is the file itself. JSON,
 * percent-encoded, because names may have any character.
 */
export const BATCH_HEADER = 'x-batch'

const fileSchema = newBatchSchema.extend({
  source: z.enum(['csv', 'xlsx', 'json', 'pasted']),
  mapping: mappingSchema,
  hasHeader: z.boolean(),
  /** The worksheet's name; null if there is only one. */
  sheet: z.string().max(255).nullable().default(null),
})

const cell = z.string().max(255)
const linesSchema = z.strictObject({
  /** Amounts entered in the grid are always dollars. */
  batch: newBatchSchema.extend({ amountStyle: z.literal('dollars') }),
  /** Each one is a `lineSchema`, validated in slices because there can be very many. */
  lines: z.array(z.unknown()).max(MAX_LINES),
})
/** As `CompactLine`, but without the transaction number, which follows from the lines. */
const lineSchema = z.tuple([z.int().min(0).max(2_000_000_000), cell, cell, cell, cell])

/** Room for the lines of the largest batch, as JSON. */
const MAX_JSON_BYTES = 24 * 1024 * 1024

/** Creates a batch from a request: a file or pasted cells as they came, or the lines of a grid. */
export async function readIncomingBatch(ctx: Ctx, request: Request): Promise<CreateBatchResult> {
  const header = request.headers.get(BATCH_HEADER)
  if (header !== null) return createFromFile(ctx, request, header)
  const { batch, lines: sent } = parseSent(linesSchema, await readJson(request, MAX_JSON_BYTES))
  // Parsing the JSON blocked the process.
  await setImmediate()
  const lines = await mapInSlices(sent, (line) => parseSent(lineSchema, line))
  const rows = lines.map(([row]) => row)
  if (new Set(rows).size < rows.length) throw new DeskError('invalid')
  return createBatch(ctx, batch, {
    lines: lines.map(([row, transactionId, retrievalReferenceNumber, merchantId, amount]) => ({
      row,
      transactionId: transactionId.trim(),
      retrievalReferenceNumber: retrievalReferenceNumber.trim(),
      merchantId: merchantId.trim(),
      amount: amount.trim(),
    })),
    // Typed lines cannot be imported twice.
    sha256: null,
  })
}

/** Parses the file again with the browser's functions; the browser's own result is not trusted. */
async function createFromFile(ctx: Ctx, request: Request, header: string): Promise<CreateBatchResult> {
  const { mapping, hasHeader, sheet, ...input } = parseSent(fileSchema, readHeader(header))
  const bytes = new Uint8Array(await readAtMost(request, MAX_FILE_BYTES))
  const fileSha256 = sha256Of(bytes)
  const reading = isLong(bytes)
    ? await readFundingFileAside(bytes, sheet, { personId: ctx.actor.id, signal: request.signal })
    : await readFundingFile(bytes, sheet)
  if (!reading.ok) return { ok: false, reason: 'unreadable', message: reading.message }
  const table = withHeader(reading.table, hasHeader)
  const missing = missingColumns(mapping, hasHeader ? table.columns : [])
  if (missing.length > 0) {
    const message = `No column is matched to: ${missing.join(', ')}. Choose one for each.`
    return { ok: false, reason: 'unreadable', message }
  }
  if (Object.values(mapping).some((place) => place !== null && place >= table.columns.length)) {
    throw new DeskError('invalid', 'The columns do not match the file. Choose the file again.')
  }
  const source = input.source === 'pasted' ? input.source : reading.source
  const came = withoutTotals(toLines(table, mapping))
  const heading = centsHeading(table, mapping)
  const lines = heading === null ? came.lines : underCents(came.lines)
  const totals = heading === null ? came.totals : underCents(came.totals)
  const content = {
    lines,
    sha256: contentOf(fileSha256, reading),
    otherColumns: otherColumns(table.columns, mapping).names,
    statedTotals: totals.slice(0, MAX_STATED).filter(({ amount }) => amount !== ''),
  }
  const result = await createBatch(ctx, { ...input, source }, content)
  if (result.ok && hasHeader) {
    // If no amount was ambiguous, no one chose a style that a later file could reuse.
    const amountsPlain = findPlainDollars(lines) !== null || sampleAmounts(lines).length === 0
    await rememberMapping(ctx, table.columns, { mapping, amountStyle: input.amountStyle, amountsPlain })
  }
  return result
}

/** More than this are not totals rows. */
const MAX_STATED = 1_000

/** Two sheets of one workbook are different content. */
const contentOf = (fileSha256: string, { sheets, sheet }: Extract<FundingFile, { ok: true }>): string =>
  sheets.length > 1 ? sha256Of(`${fileSha256} ${sheet}`) : fileSha256

const ASIDE_BYTES = 65_536

/** Whether the file takes long to parse: a long text, or any archive, because it may unpack to a lot. */
const isLong = (bytes: Uint8Array): boolean =>
  bytes.length > ASIDE_BYTES || (bytes[0] === 0x50 && bytes[1] === 0x4b)

function readHeader(header: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(header))
  } catch (cause) {
    throw new DeskError('invalid', undefined, { cause })
  }
}
