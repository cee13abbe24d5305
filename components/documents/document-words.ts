import type { Tone } from '@/components/ui/tone'
import type { Deliverable } from '@/lib/domain/documents/deliverable'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import type { DocumentSlot, KeptBack } from '@/lib/domain/documents/document-plan'
import { counted } from '@/lib/domain/values/counted'
import type { DocumentItem } from '@/lib/server/documents/data'

/** A size in the units of the limits: 100 MB is 104,857,600 bytes. */
export function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1_024) return `${sizeBytes} B`
  if (sizeBytes < 1_048_576) return `${Math.round(sizeBytes / 1_024)} kB`
  return `${(sizeBytes / 1_048_576).toFixed(1)} MB`
}

/** An approximate remaining time. */
export function timeLeftText(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} s left`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}

/** Why a document has no preview, and what to do. */
export function noPreviewWords(mediaType: string): { title: string; advice: string } {
  const kind = NO_PREVIEW[mediaType]
  return {
    title: kind ? `${kind} can’t be previewed in a browser` : 'This file type can’t be previewed',
    advice: kind
      ? 'Download it to look at it. A copy saved as JPEG or PDF can be previewed here.'
      : 'Download it to look at it.',
  }
}

const NO_PREVIEW: Readonly<Record<string, string>> = {
  'image/heic': 'HEIC photos',
  'image/heif': 'HEIC photos',
  'image/tiff': 'TIFF images',
}

export const categoryLabel = (slug: string): string =>
  DOCUMENT_CATEGORIES.find((category) => category.slug === slug)?.label ?? slug

/** How a file is filed, by the plan's label if it fills a slot: `Bank statement 2 of 3`. */
export const filingLabel = (
  { category, slot }: { category: string; slot: string | null },
  plan: readonly DocumentSlot[],
): string => plan.find(({ id }) => id === slot)?.label ?? categoryLabel(category)

/** Why a document cannot be removed; null if it can. */
export function whyItStays({
  delivery,
  attachmentId,
}: Pick<DocumentItem, 'delivery' | 'attachmentId'>): string | null {
  return STAYS[delivery]?.(attachmentId) ?? null
}

const STAYS: Partial<Record<DeliveryState, (attachmentId: string | null) => string>> = {
  sending: () => 'It is being sent to the partner at this moment. Wait for the answer.',
  delivered: (attachmentId) =>
    `The partner has it, and keeps it: nothing here can take it back there, so it stays on the record. If it should not be there, ask the partner’s support to delete ${attachmentId ? `attachment ${attachmentId}` : 'this attachment'}.`,
  unknown: () =>
    'The partner may have it. Say first how its sending ended: if the partner does not have it, it is sent again; if it has it, it keeps it.',
}

const KEPT_BACK: Readonly<Record<KeptBack, { tone: Tone; label: string }>> = {
  rejected: { tone: 'bad', label: 'Rejected, not sent to the partner' },
  replaced: { tone: 'neutral', label: 'Replaced, not sent to the partner' },
}

/** `4 documents; 1 rejected, not sent`: those that are sent with the application, and those that are not. */
export function goingWords(documents: readonly Pick<DocumentItem, 'keptBack'>[]): string {
  const goes = documents.filter(({ keptBack }) => keptBack === null).length
  const kept = (['rejected', 'replaced'] as const).flatMap((why) => {
    const count = documents.filter(({ keptBack }) => keptBack === why).length
    return count === 0 ? [] : [`${count} ${why}`]
  })
  return `${counted(goes, 'document')}${kept.length === 0 ? '' : `; ${kept.join(' and ')}, not sent`}`
}

/** Whether its state will change without an action here. */
export const isMoving = ({ delivery, scan, keptBack }: DocumentItem, deliverable: Deliverable): boolean =>
  scan === 'waiting' ||
  delivery === 'sending' ||
  (delivery === 'waiting' && deliverable === true && keptBack === null)

/**
 * Where a document is on its way to the partner. Its own message, the partner's or ours, replaces the general text.
 */
export function deliveryWords(
  {
    delivery,
    deliveryMessage,
    scan,
    scanFinding,
    keptBack,
  }: Pick<DocumentItem, 'delivery' | 'deliveryMessage'> &
    Partial<Pick<DocumentItem, 'scan' | 'scanFinding' | 'keptBack'>>,
  deliverable: Deliverable,
): { tone: Tone; label: string; detail: string | null } {
  if (scan === 'waiting') return { tone: 'progress', label: 'Scanning for malware', detail: null }
  if (scan === 'infected')
    return {
      tone: 'bad',
      label: 'Malware found',
      detail: `${scanFinding}. It is quarantined: remove it, and ask for a clean file.`,
    }
  if (keptBack) return { ...KEPT_BACK[keptBack], detail: null }
  switch (delivery) {
    case 'waiting':
      if (deliverable === 'never')
        return { tone: 'neutral', label: 'Not sent', detail: 'The application is closed.' }
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
        detail:
          deliveryMessage ?? 'No clear answer came back: look at the partner, and say here how it ended.',
      }
  }
}
