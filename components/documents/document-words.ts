import type { Tone } from '@/components/ui/tone'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import type { DocumentItem } from '@/lib/server/documents/data'

/** A size as people say it, in the units of the limits: 100 MB is 104,857,600 bytes. */
export function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1_024) return `${sizeBytes} B`
  if (sizeBytes < 1_048_576) return `${Math.round(sizeBytes / 1_024)} kB`
  return `${(sizeBytes / 1_048_576).toFixed(1)} MB`
}

export const categoryLabel = (slug: string): string =>
  DOCUMENT_CATEGORIES.find((category) => category.slug === slug)?.label ?? slug

/** The browser shows these itself; everything else is only handed over as a file. */
export const canPreview = (mediaType: string): boolean =>
  /^(application\/pdf|image\/(jpeg|png|gif|webp|bmp)|text\/(plain|csv))$/.test(mediaType)

/** The partner does not have it and will not get it by itself, or not yet: it can still be taken away. */
export const canRemove = ({ delivery }: DocumentItem): boolean =>
  delivery === 'waiting' || delivery === 'refused' || delivery === 'not-sent'

export const canSendAgain = ({ delivery }: DocumentItem): boolean =>
  delivery === 'refused' || delivery === 'not-sent' || delivery === 'unknown'

/** Something will change by itself: it is on its way, or can go. */
export const isMoving = ({ delivery }: DocumentItem, deliverable: boolean): boolean =>
  delivery === 'sending' || (delivery === 'waiting' && deliverable)

/**
 * Where a document stands on its way to the partner. `deliverable`: the opportunity that it belongs to is
 * known. A document's own message, in the partner's words or ours, comes before the general one.
 */
export function deliveryWords(
  { delivery, deliveryMessage }: DocumentItem,
  deliverable: boolean,
): { tone: Tone; label: string; detail: string | null } {
  switch (delivery) {
    case 'waiting':
      if (!deliverable) {
        return {
          tone: 'neutral',
          label: 'Waiting',
          detail: 'Goes to the partner once it has accepted the application.',
        }
      }
      return { tone: 'progress', label: 'Waiting to be sent', detail: deliveryMessage }
    case 'sending':
      return { tone: 'progress', label: 'Sending', detail: null }
    case 'delivered':
      return { tone: 'good', label: 'Delivered', detail: null }
    case 'refused':
      return {
        tone: 'bad',
        label: 'Refused',
        detail: deliveryMessage ?? 'The partner refused this document and gave no reason.',
      }
    case 'not-sent':
      return {
        tone: 'bad',
        label: 'Not sent',
        detail: deliveryMessage ?? 'It never reached the partner. Send it again.',
      }
    case 'unknown':
      return {
        tone: 'warn',
        label: 'Outcome unknown',
        detail: deliveryMessage ?? 'No clear answer came back. Look at the partner before sending it again.',
      }
  }
}
