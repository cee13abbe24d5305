/** The fields that a column can be mapped to. */
export const LINE_FIELDS = ['transactionId', 'retrievalReferenceNumber', 'merchantId', 'amount'] as const
export type LineField = (typeof LINE_FIELDS)[number]

/** The index of each field's column; null if the file has none. */
export type ColumnMapping = Record<LineField, number | null>

export const FIELD_LABELS: Readonly<Record<LineField, string>> = {
  transactionId: 'Transaction ID',
  retrievalReferenceNumber: 'Retrieval reference number',
  merchantId: 'Merchant ID',
  amount: 'Amount',
}

/** Headings only: an example row that someone forgot to delete would be paid. */
export const BATCH_TEMPLATE = `${LINE_FIELDS.map((field) => FIELD_LABELS[field]).join(',')}\r\n`

/** The labels as used within a sentence. */
export const FIELD_NOUNS: Readonly<Record<LineField, string>> = {
  transactionId: 'transaction ID',
  retrievalReferenceNumber: 'retrieval reference number',
  merchantId: 'merchant ID',
  amount: 'amount',
}
