import type { AuditAction } from '@/lib/domain/access/audit-action'
import { withNames } from '@/lib/domain/comments/comment'
import { reasonOf } from '@/lib/domain/underwriting/reasons'
import type { NoticeKind } from './notice'

/**
 * Which audit actions store what a person wrote for a kind of notification. For other kinds, the text is in another
 * table, or there is none.
 */
export const WRITTEN_IN: Partial<Record<NoticeKind, readonly AuditAction[]>> = {
  asked: ['underwriting-ask'],
  'ask-withdrawn': ['underwriting-withdraw-ask'],
  'item-withdrawn': ['underwriting-item-withdrawn'],
  'decline-withdrawn': ['underwriting-withdraw-decline'],
  returned: ['funding-batch-returned'],
  recalled: ['funding-batch-taken-back'],
  'batch-approved': ['funding-batch-approved'],
  'rest-approved': ['funding-rest-approved'],
  unknown: ['funding-outcome-reopened'],
}

/** What a person wrote with the change, wherever it is stored, and the names of people it mentions. */
export type Written = { items?: unknown; reasons?: unknown; reason?: unknown; note?: unknown }

const MOST_LINES = 4
const LONGEST = 280

/** The lines that a notification quotes from the person, one per item if several were requested. */
export function noticeWords(written: Written | null, people: ReadonlyMap<string, string>): string[] {
  if (written === null) return []
  const { items, reasons, reason, note } = written
  const lines = [...itemsOf(items), reasonsOf(reasons), text(reason), text(note)]
    .map((line) => shortened(withNames(line, people).replace(/\s+/g, ' ').trim()))
    .filter(Boolean)
  const more = lines.length - MOST_LINES
  return more > 0 ? [...lines.slice(0, MOST_LINES), `and ${more} more`] : lines
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const reasonsOf = (codes: unknown): string =>
  list(codes)
    .map((code) => reasonOf(text(code))?.label ?? text(code))
    .join('; ')

/** `label: note` for each requested item. */
const itemsOf = (items: unknown): string[] =>
  list(items).map((item) => {
    const { label, note } = { label: '', note: '', ...(typeof item === 'object' ? item : null) }
    return [text(label), text(note)].filter(Boolean).join(': ')
  })

/** The subject's page shows the full text. */
const shortened = (line: string): string =>
  [...line].length > LONGEST ? `${[...line].slice(0, LONGEST).join('').trimEnd()}…` : line
