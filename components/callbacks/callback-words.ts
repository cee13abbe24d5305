import type { Tone } from '@/components/ui/tone'
import type {
  Anomaly,
  DeliveryKind,
  EventState,
  FundingStanding,
  Redaction,
} from '@/lib/domain/callbacks/event'

/** `1 sale`, `10,000 sales`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

type Words = { label: string; tone: Tone; meaning: string }

export const STATE_WORDS: Readonly<Record<EventState, Words>> = {
  approved: { label: 'Approved', tone: 'good', meaning: 'An approved sale, told of as the interface says.' },
  conflict: {
    label: 'Conflict',
    tone: 'bad',
    meaning:
      'The same transaction was told of with different content. Nobody knows by itself which one is true, so it cannot be funded before somebody has said which one stands.',
  },
  anomaly: {
    label: 'Anomaly',
    tone: 'warn',
    meaning: 'Something of it is not as the interface says.',
  },
  unreadable: {
    label: 'Unreadable',
    tone: 'bad',
    meaning:
      'It names no transaction, so it is no sale here. What came is kept whole, and can be read again.',
  },
}

/** `short` beside the state of a row; `meaning` on its page: what it is, and what follows from it. */
export const ANOMALY_WORDS: Readonly<Record<Anomaly, { short: string; meaning: string }>> = {
  'field-missing': {
    short: 'a field is missing',
    meaning: 'A field that the partner always sends is missing or empty.',
  },
  'field-twice': {
    short: 'a field came twice',
    meaning: 'One field came more than once with different values. The first one was read.',
  },
  'not-approved': {
    short: 'not approved',
    meaning:
      'The response code is not 000. The partner reports approved sales only, so this one is no sale that could be funded. Ask the partner what it means.',
  },
  'amount-ambiguous': {
    short: 'dollars or cents?',
    meaning:
      'The amount has no decimal point, and may be dollars or cents. It is not guessed: say what it is, and the sale can be funded.',
  },
  'amount-unreadable': {
    short: 'amount not readable',
    meaning: 'The amount is no number that can be read for sure. Say what it is, and the sale can be funded.',
  },
  'amount-zero': { short: 'amount is zero', meaning: 'The amount is zero: there is nothing to fund.' },
  'currency-unknown': {
    short: 'another currency',
    meaning:
      'The currency is not 840 (US dollars). Funding amounts have no currency of their own: ask the partner before you fund it.',
  },
  'date-unreadable': {
    short: 'date not readable',
    meaning:
      'The date is not as the interface writes it. The log goes by the time of receipt, so nothing depends on it.',
  },
  'expiry-unreadable': {
    short: 'expiry not readable',
    meaning: 'The expiry date of the card is not MMYY. Nothing depends on it.',
  },
  'reference-format': {
    short: 'odd reference number',
    meaning: 'The retrieval reference number is not 12 digits. It cannot be funded by that number.',
  },
  'card-number-truncated': {
    short: 'full card number came',
    meaning:
      'A full card number came. It was cut to its last four digits before anything was stored. Tell the partner: it should never send one.',
  },
  'profile-key-removed': {
    short: 'a profile key came',
    meaning:
      'The secret key of a profile came with it, and was not stored. Have the partner give the profile another key.',
  },
  'other-profile': {
    short: 'names another profile',
    meaning:
      'It names another profile than the one whose address it came to. Find out where it belongs before you fund it.',
  },
}

export const FUNDING_WORDS: Readonly<Record<FundingStanding, Words>> = {
  unfunded: {
    label: 'Unfunded',
    tone: 'warn',
    meaning: 'No batch has it, and nobody said that it was funded elsewhere.',
  },
  'in-batch': {
    label: 'In a batch',
    tone: 'progress',
    meaning: 'A batch has it. Its money is not confirmed yet.',
  },
  funded: { label: 'Funded', tone: 'good', meaning: 'The partner took it over in a batch.' },
  outside: {
    label: 'Funded outside',
    tone: 'neutral',
    meaning: 'Somebody said that it was funded outside the desk.',
  },
  none: {
    label: 'Nothing to fund',
    tone: 'neutral',
    meaning: 'It is no approved sale, so there is nothing to fund.',
  },
}

export const KIND_WORDS: Readonly<Record<DeliveryKind, Words>> = {
  first: { label: 'First', tone: 'good', meaning: 'The first time that this content came.' },
  repeat: {
    label: 'Repeat',
    tone: 'neutral',
    meaning: 'The same content once more. It is one sale all the same.',
  },
  conflict: {
    label: 'Other content',
    tone: 'bad',
    meaning: 'The same transaction with content that had not come before.',
  },
  unreadable: { label: 'Unreadable', tone: 'bad', meaning: 'It names no transaction.' },
}

export const REDACTION_WORDS: Readonly<Record<Redaction, string>> = {
  'card-number': 'a full card number was cut before it was stored',
  'profile-key': 'a profile key was taken out before it was stored',
}
