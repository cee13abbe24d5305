import { DAY_MS } from '@/lib/domain/values/calendar'
import type { FieldMeta } from '../field'
import { isSensitive } from '../fields'

/** What a spreadsheet did to a value. `lost`: what is left is not the value and must not be imported. */
export type Damage = { message: string; lost: boolean }

/**
 * Names the damage that spreadsheets do to identifiers and dates, if the text shows it; null otherwise. Never
 * quotes a sensitive value.
 */
export function damageOf(meta: FieldMeta, text: string): Damage | null {
  if (meta.kind === 'long-text') return null
  const shown = isSensitive(meta) ? '' : ` (${text})`
  if (/^#+$/.test(text)) {
    return lost('The spreadsheet column was too narrow, so only ### was saved.')
  }
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/i.test(text)) {
    return lost(`A spreadsheet formula failed${shown}. There is no value.`)
  }
  if (/^[-+]?\d+(?:[.,]\d+)?E[-+]?\d+$/i.test(text)) {
    return lost(
      `The spreadsheet shortened a long number${shown} and lost its last digits. Format the column as text, or enter the number in the draft.`,
    )
  }
  return droppedZero(meta, text, shown) ?? dayNumber(meta, text)
}

const lost = (message: string): Damage => ({ message: `${message} The value was not imported.`, lost: true })

/**
 * ZIP codes in New England start with 0 and some in Puerto Rico with 00; many routing numbers start with 0, too.
 */
function droppedZero(meta: FieldMeta, text: string, shown: string): Damage | null {
  const isCode = meta.kind === 'zip' || (meta.kind === 'digits' && meta.sensitive !== 'account-number')
  const length = isCode ? meta.maxLength : undefined
  if (length === undefined || !/^[1-9]\d*$/.test(text)) return null
  const missing = length - text.length
  if (missing < 1 || missing > 2) return null
  const zeros = missing === 1 ? 'a zero' : 'two zeros'
  return {
    message: `${meta.label} has ${text.length} digits${shown}: a spreadsheet has probably dropped ${zeros} at its beginning. Compare it with the documents.`,
    lost: false,
  }
}

/** Spreadsheets store a date as days since the end of 1899. Reads the numbers for 1927 to 2099. */
function dayNumber(meta: FieldMeta, text: string): Damage | null {
  if (meta.kind !== 'date' || !/^\d{5}$/.test(text) || text < '10000' || text > '73050') return null
  const day = new Date(Date.UTC(1899, 11, 30) + Number(text) * DAY_MS).toISOString().slice(0, 10)
  const shown = isSensitive(meta) ? '' : ` (${text}, which would be ${day})`
  return {
    message: `${meta.label} is a spreadsheet’s number for a day${shown}. Format the column as a date there, such as 2019-04-30, or enter the date in the draft.`,
    lost: false,
  }
}
