import { describe, expect, it } from 'vitest'
import { type RecordIdKind, readRecordId, withCheckSuffix } from './record-id'

describe('the check suffix', () => {
  it.each([
    ['006000000000001', '006000000000001AAA'],
    ['001A0000006Vm9r', '001A0000006Vm9rIAC'],
    ['003D000000QV9n2', '003D000000QV9n2IAD'],
  ])('of %s is the platform’s', (short, long) => {
    expect(withCheckSuffix(short)).toBe(long)
  })
})

describe('an id as a person typed it', () => {
  it.each<[string, RecordIdKind, string, string]>([
    ['is taken in its long form', 'account', ' 001A0000006Vm9rIAC ', '001A0000006Vm9rIAC'],
    ['gets its long form', 'account', '001A0000006Vm9r', '001A0000006Vm9rIAC'],
    [
      'of a checking account may begin with anything free',
      'checking account',
      'a0B000000000001',
      'a0B000000000001EAA',
    ],
    ['may have 16 characters, as the interface says', 'opportunity', '0060000000000012', '0060000000000012'],
  ])('%s', (_rule, kind, typed, id) => {
    expect(readRecordId(kind, typed)).toEqual({ ok: true, id })
  })

  it.each<[string, RecordIdKind, string, RegExp]>([
    ['too short', 'opportunity', '00600000000000', /this has 14\.$/],
    ['too long', 'opportunity', '0060000000000010000', /has 19/],
    ['another character', 'opportunity', '006-00000000001', /others among them/],
    ['blank', 'opportunity', ' ', /^Enter the opportunity ID\.$/],
    ['that of another record', 'opportunity', '001000000000001AAA', /id of an account: it begins with 001/],
    ['that of a contact for a checking account', 'checking account', '003000000000001AAA', /id of a contact/],
    ['another beginning', 'opportunity', '00Q000000000001', /usually begins with 006/],
    ['a letter whose case was lost', 'account', '001a0000006Vm9rIAC', /do not fit/],
  ])('%s is told in words', (_rule, kind, typed, words) => {
    const reading = readRecordId(kind, typed)
    expect(reading.ok ? '' : reading.message).toMatch(words)
  })

  it.each<[string, RecordIdKind, string, string]>([
    ['of another kind', 'opportunity', '001000000000001AAA', '001000000000001AAA'],
    ['with another beginning', 'opportunity', '00Q000000000001', '00Q000000000001EAA'],
    ['whose last characters do not fit', 'account', ' 001a0000006Vm9rIAC ', '001a0000006Vm9rIAC'],
  ])('%s is taken once a person has compared it, and no other by that', (_what, kind, typed, id) => {
    const reading = readRecordId(kind, typed)
    expect(reading).toMatchObject({ ok: false, anyway: typed.trim() })
    expect(readRecordId(kind, typed, [typed.trim()])).toEqual({ ok: true, id })
    expect(readRecordId(kind, typed, ['00Q000000000002']).ok).toBe(false)
  })

  it('of another length is never taken', () => {
    expect(readRecordId('account', '001', ['001'])).not.toHaveProperty('anyway')
  })
})
