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
  /** For one request of the connection check. */
  checkMs: number
}

export type PartnerConfig = TokenConfig & {
  /** Full URL of the alias. If missing or empty, its standard path below the instance address is used. */
  aliasUrl?: string
  /** Path below the instance address, containing `{opportunityId}`. If missing or empty, no stage is read. */
  statusPath?: string
  /** Base URL of the funding service; the path is added. Missing or empty if there are no funding profiles. */
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
 * `rawText` is the partner's answer, masked. `partial`: some entries failed. `refused`: all entries failed (an
 * answer that refuses the application as a whole is a PartnerError). `ids-needed`: accepted, but the answer does
 * not name both the opportunity and the account.
 */
export type ApplicationAnswer = RecordsFound & {
  verdict: 'accepted' | 'ids-needed' | 'partial' | 'refused'
  httpStatus: number
  rawText: string
}

export type AttachmentAnswer = { httpStatus: number; rawText: string; recordId: string | null }

/** `no-opportunity`: the partner answered 404. `no-stage`: its answer contains no stage. */
export type StageReading =
  | { found: 'stage'; stage: string; rawText: string }
  | { found: 'no-stage' | 'no-opportunity'; rawText: string }
  | { found: 'switched-off' }

/** What a new token's response says about it, without the token itself. */
export type TokenCheck = Pick<Token, 'issuedAt' | 'signature'> & { instanceUrl: string; lifetimeMs: number }

/** Addresses that accept only POST. A GET changes nothing and shows whether a server answers there. */
type PostAddress = 'application' | 'alias' | 'attachment'

export type AddressReading = { url: URL; httpStatus: number }

/**
 * Every method throws a PartnerError on failure. The client never resends on its own, except once after the
 * partner rejects a token with 401, which means that nothing was done.
 */
export type PartnerClient = {
  /** Fetches a token ahead of time, so that only the call itself remains. Changes nothing at the partner. */
  ready(): Promise<void>
  /** Interface, "Create or update a sub-merchant application". Sends the text unchanged. */
  sendApplication(requestText: string): Promise<ApplicationAnswer>
  /** Interface, "Create application (alias)". Sends the text unchanged. */
  sendFullApplication(requestText: string): Promise<ApplicationAnswer>
  /** Interface, "Upload attachments". One file per request, streamed. */
  uploadAttachment(attachment: Attachment): Promise<AttachmentAnswer>
  /** Interface, "Status requests". Changes nothing, so a failure never leaves the outcome unknown. */
  readStage(opportunityId: string): Promise<StageReading>
  /** Interface, "Create or modify funding amounts". Sends the text unchanged. */
  sendFunding(profile: FundingProfile, requestText: string): Promise<FundingAnswer>
  /** Requests a new token and reports everything about it except the token itself. */
  checkToken(): Promise<TokenCheck>
  /** Sends a GET to an address that accepts only POST. No HTTP status counts as an error. */
  readAddress(address: PostAddress): Promise<AddressReading>
  /** Sends a funding request that identifies no transaction: see `FUNDING_CHECK`. */
  checkFunding(profile: FundingProfile): Promise<FundingAnswer>
}

/**
 * A request that reveals the state of a funding profile and applies nothing. The partner checks the body before the
 * credentials, and the credentials before the transactions (interface, "Status evaluation order"), so a malformed
 * body would be refused for any profile. This one is well formed, so that 401 and 403 describe the profile. Its only
 * transaction has neither identifier, which is request-level error 2 with no success; and even a service that
 * ignores this rule has no transaction to apply an amount to.
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
  /** A path below the instance address, or a full URL. */
  at: string | URL
  /** Values from the request to mask in the answer. */
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
