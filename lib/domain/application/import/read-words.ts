import type { FieldMeta } from '../field'
import { isSensitive } from '../fields'

/** More of a long text says no more about it. */
const SHOWN = 60

/**
 * `The file has “31.02.2019”.`; '' for nothing. Of an identity only its shape is told, each digit and letter as a dot.
 * `isSaid`: a person gave it beside the file.
 */
export function readWords(meta: FieldMeta | null, value: unknown, isSaid = false): string {
  const words = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join('; ') : value
  if (typeof words !== 'string' || words.trim() === '') return ''
  const text = words.trim().replace(/\s+/g, ' ')
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return `${isSaid ? 'You entered' : 'The file has'} “${meta && isSensitive(meta) ? shown.replace(/[\p{L}\p{N}]/gu, '•') : shown}”.`
}
