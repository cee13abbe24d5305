/** If the password is the only factor (NIST SP 800-63B-4, 3.1.1.2). */
const ALONE = 15
/** If the person's roles also require a second factor. */
const BESIDE_A_FACTOR = 12
/** Far longer than anyone types, and short enough to hash in the usual time. */
export const MAX_PASSWORD_LENGTH = 256

/**
 * The minimum length of a new password. A voluntary second factor does not lower it: the person may remove the factor
 * tomorrow and keep the password.
 */
export const minPasswordLength = (isFactorRequired: boolean): number =>
  isFactorRequired ? BESIDE_A_FACTOR : ALONE

/** The problem with a new password's length; null if there is none. */
export function passwordLengthProblem(password: string, minLength: number): string | null {
  if (password.length < minLength) return `Use at least ${minLength} characters.`
  return password.length > MAX_PASSWORD_LENGTH ? `Use at most ${MAX_PASSWORD_LENGTH} characters.` : null
}
