import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkMail } from '@/lib/domain/access/link-mail'
import { parseEnv } from '@/lib/env'
import { readBody, startMailServer } from '@/lib/testing/mail-server'
import { type Mail, mailOf, mailServerOf, openMail } from './mail'

let server: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.mode = 'takes'
  server.taken.length = 0
  server.heard.length = 0
})

const mail = (login = ''): Mail => {
  const made = mailOf(
    parseEnv({
      SMTP_URL: `smtp://${login}127.0.0.1:${server.port}`,
      MAIL_FROM: 'PayFac Desk <desk@company.example>',
      APP_URL: 'https://desk.company.example',
      SANDBOX_CONTROL_TOKEN: 'a-token-of-the-tests-0001',
    }),
  )
  if (!made) throw new Error('No mail.')
  return made
}

const LINK = `https://desk.company.example/welcome#${crypto.randomUUID()}.${'s'.repeat(43)}`
const message = {
  to: 'nina@company.example',
  ...linkMail({
    kind: 'invitation',
    by: 'Ada Núñez\r\nBcc: eve@company.example',
    link: LINK,
    expiresAt: new Date('2026-07-08T12:00:00Z'),
    waits: false,
  }),
}

test('a message is handed to the server, from the desk to one address', async () => {
  expect(await mail().send(message)).toEqual({ sent: true })
  expect(server.taken).toHaveLength(1)
  const [{ from, to, text, login } = { from: '', to: [], text: '', login: '' }] = server.taken
  expect({ from, to, login }).toEqual({ from: 'desk@company.example', to: [message.to], login: null })
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toContain('From: PayFac Desk <desk@company.example>')
  expect(head).toContain('To: nina@company.example')
  expect(head).toContain('Subject: Your invitation to PayFac Desk')
  expect(head).toContain('Content-Type: text/plain; charset=utf-8')
  expect(head, 'what people typed is in the body alone').not.toMatch(/^bcc/im)
  expect(readBody(text)).toContain(`\n${LINK}\n`)
  expect(readBody(text)).toContain('It works once, until Jul 8, 2026, 12:00 PM UTC')
})

test('user and password are the server’s alone', async () => {
  expect(await mail('desk:p%40ss%2Fword@').send(message)).toEqual({ sent: true })
  expect(server.taken[0]?.login).toBe('\0desk\0p@ss/word')
  server.mode = 'refuses-login'
  expect(await mail('desk:wrong@').send(message)).toEqual({
    sent: false,
    mayArrive: false,
    because: 'The mail server refused the desk’s sign-in.',
  })
})

test.each([
  'nina@company.example\r\nBcc: eve@company.example',
  'nina@company.example, eve@company.example',
  'Nina <nina@company.example>',
  'nina@company.example> SIZE=1\r\nRCPT TO:<eve@company.example',
  '',
])('%j is not one address, and goes nowhere', async (to) => {
  expect(await mail().send({ ...message, to })).toMatchObject({ sent: false })
  expect(server.taken).toEqual([])
})

test('what the server refused, and what cannot be said, is told apart', async () => {
  server.mode = 'refuses-recipient'
  expect(await mail().send(message)).toEqual({
    sent: false,
    mayArrive: false,
    because: 'The mail server refused this address.',
  })
  const line = { host: '127.0.0.1', tlsFromStart: false, tlsRequired: false, login: null }
  const from = { name: '', address: 'desk@company.example' }
  const away = { sent: false, mayArrive: false, because: 'The mail server can’t be reached.' }
  expect(await openMail({ ...line, port: 1 }, from, '').send(message)).toEqual(away)
  server.mode = 'silent'
  expect(await openMail({ ...line, port: server.port }, from, '', 200).send(message)).toEqual(away)
  const unknown = {
    sent: false,
    mayArrive: true,
    because: 'The mail server didn’t say whether it took the message.',
  }
  server.mode = 'silent-at-the-end'
  expect(await openMail({ ...line, port: server.port }, from, '', 1_000).send(message)).toEqual(unknown)
  server.mode = 'hangs-up-at-the-end'
  expect(await mail().send(message)).toEqual(unknown)
  expect(
    server.heard.filter((line) => line === 'DATA'),
    'and tried once',
  ).toHaveLength(2)
})

test('where TLS is demanded, a server that offers none gets neither password nor message', async () => {
  const from = { name: '', address: 'desk@company.example' }
  const line = { host: 'localhost', port: server.port, tlsFromStart: false }
  const login = { user: 'desk', pass: 'secret' }
  const demanding = openMail({ ...line, tlsRequired: true, login }, from, '')
  expect(await demanding.send(message)).toEqual({
    sent: false,
    mayArrive: false,
    because: 'The mail server offers no secure connection.',
  })
  expect(server.heard.slice(-1)).toEqual(['STARTTLS'])
  expect(server.heard.join()).not.toMatch(/AUTH|MAIL|RCPT|DATA/)
})

test.each([
  ['live', '', 'mail.example', true],
  ['live', '', '127.0.0.1', false],
  ['live', 'this-is-a-test', 'mail.example', false],
  ['sandbox', '', 'mail.example', false],
] as const)(
  'with PARTNER=%s, PLAIN_TRANSPORT=%j and %s TLS is demanded: %j',
  (PARTNER, PLAIN_TRANSPORT, host, is) => {
    const SMTP_URL = { host, port: 587, tlsFromStart: false, login: null }
    expect(mailServerOf({ SMTP_URL, PARTNER, PLAIN_TRANSPORT })?.tlsRequired).toBe(is)
  },
)

test('a desk without SMTP_URL has none', () => {
  expect(mailOf(parseEnv({}))).toBeNull()
})
