import { describe, expect, test } from 'vitest'
import { numberFormat, readFormat, shownNumber } from './number-format'

const shown = (value: number, code: string) => shownNumber(value, String(value), readFormat(code))

describe('a number is read as its cell shows it', () => {
  test.each<[code: string, value: number, text: string]>([
    ['General', 12345, '12345'],
    ['@', 12345, '12345'],
    ['00000000', 12345, '00012345'],
    ['000000000000', 123456789012, '123456789012'],
    ['00', 12345, '12345'],
    ['000-00-0000', 12345678, '012-34-5678'],
    ['"M-"00000', 42, 'M-00042'],
    ['\\M\\-000', 7, 'M-007'],
    ['#,##0', 12345, '12345'],
    ['#,##0.00', 1250, '1250.00'],
    ['0.00', 12.5, '12.50'],
    ['0.0#', 12, '12.0'],
    ['#.##', 12, '12'],
    ['0', 0, '0'],
    ['0.00', 0, '0.00'],
    ['0.00', 0.1 + 0.2, '0.30'],
    ['[Red]0.00', 5, '5.00'],
    ['$#,##0.00', 1250, '$1250.00'],
    ['"$"#,##0.00_);\\("$"#,##0.00\\)', 12.5, '$12.50'],
    ['_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)', 0, '$0.00'],
    ['[$$-409]#,##0.00', 7, '$7.00'],
    ['[$USD] #,##0.00', 7, 'USD 7.00'],
    ['#,##0.00 [$€-407]', 7, '7.00 €'],
    ['[$£-809]#,##0', 7, '£7'],
    ['0.00', -5, '-5.00'],
    ['0.00;(0.00)', -5, '-5.00'],
    ['0000000000000000', 123, '0000000000000123'],
  ])('%s of %d is %s', (code, value, text) => expect(shown(value, code)).toBe(text))
})

describe('what a cell shows otherwise than it holds is neither', () => {
  test.each<[code: string, value: number, text: string]>([
    ['0', 12.5, '12.5 (shown as 13)'],
    ['0.00', 33.3333, '33.3333 (shown as 33.33)'],
    ['0%', 0.12, '0.12 (shown as a percentage)'],
    ['0.00E+00', 12345, '12345 (shown as 1.23E+4)'],
    ['# ?/?', 12.5, '12.5 (shown as a fraction)'],
    ['#,##0,', 1_250_000, '1250000 (shown otherwise)'],
    ['0.0,,"M"', 1_250_000, '1250000 (shown otherwise)'],
    ['[<=9999999]###-####;(###) ###-####', 5551234, '5551234 (shown otherwise)'],
    ['"paid"', 5, '5 (shown otherwise)'],
  ])('%s of %d is %s', (code, value, text) => expect(shown(value, code)).toBe(text))
})

test.each(['d-mmm', 'yyyy\\-mm\\-dd', '[$-409]m/d/yy', 'h:mm AM/PM', '[h]:mm', 'mm:ss.0', '"on "d', 'yy'])(
  '%s is a date',
  (code) => expect(readFormat(code).kind).toBe('date'),
)

test.each(['"day "0', '0 "h"', '\\d0', '[Red]0', '_y0'])('%s is none', (code) =>
  expect(readFormat(code).kind).toBe('digits'),
)

test.each<[id: number, code: string | undefined, kind: string]>([
  [0, undefined, 'general'],
  [2, undefined, 'digits'],
  [9, undefined, 'percent'],
  [11, undefined, 'scientific'],
  [12, undefined, 'fraction'],
  [14, undefined, 'date'],
  [22, undefined, 'date'],
  [44, undefined, 'digits'],
  [47, undefined, 'date'],
  [49, undefined, 'general'],
  [164, '00000000', 'digits'],
  [164, 'd-mmm', 'date'],
])('format %d %s is %s', (id, code, kind) => expect(numberFormat(id, code).kind).toBe(kind))
