import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'

/**
 * Problems in columns that a batch does not use but cannot ignore: amounts in another currency, and rows marked as
 * not a sale. Such columns are recognized by name.
 */
export function otherCellProblems(lines: readonly FundingLine[], columns: readonly string[]): LineProblem[] {
  const read = columns.flatMap((name, at) => {
    const check = checkOf(name)
    return check ? [{ name, at, check }] : []
  })
  if (read.length === 0) return []
  return lines.flatMap((line) =>
    read.flatMap(({ name, at, check }): LineProblem[] => {
      const says = line.other?.[at]?.trim() ?? ''
      const found = check(says)
      return found ? [{ row: line.row, field: null, ...found, column: name, says }] : []
    }),
  )
}

type Found = Pick<LineProblem, 'code' | 'severity'>
type Check = (says: string) => Found | null

const FOREIGN: Found = { code: 'other-currency', severity: 'error' }
const NO_SALE: Found = { code: 'file-says-no-sale', severity: 'warning' }

function checkOf(column: string): Check | null {
  const name = column
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (CURRENCY_COLUMN.test(name)) return (says) => (isDollars(says) ? null : FOREIGN)
  if (KIND_COLUMN.test(name)) return (says) => (NO_SALE_WORDS.test(says) ? NO_SALE : null)
  return null
}

const CURRENCY_COLUMN =
  /currency|currcode|^(?:iso)?(?:ccy|curr?|waehrung|währung|devise|moneda|valuta)(?:code)?$/
const KIND_COLUMN =
  /(?:type|kind|status|state|result|action|outcome|response|decision|event|category|reversed|refunded|voided)$/
const NO_SALE_WORDS =
  /\b(?:refund(?:ed|s)?|void(?:ed)?|revers(?:al|ed|e)|charge-?\s?backs?|returned|return|declined?|denied|fail(?:ed|ure)?|rejected|cancell?ed|disputed?|error|expired|not approved|unapproved|do not (?:pay|fund)|don['’]t pay|no pay|on hold|hold|blocked|fraud)\b/i

/** A blank cell counts as dollars, since the partner funds nothing else. */
const isDollars = (says: string): boolean =>
  /^(?:|[-–—]|n\/?a|us[d$]|\$|us ?\$|840|u\.?s\.? ?dollars?|dollars?|usd ?\(?\$?\)?)$/i.test(says)

/** Whether an amount column's heading names another currency: `Amount EUR`, `Betrag (€)`. */
export const saysForeign = (heading: string): boolean =>
  /[€£¥₹₩₺₽₱₫฿]/u.test(heading) ||
  heading
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => FOREIGN_WORDS.has(word))

const FOREIGN_WORDS = new Set(
  'eur euro euros gbp pound pounds sterling cad aud nzd jpy yen chf francs cny rmb yuan inr rupees mxn peso pesos brl reais sek nok dkk kronor kroner pln zloty czk huf try lira krw won hkd sgd twd thb idr myr php vnd zar rand ils aed sar cop clp ars pen'.split(
    ' ',
  ),
)
