import { createSandbox } from '@/lib/sandbox/create-sandbox'
import { createBox } from '@/lib/sandbox/sealed'
import { getSandboxWorld } from '@/lib/server/sandbox-mount'

export const dynamic = 'force-dynamic'

/** The only mount of the simulated partner: with a real partner there is nothing here. */
function handler(request: Request): Promise<Response> | Response {
  const world = getSandboxWorld()
  if (!world) return Response.json([{ message: 'Not found', errorCode: 'NOT_FOUND' }], { status: 404 })
  const { key, ...rest } = world
  return createSandbox({ ...rest, box: createBox(key) })(request)
}

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
}
