/**
 * Number formats of a workbook (ECMA-376, 18.8.31). A spreadsheet stores 12345 and shows 00012345, $12,345.00 or a
 * date, and people mean what they see. If a cell shows something else than it holds, both are written, so that neither
 * is mistaken for the other.
 */
export type NumberFormat =
  | { kind: 'general' | 'date' | 'percent' | 'scientific' | 'fraction' | 'other' }
  | { kind: 'digits'; whole: readonly Token[]; decimals: readonly Token[] }

/** A digit placeholder, or literal text. */
type Token = { place: '0' | '#' } | { text: string }

const GENERAL: NumberFormat = { kind: 'general' }

/** Built-in formats, which workbooks name only by number, that are dates or otherwise not plain numbers. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0',
  6: '$#,##0',
  7: '$#,##0.00',
  8: '$#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '$#,##0',
  43: '#,##0.00',
  44: '$#,##0.00',
  48: '##0.0E+0',
  49: '@',
}

/**
 * The format with this number; `code` if the workbook defines it. All built-in formats that are not listed are dates
 * and times.
 */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  const known = code ?? BUILT_IN[id]
  if (known !== undefined) return readFormat(known)
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 81)
  return isDate ? { kind: 'date' } : GENERAL
}

/** Reads the first section, which is for numbers above zero. Other values are not accepted. */
export function readFormat(code: string): NumberFormat {
  const whole: Token[] = []
  const decimals: Token[] = []
  let isPastPoint = false
  let commas = 0
  let hasPlace = false
  let special: Exclude<NumberFormat['kind'], 'digits' | 'general'> | null = null
  for (const part of sectionParts(code)) {
    const tokens = isPastPoint ? decimals : whole
    if (/^general$/i.test(part) || part === '@') return GENERAL
    if (/^[0#?]$/.test(part)) {
      hasPlace = true
      commas = 0
      tokens.push({ place: part === '0' ? '0' : '#' })
    } else if (part === '.') {
      // A comma after the digits divides by a thousand.
      if (commas > 0) special ??= 'other'
      isPastPoint = true
    } else if (part === ',') commas += hasPlace ? 1 : 0
    else if (part === '%') special = 'percent'
    else if (/^E[+-]$/i.test(part)) special = 'scientific'
    else if (part === '/' && hasPlace) special ??= 'fraction'
    else if (
      /^\[(?:h+|m+|s+)\]$/i.test(part) ||
      /^[ymdhsbge]$/i.test(part) ||
      /^(?:AM\/PM|A\/P)$/i.test(part)
    ) {
      return { kind: 'date' }
    } else if (/^\[[<>=]|^\[DBNum|^\[Nat/i.test(part)) special ??= 'other'
    else tokens.push({ text: literalOf(part) })
  }
  if (special) return { kind: special }
  if (!hasPlace) return code.trim() === '' ? GENERAL : { kind: 'other' }
  return commas > 0 ? { kind: 'other' } : { kind: 'digits', whole, decimals }
}

/** Quoted text, a backslash and one letter, a bracket, a width or fill, an exponent, or one character. */
const PART = /"[^"]*"|\\.|\[[^\]]*\]|[_*].|General|AM\/PM|A\/P|E[+-]|[^;]/giu

function sectionParts(code: string): string[] {
  const parts: string[] = []
  let end = 0
  for (const match of code.matchAll(PART)) {
    // A gap between two matches is the semicolon that ends the section.
    if (match.index > end) break
    end = match.index + match[0].length
    parts.push(match[0])
  }
  return parts
}

function literalOf(part: string): string {
  if (part.startsWith('"')) return part.slice(1, -1)
  if (part.startsWith('\\')) return part.slice(1)
  // A width or fill shows only space.
  if (/^[_*]./u.test(part)) return ''
  const currency = /^\[\$([^\]-]*)(?:-[^\]]*)?\]$/.exec(part)
  // Any other bracket is a color.
  return part.startsWith('[') ? (currency?.[1] ?? '') : part
}

/** The number as shown, without thousands separators. `text`: the number without a format. */
export function shownNumber(value: number, text: string, format: NumberFormat): string {
  switch (format.kind) {
    case 'general':
      return text
    case 'percent':
      return `${text} (shown as a percentage)`
    case 'scientific':
      return `${text} (shown as ${value.toExponential(2).replace('e', 'E')})`
    case 'fraction':
      return `${text} (shown as a fraction)`
    case 'date':
    case 'other':
      return `${text} (shown otherwise)`
    case 'digits':
      return digitsShown(value, text, format)
  }
}

function digitsShown(
  value: number,
  text: string,
  { whole, decimals }: Extract<NumberFormat, { kind: 'digits' }>,
): string {
  const size = Math.abs(Number(value.toPrecision(KEPT_DIGITS)))
  // Leave it without a format: its last digits are lost, or it is too small to matter.
  if (size >= LARGEST || (size !== 0 && size < SMALLEST)) return text
  const places = decimals.filter((token) => 'place' in token).length
  const [digits = '', fraction = ''] = size.toFixed(Math.min(places, MOST_PLACES)).split('.')
  const least = decimals.findLastIndex((token) => 'place' in token && token.place === '0')
  const shownFraction = fraction
    .replace(/0+$/, '')
    .padEnd(decimals.slice(0, least + 1).filter((token) => 'place' in token).length, '0')
  const shown = [
    value < 0 ? '-' : '',
    fillPlaces(whole, digits),
    shownFraction === '' ? '' : `.${shownFraction}`,
    ...decimals.map((token) => ('text' in token ? token.text : '')),
  ]
    .join('')
    .trim()
  return Number(`${digits}.${fraction}0`) === size ? shown : `${text} (shown as ${shown})`
}

const KEPT_DIGITS = 15
const LARGEST = 1e15
const SMALLEST = 1e-9
const MOST_PLACES = 20

/** Fills digits into their placeholders from the right. Any left over go before the first placeholder. */
function fillPlaces(tokens: readonly Token[], digits: string): string {
  let rest = digits === '0' ? '' : digits
  let shown = ''
  const first = tokens.findIndex((token) => 'place' in token)
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at]
    if (!token) continue
    if ('text' in token) shown = token.text + shown
    else if (at === first) shown = (rest || (token.place === '0' ? '0' : '')) + shown
    else {
      shown = (rest.at(-1) ?? (token.place === '0' ? '0' : '')) + shown
      rest = rest.slice(0, -1)
    }
  }
  return shown
}
