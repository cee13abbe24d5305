import { amountMeanings } from '@/lib/domain/callbacks/amount-readings'
import { dollarWords, exactCents, twoReadings } from '@/lib/domain/values/money'
import { type AmountProblem, batchAmountText } from './amount'
import type { CellDamage } from './cell-damage'
import { FIELD_LABELS, FIELD_NOUNS, type LineField } from './columns'
import { failedBeforeText, type Refusal } from './failure-advice'
import { REFERENCE_LENGTH } from './limits'
import type { FundingLine } from './line'

/** Everything that can be wrong with a line. The first three are the partner's request-level codes 1, 2 and 3. */
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
  | 'whole-number'
  | 'no-lines'
  | 'totals-row'
  | 'totals-differ'
  | 'other-currency'
  | 'file-says-no-sale'
  | MoneyProblemCode

/** Problems that follow from what the desk knows about a line's merchant, sale and earlier batches (check-money.ts). */
export type MoneyProblemCode =
  | 'merchant-unknown'
  | 'merchant-ambiguous'
  | 'merchant-unconfirmed'
  | 'merchant-paused'
  | 'merchant-closed'
  | 'merchant-first'
  | 'split-not-applied'
  | 'split-differs'
  | 'merchant-left-out'
  | 'taken-out'
  | 'open-elsewhere'
  | 'draft-elsewhere'
  | 'already-funded'
  | 'payee-changed'
  | 'not-in-log'
  | 'unlogged'
  | 'other-payee'
  | 'sale-judged'
  | 'sale-counted'
  | 'declared-absent'
  | 'refused-before'
  | 'sale-not-approved'
  | 'sale-conflict'
  | 'sale-amount-unknown'
  | 'sale-currency'
  | 'sale-outside'
  | 'sale-link-amount'
  | 'sale-ambiguous'
  | 'sale-several'
  | 'sale-otherwise'
  | 'sale-other-profile'
  | 'over-sale'
  | 'over-sale-allowed'
  | 'far-below-sale'
  | 'sale-meant'
  | 'below-sale'
  | 'sale-twin'
  | 'sale-taken-back'
  | 'sale-back-closed'
  | 'sale-of-several'
  | 'same-id-otherwise'
  | 'same-id-elsewhere'
  | 'sale-same-letters'

/**
 * One error or warning. `row` is null for the whole batch, `field` for a whole line. `otherRow`: the earlier of two
 * rows; `batch`: the other batch, such as B-1042.
 */
export type LineProblem = {
  row: number | null
  field: LineField | null
  code: LineProblemCode
  severity: 'error' | 'warning'
  otherRow?: number
  /** Other rows with the same problem: it is reported once, and every row is marked. */
  alsoRows?: readonly number[]
  batch?: string
  /** A similar ID in the directory or the log. */
  suggestion?: string
  /** Another logged sale that this one may be. */
  twin?: string
  /** The merchant's name, or its ID if the directory does not have it. Several are listed by ID. */
  merchant?: string
  /** Similar merchants, in words. */
  lookAlike?: string
  /** The merchant's default split in words; `count`: how many transactions do not use it. */
  split?: string
  count?: number
  /** The log has no merchant for the sale. */
  isUnowned?: boolean
  /** Cents: merchants whose amount differs from the default split. */
  shares?: { merchantId: string; isMinor: number; defaultMinor: number }[]
  /** Cents: the transaction's payees now and after this batch. */
  payees?: { was: Payee[]; is: Payee[] }
  /** Who is paid for a sale whose own merchant gets nothing; largest first. */
  paid?: Payee[]
  /**
   * What the partner sent: the amount that a person then set, or the type of a callback that a person counted as a
   * sale.
   */
  came?: string
  /** Who chose between conflicting deliveries, why, and what the others say. */
  resolved?: { by: string; note: string; others: { tranType: string; amount: string }[] }
  /** Cents: the sale; held by the partner now and after this batch; missing from the sales in total. */
  amounts?: {
    missingMinor?: number
    saleMinor?: number
    heldMinor?: number
    afterMinor?: number
    isUncertain?: boolean
  }
  /** Cents as digits: what a totals row says, and the sum of its rows. `didAddUp`: they were equal at import. */
  sums?: { saidMinor: string; rowsMinor: string; didAddUp?: boolean }
  /** The longest value that the funding profile accepts, in characters or digits. */
  limit?: number
  /** An unused column of the source, and this row's cell in it. */
  column?: string
  says?: string
  /** What must happen before the other batch can end; missing if it ends by itself. */
  waitsFor?: WaitsFor
  /** What the partner said when it refused the transaction in the other batch. */
  refusal?: Refusal
  /** Who allowed it, and why. */
  by?: string
  reason?: string
}

/** `resolving`: a person must resolve its unknown request. `rest`: a person must send or withdraw its rest. */
export type WaitsFor = 'resolving' | 'rest'

type Payee = { merchantId: string; amountMinor: number }

/** Sorts errors before warnings and otherwise keeps the order. */
export const errorsFirst = (
  one: Pick<LineProblem, 'severity'>,
  other: Pick<LineProblem, 'severity'>,
): number => Number(other.severity === 'error') - Number(one.severity === 'error')

/**
 * States the problem, why it matters and what to do. With `line`, it quotes the cell. `isFrozen`: the batch's amounts
 * can no longer be changed.
 */
export function problemText(
  problem: LineProblem,
  line?: FundingLine,
  { isFrozen = false }: { isFrozen?: boolean } = {},
): string {
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
    shares,
    came,
    twin,
    sums,
    payees,
    paid,
    isUnowned,
    column,
    says,
    resolved,
    waitsFor,
    refusal,
  } = problem
  return TEXTS[problem.code]({
    name: field ? FIELD_LABELS[field] : 'Line',
    noun: field ? FIELD_NOUNS[field] : 'line',
    cell: line && field ? quoted(line[field]) : 'The cell',
    transaction: line ? quoted(line.transactionId || line.retrievalReferenceNumber) : 'this transaction',
    length: line && field ? line[field].length : null,
    otherRow: otherRow === undefined ? 'an earlier row' : `row ${otherRow.toLocaleString('en-US')}`,
    batch: batch ?? 'another batch',
    isInBatch: batch !== undefined,
    isFrozen,
    waitsFor,
    money: line && field === 'amount' ? `$${batchAmountText(line.amount, 'dollars')}` : 'dollars and cents',
    pointed: line ? withPoint(line.amount) : null,
    readings: line ? twoReadings(line.amount) : null,
    field,
    merchant: merchant ?? 'The merchant',
    twin: twin ?? 'another sale',
    meant: suggestion ?? '',
    suggestion: suggestion === undefined ? '' : ` Did you mean ${suggestion}?`,
    sale: dollarWords(amounts?.saleMinor ?? 0),
    held: dollarWords(amounts?.heldMinor ?? 0),
    upTo: amounts?.isUncertain ? 'up to ' : '',
    after: dollarWords(amounts?.afterMinor ?? 0),
    missing: dollarWords(amounts?.missingMinor ?? 0),
    isMissing: (amounts?.missingMinor ?? 0) > 0,
    came: came === undefined ? null : cameWords(came, amounts?.saleMinor),
    tranType: quoted(came ?? ''),
    by: by ?? 'An approver',
    reason: reason ?? '',
    resolved: resolved ? resolvedWords(resolved, amounts?.saleMinor) : null,
    limit: limit === undefined ? '' : ` (${limit})`,
    lookAlike: lookAlike === undefined ? '' : ` It looks like ${lookAlike}.`,
    split: split ?? '',
    refusal: refusal ?? { errorCode: '', errorMessage: '' },
    isUnowned: isUnowned === true,
    sums: sumsWords(sums),
    column: quoted(column ?? ''),
    says: quoted(says ?? ''),
    shares: sharesWords(shares ?? []),
    payees: payeesWords(payees ?? { was: [], is: [] }),
    paid: paidWords(paid ?? []),
    transactions: count === 1 ? '1 transaction' : `${(count ?? 0).toLocaleString('en-US')} transactions`,
  })
}

type Facts = {
  name: string
  /** The field's name within a sentence. */
  noun: string
  cell: string
  /** The transaction as the line identifies it. */
  transaction: string
  length: number | null
  otherRow: string
  batch: string
  /** The problem names another batch. */
  isInBatch: boolean
  isFrozen: boolean
  waitsFor: WaitsFor | undefined
  money: string
  /** An amount with a decimal comma, rewritten with a point; null if that is not certain. */
  pointed: string | null
  /** Both readings of an ambiguous amount. */
  readings: string | null
  field: LineField | null
  merchant: string
  suggestion: string
  /** The suggestion alone. */
  meant: string
  sale: string
  held: string
  /** `up to ` before an uncertain amount. */
  upTo: string
  after: string
  missing: string
  isMissing: boolean
  /** What the partner sent for an amount that a person set, in words; null if unknown. */
  came: string | null
  /** The type as received, quoted. */
  tranType: string
  twin: string
  by: string
  reason: string
  /** How conflicting deliveries were resolved; null if there was no conflict. */
  resolved: string | null
  /** In parentheses, or empty. */
  limit: string
  refusal: Refusal
  lookAlike: string
  split: string
  isUnowned: boolean
  sums: string
  column: string
  says: string
  shares: string
  payees: string
  paid: string
  transactions: string
}

/** `1.234,56` → `1234.56`. */
function withPoint(amount: string): string | null {
  const meant = amountMeanings(amount).find(({ manner }) => manner === 'decimal-comma')
  return meant ? exactCents(meant.cents) : null
}

/** `says $1,234.50, and its rows add up to $1,134.50: $100.00 less.`, followed by what to do. */
function sumsWords({ saidMinor, rowsMinor, didAddUp }: NonNullable<LineProblem['sums']> = NO_SUMS): string {
  const [said, rows] = [BigInt(saidMinor), BigInt(rowsMinor)]
  const apart = rows < said ? `${dollarWords(said - rows)} less` : `${dollarWords(rows - said)} more`
  return didAddUp
    ? `says ${dollarWords(said)}, as its rows did in the file. Changed since, they add up to ${dollarWords(rows)}: ${apart}. OK if intended.`
    : `says ${dollarWords(said)}, and its rows add up to ${dollarWords(rows)}: ${apart}. Make sure that no row is missing, twice, or of another sum.`
}

const NO_SUMS = { saidMinor: '0', rowsMinor: '0' }

/** `was BLUEBIRD-01 $75.21, is KAYAKS-08 $75.21`. */
export const payeesWords = ({ was, is }: NonNullable<LineProblem['payees']>): string =>
  `was ${payeesNamed(was)}, is ${payeesNamed(is)}`

const payeesNamed = (payees: readonly Payee[]): string => {
  const named = payees
    .slice(0, SHARES_NAMED)
    .map(({ merchantId, amountMinor }) => `${merchantId} ${dollarWords(amountMinor)}`)
  const more = payees.length - named.length
  return `${named.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`
}

const SHARES_NAMED = 3

/** `: A gets $70.00, B gets $5.21`; empty without payees. */
function paidWords(paid: readonly Payee[]): string {
  if (paid.length === 0) return ''
  const words = paid
    .slice(0, SHARES_NAMED)
    .map(({ merchantId, amountMinor }) => `${merchantId} gets ${dollarWords(amountMinor)}`)
  const more = paid.length - words.length
  return `: ${words.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** `PLATFORM-FEE gets $2.00 instead of $2.90.` */
function sharesWords(shares: NonNullable<LineProblem['shares']>): string {
  const words = shares
    .slice(0, SHARES_NAMED)
    .map(
      ({ merchantId, isMinor, defaultMinor }) =>
        `${merchantId} gets ${dollarWords(isMinor)} instead of ${dollarWords(defaultMinor)}`,
    )
  const more = shares.length - words.length
  return `${words.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`
}

/** `deliveries conflicted, and Ada chose $46.79: “reason”. The other one has type “VOID”, amount “4.67”.` */
function resolvedWords(
  { by, note, others }: NonNullable<LineProblem['resolved']>,
  saleMinor: number | undefined,
): string {
  const chose = saleMinor === undefined ? 'one of them' : dollarWords(saleMinor)
  const said = others.map(({ tranType, amount }) =>
    [told('type', tranType), told('amount', amount)].join(', '),
  )
  const words =
    said.length === 0
      ? ''
      : ` ${said.length === 1 ? 'The other one has' : 'The others have'} ${said.join('; ')}.`
  return `deliveries conflicted, and ${by} chose ${chose}${note && `: ${quotedWhole(note)}`}.${words}`
}

const told = (name: string, text: string): string =>
  text.trim() === '' ? `no ${name}` : `${name} ${quoted(text)}`

const FORMAT_AS_TEXT =
  'Format the column as text in the spreadsheet and save it again, or type the whole value here.'

const TEXTS: Readonly<Record<LineProblemCode, (facts: Facts) => string>> = {
  'both-identifiers': () =>
    'The line has a transaction ID and a retrieval reference number, so the partner would reject the whole request (code 1). Keep the ID, or for a debit only the reference number.',
  'no-identifier': () =>
    'Missing transaction ID. The partner would reject the whole request (code 2). Enter the transaction ID, or for a debit its retrieval reference number, on each line of a split.',
  duplicate: ({ otherRow }) =>
    `Duplicate of ${otherRow}. The partner would reject the whole request (code 3). Delete one, or move the lines of one split together.`,
  'merchant-missing': () => 'No merchant. Enter the merchant ID.',
  'merchant-twice': ({ otherRow }) =>
    `This merchant has an amount of the same transaction in ${otherRow}. If it is a duplicate, delete one. If both are intended, combine or keep them: the partner gets both.`,
  characters: ({ name }) =>
    `${name}: it has an invisible or invalid character. Type it instead of copying it.`,
  'too-long': ({ name, length, limit }) =>
    `${name}: ${length === null ? 'it has' : `its ${length.toLocaleString('en-US')} characters are`} more than the funding profile takes${limit}. Check that it is an identifier.`,
  'digits-lost': ({ cell }) =>
    `${cell} ends in zeros after its 15th digit, as every long number in this column does: a spreadsheet has probably lost the last digits. Compare it with its source.`,
  'number-shortened': ({ cell }) =>
    `${cell} is a number that a spreadsheet shortened; its last digits are lost. ${FORMAT_AS_TEXT}`,
  date: ({ cell, noun }) =>
    `${cell} is a date, not ${noun === FIELD_NOUNS.amount ? 'an' : 'a'} ${noun}: a spreadsheet has probably converted it. ${FORMAT_AS_TEXT}`,
  'column-too-narrow': () =>
    'Only ### was saved, because the spreadsheet column was too narrow. Widen it and save again, or type the value here.',
  'formula-failed': ({ cell }) =>
    `${cell}: a spreadsheet formula failed, so there is no value. Fix it there, or type the value here.`,
  'shown-otherwise': ({ cell }) =>
    `${cell}: the spreadsheet cell holds one number and shows another. Format it as a plain number or text there, or type the value here.`,
  'decimal-identifier': ({ cell }) =>
    `${cell} ends like a fraction: a program treated the identifier as a number. Remove the part after the point, and check for missing leading zeros.`,
  'reference-zeros': ({ cell, length }) =>
    `${cell} has ${length ?? 'too few'} digits instead of ${REFERENCE_LENGTH}: a spreadsheet has probably dropped ${zeros(length)} at its beginning. Put ${length === REFERENCE_LENGTH - 1 ? 'it' : 'them'} back after you check the source.`,
  'reference-format': ({ cell }) =>
    `${cell} is not a retrieval reference number, which has ${REFERENCE_LENGTH} digits. If it is a transaction ID, move it to that column.`,
  'amount-missing': () => 'No amount. Enter it, or delete the line.',
  'amount-negative': ({ cell }) => `${cell} is below zero. Enter the final amount for the merchant.`,
  'amount-currency': ({ cell }) =>
    `${cell} is in another currency: the partner funds US dollars. Enter the amount in dollars.`,
  'amount-thousands': ({ cell }) =>
    `${cell} has its separators in the wrong places, so the amount is unclear. Check it against its source and enter it without separators.`,
  'amount-decimal-comma': ({ cell, pointed }) =>
    `${cell} has a comma before its cents. Enter it with a point${pointed === null ? ', such as 1234.50' : `: ${pointed}`}.`,
  'amount-too-fine': ({ cell, readings }) =>
    readings === null
      ? `${cell} has more than two digits after the point. Round it.`
      : `${cell} can mean ${readings}. Enter the one that is meant, with two digits after the point.`,
  'amount-not-whole': ({ cell }) =>
    `${cell} has cents, and this funding profile takes whole dollars only. Round it, or choose another profile.`,
  'amount-too-long': ({ cell, limit }) =>
    `${cell} has more digits than the funding profile takes${limit}. Check that it is an amount.`,
  'amount-not-digits': ({ cell }) => `${cell} isn’t a valid amount. Enter dollars, such as 12.50.`,
  'amount-zero': () => 'Zero amount: the merchant gets nothing for this transaction. OK if intended.',
  'amount-one-decimal': ({ cell, money }) =>
    `${cell} has one digit after the point, read as ${money}. OK if intended.`,
  'whole-number': ({ cell, money }) =>
    `${cell} is read as ${money}; other amounts here show their cents. There is no sale to compare it with. OK if intended.`,
  'merchant-unknown': ({ cell, suggestion }) =>
    `${cell} is not in the merchant directory.${suggestion} Correct the ID, or add the merchant first.`,
  'merchant-ambiguous': ({ cell, merchant }) =>
    `${cell} is the name of several merchants: ${merchant}. Enter the ID of the one you mean.`,
  'merchant-unconfirmed': ({ merchant }) =>
    `${merchant} is not confirmed. Ask a second person in finance to confirm it in Merchants.`,
  'merchant-paused': ({ merchant }) =>
    `${merchant} is paused and cannot be paid. Remove the line, or reactivate the merchant.`,
  'merchant-closed': ({ merchant }) => `${merchant} is closed and cannot be paid. Remove the line.`,
  'merchant-first': ({ merchant, lookAlike }) =>
    `First payment to ${merchant}.${lookAlike} Check that this is the right merchant.`,
  'split-not-applied': ({ merchant, split, transactions, sale, missing, isMissing, isUnowned }) =>
    `${isUnowned ? `The callback log names no single merchant for ${transactions} here. ` : ''}The default split of ${merchant} is not applied: ${split}. It gets all of the sale in ${transactions} here${isMissing ? `, ${sale}; by default ${missing} of that goes to others` : ''}. Split them, or leave it if intended.`,
  'split-differs': ({ merchant, split, isUnowned, shares }) =>
    `${split === '' ? `This is a sale of ${merchant}, which has no default split.` : `${isUnowned ? 'The callback log has no merchant for this sale. ' : ''}This is not the default split of ${merchant}: ${split}.`} ${shares} OK if intended.`,
  'merchant-left-out': ({ merchant, held, batch }) =>
    `${merchant} has ${held} at the partner (${batch}) and no line here. Add a line: ${held} to keep it, 0 to set it to $0.00.`,
  'taken-out': ({ merchant, held, batch }) =>
    `Taken out: the partner holds ${held} for ${merchant} (${batch}), and this line sets it to $0.00. To keep it, enter ${held}.`,
  'open-elsewhere': ({ batch, waitsFor }) =>
    waitsFor === 'resolving'
      ? `This transaction is in ${batch}, whose outcome is unknown. Remove it here, or resolve ${batch} first.`
      : waitsFor === 'rest'
        ? `This transaction is in ${batch}, which has stopped. Remove it here, or send or withdraw the rest of ${batch} first.`
        : `This transaction is in ${batch}, which has not ended. Remove it here, or wait for ${batch}.`,
  'draft-elsewhere': ({ batch }) =>
    `This transaction is in the draft ${batch} too. Only one of the two can be submitted.`,
  'already-funded': ({ batch, held, after, upTo }) =>
    `The partner holds ${upTo}${held} for this transaction (${batch}${upTo && ', outcome unknown'}). After this batch it holds ${after}.`,
  'payee-changed': ({ transaction, payees }) =>
    `The merchant of ${transaction} changes: ${payees}. Check who the sale belongs to.`,
  'not-in-log': ({ cell, suggestion }) =>
    `${cell} is not in the callback log, which Settings require.${suggestion} Correct the identifier, or remove the line.`,
  unlogged: ({ cell, suggestion }) =>
    `${cell} is not in the callback log, so there is no sale to compare the amount with.${suggestion} Check the identifier.`,
  'sale-judged': ({ cell, sale, by, came, reason, resolved }) =>
    came !== null
      ? `${cell}: ${by} set the amount to ${sale}${reason && `: ${quotedWhole(reason)}`}. ${came}${resolved === null ? '' : ` Before that, ${resolved}`}`
      : resolved !== null
        ? `${cell}: ${resolved}`
        : `${cell} came without a clear amount, or with two: ${by} settled it at ${sale}. Compare it with the callback.`,
  'sale-counted': ({ transaction, by, tranType }) =>
    `${transaction} came with the type ${tranType}, which names no sale: ${by} counted it as one. Compare it with the callback.`,
  'declared-absent': ({ batch, by }) =>
    `${batch} sent this transaction and got no answer; ${by} then recorded that the partner did not receive it. Confirm that before paying it again.`,
  'refused-before': ({ batch, refusal }) => failedBeforeText({ batch, ...refusal, isFinal: true }),
  'other-payee': ({ transaction, merchant, paid, suggestion }) =>
    `The callback log has ${transaction} as a sale of ${merchant}, who gets nothing here${paid}.${suggestion} Check the merchants of this transaction.`,
  'sale-not-approved': ({ cell }) =>
    `The callback log has ${cell}, and not as an approved sale: there is nothing to fund. Remove the line, or settle its callback.`,
  'sale-conflict': ({ cell }) =>
    `The callback log has conflicting deliveries of ${cell}. Resolve the conflict in Callbacks first.`,
  'sale-amount-unknown': ({ cell }) =>
    `${cell} has no usable amount in the callback log. Set the amount in Callbacks first.`,
  'sale-currency': ({ cell }) =>
    `${cell} was paid in another currency than US dollars, and cannot be funded here. Remove the line.`,
  'sale-outside': ({ cell }) =>
    `${cell} is marked as funded externally. Undo that in Callbacks first, or remove the line.`,
  'sale-link-amount': ({ cell }) =>
    `${cell} was paid with a different amount than its payment link. Close the callback with a note first, or remove the line.`,
  'sale-ambiguous': ({ cell }) =>
    `Several sales in the callback log have the reference number ${cell}. Name the transaction by its ID.`,
  'sale-several': ({ cell, meant }) =>
    `${cell} could be several sales in the callback log: ${meant}. Enter the ID of the one that is meant.`,
  'sale-otherwise': ({ cell, meant }) =>
    `${cell} is in the callback log as ${meant}. Enter it as the log has it.`,
  'sale-other-profile': ({ cell }) =>
    `The callback log has ${cell} for another funding profile. Choose that profile for this batch, or remove the line.`,
  'over-sale': ({ sale, after, isFrozen, suggestion }) =>
    `The sale is ${sale}; after this batch its merchants would have ${after}${isFrozen ? ', which no one has allowed, or Settings no longer allow.' : `.${suggestion} ${suggestion === '' ? 'Lower' : 'Correct the ID, or lower'} the amount.`}`,
  'over-sale-allowed': ({ sale, after, by, reason }) =>
    `Above the sale: ${after} for ${sale}. ${by} allowed it: ${reason}`,
  'far-below-sale': ({ sale, after }) =>
    `The sale is ${sale}, and its merchants would have only ${after}. OK if intended.`,
  'sale-meant': ({ sale, after, suggestion }) =>
    `The sale is ${sale}, and its merchants would have ${after}.${suggestion} That sale has exactly this amount.`,
  'below-sale': ({ transactions, missing }) =>
    `${transactions} ${transactions.startsWith('1 ') ? 'gets' : 'get'} less than the sale: ${missing} in all. OK if intended.`,
  'sale-twin': ({ transaction, twin }) =>
    `${transaction} looks like the same sale as ${twin}: same invoice, card and amount. Make sure it is paid once.`,
  'sale-taken-back': ({ transaction, twin, tranType }) =>
    `${twin} came with the type ${tranType} for the same payment as ${transaction}: its money may have gone back. Close that callback with a note first, or remove the line.`,
  'sale-back-closed': ({ transaction, twin, tranType, by, reason }) =>
    `${twin} came with the type ${tranType} for the same payment as ${transaction}. ${by} closed it: ${reason}`,
  'sale-of-several': ({ transaction, merchant }) =>
    `The callback log has ${transaction} as a sale of several merchants: ${merchant}. Check who it belongs to.`,
  'same-id-otherwise': ({ cell, otherRow }) =>
    `${cell} differs from ${otherRow} by letter case or spaces alone, so it is most likely the same transaction. Write both alike, or delete one.`,
  'same-id-elsewhere': ({ cell, twin, batch }) =>
    `${cell} is “${twin}” in ${batch}, in other letters, so it is most likely the same transaction. Write it as there, or remove the row.`,
  'sale-same-letters': ({ transaction, twin, otherRow, isInBatch, batch }) =>
    `${transaction} differs from “${twin}” (${isInBatch ? batch : otherRow}) by letter case or spaces alone, and the callback log has both. Make sure that they are two sales.`,
  'totals-row': ({ cell }) => `${cell} looks like a totals row, not a transaction. Remove the row.`,
  'totals-differ': ({ sums }) => `The totals row that was left out ${sums}`,
  'other-currency': ({ column, says }) =>
    `The column ${column} of the file says ${says}: the partner funds US dollars. Delete the row, or correct the file and import it again.`,
  'file-says-no-sale': ({ column, says }) =>
    `The column ${column} of the file says ${says}. Check that this transaction is to be paid.`,
  'no-lines': () => 'The batch has no lines. Add at least one, or discard the batch.',
}

/** What the partner sent, and whether the amount that was set is a possible reading of it. */
function cameWords(text: string, setMinor: number | undefined): string {
  const readings = amountMeanings(text).map(({ cents }) => cents)
  if (text.trim() === '') return 'The callback has no amount. Compare it with the invoice.'
  const read = readings.map(dollarWords).join(' or ')
  if (readings.length === 0) return `The callback says ${quoted(text)}. Compare it with the invoice.`
  return setMinor !== undefined && !readings.includes(setMinor)
    ? `The callback says ${quoted(text)}, which reads as ${read}, not as this amount. Compare it with the invoice.`
    : `The callback says ${quoted(text)}, which reads as ${read}.`
}

const zeros = (length: number | null): string =>
  length === REFERENCE_LENGTH - 1
    ? 'a zero'
    : length === null
      ? 'zeros'
      : `${REFERENCE_LENGTH - length} zeros`

const LONGEST_QUOTED = 60

function quoted(text: string): string {
  const shown = visible(text)
  return `“${shown.length > LONGEST_QUOTED ? `${shown.slice(0, LONGEST_QUOTED)}…` : shown}”`
}

/** A person's reason, not shortened, because the approver has to judge all of it. */
const quotedWhole = (text: string): string => `“${visible(text.trim().replace(/\s+/gu, ' '))}”`

/** Shows invisible characters as a box. */
const visible = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
