import { answerRoute } from '@/lib/server/route'

/** Who is signed in: asked by pages that nobody sits at, and where somebody else may have signed in beside them. */
export const GET = (request: Request) =>
  answerRoute(request, 'account:own', async ({ actor }) => Response.json({ email: actor.email }), {
    isPoll: true,
  })
