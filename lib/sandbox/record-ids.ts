import { randomInt } from 'node:crypto'
import { withCheckSuffix } from '@/lib/domain/values/record-id'

/** The platform's key prefixes for the kinds of records that the sandbox creates. */
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

/** A new 18-character record id: prefix, 12 characters, check suffix. */
export function newRecordId(kind: RecordKind): string {
  const serial = Array.from({ length: 12 }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
  return withCheckSuffix(`${RECORD_PREFIX[kind]}${serial}`)
}

/** The 18-character form under which a record is stored. Other lengths and wrong suffixes match no record. */
export const fullRecordId = (id: string): string => (id.length === 15 ? withCheckSuffix(id) : id)
