import { z } from 'zod/mini'
import type { Role } from './permissions'
import { sortRoles } from './roles'

/** The configuration of the identity provider, without its secret. */
export type SingleSignOn = {
  /** The provider's own name for itself. */
  issuer: string
  /** Lower case. In these domains, a verified email identifies the person at their first sign-in. */
  domains: readonly string[]
  /** The roles that each group grants; null if admins assign roles in the desk. */
  groups: Readonly<Record<string, readonly Role[]>> | null
  groupsClaim: string
  /** The email of the one person who may sign in with a password or passkey alone; null if everybody may. */
  breakGlass: string | null
}

/** Whether this person may sign in without the provider. */
export const isOpenWithoutProvider = (sso: SingleSignOn | null, email: string): boolean =>
  !sso?.breakGlass || sso.breakGlass === email

/** The provider's claims about a person, after their signature was verified. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** Lower case; null if the provider gave none. */
  email: string | null
  isVerified: boolean
  name: string | null
  groups: string[]
}

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.catch(z.optional(z.string().check(z.maxLength(320))), undefined),
  email_verified: z.optional(z.unknown()),
  name: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
})
const groupsSchema = z.catch(z.array(z.string()), [])

/**
 * Throws if issuer or subject is missing. Only the boolean `true` counts as verified, not a string that looks like it.
 */
export function readProviderClaims(claims: unknown, groupsClaim: string): ProviderPerson {
  const { iss, sub, email, email_verified, name } = claimsSchema.parse(claims)
  return {
    issuer: iss,
    subject: sub,
    email: email?.trim().toLowerCase() || null,
    isVerified: email_verified === true,
    name: name?.trim() || null,
    groups: groupsSchema.parse(Reflect.get(Object(claims), groupsClaim)),
  }
}

/** Whether the email identifies the person: it is verified, and its domain is listed (not a subdomain or similar). */
export const isKnownByEmail = (
  { domains }: Pick<SingleSignOn, 'domains'>,
  { email, isVerified }: Pick<ProviderPerson, 'email' | 'isVerified'>,
): boolean => isVerified && email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1))

/** The roles of all these groups; unlisted groups grant none. */
export const rolesOfGroups = (
  groups: Readonly<Record<string, readonly Role[]>>,
  names: readonly string[],
): Role[] => sortRoles(names.flatMap((name) => (Object.hasOwn(groups, name) ? (groups[name] ?? []) : [])))

/** Why a person whom the provider knows cannot sign in. */
export type SsoRefusal = 'unknown' | 'unverified' | 'deactivated' | 'other-account' | 'no-role'
