import { answerCallback, refuseMethod } from '@/lib/server/callbacks/receiver-route'

export const dynamic = 'force-dynamic'

/** contract.md, "The receiver". There is no session here: the key is all that the interface leaves room for. */
export async function POST(request: Request, { params }: { params: Promise<{ key: string }> }) {
  return answerCallback(request, (await params).key)
}

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
}
