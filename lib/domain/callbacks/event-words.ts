import type { Anomaly, DeliveryKind, EventState, FundingStanding, Redaction } from './event'

type Tone = 'neutral' | 'progress' | 'good' | 'warn' | 'bad'

/** `meaning` is of the state alone. What it means for the sale's money is `stateMeaning`. */
export const STATE_WORDS: Readonly<Record<EventState, { label: string; meaning: string; tone: Tone }>> = {
  approved: { label: 'Approved', meaning: 'An approved sale in order.', tone: 'good' },
  conflict: {
    label: 'Conflict',
    meaning: 'Deliveries of the same transaction disagree.',
    tone: 'bad',
  },
  anomaly: {
    label: 'Anomaly',
    meaning: 'Something of it is not as the interface says. Somebody should look at it.',
    tone: 'warn',
  },
  unreadable: {
    label: 'Unreadable',
    meaning:
      'It names no transaction, so it is no sale here. What came is kept whole, and can be read again.',
    tone: 'bad',
  },
  closed: {
    label: 'Closed',
    meaning: 'Reviewed and closed with a note.',
    tone: 'neutral',
  },
}

/**
 * Whether money went out for a sale: what is said of it must not deny that. A person who said that it was funded
 * elsewhere counts, and so does an amount at the partner of what is no sale. What is not certain does not.
 */
export const hasMoney = (event: {
  funding: FundingStanding
  held?: readonly { amountMinor: number; isCertain: boolean }[] | null
}) =>
  event.funding === 'funded' ||
  event.funding === 'outside' ||
  (event.held ?? []).some(({ amountMinor, isCertain }) => isCertain && amountMinor > 0)

/** What a state means for a sale whose money went out, and for one whose money did not. */
export function stateMeaning(state: EventState, isFunded: boolean): string {
  const { meaning } = STATE_WORDS[state]
  switch (state) {
    case 'approved':
      return isFunded ? meaning : `${meaning} Nothing has to be done before it can be funded.`
    case 'conflict':
      return isFunded
        ? `${meaning} It is funded: choose the correct delivery, then compare what was funded with it.`
        : `${meaning} Choose the correct delivery before you fund it.`
    default:
      return meaning
  }
}

/** What is said instead of `ANOMALY_WORDS` of a sale whose money went out. */
const OF_FUNDED: Partial<Record<Anomaly, { meaning?: string; next?: string }>> = {
  'field-missing': { next: 'Compare the sale with the partner’s own report.' },
  'not-approved': {
    meaning: 'The response code is not 000, and only approved sales are reported. It is funded all the same.',
    next: 'Ask the partner why it was reported, and correct the funding if it was no sale.',
  },
  'amount-missing': {
    meaning: 'No amount came. The sale is funded, but its amount is unknown.',
    next: 'Ask the partner how much was paid, set the amount here, and compare it with what was funded.',
  },
  'amount-ambiguous': {
    meaning:
      'The amount may be dollars or cents, or two of them came. It is funded, and nobody has said how much the sale is.',
    next: 'Find out how much was paid, set the amount here, and compare it with what was funded.',
  },
  'amount-unreadable': {
    meaning:
      'The amount is no amount of dollars and cents. It is funded, and nobody has said how much the sale is.',
    next: 'Ask the partner how much was paid, set the amount here, and compare it with what was funded.',
  },
  'amount-zero': {
    meaning: 'The reported amount is zero, but the sale is funded.',
    next: 'Ask the partner whether a sale of nothing was meant, and correct the funding.',
  },
  'currency-unknown': { next: 'Make sure of the currency: funding amounts are in US dollars.' },
  'other-profile': { next: 'Check the response address of both profiles at the partner.' },
  'link-amount-differs': {
    meaning: 'The payer paid another amount than the payment link asked for. It is funded all the same.',
    next: 'Check the invoice, and correct the funding if another amount was meant.',
  },
}

/** An anomaly in words that fit what became of the sale's money. */
export const anomalyWords = (anomaly: Anomaly, isFunded: boolean) => ({
  ...ANOMALY_WORDS[anomaly],
  ...(isFunded ? OF_FUNDED[anomaly] : undefined),
})

/** `meaning`: for the work of who reads it. `next`: what to do about it; null where nothing has to be done. */
export const ANOMALY_WORDS: Readonly<
  Record<Anomaly, { label: string; meaning: string; next: string | null }>
> = {
  'field-missing': {
    label: 'Field missing',
    meaning: 'A field that every callback has did not come, or came empty.',
    next: 'Compare the sale with the partner’s own report before you fund it.',
  },
  'field-twice': {
    label: 'Field came twice',
    meaning:
      'A field came more than once with different values. The desk took the first one; of amounts and transaction IDs none, and of response codes the one that is not approved.',
    next: 'Look at the raw body, and ask the partner which value is right.',
  },
  'not-approved': {
    label: 'Not approved',
    meaning: 'The response code is not 000, and only approved sales are reported. It counts as no sale.',
    next: 'Do not fund it. Ask the partner why it was reported.',
  },
  'amount-missing': {
    label: 'No amount',
    meaning: 'No amount came, so it cannot be funded yet.',
    next: 'Ask the partner how much was paid, and set the amount here.',
  },
  'amount-ambiguous': {
    label: 'Amount not clear',
    meaning:
      'The amount may be dollars or cents, or two of them came. The desk guesses nothing, so it cannot be funded yet.',
    next: 'Find out how much was paid, and set the amount here.',
  },
  'amount-unreadable': {
    label: 'Amount unreadable',
    meaning: 'The amount is no amount of dollars and cents, so it cannot be funded yet.',
    next: 'Ask the partner how much was paid, and set the amount here.',
  },
  'amount-zero': {
    label: 'Amount is zero',
    meaning: 'Nothing was paid, so there is nothing to fund.',
    next: 'Ask the partner whether a sale of nothing was meant. If not, set the amount here.',
  },
  'currency-unknown': {
    label: 'Another currency',
    meaning:
      'The currency is not 840, US dollars. The desk shows the amount as it came, and converts nothing.',
    next: 'Make sure of the currency before you fund it.',
  },
  'date-unreadable': {
    label: 'Date not as expected',
    meaning:
      'The transaction date is in no form that the desk knows. It is kept as it came, and nothing depends on it.',
    next: null,
  },
  'expiry-unreadable': {
    label: 'Expiry not as expected',
    meaning: 'The card’s expiry is no month and year. It is kept as it came, and nothing depends on it.',
    next: null,
  },
  'reference-format': {
    label: 'Reference not as expected',
    meaning:
      'The retrieval reference number does not have 12 digits. The sale can be funded by its transaction ID.',
    next: null,
  },
  'card-number-truncated': {
    label: 'Card number cut',
    meaning:
      'A full card number came in one of the fields. The desk kept its last four digits and nothing else of it.',
    next: 'Tell the partner: full card numbers must not be sent in callbacks, in any field.',
  },
  'security-code-removed': {
    label: 'Security code removed',
    meaning:
      'The partner sent a card security code, a PIN or magnetic stripe data. The desk did not keep it.',
    next: 'Tell the partner: nobody may keep or send these after a sale is authorized.',
  },
  'tran-id-masked': {
    label: 'Transaction ID masked',
    meaning:
      'The transaction ID looks like a card number, so the desk keeps a stand-in with its last four digits. Deliveries with the same ID still count as one sale.',
    next: 'Ask the partner for the transaction ID. Fund the sale in a batch with that ID, then mark it as funded outside.',
  },
  'profile-key-removed': {
    label: 'Profile key removed',
    meaning: 'The partner sent a profile key. The desk did not keep it.',
    next: 'Tell the partner, and have the key of that profile renewed.',
  },
  'other-profile': {
    label: 'Another profile',
    meaning: 'The callback names another profile than the one this receiver is for.',
    next: 'Check the response address of both profiles at the partner before you fund it.',
  },
  'link-amount-differs': {
    label: 'Not the link’s amount',
    meaning: 'The payer paid another amount than the payment link asked for. It cannot be funded yet.',
    next: 'Check the invoice. Close it with a note if the amount that was paid is to be funded.',
  },
}

export const FUNDING_WORDS: Readonly<
  Record<FundingStanding, { label: string; meaning: string; tone: Tone }>
> = {
  unfunded: {
    label: 'Unfunded',
    meaning: 'No batch has it, and nobody said that it was funded elsewhere.',
    tone: 'warn',
  },
  'in-batch': {
    label: 'In a batch',
    meaning: 'A batch has it that is not through yet, or of which nobody knows the outcome.',
    tone: 'progress',
  },
  funded: { label: 'Funded', meaning: 'The partner accepted its funding amounts.', tone: 'good' },
  outside: {
    label: 'Funded outside',
    meaning: 'Somebody said that it was funded outside the desk.',
    tone: 'neutral',
  },
  none: {
    label: 'Nothing to fund',
    meaning: 'It is no approved sale, so there is nothing to fund.',
    tone: 'neutral',
  },
}

export const DELIVERY_WORDS: Readonly<Record<DeliveryKind, { label: string; meaning: string; tone: Tone }>> =
  {
    first: { label: 'First', meaning: 'The first that came of this transaction.', tone: 'good' },
    repeat: {
      label: 'Repeat',
      meaning: 'The same content again. It is kept, and counts as no second sale.',
      tone: 'neutral',
    },
    conflict: {
      label: 'Other content',
      meaning: 'The same transaction with another content than before.',
      tone: 'bad',
    },
    unreadable: { label: 'Unreadable', meaning: 'It names no transaction.', tone: 'bad' },
  }

export const REDACTION_WORDS: Readonly<Record<Redaction, string>> = {
  'card-number': 'A full card number was cut to its last four digits before anything was written.',
  'security-code': 'A security code, PIN or magnetic stripe data was taken out before anything was written.',
  'profile-key': 'A profile key was taken out before anything was written.',
}
