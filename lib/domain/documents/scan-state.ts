/**
 * The malware scanner's result for a document; null if it was not scanned. A scanned document can be opened and
 * sent only when it is `clean`.
 */
export type ScanState = 'waiting' | 'clean' | 'infected'

export const isQuarantined = (scan: ScanState | null): boolean => scan === 'waiting' || scan === 'infected'
