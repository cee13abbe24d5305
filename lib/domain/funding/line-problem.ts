import { type AmountProblem, dollarsText } from './amount'
import type { CellDamage } from './cell-damage'
import { FIELD_LABELS, type LineField } from './columns'
import { MAX_AMOUNT_DIGITS, MAX_IDENTIFIER_LENGTH, REFERENCE_LENGTH } from './limits'
import type { FundingLine } from './line'

/** What can be wrong with a line. The first three are the partner's request-level codes 1, 2 and 3. */
export type LineProblemCode =
  | 'both-identifiers'
  | 'no-identifier'
  | 'duplicate'
  | 'merchant-missing'
  | 'merchant-twice'
  | 'characters'
  | 'too-long'
  | 'digits-lost'
  | 'reference-zeros'
  | 'reference-format'
  | CellDamage
  | `amount-${AmountProblem}`
  | 'amount-zero'
  | 'amount-one-decimal'
  | 'already-funded'
  | 'no-lines'

/**
 * One thing that stands against a line, or a warning. `row` is null for the batch as a whole, `field` for a whole
 * line. `otherRow`: where the first of two is; `batch`: the other batch, as people call it (B-1042).
 */
export type LineProblem = {
  row: number | null
  field: LineField | null
  code: LineProblemCode
  severity: 'error' | 'warning'
  otherRow?: number
  batch?: string
}

/** What a problem is, why it matters, and what to do. With `line` it quotes the cell. */
export function problemText(problem: LineProblem, line?: FundingLine): string {
  const { field, otherRow, batch } = problem
  return TEXTS[problem.code]({
    name: field ? FIELD_LABELS[field] : 'Line',
    cell: line && field ? quoted(line[field]) : 'The cell',
    length: line && field ? line[field].length : null,
    otherRow: otherRow === undefined ? 'an earlier row' : `row ${otherRow.toLocaleString('en-US')}`,
    batch: batch ?? 'another batch',
    money: line && field === 'amount' ? `$${dollarsText(line.amount, 'dollars')}` : 'dollars and cents',
    field,
  })
}

type Facts = {
  name: string
  cell: string
  length: number | null
  otherRow: string
  batch: string
  money: string
  field: LineField | null
}

const FORMAT_AS_TEXT =
  'Format the column as text in the spreadsheet and save it again, or type the whole value here.'

const TEXTS: Readonly<Record<LineProblemCode, (facts: Facts) => string>> = {
  'both-identifiers': () =>
    'The line has a transaction id and a retrieval reference number. The partner refuses the whole request then (code 1): keep the id, or for a debit only the reference number.',
  'no-identifier': () =>
    'Nothing says which transaction this is. The partner refuses the whole request then (code 2): enter the transaction id, or for a debit its retrieval reference number. A split repeats it on each of its lines.',
  duplicate: ({ otherRow }) =>
    `The transaction stands in ${otherRow} already. The partner refuses the whole request then (code 3): delete one of the two; or, where they are one split, move its lines together.`,
  'merchant-missing': () => 'No merchant: nobody would get this amount. Enter the merchant id.',
  'merchant-twice': ({ otherRow }) =>
    `This merchant has an amount of the same transaction in ${otherRow}. Most often a line was copied twice: delete one, or make one amount of the two.`,
  characters: ({ name }) =>
    `${name}: it holds a character that cannot be seen or is no text. Type it anew instead of copying it.`,
  'too-long': ({ name, length }) =>
    `${name}: ${length === null ? 'it is' : `${length.toLocaleString('en-US')} characters are`} too long; the partner takes ${MAX_IDENTIFIER_LENGTH}. Check that it is an identifier.`,
  'digits-lost': ({ cell }) =>
    `${cell} ends in zeros after its 15th digit, as every long number in this column does: a spreadsheet has probably lost the last digits. Compare it with where it came from.`,
  'number-shortened': ({ cell }) =>
    `${cell} is a number that a spreadsheet shortened; its last digits are lost. ${FORMAT_AS_TEXT}`,
  date: ({ cell, name }) =>
    `${cell} is a date, and no ${name.toLowerCase()}: a spreadsheet has probably changed what was typed. ${FORMAT_AS_TEXT}`,
  'column-too-narrow': () =>
    'Only ### was saved, because the spreadsheet’s column was too narrow to show the value. Make it wider there and save it again, or type the value here.',
  'formula-failed': ({ cell }) =>
    `${cell}: a formula of the spreadsheet failed, so that there is no value. Mend it there, or type the value here.`,
  'shown-otherwise': ({ cell }) =>
    `${cell}: the spreadsheet cell holds one number and shows another. Format it as a plain number or text there, or type the value here.`,
  'decimal-identifier': ({ cell }) =>
    `${cell} ends like a fraction: some program took the identifier for a number. Leave out what follows the point, and check that no zeros are missing at its beginning.`,
  'reference-zeros': ({ cell, length }) =>
    `${cell} has ${length ?? 'too few'} digits instead of ${REFERENCE_LENGTH}: a spreadsheet has probably dropped ${zeros(length)} at its beginning. Put ${length === REFERENCE_LENGTH - 1 ? 'it' : 'them'} back, after a look at where it came from.`,
  'reference-format': ({ cell }) =>
    `${cell} is no retrieval reference number: it has exactly ${REFERENCE_LENGTH} digits and nothing else. Where it is a transaction id, move it to that column.`,
  'amount-missing': () => 'No amount. Enter it, or delete the line.',
  'amount-negative': ({ cell }) =>
    `${cell} is below zero. Funding amounts can only be set, not taken back: enter what the merchant is to get in the end.`,
  'amount-currency': ({ cell }) =>
    `${cell} is in another currency: the partner funds US dollars. Enter the amount in dollars.`,
  'amount-thousands': ({ cell }) =>
    `${cell} has separators where none belong. Check the number, and enter it as 1234.50.`,
  'amount-decimal-comma': ({ cell }) =>
    `${cell} has a comma before its cents. Enter it with a point, such as 1234.50.`,
  'amount-too-fine': ({ cell }) =>
    `${cell} has more than two digits after the point: there is nothing smaller than a cent. Round it, or check that the point is no separator of thousands.`,
  'amount-not-whole': ({ cell }) =>
    `${cell} has cents, and this funding profile takes whole dollars only. Round it, or choose another profile.`,
  'amount-too-long': ({ cell }) =>
    `${cell} has more digits than the partner takes (${MAX_AMOUNT_DIGITS}). Check that it is an amount.`,
  'amount-not-digits': ({ cell }) => `${cell} isn’t a valid amount. Enter dollars, such as 12.50.`,
  'amount-zero': () =>
    'The amount is zero: the merchant gets nothing for this transaction. If that is meant, nothing needs to be done.',
  'amount-one-decimal': ({ cell, money }) =>
    `${cell} has one digit after the point, and is read as ${money}. If that is right, nothing needs to be done.`,
  'already-funded': ({ batch }) =>
    `The transaction was sent in ${batch} already. Sending it again sets its amounts anew, which is rarely meant: look at ${batch} first.`,
  'no-lines': () => 'The batch has no lines. Add at least one, or discard the batch.',
}

const zeros = (length: number | null): string =>
  length === REFERENCE_LENGTH - 1
    ? 'a zero'
    : length === null
      ? 'zeros'
      : `${REFERENCE_LENGTH - length} zeros`

const LONGEST_QUOTED = 60

/** What cannot be seen is shown as a box. */
function quoted(text: string): string {
  const shown = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
  return `“${shown.length > LONGEST_QUOTED ? `${shown.slice(0, LONGEST_QUOTED)}…` : shown}”`
}
