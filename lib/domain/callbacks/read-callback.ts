import { type FormFields, valuesByName } from './content'
import { ANOMALIES, type Anomaly, type Redaction } from './event'
import { ALWAYS_FIELDS, APPROVED_RESP_CODE, CALLBACK_FIELD_NAMES, type CallbackFieldName } from './fields'
import {
  type AmountReading,
  type ReadingManner,
  readAcctNumber,
  readCurrencyCode,
  readExpDate,
  readRetrievalRefNumber,
  readTranAmount,
  readTranDate,
  shortAccount,
  US_DOLLARS,
} from './readings'
import { decodeText, isMaskedTranId, latin1Text } from './redact'
import { saleAnomalies } from './tran-type'

/** The log cuts longer texts; the delivery keeps them in full. */
export const MAX_EVENT_TEXT = 255

/** What the log keeps of one content of an event, read by today's rules. */
export type CallbackReading = {
  /** Null if the content names no usable transaction ID. */
  tranId: string | null
  anomalies: Anomaly[]
  respCode: string
  amountText: string
  /** Cents; null if the amount is not clear. */
  amountMinor: number | null
  currencyCode: string
  tranDate: string
  tranType: string
  account: string
  invoiceNumber: string
  clientRefNumber: string
  retrievalRefNumber: string
  hppTranId: string
  /** Everything that a search finds the event by, normalized by `identifierKey`. */
  identifiers: string[]
}

/** The fields of a form-encoded body (interface, "Response callback"), in order. Accepts any bytes. */
export const parseFields = (body: Uint8Array): FormFields =>
  latin1Text(body)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0
        ? [decodeText(pair), '']
        : [decodeText(pair.slice(0, equals)), decodeText(pair.slice(equals + 1))]
    })

/** Reads a callback received for this profile. Anything missing or odd becomes an anomaly, never an error. */
export function readCallback(
  fields: FormFields,
  redactions: readonly Redaction[],
  receiverProfileId: string,
): CallbackReading {
  const given = valuesByName(fields)
  const textOf = (name: CallbackFieldName): string => storedText(given.get(name)?.[0] ?? '')
  const textsOf = (name: CallbackFieldName): string[] => (given.get(name) ?? []).map(storedText)
  const amount = readAmounts(textsOf('tran_amount'))
  // If there are several codes, one that is not approved wins: do not fund a sale because of the other.
  const respCode = textsOf('resp_code').find((code) => code !== APPROVED_RESP_CODE) ?? textOf('resp_code')
  const judged = saleAnomalies(respCode, textsOf('tran_type'))
  const currency = readCurrencyCode(textOf('currency_code') || US_DOLLARS)
  const profileId = storedText(given.get('profile_id')?.[0] ?? '')
  const tranId = usableTranId(given.get('tran_id') ?? [])
  const anomalies: Record<Anomaly, boolean> = {
    'field-missing': ALWAYS_FIELDS.some((name) => name !== 'tran_amount' && textOf(name) === ''),
    'field-twice': CALLBACK_FIELD_NAMES.some((name) => new Set(given.get(name)).size > 1),
    'not-approved': judged.includes('not-approved'),
    'not-a-sale': judged.includes('not-a-sale'),
    'amount-missing': textOf('tran_amount') === '' && !amount.isAmbiguous,
    'amount-ambiguous': amount.isAmbiguous,
    'amount-unreadable':
      textOf('tran_amount') !== '' && amount.manner === 'unreadable' && !amount.isAmbiguous,
    'amount-zero': amount.value === 0,
    'currency-unknown': currency.value !== US_DOLLARS,
    'date-unreadable': isUnreadable(readTranDate, textOf('tran_date')),
    'expiry-unreadable': isUnreadable(readExpDate, textOf('exp_date')),
    'reference-format': isUnreadable(readRetrievalRefNumber, textOf('retrieval_ref_number')),
    'card-number-truncated': redactions.includes('card-number'),
    'security-code-removed': redactions.includes('security-code'),
    'tran-id-masked': tranId !== null && isMaskedTranId(tranId),
    'profile-key-removed': redactions.includes('profile-key'),
    'other-profile': profileId !== '' && profileId !== receiverProfileId,
    // Not in the callback itself: `withLink` adds it.
    'link-amount-differs': false,
  }
  const lastFour = readAcctNumber(textOf('acct_number')).value ?? ''
  return {
    tranId,
    anomalies: ANOMALIES.filter((anomaly) => anomalies[anomaly]),
    respCode,
    amountText: textOf('tran_amount'),
    amountMinor: amount.value,
    currencyCode: currency.value ?? textOf('currency_code'),
    tranDate: textOf('tran_date'),
    tranType: textOf('tran_type'),
    account: shortAccount(textOf('acct_number')),
    invoiceNumber: textOf('invoice_number'),
    clientRefNumber: textOf('client_ref_number'),
    retrievalRefNumber: textOf('retrieval_ref_number'),
    hppTranId: textOf('hpp_tran_id'),
    identifiers: [
      ...new Set([...IDENTIFYING.flatMap(textsOf).flatMap(withLastFour), lastFour].map(identifierKey)),
    ]
      .filter(Boolean)
      .slice(0, MOST_IDENTIFIERS),
  }
}

/** The first amount, unless another one differs. Then it is unknown which was paid, and the desk does not guess. */
function readAmounts([first = '', ...others]: readonly string[]): AmountReading {
  const amount = readTranAmount(first)
  return others.every(
    (text) => text === first || (amount.value !== null && readTranAmount(text).value === amount.value),
  )
    ? amount
    : { manner: 'unreadable', value: null, isAmbiguous: true }
}

/** The fields that people search by (interface, "Events"). Of the account, only its last four digits. */
const IDENTIFYING = [
  'tran_id',
  'hpp_tran_id',
  'retrieval_ref_number',
  'invoice_number',
  'client_ref_number',
  'auth_code',
  'card_id',
] as const satisfies CallbackFieldName[]

/** A masked value can be found by its last four digits, because a search for the full number is cut to them. */
const withLastFour = (text: string): string[] => {
  const last = /^(?:.*\*{9,}|CARD-)(\d{4})(?!\d)/.exec(text)?.[1]
  return last === undefined ? [text] : [text, last]
}

/** The limit for one callback. A real one has less than a tenth of it. */
const MOST_IDENTIFIERS = 100

/** The normalized form in which identifiers are stored and searched. */
export const identifierKey = (text: string): string => storedText(text).toLowerCase()

/** Text as the log can store it: PostgreSQL rejects NUL, and an index rejects long text. */
const storedText = (text: string): string =>
  text.replaceAll('\u0000', '').trim().slice(0, MAX_EVENT_TEXT).toWellFormed()

/**
 * Trims the ID. An ID that is too long or has control characters could not be told from others. With two different IDs,
 * it is unknown which sale is meant.
 */
function usableTranId(texts: readonly string[]): string | null {
  const [tranId = '', ...others] = new Set(texts.map((text) => text.trim()))
  if (tranId === '' || others.length > 0) return null
  return tranId.length > MAX_EVENT_TEXT || /\p{Cc}/u.test(tranId) ? null : tranId
}

const isUnreadable = (read: (text: string) => { manner: ReadingManner }, text: string): boolean =>
  text !== '' && read(text).manner === 'unreadable'
