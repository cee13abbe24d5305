import type { FieldMeta } from '../field'
import { isSensitive } from '../fields'

/** Longer texts are cut. */
const SHOWN = 60

/**
 * `The file has “31.02.2019”.`, or '' for a blank. A sensitive value shows only its shape, with a dot for each
 * digit and letter. `isSaid`: a person entered it beside the file.
 */
export function readWords(meta: FieldMeta | null, value: unknown, isSaid = false): string {
  const words = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join('; ') : value
  if (typeof words !== 'string' || words.trim() === '') return ''
  const text = words.trim().replace(/\s+/g, ' ')
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return `${isSaid ? 'You entered' : 'The file has'} “${meta && isSensitive(meta) ? shown.replace(/[\p{L}\p{N}]/gu, '•') : shown}”.`
}
