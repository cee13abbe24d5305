import { createSandbox } from '@/lib/sandbox/create-sandbox'
import { createBox } from '@/lib/sandbox/sealed'
import { getSandboxServices } from '@/lib/server/sandbox-mount'

export const dynamic = 'force-dynamic'

/** The only mount of the simulated partner. With a real partner, nothing is here. */
function handler(request: Request): Promise<Response> | Response {
  const services = getSandboxServices()
  if (!services) return Response.json([{ message: 'Not found', errorCode: 'NOT_FOUND' }], { status: 404 })
  const { key, ...rest } = services
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
