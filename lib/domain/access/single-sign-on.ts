import { z } from 'zod/mini'
import type { Role } from './permissions'
import { sortRoles } from './roles'

/** What the desk was told of its identity provider; no secret is among it. */
export type SingleSignOn = {
  /** As the provider names itself. */
  issuer: string
  /** Lower case. In these a verified email stands for its person when they come for the first time. */
  domains: readonly string[]
  /** Which roles a group gives; null: roles are given here, by admins. */
  groups: Readonly<Record<string, readonly Role[]>> | null
  groupsClaim: string
  /** Where nobody else signs in with a password or a passkey alone: the email of the one who does. */
  breakGlass: string | null
}

/** Whether this person may sign in without the provider. */
export const isOpenWithoutProvider = (sso: SingleSignOn | null, email: string): boolean =>
  !sso?.breakGlass || sso.breakGlass === email

/** What the provider says of a person, after its word was verified. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** Lower case; null where none was given. */
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

/** Throws where it says no issuer and subject. Only the value `true` is verified, and no text that looks like it. */
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

/** Whether its email says who this is: verified, and in a listed domain, not in one below or beside it. */
export const isKnownByEmail = (
  { domains }: Pick<SingleSignOn, 'domains'>,
  { email, isVerified }: Pick<ProviderPerson, 'email' | 'isVerified'>,
): boolean => isVerified && email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1))

/** The roles of these groups together; groups that are not named give none. */
export const rolesOfGroups = (
  groups: Readonly<Record<string, readonly Role[]>>,
  names: readonly string[],
): Role[] => sortRoles(names.flatMap((name) => (Object.hasOwn(groups, name) ? (groups[name] ?? []) : [])))

/** Why somebody whom the provider knows is not let in. */
export type SsoRefusal = 'unknown' | 'unverified' | 'deactivated' | 'other-account' | 'no-role'
