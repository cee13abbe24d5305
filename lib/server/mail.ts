import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { isLoopback } from '@/lib/domain/access/loopback'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'

export type MailMessage = { to: string; subject: string; text: string }

/** What became of a message: the server took it, or, in words for whoever sent it, why that is not known. */
export type MailOutcome = { sent: true } | { sent: false; because: string }

export type Mail = {
  /** The desk's address, before a link's path. */
  readonly deskUrl: string
  /** Never throws. Tried once: who sends it is told what became of it, and decides. */
  send(message: MailMessage): Promise<MailOutcome>
}

type MailServer = NonNullable<Env['SMTP_URL']> & { tlsRequired: boolean }

/** Null where no server is named. */
export function mailOf(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'APP_URL' | 'PARTNER' | 'PLAIN_TRANSPORT'>,
): Mail | null {
  const { SMTP_URL: server, MAIL_FROM: from } = env
  if (server === null || from === null) return null
  // One-time links open accounts: no network carries them, or the password of the mail server, in the clear.
  const tlsRequired = env.PARTNER === 'live' && env.PLAIN_TRANSPORT === '' && !isLoopback(server.host)
  return openMail({ ...server, tlsRequired }, from, env.APP_URL)
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
    // A mail server on this machine seldom has a certificate that anybody knows, and needs none.
    ignoreTLS: !tlsFromStart && !tlsRequired && isLoopback(host),
    ...(login && { auth: login }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deskUrl,
    async send({ to, subject, text }) {
      // No line end, comma or bracket gets past this: what is one address here is one in the message, and to the server.
      if (!z.email().safeParse(to).success) return { sent: false, because: REASONS.EENVELOPE }
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
        const { code = '', responseCode } = error as { code?: string; responseCode?: number }
        // Not the error: servers repeat addresses and more in their words.
        log.warn({ code, responseCode }, 'a mail was not sent')
        return { sent: false, because: REASONS[code as keyof typeof REASONS] ?? REASONS.EMESSAGE }
      }
    },
  }
}

const AWAY = 'The mail server can’t be reached.'
const NO_TLS = 'The mail server offers no secure connection.'
const LOGIN = 'The mail server refused the desk’s sign-in.'

const REASONS = {
  ECONNECTION: AWAY,
  ESOCKET: AWAY,
  EDNS: AWAY,
  ETIMEDOUT: 'The mail server didn’t answer in time.',
  ETLS: NO_TLS,
  EREQUIRETLS: NO_TLS,
  EAUTH: LOGIN,
  ENOAUTH: LOGIN,
  EENVELOPE: 'The mail server refused this address.',
  EMESSAGE: 'The mail server refused the message.',
} as const
