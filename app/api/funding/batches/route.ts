import { readIncomingBatch } from '@/lib/server/funding/incoming-batch'
import { answerRoute } from '@/lib/server/route'

const STATUS = { 'same-file': 409, unreadable: 422 } as const

export const POST = (request: Request) =>
  answerRoute(request, 'funding:write', async (ctx) => {
    const result = await readIncomingBatch(ctx, request)
    return Response.json(result, { status: result.ok ? 200 : STATUS[result.reason] })
  })
