/**
 * Characters that no one can see, or that no log could show: control, format and private-use characters, lone
 * surrogates, line and paragraph separators, everything that Unicode draws as nothing (variation selectors, the Hangul
 * fillers, which are letters by category), and the Braille blank.
 */
const UNSEEN_CHARACTER =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u

/**
 * A mark is drawn on the letter before it, so a mark with none before it is invisible. Four marks on one letter hide
 * it.
 */
const LOST_MARK = /(?:^|[\s\p{Z}])\p{M}|\p{M}{4}/u

/** Whether another text could look the same and differ only in invisible characters. */
export const hasUnseen = (text: string): boolean => UNSEEN_CHARACTER.test(text) || LOST_MARK.test(text)

/** Marks, embeddings, overrides and isolates, which reverse the direction of the text that follows. */
const TURNS_TEXT = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** `position` counts characters from 1; `code` is in Unicode notation, `U+202E`. */
type Unseen = { code: string; position: number; turnsText: boolean }

/** The first invisible character, for a message that names it; null if there is none. */
export function firstUnseen(text: string): Unseen | null {
  const found = UNSEEN_CHARACTER.exec(text) ?? LOST_MARK.exec(text)
  if (!found) return null
  // For a lost mark, the match includes the character before it.
  const upTo = [...text.slice(0, found.index + found[0].length)]
  const character = upTo.at(-1) ?? ''
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return { code: `U+${hex}`, position: upTo.length, turnsText: TURNS_TEXT.test(character) }
}

const UNSEEN_CHARACTERS = new RegExp(UNSEEN_CHARACTER, 'gu')

/** For comparing: removes invisible characters. A line break is visible, and becomes a blank. */
export const withoutUnseen = (text: string): string => text.replace(/\s/g, ' ').replace(UNSEEN_CHARACTERS, '')

/** Whether a text that is not empty looks empty. */
export const looksBlank = (text: string): boolean => text !== '' && withoutUnseen(text).trim() === ''

/**
 * Cyrillic and Greek letters that look like Latin ones, keyed after `toLowerCase`, whether the capitals or the small
 * letters look alike.
 */
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

/** A text as it looks at a glance: lower case, without accents, and with look-alike letters replaced by Latin ones. */
export const atAGlance = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(
      /[\u0370-\u03ff\u0400-\u052f\u0131\u0251\u0261\u0269]/g,
      (letter) => DRAWN_ALIKE[letter] ?? letter,
    )
