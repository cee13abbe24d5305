import { pick } from '@/lib/domain/values/pick'
import { requireApplication } from '@/lib/server/drafts/data'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

/** When it was changed last, and how it stands since: asked again and again by an open page of its case. */
export const GET = (request: Request, { params }: Context) =>
  answerRoute(
    request,
    'underwriting:read',
    async (ctx) => {
      const application = await requireApplication(ctx.db, (await params).id)
      return Response.json(pick(application, ['updatedAt', 'status', 'revision', 'statusBeforeRevision']))
    },
    { isPoll: true },
  )
