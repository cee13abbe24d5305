import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './json'

const read = (text: string) => readJson(Buffer.from(text, 'utf8'))

describe('reading JSON', () => {
  test('what JSON.stringify writes is read back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  test.each([
    ['a member given twice', '{"a":1,"a":2}'],
    ['a member given twice, once with escapes', '{"a":1,"\\u0061":2}'],
    ['a member given twice with spaces before the colon', '{"a" : 1,\n"a"\t:2}'],
    ['a member given twice deep inside', '{"x":[{"b":{"c":1,"d":[],"c":2}}]}'],
    ['a member named __proto__', '{"__proto__":{"a":1}}'],
    ['a member named __proto__ with escapes', '{"\\u005f_proto__":1}'],
    ['65 levels of arrays', '['.repeat(65) + ']'.repeat(65)],
    ['65 levels of objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['an empty body', ''],
    ['a string that does not end', '{"a":"b'],
    ['a string that ends in an escaped quote', '{"a":"b\\"}'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1}//'],
    ['two values', '{}{}'],
    ['NaN', '{"a":NaN}'],
    ['a raw control character', '{"a":"\u0000"}'],
    ['more closing than opening brackets', '{}]]]}'],
  ])('%s is refused', (_, text) => {
    const reading = read(text)
    expect(reading.ok).toBe(false)
  })

  test.each([
    ['the same name in two objects', '[{"a":1},{"a":2}]'],
    ['the same name inside and outside', '{"a":{"a":{"a":1}}}'],
    ['a value that looks like a name given twice', '{"a":"b","b":"a"}'],
    ['punctuation inside strings', '{"a":"}]{[\\"","b":"\\\\"}'],
    ['64 levels', '['.repeat(64) + ']'.repeat(64)],
    ['the same text twice in an array', '["a","a"]'],
  ])('%s is read', (_, text) => {
    expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test('broken UTF-8 is refused', () => {
    expect(readJson(Buffer.from([0x22, 0xc3, 0x28, 0x22])).ok).toBe(false)
    expect(readJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).ok).toBe(false)
  })

  test('hostile bodies are refused without parsing them', () => {
    expect(read('['.repeat(5_000_000)).ok).toBe(false)
    expect(read('"'.repeat(5_000_001)).ok).toBe(false)
    expect(read(`{${Array.from({ length: 1_000_001 }, (_, i) => `"${i}":0`).join()}}`).ok).toBe(false)
  })

  test('any bytes give a value or a sentence', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reading = readJson(bytes)
        expect(reading.ok || reading.message.length > 0).toBe(true)
      }),
    )
  })
})
