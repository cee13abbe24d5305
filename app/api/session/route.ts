import { answerRoute } from '@/lib/server/route'

/**
 * Who is signed in. Requested by pages that are not in use, and when someone else may have signed in elsewhere in
 * this browser.
 */
export const GET = (request: Request) =>
  answerRoute(request, 'account:own', async ({ actor }) => Response.json({ email: actor.email }), {
    isPoll: true,
  })
