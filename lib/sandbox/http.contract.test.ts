import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())

const form = String(new URLSearchParams(SANDBOX_CREDENTIALS))

describe('paths', () => {
  test.each(['', '/'])('work ending in "%s", with no redirect', async (end) => {
    const at = (path: string) => path.replace(/\/$/, '') + end
    const noRedirect = { redirect: 'manual' } as const
    const token = await fetch(sandbox.url + at(SANDBOX_PATHS.token), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
      ...noRedirect,
    })
    expect(token.status).toBe(200)
    expect((await calls.send(at(SANDBOX_PATHS.application), newApplication(), noRedirect)).status).toBe(200)
    expect((await calls.send(at(SANDBOX_PATHS.attachment), {}, noRedirect)).status).toBe(400)
    const { opportunityId } = await calls.createApplication()
    const stagePath = at(SANDBOX_PATHS.stage(opportunityId).replace(/\?.*/, ''))
    const stage = await calls.send(`${stagePath}?fields=StageName`, null, {
      method: 'GET',
      body: null,
      ...noRedirect,
    })
    expect(stage.status).toBe(200)
    expect((await calls.control('GET', at('requests'))).status).toBe(200)
    expect((await calls.control('GET', at(`opportunities/${opportunityId}`))).status).toBe(200)
  })

  test.each([
    '',
    '/',
    '/services',
    '/services/oauth2',
    '/services/oauth2/token//',
    '/services/oauth2/Token',
    '/services/data/v55.0/composite/tree/Attachment',
    '/services/data/v54.0/composite/tree/Document',
    '/__proto__',
    '/constructor',
    '/toString',
    '/control',
    '/control/__proto__',
    '/hpp/pays',
    '/%00',
    '/%E0%A4%A',
  ])('"%s" is not there, in JSON', async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(sandbox.url + path, { method })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual([{ message: expect.any(String), errorCode: 'NOT_FOUND' }])
    }
  })
})

describe('methods', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
    '%s is not allowed on the interface',
    async (method) => {
      for (const path of [SANDBOX_PATHS.token, SANDBOX_PATHS.application, SANDBOX_PATHS.attachment]) {
        const response = await fetch(sandbox.url + path, { method })
        expect(response.status).toBe(405)
        expect(response.headers.get('allow')).toBe('POST')
        if (method !== 'HEAD') await response.json()
      }
    },
  )

  test.each([
    ['POST', 'requests', 'GET'],
    ['GET', 'tokens/revoke', 'POST'],
    ['POST', 'faults', 'GET, PUT, DELETE'],
    ['GET', 'reset', 'POST'],
    ['DELETE', 'opportunities/006000000000000AAA', 'GET, PUT'],
  ])('%s control/%s is not allowed', async (method, path, allow) => {
    const response = await calls.control(method, path)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
  })
})

describe('media types', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'application/jsonx',
    '',
  ])('"%s" is no JSON', async (type) => {
    const kept = async () => (await calls.control('GET', 'opportunities?limit=1')).text()
    const before = await kept()
    for (const path of [SANDBOX_PATHS.application, SANDBOX_PATHS.attachment]) {
      const response = await calls.send(path, new TextEncoder().encode(valid), {
        headers: { 'content-type': type },
      })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject([{ errorCode: 'UNSUPPORTED_MEDIA_TYPE' }])
    }
    expect(await kept()).toBe(before)
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'Application/JSON;charset=UTF-8'])(
    '"%s" is JSON',
    async (type) => {
      expect(
        (await calls.sendApplication(newApplication(), { headers: { 'content-type': type } })).status,
      ).toBe(200)
    },
  )
})

const valid = JSON.stringify(newApplication())

describe('a body that is no clean JSON gets a clean refusal', () => {
  test.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['half of it', valid.slice(0, valid.length / 2)],
    ['a member twice', valid.replace('"Name":', '"Name":"x","Name":')],
    ['__proto__', valid.replace('"Name":', '"__proto__":{"Ownership":"Government"},"Name":')],
    ['arrays 100,000 deep', '['.repeat(100_000)],
    ['objects 5,000 deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['broken UTF-8', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
    ['a compressed body', Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64')],
  ])('%s', async (_, body) => {
    for (const path of [SANDBOX_PATHS.application, SANDBOX_PATHS.attachment]) {
      const response = await calls.send(path, body)
      expect(response.status).toBe(400)
      const text = await response.text()
      expect(() => JSON.parse(text)).not.toThrow()
      expect(text).not.toMatch(/ at |node:|\.ts/)
    }
  })

  test('an application of more than 6 MB', async () => {
    expect((await calls.sendApplication(' '.repeat(6 * 1024 * 1024 + 1))).status).toBe(413)
  })
})

describe('raw connections', () => {
  const exchange = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(sandbox.url)
      const socket = connect(Number(port), hostname, () => socket.end(text))
      let answer = ''
      socket.setEncoding('utf8').on('data', (part: string) => {
        answer += part
      })
      socket.on('end', () => resolve(answer)).on('error', reject)
    })

  test.each([
    'TRACE /sandbox/services/oauth2/token HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET //sandbox HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
  ])('%j is refused, and the sandbox goes on', async (text) => {
    expect(await exchange(text)).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await calls.requestToken()).status).toBe(200)
  })

  test('a body that ends early changes nothing', async () => {
    const before = await calls.journal()
    await exchange(
      `POST /sandbox${SANDBOX_PATHS.token} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\n${form}`,
    ).catch(() => '')
    expect((await calls.journal()).filter(({ applied }) => applied)).toEqual(
      before.filter(({ applied }) => applied),
    )
  })
})

/** Statuses that the contract documents for requests with a valid token and the right media type. */
const DOCUMENTED = [200, 400, 404]

describe('whatever is sent', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4 })
  const known = [
    'Opp',
    'Mer',
    'lstContact',
    'lstbussCheckAcc',
    'attributes',
    'Id',
    'Ownership',
    'Name',
    'records',
    'body',
  ]
  const plausible = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      anyJson,
      fc.constantFrom(
        'Opportunity',
        'Account',
        'Contact',
        'Attachment',
        'Government',
        'Control Prong',
        'QUJD',
        'a'.repeat(15),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...known), tie('value')),
    ),
  })).value

  /** A good application with one of its values replaced. */
  const mutated = fc
    .tuple(fc.nat(), fc.oneof(anyJson, fc.string({ unit: 'binary' }), fc.constant('\u0000')))
    .map(([place, value]) => {
      const body = newApplication()
      const slots: (() => void)[] = []
      const visit = (node: object) => {
        for (const [name, child] of Object.entries(node)) {
          slots.push(() =>
            Object.assign(node, Array.isArray(node) ? { [Number(name)]: value } : { [name]: value }),
          )
          if (typeof child === 'object' && child !== null) visit(child)
        }
      }
      visit(body)
      slots[place % slots.length]?.()
      return body
    })

  test('the application endpoint answers with a documented status and JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plausible, mutated), async (body) => {
        const response = await calls.sendApplication(JSON.stringify(body))
        expect(DOCUMENTED).toContain(response.status)
        expect(Array.isArray(await response.json())).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('the attachment endpoint answers with a documented status and JSON', async () => {
    const { opportunityId } = await calls.createApplication()
    const record = fc.record(
      {
        attributes: fc.record({
          type: fc.constant('Attachment'),
          referenceId: fc.oneof(fc.string(), anyJson),
        }),
        ParentId: fc.oneof(fc.constant(opportunityId), anyJson),
        Name: fc.oneof(fc.string({ unit: 'binary' }), anyJson),
        body: fc.oneof(fc.base64String(), anyJson),
      },
      { requiredKeys: [] },
    )
    const bodies = fc.oneof(
      plausible,
      fc.record({ records: fc.array(fc.oneof(record, plausible), { maxLength: 5 }) }),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const response = await calls.sendAttachments(JSON.stringify(body))
        expect([200, 400]).toContain(response.status)
        expect(await response.json()).toMatchObject({ hasErrors: response.status !== 200 })
      }),
      { numRuns: 400 },
    )
  })

  test('any bytes as a body, on every endpoint, get a 4xx and JSON', async () => {
    const paths = fc.constantFrom(SANDBOX_PATHS.token, SANDBOX_PATHS.application, SANDBOX_PATHS.attachment)
    await fc.assert(
      fc.asyncProperty(paths, fc.uint8Array({ maxLength: 300 }), async (path, bytes) => {
        const type = path === SANDBOX_PATHS.token ? 'application/x-www-form-urlencoded' : 'application/json'
        const response = await calls.send(path, bytes, { headers: { 'content-type': type } })
        expect(response.status).toBe(400)
        await response.json()
      }),
      { numRuns: 300 },
    )
  })

  test('control bodies get a 200, 400 or 404 and JSON', async () => {
    const { opportunityId } = await calls.createApplication()
    const paths = fc.constantFrom(
      'faults',
      `opportunities/${opportunityId}`,
      'opportunities/006000000000000AAA',
    )
    await fc.assert(
      fc.asyncProperty(
        paths,
        fc.oneof(anyJson, fc.record({ stage: fc.string({ unit: 'binary' }) })),
        async (path, body) => {
          const response = await calls.control('PUT', path, body)
          expect(DOCUMENTED).toContain(response.status)
          await response.json()
        },
      ),
      { numRuns: 200 },
    )
  })
})
