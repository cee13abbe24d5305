import { type Attachment, attachmentBody } from './attachment-body'
import { PartnerError } from './errors'
import { type RecordsFound, readApplicationAnswer } from './mapping/application-answer'
import { maskMessage, maskWireText, sensitiveValues } from './mapping/mask'
import { parseJson } from './mapping/parse-json'
import { readErrors, tellsOfErrors } from './mapping/partner-problems'
import { createTokenSource, secretsOf, type Token, type TokenConfig } from './token'
import { exchange, type PartnerAnswer, type PartnerRequest } from './transport'
import { wireAttachmentAnswerSchema } from './wire/attachment'
import { TOKEN_LIFETIME_MS } from './wire/token'

export type PartnerTimeouts = {
  tokenMs: number
  applicationMs: number
  attachmentMs: number
  attachmentIdleMs: number
}

export type PartnerConfig = TokenConfig & { timeouts?: Partial<PartnerTimeouts> }

const TIMEOUTS: PartnerTimeouts = {
  tokenMs: 10_000,
  applicationMs: 30_000,
  attachmentMs: 15 * 60_000,
  attachmentIdleMs: 60_000,
}

/** `beforeSend` is awaited once, after a token is there and before the first byte may go out. */
export type SendHooks = { beforeSend(): Promise<void> }

/** `rawText` is the answer as it came, masked. Entries may have failed one by one. */
export type ApplicationAnswer = RecordsFound & { httpStatus: number; rawText: string }

export type AttachmentAnswer = { httpStatus: number; rawText: string; recordId: string | null }

export type TokenCheck = { instanceUrl: string; lifetimeMs: number }

/**
 * Every method throws a PartnerError when it does not end well, or whatever `beforeSend` threw. Nothing is
 * sent a second time by itself, but for one replay after a 401, which says that nothing was done.
 */
export type PartnerClient = {
  /** Interface, "Create or update a sub-merchant application"; the text is sent as it is. */
  sendApplication(requestText: string, hooks: SendHooks): Promise<ApplicationAnswer>
  /** Interface, "Upload attachments"; one file a request, streamed. */
  uploadAttachment(attachment: Attachment, hooks: SendHooks): Promise<AttachmentAnswer>
  /** Asks for a new token, and shows what came without showing the token. */
  checkToken(): Promise<TokenCheck>
}

const APPLICATION_PATH = '/services/apexrest/merchant-application-payfac/'
const ATTACHMENT_PATH = '/services/data/v54.0/composite/tree/Attachment'

export function createPartnerClient(config: PartnerConfig): PartnerClient {
  const timeouts = { ...TIMEOUTS, ...config.timeouts }
  const tokens = createTokenSource(config, timeouts.tokenMs)
  const secrets = secretsOf(config)

  const post = async (
    path: string,
    request: Omit<PartnerRequest, 'url' | 'headers'>,
    sensitive: readonly string[],
    hooks: SendHooks,
  ): Promise<Masked> => {
    const send = async (token: Token): Promise<Masked> => {
      const answer = await exchange({
        ...request,
        url: new URL(`${token.instanceUrl.origin}${token.instanceUrl.pathname.replace(/\/+$/, '')}${path}`),
        headers: { authorization: `Bearer ${token.accessToken}`, 'content-type': 'application/json' },
      })
      return new Masked(answer, [token.accessToken, ...secrets, ...sensitive])
    }
    const token = await tokens.get()
    await hooks.beforeSend()
    const first = await send(token)
    return first.status === 401 ? send(await tokens.replace(token)) : first
  }

  return {
    async sendApplication(requestText, hooks) {
      const answer = await post(
        APPLICATION_PATH,
        { body: requestText, deadlineMs: timeouts.applicationMs },
        sensitiveValues(requestText),
        hooks,
      )
      requireSuccess(answer, 'the application')
      const records = readApplicationAnswer(answer.text, answer.status)
      // A success that lists errors and no records is neither: some of it may have been done.
      if (!records || (records.entries.length === 0 && tellsOfErrors(answer.text))) {
        throw unreadable(answer, 'the application')
      }
      const entries = records.entries.map((entry) => ({ ...entry, message: answer.mask(entry.message) }))
      return { ...records, entries, httpStatus: answer.status, rawText: answer.rawText }
    },

    async uploadAttachment(attachment, hooks) {
      const answer = await post(
        ATTACHMENT_PATH,
        {
          body: attachmentBody(attachment),
          deadlineMs: timeouts.attachmentMs,
          idleMs: timeouts.attachmentIdleMs,
        },
        [],
        hooks,
      )
      requireSuccess(answer, 'the document')
      const read = wireAttachmentAnswerSchema.safeParse(parseJson(answer.text))
      if (!read.success) throw unreadable(answer, 'the document')
      const { hasErrors, results } = read.data
      // hasErrors is true when any error occurred; with one record a request, that error is this file's.
      if (hasErrors || results.some(({ errors }) => errors !== undefined && errors.length > 0)) {
        throw refused(answer, 'the document')
      }
      const recordId = results.find(({ id }) => id !== undefined)?.id ?? null
      return { httpStatus: answer.status, rawText: answer.rawText, recordId }
    },

    async checkToken() {
      const { instanceUrl } = await tokens.renew()
      return { instanceUrl: instanceUrl.href, lifetimeMs: TOKEN_LIFETIME_MS }
    },
  }
}

/** An answer beside what may be shown of it. */
class Masked {
  readonly status: number
  readonly text: string
  readonly ending: PartnerAnswer['ending']
  readonly rawText: string
  readonly #known: readonly string[]

  constructor(answer: PartnerAnswer, known: readonly string[]) {
    this.status = answer.status
    this.text = answer.text
    this.ending = answer.ending
    this.#known = known
    this.rawText = maskWireText(answer.text, known)
  }

  mask(message: string): string {
    return maskMessage(message, this.#known)
  }

  told() {
    return { httpStatus: this.status, problems: readErrors(this.rawText), rawText: this.rawText }
  }
}

/** Passes a 2xx that arrived whole; `thing` is what was sent ("the application"). */
function requireSuccess(answer: Masked, thing: string): void {
  const { status, ending } = answer
  if (status === 401) {
    const what = `The partner does not accept our access token for ${thing}, not even a new one (HTTP 401).`
    throw new PartnerError({ ...answer.told(), kind: 'authentication', outcome: 'not-applied', what })
  }
  // A 408 should mean that the request never arrived whole. It did: it then comes from a gateway that
  // gave up waiting for the partner, which may be at work on it.
  if (status === 408) {
    const what = `A gateway in front of the partner gave up waiting for it to take ${thing} (HTTP 408).`
    throw new PartnerError({ ...answer.told(), kind: 'timeout', outcome: 'unknown', what })
  }
  // These turn a request away before it is looked at (RFC 8470, RFC 6585), and say nothing about its content.
  if (status === 425 || status === 429) {
    const what = `The partner takes no more requests at present (HTTP ${status}).`
    throw new PartnerError({ ...answer.told(), kind: 'server', outcome: 'not-applied', what })
  }
  if (status >= 400 && status < 500) throw refused(answer, thing)
  if (status >= 500 && status < 600) {
    const what = `The partner failed while it took ${thing} (HTTP ${status}).`
    throw new PartnerError({ ...answer.told(), kind: 'server', outcome: 'unknown', what })
  }
  if (status < 200 || status >= 300 || ending === 'too-long') throw unreadable(answer, thing)
  if (ending === 'timeout') {
    const what = `The partner began to answer about ${thing} (HTTP ${status}), but its answer did not end in time.`
    throw new PartnerError({ ...answer.told(), kind: 'timeout', outcome: 'unknown', what })
  }
  if (ending === 'cut') {
    const what = `The connection was cut in the middle of the partner's answer about ${thing} (HTTP ${status}).`
    throw new PartnerError({ ...answer.told(), kind: 'connection', outcome: 'unknown', what })
  }
}

function refused(answer: Masked, thing: string): PartnerError {
  const told = answer.told()
  const [first, ...others] = told.problems
  const words = first ? `: ${first.message}` : ', without saying why.'
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  const what = `The partner refused ${thing} (HTTP ${answer.status})${words}${more}${/[.!?]$/.test(words + more) ? '' : '.'}`
  return new PartnerError({ ...told, kind: 'refused', outcome: 'not-applied', what })
}

const unreadable = (answer: Masked, thing: string): PartnerError =>
  new PartnerError({
    ...answer.told(),
    kind: 'unreadable',
    outcome: 'unknown',
    what: `The partner's answer about ${thing} cannot be understood (HTTP ${answer.status}).`,
  })
