import type { Permission, Role } from './permissions'

/** A passkey counts as two factors, since it verifies its person, and can sign in alone. */
export type FactorKind = 'totp' | 'passkey'

export const FACTOR_LABELS: Readonly<Record<FactorKind, string>> = {
  totp: 'Authenticator app',
  passkey: 'Passkey',
}

/** With what somebody showed that it is them. */
export type FactorUsed = FactorKind | 'recovery-code'

/** How long what somebody showed counts before it is asked for again. */
export const CONFIRMED_MINUTES = 10
/** What it is asked for again: `asksAgain` below and `confirmed` of single actions. docs/going-live.md says the same. */
export const ASKED_AGAIN = `After ${CONFIRMED_MINUTES} minutes it is asked again for underwriting decisions, to approve, return, send or retry a batch or to settle its outcome, to confirm a merchant, to reveal a value, to change people or settings, and to add or remove a factor or make recovery codes.`
/** How long a session may wait for its second factor after the password. */
export const FIRST_STAGE_MINUTES = 10
export const RECOVERY_CODE_COUNT = 10
export const MAX_FACTORS = 10
/** Fewer than these are told as too few. */
export const FEW_RECOVERY_CODES = 3

/** Who needs a second factor in a desk that is no demonstration, until an admin decides otherwise. */
export const FIRST_REQUIRED_ROLES: readonly Role[] = ['underwriter', 'finance', 'admin']

export const needsFactor = (roles: readonly Role[], requiredFor: readonly Role[]): boolean =>
  roles.some((role) => requiredFor.includes(role))

export const isConfirmed = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() <= CONFIRMED_MINUTES * 60_000

/** What is done under these asks for the second factor again once the last time is too long ago. */
const ASKS_AGAIN: readonly Permission[] = [
  'underwriting:decide',
  'funding:approve',
  'merchants:confirm',
  'sensitive:reveal',
  'admin:users',
  'admin:settings',
]
export const asksAgain = (permission: Permission): boolean => ASKS_AGAIN.includes(permission)

/** Six digits as people type or paste them; null where it is none. */
export const readCode = (typed: string): string | null => {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** 32 letters and digits of which none is taken for another: 80 bits are 16 of them. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RECOVERY_LENGTH = 16

/** From 10 random bytes, in groups of four. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from({ length: RECOVERY_LENGTH }, (_, i) => {
    const place = BigInt(5 * (RECOVERY_LENGTH - 1 - i))
    return RECOVERY_ALPHABET[Number((bits >> place) & 31n)]
  }).join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}

/** As it was written, whatever case and dashes somebody typed it in; null where it is none. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0')
  const isOne = letters.length === RECOVERY_LENGTH && [...letters].every((c) => RECOVERY_ALPHABET.includes(c))
  return isOne ? letters.replace(/(.{4})(?!$)/g, '$1-') : null
}
