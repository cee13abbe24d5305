import { createHmac, timingSafeEqual } from 'node:crypto'
import { PartnerError } from './errors'
import { maskTokenAnswer } from './mapping/mask'
import { parseJson } from './mapping/parse-json'
import { readErrors } from './mapping/partner-problems'
import { spellingsOf } from './secret-spellings'
import { addressBelow, exchange, type PartnerAnswer } from './transport'
import { TOKEN_LIFETIME_MS, tokenAnswerSchema, type WireTokenRequest } from './wire/token'

export type TokenConfig = {
  /** Base address of the token endpoint; its path is added. */
  authUrl: string
  clientId: string
  clientSecret: string
  username: string
  password: string
  /** Appended to the password; empty where the organization needs none. */
  securityToken: string
  /** What the token's signature is made with; left out or empty: the signature is not checked. */
  signatureSecret?: string
  /** Hosts, each with its port unless that is the scheme's own, that a returned `instance_url` may have. */
  instanceHosts: readonly string[]
}

/** What was found of a token's signature. One that is wrong ends in an error instead. */
type SignatureCheck = 'valid' | 'no-secret' | 'not-sent'

export type Token = {
  accessToken: string
  instanceUrl: URL
  obtainedAtMs: number
  /** By the partner's clock, where it said so. */
  issuedAt: Date | null
  signature: SignatureCheck
}

type TokenSource = {
  /** The token in use; asks for one when there is none, or when it is about to end. */
  get(): Promise<Token>
  /** After a 401: another token than the one that was refused. All who saw it share one request. */
  replace(refused: Token): Promise<Token>
  /** A new token in any case, for the connection check. */
  renew(): Promise<Token>
}

/** Taken off the token's 24 hours, so that none ends between asking for it and using it. */
const MARGIN_MS = 15 * 60 * 1000

/**
 * Password grant (interface, "Token endpoint request"), one request at a time. Every failure is a
 * PartnerError that leaves nothing changed. `monotonicMs` has to go on evenly: the wall clock may be set.
 */
export function createTokenSource(
  config: TokenConfig,
  deadlineMs: number,
  monotonicMs = () => performance.now(),
): TokenSource {
  let current: Token | null = null
  let asking: Promise<Token> | null = null

  const renew = (): Promise<Token> => {
    asking ??= askForToken(config, deadlineMs, monotonicMs)
      .then((token) => {
        current = token
        return token
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  return {
    async get() {
      if (asking) return asking
      const isFresh = current && monotonicMs() - current.obtainedAtMs < TOKEN_LIFETIME_MS - MARGIN_MS
      return current && isFresh ? current : renew()
    },
    async replace(refused) {
      return current && current !== refused && !asking ? current : renew()
    },
    renew,
  }
}

/** What must never be seen in a text that came back. */
export const secretsOf = (config: TokenConfig): string[] =>
  [
    `${config.password}${config.securityToken}`,
    config.clientSecret,
    config.password,
    config.securityToken,
    config.signatureSecret ?? '',
  ].flatMap(spellingsOf)

async function askForToken(
  config: TokenConfig,
  deadlineMs: number,
  monotonicMs: () => number,
): Promise<Token> {
  const form: WireTokenRequest = {
    grant_type: 'password',
    client_id: config.clientId,
    client_secret: config.clientSecret,
    username: config.username,
    password: `${config.password}${config.securityToken}`,
  }
  const obtainedAtMs = monotonicMs()
  const authUrl = addressBelow(config.authUrl, '/services/oauth2/token')
  const answer = await exchange({
    url: authUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    deadlineMs,
    changesNothing: true,
  })
  return { ...readToken(config, authUrl, answer), obtainedAtMs }
}

function readToken(config: TokenConfig, authUrl: URL, answer: PartnerAnswer): Omit<Token, 'obtainedAtMs'> {
  const { status } = answer
  const rawText = maskTokenAnswer(answer.text, secretsOf(config))
  const told = { outcome: 'not-applied', httpStatus: status, problems: readErrors(rawText), rawText } as const
  if (status === 408 || status === 429 || status >= 500) {
    const what = `The partner's token service could not answer (HTTP ${status}).`
    throw new PartnerError({ ...told, kind: 'server', what })
  }
  if (status >= 400) {
    const words = told.problems[0]?.message ?? 'no reason given'
    const what = `The partner's token service does not accept our credentials (HTTP ${status}: ${words}).`
    throw new PartnerError({ ...told, kind: 'authentication', what })
  }
  const token = tokenAnswerSchema.safeParse(parseJson(answer.text))
  if (status < 200 || status >= 300 || !token.success) {
    const what = `The answer of the partner's token service cannot be understood (HTTP ${status}).`
    throw new PartnerError({ ...told, kind: 'unreadable', problems: [], what })
  }
  const instanceUrl = new URL(token.data.instance_url)
  const refusal = instanceRefusal(config, authUrl, instanceUrl)
  if (refusal) {
    throw new PartnerError({
      ...told,
      kind: 'authentication',
      reason: 'instance-address',
      problems: [],
      what: refusal,
    })
  }
  const signature = checkSignature(config.signatureSecret ?? '', token.data)
  if (signature === 'wrong') {
    const what = "The signature of the partner's access token does not fit its other values."
    throw new PartnerError({ ...told, kind: 'authentication', reason: 'signature', problems: [], what })
  }
  return {
    accessToken: token.data.access_token,
    instanceUrl,
    issuedAt: readMoment(token.data.issued_at),
    signature,
  }
}

/**
 * Interface, "Token response (200)": `signature` is an HMAC-SHA256. It shows neither of what nor with which
 * secret; on the partner's platform it is of `id` and `issued_at`, written one after the other, in Base64. All
 * three come only sometimes, and what is not there cannot be checked.
 */
export function checkSignature(
  secret: string,
  answer: { id?: unknown; issued_at?: unknown; signature?: unknown },
): SignatureCheck | 'wrong' {
  if (secret === '') return 'no-secret'
  const [id, issuedAt, signature] = [answer.id, answer.issued_at, answer.signature].map(textOf)
  if (!signature || !id || !issuedAt) return 'not-sent'
  const expected = createHmac('sha256', secret).update(`${id}${issuedAt}`)
  const given = Buffer.from(signature, 'base64')
  const digest = expected.digest()
  return given.length === digest.length && timingSafeEqual(given, digest) ? 'valid' : 'wrong'
}

/** A number as it was written; '' for what is neither. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Interface: Unix time in milliseconds. */
function readMoment(text: unknown): Date | null {
  const moment = new Date(Number(text || Number.NaN))
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** A wrong or hostile answer must not lead applications, and the people in them, to somebody else. */
export function instanceRefusal(
  config: Pick<TokenConfig, 'instanceHosts'>,
  authUrl: URL,
  instanceUrl: URL,
): string | null {
  if (!config.instanceHosts.some((host) => host.toLowerCase() === instanceUrl.host)) {
    return `The partner's token service named ${instanceUrl.host} as the address for applications, which is not among the hosts that may be used.`
  }
  if (authUrl.protocol === 'https:' && instanceUrl.protocol !== 'https:') {
    return `The partner's token service named an address without encryption for applications, at ${instanceUrl.host}.`
  }
  return null
}
