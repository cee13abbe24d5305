/**
 * What stands in a text that nobody can see, or that no log could show: control, format and private characters, lone
 * surrogates, line and paragraph separators, whatever Unicode says is drawn as nothing (variation selectors, the
 * Hangul fillers, which are letters by their category), and the blank of Braille.
 */
const UNSEEN_CHARACTER =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u

/** A mark is drawn on the letter before it: with none before it, it is drawn on nothing. Four of them bury a letter. */
const LOST_MARK = /(?:^|[\s\p{Z}])\p{M}|\p{M}{4}/u

/** Whether two texts could look the same and differ in what nobody sees. */
export const hasUnseen = (text: string): boolean => UNSEEN_CHARACTER.test(text) || LOST_MARK.test(text)

/** Letters of Cyrillic and Greek that are drawn as Latin ones are, after `toLowerCase`, in their capitals or not. */
const DRAWN_ALIKE: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ѐ: 'e',
    һ: 'h',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
  },
  ...{ р: 'p', ԛ: 'q', ѕ: 's', т: 't', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y', ү: 'y', ӏ: 'l' },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    ζ: 'z',
    η: 'h',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'n',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'y',
  },
  ...{ χ: 'x', ϲ: 'c', ϳ: 'j', ı: 'i', ɑ: 'a', ɡ: 'g', ɩ: 'i' },
}

/** A text as it looks at a glance: in small letters, without accents, and in Latin letters where others look like them. */
export const atAGlance = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(
      /[\u0370-\u03ff\u0400-\u052f\u0131\u0251\u0261\u0269]/g,
      (letter) => DRAWN_ALIKE[letter] ?? letter,
    )
