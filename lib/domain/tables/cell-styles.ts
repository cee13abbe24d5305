import { type NumberFormat, numberFormat } from './number-format'
import { tagsOf, within } from './workbook-xml'

/** How the cells of one style look. */
export type CellStyle = { format: NumberFormat; isStruck: boolean }

/** Spreadsheets allow 255 letters. The time to read a format grows with the square of its length. */
const LONGEST_FORMAT = 1_000

/** Cells name a style by its position in this list. */
export function readCellStyles(styles: string): CellStyle[] {
  const codes = new Map<number, string>()
  for (const tag of tagsOf(styles, 'numFmt')) {
    const code = tag.get('formatCode') ?? ''
    if (code.length > LONGEST_FORMAT) throw new Error('A number format is too long.')
    codes.set(Number(tag.get('numFmtId')), code)
  }
  // Only `cellXfs`: the named styles in `cellStyleXfs` have the same elements.
  const own = within(styles, /<(?:\w+:)?cellXfs[\s>]/, /<\/(?:\w+:)?cellXfs\s*>/)
  const fonts = within(styles, /<(?:\w+:)?fonts[\s>]/, /<\/(?:\w+:)?fonts\s*>/)
  const struck = fonts
    .split(FONT)
    .slice(1)
    .map((font) => STRIKE.test(font))
  return tagsOf(own, 'xf').map((tag) => {
    const id = Number(tag.get('numFmtId') ?? 0)
    return {
      format: numberFormat(id, codes.get(id)),
      isStruck: struck[Number(tag.get('fontId') ?? 0)] ?? false,
    }
  })
}

const FONT = /<(?:\w+:)?font(?=[\s/>])/
const STRIKE = /<(?:\w+:)?strike(?:\s+val\s*=\s*["'](?:1|true)["'])?\s*\/?>/
