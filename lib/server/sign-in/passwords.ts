import { hash, verify } from '@node-rs/argon2'
import type { DbOrTx } from '@/lib/db/client'
import { minPasswordLength } from '@/lib/domain/access/password'
import type { Role } from '@/lib/domain/access/permissions'
import { needsFactor } from '@/lib/domain/access/second-factor'
import { requiredRoles } from '@/lib/domain/settings/sign-in-rules'
import { loadSignInRules } from '@/lib/server/settings'

/** argon2id with the parameters that OWASP recommends (19 MiB, 2 passes), in the library's own text format. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let hashOfNobody: Promise<string> | undefined

/** Takes equally long for an unknown person (null), so that the duration reveals nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  hashOfNobody ??= hashPassword('no one has this password')
  const right = await verify(stored ?? (await hashOfNobody), password)
  return right && stored !== null
}

/** The minimum length of a new password for a person with these roles. */
export const minLengthFor = async (db: DbOrTx, roles: readonly Role[]): Promise<number> =>
  minPasswordLength(needsFactor(roles, requiredRoles(await loadSignInRules(db))))
