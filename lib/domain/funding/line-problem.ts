import { type AmountProblem, dollarsText, moneyText } from './amount'
import type { CellDamage } from './cell-damage'
import { FIELD_LABELS, type LineField } from './columns'
import { REFERENCE_LENGTH } from './limits'
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
  | 'no-lines'
  | 'totals-row'
  | MoneyProblemCode

/** What the desk knows of a line's merchant, sale and past (check-money.ts). */
export type MoneyProblemCode =
  | 'merchant-unknown'
  | 'merchant-unconfirmed'
  | 'merchant-paused'
  | 'merchant-closed'
  | 'merchant-first'
  | 'split-not-applied'
  | 'merchant-left-out'
  | 'taken-out'
  | 'open-elsewhere'
  | 'draft-elsewhere'
  | 'already-funded'
  | 'not-in-log'
  | 'unlogged'
  | 'other-payee'
  | 'sale-judged'
  | 'declared-absent'
  | 'sale-not-approved'
  | 'sale-conflict'
  | 'sale-amount-unknown'
  | 'sale-currency'
  | 'sale-outside'
  | 'sale-link-amount'
  | 'sale-ambiguous'
  | 'sale-other-profile'
  | 'over-sale'
  | 'over-sale-allowed'
  | 'far-below-sale'

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
  /** An id of the directory or of the log that looks like the one that was typed. */
  suggestion?: string
  /** By name where the directory has it, else its id. */
  merchant?: string
  /** Merchants that this one could be taken for, in words. */
  lookAlike?: string
  /** Its default split in words, and how many transactions are without it. */
  split?: string
  count?: number
  /** Cents: of the sale, held by the partner now, held by it after this batch. */
  amounts?: { saleMinor?: number; heldMinor?: number; afterMinor?: number; isUncertain?: boolean }
  /** Characters or digits that the funding profile takes. */
  limit?: number
  /** Who allowed it, and why. */
  by?: string
  reason?: string
}

/** What a problem is, why it matters, and what to do. With `line` it quotes the cell. */
export function problemText(problem: LineProblem, line?: FundingLine): string {
  const {
    field,
    otherRow,
    batch,
    suggestion,
    merchant,
    amounts,
    limit,
    by,
    reason,
    lookAlike,
    split,
    count,
  } = problem
  return TEXTS[problem.code]({
    name: field ? FIELD_LABELS[field] : 'Line',
    cell: line && field ? quoted(line[field]) : 'The cell',
    length: line && field ? line[field].length : null,
    otherRow: otherRow === undefined ? 'an earlier row' : `row ${otherRow.toLocaleString('en-US')}`,
    batch: batch ?? 'another batch',
    money: line && field === 'amount' ? `$${dollarsText(line.amount, 'dollars')}` : 'dollars and cents',
    field,
    merchant: merchant ?? 'The merchant',
    suggestion: suggestion === undefined ? '' : ` Did you mean ${suggestion}?`,
    sale: dollars(amounts?.saleMinor),
    held: dollars(amounts?.heldMinor),
    upTo: amounts?.isUncertain ? 'up to ' : '',
    after: dollars(amounts?.afterMinor),
    by: by ?? 'An approver',
    reason: reason ?? '',
    limit: limit === undefined ? '' : ` (${limit})`,
    lookAlike: lookAlike === undefined ? '' : ` It looks like ${lookAlike}.`,
    split: split ?? '',
    transactions: count === 1 ? '1 transaction' : `${(count ?? 0).toLocaleString('en-US')} transactions`,
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
  merchant: string
  suggestion: string
  sale: string
  held: string
  /** Before an amount that is not certain. */
  upTo: string
  after: string
  by: string
  reason: string
  /** In parentheses, or nothing. */
  limit: string
  lookAlike: string
  split: string
  transactions: string
}

const dollars = (minor = 0): string => `$${moneyText(BigInt(minor))}`

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
    `This merchant has an amount of the same transaction in ${otherRow}. If the line was copied twice, delete one. If both are meant, make one amount of the two, or leave them: the partner gets both.`,
  characters: ({ name }) =>
    `${name}: it holds a character that cannot be seen or is no text. Type it anew instead of copying it.`,
  'too-long': ({ name, length, limit }) =>
    `${name}: ${length === null ? 'it has' : `its ${length.toLocaleString('en-US')} characters are`} more than the funding profile takes${limit}. Check that it is an identifier.`,
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
  'amount-too-long': ({ cell, limit }) =>
    `${cell} has more digits than the funding profile takes${limit}. Check that it is an amount.`,
  'amount-not-digits': ({ cell }) => `${cell} isn’t a valid amount. Enter dollars, such as 12.50.`,
  'amount-zero': () =>
    'The amount is zero: the merchant gets nothing for this transaction. If that is meant, nothing needs to be done.',
  'amount-one-decimal': ({ cell, money }) =>
    `${cell} has one digit after the point, and is read as ${money}. If that is right, nothing needs to be done.`,
  'merchant-unknown': ({ cell, suggestion }) =>
    `${cell} is not in the merchant directory.${suggestion} Correct the id, or add the merchant first.`,
  'merchant-unconfirmed': ({ merchant }) =>
    `${merchant} is not confirmed. Ask a second person in finance to confirm it in Merchants.`,
  'merchant-paused': ({ merchant }) =>
    `${merchant} is paused and cannot be paid. Remove the line, or reactivate the merchant.`,
  'merchant-closed': ({ merchant }) => `${merchant} is closed and cannot be paid. Remove the line.`,
  'merchant-first': ({ merchant, lookAlike }) =>
    `First payment to ${merchant}.${lookAlike} Check that this is the right merchant.`,
  'split-not-applied': ({ merchant, split, transactions }) =>
    `The default split of ${merchant} is not applied: ${split}. It gets all of the sale in ${transactions} here. Split them, or leave it if intended.`,
  'merchant-left-out': ({ merchant, held, batch }) =>
    `${merchant} has ${held} at the partner (${batch}) and no line here. Add a line: ${held} to keep it, 0 to set it to $0.00.`,
  'taken-out': ({ merchant, held, batch }) =>
    `Taken out: the partner holds ${held} for ${merchant} (${batch}), and this line sets it to $0.00. To keep it, enter ${held}.`,
  'open-elsewhere': ({ batch }) =>
    `This transaction is in ${batch}, which has not ended. Remove it here, or wait for ${batch}.`,
  'draft-elsewhere': ({ batch }) =>
    `This transaction is in the draft ${batch} too. Only one of the two can be submitted.`,
  'already-funded': ({ batch, held, after, upTo }) =>
    `The partner holds ${upTo}${held} for this transaction (${batch}${upTo && ', outcome unknown'}). After this batch it holds ${after}.`,
  'not-in-log': ({ cell, suggestion }) =>
    `${cell} is not in the callback log, which Settings require.${suggestion} Correct the identifier, or remove the line.`,
  unlogged: ({ cell, suggestion }) =>
    `${cell} is not in the callback log, so there is no sale to compare the amount with.${suggestion} Check the identifier.`,
  'sale-judged': ({ cell, sale, by }) =>
    `${cell} came without a clear amount, or with two: ${by} settled it at ${sale}. Compare it with the callback.`,
  'declared-absent': ({ batch, by }) =>
    `${batch} sent this transaction and got no answer; ${by} then recorded that the partner has nothing of it. Make sure before paying it again.`,
  'other-payee': ({ cell, merchant }) =>
    `The callback log has ${cell} as a sale of ${merchant}, which gets nothing of it here. Check the merchants of this transaction.`,
  'sale-not-approved': ({ cell }) =>
    `The callback log has ${cell} as not approved: there is no sale to fund. Remove the line.`,
  'sale-conflict': ({ cell }) =>
    `The callback log has conflicting deliveries of ${cell}. Resolve the conflict in Callbacks first.`,
  'sale-amount-unknown': ({ cell }) =>
    `${cell} has no usable amount in the callback log. Set the amount in Callbacks first.`,
  'sale-currency': ({ cell }) =>
    `${cell} was paid in another currency than US dollars, and cannot be funded here. Remove the line.`,
  'sale-outside': ({ cell }) =>
    `${cell} is marked as funded outside the desk. Undo that in Callbacks first, or remove the line.`,
  'sale-link-amount': ({ cell }) =>
    `${cell} was paid with a different amount than its payment link. Close the callback with a note first, or remove the line.`,
  'sale-ambiguous': ({ cell }) =>
    `Several sales in the callback log have the reference number ${cell}. Name the transaction by its ID.`,
  'sale-other-profile': ({ cell }) =>
    `The callback log has ${cell} for another funding profile. Check the profile of this batch.`,
  'over-sale': ({ sale, after }) =>
    `The sale is ${sale}; after this batch its merchants would have ${after}. Lower the amount.`,
  'over-sale-allowed': ({ sale, after, by, reason }) =>
    `Above the sale: ${after} for ${sale}. ${by} allowed it: ${reason}`,
  'far-below-sale': ({ sale, after }) =>
    `The sale is ${sale}, and its merchants would have only ${after}. OK if intended.`,
  'totals-row': ({ cell }) =>
    `${cell} looks like a totals row of a spreadsheet, and is no transaction. Remove the row.`,
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
