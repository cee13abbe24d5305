import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { isLoopback } from '@/lib/domain/access/loopback'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'

export type MailMessage = { to: string; subject: string; text: string }

/** Whether the mail server accepted the message; if not, why, in words for the sender. `mayArrive`: it is unknown. */
export type MailResult = { sent: true } | { sent: false; mayArrive: boolean; because: string }

export type Mail = {
  /** The desk's base URL for links. */
  readonly deskUrl: string
  /** Never throws. Tries once; the caller gets the result and decides what to do. */
  send(message: MailMessage): Promise<MailResult>
}

type MailServer = NonNullable<Env['SMTP_URL']> & { tlsRequired: boolean }

type MailEnv = Pick<Env, 'SMTP_URL' | 'PARTNER' | 'PLAIN_TRANSPORT'>

/** Null if no mail server is configured. */
export function mailOf(env: MailEnv & Pick<Env, 'MAIL_FROM' | 'APP_URL'>): Mail | null {
  const server = mailServerOf(env)
  return server && env.MAIL_FROM && openMail(server, env.MAIL_FROM, env.APP_URL)
}

/** Requires encryption, because emails contain one-time links that open accounts, and the server gets a password. */
export const mailServerOf = ({ SMTP_URL: server, PARTNER, PLAIN_TRANSPORT }: MailEnv): MailServer | null =>
  server && {
    ...server,
    tlsRequired: PARTNER === 'live' && PLAIN_TRANSPORT === '' && !isLoopback(server.host),
  }

export function openMail(
  { host, port, tlsFromStart, tlsRequired, login }: MailServer,
  from: { name: string; address: string },
  deskUrl: string,
  silenceMs = 10_000,
): Mail {
  const transport = createTransport({
    host,
    port,
    secure: tlsFromStart,
    requireTLS: tlsRequired,
    // A mail server on this machine rarely has a trusted certificate, and does not need one.
    ignoreTLS: !tlsFromStart && !tlsRequired && isLoopback(host),
    ...(login && { auth: login }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    // Slightly longer than the greeting timeout, so that a silent server is reported by that one.
    socketTimeout: silenceMs + 100,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deskUrl,
    async send({ to, subject, text }) {
      // Rejects line breaks, commas and brackets, so that this is exactly one address in the message and its envelope.
      if (!z.email().safeParse(to).success)
        return { sent: false, mayArrive: false, because: REASONS.EENVELOPE }
      try {
        await transport.sendMail({
          envelope: { from: from.address, to: [to] },
          from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { sent: true }
      } catch (error) {
        const failure = error as Failure
        const { code = '', responseCode } = failure
        // Do not log the error itself: servers repeat addresses and other data in their messages.
        log.warn({ code, responseCode }, 'a mail was not sent')
        if (mayHaveArrived(failure))
          return {
            sent: false,
            mayArrive: true,
            because: 'The mail server didn’t say whether it took the message.',
          }
        return {
          sent: false,
          mayArrive: false,
          because: REASONS[code as keyof typeof REASONS] ?? REASONS.EMESSAGE,
        }
      }
    },
  }
}

type Failure = { code?: string; responseCode?: number; syscall?: string; timeoutType?: string }

/** Whether the connection broke or timed out without a reply: the lost reply may have been that the message was taken. */
const mayHaveArrived = ({ code = '', responseCode, syscall, timeoutType = '' }: Failure): boolean =>
  responseCode === undefined &&
  ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code) &&
  syscall !== 'connect' &&
  !['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'].includes(timeoutType)

const AWAY = 'The mail server can’t be reached.'
const NO_TLS = 'The mail server offers no secure connection.'
const LOGIN = 'The mail server refused the desk’s sign-in.'

const REASONS = {
  ECONNECTION: AWAY,
  ESOCKET: AWAY,
  EDNS: AWAY,
  ETIMEDOUT: AWAY,
  ETLS: NO_TLS,
  EREQUIRETLS: NO_TLS,
  EAUTH: LOGIN,
  ENOAUTH: LOGIN,
  EENVELOPE: 'The mail server refused this address.',
  EMESSAGE: 'The mail server refused the message.',
} as const
