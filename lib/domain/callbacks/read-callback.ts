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

/** Longer texts are cut in the log; the delivery has them whole. */
export const MAX_EVENT_TEXT = 255

/** What the log keeps of one content of an event, read by today's rules. */
export type CallbackReading = {
  /** Null where it names no transaction that could be told from others. */
  tranId: string | null
  anomalies: Anomaly[]
  respCode: string
  amountText: string
  /** Cents; null where the text does not say for sure. */
  amountMinor: number | null
  currencyCode: string
  tranDate: string
  tranType: string
  account: string
  invoiceNumber: string
  clientRefNumber: string
  retrievalRefNumber: string
  hppTranId: string
  /** Everything that it is found by, as `identifierKey` has it. */
  identifiers: string[]
}

/** The fields of a form-encoded body (interface, "Response callback") in their order. Any bytes give fields. */
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

/** Reads what came to a receiver of this profile. What is missing or odd is an anomaly, never an error. */
export function readCallback(
  fields: FormFields,
  redactions: readonly Redaction[],
  receiverProfileId: string,
): CallbackReading {
  const given = valuesByName(fields)
  const textOf = (name: CallbackFieldName): string => storedText(given.get(name)?.[0] ?? '')
  const textsOf = (name: CallbackFieldName): string[] => (given.get(name) ?? []).map(storedText)
  const amount = readAmounts(textsOf('tran_amount'))
  // Of several codes one that is not approved counts: nobody is paid on the strength of the other.
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
    // No text says it: see `withLink`.
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

/** The first, unless another one says something else: which of them was paid nobody knows, and nothing is guessed. */
function readAmounts([first = '', ...others]: readonly string[]): AmountReading {
  const amount = readTranAmount(first)
  return others.every(
    (text) => text === first || (amount.value !== null && readTranAmount(text).value === amount.value),
  )
    ? amount
    : { manner: 'unreadable', value: null, isAmbiguous: true }
}

/** By what people search for a sale: interface, "Events". The account counts with its last four digits. */
const IDENTIFYING = [
  'tran_id',
  'hpp_tran_id',
  'retrieval_ref_number',
  'invoice_number',
  'client_ref_number',
  'auth_code',
  'card_id',
] as const satisfies CallbackFieldName[]

/** What was masked is found by its last four digits too, as a search for the whole number is cut to them. */
const withLastFour = (text: string): string[] => {
  const last = /^(?:.*\*{9,}|CARD-)(\d{4})(?!\d)/.exec(text)?.[1]
  return last === undefined ? [text] : [text, last]
}

/** Of one callback; no real one has a tenth of it. */
const MOST_IDENTIFIERS = 100

/** In which form an identifier is kept to be found, and is searched for. */
export const identifierKey = (text: string): string => storedText(text).toLowerCase()

/** A text as the log keeps it: PostgreSQL takes no NUL, and an index no long one. */
const storedText = (text: string): string =>
  text.replaceAll('\u0000', '').trim().slice(0, MAX_EVENT_TEXT).toWellFormed()

/**
 * Blanks around it are no part of a name; a longer one, or one with control characters, could not be told apart. Of
 * two names nobody knows which sale is meant.
 */
function usableTranId(texts: readonly string[]): string | null {
  const [tranId = '', ...others] = new Set(texts.map((text) => text.trim()))
  if (tranId === '' || others.length > 0) return null
  return tranId.length > MAX_EVENT_TEXT || /\p{Cc}/u.test(tranId) ? null : tranId
}

const isUnreadable = (read: (text: string) => { manner: ReadingManner }, text: string): boolean =>
  text !== '' && read(text).manner === 'unreadable'
