import { randomInt } from 'node:crypto'
import { withCheckSuffix } from '@/lib/domain/values/record-id'

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

/** A new 18-character record id: prefix, 12 characters, check suffix. */
export function newRecordId(kind: RecordKind): string {
  const serial = Array.from({ length: 12 }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
  return withCheckSuffix(`${RECORD_PREFIX[kind]}${serial}`)
}

/** The 18 characters under which a record is kept; one with another length or suffix is nobody's. */
export const fullRecordId = (id: string): string => (id.length === 15 ? withCheckSuffix(id) : id)
