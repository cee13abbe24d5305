import { viewStand } from '@/lib/server/applications/stand'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

/** How it stands, and who saved what of it last: asked again and again by an open page of it. */
export const GET = (request: Request, { params }: Context) =>
  answerRoute(
    request,
    'applicants:read',
    async (ctx) => Response.json(await viewStand(ctx, (await params).id)),
    { isPoll: true },
  )
