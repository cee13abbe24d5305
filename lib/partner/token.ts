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
  /** Hosts, each with its port unless that is the scheme's own, that a returned `instance_url` may have. */
  instanceHosts: readonly string[]
}

export type Token = { accessToken: string; instanceUrl: URL; obtainedAtMs: number }

export type TokenSource = {
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
  if (refusal) throw new PartnerError({ ...told, kind: 'authentication', problems: [], what: refusal })
  return { accessToken: token.data.access_token, instanceUrl }
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
