import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  checkingAccount,
  contact,
  newApplication,
  readObject,
  readObjects,
  SANDBOX_CREDENTIALS,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

let sandbox: SandboxProcess
let calls: SandboxCalls
let opportunityId: string
let before: number
beforeAll(async () => {
  sandbox = await startSandboxProcess()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  calls = sandboxCalls(sandbox.url)
  await calls.control('POST', 'reset')
  opportunityId = (await calls.createApplication()).opportunityId
  before = (await calls.journal()).length
})

const setFault = async (fault: Record<string, unknown>) => {
  const response = await calls.control('PUT', 'faults', fault)
  expect(response.status).toBe(200)
}
const journalSince = () => calls.journal(`?since=${before}`)

const attachment = (referenceId = 'doc') => ({
  attributes: { type: 'Attachment', referenceId },
  ParentId: opportunityId,
  Name: 'check.pdf',
  body: 'QUJD',
})

const ENDPOINTS = {
  token: () => calls.requestToken(),
  application: () => calls.sendApplication(newApplication()),
  attachment: () => calls.sendAttachments({ records: [attachment()] }),
}
const NAMES = ['token', 'application', 'attachment'] as const

/** What a client sees that waits at most `ms`: an answer, silence, or a broken connection. */
async function outcomeWithin(ms: number, send: () => Promise<Response>): Promise<number | 'silence' | 'cut'> {
  const answer = send().then(
    ({ status }) => status,
    () => 'cut' as const,
  )
  const silence = new Promise<'silence'>((resolve) => setTimeout(resolve, ms, 'silence'))
  return Promise.race([answer, silence])
}

describe.each(NAMES)('on the %s endpoint', (endpoint) => {
  const send = () => ENDPOINTS[endpoint]()

  test('status: nothing is applied, and the status is answered', async () => {
    await setFault({ endpoint, mode: 'status', status: 502 })
    const response = await send()
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toBe('application/json')
    await response.json()
    expect(await journalSince()).toMatchObject([{ endpoint, status: 502, applied: false }])
    expect((await send()).status).toBe(200)
  })

  test('status is 503 when none is named', async () => {
    await setFault({ endpoint, mode: 'status' })
    expect((await send()).status).toBe(503)
  })

  test('status-after: applied, and then the status is answered', async () => {
    await setFault({ endpoint, mode: 'status-after', status: 500 })
    expect((await send()).status).toBe(500)
    expect(await journalSince()).toMatchObject([{ endpoint, status: 500, applied: true }])
  })

  test('hang: nothing is applied, silence for delayMs, and then a cut', async () => {
    await setFault({ endpoint, mode: 'hang', delayMs: 1_500 })
    const sent = send()
    expect(await outcomeWithin(400, () => sent)).toBe('silence')
    expect(await outcomeWithin(5_000, () => sent)).toBe('cut')
    expect(await journalSince()).toMatchObject([{ endpoint, status: null, applied: false }])
  })

  test('hang-after: applied, and then silence', async () => {
    await setFault({ endpoint, mode: 'hang-after', delayMs: 1_500 })
    const sent = send()
    expect(await outcomeWithin(400, () => sent)).toBe('silence')
    // Others are answered meanwhile.
    await vi.waitFor(async () =>
      expect(await journalSince()).toMatchObject([{ endpoint, status: null, applied: true }]),
    )
    expect((await send()).status).toBe(200)
    expect(await outcomeWithin(5_000, () => sent)).toBe('cut')
  })

  test('cut-after: applied, and the connection is cut with no answer begun', async () => {
    await setFault({ endpoint, mode: 'cut-after' })
    await expect(send()).rejects.toThrow('fetch failed')
    expect(await journalSince()).toMatchObject([{ endpoint, status: null, applied: true }])
    expect((await send()).status).toBe(200)
  })

  test('malformed: 200 and broken JSON', async () => {
    await setFault({ endpoint, mode: 'malformed' })
    const response = await send()
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toBe('')
    expect(() => JSON.parse(text)).toThrow()
    expect(await journalSince()).toMatchObject([{ endpoint, status: 200, applied: true }])
  })

  test('slow: applied, and answered with a pause before each byte', async () => {
    const delayMs = 2
    await setFault({ endpoint, mode: 'slow', delayMs })
    const startedAt = performance.now()
    const response = await send()
    expect(response.status).toBe(200)
    const text = await response.text()
    // A timer may fire a little early, never so much.
    expect(performance.now() - startedAt).toBeGreaterThan((text.length * delayMs) / 2)
    expect(() => JSON.parse(text)).not.toThrow()
    expect(await journalSince()).toMatchObject([{ endpoint, status: 200, applied: true }])
  })

  test('counts requests down, also when they come at once', async () => {
    await setFault({ endpoint, mode: 'status', status: 500, times: 7 })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(7)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(13)
  })

  test('DELETE clears', async () => {
    await setFault({ endpoint, mode: 'status', times: 7 })
    expect((await calls.control('DELETE', 'faults')).status).toBe(200)
    expect((await send()).status).toBe(200)
  })

  test('the last one set counts', async () => {
    await setFault({ endpoint, mode: 'hang', times: 7 })
    await setFault({ endpoint, mode: 'status', status: 418 })
    expect((await send()).status).toBe(418)
    expect((await send()).status).toBe(200)
  })

  test('leaves the other endpoints alone', async () => {
    await setFault({ endpoint, mode: 'status', times: 7 })
    for (const other of NAMES.filter((name) => name !== endpoint)) {
      expect((await ENDPOINTS[other]()).status).toBe(200)
    }
  })
})

describe('partial', () => {
  test('of an application: some of its items fail, and the others are created', async () => {
    await setFault({ endpoint: 'application', mode: 'partial' })
    const body = newApplication({
      lstContact: [contact({ SourceId: 'a', Contact_Role__c: 'Control Prong' }), contact({ SourceId: 'b' })],
      lstbussCheckAcc: [
        checkingAccount({ SourceId: 'c' }),
        checkingAccount({ SourceId: 'd', DDA_Type__c: 'Fees' }),
      ],
    })
    const response = await calls.sendApplication(body)
    expect(response.status).toBe(200)
    const entries = await readObjects(response)
    expect(entries.map(({ SourceId, Success, SFId }) => [SourceId, Success, SFId !== ''])).toEqual([
      [null, true, true],
      ['a', false, false],
      ['b', true, true],
      ['c', false, false],
      ['d', true, true],
      [null, true, true],
    ])
    const held = await readObject(await calls.control('GET', `opportunities/${entries.at(-1)?.SFId}`))
    expect(held.lstContact).toMatchObject([{ SourceId: 'b' }])
    expect(held.lstbussCheckAcc).toMatchObject([{ SourceId: 'd' }])
  })

  test.each([
    [undefined, 400],
    [200, 200],
  ])('of attachments: some records fail and none is stored (status %s: %d)', async (status, expected) => {
    await setFault({ endpoint: 'attachment', mode: 'partial', status })
    const response = await calls.sendAttachments({ records: ['a', 'b', 'c'].map(attachment) })
    expect(response.status).toBe(expected)
    expect(await response.json()).toMatchObject({
      hasErrors: true,
      results: [{ referenceId: 'a' }, { referenceId: 'c' }],
    })
    const held = await readObject(await calls.control('GET', `opportunities/${opportunityId}`))
    expect(held.attachments).toEqual([])
    expect(await journalSince()).toMatchObject([{ applied: false }])
  })

  test('of one attachment: that one fails', async () => {
    await setFault({ endpoint: 'attachment', mode: 'partial' })
    const response = await calls.sendAttachments({ records: [attachment()] })
    expect(await response.json()).toMatchObject({ hasErrors: true, results: [{ referenceId: 'doc' }] })
  })

  test('of a token: only what the interface promises always', async () => {
    await setFault({ endpoint: 'token', mode: 'partial' })
    const token = await readObject(await calls.requestToken())
    expect(Object.keys(token).sort()).toEqual(['access_token', 'instance_url', 'token_type'])
  })
})

describe('a fault', () => {
  test('is not used up by a request without a valid token, or of the wrong kind', async () => {
    await setFault({ endpoint: 'application', mode: 'status', status: 500 })
    const url = sandbox.url + SANDBOX_PATHS.application
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)
    expect((await calls.sendApplication('{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    )
    expect((await fetch(url)).status).toBe(405)
    expect((await calls.sendApplication('{')).status).toBe(500)
  })

  test.each([
    {},
    { endpoint: 'application' },
    { endpoint: 'nothing', mode: 'status' },
    { endpoint: 'application', mode: 'nothing' },
    { endpoint: 'application', mode: 'status', times: 0 },
    { endpoint: 'application', mode: 'status', status: 100 },
    { endpoint: 'application', mode: 'status', delayMs: -1 },
    { endpoint: 'application', mode: 'status', extra: 1 },
  ])('cannot be set with %j', async (fault) => {
    const response = await calls.control('PUT', 'faults', fault)
    expect(response.status).toBe(400)
    expect(await response.json()).toContainEqual(expect.objectContaining({ errorCode: expect.any(String) }))
  })

  test.each([204, 205, 304])('may answer %d, which has no body', async (status) => {
    await setFault({ endpoint: 'application', mode: 'status', status })
    expect((await calls.sendApplication(newApplication())).status).toBe(status)
  })

  test('that hangs ends when the client leaves', async () => {
    await setFault({ endpoint: 'token', mode: 'hang', delayMs: 600_000 })
    const sent = httpRequest(sandbox.url + SANDBOX_PATHS.token, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    sent.on('error', () => {})
    sent.end(String(new URLSearchParams(SANDBOX_CREDENTIALS)))
    while ((await journalSince()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    sent.destroy()
    expect((await calls.requestToken()).status).toBe(200)
  })
})

describe('the process', () => {
  test('ends at SIGTERM with exit code 0, also while a request hangs', async () => {
    const other = await startSandboxProcess({ own: true })
    const its = sandboxCalls(other.url)
    await its.control('PUT', 'faults', { endpoint: 'token', mode: 'hang', delayMs: 600_000 })
    const hanging = its.requestToken().catch(() => null)
    while ((await its.journal()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await other.stop()).toBe(0)
    expect(await hanging).toBeNull()
    await expect(its.journal()).rejects.toThrow()
  })

  test('is gone at once when it is killed', async () => {
    const other = await startSandboxProcess({ own: true })
    await other.kill()
    await expect(sandboxCalls(other.url).journal()).rejects.toThrow()
  })
})
