import NextAuth from 'next-auth'
import { requireDesk } from '@/lib/server/running-desk'
import { allAuthOptions } from '@/lib/server/single-sign-on/identity-provider'

type Context = { params: Promise<{ nextauth: string[] }> }

const handler = (request: Request, context: Context) =>
  NextAuth(allAuthOptions(requireDesk()))(request, context)

export { handler as GET, handler as POST }
