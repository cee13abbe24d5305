import { commentSubject } from '@/lib/domain/comments/inputs'
import { readLiveComments } from '@/lib/server/comments/comments'
import { answerRoute, parseSent } from '@/lib/server/route'

/** Polled by open pages every few seconds. Without a new comment, nothing is sent. */
export const GET = (request: Request) =>
  answerRoute(
    request,
    'account:own',
    async (ctx) => {
      const { searchParams } = new URL(request.url)
      const subject = parseSent(commentSubject, {
        type: searchParams.get('type'),
        id: searchParams.get('id'),
      })
      const known = request.headers.get('if-none-match')
      const live = await readLiveComments(ctx, subject, known?.replaceAll('"', '') ?? null)
      return live === null
        ? new Response(null, { status: 304, headers: { etag: known ?? '' } })
        : Response.json(live, { headers: { etag: `"${live.tag}"` } })
    },
    { isPoll: true },
  )
