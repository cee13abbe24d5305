import { looseKey } from '@/lib/domain/values/loose-key'
import { type ColumnMapping, FIELD_LABELS, LINE_FIELDS, type LineField } from './columns'
import { saysForeign } from './other-cells'

/** Column names for each field, without spaces and case, most certain first. */
const NAMES: Readonly<Record<LineField, readonly string[]>> = {
  transactionId: [
    'transactionid',
    'transactionsid',
    'transid',
    'tranid',
    'txnid',
    'txid',
    'trxid',
    'saleid',
    'saleidentifier',
    'salenumber',
    'saleno',
    'transactionidentifier',
    'transidentifier',
    'txnidentifier',
    'txidentifier',
    'trxidentifier',
    'txnnumber',
    'txnno',
    'txn',
    'transactionnumber',
    'transactionno',
    'transaction',
    'id',
  ],
  retrievalReferenceNumber: [
    'retrievalreferencenumber',
    'retrievalrefnumber',
    'retrievalreferenceno',
    'retrievalreference',
    'retrievalref',
    'retrievalnumber',
    'rrn',
    'referencenumber',
    'refnumber',
    'referenceno',
    'refno',
    'reference',
  ],
  merchantId: [
    'merchantid',
    'merchantidentifier',
    'merchid',
    'mid',
    'merchantnumber',
    'merchantno',
    'submerchantid',
    'submerchantidentifier',
    'submerchant',
    'merchantaccount',
    'merchant',
    'payeeid',
    'payee',
  ],
  amount: [
    'amount',
    'fundingamount',
    'merchantfundingamount',
    'amountusd',
    'amountdollars',
    'amountcents',
    'amountinusd',
    'amountindollars',
    'amountincents',
    'amt',
    'fundingamt',
    'amtusd',
    'fundedamount',
    'payout',
    'payoutamount',
    'payoutamt',
    'share',
    'netamount',
    'netamt',
    'net',
    'value',
    'sum',
    // Fees may come off a gross amount, so any other name is preferred.
    'grossamount',
    'grossamt',
    'gross',
  ],
}

export const NO_COLUMNS: ColumnMapping = {
  transactionId: null,
  retrievalReferenceNumber: null,
  merchantId: null,
  amount: null,
}

/** Maps each field to the column with its most certain name. If two columns share that name, a person chooses. */
export function matchColumns(columns: readonly string[]): ColumnMapping {
  const names = columns.map(looseKey)
  const mapping = { ...NO_COLUMNS }
  for (const field of LINE_FIELDS) {
    const name = NAMES[field].find((known) => names.includes(known))
    const place = name === undefined ? -1 : names.indexOf(name)
    if (name !== undefined && place === names.lastIndexOf(name)) mapping[field] = place
  }
  return mapping
}

/**
 * Required columns that are not mapped, in words. One of the two identifiers is enough. The amount column must not
 * name another currency.
 */
export function missingColumns(mapping: ColumnMapping, columns: readonly string[]): string[] {
  const amounts = mapping.amount === null ? null : (columns[mapping.amount] ?? '')
  return [
    ...(mapping.transactionId === null && mapping.retrievalReferenceNumber === null
      ? ['Transaction ID or retrieval reference number']
      : []),
    ...(mapping.merchantId === null ? [FIELD_LABELS.merchantId] : []),
    ...(amounts === null ? [FIELD_LABELS.amount] : []),
    ...(amounts !== null && saysForeign(amounts)
      ? [`${FIELD_LABELS.amount} in US dollars (“${amounts}” is in another currency)`]
      : []),
  ]
}
