/** Where a password is all that somebody shows (NIST SP 800-63B-4, 3.1.1.2). */
const ALONE = 15
/** Where the roles of its person need a second factor besides. */
const BESIDE_A_FACTOR = 12
/** Far longer than anybody types, and short enough to be hashed in the usual time. */
export const MAX_PASSWORD_LENGTH = 256

/**
 * How many characters a new password needs. A factor that somebody has by choice counts for nothing here: they may
 * remove it tomorrow, and the password stays.
 */
export const minPasswordLength = (isFactorRequired: boolean): number =>
  isFactorRequired ? BESIDE_A_FACTOR : ALONE

/** What is wrong with a new password's length, in words; null where nothing is. */
export function passwordLengthProblem(password: string, minLength: number): string | null {
  if (password.length < minLength) return `Use at least ${minLength} characters.`
  return password.length > MAX_PASSWORD_LENGTH ? `Use at most ${MAX_PASSWORD_LENGTH} characters.` : null
}
