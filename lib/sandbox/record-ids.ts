import { randomInt } from 'node:crypto'

/** The platform's key prefixes of the record kinds that the sandbox makes. */
export const RECORD_PREFIX = {
  account: '001',
  contact: '003',
  opportunity: '006',
  attachment: '00P',
  quote: '0Q0',
  quoteLineItem: '0QL',
  checkingAccount: 'a0B',
} as const
export type RecordKind = keyof typeof RECORD_PREFIX

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUFFIX = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** A new 18-character record id: prefix, 12 characters, check suffix. */
export function newRecordId(kind: RecordKind): string {
  const serial = Array.from({ length: 12 }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
  return withCheckSuffix(`${RECORD_PREFIX[kind]}${serial}`)
}

/**
 * Adds to a case-sensitive id of 15 characters the three that tell it from one that differs in case:
 * one for each five characters, whose bits say which of those are capitals, the first the lowest.
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

/** The 18 characters under which a record is kept; one with another length or suffix is nobody's. */
export const fullRecordId = (id: string): string => (id.length === 15 ? withCheckSuffix(id) : id)
