import type { Problem } from './problem'

/**
 * Record IDs of the partner's platform (interface, "Opp fields": 15 to 18 alphanumeric characters). The 15 characters
 * are case-sensitive; the long form adds three check characters, which reveal a typo.
 */

const SUFFIX = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/**
 * Adds the three check characters to a 15-character ID, so that it differs from one in another case: one for each five
 * characters, whose bits say which of them are capitals, lowest bit first.
 */
export function withCheckSuffix(id15: string): string {
  let suffix = ''
  for (let start = 0; start < 15; start += 5) {
    let capitals = 0
    for (let place = 0; place < 5; place += 1) {
      if (/[A-Z]/.test(id15.charAt(start + place))) capitals |= 1 << place
    }
    suffix += SUFFIX.charAt(capitals)
  }
  return id15 + suffix
}

/**
 * The prefixes of the kinds of records that the desk relies on. That of a checking account differs by organization, and
 * the interface shows none for a quote.
 */
const PREFIXES = { account: '001', contact: '003', opportunity: '006', attachment: '00P' } as const
const KINDS = {
  account: 'an account',
  contact: 'a contact',
  opportunity: 'an opportunity',
  attachment: 'an attachment',
  'checking account': 'a checking account',
  quote: 'a quote',
  'quote line item': 'a quote line item',
} as const
export type RecordIdKind = keyof typeof KINDS

/** `anyway`: the ID as typed, if it is unusual and a person may confirm that it is right. */
export type RecordIdProblem = Problem & { anyway?: string }
export type RecordIdReading = { ok: true; id: string } | ({ ok: false } & Omit<RecordIdProblem, 'path'>)

/**
 * Reads a typed or pasted ID, and extends one of 15 characters to the long form. Prefixes and check characters are how
 * the platform makes IDs; the interface specifies only the length. `confirmed`: IDs that a person has compared.
 */
export function readRecordId(
  kind: RecordIdKind,
  typed: string,
  confirmed: readonly string[] = [],
): RecordIdReading {
  const id = typed.trim()
  if (id === '') return { ok: false, message: `Enter the ${kind} ID.` }
  if (!/^[A-Za-z0-9]{15,18}$/.test(id)) {
    return {
      ok: false,
      message: `The id of ${KINDS[kind]} has 15 to 18 letters and digits; this has ${id.length}${/[^A-Za-z0-9]/.test(id) ? ', and others among them' : ''}.`,
    }
  }
  const message = confirmed.includes(id) ? null : unusual(kind, id)
  if (message !== null) return { ok: false, message, anyway: id }
  return { ok: true, id: id.length === 15 ? withCheckSuffix(id) : id }
}

/** How the ID differs from the platform's IDs of that kind; null if it does not. */
function unusual(kind: RecordIdKind, id: string): string | null {
  const expected: string | null = Object.hasOwn(PREFIXES, kind) ? Reflect.get(PREFIXES, kind) : null
  const other = Object.entries(PREFIXES).find(([name, prefix]) => name !== kind && id.startsWith(prefix))
  if (other) {
    return `This is the id of ${KINDS[other[0] as RecordIdKind]}: it begins with ${other[1]}.`
  }
  if (expected !== null && !id.startsWith(expected)) {
    return `The id of ${KINDS[kind]} usually begins with ${expected}.`
  }
  if (id.length === 18 && withCheckSuffix(id.slice(0, 15)) !== id) {
    return 'The last three characters do not fit the others: one is mistyped, or has changed between capital and small.'
  }
  return null
}
