import 'server-only'
import { randomUUID } from 'node:crypto'
import type { AuthOptions, User } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { readProviderClaims } from '@/lib/domain/access/single-sign-on'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import { incomingRequest } from '@/lib/server/incoming-request'
import { callingAddress } from '@/lib/server/request-address'
import type { Desk } from '@/lib/server/running-desk'
import { authOptions } from '@/lib/server/sign-in/auth-options'
import { signInByProvider } from './sign-in-by-provider'

/** The end of the address that the provider sends people back to. */
const PROVIDER_ID = 'oidc'

const TIMEOUT_MS = 10_000

type Claims = Record<string, unknown>

/** What next-auth answers with: passwords, and the identity provider where there is one. */
export function allAuthOptions(desk: Pick<Desk, 'env' | 'db' | 'authSecret' | 'services'>): AuthOptions {
  const options = authOptions(desk)
  const provider = identityProvider(desk.env)
  if (!provider) return options
  return {
    ...options,
    providers: [...options.providers, provider],
    callbacks: {
      ...options.callbacks,
      signIn: ({ user, account, profile }) =>
        account?.provider === PROVIDER_ID ? admitByProvider(desk, user, profile) : true,
    },
    logger: {
      ...options.logger,
      error: (code, metadata) => log.error({ code, reason: whyRefused(metadata) }, 'sign-in'),
    },
  }
}

/**
 * The desk's identity provider for next-auth, which asks it with state, nonce and PKCE, and verifies what it answers:
 * signature (RS256, with the provider's keys of this moment), issuer, audience, time and nonce. Null without one.
 */
function identityProvider(env: Env): OAuthConfig<Claims> | null {
  if (env.OIDC_ISSUER === '') return null
  return {
    id: PROVIDER_ID,
    name: 'Single sign-on',
    type: 'oauth',
    // Read at each sign-in, so that a provider that renews its keys needs no restart here.
    wellKnown: `${env.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      // Many providers keep email and groups out of the token. What the token says is signed, and goes first.
      async request({ client, tokens }) {
        const claims = claimsIn(tokens.id_token)
        // The provider's own document names its issuer; it has to be the one that the desk was told of.
        if (claims.iss !== env.OIDC_ISSUER) throw new Error('The issuer is another one than OIDC_ISSUER.')
        if (!client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return claims
        const more = await client.userinfo(tokens.access_token)
        if (more.sub !== claims.sub) throw new Error('The user info is about another person than the token.')
        return { ...more, ...claims }
      },
    },
    // Who that is here, and with which session, is found out in `admitByProvider`.
    profile: ({ sub }) => ({ id: String(sub), sessionId: '' }),
  }
}

/** Of a token that next-auth's client has verified. */
const claimsIn = (idToken: string | undefined): Claims & { sub: string } =>
  JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8'))

/** Lets someone in, and gives next-auth their session for its cookie; or the address that says why not. */
async function admitByProvider(
  { db, services }: Pick<Desk, 'db' | 'services'>,
  user: Pick<User, 'id' | 'sessionId'>,
  claims: unknown,
): Promise<true | string> {
  const { singleSignOn } = services
  if (!singleSignOn) return refusedAt('Callback')
  try {
    const from = {
      db,
      now: services.now,
      requestId: randomUUID(),
      address: callingAddress() ?? 'unknown',
      userAgent: incomingRequest()?.headers['user-agent'] ?? '',
    }
    const said = readProviderClaims(claims, singleSignOn.groupsClaim)
    const result = await signInByProvider(from, singleSignOn, said)
    if (!result.ok) return refusedAt(`sso-${result.reason}`)
    user.sessionId = result.sessionId
    return true
  } catch (err) {
    // Thrown on, its message would stand in an address.
    log.error({ err }, 'a sign-in by the identity provider failed')
    return refusedAt('Callback')
  }
}

const refusedAt = (code: string) => `${routes.signIn}?error=${code}`

/**
 * Why a sign-in broke off, for the log: the codes of a provider, or what of its answer was not right. Its descriptions
 * stay out, since some name the person.
 */
function whyRefused(metadata: unknown): string | undefined {
  const error = metadata instanceof Error ? metadata : Reflect.get(Object(metadata), 'error')
  if (!(error instanceof Error)) return undefined
  return error.message.replace(/ \(.*/s, '').slice(0, 100)
}
