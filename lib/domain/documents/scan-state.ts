/**
 * What a malware scanner said of a document; null: it was not scanned. Until it is `clean`, one that is scanned can be
 * neither opened nor sent.
 */
export type ScanState = 'waiting' | 'clean' | 'infected'

export const isQuarantined = (scan: ScanState | null): boolean => scan === 'waiting' || scan === 'infected'
