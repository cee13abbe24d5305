import { answerKnowledge } from '@/lib/server/funding/answer-knowledge'
import { answerRoute } from '@/lib/server/route'

export const POST = (request: Request) =>
  answerRoute(request, 'funding:write', async (ctx) => Response.json(await answerKnowledge(ctx, request)))
