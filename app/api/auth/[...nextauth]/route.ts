import NextAuth from 'next-auth'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from '@/lib/server/sign-in/auth-options'

type Context = { params: Promise<{ nextauth: string[] }> }

const handler = (request: Request, context: Context) => NextAuth(authOptions(requireDesk()))(request, context)

export { handler as GET, handler as POST }
