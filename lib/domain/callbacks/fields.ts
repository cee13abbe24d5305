import { moneyText } from '@/lib/domain/funding/amount'
import {
  type ReadingManner,
  readAcctNumber,
  readCurrencyCode,
  readExpDate,
  readRetrievalRefNumber,
  readTranAmount,
  readTranDate,
  US_DOLLARS,
} from './readings'

/** When the interface has a field: in every callback, when it was provided, or sometimes. */
export type Presence = 'always' | 'when-provided' | 'other'

export type CallbackField = { label: string; explanation: string; presence: Presence }

/** Interface, "Events", in the order of its table, each in words for whoever follows the money. */
export const CALLBACK_FIELDS = {
  resp_code: {
    label: 'Response code',
    explanation: 'How the sale ended. 000 is approved, and only approved sales are reported.',
    presence: 'always',
  },
  resp_text: {
    label: 'Response text',
    explanation: 'The same result in words, as the partner writes it.',
    presence: 'always',
  },
  tran_id: {
    label: 'Transaction ID',
    explanation:
      'The partner’s name for this sale. Funding names the sale by it, and repeats are told by it.',
    presence: 'always',
  },
  tran_amount: {
    label: 'Amount',
    explanation: 'What the cardholder paid. The desk reads dollars and cents, and guesses neither.',
    presence: 'always',
  },
  tran_date: {
    label: 'Transaction date',
    explanation: 'When the partner took the sale. It names no time zone, so the desk never orders by it.',
    presence: 'always',
  },
  auth_code: {
    label: 'Authorization code',
    explanation: 'The issuing bank’s approval. The bank asks for it when a sale is disputed.',
    presence: 'when-provided',
  },
  card_id: {
    label: 'Stored card',
    explanation: 'A token that stands for the card at the partner. It is no card number.',
    presence: 'when-provided',
  },
  hpp_tran_id: {
    label: 'Payment page ID',
    explanation: 'The hosted payment page’s own name for this payment.',
    presence: 'when-provided',
  },
  invoice_number: {
    label: 'Invoice number',
    explanation: 'As it was given with the payment link: what the cardholder paid for.',
    presence: 'when-provided',
  },
  client_ref_number: {
    label: 'Client reference',
    explanation: 'As it was given with the payment link: your own reference for this payment.',
    presence: 'when-provided',
  },
  acct_number: {
    label: 'Card or account',
    explanation: 'The last digits of the card or bank account that paid. Never the whole number.',
    presence: 'other',
  },
  exp_date: {
    label: 'Card expires',
    explanation: 'Month and year until which the card is good.',
    presence: 'other',
  },
  billing_address: {
    label: 'Billing address',
    explanation: 'The street address that the cardholder typed.',
    presence: 'other',
  },
  billing_zip: {
    label: 'Billing ZIP',
    explanation: 'The ZIP code that the cardholder typed.',
    presence: 'other',
  },
  currency_code: {
    label: 'Currency',
    explanation: 'The currency’s number. 840 is US dollars, also where nothing is said.',
    presence: 'other',
  },
  tran_type: {
    label: 'Transaction type',
    explanation: 'What kind of transaction was asked for, in the partner’s words.',
    presence: 'other',
  },
  retrieval_ref_number: {
    label: 'Retrieval reference number',
    explanation: 'Twelve digits by which card networks find the sale. Funding can name the sale by it too.',
    presence: 'other',
  },
} as const satisfies Record<string, CallbackField>

export type CallbackFieldName = keyof typeof CALLBACK_FIELDS

/** A name that somebody posted may be any text, `__proto__` too. */
export const isCallbackField = (name: string): name is CallbackFieldName =>
  Object.hasOwn(CALLBACK_FIELDS, name)

export const CALLBACK_FIELD_NAMES = Object.keys(CALLBACK_FIELDS).filter(isCallbackField)

/** Those without which an event is not whole. */
export const ALWAYS_FIELDS = CALLBACK_FIELD_NAMES.filter(
  (name) => CALLBACK_FIELDS[name].presence === 'always',
)

/** A field's text as the desk understands it, in words; null where that is the text itself. */
export type ExplainedField = {
  label: string | null
  explanation: string | null
  reading: string | null
  manner: ReadingManner
}

export function explainField(name: string, text: string): ExplainedField {
  const field = isCallbackField(name) ? CALLBACK_FIELDS[name] : null
  const { manner, reading } = field && text !== '' ? readingOf(name, text) : AS_IT_IS
  return {
    label: field?.label ?? null,
    explanation: field?.explanation ?? null,
    reading: reading === text ? null : reading,
    manner,
  }
}

type InWords = Pick<ExplainedField, 'reading' | 'manner'>
const AS_IT_IS: InWords = { reading: null, manner: 'strict' }

function readingOf(name: string, text: string): InWords {
  switch (name) {
    case 'resp_code':
      return text === APPROVED_RESP_CODE
        ? { reading: 'Approved', manner: 'strict' }
        : { reading: 'Not approved', manner: 'unreadable' }
    case 'tran_amount': {
      const { value, manner, isAmbiguous } = readTranAmount(text)
      if (value !== null) return { reading: `$${moneyText(BigInt(value))}`, manner }
      return { reading: isAmbiguous ? 'Dollars or cents, it does not say which' : null, manner }
    }
    case 'tran_date':
      return inWords(readTranDate(text), (value) => `${value}, in no known time zone`)
    case 'exp_date':
      return inWords(readExpDate(text))
    case 'acct_number':
      return inWords(readAcctNumber(text), (value) => `Ends in ${value}`)
    case 'currency_code':
      return inWords(readCurrencyCode(text), (value) => (value === US_DOLLARS ? 'US dollars' : null))
    case 'retrieval_ref_number':
      return inWords(readRetrievalRefNumber(text))
    default:
      return AS_IT_IS
  }
}

const inWords = (
  { value, manner }: { value: string | null; manner: ReadingManner },
  say: (value: string) => string | null = (value) => value,
): InWords => ({ reading: value === null ? null : say(value), manner })

/** Interface, "Events": the code of an approved sale, the only one that is posted. */
export const APPROVED_RESP_CODE = '000'
