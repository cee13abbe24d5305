import type { Permission, Role } from './permissions'

/** A passkey counts as two factors, because it verifies the person, so it can sign in alone. */
export type FactorKind = 'totp' | 'passkey'

export const FACTOR_LABELS: Readonly<Record<FactorKind, string>> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
}

/** What a person confirmed their identity with. */
export type FactorUsed = FactorKind | 'recovery-code'

/** How long a confirmation counts before the desk asks again. */
export const CONFIRMED_MINUTES = 10
/**
 * What needs a fresh confirmation: `asksAgain` below, and `confirmed` of single actions. docs/going-live.md says the
 * same.
 */
export const ASKED_AGAIN = `After ${CONFIRMED_MINUTES} minutes it is asked again for underwriting decisions, to approve, return, send or retry a batch or to settle its outcome, to confirm a merchant, to reveal a value, to change people or settings, and to add or remove a factor or make recovery codes.`
/** How long a session may wait for the second factor after the password. */
export const FIRST_STAGE_MINUTES = 10
export const RECOVERY_CODE_COUNT = 10
export const MAX_FACTORS = 10
/** With fewer codes, the desk warns that few are left. */
export const FEW_RECOVERY_CODES = 3

/** Who needs a second factor outside the demonstration, until an admin changes it. */
export const FIRST_REQUIRED_ROLES: readonly Role[] = ['underwriter', 'finance', 'admin']

export const needsFactor = (roles: readonly Role[], requiredFor: readonly Role[]): boolean =>
  roles.some((role) => requiredFor.includes(role))

export const isConfirmed = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() <= CONFIRMED_MINUTES * 60_000

/** Actions under these permissions ask for the second factor again after `CONFIRMED_MINUTES`. */
const ASKS_AGAIN: readonly Permission[] = [
  'underwriting:decide',
  'funding:approve',
  'merchants:confirm',
  'sensitive:reveal',
  'admin:users',
  'admin:settings',
]
export const asksAgain = (permission: Permission): boolean => ASKS_AGAIN.includes(permission)

/** Six digits as people type or paste them; null for anything else. */
export const readCode = (typed: string): string | null => {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** 32 digits and letters that cannot be mistaken for each other; 80 bits make 16 characters. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RECOVERY_LENGTH = 16

/** Writes 10 random bytes in groups of four characters. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from({ length: RECOVERY_LENGTH }, (_, i) => {
    const place = BigInt(5 * (RECOVERY_LENGTH - 1 - i))
    return RECOVERY_ALPHABET[Number((bits >> place) & 31n)]
  }).join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}

/** Ignores case and dashes; null if the text is not a recovery code. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0')
  const isOne = letters.length === RECOVERY_LENGTH && [...letters].every((c) => RECOVERY_ALPHABET.includes(c))
  return isOne ? letters.replace(/(.{4})(?!$)/g, '$1-') : null
}
