import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atAGlance, firstUnseen, hasUnseen, looksBlank, withoutUnseen } from './unseen'

describe('what nobody sees in a text', () => {
  it.each([
    ['a control character', 'No\u0000ra'],
    ['a line separator', 'No\u2028ra'],
    ['a space of no width', 'No\u200bra'],
    ['a soft hyphen', 'No\u00adra'],
    ['a turn of direction', 'Nora\u202eadmin'],
    ['half a character', 'No\ud800ra'],
    ['a private character', 'No\ue000ra'],
    ['no character at all', 'No\ufdd0ra'],
    ['a tag character', 'Nora\u{e0041}'],
    ['a Hangul filler, which is a letter', 'Nora\u3164'],
    ['its half of the width', 'Nora\uffa0'],
    ['the first half of a syllable that is none', 'Nora\u115f'],
    ['a joiner of graphemes, which is a mark', 'No\u034fra'],
    ['a variation selector', 'Nora\ufe0f'],
    ['one of Mongolian', 'Nora\u180b'],
    ['a vowel of Khmer that is not drawn', 'Nora\u17b4'],
    ['the blank of Braille', 'Nora\u2800'],
    ['marks and no letter', '\u0301\u0301'],
    ['a mark on a space', 'Nora \u0301Roe'],
    ['marks that bury a letter', 'Nora\u0301\u0302\u0303\u0304'],
  ])('is %s', (_, text) => {
    expect(hasUnseen(text)).toBe(true)
  })

  it.each(['René Roe', 'Nguyễn Thị Ánh', 'Ольга', '李小龍', 'नीता', 'O’Brien & Söhne, 2nd', 'Zoe\u0308'])(
    'is nothing in %s',
    (text) => {
      expect(hasUnseen(text)).toBe(false)
    },
  )

  it('is anything that Unicode says is drawn as nothing, wherever it stands', () => {
    const ignorable = fc
      .integer({ min: 0, max: 0x10ffff })
      .filter((point) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(point)))
    fc.assert(
      fc.property(
        fc.oneof(
          ignorable,
          fc.integer({ min: 0xfe00, max: 0xfe0f }),
          fc.integer({ min: 0xe0000, max: 0xe0fff }),
        ),
        fc.nat(4),
        (point, at) => hasUnseen(`${'Nora'.slice(0, at)}${String.fromCodePoint(point)}${'Nora'.slice(at)}`),
      ),
      { numRuns: 200 },
    )
  })
})

describe('the first that nobody sees', () => {
  it.each([
    ['Nora\u202eadmin', { code: 'U+202E', position: 5, turnsText: true }],
    ['No\u200bra\u202e', { code: 'U+200B', position: 3, turnsText: false }],
    ['🦉 Books\u{e0041}', { code: 'U+E0041', position: 8, turnsText: false }],
    ['Nora \u0301Roe', { code: 'U+0301', position: 6, turnsText: false }],
    ['Nora Roe', null],
  ])('of %j', (text, expected) => {
    expect(firstUnseen(text)).toEqual(expected)
  })

  it('is there in exactly the texts that have one', () => {
    const unit = fc.constantFrom(
      'N',
      'é',
      ' ',
      '\n',
      '🦉',
      '\u0301',
      '\u200b',
      '\u202e',
      '\ufe0f',
      '\u{e0041}',
    )
    fc.assert(fc.property(fc.string({ unit }), (text) => (firstUnseen(text) !== null) === hasUnseen(text)))
  })

  it('can be all that a text has', () => {
    expect(['\u200b', ' \u2800\u3164'].filter(looksBlank)).toHaveLength(2)
    expect(['', 'a\u200b', '-'].filter(looksBlank)).toEqual([])
    expect(withoutUnseen('Ana\nRoe\u200b')).toBe('Ana Roe')
  })
})

describe('a text at a glance', () => {
  it.each([
    ['Cyrillic', 'Вluеbird', 'Bluebird'],
    ['all of Cyrillic', 'АСМЕ', 'ACME'],
    ['Greek capitals', 'ΝΟRΑ ΖΟΕ', 'NORA ZOE'],
    ['letters of full width', 'Ｎｏｒａ', 'Nora'],
    ['accents', 'Éclair', 'Eclair'],
    ['an i without its dot', 'Fılm', 'Film'],
  ])('is the same in %s', (_, other, plain) => {
    expect(atAGlance(other)).toBe(atAGlance(plain))
  })
  it('tells letters apart that look different', () => {
    expect(atAGlance('Жанна')).not.toBe(atAGlance('Hanna'))
  })
})
