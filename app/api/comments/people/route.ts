import { commentSubject } from '@/lib/domain/comments/inputs'
import { listMentionable } from '@/lib/server/comments/comments'
import { answerRoute, parseSent } from '@/lib/server/route'

/** The people that a comment on a subject can mention. */
export const GET = (request: Request) =>
  answerRoute(request, 'account:own', async (ctx) => {
    const { searchParams } = new URL(request.url)
    const subject = parseSent(commentSubject, { type: searchParams.get('type'), id: searchParams.get('id') })
    return Response.json({ people: await listMentionable(ctx, subject) })
  })
