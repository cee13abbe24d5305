import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { sandboxTokens } from '@/lib/db/schema/sandbox'
import { TOKEN_LIFETIME_MS, type WireToken } from '@/lib/partner/wire/token'
import {
  type Admission,
  type Answer,
  accepted,
  type Call,
  mediaTypeOf,
  problemList,
  refused,
  SESSION_INVALID,
  wrongMediaType,
} from './call'

/** The sandbox's only client and API user. Their values contain characters that careless form encoding breaks. */
const CREDENTIALS = {
  clientId: 'sandbox-client',
  clientSecret: 's&cret+100%',
  username: 'api+desk@sandbox.test',
  /** Password followed by the security token (interface, "Token endpoint request"). */
  password: 'p&ss w+rd%T0ken=',
}

const ORGANIZATION_ID = '00DSb0000000001MAA'
const USER_ID = '005Sb0000000001MAA'

const FORM = 'application/x-www-form-urlencoded'

/** Interface, "Get access token". */
export async function admitTokenRequest({ headers }: Admission) {
  return mediaTypeOf(headers) === FORM
    ? issueToken
    : refused(415, tokenProblem('UNSUPPORTED_MEDIA_TYPE', wrongMediaType(FORM)))
}

async function issueToken({ tx, body, baseUrl, now, someFail }: Call): Promise<Answer> {
  const form = readForm(body)
  const error = checkCredentials(form)
  if (error) return refused(400, error)

  const accessToken = `${ORGANIZATION_ID.slice(0, 15)}!AQ${randomBytes(48).toString('base64url')}`
  await tx.insert(sandboxTokens).values({
    sha256: tokenHash(accessToken),
    expiresAt: new Date(now.getTime() + TOKEN_LIFETIME_MS),
  })
  const always = { access_token: accessToken, instance_url: baseUrl, token_type: 'Bearer' } as const
  // A partial answer lacks the members that the interface does not guarantee.
  if (someFail) return accepted(always satisfies WireToken)
  const id = `${baseUrl}/id/${ORGANIZATION_ID}/${USER_ID}`
  const issuedAt = String(now.getTime())
  const signature = createHmac('sha256', CREDENTIALS.clientSecret).update(`${id}${issuedAt}`).digest('base64')
  return accepted({ ...always, id, issued_at: issuedAt, signature } satisfies WireToken)
}

/** Passes JSON requests with a valid token to `handle`. Other media types are refused with a `problemBody`. */
export const admitWithToken =
  (
    handle: (call: Call) => Promise<Answer>,
    problemBody: (code: string, message: string) => unknown = problemList,
  ) =>
  async ({ tx, headers, now }: Admission) => {
    if (!(await hasValidToken(tx, headers, now))) return refused(401, SESSION_INVALID)
    return mediaTypeOf(headers) === 'application/json'
      ? handle
      : refused(415, problemBody('UNSUPPORTED_MEDIA_TYPE', wrongMediaType('application/json')))
  }

/** Whether the request has a token that we issued and that is neither expired nor revoked. */
export async function hasValidToken(tx: Tx, headers: Headers, now: Date): Promise<boolean> {
  const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return false
  const found = await tx
    .select({ sha256: sandboxTokens.sha256 })
    .from(sandboxTokens)
    .where(and(eq(sandboxTokens.sha256, tokenHash(token)), gt(sandboxTokens.expiresAt, now)))
  return found.length === 1
}

/** Returns how many tokens it revoked. */
export async function revokeTokens(tx: Tx): Promise<number> {
  return (await tx.delete(sandboxTokens).returning({ sha256: sandboxTokens.sha256 })).length
}

export const tokenProblem = (error: string, description: string) => ({
  error,
  error_description: description,
})

const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

function checkCredentials(form: Map<string, string>) {
  if (form.get('grant_type') !== 'password') {
    return tokenProblem('unsupported_grant_type', 'grant type not supported')
  }
  if (form.get('client_id') !== CREDENTIALS.clientId) {
    return tokenProblem('invalid_client_id', 'client identifier invalid')
  }
  if (form.get('client_secret') !== CREDENTIALS.clientSecret) {
    return tokenProblem('invalid_client', 'invalid client credentials')
  }
  if (form.get('username') !== CREDENTIALS.username || form.get('password') !== CREDENTIALS.password) {
    return tokenProblem('invalid_grant', 'authentication failure')
  }
  return null
}

/**
 * Form fields by name. Duplicate and badly encoded fields are left out, so that they match nothing:
 * `URLSearchParams` alone would accept a bare `%`.
 */
function readForm(body: Uint8Array): Map<string, string> {
  const form = new Map<string, string>()
  const seen = new Set<string>()
  for (const pair of Buffer.from(body).toString('latin1').split('&')) {
    const equals = pair.indexOf('=')
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals))
    const value = decodeFormText(equals === -1 ? '' : pair.slice(equals + 1))
    if (name === null) continue
    if (value !== null && !seen.has(name)) form.set(name, value)
    else form.delete(name)
    seen.add(name)
  }
  return form
}

function decodeFormText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
