import { parseDate, writtenDay } from '@/lib/domain/values/calendar'
import { countryCode } from '@/lib/domain/values/country'
import { decimalText, parseDecimal, plainDecimal } from '@/lib/domain/values/decimal'
import { grouped } from '@/lib/domain/values/money'
import { stateCode } from '@/lib/domain/values/us-states'
import { readZip } from '@/lib/domain/values/zip-code'
import { bareDigits, type FieldMeta, phoneDigits, webAddress } from './field'

/**
 * Formats a typed value as its field shows it after the focus leaves: as it will be sent, grouped for reading. A
 * value that cannot be sent stays as typed. Formatting the result again changes nothing.
 */
export function shownValue({ kind, sensitive }: Partial<FieldMeta>, typed: string): string {
  const text = typed.trim()
  switch (sensitive ?? kind) {
    case 'tax-id':
      // A sole proprietor's tax ID may be an SSN and is then written as one.
      if (/^\d{3}\D\d{2}\D\d{4}$/.test(text)) return text.replace(/\D/g, '-')
      return groups(text, /^(\d{2})(\d{7})$/) ?? typed
    case 'ssn':
      return groups(text, /^(\d{3})(\d{2})(\d{4})$/) ?? typed
    case 'phone':
      return shownPhone(phoneDigits(text) ?? typed)
    case 'date':
    case 'date-of-birth':
      return shownDate(typed)
    case 'zip':
      return readZip(text)?.zip ?? typed
    case 'account-number':
    case 'digits':
      return /^\d+$/.test(bareDigits(text)) ? bareDigits(text) : typed
    case 'state':
      return stateCode(text) ?? typed
    case 'country':
      return countryCode(text) ?? text.replace(/\s+/g, ' ')
    case 'url':
      return text === '' ? '' : (webAddress(text) ?? typed)
    case 'amount':
      return shownAmount(text) ?? typed
    case 'percent':
      return plainDecimal(text) ?? typed
    case 'count': {
      const units = parseDecimal(text)
      return units === null ? typed : decimalText(units)
    }
    case 'text':
    case 'email':
      return text.replace(/\s+/g, ' ')
    default:
      return typed
  }
}

/** Ten digits as `(503) 555-0142`; anything else unchanged. */
export const shownPhone = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

/** What reads as a date as `03/04/1980`; anything else unchanged. */
export function shownDate(typed: string): string {
  const day = parseDate(typed.trim())
  return day === null ? typed : writtenDay(day)
}

function groups(text: string, pattern: RegExp): string | null {
  return pattern.exec(bareDigits(text))?.slice(1).join('-') ?? null
}

/** `12500` → `12,500.00`; null if it is not an amount in whole cents. */
function shownAmount(text: string): string | null {
  const units = parseDecimal(text)
  if (units === null || units % 10_000n !== 0n) return null
  const [whole = '', cents = ''] = decimalText(units).split('.')
  return `${whole.startsWith('-') ? '-' : ''}${grouped(whole.replace('-', ''))}.${cents.padEnd(2, '0')}`
}
