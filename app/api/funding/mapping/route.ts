import { answerMapping } from '@/lib/server/funding/mapping'
import { answerRoute } from '@/lib/server/route'

export const POST = (request: Request) =>
  answerRoute(request, 'funding:write', async (ctx) => Response.json(await answerMapping(ctx, request)))
