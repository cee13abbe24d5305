import { dollarWords } from '@/lib/domain/values/money'
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

/** When a callback has the field: always, only if it was provided, or sometimes. */
type Presence = 'always' | 'when-provided' | 'other'

type CallbackField = { label: string; explanation: string; presence: Presence }

/** The fields of the interface's "Events" table, in its order, described for people who follow the money. */
export const CALLBACK_FIELDS = {
  resp_code: {
    label: 'Response code',
    explanation: 'Result of the sale. 000 is approved.',
    presence: 'always',
  },
  resp_text: {
    label: 'Response text',
    explanation: 'The result in words.',
    presence: 'always',
  },
  tran_id: {
    label: 'Transaction ID',
    explanation: 'The partner’s ID of this sale. Identifies the sale for funding and its repeats.',
    presence: 'always',
  },
  tran_amount: {
    label: 'Amount',
    explanation: 'What the cardholder paid.',
    presence: 'always',
  },
  tran_date: {
    label: 'Transaction date',
    explanation: 'When the partner took the sale. The time zone is not given.',
    presence: 'always',
  },
  auth_code: {
    label: 'Authorization code',
    explanation: 'The issuing bank’s approval. The bank asks for it when a sale is disputed.',
    presence: 'when-provided',
  },
  card_id: {
    label: 'Stored card',
    explanation: 'The partner’s token for the card. Not a card number.',
    presence: 'when-provided',
  },
  hpp_tran_id: {
    label: 'Payment page ID',
    explanation: 'The hosted payment page’s ID of this payment.',
    presence: 'when-provided',
  },
  invoice_number: {
    label: 'Invoice number',
    explanation: 'From the payment link: what the cardholder paid for.',
    presence: 'when-provided',
  },
  client_ref_number: {
    label: 'Client reference',
    explanation: 'From the payment link: your reference for this payment.',
    presence: 'when-provided',
  },
  acct_number: {
    label: 'Card or account',
    explanation: 'The last digits of the card or bank account.',
    presence: 'other',
  },
  exp_date: {
    label: 'Card expires',
    explanation: 'Month and year when the card expires.',
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
    explanation: 'The currency code. 840 or blank is US dollars.',
    presence: 'other',
  },
  tran_type: {
    label: 'Transaction type',
    explanation: 'The partner’s transaction type.',
    presence: 'other',
  },
  retrieval_ref_number: {
    label: 'Retrieval reference number',
    explanation: 'Twelve digits that card networks use to find the sale. Funding can use it too.',
    presence: 'other',
  },
} as const satisfies Record<string, CallbackField>

export type CallbackFieldName = keyof typeof CALLBACK_FIELDS

/** An own-property check, because a sender can post any name, including `__proto__`. */
export const isCallbackField = (name: string): name is CallbackFieldName =>
  Object.hasOwn(CALLBACK_FIELDS, name)

export const CALLBACK_FIELD_NAMES = Object.keys(CALLBACK_FIELDS).filter(isCallbackField)

/** The fields that every event must have. */
export const ALWAYS_FIELDS = CALLBACK_FIELD_NAMES.filter(
  (name) => CALLBACK_FIELDS[name].presence === 'always',
)

/** The meaning of a field's text in words; null if the text speaks for itself. */
type ExplainedField = {
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
      if (value !== null) return { reading: dollarWords(value), manner }
      return { reading: isAmbiguous ? 'Dollars or cents not given' : null, manner }
    }
    case 'tran_date':
      return inWords(readTranDate(text), (value) => `${value}, time zone not given`)
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

/** The response code of an approved sale (interface, "Events"). Only approved sales are posted. */
export const APPROVED_RESP_CODE = '000'
