import { countForPerson } from '@/lib/server/counts/counts'
import { answerRoute } from '@/lib/server/route'

/** The numbers in the frame, polled by every open page. */
export const GET = (request: Request) =>
  answerRoute(request, 'account:own', async (ctx) => Response.json(await countForPerson(ctx)), {
    isPoll: true,
  })
