import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP gives (19 MiB, 2 passes), in the library's own text form. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let hashOfNobody: Promise<string> | undefined

/** Takes as long for an unknown person (null) as for a known one, so that the time says nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  hashOfNobody ??= hashPassword('nobody has this password')
  const right = await verify(stored ?? (await hashOfNobody), password)
  return right && stored !== null
}
