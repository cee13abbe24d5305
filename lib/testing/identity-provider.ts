import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export type ProviderAccount = {
  sub: string
  email?: string
  email_verified?: unknown
  name?: string
  groups?: string[]
}

type Claims = Record<string, unknown>
/** Alters the next ID tokens, given the signing key: a provider that is broken or an impostor. */
export type TokenFault = (token: { header: Claims; claims: Claims; key: KeyObject }) => string

export type TestIdentityProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in next; null refuses, as for a person who may not use the desk. */
  account: ProviderAccount | null
  fault: TokenFault | null
  /** New signing keys; those before are published no more. */
  rotateKeys(): void
  /** The private key of this moment. */
  key(): KeyObject
  close(): Promise<void>
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An ID token with these contents, signed with RS256. */
export function signToken(header: Claims, claims: Claims, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
}

/** A real identity provider in this process that signs in `account` without a prompt. */
export async function openIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['desk', 's&cret+100%']

  const configuration = (jwk: object): Configuration => ({
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...self.account, sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  const self: TestIdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    account: null,
    fault: null,
    rotateKeys: () => {
      current = start()
    },
    key: () => current.key,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  let current = start()

  function start() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }
    const provider = new Provider(issuer, configuration(jwk))
    provider.use(async (ctx, next) => {
      await next()
      const { fault } = self
      if (!fault || ctx.oidc?.route !== 'token' || typeof ctx.body?.id_token !== 'string') return
      const [header, claims] = ctx.body.id_token
        .split('.')
        .map((part: string) => Buffer.from(part, 'base64url').toString())
      ctx.body = {
        ...ctx.body,
        id_token: fault({ header: JSON.parse(header), claims: JSON.parse(claims), key: privateKey }),
      }
    })
    return { provider, key: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })) }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { provider } = current
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const { account } = self
    await provider.interactionFinished(
      request,
      response,
      account
        ? { login: { accountId: account.sub, remember: false } }
        : { error: 'access_denied', error_description: 'ana@desk.test may not use this' },
    )
  }

  return self
}
