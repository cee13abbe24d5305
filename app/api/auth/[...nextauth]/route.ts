import NextAuth from 'next-auth'
import { requireDesk } from '@/lib/server/running-desk'
import { allAuthOptions } from '@/lib/server/single-sign-on/identity-provider'

type Context = { params: Promise<{ nextauth: string[] }> }

/**
 * Its page sends a form, and asks without a body, though by a header of JSON. What cannot be read as JSON would be an
 * error and a stack in the log, whoever sends it.
 */
const handler = (request: Request, context: Context) =>
  request.method === 'POST' && request.headers.get('content-type')?.includes('json')
    ? new Response('Send a form.', { status: 415 })
    : NextAuth(allAuthOptions(requireDesk()))(request, context)

export { handler as GET, handler as POST }
