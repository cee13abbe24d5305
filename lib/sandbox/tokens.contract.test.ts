import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { application, fullApplication } from '@/lib/testing/interface/application-bodies'
import {
  readObject,
  SANDBOX_CREDENTIALS,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** Endpoint 5 of the interface, "Get access token", and what its token opens, held to the document. */

const ERRORS = ['unsupported_grant_type', 'invalid_client_id', 'invalid_client', 'invalid_grant']

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(() => calls.forgetToken())

/** The fields as text that is sent as it stands. */
const sendForm = (form: string, headers: Record<string, string> = {}, path = SANDBOX_PATHS.token) =>
  fetch(sandbox.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  })
const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const correctForm = formOf(SANDBOX_CREDENTIALS)

async function expectError(response: Response, errors: readonly string[] = ERRORS) {
  const answer = await readObject(response)
  expect([response.status, answer]).toEqual([
    400,
    { error: expect.any(String), error_description: expect.stringMatching(/\S/) },
  ])
  expect(errors).toContain(answer.error)
}

describe('the token answer', () => {
  test('has all six fields, signed with HMAC-SHA256 over id and issued_at', async () => {
    const before = Date.now()
    const response = await sendForm(correctForm)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    const answer = await readObject(response)
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^[\x21-\x7e]{40,}$/),
      instance_url: sandbox.url,
      token_type: 'Bearer',
      id: expect.stringMatching(/^https?:\/\/\S+$/),
      issued_at: expect.stringMatching(/^\d{13}$/),
      signature: createHmac('sha256', SANDBOX_CREDENTIALS.client_secret)
        .update(`${answer.id}${answer.issued_at}`)
        .digest('base64'),
    })
    expect(Number(answer.issued_at)).toBeGreaterThanOrEqual(before)
    expect(Number(answer.issued_at)).toBeLessThanOrEqual(Date.now())
  })

  test('is another each time, and the earlier token stays valid', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => String((await readObject(await sendForm(correctForm))).access_token)),
    )
    expect(new Set(tokens).size).toBe(3)
    for (const token of tokens) {
      const response = await calls.sendApplication(application(), {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(response.status).toBe(200)
    }
  })
})

describe('a token request is refused', () => {
  const table: [field: keyof typeof SANDBOX_CREDENTIALS, error: string, wrong: string[]][] = [
    [
      'grant_type',
      'unsupported_grant_type',
      ['client_credentials', 'Password', 'PASSWORD', 'password ', 'refresh_token', ''],
    ],
    [
      'client_id',
      'invalid_client_id',
      ['sandbox-client2', 'sandbox-clien', 'SANDBOX-CLIENT', ' sandbox-client', ''],
    ],
    ['client_secret', 'invalid_client', ['s&cret 100%', 's&cret+100', 's', 's%26cret%2B100%25', '']],
    [
      'username',
      'invalid_grant',
      ['api desk@sandbox.test', 'API+desk@sandbox.test', 'other@sandbox.test', ''],
    ],
    [
      'password',
      'invalid_grant',
      ['p&ss w+rd%', 'p&ss w+rd%t0ken=', 'T0ken=', 'p&ss w+rd% T0ken=', 'p&ss w+rd%T0ken= ', ''],
    ],
  ]
  const wrongCases = table.flatMap(([field, error, wrong]) =>
    wrong.map((value) => [field, value, error] as const),
  )

  test.each(wrongCases)('with %s %j: %s', async (field, value, error) => {
    await expectError(await sendForm(formOf({ ...SANDBOX_CREDENTIALS, [field]: value })), [error])
  })

  test.each(table)('without %s, or with it twice: %s', async (field, error) => {
    const { [field]: value, ...rest } = SANDBOX_CREDENTIALS
    const [again, wrong] = [formOf({ [field]: value }), `${field}=other`]
    const twice = [`${correctForm}&${again}`, `${correctForm}&${wrong}`, `${wrong}&${correctForm}`]
    for (const form of [formOf(rest), ...twice]) await expectError(await sendForm(form), [error])
  })

  test('with no field at all', async () => {
    await expectError(await sendForm(''))
  })

  test('with its fields in the address', async () => {
    await expectError(await sendForm('', {}, `${SANDBOX_PATHS.token}?${correctForm}`))
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'in content type %s',
    async (type) => {
      const body = type === 'application/json' ? JSON.stringify(SANDBOX_CREDENTIALS) : correctForm
      const response = await sendForm(body, { 'content-type': type })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ error: expect.any(String) })
    },
  )

  test('by GET', async () => {
    const response = await fetch(sandbox.url + SANDBOX_PATHS.token)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ error: expect.any(String) })
  })

  test('and no error repeats what was sent', async () => {
    const secret = 'canary-secret-1234'
    for (const field of ['grant_type', 'client_id', 'client_secret', 'username', 'password']) {
      const response = await sendForm(formOf({ ...SANDBOX_CREDENTIALS, [field]: secret }))
      expect(await response.text()).not.toContain(secret)
    }
  })
})

describe('special characters', () => {
  const [, password] = [SANDBOX_CREDENTIALS.username, 'p%26ss+w%2Brd%25T0ken%3D']
  const others = formOf({ ...SANDBOX_CREDENTIALS, password: '' }).replace('&password=', '')

  test.each([password, password.replace('+', '%20'), password.toLowerCase().replace('t0', 'T0')])(
    'are read from %s',
    async (encoded) => {
      expect((await sendForm(`${others}&password=${encoded}`)).status).toBe(200)
    },
  )

  test.each([
    ['a bare +, which is a space', `${others}&password=p%26ss+w+rd%25T0ken%3D`],
    ['a bare &', `${others}&password=p&ss+w%2Brd%25T0ken%3D`],
    ['encoding twice', `${others}&password=p%2526ss%2520w%252Brd%2525T0ken%253D`],
    ['a user name with a bare +', correctForm.replace('api%2Bdesk', 'api+desk')],
    ['a secret with a bare +', correctForm.replace('cret%2B100', 'cret+100')],
    ['a bare %', correctForm.replace('100%25', '100%')],
    [
      'no encoding at all',
      Object.entries(SANDBOX_CREDENTIALS)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ],
  ])('are refused when spoilt: %s', async (_, form) => {
    await expectError(await sendForm(form))
  })

  test('may come with a charset', async () => {
    const response = await sendForm(correctForm, {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    })
    expect(response.status).toBe(200)
  })
})

describe('what the token opens', () => {
  const attachment = { records: [] }
  const doors: [name: string, method: string, path: string, body: unknown][] = [
    ['create or update', 'POST', SANDBOX_PATHS.application, application()],
    ['attachments', 'POST', SANDBOX_PATHS.attachment, attachment],
    ['the alias', 'POST', '/applications', fullApplication()],
    ['the path under the alias', 'POST', '/services/data/v54.0/composite/sobjects', fullApplication()],
    ['the status read', 'GET', SANDBOX_PATHS.stage('006000000000999AAA'), undefined],
  ]
  const knock = (method: string, path: string, body: unknown, authorization?: string) =>
    fetch(sandbox.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const freshBearer = async () => `Bearer ${(await readObject(await sendForm(correctForm))).access_token}`

  describe.each(doors)('%s', (_, method, path, body) => {
    async function expectClosed(authorization?: string) {
      const response = await knock(method, path, body, authorization)
      expect([response.status, await response.json()]).toEqual([
        401,
        [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }],
      ])
    }

    test('is open with a token', async () => {
      expect((await knock(method, path, body, await freshBearer())).status).not.toBe(401)
    })

    test('is closed without one', () => expectClosed())

    test.each([
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      'Bearer null',
      'Bearer undefined',
      'Basic OTQxMDAwMDAwMDAxOmtleS1hY3RpdmUtMQ==',
    ])('is closed with %j', (authorization) => expectClosed(authorization))

    test('is closed with a token that is cut, longer, of another case, or without its scheme', async () => {
      const bearer = await freshBearer()
      const token = bearer.slice('Bearer '.length)
      const others = [bearer.slice(0, -1), `${bearer}x`, token, `Basic ${token}`, `${bearer}, ${bearer}`]
      for (const wrong of others) await expectClosed(wrong)
      expect((await knock(method, path, body, bearer)).status).not.toBe(401)
    })

    test('is closed with a token in the address', async () => {
      const token = (await freshBearer()).slice('Bearer '.length)
      const mark = path.includes('?') ? '&' : '?'
      const response = await knock(method, `${path}${mark}access_token=${token}`, body)
      expect(response.status).toBe(401)
    })

    test('is closed by revoking every token, and opened by a new one', async () => {
      const [first, second] = [await freshBearer(), await freshBearer()]
      expect((await calls.control('POST', 'tokens/revoke')).status).toBe(200)
      await expectClosed(first)
      await expectClosed(second)
      expect((await knock(method, path, body, await freshBearer())).status).not.toBe(401)
    })
  })
})
