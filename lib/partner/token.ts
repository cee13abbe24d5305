import { createHmac, timingSafeEqual } from 'node:crypto'
import { PartnerError } from './errors'
import { maskTokenAnswer } from './mapping/mask'
import { parseJson } from './mapping/parse-json'
import { readErrors } from './mapping/partner-problems'
import { spellingsOf } from './secret-spellings'
import { addressBelow, exchange, type PartnerAnswer } from './transport'
import { TOKEN_LIFETIME_MS, tokenAnswerSchema, type WireTokenRequest } from './wire/token'

export type TokenConfig = {
  /** Base URL of the token endpoint; the path is added. */
  authUrl: string
  clientId: string
  clientSecret: string
  username: string
  password: string
  /** Appended to the password; empty if the organization does not need one. */
  securityToken: string
  /** Key of the token's signature. If missing or empty, the signature is not checked. */
  signatureSecret?: string
  /** Allowed hosts of a returned `instance_url`, each with its port unless that is the scheme's default. */
  instanceHosts: readonly string[]
}

/** Result of the signature check. A wrong signature is an error instead. */
type SignatureCheck = 'valid' | 'no-secret' | 'not-sent'

export type Token = {
  accessToken: string
  instanceUrl: URL
  obtainedAtMs: number
  /** By the partner's clock; null if the answer does not say. */
  issuedAt: Date | null
  signature: SignatureCheck
}

type TokenSource = {
  /** The current token; requests a new one if there is none or it is about to expire. */
  get(): Promise<Token>
  /** After a 401: a token other than the refused one. Concurrent callers share one request. */
  replace(refused: Token): Promise<Token>
  /** Always requests a new token, for the connection check. */
  renew(): Promise<Token>
}

/** Subtracted from the token's 24 hours, so that it does not expire between request and use. */
const MARGIN_MS = 15 * 60 * 1000

/**
 * Password grant (interface, "Token endpoint request"), one request at a time. Every failure is a PartnerError with
 * nothing changed at the partner. `monotonicMs` must be monotonic, because the wall clock can be changed.
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

/** Values that must be masked in every response. */
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
 * Interface, "Token response (200)": `signature` is an HMAC-SHA256. The interface names neither its input nor its key;
 * on the partner's platform it is the Base64 HMAC of `id` followed by `issued_at`. Each of the three may be missing,
 * and then there is nothing to check.
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

/** Text, or a number as text; '' for anything else. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Interface: Unix time in milliseconds. */
function readMoment(text: unknown): Date | null {
  const moment = new Date(Number(text || Number.NaN))
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Keeps a wrong or hostile answer from directing applications, with their personal data, to another server. */
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
