/** What a column can be. */
export const LINE_FIELDS = ['transactionId', 'retrievalReferenceNumber', 'merchantId', 'amount'] as const
export type LineField = (typeof LINE_FIELDS)[number]

/** The place of each field's column, counted from 0; null where the file has none. */
export type ColumnMapping = Record<LineField, number | null>

export const FIELD_LABELS: Readonly<Record<LineField, string>> = {
  transactionId: 'Transaction ID',
  retrievalReferenceNumber: 'Retrieval reference number',
  merchantId: 'Merchant ID',
  amount: 'Amount',
}

/** Headings alone: a row that shows how it is done would be money, if it stayed. */
export const BATCH_TEMPLATE = `${LINE_FIELDS.map((field) => FIELD_LABELS[field]).join(',')}\r\n`

/** The same within a sentence. */
export const FIELD_NOUNS: Readonly<Record<LineField, string>> = {
  transactionId: 'transaction ID',
  retrievalReferenceNumber: 'retrieval reference number',
  merchantId: 'merchant ID',
  amount: 'amount',
}
