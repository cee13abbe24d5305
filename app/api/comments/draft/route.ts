import { keepCommentDraftInput, MAX_COMMENT_DRAFT_BYTES } from '@/lib/domain/comments/inputs'
import { keepCommentDraft } from '@/lib/server/comments/comments'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

/**
 * Keeps a comment that is being written; `content` null deletes it. Answers whether it was kept, or had already
 * been sent.
 */
export const PUT = (request: Request) =>
  answerRoute(request, 'account:own', async (ctx) => {
    const body = parseSent(keepCommentDraftInput, await readJson(request, MAX_COMMENT_DRAFT_BYTES))
    return Response.json(await keepCommentDraft(ctx, body))
  })
