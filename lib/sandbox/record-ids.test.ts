import { describe, expect, test } from 'vitest'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { fullRecordId, newRecordId, RECORD_PREFIX, type RecordKind } from './record-ids'

describe('record ids', () => {
  // The first two are ids of the platform as people quote them; the others are worked out by hand.
  test.each([
    ['001D000000IRFma', '001D000000IRFmaIAH'],
    ['001A0000006Vm9r', '001A0000006Vm9rIAC'],
    ['000000000000000', '000000000000000AAA'],
    ['aaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaAAA'],
    ['AAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAA555'],
    ['A0000000A000000', 'A0000000A000000BIA'],
    ['0000A0A00000A0A', '0000A0A00000A0AQCU'],
  ])('the check suffix of %s makes %s', (id15, id18) => {
    expect(withCheckSuffix(id15)).toBe(id18)
  })

  test('two ids that differ only in case differ in their suffix', () => {
    const upper = withCheckSuffix('006Sb00000ABCDE').slice(15)
    const lower = withCheckSuffix('006Sb00000abcde').slice(15)
    expect(upper).not.toBe(lower)
  })

  test.each(Object.entries(RECORD_PREFIX))(
    'a new %s id has 18 characters, starts with %s and checks',
    (kind, prefix) => {
      const ids = Array.from({ length: 200 }, () => newRecordId(kind as RecordKind))
      for (const id of ids) {
        expect(id).toMatch(/^[A-Za-z0-9]{18}$/)
        expect(id.startsWith(prefix)).toBe(true)
        expect(withCheckSuffix(id.slice(0, 15))).toBe(id)
      }
      expect(new Set(ids).size).toBe(200)
    },
  )

  test('an id is given by 15 or by 18 characters', () => {
    const id = newRecordId('opportunity')
    expect(fullRecordId(id)).toBe(id)
    expect(fullRecordId(id.slice(0, 15))).toBe(id)
  })
})
