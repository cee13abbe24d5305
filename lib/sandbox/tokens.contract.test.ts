import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newApplication,
  readObject,
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

const postForm = (body: string, contentType = 'application/x-www-form-urlencoded') =>
  fetch(sandbox.url + SANDBOX_PATHS.token, { method: 'POST', body, headers: { 'content-type': contentType } })

describe('the token answer', () => {
  test('has all six fields', async () => {
    const before = Date.now()
    const response = await calls.requestToken()
    expect(response.status).toBe(200)
    const token = await readObject(response)
    expect(Object.keys(token).sort()).toEqual(
      ['access_token', 'id', 'instance_url', 'issued_at', 'signature', 'token_type'].sort(),
    )
    expect(token.access_token).toMatch(/^[\x21-\x7e]{40,}$/)
    expect(token.instance_url).toBe(sandbox.url)
    expect(token.token_type).toBe('Bearer')
    expect(URL.canParse(String(token.id))).toBe(true)
    expect(Number(token.issued_at)).toBeGreaterThanOrEqual(before)
    expect(Number(token.issued_at)).toBeLessThanOrEqual(Date.now())
  })

  test('is signed with HMAC-SHA256 over id and issued_at', async () => {
    const { id, issued_at, signature } = await readObject(await calls.requestToken())
    const expected = createHmac('sha256', SANDBOX_CREDENTIALS.client_secret)
      .update(`${id}${issued_at}`)
      .digest('base64')
    expect(signature).toBe(expected)
  })

  test('holds another token each time', async () => {
    const [one, two] = await Promise.all([calls.requestToken(), calls.requestToken()])
    expect((await readObject(one)).access_token).not.toBe((await readObject(two)).access_token)
  })
})

describe('token errors', () => {
  test.each([
    ['another grant type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['a grant type in capitals', { grant_type: 'PASSWORD' }, 'unsupported_grant_type'],
    ['a wrong client id', { client_id: 'sandbox-clien' }, 'invalid_client_id'],
    ['a wrong client secret', { client_secret: 's&cret+100' }, 'invalid_client'],
    ['a client secret whose plus became a space', { client_secret: 's&cret 100%' }, 'invalid_client'],
    ['a wrong user name', { username: 'api desk@sandbox.test' }, 'invalid_grant'],
    ['a user name in capitals', { username: 'API+desk@sandbox.test' }, 'invalid_grant'],
    ['a password without the security token', { password: 'p&ss w+rd%' }, 'invalid_grant'],
    ['a password with a trailing space', { password: 'p&ss w+rd%T0ken= ' }, 'invalid_grant'],
  ])('%s is %s → %s', async (_, change, error) => {
    const response = await calls.requestToken({ ...SANDBOX_CREDENTIALS, ...change })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) })
  })

  test.each([
    ['grant_type', 'unsupported_grant_type'],
    ['client_id', 'invalid_client_id'],
    ['client_secret', 'invalid_client'],
    ['username', 'invalid_grant'],
    ['password', 'invalid_grant'],
  ])('without %s: %s', async (name, error) => {
    const fields = new URLSearchParams(SANDBOX_CREDENTIALS)
    fields.delete(name)
    const response = await postForm(String(fields))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error })
  })

  test.each([
    ['grant_type', 'unsupported_grant_type'],
    ['password', 'invalid_grant'],
  ])('%s given twice: %s', async (name, error) => {
    const fields = new URLSearchParams(SANDBOX_CREDENTIALS)
    fields.append(name, fields.get(name) ?? '')
    const response = await postForm(String(fields))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error })
  })

  test('credentials that were not encoded are refused', async () => {
    const raw = Object.entries(SANDBOX_CREDENTIALS).map(([name, value]) => `${name}=${value}`)
    expect((await postForm(raw.join('&'))).status).toBe(400)
  })

  test('a bare percent sign is broken encoding', async () => {
    const encoded = String(new URLSearchParams(SANDBOX_CREDENTIALS))
    expect((await postForm(encoded)).status).toBe(200)
    expect((await postForm(encoded.replace('100%25', '100%'))).status).toBe(400)
  })

  test('percent-encoded spaces are as good as plus signs', async () => {
    const encoded = String(new URLSearchParams(SANDBOX_CREDENTIALS)).replaceAll('+', '%20')
    expect((await postForm(encoded)).status).toBe(200)
  })

  test('a JSON body is no form', async () => {
    const response = await postForm(JSON.stringify(SANDBOX_CREDENTIALS), 'application/json')
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: expect.any(String) })
  })

  test('GET is not allowed', async () => {
    const response = await fetch(sandbox.url + SANDBOX_PATHS.token)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(await response.json()).toMatchObject({ error: expect.any(String) })
  })
})

describe('the bearer token', () => {
  const INVALID = [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }]
  const paths = [
    ['POST', SANDBOX_PATHS.application],
    ['POST', SANDBOX_PATHS.attachment],
    ['GET', SANDBOX_PATHS.stage('006000000000000AAA')],
  ] as const

  test.each(
    paths.flatMap(([method, path]) =>
      [undefined, '', 'Bearer', 'Bearer wrong', 'Basic eDp5'].map(
        (header) => [method, path, header] as const,
      ),
    ),
  )('%s %s with %s is refused', async (method, path, header) => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(header === undefined ? {} : { authorization: header }),
      },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(INVALID)
  })

  test('is refused once it is revoked, and another one is not', async () => {
    expect((await calls.sendApplication(newApplication())).status).toBe(200)
    expect((await calls.control('POST', 'tokens/revoke')).status).toBe(200)
    const response = await calls.sendApplication(newApplication())
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(INVALID)
    calls.forgetToken()
    expect((await calls.sendApplication(newApplication())).status).toBe(200)
  })
})
