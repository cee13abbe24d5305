/** What a column can be. */
export const LINE_FIELDS = ['transactionId', 'retrievalReferenceNumber', 'merchantId', 'amount'] as const
export type LineField = (typeof LINE_FIELDS)[number]

/** The place of each field's column, counted from 0; null where the file has none. */
export type ColumnMapping = Record<LineField, number | null>
