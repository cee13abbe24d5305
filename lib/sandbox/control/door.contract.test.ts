import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/client'
import { openTestDatabase } from '@/lib/testing/database'
import { rawHttp } from '@/lib/testing/interface/raw-http'
import { box } from '@/lib/testing/sandbox-box'
import { checkingAccount, contact, newApplication, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { createSandbox } from '../create-sandbox'
import { type Listening, listen } from '../listen'
import type { ControlDoor } from './door'

/** contract.md, "Controls": who may use them. */

const TOKEN = 'a-token-of-the-tests-0001'

let database: Database
const servers: Listening[] = []
let onLoopback: ReturnType<typeof asker>
let beyond: ReturnType<typeof asker>
let behindProxy: ReturnType<typeof asker>

async function serve(controls?: ControlDoor) {
  const server = await listen({ host: '127.0.0.1', port: 0 }, (origin) =>
    createSandbox({
      box,
      db: database.db,
      baseUrl: `${origin}/sandbox`,
      now: () => new Date(),
      ...(controls && { controls }),
    }),
  )
  servers.push(server)
  return asker(`${server.origin}/sandbox`)
}

/** `fetch` sets Host and Origin by itself, as a browser does; a page that was rebound sends what it likes. */
function asker(url: string) {
  const raw = rawHttp(url)
  return {
    url,
    close: raw.close,
    ask: async (headers: Record<string, string>, method = 'GET', path = '/control/profiles', body = '') =>
      raw.exchange({ method, path, headers, body: Buffer.from(body) }),
  }
}

beforeAll(async () => {
  database = await openTestDatabase()
  onLoopback = await serve()
  beyond = await serve({ beyondLoopback: true, token: TOKEN })
  behindProxy = await serve({
    beyondLoopback: false,
    token: TOKEN,
    callerOf: (request) => request.headers.get('x-test-caller'),
  })
})
afterAll(async () => {
  for (const { close } of [onLoopback, beyond, behindProxy]) close()
  await Promise.all(servers.map(({ close }) => close()))
  await database.close()
})

describe('on loopback the controls', () => {
  test('answer a program as it comes, without a header of any kind', async () => {
    expect((await fetch(`${onLoopback.url}/control/profiles`)).status).toBe(200)
    expect((await fetch(`${onLoopback.url}/control/faults`, { method: 'DELETE' })).status).toBe(200)
    expect((await onLoopback.ask({})).status).toBe(200)
  })

  test.each([
    'localhost',
    'localhost:1',
    'LOCALHOST:3000',
    '127.0.0.1',
    '127.0.0.1:65535',
    '[::1]',
    '[::1]:80',
  ])('answer to Host: %s', async (host) => {
    expect((await onLoopback.ask({ host })).status).toBe(200)
    expect(
      (await onLoopback.ask({ host, origin: `http://${host}` }, 'DELETE', '/control/faults')).status,
    ).toBe(200)
  })

  test.each([
    'evil.test',
    'evil.test:3000',
    '127.0.0.1.evil.test',
    'localhost.evil.test',
    '10.0.0.7',
    '0.0.0.0:3000',
  ])('refuse Host: %s, a name that was rebound, in words', async (host) => {
    const answer = await onLoopback.ask({ host })
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text)).toEqual([
      { errorCode: 'FORBIDDEN', message: expect.stringContaining(host) },
    ])
    // The origin of such a page is its host.
    expect((await onLoopback.ask({ host, origin: `http://${host}` })).status).toBe(403)
  })

  test.each([
    'http://evil.test',
    'https://localhost.evil.test',
    'null',
    'http://localhost:1',
    'http://127.0.0.1',
    '',
  ])('refuse a page of origin "%s", and do nothing', async (origin) => {
    const host = 'localhost:3000'
    const fault = JSON.stringify({ endpoint: 'token', mode: 'status', times: 1, status: 503 })
    for (const [method, path, body] of [
      ['PUT', '/control/faults', fault],
      ['POST', '/control/reset', ''],
      ['GET', '/control/requests', ''],
      ['OPTIONS', '/control/faults', ''],
    ] as const)
      expect([method, (await onLoopback.ask({ host, origin }, method, path, body)).status]).toEqual([
        method,
        403,
      ])
    expect(JSON.parse((await onLoopback.ask({}, 'GET', '/control/faults')).text)).toEqual([])
  })

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('of a GET that a browser calls %s: %i', async (site, status) => {
    expect((await onLoopback.ask({ 'sec-fetch-site': site })).status).toBe(status)
  })

  test('leave the interface beside them open to every host', async () => {
    const answer = await onLoopback.ask({ host: 'evil.test' }, 'GET', '/openapi.json')
    expect(answer.status).toBe(200)
  })

  test('ask whoever a proxy brings for the token', async () => {
    expect((await behindProxy.ask({})).status).toBe(200)
    expect((await behindProxy.ask({ 'x-test-caller': '127.0.0.1' })).status).toBe(200)
    expect((await behindProxy.ask({ 'x-test-caller': '203.0.113.9' })).status).toBe(401)
    expect((await behindProxy.ask({ host: 'desk.example' })).status).toBe(403)
    const authorization = `Bearer ${TOKEN}`
    expect((await behindProxy.ask({ authorization, 'x-test-caller': '203.0.113.9' })).status).toBe(200)
    expect((await behindProxy.ask({ authorization, host: 'desk.example' })).status).toBe(200)
  })
})

describe('beyond loopback the controls', () => {
  test.each([
    ['no header', {}],
    ['a wrong token', { authorization: `Bearer ${TOKEN}x` }],
    ['its beginning', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['a host of this machine', { host: 'localhost:3000' }],
  ])('refuse %s, and do nothing', async (_, headers: Record<string, string>) => {
    const put = await beyond.ask(
      headers,
      'PUT',
      '/control/faults',
      JSON.stringify({ endpoint: 'token', mode: 'status', times: 1 }),
    )
    expect(put.status).toBe(401)
    expect(put.text).not.toContain(TOKEN)
    const faults = await beyond.ask({ authorization: `Bearer ${TOKEN}` }, 'GET', '/control/faults')
    expect([faults.status, JSON.parse(faults.text)]).toEqual([200, []])
  })

  test('answer to the token, under any name', async () => {
    const authorization = `Bearer ${TOKEN}`
    expect((await beyond.ask({ authorization, host: 'desk.example' })).status).toBe(200)
    expect((await beyond.ask({ authorization: `bearer ${TOKEN}` })).status).toBe(200)
  })

  test('answer to nobody where there is no token', async () => {
    const none = await serve({ beyondLoopback: true, token: '' })
    expect((await none.ask({ authorization: 'Bearer ' })).status).toBe(401)
    expect((await none.ask({ authorization: 'Bearer undefined' })).status).toBe(401)
    none.close()
  })
})

describe('identities in what is held of an application', () => {
  const body = newApplication({
    Mer: { Tax_ID__c: '987654321' },
    lstContact: [
      contact({
        SourceId: 'contact-1',
        Contact_Role__c: 'Principal;Control Prong;Authorized Signer',
        Percentage_Owned__c: 100,
        SSN__c: '078051120',
        Date_of_Birth__c: '1969-07-20',
      }),
    ],
    lstbussCheckAcc: [checkingAccount({ SourceId: 'a', Checking_Account__c: '000987654321' })],
  })
  const identities = ['987654321', '078051120', '1969-07-20', '000987654321', '021000021']
  let path: string

  beforeAll(async () => {
    const { opportunityId } = await sandboxCalls(onLoopback.url).createApplication(body)
    path = `/control/opportunities/${opportunityId}`
  })

  const foundIn = (text: string) => identities.filter((identity) => text.includes(identity))

  test('are masked, in the records and in every body that was received', async () => {
    for (const query of ['', '?reveal=0', '?reveal=', '?reveal=true', '?reveal']) {
      const { status, text } = await onLoopback.ask({}, 'GET', path + query)
      expect([status, foundIn(text)]).toEqual([200, []])
      expect(JSON.parse(text)).toMatchObject({
        Mer: { Name: 'Blue Heron' },
        lstContact: [{ FirstName: 'Ana' }],
        received: [{ Mer: { Name: 'Blue Heron' } }],
        attachments: [],
      })
    }
    const staged = await onLoopback.ask({}, 'PUT', path, JSON.stringify({ stage: 'Closed Won' }))
    expect([staged.status, foundIn(staged.text)]).toEqual([200, []])
  })

  test('are shown to a program on this machine that asks', async () => {
    const shown = await onLoopback.ask({}, 'GET', `${path}?reveal=1`)
    expect(foundIn(shown.text)).toEqual(identities)
    expect(JSON.parse(shown.text).received).toEqual([body])
    const stage = JSON.stringify({ stage: 'Closed Lost' })
    expect(foundIn((await onLoopback.ask({}, 'PUT', `${path}?reveal=1`, stage)).text)).toEqual(identities)
  })

  test('are shown to nobody elsewhere, token or not', async () => {
    const authorization = `Bearer ${TOKEN}`
    for (const { ask } of [beyond, behindProxy]) {
      const { status, text } = await ask(
        { authorization, 'x-test-caller': '203.0.113.9' },
        'GET',
        `${path}?reveal=1`,
      )
      expect([status, foundIn(text)]).toEqual([200, []])
    }
  })
})

describe('the response address of a profile', () => {
  const authorization = `Bearer ${TOKEN}`
  const set = (to: typeof onLoopback, responseUrl: string) =>
    to.ask({ authorization }, 'PUT', '/control/profiles/941000000001', JSON.stringify({ responseUrl }))

  test.each([
    'http://127.0.0.1:4000/in',
    'http://localhost:4000/in',
    'http://[::1]:4000/in',
    'http://merchant.example/in',
  ])('may be %s for a program on this machine, and for nobody elsewhere', async (address) => {
    expect((await set(onLoopback, address)).status).toBe(200)
    expect((await set(onLoopback, 'https://merchant.example/in')).status).toBe(200)
    expect((await set(beyond, address)).status).toBe(400)
  })

  test.each([
    'http://169.254.169.254/latest',
    'https://10.0.0.7/in',
    'http://192.168.1.1/',
    'https://[fd00::1]/',
    'http://intranet/in',
    'http://vault.internal/in',
    'http://2130706433/in',
    'http://0.0.0.0:4000/in',
    'https://user:word@merchant.example/in',
    'https://merchant.example/in#there',
  ])('may not be %s', async (address) => {
    const before = await onLoopback.ask({}, 'GET', '/control/profiles')
    for (const to of [onLoopback, beyond]) {
      const answer = await set(to, address)
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text)).toMatchObject([{ fields: ['responseUrl'] }])
    }
    expect((await onLoopback.ask({}, 'GET', '/control/profiles')).text).toBe(before.text)
  })

  test('may be our own receiver, and an outer address, for everybody who is let in', async () => {
    for (const to of [onLoopback, beyond]) {
      expect((await set(to, `${new URL(to.url).origin}/webhooks/response-credit-card/key`)).status).toBe(200)
      expect((await set(to, 'https://merchant.example/in?x=1')).status).toBe(200)
    }
  })
})
