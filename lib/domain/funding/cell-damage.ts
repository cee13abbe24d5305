/** What a spreadsheet or another program did to a cell so that its original value is lost. */
export type CellDamage =
  | 'number-shortened'
  | 'date'
  | 'column-too-narrow'
  | 'formula-failed'
  | 'decimal-identifier'
  | 'shown-otherwise'

/** Longer texts are never checked. */
const LONGEST = 40

/** The damage that the text shows; null if there is no sign of any. */
export function damageOf(text: string): CellDamage | null {
  if (text.endsWith(')') && SHOWN_OTHERWISE.test(text)) return 'shown-otherwise'
  if (text.length > LONGEST) return null
  if (/^#+$/.test(text)) return 'column-too-narrow'
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i.test(text)) return 'formula-failed'
  if (/^[-+]?\d+(?:[.,]\d+)?E[-+]\d+$/i.test(text)) return 'number-shortened'
  return DATES.some((date) => date.test(text)) ? 'date' : null
}

/** The form in which the workbook reader returns a cell that holds one number and shows another (`shownNumber`). */
const SHOWN_OTHERWISE = /^-?\d[\dE.+-]* \(shown (?:as [^()]{1,60}|otherwise)\)$/

/** A whole number that a program treated as a fraction: `900000000001.0`. */
export const isDecimalIdentifier = (text: string): boolean => /^\d+\.0+$/.test(text)

/**
 * Dates exactly as spreadsheets write them: they turn 1-5 into `5-Jan`. `Mar-01` counts as a date, but `MAR-01` may
 * be an identifier.
 */
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const DATES: readonly RegExp[] = [
  /^(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d(?:[T ][\d:.]+Z?)?$/,
  /^[-+]?\d{4,6}-(?:0\d|1[0-2])-[0-3]\dT[\d:.]+Z?$/,
  /^\d{1,2}([/.])\d{1,2}\1(?:\d\d|\d{4})(?: [\d:]+(?: [AP]M)?)?$/,
  new RegExp(`^\\d{1,2}-${MONTH}(?:-\\d\\d(?:\\d\\d)?)?$`),
  new RegExp(`^${MONTH}-\\d\\d$`),
]
