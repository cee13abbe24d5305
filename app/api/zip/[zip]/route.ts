import { placeOfZip } from '@/lib/server/addresses/zip-places'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ zip: string }> }

/** City and state of a ZIP code, to fill in an address. */
export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'applications:write', async () =>
    Response.json({ place: await placeOfZip((await params).zip) }),
  )
