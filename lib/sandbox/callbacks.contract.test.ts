import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wireCallbackSchema } from '@/lib/partner/wire/callback'
import { type CallbackReceiver, startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { readObjects, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

const PROFILE = '941000000001'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const TRAN_DATE = /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4} (0[1-9]|1[0-2]):[0-5]\d:[0-5]\d (AM|PM)$/
const LISTED = ['/hpp/webhooks/response-credit-card', '/webhooks/response-credit-card']

let sandbox: SandboxProcess
let calls: SandboxCalls
let receiver: CallbackReceiver
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  receiver = await startCallbackReceiver()
  await calls.control('POST', 'reset')
  await calls.control('PUT', `profiles/${PROFILE}`, { responseUrl: receiver.url })
})
afterEach(() => receiver.stop())

const list = async (query = '') => readObjects(await calls.control('GET', `callbacks${query}`))
const states = async () => (await list()).map(({ state }) => state)
const postForm = (path: string, body: string | Uint8Array<ArrayBuffer>, contentType = FORM_TYPE) =>
  fetch(sandbox.url + path, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'content-type': contentType },
  })

describe('delivery', () => {
  test('an event is tried again about a second after a failed attempt, until it is acknowledged', async () => {
    receiver.script.answer = (index) => (index === 0 ? 503 : 200)
    await calls.control('POST', 'callbacks', { profileId: PROFILE, fields: { tran_id: '1', odd: 'ü &=+%' } })
    await expect.poll(states, { timeout: 10_000 }).toEqual(['acknowledged'])
    expect(await list()).toMatchObject([{ attempts: 2, lastStatus: 200, nextAttemptAt: null }])
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(receiver.received).toHaveLength(2)
  })

  test.each([201, 202, 204, 302, 400, 401, 404, 410, 500, 503, null])(
    'an answer of %s does not acknowledge it: it waits a second for another attempt, and then longer',
    async (status) => {
      receiver.script.answer = () => status ?? ((response) => response.destroy())
      await calls.control('POST', 'callbacks', { profileId: PROFILE, fields: { tran_id: '1' } })
      const waitAfter = async (attempts: number) => {
        await expect
          .poll(() => list(), { timeout: 10_000 })
          .toMatchObject([{ state: 'waiting', attempts, lastStatus: status }])
        const [callback = {}] = await list()
        return Date.parse(String(callback.nextAttemptAt)) - Date.parse(String(callback.lastAttemptAt))
      }
      const first = await waitAfter(1)
      expect(first).toBeGreaterThan(500)
      expect(first).toBeLessThanOrEqual(1_500)
      if (status !== 500) return
      const second = await waitAfter(2)
      expect(second).toBeGreaterThan(3_000)
      expect(second).toBeLessThanOrEqual(6_000)
    },
  )

  test('an event to an address where nobody listens waits for its next attempt', async () => {
    const nobody = await startCallbackReceiver()
    await nobody.stop()
    await calls.control('PUT', `profiles/${PROFILE}`, { responseUrl: nobody.url })
    await calls.control('POST', 'callbacks', { profileId: PROFILE })
    await expect
      .poll(() => list())
      .toMatchObject([{ state: 'waiting', lastStatus: null, lastProblem: expect.stringMatching(/\S/) }])
  })

  test('an event that was queued without a response address comes when there is one', async () => {
    await calls.control('PUT', `profiles/${PROFILE}`, { responseUrl: null })
    await calls.control('POST', 'callbacks', { profileId: PROFILE, fields: { tran_id: '1' } })
    expect(await list()).toMatchObject([
      { state: 'waiting', attempts: 0, lastProblem: expect.stringContaining('no response address') },
    ])
    await calls.control('PUT', `profiles/${PROFILE}`, { responseUrl: receiver.url })
    await receiver.until(1)
    expect(receiver.events()).toEqual([{ tran_id: '1' }])
  })

  test('events of another profile go to its own address', async () => {
    const other = await startCallbackReceiver()
    try {
      await calls.control('PUT', 'profiles/941000000004', { responseUrl: other.url })
      await calls.control('POST', 'callbacks', { profileId: '941000000004', fields: { tran_id: '4' } })
      await calls.control('POST', 'callbacks', { profileId: PROFILE, fields: { tran_id: '1' } })
      await Promise.all([receiver.until(1), other.until(1)])
      expect([receiver.events(), other.events()]).toEqual([[{ tran_id: '1' }], [{ tran_id: '4' }]])
    } finally {
      await other.stop()
    }
  })

  test('a sandbox that is killed before and in the middle of an attempt forgets nothing', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-callbacks-'))
    let killed = await startSandboxProcess({ dataDir })
    try {
      const control = sandboxCalls(killed.url).control
      await control('PUT', `profiles/${PROFILE}`, { responseUrl: receiver.url })
      // The first is refused and waits for its second attempt; the second is never answered.
      receiver.script.answer = (index) => (index === 0 ? 500 : () => {})
      for (const tranId of ['1', '2']) {
        await control('POST', 'callbacks', { profileId: PROFILE, fields: { tran_id: tranId } })
        await receiver.until(Number(tranId))
      }
      await killed.kill()

      receiver.script.answer = () => 200
      const before = receiver.received.length
      killed = await startSandboxProcess({ dataDir })
      const listAgain = async () =>
        (await readObjects(await sandboxCalls(killed.url).control('GET', 'callbacks'))).map(
          ({ state }) => state,
        )
      await expect.poll(listAgain, { timeout: 40_000, interval: 250 }).toEqual(Array(2).fill('acknowledged'))
      const again = receiver.events().slice(before)
      expect(again.map(({ tran_id }) => tran_id).sort()).toEqual(['1', '2'])
    } finally {
      await killed.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('a sandbox that is stopped in the middle of an attempt ends with code 0', async () => {
    receiver.script.answer = () => () => {}
    const stopped = await startSandboxProcess({ own: true })
    const control = sandboxCalls(stopped.url).control
    await control('PUT', `profiles/${PROFILE}`, { responseUrl: receiver.url })
    await control('POST', 'callbacks', { profileId: PROFILE })
    await receiver.until(1)
    expect(await stopped.stop()).toBe(0)
  })
})

describe('POST control/callbacks', () => {
  test('sends the fields as given, without the null ones', async () => {
    const fields = {
      tran_id: '4711',
      resp_code: '999',
      unknown: 'İ & = +\0',
      'odd name': 'ü &=+%',
      acct_number: 'x'.repeat(500),
      empty: '',
      absent: null,
      constructor: 'x',
    }
    const answer = await calls.control('POST', 'callbacks', { profileId: PROFILE, fields })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ queued: 1, first: 1 })
    await receiver.until(1)
    const { absent: _, ...sent } = fields
    expect(receiver.events()).toEqual([sent])
    expect(await list()).toMatchObject([{ fields: sent }])
  })

  test('makes up a complete event, with a new tran_id each time', async () => {
    for (const _ of [1, 2]) await calls.control('POST', 'callbacks', { profileId: PROFILE })
    await receiver.until(2)
    for (const event of receiver.events()) {
      expect(Object.keys(wireCallbackSchema.parse(event))).toHaveLength(17)
      expect(event).toMatchObject({
        resp_code: '000',
        tran_amount: expect.stringMatching(/^\d+\.\d\d$/),
        tran_date: expect.stringMatching(TRAN_DATE),
      })
    }
    expect(new Set(receiver.events().map(({ tran_id }) => tran_id)).size).toBe(2)
  })

  test('sends so many copies, numbered on', async () => {
    await calls.control('POST', 'callbacks', { profileId: PROFILE })
    const answer = await calls.control('POST', 'callbacks', { profileId: PROFILE, times: 1_000 })
    expect(await answer.json()).toEqual({ queued: 1_000, first: 2 })
    await receiver.until(1_001)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(2)
    await expect
      .poll(async () => (await states()).filter((state) => state === 'acknowledged').length, {
        timeout: 20_000,
      })
      .toBe(1_001)
    expect(receiver.received).toHaveLength(1_001)
  })

  test.each([
    { profileId: PROFILE, times: 0 },
    { profileId: PROFILE, times: 1_001 },
    { profileId: PROFILE, times: 1.5 },
    { profileId: PROFILE, times: 'x' },
    { profileId: PROFILE, fields: 'x' },
    { profileId: PROFILE, fields: { tran_id: 1 } },
    { profileId: PROFILE, fields: ['tran_id'] },
    { profileId: PROFILE, unknown: true },
    { profileId: 941000000001 },
    {},
    [],
    null,
  ])('refuses %j', async (body) => {
    const answer = await calls.control('POST', 'callbacks', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ errorCode: expect.any(String) })]),
    )
    expect(await list()).toEqual([])
  })

  test('knows its profiles only', async () => {
    for (const profileId of ['941000000009', '', '\0', '__proto__']) {
      expect((await calls.control('POST', 'callbacks', { profileId })).status).toBe(404)
    }
  })
})

describe('GET control/callbacks', () => {
  test('tells how each event fares, oldest first', async () => {
    receiver.script.answer = () => 500
    await calls.control('POST', 'callbacks', { profileId: PROFILE, fields: { tran_id: '1' } })
    await expect.poll(async () => (await list())[0]?.attempts).toBe(1)
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await list()).toEqual([
      {
        n: 1,
        profileId: PROFILE,
        createdAt: moment,
        state: 'waiting',
        attempts: 1,
        nextAttemptAt: moment,
        responseUrl: receiver.url,
        lastStatus: 500,
        lastProblem: null,
        lastAttemptAt: moment,
        fields: { tran_id: '1' },
        body: 'tran_id=1',
      },
    ])
  })

  test('is read since a number, and from the end', async () => {
    await calls.control('POST', 'callbacks', { profileId: PROFILE, times: 5 })
    const numbers = async (query: string) => (await list(query)).map(({ n }) => n)
    expect(await numbers('')).toEqual([1, 2, 3, 4, 5])
    expect(await numbers('?since=3')).toEqual([4, 5])
    expect(await numbers('?last=2')).toEqual([4, 5])
    expect(await numbers('?since=4&last=3')).toEqual([5])
    expect(await numbers('?since=5')).toEqual([])
  })

  test.each(['?since=x', '?since=-1', '?last=0', '?last=1001'])('%s is refused', async (query) => {
    expect((await calls.control('GET', `callbacks${query}`)).status).toBe(400)
  })

  test('has no other method', async () => {
    const response = await calls.control('DELETE', 'callbacks')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST')
  })
})

describe.each(LISTED.flatMap((path) => [path, `${path}/`]))('POST %s', (path) => {
  test('sends exactly the given fields to the response address of the profile', async () => {
    const event = 'tran_id=1&x=a&empty=&x=b&flag&odd=%zz%00%C4%B0&resp_code=999&%3Cb%3E=%26'
    const answer = await postForm(path, `${event}&profile_id=${PROFILE}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ queued: 1 })
    await receiver.until(1)
    expect(receiver.received[0]?.body).toBe(event)
    expect(receiver.received[0]?.headers['content-type']).toBe(FORM_TYPE)
  })

  test('takes the profile from wherever in the form it stands, and however it is encoded', async () => {
    for (const body of [`profile_id=${PROFILE}&a=1`, `a=1&profile%5Fid=9410000%30000%31`]) {
      expect((await postForm(path, body)).status).toBe(200)
    }
    await receiver.until(2)
    expect(receiver.received.map(({ body }) => body)).toEqual(['a=1', 'a=1'])
  })

  test('encodes bytes that a form should have encoded, with the same meaning', async () => {
    await postForm(path, new TextEncoder().encode(`name=é b\n\0&profile_id=${PROFILE}`))
    await receiver.until(1)
    expect(receiver.received[0]?.body).toBe('name=%C3%A9%20b%0A%00')
    expect(receiver.events()).toEqual([{ name: 'é b\n\0' }])
  })

  test.each([
    ['no profile', 'tran_id=1', 400],
    ['nothing', '', 400],
    ['two profiles', `profile_id=${PROFILE}&profile_id=941000000004`, 400],
    ['an unknown profile', 'profile_id=941000000009', 404],
    ['an empty profile', 'profile_id=', 404],
    ['no text for a profile', 'profile_id=%00', 404],
    ['a question mark', `?profile_id=${PROFILE}`, 400],
  ])('refuses %s', async (_, body, status) => {
    const answer = await postForm(path, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual([
      { message: expect.any(String), errorCode: expect.any(String), fields: ['profile_id'] },
    ])
    expect(await list()).toEqual([])
  })

  test('takes 64 KiB and not a byte more', async () => {
    const form = `profile_id=${PROFILE}&x=`
    const largest = form + 'x'.repeat(65_536 - form.length)
    expect((await postForm(path, largest)).status).toBe(200)
    const answer = await postForm(path, `${largest}x`)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject([{ errorCode: 'REQUEST_TOO_LARGE' }])
    expect(await list()).toHaveLength(1)
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'takes no "%s"',
    async (type) => {
      const answer = await postForm(path, new TextEncoder().encode(`profile_id=${PROFILE}`), type)
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject([{ errorCode: 'UNSUPPORTED_MEDIA_TYPE' }])
    },
  )

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('does not allow %s', async (method) => {
    const answer = await fetch(sandbox.url + path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})
