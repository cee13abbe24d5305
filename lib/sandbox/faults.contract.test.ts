import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { application, type Json } from '@/lib/testing/interface/application-bodies'
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
import {
  attachmentRecord,
  endpointNamed,
  type SandboxEndpoint,
  sandboxEndpoints,
} from '@/lib/testing/sandbox-endpoints'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** The faults of contract.md, "The sandbox"; the journal and what the sandbox holds are the oracle. */

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
  opportunityId = (await calls.createApplication(application())).opportunityId
  before = (await calls.journal()).length
})

const held = async (path: string) => (await calls.control('GET', path)).text()

const setFault = async (fault: Json) => {
  const response = await calls.control('PUT', 'faults', fault)
  expect(response.status).toBe(200)
}
const journalSince = () => calls.journal(`?since=${before}`)

const endpoints = sandboxEndpoints(() => ({ url: sandbox.url, calls, opportunityId }))
const byName = (name: SandboxEndpoint['name']) => endpointNamed(endpoints, name)

const newestEntry = async (endpoint: SandboxEndpoint['name']) =>
  (await calls.journal(`?endpoint=${endpoint}&last=1`))[0]

/** The status and text of an answer, or that there was none. */
const outcomeOf = async (send: () => Promise<Response>) => {
  try {
    const response = await send()
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  } catch {
    return 'no answer' as const
  }
}

/** What a client sees that waits at most `ms`: an answer, silence, or a broken connection. */
async function outcomeWithin(ms: number, send: () => Promise<Response>): Promise<number | 'silence' | 'cut'> {
  const answer = send().then(
    ({ status }) => status,
    () => 'cut' as const,
  )
  const silence = new Promise<'silence'>((resolve) => setTimeout(resolve, ms, 'silence'))
  return Promise.race([answer, silence])
}

describe.each(endpoints)('faults of $name', ({ name, send, effect }) => {
  async function expectWorking() {
    const before = await effect()
    expect(await outcomeOf(send)).toMatchObject({ status: 200 })
    if (name !== 'token') expect(await effect()).not.toBe(before)
    expect(await newestEntry(name)).toMatchObject({ status: 200, applied: true })
  }
  /** Causes the fault once, sends, and gives the outcome, whether it was applied, and its entry in the journal. */
  async function faulted(fault: Json) {
    await send().then((response) => response.text())
    const before = await effect()
    const { n } = Object(await newestEntry(name))
    await setFault({ endpoint: name, times: 1, ...fault })
    const outcome = await outcomeOf(send)
    const entries = await calls.journal(`?endpoint=${name}&since=${n}`)
    expect(entries).toHaveLength(1)
    return { outcome, entry: entries[0], changed: (await effect()) !== before }
  }
  test.each([
    ...[500, 502, 503, 429].map((status) => ({ mode: 'status', status, expected: status })),
    { mode: 'status', status: undefined, expected: 503 },
  ])('$mode $status: answered $expected, and nothing applied', async ({ expected, ...fault }) => {
    const { outcome, entry, changed } = await faulted(fault)
    expect(outcome).toMatchObject({ status: expected })
    const { type, text } = Object(outcome)
    // The interface gives the funding endpoint's errors no body.
    if (name === 'funding') expect([type, text]).toEqual([null, ''])
    else expect([type, JSON.parse(text)]).toEqual(['application/json', expect.anything()])
    expect(entry).toMatchObject({ endpoint: name, status: expected, applied: false })
    expect(changed).toBe(false)
    await expectWorking()
  })

  test('status-after: applied, and then the status is answered', async () => {
    const { outcome, entry, changed } = await faulted({ mode: 'status-after', status: 502 })
    expect(outcome).toMatchObject({ status: 502 })
    expect(entry).toMatchObject({ status: 502, applied: true })
    expect(changed).toBe(name !== 'token')
    await expectWorking()
  })

  test.each([
    ['hang', false],
    ['hang-after', true],
  ])('%s: silence for delayMs, and then a cut; applied: %s', async (mode, applied) => {
    const was = await effect()
    await setFault({ endpoint: name, mode, times: 1, delayMs: 800 })
    const sent = send()
    expect(await outcomeWithin(200, () => sent)).toBe('silence')
    await vi.waitFor(async () =>
      expect(await newestEntry(name)).toMatchObject({ endpoint: name, status: null, applied }),
    )
    expect((await effect()) !== was).toBe(applied && name !== 'token')
    // Others are answered meanwhile.
    await expectWorking()
    expect(await outcomeWithin(5_000, () => sent)).toBe('cut')
  })

  test('cut-after: applied, and the connection is cut with no answer begun', async () => {
    const { outcome, entry, changed } = await faulted({ mode: 'cut-after' })
    expect(outcome).toBe('no answer')
    expect(entry).toMatchObject({ endpoint: name, status: null, applied: true })
    expect(changed).toBe(name !== 'token')
    await expectWorking()
  })

  test('malformed: 200 and broken JSON', async () => {
    const { outcome, entry } = await faulted({ mode: 'malformed' })
    expect(outcome).toMatchObject({ status: 200, text: expect.stringMatching(/./) })
    expect(() => JSON.parse(Object(outcome).text)).toThrow(SyntaxError)
    expect(entry).toMatchObject({ endpoint: name, status: 200, applied: true })
    await expectWorking()
  })

  test('slow: applied, and answered with a pause before each byte', async () => {
    const delayMs = 2
    await setFault({ endpoint: name, mode: 'slow', times: 1, delayMs })
    const startedAt = performance.now()
    const response = await send()
    expect(response.status).toBe(200)
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    // A timer may fire a little early, never so much.
    expect(performance.now() - startedAt).toBeGreaterThan((text.length * delayMs) / 2)
    expect(JSON.parse(text)).toEqual(expect.any(Object))
    // The network may join some bytes, and never all of them.
    expect(chunks.length).toBeGreaterThan(text.length / 10)
    expect(await newestEntry(name)).toMatchObject({ status: 200, applied: true })
    await expectWorking()
  })

  test('times: the next so many, and no more; the list tells what is left', async () => {
    await setFault({ endpoint: name, mode: 'status', status: 503, times: 2 })
    expect(await outcomeOf(send)).toMatchObject({ status: 503 })
    expect(await readObjects(await calls.control('GET', 'faults'))).toMatchObject([
      { endpoint: name, mode: 'status', times: 1, status: 503 },
    ])
    expect(await outcomeOf(send)).toMatchObject({ status: 503 })
    await expectWorking()
    expect(await readObjects(await calls.control('GET', 'faults'))).toEqual([])
  })

  test('DELETE clears it, and no other endpoint has it', async () => {
    await setFault({ endpoint: name, mode: 'status', status: 503, times: 50 })
    for (const other of endpoints.filter((candidate) => candidate.name !== name))
      expect(await outcomeOf(other.send)).toMatchObject({ status: 200 })
    expect((await calls.control('DELETE', 'faults')).status).toBe(200)
    await expectWorking()
  })

  test('counts requests down, also when they come at once', async () => {
    await setFault({ endpoint: name, mode: 'status', status: 500, times: 7 })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(7)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(13)
  })

  test('the last one set counts', async () => {
    await setFault({ endpoint: name, mode: 'hang', times: 7 })
    await setFault({ endpoint: name, mode: 'status', status: 418 })
    expect((await send()).status).toBe(418)
    expect((await send()).status).toBe(200)
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
    for (const { Success, SFId, Message } of entries) {
      expect(Message).toMatch(/\S/)
      expect(SFId).toMatch(Success ? /^[A-Za-z0-9]{18}$/ : /^$/)
    }
    expect(JSON.parse(await held(`opportunities/${entries.at(-1)?.SFId}`))).toMatchObject({
      lstContact: [{ SourceId: 'b' }],
      lstbussCheckAcc: [{ SourceId: 'd' }],
    })
  })

  test.each([
    [undefined, 400],
    [200, 200],
  ])('of attachments: some records fail and none is stored (status %s: %d)', async (status, expected) => {
    await setFault({ endpoint: 'attachment', mode: 'partial', status })
    const response = await calls.sendAttachments({
      records: ['a', 'b', 'c'].map((id) => attachmentRecord(id, opportunityId)),
    })
    expect(response.status).toBe(expected)
    expect(await response.json()).toMatchObject({
      hasErrors: true,
      results: [{ referenceId: 'a' }, { referenceId: 'c' }],
    })
    expect(JSON.parse(await held(`opportunities/${opportunityId}`))).toMatchObject({ attachments: [] })
    expect(await journalSince()).toMatchObject([{ applied: false }])
  })

  test('of one attachment: that one fails', async () => {
    await setFault({ endpoint: 'attachment', mode: 'partial' })
    const response = await calls.sendAttachments({ records: [attachmentRecord('doc', opportunityId)] })
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

  test.each(['application', 'alias', 'attachment'] as const)(
    'of %s stands behind credentials',
    async (name) => {
      await setFault({ endpoint: name, mode: 'status', status: 503, times: 5 })
      const path = {
        application: SANDBOX_PATHS.application,
        alias: '/applications',
        attachment: SANDBOX_PATHS.attachment,
      }
      const response = await calls.send(path[name], application(), {
        headers: { authorization: 'Bearer wrong' },
      })
      expect(response.status).toBe(401)
      expect(await outcomeOf(byName(name).send)).toMatchObject({ status: 503 })
    },
  )

  test.each<[unknown]>([
    [{}],
    [{ endpoint: 'application' }],
    [{ endpoint: 'nothing', mode: 'status' }],
    [{ endpoint: 'funding', mode: 'explode', times: 1 }],
    ...[0, -1, 'often'].map((times): [unknown] => [
      { endpoint: 'funding', mode: 'status', times, status: 500 },
    ]),
    ...[100, 'bad'].map((status): [unknown] => [
      { endpoint: 'application', mode: 'status', times: 1, status },
    ]),
    [{ endpoint: 'application', mode: 'status', delayMs: -1 }],
    [{ endpoint: 'funding', mode: 'hang', times: 1, delayMs: -1 }],
    [{ endpoint: 'application', mode: 'status', extra: 1 }],
    [[]],
    [null],
    ['text'],
  ])('cannot be set with %j', async (fault) => {
    const response = await calls.control('PUT', 'faults', fault)
    expect(response.status).toBe(400)
    expect(await response.json()).toContainEqual(expect.objectContaining({ errorCode: expect.any(String) }))
    expect(await readObjects(await calls.control('GET', 'faults'))).toEqual([])
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
