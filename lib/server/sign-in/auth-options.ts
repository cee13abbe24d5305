import 'server-only'
import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import { requestAddress } from '@/lib/server/request-address'
import type { Desk } from '@/lib/server/running-desk'
import { DEVICE_DAYS, knownDevice, rememberDevice } from './known-device'
import { SESSION_HOURS } from './sessions'
import { accountName, signIn } from './sign-in'
import { recordSignOut } from './sign-out-record'

declare module 'next-auth' {
  interface User {
    id: string
    sessionId: string
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    sessionId?: string
  }
}

/**
 * next-auth's encrypted cookie contains only our session's ID. Whether the session is still open, and with which roles,
 * is read from the database at every request.
 */
export function authOptions(desk: Pick<Desk, 'env' | 'db' | 'authSecret' | 'services'>): AuthOptions {
  const secure = desk.env.APP_URL.startsWith('https://')
  const cookie = (name: string) => ({
    name: secure ? `__Host-desk.${name}` : `desk.${name}`,
    options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure },
  })
  return {
    secret: desk.authSecret,
    useSecureCookies: secure,
    cookies: {
      sessionToken: cookie('session'),
      csrfToken: cookie('csrf'),
      callbackUrl: cookie('callback'),
      // The state of a request to the identity provider, until its answer arrives.
      state: cookie('sso-state'),
      nonce: cookie('sso-nonce'),
      pkceCodeVerifier: cookie('sso-verifier'),
    },
    session: { strategy: 'jwt', maxAge: SESSION_HOURS * 3600 },
    pages: { signIn: routes.signIn, error: routes.signIn },
    providers: [
      CredentialsProvider({
        name: 'Password',
        credentials: { email: {}, password: {} },
        async authorize(credentials, request) {
          const email = accountName(String(credentials?.email ?? '').slice(0, 320))
          const jar = await cookies()
          const device = cookie('device')
          const now = new Date()
          const known = jar.get(device.name)?.value
          const result = await signIn(
            { db: desk.db, now, requestId: randomUUID(), singleSignOn: desk.services.singleSignOn },
            {
              email,
              password: String(credentials?.password ?? '').slice(0, 1024),
              address: requestAddress((name) => request.headers?.[name]),
              userAgent: String(request.headers?.['user-agent'] ?? ''),
              device: knownDevice(desk.authSecret, known, { email, now }),
            },
          )
          if (result.ok) {
            jar.set(device.name, rememberDevice(desk.authSecret, known, { email, now }), {
              ...device.options,
              maxAge: DEVICE_DAYS * 86_400,
            })
            return { id: result.userId, sessionId: result.sessionId }
          }
          // The message becomes the error code on the sign-in page.
          throw new Error(result.reason === 'closed' ? `closed:${result.minutes}` : 'wrong')
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sessionId: user.sessionId } : { sessionId: token.sessionId }),
      // Scripts can read this: it says that there is a session, but not which.
      session: ({ session }) => ({ expires: session.expires }),
      // Only to a page of the desk, whatever address the caller asks for.
      redirect: ({ url, baseUrl }) => (url.startsWith(`${baseUrl}/`) ? url : baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (token?.sessionId) await recordSignOut(desk.db, token.sessionId, new Date(), randomUUID())
      },
    },
    // Logs only the library's codes, because the metadata can contain what was typed.
    logger: {
      error: (code) => log.error({ code }, 'sign-in'),
      warn: (code) => log.warn({ code }, 'sign-in'),
    },
  }
}
