import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newApplication,
  SANDBOX_CREDENTIALS,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  calls = sandboxCalls(sandbox.url)
  expect((await calls.control('POST', 'reset')).status).toBe(200)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the journal', () => {
  test('has a row for each request to the interface, oldest first', async () => {
    const body = JSON.stringify(newApplication())
    const before = Date.now()
    await calls.sendApplication(body)
    await calls.sendApplication('{"é"')
    await calls.sendAttachments('{}')
    await fetch(sandbox.url + SANDBOX_PATHS.application.replace(/\/$/, '?secret=1'), { method: 'DELETE' })

    const form = String(new URLSearchParams(SANDBOX_CREDENTIALS))
    const row = (
      n: number,
      endpoint: string,
      path: string,
      status: number,
      sent: string,
      applied: boolean,
    ) => ({
      n,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      endpoint,
      method: 'POST',
      path: `/sandbox${path}`,
      status,
      bytes: Buffer.byteLength(sent),
      sha256: sha256(sent),
      applied,
    })
    const rows = await calls.journal()
    expect(rows).toEqual([
      row(1, 'token', SANDBOX_PATHS.token, 200, form, true),
      row(2, 'application', SANDBOX_PATHS.application, 200, body, true),
      row(3, 'application', SANDBOX_PATHS.application, 400, '{"é"', false),
      row(4, 'attachment', SANDBOX_PATHS.attachment, 400, '{}', false),
      {
        ...row(5, 'application', SANDBOX_PATHS.application.replace(/\/$/, ''), 405, '', false),
        method: 'DELETE',
      },
    ])
    expect(Date.parse(String(rows[0]?.at))).toBeGreaterThanOrEqual(before)
  })

  test('holds no body and no secret', async () => {
    await calls.sendApplication(newApplication())
    const text = await (await calls.control('GET', 'requests')).text()
    for (const secret of ['078051120', '123456789', 'Heron', 'T0ken', 'sandbox-client', 'Bearer', '00D']) {
      expect(text).not.toContain(secret)
    }
  })

  test('is read since a number and by endpoint', async () => {
    await calls.sendApplication(newApplication())
    await calls.sendApplication(newApplication())
    await calls.sendAttachments('{}')
    const numbers = async (query: string) => (await calls.journal(query)).map(({ n }) => n)
    expect(await numbers('')).toEqual([1, 2, 3, 4])
    expect(await numbers('?since=0')).toEqual([1, 2, 3, 4])
    expect(await numbers('?since=2')).toEqual([3, 4])
    expect(await numbers('?since=4')).toEqual([])
    expect(await numbers('?endpoint=application')).toEqual([2, 3])
    expect(await numbers('?endpoint=application&since=2')).toEqual([3])
    expect(await numbers('?endpoint=token')).toEqual([1])
  })

  test.each(['?since=x', '?since=-1', '?since=1.5', '?endpoint=nothing'])('%s is refused', async (query) => {
    expect((await calls.control('GET', `requests${query}`)).status).toBe(400)
  })

  test('numbers 30 requests at once without a gap', async () => {
    await calls.requestToken()
    await Promise.all(Array.from({ length: 30 }, () => calls.sendApplication(newApplication())))
    const rows = await calls.journal('?endpoint=application')
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, index) => index + 3))
  })

  test('has no row for controls, status reads and what is not there', async () => {
    const { opportunityId } = await calls.createApplication()
    const before = await calls.journal()
    await calls.control('GET', `opportunities/${opportunityId}`)
    await calls.send(SANDBOX_PATHS.stage(opportunityId), undefined, { method: 'GET', body: null })
    await calls.send('/nothing', {})
    expect(await calls.journal()).toEqual(before)
  })
})

describe('reset', () => {
  test('leaves the sandbox as new', async () => {
    const { opportunityId } = await calls.createApplication()
    await calls.control('PUT', 'faults', { endpoint: 'application', mode: 'status', times: 5 })
    expect((await calls.control('POST', 'reset')).status).toBe(200)
    expect(await calls.journal()).toEqual([])
    expect((await calls.control('GET', `opportunities/${opportunityId}`)).status).toBe(404)
    expect((await calls.sendApplication(newApplication())).status).toBe(401)
    calls.forgetToken()
    expect((await calls.sendApplication(newApplication())).status).toBe(200)
  })
})
