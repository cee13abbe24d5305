import { createServer, type RequestListener } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sensitiveValues } from '@/lib/partner/mapping/mask'
import { newFullApplication } from '@/lib/testing/full-application'
import { checkingAccount, newApplication, SANDBOX_PATHS, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { CONTROL_ENDPOINTS, FAULT_MODES, type SandboxControls, sandboxControls } from './controls'
import { maskStoredApplication } from './stored-application'

let sandbox: SandboxProcess
let controls: SandboxControls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  controls = sandboxControls(sandbox.url)
  return () => sandbox.stop()
})
beforeEach(() => controls.reset())

const calls = () => sandboxCalls(sandbox.url)

describe('over HTTP the controls of the sandbox', () => {
  test('give the journal from a number on, of one endpoint, the newest so many, and one request whole', async () => {
    await calls().createApplication()
    const [token, application] = await controls.listRequests({})
    expect([token?.endpoint, application?.endpoint]).toEqual(['token', 'application'])
    expect(await controls.listRequests({ since: token?.n ?? 0 })).toEqual([application])
    expect(await controls.listRequests({ last: 1 })).toEqual([application])
    expect(await controls.listRequests({ endpoint: 'token' })).toEqual([token])
    expect(await controls.requireRequest(application?.n ?? 0)).toEqual({
      ...application,
      request: expect.stringContaining('Blue Heron'),
      answer: expect.stringContaining('Opportunity'),
    })
  })

  test('give the applications held, page by page, and set the stage of one', async () => {
    const first = await calls().createApplication()
    const second = await calls().createApplication()
    const [newest] = await controls.listOpportunities({ limit: 1 })
    expect(newest?.id).toBe(second.opportunityId)
    expect(await controls.listOpportunities({ limit: 5, before: second.opportunityId })).toMatchObject([
      { id: first.opportunityId, accountId: first.accountId, name: 'Blue Heron' },
    ])
    expect(await controls.setStage(first.opportunityId, 'Closed Won')).toMatchObject({ stage: 'Closed Won' })
    expect(await controls.requireOpportunity(first.opportunityId)).toMatchObject({
      stage: 'Closed Won',
      Mer: { Name: 'Blue Heron' },
      lstContact: [{ FirstName: 'Ana' }, { FirstName: 'Ana' }],
      received: [{ Mer: { Name: 'Blue Heron' } }],
    })
  })

  test.each(['newApplication', 'newFullApplication'])(
    'give what %s made without identities, once it is masked',
    async (kind) => {
      const body =
        kind === 'newApplication' ? newApplication() : newFullApplication({ Tax_ID__c: '987654321' })
      body.lstbussCheckAcc?.push(checkingAccount({ Checking_Account__c: '000987654', DDA_Type__c: 'Fees' }))
      const path = kind === 'newApplication' ? SANDBOX_PATHS.application : '/applications'
      expect((await calls().send(path, body)).status).toBe(200)
      const [held] = await controls.listOpportunities({ limit: 1 })
      const shown = JSON.stringify(maskStoredApplication(await controls.requireOpportunity(held?.id ?? '')))
      const identities = sensitiveValues(JSON.stringify(body))
      expect(identities.length).toBeGreaterThanOrEqual(3)
      expect(identities.filter((identity) => shown.includes(identity))).toEqual([])
    },
  )

  test('give the profiles without their keys, and change one', async () => {
    const changed = await controls.changeProfile('941000000001', {
      status: 'closed',
      responseUrl: 'http://127.0.0.1:9/here',
    })
    expect(changed).toEqual({
      profileId: '941000000001',
      status: 'closed',
      responseUrl: 'http://127.0.0.1:9/here',
    })
    expect(await controls.requireProfile('941000000001')).toEqual(changed)
    expect(await controls.listProfiles()).toHaveLength(4)
  })

  test('queue events, and give them with their fields in their order', async () => {
    const fields = { tran_id: 'X-1', 'odd name': 'a&b=c +ü', empty: '' }
    expect(await controls.sendCallback({ profileId: '941000000001', times: 2, fields })).toEqual({
      queued: 2,
      first: 1,
    })
    const [, event] = await controls.listCallbacks({ last: 5 })
    expect(event).toMatchObject({ n: 2, profileId: '941000000001', state: 'waiting', attempts: 0 })
    expect(Object.entries(event?.fields ?? {})).toEqual(Object.entries(fields))
  })

  test('take every fault at every endpoint, and clear them', async () => {
    for (const endpoint of CONTROL_ENDPOINTS) {
      for (const mode of FAULT_MODES) {
        await controls.setFault({ endpoint, mode, times: 3, delayMs: 5, status: 418 })
      }
    }
    expect(await controls.listFaults()).toEqual(
      expect.arrayContaining([{ endpoint: 'funding', mode: 'slow', times: 3, delayMs: 5, status: 418 }]),
    )
    expect(await controls.listFaults()).toHaveLength(CONTROL_ENDPOINTS.length)
    await controls.clearFaults()
    expect(await controls.listFaults()).toEqual([])
  })

  test('say how many tokens were revoked', async () => {
    await calls().requestToken()
    expect(await controls.revokeTokens()).toEqual({ revoked: 1 })
    expect(await controls.revokeTokens()).toEqual({ revoked: 0 })
  })
})

describe('what goes wrong comes in words', () => {
  test.each([
    ['a request', () => controls.requireRequest(999)],
    ['an application', () => controls.requireOpportunity('006000000000000AAA')],
    ['an application whose stage is set', () => controls.setStage('006000000000000AAA', 'Closed Won')],
    ['a profile', () => controls.requireProfile('941999999999')],
    ['a profile that shall send', () => controls.sendCallback({ profileId: '0', times: 1, fields: {} })],
  ])('%s that the sandbox does not have is not found', async (_, call) => {
    await expect(call()).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/sandbox|journal/),
    })
  })

  test('what the sandbox refuses is told in its own words', async () => {
    await expect(
      controls.setFault({ endpoint: 'token', mode: 'status', times: 0, status: 99 }),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: 'The sandbox refused this. times: must be at least 1; status: must be at least 200.',
    })
    const fields = JSON.parse('{"__proto__":"1"}')
    await expect(
      controls.sendCallback({ profileId: '941000000001', times: 1, fields }),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('__proto__') })
  })

  test('where nobody listens nothing was changed, and it says so', async () => {
    const address = await withServer(
      () => {},
      async (url) => url,
    )
    await expect(sandboxControls(address).clearFaults()).rejects.toMatchObject({
      code: 'unavailable',
      message: `There is no sandbox at ${address} (connection refused). Nothing was changed. Start it (npm run sandbox), then try again.`,
    })
  })

  test.each([
    ['a page of HTML', (_, response) => response.end('<!doctype html>')],
    ['another program’s JSON', (_, response) => response.end('{"faults":[]}')],
    ['no such page', (_, response) => response.writeHead(404).end('[]')],
    ['a failure', (_, response) => response.writeHead(500).end('[]')],
    [
      'a redirect',
      ({ url }, response) =>
        url === '/elsewhere' ? response.end('[]') : response.writeHead(302, { location: '/elsewhere' }).end(),
    ],
  ] satisfies [string, RequestListener][])('%s is told from the sandbox', async (_, answer) => {
    await withServer(answer, async (address) => {
      await expect(sandboxControls(address).listFaults()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(`^${address} did not answer like the sandbox`),
      })
    })
  })

  test('after a cut connection it is not known whether a change was made', async () => {
    await withServer(
      (request) => request.socket.destroy(),
      async (address) => {
        await expect(sandboxControls(address).reset()).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('It may have been done'),
        })
        await expect(sandboxControls(address).listFaults()).rejects.toMatchObject({
          message: expect.not.stringContaining('It may have been done'),
        })
      },
    )
  })
})

/** A server that answers like this while `run` goes on; its address stays without one afterwards. */
async function withServer<T>(answer: RequestListener, run: (address: string) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  try {
    return await run(`http://127.0.0.1:${address.port}/sandbox`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
