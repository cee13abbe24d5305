import type { LineProblemCode } from './line-problem'

/** Titles of warnings, in order of display: those most likely to mean wrong money come first. */
export const WARNING_TITLES: Partial<Record<LineProblemCode, string>> = {
  'file-says-no-sale': 'The file says it is no sale',
  'totals-differ': 'Totals row that was left out doesn’t add up',
  'over-sale-allowed': 'Allowed above the sale',
  'payee-changed': 'Merchant changes',
  'other-payee': 'Paid to another merchant',
  'sale-meant': 'Looks like another sale',
  'split-differs': 'Not the default split',
  'sale-of-several': 'Sale of several merchants',
  'sale-back-closed': 'Taken back by another callback',
  'sale-judged': 'Amount settled by hand',
  'sale-counted': 'Counted as a sale by hand',
  'sale-twin': 'Looks like the same sale',
  'sale-same-letters': 'Same ID in other letters',
  'declared-absent': 'Sent before without an answer',
  'refused-before': 'Refused by the partner before',
  'already-funded': 'Funded before',
  'merchant-first': 'First payment',
  'split-not-applied': 'Default split not applied',
  'digits-lost': 'Digits lost',
  'whole-number': 'Whole number among amounts with cents',
  unlogged: 'Not in the callback log',
  'far-below-sale': 'Less than half of the sale',
  'merchant-twice': 'Merchant named twice',
  'taken-out': 'Set to $0.00',
  'draft-elsewhere': 'In another draft',
  'amount-one-decimal': 'One digit after the point',
  'amount-zero': 'Zero amount',
  'below-sale': 'Below the sale',
}

/** Titles of errors, in the order of the columns that they concern. */
export const ERROR_TITLES: Partial<Record<LineProblemCode, string>> = {
  'no-identifier': 'No transaction ID',
  'both-identifiers': 'ID and reference number',
  duplicate: 'Duplicate',
  'same-id-otherwise': 'Same ID twice in other letters',
  'same-id-elsewhere': 'Same ID in other letters elsewhere',
  'reference-zeros': 'Reference number too short',
  'reference-format': 'Not a reference number',
  'number-shortened': 'Number shortened by a spreadsheet',
  date: 'Date instead of a value',
  'column-too-narrow': 'Spreadsheet column too narrow',
  'formula-failed': 'Formula without a value',
  'shown-otherwise': 'Spreadsheet shows another number',
  'decimal-identifier': 'ID with a fraction',
  characters: 'Invalid character',
  'too-long': 'Too long',
  'totals-row': 'Totals row',
  'not-in-log': 'Not in the log, which Settings require',
  'open-elsewhere': 'In another open batch',
  'sale-not-approved': 'Not an approved sale',
  'sale-conflict': 'Conflicting callbacks',
  'sale-amount-unknown': 'Sale without a usable amount',
  'sale-currency': 'Sale in another currency',
  'sale-outside': 'Funded externally',
  'sale-link-amount': 'Not the amount of its payment link',
  'sale-ambiguous': 'Reference number of several sales',
  'sale-several': 'Could be several sales',
  'sale-otherwise': 'ID written otherwise in the log',
  'sale-other-profile': 'Sale of another funding profile',
  'sale-taken-back': 'Money may have gone back',
  'merchant-missing': 'No merchant',
  'merchant-unknown': 'Unknown merchant',
  'merchant-ambiguous': 'Name of several merchants',
  'merchant-unconfirmed': 'Merchant not confirmed',
  'merchant-paused': 'Merchant paused',
  'merchant-closed': 'Merchant closed',
  'merchant-left-out': 'Merchant left out',
  'amount-missing': 'No amount',
  'amount-negative': 'Amount below zero',
  'amount-currency': 'Amount in another currency',
  'amount-thousands': 'Misplaced separators',
  'amount-decimal-comma': 'Comma before cents',
  'amount-too-fine': 'Parts of a cent',
  'amount-not-whole': 'Cents where none are taken',
  'amount-too-long': 'Amount too long',
  'amount-not-digits': 'Not an amount',
  'other-currency': 'File says another currency',
  'over-sale': 'Above the sale',
}

const TITLES: Partial<Record<string, string>> = { ...ERROR_TITLES, ...WARNING_TITLES }
const ORDER = Object.keys(TITLES)

/** Kinds of issues with their row counts, errors first. */
export const titledKinds = (
  counts: ReadonlyMap<LineProblemCode, number>,
): { code: LineProblemCode; title: string; rows: number }[] =>
  [...counts]
    .map(([code, rows]) => ({ code, title: TITLES[code] ?? 'Other issues', rows }))
    .sort((one, other) => ORDER.indexOf(one.code) - ORDER.indexOf(other.code))
