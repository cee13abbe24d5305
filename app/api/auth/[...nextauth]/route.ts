import NextAuth from 'next-auth'
import { requireDesk } from '@/lib/server/running-desk'
import { allAuthOptions } from '@/lib/server/single-sign-on/identity-provider'

type Context = { params: Promise<{ nextauth: string[] }> }

/**
 * The sign-in page sends a form, or a request without a body but with a JSON header. A body that is not JSON would
 * be an error with a stack trace in the log, whoever sends it.
 */
const handler = (request: Request, context: Context) =>
  request.method === 'POST' && request.headers.get('content-type')?.includes('json')
    ? new Response('Send a form.', { status: 415 })
    : NextAuth(allAuthOptions(requireDesk()))(request, context)

export { handler as GET, handler as POST }
