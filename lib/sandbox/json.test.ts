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
    ['a member given three times', '{"a":1,"a":2,"a":3}'],
    ['a member given twice, its values as different as can be', '{"a":{"b":1},"a":[]}'],
    ['a number for a name given twice', '{"1":1,"1":2}'],
    ['a member given twice beside a colon inside a string', '{"a":":","b":1,"b":2}'],
    ['a member named __proto__', '{"__proto__":{"a":1}}'],
    ['a member named __proto__ deep inside', '[{"a":[{"__proto__":null}]}]'],
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
    [
      'names that every object has by nature',
      '{"constructor":1,"toString":2,"hasOwnProperty":3,"valueOf":4}',
    ],
    ['no object and no array', '"a:b,c"'],
  ])('%s is read', (_, text) => {
    expect(read(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test('the member that is given twice is named, its escapes resolved', () => {
    const reading = read('{"a":[{"b":1},{"b":1}],"c":{"b":1,"x":"b","\\u0062":2}}')
    expect(reading).toEqual({ ok: false, message: 'The member b is given twice' })
  })

  test('the member that is given twice is looked for in the object that has it', () => {
    const reading = read('{"a":{"b":1},"b":1,"c":[{"d":1}],"d":2,"d":3}')
    expect(reading).toEqual({ ok: false, message: 'The member d is given twice' })
  })

  // Short strings are walked over byte by byte, long ones jumped over.
  test.each(Array.from({ length: 12 }, (_, index) => 59 + index))(
    'a string of %d bytes ends where it ends, whatever stands before its end',
    (length) => {
      for (const end of ['', '\\', '"', '\\"', '\\\\', '"\\', '":{[', '\\":"']) {
        const value = { a: 'x'.repeat(length - end.length) + end, b: [end] }
        expect(read(JSON.stringify(value))).toEqual({ ok: true, value })
      }
    },
  )

  test('an object is refused exactly when one of its names, or of a name below it, comes twice', () => {
    type Tree = string | [name: string, value: Tree][] | { items: Tree[] }
    // No quote beside the backslash: V8 13.6 takes the name "\"" for "\\" where it expects that one.
    const name = fc.constantFrom('a', 'b', 'c', '\\', ':', '{', 'é')
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }),
        fc.record({ items: fc.array(tie('tree'), { maxLength: 3 }) }),
      ),
    }))
    const write = (node: Tree): string => {
      if (typeof node === 'string') return JSON.stringify(node)
      if ('items' in node) return `[${node.items.map(write).join(' , ')}]`
      return `{${node.map(([name, value]) => `${JSON.stringify(name)} : ${write(value)}`).join()}}`
    }
    const isRepetitive = (node: Tree): boolean => {
      if (typeof node === 'string') return false
      if ('items' in node) return node.items.some(isRepetitive)
      return (
        new Set(node.map(([name]) => name)).size < node.length ||
        node.some(([, value]) => isRepetitive(value))
      )
    }
    fc.assert(
      fc.property(tree, (node) => {
        expect(read(write(node)).ok).toBe(!isRepetitive(node))
      }),
    )
  })

  test('a body has as many values as its reader allows, and no more', () => {
    const list = (length: number) => Buffer.from(JSON.stringify(Array(length).fill({ a: 1 })))
    // The list, one a comma, one an object.
    expect(readJson(list(10), { maxValues: 21 }).ok).toBe(true)
    expect(readJson(list(10), { maxValues: 20 })).toEqual({
      ok: false,
      message: 'The body has too many values',
    })
    expect(readJson(list(400_000)).ok).toBe(true)
    expect(readJson(list(600_000)).ok).toBe(false)
    expect(readJson(list(600_000), { maxValues: 2_000_000 }).ok).toBe(true)
  })

  test('a body that may be long repeats the names of its members', () => {
    const limit = { maxValues: 10_000_000 }
    const members = (count: number, names: number) =>
      Buffer.from(`[${Array.from({ length: count }, (_, index) => `{"n${index % names}":0}`).join()}]`)
    expect(readJson(members(1_000_001, 1_000), limit).ok).toBe(true)
    expect(readJson(members(1_000_001, 1_001), limit).ok).toBe(false)
    expect(readJson(members(5_000, 5_000), limit).ok).toBe(true)
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
