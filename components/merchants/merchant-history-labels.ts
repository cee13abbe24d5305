import type { MerchantHistoryEntry } from '@/lib/server/merchants/views'

/** Continues a sentence that starts with the person's name. */
export function merchantHistoryWords({
  action,
  differsFrom,
}: Pick<MerchantHistoryEntry, 'action' | 'differsFrom'>): string {
  switch (action) {
    case 'merchant-entered':
      return differsFrom.length > 0
        ? `added the merchant as a different one from ${differsFrom.join(', ')}.`
        : 'added the merchant.'
    case 'merchant-imported':
      return 'imported the merchant from a CSV file.'
    case 'merchant-entry-changed':
      return 'changed the unconfirmed entry.'
    case 'merchant-entry-withdrawn':
      return 'withdrew the entry.'
    case 'merchant-change-proposed':
      return 'proposed a change.'
    case 'merchant-change-withdrawn':
      return 'withdrew the proposed change.'
    case 'merchant-paused':
      return 'paused funding.'
    case 'merchant-closed':
      return 'closed the merchant.'
    case 'merchant-confirmed':
      return differsFrom.length > 0
        ? `confirmed it as a different merchant from ${differsFrom.join(', ')}.`
        : 'confirmed it.'
    case 'merchant-rejected':
      return 'rejected it.'
    case 'merchant-statement-exported':
      return 'exported its statement.'
  }
}
