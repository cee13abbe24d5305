import type { LineField } from './columns'
import type { FundingLine } from './line'

/** A column whose cells contain a spreadsheet's additions, and the cleaned text of each. */
export type ColumnCleaning = {
  field: LineField
  /** Cleaned text by row. */
  cleaned: ReadonlyMap<number, string>
  /** The first cleaned cell. */
  example: { row: number; before: string; after: string }
}

/**
 * The cell without what a spreadsheet added, if the value is unambiguous. Null if there is nothing to clean, or if a
 * person has to decide: negative amounts, other currencies, `1,25`, `1.250`.
 */
export function cleanCell(field: LineField, text: string): string | null {
  if (isClean(field, text)) return null
  // Whitespace first: tabs and line breaks are also control characters.
  const bare = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  const clean = field === 'amount' ? cleanAmount(bare) : cleanIdentifier(bare)
  return clean === text || clean === '' ? null : clean
}

/** All cells of a column that `cleanCell` would change; null if none. */
export function cleanColumn(lines: readonly FundingLine[], field: LineField): ColumnCleaning | null {
  const cleaned = new Map<number, string>()
  let example: ColumnCleaning['example'] | null = null
  for (const line of lines) {
    const after = cleanCell(field, line[field])
    if (after === null) continue
    cleaned.set(line.row, after)
    example ??= { row: line.row, before: line[field], after }
  }
  return example && { field, cleaned, example }
}

/** Nearly every cell is clean; character codes rule those out faster than a pattern. */
function isClean(field: LineField, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code > 47 && code < 58
    if (isDigit || (field === 'amount' && code === POINT && text.length - at <= 3)) continue
    const isLetter = (code > 64 && code < 91) || (code > 96 && code < 123) || code === HYPHEN
    if (field === 'amount' || !isLetter) return false
  }
  return true
}

const POINT = 46
const HYPHEN = 45

/** A spreadsheet keeps 15 digits of a number. The rest of a longer one is lost for good. */
const KEPT_DIGITS = 15

/** `900000000001.0` → `900000000001`. */
function cleanIdentifier(text: string): string {
  const digits = /^(\d+)\.0+$/.exec(text)?.[1]
  return digits !== undefined && digits.length <= KEPT_DIGITS ? digits : text
}

/** `$1,250.00`, `USD 1 250.00`, `1'250`, `1.250,00`, `1250.0000` → dollars with a point. */
function cleanAmount(text: string): string {
  const plain = text.replace(/^(?:US\s?)?\$\s?|^USD\s?(?=\d)|\s?(?:US)?\$$|(?<=\d)\s?USD$/g, '')
  if (/^\d*\.?\d+$/.test(plain)) return plain.replace(/(\.\d\d)0{2,}$/, '$1')
  if (/^\d{1,3}(?:([, '’])\d{3})(?:\1\d{3})*(?:\.\d{1,2})?$/.test(plain)) return plain.replace(/[, '’]/g, '')
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(plain)) return plain.replace(/\./g, '').replace(',', '.')
  return text
}
