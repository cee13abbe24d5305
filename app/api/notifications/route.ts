import { countUnread } from '@/lib/server/notifications/list'
import { answerRoute } from '@/lib/server/route'

/** How many notifications are unread: asked again and again by every open page. */
export const GET = (request: Request) =>
  answerRoute(request, 'account:own', async (ctx) => Response.json({ unread: await countUnread(ctx) }), {
    isPoll: true,
  })
