import { viewStand } from '@/lib/server/applications/stand'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

/** The status, and who last saved which section. Polled by the open pages of an application. */
export const GET = (request: Request, { params }: Context) =>
  answerRoute(
    request,
    'applicants:read',
    async (ctx) => Response.json(await viewStand(ctx, (await params).id)),
    { isPoll: true },
  )
