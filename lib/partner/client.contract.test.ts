import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import zlib from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closedAddress, failureOf } from '@/lib/testing/call-checks'
import { type ScriptedPartner, startScriptedPartner } from '@/lib/testing/scripted-partner'
import { createPartnerClient, type PartnerClient, type PartnerConfig } from './client'
import { createTokenSource } from './token'

const golden = (name: string) => readFileSync(new URL(`./wire/golden/${name}.json`, import.meta.url), 'utf8')
const requestText = golden('create-sole-proprietorship')
const successText = golden('result-entries')

let partner: ScriptedPartner
beforeEach(async () => {
  partner = await startScriptedPartner()
})
afterEach(async () => {
  vi.useRealTimers()
  await partner.stop()
})

const clientOf = (changes: Partial<PartnerConfig> = {}): PartnerClient =>
  createPartnerClient({ ...partner.config, ...changes })

const send = (client = clientOf()) => client.sendApplication(requestText)

const answerToken = (instanceUrl: string) =>
  JSON.stringify({ access_token: 'test!token', instance_url: instanceUrl, token_type: 'Bearer' })

describe('a token', () => {
  it('is asked for with form fields that survive & + % = and a space, security token behind the password', async () => {
    await clientOf().checkToken()
    const [request] = partner.tokenRequests()
    expect(request?.path).toBe('/base/services/oauth2/token')
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
      grant_type: 'password',
      client_id: 'test-client',
      client_secret: 's&cret+100%',
      username: 'api+desk@partner.test',
      password: 'p&ss w+rd%T0ken=',
    })
  })

  it('is kept for 24 hours less a margin by the monotonic clock', async () => {
    let nowMs = 1_000_000
    const tokens = createTokenSource(partner.config, 5_000, () => nowMs)
    const first = await tokens.get()
    nowMs += 23 * 3_600_000
    expect(await tokens.get()).toBe(first)
    nowMs += 3_000_000
    expect(await tokens.get()).not.toBe(first)
    expect(partner.tokenRequests()).toHaveLength(2)
  })

  it('is asked for once by 50 calls at the same time', async () => {
    partner.scripts.call = (_request, response) => response.end(successText)
    const client = clientOf()
    await Promise.all(Array.from({ length: 50 }, () => send(client)))
    expect(partner.tokenRequests()).toHaveLength(1)
    expect(partner.calls()).toHaveLength(50)
  })

  it('that is refused is replaced once for 50 calls, each of which is sent once more', async () => {
    let refusals = 0
    partner.scripts.call = async (request, response) => {
      if (partner.knows(request)) return response.end(successText)
      // Some hear of it while the new token is asked for, some long after it came.
      await wait((refusals++ % 5) * 25)
      response
        .writeHead(401)
        .end('[{"message":"Session expired or invalid","errorCode":"INVALID_SESSION_ID"}]')
    }
    const client = clientOf()
    await send(client)
    partner.revokeTokens()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(client)))
    expect(answers.every(({ opportunityId }) => opportunityId === '006000000000001AAA')).toBe(true)
    expect(partner.tokenRequests()).toHaveLength(2)
    expect(partner.calls()).toHaveLength(1 + 100)
  })

  it('that is refused again ends the call: one new token, one replay, nothing applied', async () => {
    partner.scripts.call = (_request, response) => response.writeHead(401).end()
    const error = await failureOf(send(clientOf()))
    expect(error).toMatchObject({ kind: 'authentication', outcome: 'not-applied', httpStatus: 401 })
    expect([partner.tokenRequests().length, partner.calls().length]).toEqual([2, 2])
  })

  it('that is refused for ever is replaced once for 50 calls, which then end', async () => {
    partner.scripts.call = (_request, response) => response.writeHead(401).end()
    const client = clientOf()
    const errors = await Promise.all(Array.from({ length: 50 }, () => failureOf(send(client))))
    expect(new Set(errors.map(({ kind, outcome }) => `${kind} ${outcome}`))).toEqual(
      new Set(['authentication not-applied']),
    )
    expect([partner.tokenRequests().length, partner.calls().length]).toEqual([2, 100])
  })

  it.each(['1999-01-01', '2099-01-01'])(
    'is kept when the clock is set to %s, and asked for once by 50 calls when it is refused',
    async (day) => {
      partner.scripts.call = (request, response) =>
        partner.knows(request) ? response.end(successText) : response.writeHead(401).end()
      const client = clientOf()
      await send(client)
      vi.setSystemTime(new Date(day))
      await send(client)
      expect(partner.tokenRequests()).toHaveLength(1)
      partner.revokeTokens()
      await Promise.all(Array.from({ length: 50 }, () => send(client)))
      expect(partner.tokenRequests()).toHaveLength(2)
    },
  )

  it('whose service refuses us is an authentication error, before a call is ready', async () => {
    partner.scripts.token = (_request, response) =>
      response.writeHead(400).end('{"error":"invalid_grant","error_description":"wrong: p&ss w+rd%T0ken="}')
    for (const asking of [clientOf().ready(), send()]) {
      const error = await failureOf(asking)
      expect(error).toMatchObject({ kind: 'authentication', outcome: 'not-applied', httpStatus: 400 })
      expect(error.problems[0]?.code).toBe('invalid_grant')
    }
    expect(partner.calls()).toHaveLength(0)
  })

  it.each([
    ['broken JSON', '{"access_token":"test!token', 200, 'unreadable'],
    ['a page', '<html><body>Welcome</body></html>', 200, 'unreadable'],
    [
      'an answer without an address',
      '{"access_token":"test!token","token_type":"Bearer"}',
      200,
      'unreadable',
    ],
    [
      'a token that would break a header',
      answerToken('http://127.0.0.1').replace('test!', 'a\\r\\nb: '),
      200,
      'unreadable',
    ],
    ['a redirect', '', 302, 'unreadable'],
    ['too many requests', '', 429, 'server'],
    ['a failure', '', 503, 'server'],
  ])('whose service answers with %s leaves nothing unknown', async (_what, text, status, kind) => {
    partner.scripts.token = (_request, response) =>
      response.writeHead(status, { location: partner.address }).end(text)
    expect(await failureOf(send())).toMatchObject({ kind, outcome: 'not-applied', httpStatus: status })
    expect(partner.received).toHaveLength(1)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a type in small letters', { token_type: 'bearer' }],
    ['a type in capitals', { token_type: 'BEARER' }],
    ['a time that is a number', { issued_at: 1_760_000_000_000 }],
    ['an id that is a number', { id: 17 }],
    ['members that are null or odd', { id: null, issued_at: {}, signature: 5 }],
  ])('is taken with %s', async (_what, members) => {
    partner.scripts.token = (_request, response) =>
      response.end(JSON.stringify({ ...JSON.parse(answerToken(partner.address)), ...members }))
    expect(await clientOf().checkToken()).toMatchObject({ instanceUrl: partner.address })
  })

  it.each<[string, string]>([
    ['accessToken', '{"accessToken":"test!token.Ab1","token_type":"Bearer"}'],
    ['token', '{"token":"test!token.Ab1"}'],
    ['a name of its own', '{"answer":{"ticket":"test!token.Ab1"}}'],
    ['a number', '{"answer":{"ticket":90012345678901}}'],
    [
      'XML',
      '<loginResponse><sessionId>test!token</sessionId><x>00Dabc!AQEAQtest.token_x9</x></loginResponse>',
    ],
    ['XML with a prefix', '<ns:sessionId type="s">test!token</ns:sessionId>'],
    ['a word by itself', '"test!token"'],
    ['broken JSON', '{"sessionId":"test!token.Ab1'],
    ['a sentence', 'Your session is 00Dabc!AQEAQtest.token_x9'],
  ])('under another name, as %s, is not shown', async (_what, text) => {
    partner.scripts.token = (_request, response) => response.end(text)
    const error = await failureOf(send())
    expect(error.kind).toBe('unreadable')
    expect(error.rawText).not.toMatch(/test[!.]token|90012345678901/)
  })

  it('that is refused is told why', async () => {
    const words = { error: 'invalid_grant', error_description: 'authentication failure: user is locked' }
    partner.scripts.token = (_request, response) => response.writeHead(400).end(JSON.stringify(words))
    const error = await failureOf(send())
    expect(JSON.parse(error.rawText ?? '')).toEqual(words)
    expect(error.message).toContain('authentication failure: user is locked')
  })

  it('whose service hangs leaves nothing unknown', async () => {
    partner.scripts.token = () => {}
    const error = await failureOf(send(clientOf({ timeouts: { tokenMs: 100 } })))
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-applied' })
  })

  it.each([
    ['another host', 'https://elsewhere.example/base', 'elsewhere.example'],
    ['the same host at another port', 'http://127.0.0.1:1/base', '127.0.0.1:1'],
    ['a host behind a user name', 'http://127.0.0.1@elsewhere.example/', 'elsewhere.example'],
  ])('that leads to %s is refused, and nothing is sent there', async (_what, instanceUrl, host) => {
    partner.scripts.token = (_request, response) => response.end(answerToken(instanceUrl))
    for (const asking of [clientOf().ready(), send()]) {
      const error = await failureOf(asking)
      expect(error).toMatchObject({ kind: 'authentication', outcome: 'not-applied' })
      expect(error.message).toContain(host)
    }
    expect(partner.calls()).toHaveLength(0)
  })

  it('check tells the address and the lifetime, and no token', async () => {
    expect(await clientOf().checkToken()).toEqual({
      instanceUrl: partner.address,
      lifetimeMs: 86_400_000,
      issuedAt: null,
      signature: 'no-secret',
    })
  })
})

describe.each<[string, 'sendApplication' | 'sendFullApplication', string]>([
  ['an application', 'sendApplication', '/base/services/apexrest/merchant-application-payfac/'],
  ['a full application', 'sendFullApplication', '/base/services/data/v54.0/composite/sobjects'],
])('%s', (_thing, method, path) => {
  const send = (client = clientOf()) => client[method](requestText)

  it('is posted as it is, with the token, and answered record by record', async () => {
    partner.scripts.call = (_request, response) => response.end(successText)
    const answer = await send()
    expect(answer).toMatchObject({
      httpStatus: 200,
      opportunityId: '006000000000001AAA',
      accountId: '001000000000001AAA',
    })
    expect(answer.entries).toHaveLength(5)
    const [call] = partner.calls()
    expect(call?.path).toBe(path)
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer test!token.1',
      'content-type': 'application/json',
    })
    expect(call?.body.toString()).toBe(requestText)
  })

  it('each goes out on a connection of its own', async () => {
    partner.scripts.call = (_request, response) => response.end(successText)
    const client = clientOf()
    await send(client)
    await send(client)
    expect(new Set(partner.received.map(({ remotePort }) => remotePort)).size).toBe(3)
  })

  it('asks for no token once the client is ready: nothing but the call is left', async () => {
    const order: string[] = []
    const { token } = partner.scripts
    partner.scripts.token = (request, response) => {
      order.push('token')
      token(request, response)
    }
    partner.scripts.call = (_request, response) => {
      order.push('call')
      response.end(successText)
    }
    const client = clientOf()
    await client.ready()
    await wait(20)
    order.push('ready')
    await send(client)
    expect(order).toEqual(['token', 'ready', 'call'])
  })

  it('that meets no server is tried three times, then was not applied', async () => {
    const host = await closedAddress()
    partner.scripts.token = (_request, response) => response.end(answerToken(`http://${host}`))
    const client = clientOf({ instanceHosts: [host] })
    const startedAt = performance.now()
    const error = await failureOf(send(client))
    expect(error).toMatchObject({ kind: 'connection', outcome: 'not-applied', httpStatus: null })
    expect(error.message).toContain('connection refused')
    // Two pauses, of at least half of 250 and of 500 ms.
    expect(performance.now() - startedAt).toBeGreaterThan(370)
  })

  it('whose server’s name is not found was not applied', async () => {
    partner.scripts.token = (_request, response) => response.end(answerToken('http://nobody.invalid'))
    const error = await failureOf(send(clientOf({ instanceHosts: ['nobody.invalid'] })))
    expect(error).toMatchObject({ kind: 'connection', outcome: 'not-applied' })
  })

  it('that meets a server without encryption where https was named was not applied', async () => {
    partner.scripts.token = (_request, response) => response.end(answerToken(`https://${partner.host}`))
    expect(await failureOf(send())).toMatchObject({ kind: 'connection', outcome: 'not-applied' })
    expect(partner.calls()).toHaveLength(0)
  })

  it.each<[string, number, string, string, string]>([
    ['a list of problems', 400, golden('error-list'), 'refused', 'not-applied'],
    ['an object with an errors array', 400, golden('error-object'), 'refused', 'not-applied'],
    ['an OAuth error', 400, golden('error-token'), 'refused', 'not-applied'],
    ['a page', 403, '<html><body>Forbidden</body></html>', 'refused', 'not-applied'],
    ['nothing', 404, '', 'refused', 'not-applied'],
    ['a gateway’s time-out', 408, '', 'timeout', 'unknown'],
    ['too early', 425, '', 'server', 'not-applied'],
    ['too many requests', 429, '', 'server', 'not-applied'],
    ['a failure', 500, '', 'server', 'unknown'],
    ['a gateway’s failure', 504, '<html></html>', 'server', 'unknown'],
    ['a redirect', 307, '', 'unreadable', 'unknown'],
    ['broken JSON', 200, '[{"Success":true,"SFId":"006', 'unreadable', 'unknown'],
    ['a page of success', 200, '<html><body>Log in</body></html>', 'unreadable', 'unknown'],
    ['a success that lists errors', 200, golden('error-list'), 'refused', 'not-applied'],
    ['success false', 200, '{"isSuccess":false}', 'refused', 'not-applied'],
    [
      'errors beside ids',
      200,
      '{"errors":["no"],"opportunityId":"006000000000001AAA"}',
      'unreadable',
      'unknown',
    ],
    [
      'success false beside ids',
      200,
      '{"success":false,"opportunityId":"006000000000001AAA","accountId":"001000000000001AAA"}',
      'unreadable',
      'unknown',
    ],
    ['a refusal that says what it made', 400, successText, 'unreadable', 'unknown'],
    ['more than 5 MB', 200, `"${'x'.repeat(5_000_001)}"`, 'unreadable', 'unknown'],
  ])(
    'answered with %s (%i) is told by its meaning, and never sent again',
    async (_what, status, text, kind, outcome) => {
      partner.scripts.call = (_request, response) =>
        response.writeHead(status, { location: partner.address }).end(text)
      expect(await failureOf(send())).toMatchObject({ kind, outcome, httpStatus: status })
      expect(partner.calls()).toHaveLength(1)
    },
  )

  it('that is refused carries the partner’s words, fields and raw answer, identity values masked', async () => {
    const words = {
      message: 'SSN 900123456 of 1984-02-29 is taken',
      errorCode: 'DUPLICATE',
      fields: ['lstContact[0].SSN__c'],
    }
    partner.scripts.call = (_request, response) => response.writeHead(400).end(JSON.stringify([words]))
    const error = await failureOf(send())
    expect(error.problems).toEqual([
      { message: 'SSN •••• of •••• is taken', code: 'DUPLICATE', fields: words.fields },
    ])
    expect(error.message).toContain(
      'The partner refused the application (HTTP 400): SSN •••• of •••• is taken.',
    )
    expect(error.rawText).toContain('DUPLICATE')
  })

  it('that is refused with our own secrets quoted does not show them', async () => {
    partner.scripts.call = (_request, response) =>
      response
        .writeHead(400)
        .end('{"message":"Bad: test!token.1, p&ss w+rd%T0ken=, s%26cret%2B100%25, account 4321"}')
    const work = clientOf()[method](golden('create-limited-liability-company'))
    expect((await failureOf(work)).problems[0]?.message).toBe('Bad: ••••, ••••, ••••, account ••••')
  })

  it.each(['{"message":"Accepted"}', '', 'Accepted', '"Accepted"'])(
    'that is accepted without ids, with %j, says so with nulls',
    async (text) => {
      partner.scripts.call = (_request, response) => response.end(text)
      expect(await send()).toMatchObject({
        verdict: 'ids-needed',
        entries: [],
        opportunityId: null,
        accountId: null,
      })
    },
  )

  it('whose answer tells of a failure beside ids shows that answer', async () => {
    partner.scripts.call = (_request, response) =>
      response.end('{"success":false,"opportunityId":"006000000000001AAA"}')
    const error = await failureOf(send())
    expect(error.message).toContain('mentions a failure, and does not say clearly what was done (HTTP 200)')
    expect(error.rawText).toBe('{"success":false,"opportunityId":"006000000000001AAA"}')
  })

  it.each<[string, string, (text: string) => Buffer]>([
    ['gzip', 'gzip', (text) => zlib.gzipSync(text)],
    [
      'gzip in two members',
      'gzip',
      (text) => Buffer.concat([text.slice(0, 9), text.slice(9)].map((part) => zlib.gzipSync(part))),
    ],
    ['gzip without a word of it', '', (text) => zlib.gzipSync(text)],
    ['br', 'br', (text) => zlib.brotliCompressSync(text)],
    ['deflate', 'deflate', (text) => zlib.deflateSync(text)],
    ['deflate without its header', 'Deflate', (text) => zlib.deflateRawSync(text)],
    ['gzip within br', 'gzip, br', (text) => zlib.brotliCompressSync(zlib.gzipSync(text))],
    ['identity', 'identity', (text) => Buffer.from(text)],
  ])('that is answered in %s is read', async (_how, encoding, pack) => {
    partner.scripts.call = (_request, response) =>
      response.writeHead(200, encoding ? { 'content-encoding': encoding } : {}).end(pack(successText))
    expect(await send()).toMatchObject({ verdict: 'accepted', opportunityId: '006000000000001AAA' })
    for (const request of partner.received) expect(request.headers['accept-encoding']).toBe('identity')
  })

  it.each<[string, string, () => Buffer]>([
    ['that unpacks to more than 5 MB', 'gzip', () => zlib.gzipSync(`"${'x'.repeat(5_000_001)}"`)],
    [
      'that unpacks to more than 5 MB, twice packed',
      'br, gzip',
      () => zlib.gzipSync(zlib.brotliCompressSync('x'.repeat(50_000_000))),
    ],
    ['that ends too early', 'gzip', () => zlib.gzipSync(successText).subarray(0, 100)],
    ['that is not packed at all', 'br', () => Buffer.from(successText)],
    ['in an encoding that no one knows', 'rot13', () => Buffer.from(successText)],
  ])('with an answer %s is unknown', async (_what, encoding, body) => {
    partner.scripts.call = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body())
    expect(await failureOf(send())).toMatchObject({ kind: 'unreadable', outcome: 'unknown' })
  })

  it('that is partly accepted is an answer, masked', async () => {
    partner.scripts.call = (_request, response) =>
      response.end(
        JSON.stringify([
          {
            Success: true,
            SourceId: null,
            SFId: '006000000000001AAA',
            ObjectType: 'Opportunity',
            Message: 'ok',
          },
          {
            Success: false,
            SourceId: 'contact-1',
            SFId: '',
            ObjectType: 'Contact',
            Message: 'SSN 900123456 is taken',
          },
        ]),
      )
    const answer = await send()
    expect(answer.entries[1]).toMatchObject({
      success: false,
      sourceId: 'contact-1',
      message: 'SSN •••• is taken',
    })
    expect(answer.rawText).not.toContain('900123456')
  })

  it.each<[string, string, (partner: ScriptedPartner) => void]>([
    [
      'gets no answer in time',
      'timeout',
      (server) => {
        server.scripts.call = () => {}
      },
    ],
    [
      'loses its connection before the answer',
      'connection',
      (server) => {
        server.scripts.call = (_request, response) => response.socket?.destroy()
      },
    ],
    [
      'loses its connection within the answer',
      'connection',
      (server) => {
        server.scripts.call = async (_request, response) => {
          response.writeHead(200, { 'content-length': successText.length })
          response.write(successText.slice(0, 50))
          await wait(20)
          response.socket?.destroy()
        }
      },
    ],
    [
      'is answered one byte at a time',
      'timeout',
      (server) => {
        server.scripts.call = async (_request, response) => {
          for (const letter of successText) {
            if (response.destroyed) return
            response.write(letter)
            await wait(50)
          }
        }
      },
    ],
    [
      'is answered in no HTTP',
      'unreadable',
      (server) => {
        server.scripts.call = (_request, response) => response.socket?.end('hello\r\n\r\n')
      },
    ],
  ])('that %s is unknown, and never sent again', async (_what, kind, prepare) => {
    prepare(partner)
    const error = await failureOf(send(clientOf({ timeouts: { applicationMs: 300 } })))
    expect(error).toMatchObject({ kind, outcome: 'unknown' })
    expect(error.message).toContain('unknown whether the partner received it')
    expect(partner.calls()).toHaveLength(1)
  })

  it('that is refused one byte at a time was refused all the same', async () => {
    partner.scripts.call = (_request, response) => {
      response.writeHead(400)
      response.write('[')
    }
    const error = await failureOf(send(clientOf({ timeouts: { applicationMs: 200 } })))
    expect(error).toMatchObject({ kind: 'refused', outcome: 'not-applied', httpStatus: 400 })
  })
})

describe('a full application', () => {
  it('goes to the alias’s own address where there is one, token and all', async () => {
    partner.scripts.call = (_request, response) => response.end(successText)
    await clientOf({ aliasUrl: `${partner.address}/applications?from=desk` }).sendFullApplication(requestText)
    expect(partner.calls()[0]).toMatchObject({
      path: '/base/applications?from=desk',
      headers: { authorization: 'Bearer test!token.1' },
    })
  })

  it('is answered with its quote and quote line items among the records', async () => {
    const entry = (ObjectType: string, SFId: string, SourceId: string | null = null) => ({
      Success: true,
      SourceId,
      SFId,
      ObjectType,
      Message: 'created',
    })
    partner.scripts.call = (_request, response) =>
      response.end(
        JSON.stringify([
          entry('Account', '001000000000001AAA'),
          entry('Opportunity', '006000000000001AAA'),
          entry('Quote', '0Q0000000000001AAA'),
          entry('QuoteLineItem', '0QL000000000001AAA', 'fee-1'),
          entry('QuoteLineItem', '0QL000000000002AAA', 'fee-2'),
        ]),
      )
    const answer = await clientOf().sendFullApplication(requestText)
    expect(answer).toMatchObject({
      opportunityId: '006000000000001AAA',
      accountId: '001000000000001AAA',
    })
    expect(
      answer.entries.map(({ objectType, recordId, sourceId }) => [objectType, recordId, sourceId]).slice(2),
    ).toEqual([
      ['Quote', '0Q0000000000001AAA', null],
      ['QuoteLineItem', '0QL000000000001AAA', 'fee-1'],
      ['QuoteLineItem', '0QL000000000002AAA', 'fee-2'],
    ])
  })
})

describe('a stage', () => {
  const opportunityId = '006000000000001AAA'
  const read = (client = clientOf()) => client.readStage(opportunityId)
  const answering = (text: string, status = 200) => {
    partner.scripts.call = (_request, response) => response.writeHead(status).end(text)
  }

  it('is read with a GET that has a token and no body', async () => {
    answering('{"attributes":{"type":"Opportunity"},"StageName":"Closed Won","Id":"006000000000001AAA"}')
    expect(await read()).toMatchObject({ found: 'stage', stage: 'Closed Won' })
    const [call] = partner.calls()
    expect(call).toMatchObject({
      method: 'GET',
      path: '/base/services/data/v54.0/sobjects/Opportunity/006000000000001AAA?fields=StageName',
    })
    expect(call?.headers.authorization).toBe('Bearer test!token.1')
    expect(call?.headers).not.toHaveProperty('content-length')
    expect(call?.headers).not.toHaveProperty('content-type')
    expect(call?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('is read at the path that was set, which stays below the instance address whatever the id is', async () => {
    answering('{"StageName":"Underwriting"}')
    const client = clientOf({ statusPath: 'stages?of={opportunityId}&again={opportunityId}' })
    await client.readStage('@evil.example/?#$&')
    expect(partner.calls()[0]?.path).toBe(
      '/base/stages?of=%40evil.example%2F%3F%23%24%26&again=%40evil.example%2F%3F%23%24%26',
    )
  })

  it.each(['', undefined])('is not asked for where the path is %j', async (statusPath) => {
    expect(await read(clientOf({ statusPath }))).toEqual({ found: 'switched-off' })
    expect(partner.received).toHaveLength(0)
  })

  it.each([
    ['no such member', '{"Id":"006000000000001AAA"}'],
    ['an empty one', '{"StageName":""}'],
    ['nothing', '[]'],
  ])('is told to be absent where the answer has %s', async (_what, text) => {
    answering(text)
    expect(await read()).toMatchObject({ found: 'no-stage', rawText: text })
  })

  it('of an opportunity that the partner does not know is a value', async () => {
    answering('[{"message":"The requested resource does not exist","errorCode":"NOT_FOUND"}]', 404)
    expect(await read()).toMatchObject({
      found: 'no-opportunity',
      rawText: expect.stringContaining('NOT_FOUND'),
    })
  })

  it.each<[string, number, string, string]>([
    ['a refusal', 400, golden('error-list'), 'refused'],
    ['a page', 403, '<html><body>Forbidden</body></html>', 'refused'],
    ['a gateway’s time-out', 408, '', 'timeout'],
    ['too many requests', 429, '', 'server'],
    ['a failure', 500, '', 'server'],
    ['a redirect', 302, '', 'unreadable'],
    ['broken JSON', 200, '{"StageName":"Clo', 'unreadable'],
    ['a page of success', 200, '<html><body>Log in</body></html>', 'unreadable'],
    ['more than 5 MB', 200, `"${'x'.repeat(5_000_001)}"`, 'unreadable'],
  ])('whose answer is %s (%i) leaves nothing unknown', async (_what, status, text, kind) => {
    answering(text, status)
    const error = await failureOf(read())
    expect(error).toMatchObject({ kind, outcome: 'not-applied', httpStatus: status })
    expect(error.message).toContain('Nothing was changed at the partner.')
    expect(partner.calls()).toHaveLength(1)
  })

  it.each<[string, string, (server: ScriptedPartner) => void]>([
    [
      'never comes',
      'timeout',
      (server) => {
        server.scripts.call = () => {}
      },
    ],
    [
      'ends before it is whole',
      'connection',
      (server) => {
        server.scripts.call = (_request, response) => {
          response.writeHead(200, { 'content-length': 100 })
          response.write('{"StageName":', () => response.socket?.destroy())
        }
      },
    ],
    [
      'is cut before it begins',
      'connection',
      (server) => {
        server.scripts.call = (_request, response) => response.socket?.destroy()
      },
    ],
  ])('whose answer %s leaves nothing unknown', async (_what, kind, prepare) => {
    prepare(partner)
    const error = await failureOf(read(clientOf({ timeouts: { stageMs: 200 } })))
    expect(error).toMatchObject({ kind, outcome: 'not-applied' })
    expect(partner.calls()).toHaveLength(1)
  })

  it('is asked for once more with a new token where the first was refused, and no third time', async () => {
    answering('', 401)
    expect(await failureOf(read())).toMatchObject({ kind: 'authentication', outcome: 'not-applied' })
    expect([partner.tokenRequests().length, partner.calls().length]).toEqual([2, 2])
    partner.scripts.call = (request, response) =>
      partner.knows(request) ? response.end('{"StageName":"New"}') : response.writeHead(401).end()
    const client = clientOf()
    await read(client)
    partner.revokeTokens()
    expect(await read(client)).toMatchObject({ stage: 'New' })
  })
})

describe('an attachment', () => {
  const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, index) => (index * 31) % 251))
  async function* cut(content: Buffer, chunkBytes = 65_536) {
    for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
  }
  const upload = (
    client = clientOf(),
    changes: { sizeBytes?: number; open?: () => AsyncIterable<Uint8Array> } = {},
  ) =>
    client.uploadAttachment({
      parentId: '006000000000001AAA',
      referenceId: 'document_1',
      name: 'Voided "check" é\u0000.pdf',
      sizeBytes: bytes.length,
      open: () => cut(bytes),
      ...changes,
    })

  it('arrives whole, with its length told beforehand', async () => {
    partner.scripts.call = (_request, response) => response.writeHead(201).end(golden('attachment-answer'))
    expect(await upload()).toMatchObject({ httpStatus: 201, recordId: '00P000000000001AAA' })
    const [call] = partner.calls()
    expect(call?.path).toBe('/base/services/data/v54.0/composite/tree/Attachment')
    expect(Number(call?.headers['content-length'])).toBe(call?.body.length)
    const [record] = JSON.parse(call?.body.toString() ?? '').records
    expect(record).toMatchObject({ ParentId: '006000000000001AAA', Name: 'Voided "check" é\u0000.pdf' })
    expect(Buffer.from(record.body, 'base64').equals(bytes)).toBe(true)
  })

  it.each([
    ['a 200 with hasErrors', 200, golden('attachment-refusal')],
    ['a 200 whose results have errors', 200, golden('attachment-refusal').replace('true', 'false')],
    ['a 400', 400, golden('attachment-refusal')],
  ])('is refused by %s, in the partner’s words', async (_what, status, text) => {
    partner.scripts.call = (_request, response) => response.writeHead(status).end(text)
    const error = await failureOf(upload())
    expect(error).toMatchObject({ kind: 'refused', outcome: 'not-applied', httpStatus: status })
    expect(error.problems).toEqual([
      { message: 'The file is too large', code: 'STRING_TOO_LONG', fields: ['body'] },
    ])
  })

  it('is refused by a 200 with hasErrors that does not say which', async () => {
    partner.scripts.call = (_request, response) => response.end('{"hasErrors":true,"results":[]}')
    expect(await failureOf(upload())).toMatchObject({ kind: 'refused', outcome: 'not-applied' })
  })

  it('whose answer does not say whether it worked is unknown', async () => {
    partner.scripts.call = (_request, response) => response.end('{"results":[]}')
    expect(await failureOf(upload())).toMatchObject({ kind: 'unreadable', outcome: 'unknown' })
  })

  it('is read again from the start when the token was refused', async () => {
    partner.scripts.call = (request, response) =>
      partner.knows(request) ? response.end(golden('attachment-answer')) : response.writeHead(401).end()
    const client = clientOf()
    await client.checkToken()
    partner.revokeTokens()
    await upload(client)
    expect(partner.calls().map(({ body }) => body.length)).toEqual([
      partner.calls()[1]?.body.length,
      partner.calls()[1]?.body.length,
    ])
  })

  it.each([
    ['shorter', bytes.length + 1],
    ['longer', bytes.length - 1],
  ])(
    'whose file is %s than announced is cut off before its end, so that nothing can be applied',
    async (_how, sizeBytes) => {
      const error = await failureOf(upload(clientOf(), { sizeBytes }))
      expect(error).toMatchObject({ kind: 'file', outcome: 'not-applied' })
      await expect.poll(() => partner.calls().length).toBe(1)
      expect(partner.calls()[0]?.body.toString()).not.toContain('}]}')
    },
  )

  it('whose file cannot be read on is cut off, and the file is closed', async () => {
    let closed = false
    async function* broken() {
      try {
        yield bytes
        throw new Error('EIO')
      } finally {
        closed = true
      }
    }
    expect(await failureOf(upload(clientOf(), { open: broken }))).toMatchObject({
      kind: 'file',
      outcome: 'not-applied',
    })
    expect(closed).toBe(true)
  })

  it('that stands still is given up, and was not applied before its last byte', async () => {
    async function* stalling() {
      yield bytes.subarray(0, 1_000)
      await wait(2_000)
      yield bytes.subarray(1_000)
    }
    const client = clientOf({ timeouts: { attachmentIdleMs: 150 } })
    expect(await failureOf(upload(client, { open: stalling }))).toMatchObject({
      kind: 'timeout',
      outcome: 'not-applied',
    })
  })

  it('that was sent whole and gets no answer is unknown', async () => {
    partner.scripts.call = () => {}
    const client = clientOf({ timeouts: { attachmentIdleMs: 150 } })
    expect(await failureOf(upload(client))).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
  })

  it('is read no faster than the partner takes it, and closed when the partner goes away', async () => {
    // A server that takes the connection and the first bytes, and then nothing.
    const sockets: net.Socket[] = []
    const stuck = net.createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.pause()
    })
    stuck.listen(0, '127.0.0.1')
    await once(stuck, 'listening')
    const host = `127.0.0.1:${(stuck.address() as AddressInfo).port}`
    partner.scripts.token = (_request, response) => response.end(answerToken(`http://${host}`))
    const chunk = Buffer.alloc(1_000_000)
    let readBytes = 0
    let closed = false
    async function* endless() {
      try {
        for (let part = 0; part < 100; part++) {
          readBytes += chunk.length
          yield chunk
        }
      } finally {
        closed = true
      }
    }
    const client = clientOf({ instanceHosts: [host], timeouts: { attachmentIdleMs: 300 } })
    const error = await failureOf(upload(client, { sizeBytes: 100 * chunk.length, open: endless }))
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-applied' })
    expect(readBytes).toBeLessThan(30 * chunk.length)
    await expect.poll(() => closed).toBe(true)
    for (const socket of sockets) socket.destroy()
    stuck.close()
  })

  /** A server that answers after the first bytes of a request, whatever follows. */
  async function startHasty(answer: (socket: net.Socket) => void) {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.pause()
        answer(socket)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    partner.scripts.token = (_request, response) => response.end(answerToken(`http://${host}`))
    return { client: clientOf({ instanceHosts: [host] }), stop: () => server.close() }
  }
  const answering = (status: string, text: string) => (socket: net.Socket) =>
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\n\r\n${text}`)

  it('that is refused before it is whole is sent no further, and its file is closed', async () => {
    const hasty = await startHasty(answering('400 Bad Request', '"Too large"'))
    let closed = false
    async function* large() {
      try {
        for (let part = 0; part < 100; part++) yield Buffer.alloc(1_000_000)
      } finally {
        closed = true
      }
    }
    const error = await failureOf(upload(hasty.client, { sizeBytes: 100_000_000, open: large }))
    expect(error).toMatchObject({ kind: 'refused', outcome: 'not-applied', httpStatus: 400 })
    expect(error.problems[0]?.message).toBe('Too large')
    await expect.poll(() => closed).toBe(true)
    hasty.stop()
  })

  it('that is refused by a server that then breaks the connection was refused all the same', async () => {
    const hasty = await startHasty((socket) => {
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 100\r\n\r\nToo')
      setTimeout(() => socket.resetAndDestroy(), 50)
    })
    const large = () => cut(Buffer.alloc(30_000_000))
    const error = await failureOf(upload(hasty.client, { sizeBytes: 30_000_000, open: large }))
    expect(error).toMatchObject({ kind: 'refused', outcome: 'not-applied', httpStatus: 413 })
    hasty.stop()
  })

  it('that is accepted before it is whole is not believed', async () => {
    const hasty = await startHasty(answering('200 OK', golden('attachment-answer')))
    const large = () => cut(Buffer.alloc(30_000_000))
    const error = await failureOf(upload(hasty.client, { sizeBytes: 30_000_000, open: large }))
    expect(error).toMatchObject({ kind: 'connection', outcome: 'unknown', httpStatus: 200 })
    hasty.stop()
  })
})
