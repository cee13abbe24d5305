import { contradictory, MaskedAnswer, maskingIdentities, refused, requireSuccess, unreadable } from './answer'
import { type Attachment, attachmentBody } from './attachment-body'
import { PartnerError } from './errors'
import { type FundingAnswer, type FundingProfile, sendFunding } from './funding-client'
import type { RecordsFound } from './mapping/application-answer'
import { judgeAttachmentAnswer } from './mapping/attachment-answer'
import { judgeApplicationAnswer, recordIdsIn } from './mapping/judge-application-answer'
import { sensitiveValues } from './mapping/mask'
import { readStageAnswer } from './mapping/stage-answer'
import { createTokenSource, secretsOf, type Token, type TokenConfig } from './token'
import { addressBelow, exchange, type PartnerRequest } from './transport'
import { TOKEN_LIFETIME_MS } from './wire/token'

export type PartnerTimeouts = {
  tokenMs: number
  applicationMs: number
  attachmentMs: number
  attachmentIdleMs: number
  stageMs: number
  fundingMs: number
  /** Of one request of the connection check. */
  checkMs: number
}

export type PartnerConfig = TokenConfig & {
  /** The alias's whole address; left out or empty: its underlying path below the instance address. */
  aliasUrl?: string
  /** Path below the instance address with `{opportunityId}` in it; left out or empty: no stage is read. */
  statusPath?: string
  /** Base address of the funding service; its path is added. Left out or empty where there are no profiles. */
  fundingUrl?: string
  timeouts?: Partial<PartnerTimeouts>
}

const TIMEOUTS: PartnerTimeouts = {
  tokenMs: 10_000,
  applicationMs: 30_000,
  attachmentMs: 15 * 60_000,
  attachmentIdleMs: 60_000,
  stageMs: 10_000,
  fundingMs: 120_000,
  checkMs: 15_000,
}

/**
 * `rawText` is the answer as it came, masked. `partial`: some entries failed. `refused`: all of them did; an
 * answer that refuses the application as a whole is a PartnerError. `ids-needed`: taken, and not both of
 * opportunity and account are named.
 */
export type ApplicationAnswer = RecordsFound & {
  verdict: 'accepted' | 'ids-needed' | 'partial' | 'refused'
  httpStatus: number
  rawText: string
}

export type AttachmentAnswer = { httpStatus: number; rawText: string; recordId: string | null }

/** `no-opportunity`: the partner answered 404. `no-stage`: it answered, and named no stage. */
export type StageReading =
  | { found: 'stage'; stage: string; rawText: string }
  | { found: 'no-stage' | 'no-opportunity'; rawText: string }
  | { found: 'switched-off' }

/** What a new token says of itself; never the token. */
export type TokenCheck = Pick<Token, 'issuedAt' | 'signature'> & { instanceUrl: string; lifetimeMs: number }

/** Addresses that take posts alone. A read of one changes nothing, and shows that somebody answers there. */
type PostAddress = 'application' | 'alias' | 'attachment'

export type AddressReading = { url: URL; httpStatus: number }

/**
 * Every method throws a PartnerError when it does not end well. Nothing is
 * sent a second time by itself, but for one replay after a 401 to a token, which says that nothing was done.
 */
export type PartnerClient = {
  /** Has a token at hand, so that nothing but the call itself is left to do. Changes nothing at the partner. */
  ready(): Promise<void>
  /** Interface, "Create or update a sub-merchant application"; the text is sent as it is. */
  sendApplication(requestText: string): Promise<ApplicationAnswer>
  /** Interface, "Create application (alias)"; the text is sent as it is. */
  sendFullApplication(requestText: string): Promise<ApplicationAnswer>
  /** Interface, "Upload attachments"; one file a request, streamed. */
  uploadAttachment(attachment: Attachment): Promise<AttachmentAnswer>
  /** Interface, "Status requests"; changes nothing, so that no failure leaves anything unknown. */
  readStage(opportunityId: string): Promise<StageReading>
  /** Interface, "Create or modify funding amounts"; the text is sent as it is. */
  sendFunding(profile: FundingProfile, requestText: string): Promise<FundingAnswer>
  /** Asks for a new token, and shows what came without showing the token. */
  checkToken(): Promise<TokenCheck>
  /** Reads an address that takes posts; whatever is answered is no error. */
  readAddress(address: PostAddress): Promise<AddressReading>
  /** Sends a funding request that names no transaction: see `FUNDING_CHECK`. */
  checkFunding(profile: FundingProfile): Promise<FundingAnswer>
}

/**
 * A request that tells the state of a funding profile and applies nothing. The body is judged before the
 * credentials, and these before the transactions (interface, "Status evaluation order"): a body that is wrong
 * would be refused whoever sends it. This one is well formed, so that 401 and 403 tell of the profile; then its
 * only transaction has neither of its two names, which is request-level error 2 with no success. And whatever a
 * service makes of it, there is no transaction that it could apply anything to.
 */
const FUNDING_CHECK = JSON.stringify({
  transactions: [{ merchantFundingAmounts: [{ merchantId: 'CONNECTION-CHECK', amount: '0' }] }],
})

const APPLICATION_PATH = '/services/apexrest/merchant-application-payfac/'
const ALIAS_PATH = '/services/data/v54.0/composite/sobjects'
const ATTACHMENT_PATH = '/services/data/v54.0/composite/tree/Attachment'
const FUNDING_PATH = '/funding-amounts'

const POST_PATHS: Readonly<Record<PostAddress, string>> = {
  application: APPLICATION_PATH,
  alias: ALIAS_PATH,
  attachment: ATTACHMENT_PATH,
}

type BearerRequest = Omit<PartnerRequest, 'url' | 'headers'> & {
  /** A path below the instance address, or an address of its own. */
  at: string | URL
  /** Values of the request that must not be seen in what is shown of the answer. */
  sensitive?: readonly string[]
}

export function createPartnerClient(config: PartnerConfig): PartnerClient {
  const timeouts = { ...TIMEOUTS, ...config.timeouts }
  const tokens = createTokenSource(config, timeouts.tokenMs)
  const secrets = secretsOf(config)

  const call = async ({ at, sensitive = [], ...request }: BearerRequest): Promise<MaskedAnswer> => {
    const send = async ({ accessToken, instanceUrl }: Token): Promise<MaskedAnswer> => {
      const answer = await exchange({
        ...request,
        url: at instanceof URL ? at : addressBelow(instanceUrl, at),
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(request.body !== null && { 'content-type': 'application/json' }),
        },
      })
      const masking = maskingIdentities([accessToken, ...secrets, ...sensitive])
      return new MaskedAnswer(answer, masking, request.changesNothing ? 'not-applied' : 'unknown')
    }
    const token = await tokens.get()
    const first = await send(token)
    return first.status === 401 ? send(await tokens.replace(token)) : first
  }

  const fundingUrl = (): URL => {
    if (config.fundingUrl) return addressBelow(config.fundingUrl, FUNDING_PATH)
    const what = 'No address of the funding service is configured.'
    throw new PartnerError({ kind: 'authentication', outcome: 'not-applied', what })
  }

  const sendRecords = async (at: string | URL, requestText: string): Promise<ApplicationAnswer> => {
    const thing = 'the application'
    const deadlineMs = timeouts.applicationMs
    const sensitive = sensitiveValues(requestText)
    const answer = await call({ at, body: requestText, deadlineMs, sensitive })
    const judged = judgeApplicationAnswer(answer, recordIdsIn(requestText))
    if (answer.isRefusal && judged.verdict === 'unknown') throw contradictory(answer, thing)
    requireSuccess(answer, thing)
    if (judged.verdict === 'unknown') {
      throw judged.why === 'unreadable' ? unreadable(answer, thing) : contradictory(answer, thing)
    }
    const { verdict, records } = judged
    if (verdict === 'refused' && records.entries.length === 0) throw refused(answer, thing)
    const entries = records.entries.map((entry) => ({ ...entry, message: answer.mask(entry.message) }))
    return { ...records, verdict, entries, httpStatus: answer.status, rawText: answer.rawText }
  }

  return {
    async ready() {
      await tokens.get()
    },

    sendApplication: (requestText) => sendRecords(APPLICATION_PATH, requestText),

    sendFullApplication: (requestText) =>
      sendRecords(config.aliasUrl ? new URL(config.aliasUrl) : ALIAS_PATH, requestText),

    async uploadAttachment(attachment) {
      const thing = 'the document'
      const answer = await call({
        at: ATTACHMENT_PATH,
        body: attachmentBody(attachment),
        deadlineMs: timeouts.attachmentMs,
        idleMs: timeouts.attachmentIdleMs,
      })
      requireSuccess(answer, thing)
      const judged = judgeAttachmentAnswer(answer.text)
      if (judged.verdict === 'refused') throw refused(answer, thing)
      if (judged.verdict === 'unknown') throw unreadable(answer, thing)
      const { recordId } = judged
      return { httpStatus: answer.status, rawText: answer.rawText, recordId }
    },

    async readStage(opportunityId) {
      if (!config.statusPath) return { found: 'switched-off' }
      const thing = 'the status request'
      const at = config.statusPath.replaceAll('{opportunityId}', () => encodeURIComponent(opportunityId))
      const answer = await call({ at, body: null, deadlineMs: timeouts.stageMs, changesNothing: true })
      const { status, rawText } = answer
      if (status === 404) return { found: 'no-opportunity', rawText }
      requireSuccess(answer, thing)
      const stage = readStageAnswer(answer.text)
      if (stage === undefined) throw unreadable(answer, thing)
      return stage === null
        ? { found: 'no-stage', rawText }
        : { found: 'stage', stage: answer.mask(stage), rawText }
    },

    async sendFunding(profile, requestText) {
      return sendFunding({ url: fundingUrl(), deadlineMs: timeouts.fundingMs }, profile, requestText)
    },

    async checkToken() {
      const { instanceUrl, issuedAt, signature } = await tokens.renew()
      return { instanceUrl: instanceUrl.href, issuedAt, signature, lifetimeMs: TOKEN_LIFETIME_MS }
    },

    async readAddress(address) {
      const at = address === 'alias' && config.aliasUrl ? new URL(config.aliasUrl) : POST_PATHS[address]
      const { status } = await call({ at, body: null, deadlineMs: timeouts.checkMs, changesNothing: true })
      const { instanceUrl } = await tokens.get()
      return { url: at instanceof URL ? at : addressBelow(instanceUrl, at), httpStatus: status }
    },

    async checkFunding(profile) {
      return sendFunding({ url: fundingUrl(), deadlineMs: timeouts.checkMs }, profile, FUNDING_CHECK)
    },
  }
}
