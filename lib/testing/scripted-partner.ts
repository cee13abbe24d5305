import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PartnerConfig } from '@/lib/partner/client'
import type { FundingProfile } from '@/lib/partner/funding-client'

/** For tests: a real HTTP server on a free port of the loopback, whose endpoints answer by script. */

export type Received = {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
  remotePort: number
}
type Script = (request: Received, response: http.ServerResponse) => unknown

export const TEST_CREDENTIALS = {
  clientId: 'test-client',
  clientSecret: 's&cret+100%',
  username: 'api+desk@partner.test',
  password: 'p&ss w+rd%',
  securityToken: 'T0ken=',
}

/** Its key holds what careless encoding and masking break; in Base64 it has a plus, a slash and padding. */
export const TEST_PROFILE: FundingProfile = {
  profileId: '941000000009',
  profileKey: 'k€y:"&+% İ\\>>??',
  label: 'Test profile',
  amountUnit: 'minor',
}

export async function startScriptedPartner() {
  const received: Received[] = []
  const tokens = new Set<string>()
  let issued = 0
  const scripts: { token: Script; call: Script } = {
    token: (_request, response) => {
      const token = `test!token.${++issued}`
      tokens.add(token)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ access_token: token, instance_url: address, token_type: 'Bearer' }))
    },
    call: (_request, response) => response.end('{}'),
  }
  const server = http.createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of incoming) parts.push(part)
    } catch {
      // The client went away in the middle of its request: what came is noted all the same.
    }
    const path = incoming.url ?? ''
    const request = {
      method: incoming.method ?? '',
      path,
      headers: incoming.headers,
      body: Buffer.concat(parts),
      remotePort: incoming.socket.remotePort ?? 0,
    }
    received.push(request)
    await (path.endsWith('/oauth2/token') ? scripts.token : scripts.call)(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const address = `http://${host}/base`

  return {
    scripts,
    received,
    host,
    address,
    config: {
      ...TEST_CREDENTIALS,
      authUrl: address,
      instanceHosts: [host],
      statusPath: '/services/data/v54.0/sobjects/Opportunity/{opportunityId}?fields=StageName',
      fundingUrl: address,
    } satisfies PartnerConfig,
    tokenRequests: () => received.filter(({ path }) => path.endsWith('/oauth2/token')),
    calls: () => received.filter(({ path }) => !path.endsWith('/oauth2/token')),
    /** Every token given so far is refused from now on; new ones are good. */
    revokeTokens: () => tokens.clear(),
    knows: ({ headers }: Received) => tokens.has(headers.authorization?.replace('Bearer ', '') ?? ''),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type ScriptedPartner = Awaited<ReturnType<typeof startScriptedPartner>>
