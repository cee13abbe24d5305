import { z } from 'zod'
import { parseSent, readJson } from '@/lib/server/route'
import type { Ctx } from '@/lib/server/services'
import { fundSales, fundSalesSchema, previewSales, previewSalesSchema } from './fund-sales'

const requestSchema = z.union([
  previewSalesSchema.extend({ preview: z.literal(true) }),
  fundSalesSchema.extend({ preview: z.literal(false) }),
])

/** 10,000 numbers and twenty shares, as JSON. */
const MAX_JSON_BYTES = 512 * 1024

/** Previews a batch of sales, or makes it. A route, because its bodies are larger than a server action accepts. */
export async function answerFundSales(ctx: Ctx, request: Request): Promise<Response> {
  const { preview, ...input } = parseSent(requestSchema, await readJson(request, MAX_JSON_BYTES))
  if ('batchId' in input) {
    const result = await fundSales(ctx, input)
    return Response.json(result, { status: result.ok ? 200 : 409 })
  }
  return Response.json(await previewSales(ctx, input))
}
