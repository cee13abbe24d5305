import { expect, test } from 'vitest'
import { auditAddress } from '@/components/audit/audit-address'
import { auditOf } from './troubles-panel'

test('the address matches the audit log’s own', () => {
  const asked = { person: '07c9c4e7-7272-4e04-a34b-437a71221984', action: 'value-revealed' } as const
  expect(auditOf(asked.person, asked.action)).toBe(auditAddress(asked))
})
