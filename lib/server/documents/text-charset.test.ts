import { describe, expect, it } from 'vitest'
import { decodeText, HEAD_BYTES, textCharset } from './text-charset'

const western = 'Café Müller, señor Núñez, 12 rue de l’été'
const latin1 = Buffer.from('Café Müller, señor Núñez\r\n', 'latin1')

describe('the charset of a text document', () => {
  it.each<[string, Buffer, string, string]>([
    ['ASCII', Buffer.from('Plain words.\n'), 'utf-8', 'Plain words.\n'],
    ['UTF-8', Buffer.from(western), 'utf-8', western],
    [
      'UTF-8 cut within a letter',
      Buffer.from(`${'x'.repeat(HEAD_BYTES - 1)}é`).subarray(0, HEAD_BYTES),
      'utf-8',
      'x'.repeat(HEAD_BYTES - 1),
    ],
    ['Latin-1 that ends with a letter beyond ASCII', Buffer.from('Café', 'latin1'), 'iso-8859-1', 'Café'],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${western}`), 'utf-8', western],
    ['Latin-1', latin1, 'iso-8859-1', 'Café Müller, señor Núñez\r\n'],
    [
      'windows-1252',
      Buffer.concat([latin1, Buffer.from([0x93, 0x61, 0x94, 0x80])]),
      'windows-1252',
      'Café Müller, señor Núñez\r\n“a”€',
    ],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${western}`, 'utf16le'), 'utf-16le', western],
    ['UTF-16, the other way about', Buffer.from(`\uFEFF${western}`, 'utf16le').swap16(), 'utf-16be', western],
    ['UTF-16 without its mark', Buffer.from(western, 'utf16le'), 'utf-16le', western],
    ['UTF-16 cut within a letter', Buffer.from('\uFEFFab', 'utf16le').subarray(0, 5), 'utf-16le', 'a'],
    ['UTF-16 in other scripts', Buffer.from('\uFEFF日本語 🧁', 'utf16le'), 'utf-16le', '日本語 🧁'],
  ])('%s', (_what, bytes, charset, text) => {
    const found = textCharset(bytes)
    expect(found).toBe(charset)
    expect(found && decodeText(bytes, found)).toBe(text)
  })

  it.each<[string, Buffer]>([
    ['a NUL', Buffer.from('Plain \u0000 words.')],
    ['a bell', Buffer.from('Plain \u0007 words.')],
    ['a NUL in UTF-16', Buffer.from('\uFEFFPlain \u0000 words.', 'utf16le')],
    ['letters that no one has assigned', Buffer.from([0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x81])],
    ['mostly letters beyond ASCII', Buffer.from([0x41, 0xff, 0xfe, 0x42, 0xc0, 0x80, 0x41, 0x41])],
    ['half of a pair in UTF-16', Buffer.from('\uFEFFa\uD800b', 'utf16le')],
    ['a program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(64)])],
  ])('%s is none', (_what, bytes) => {
    expect(textCharset(bytes)).toBeNull()
  })
})
