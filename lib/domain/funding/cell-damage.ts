/** What a spreadsheet or another program did to a value, so that what is left of it is not the value. */
export type CellDamage =
  | 'number-shortened'
  | 'date'
  | 'column-too-narrow'
  | 'formula-failed'
  | 'decimal-identifier'
  | 'shown-otherwise'

/** Longer texts are none of these. */
const LONGEST = 40

/** Names it where it can be told from the text; null for all else. */
export function damageOf(text: string): CellDamage | null {
  if (text.endsWith(')') && SHOWN_OTHERWISE.test(text)) return 'shown-otherwise'
  if (text.length > LONGEST) return null
  if (/^#+$/.test(text)) return 'column-too-narrow'
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i.test(text)) return 'formula-failed'
  if (/^[-+]?\d+(?:[.,]\d+)?E[-+]\d+$/i.test(text)) return 'number-shortened'
  return DATES.some((date) => date.test(text)) ? 'date' : null
}

/** As the cells of a workbook are written that hold one number and show another (`shownNumber`). */
const SHOWN_OTHERWISE = /^-?\d[\dE.+-]* \(shown (?:as [^()]{1,60}|otherwise)\)$/

/** A whole number that some program took for a fraction: `900000000001.0`. */
export const isDecimalIdentifier = (text: string): boolean => /^\d+\.0+$/.test(text)

/**
 * As spreadsheets write them, letter by letter: `5-Jan` is what they make of 1-5, and `Mar-01` of MAR-01, which
 * may be an identifier as long as it is in capitals.
 */
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const DATES: readonly RegExp[] = [
  /^(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d(?:[T ][\d:.]+Z?)?$/,
  /^[-+]?\d{4,6}-(?:0\d|1[0-2])-[0-3]\dT[\d:.]+Z?$/,
  /^\d{1,2}([/.])\d{1,2}\1(?:\d\d|\d{4})(?: [\d:]+(?: [AP]M)?)?$/,
  new RegExp(`^\\d{1,2}-${MONTH}(?:-\\d\\d(?:\\d\\d)?)?$`),
  new RegExp(`^${MONTH}-\\d\\d$`),
]
