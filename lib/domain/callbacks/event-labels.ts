import type { Anomaly, DeliveryKind, EventState, FundingStatus, Redaction } from './event'

type Tone = 'neutral' | 'progress' | 'good' | 'warn' | 'bad'

/** `meaning` describes only the state. `stateMeaning` says what it means for the sale's money. */
export const STATE_LABELS: Readonly<Record<EventState, { label: string; meaning: string; tone: Tone }>> = {
  approved: { label: 'Approved', meaning: 'Approved sale in order.', tone: 'good' },
  conflict: {
    label: 'Conflict',
    meaning: 'Deliveries of the same transaction disagree.',
    tone: 'bad',
  },
  anomaly: {
    label: 'Anomaly',
    meaning: 'Something in it is unexpected. Review it.',
    tone: 'warn',
  },
  unreadable: {
    label: 'Unreadable',
    meaning: 'It has no transaction ID, so it is not a sale. It is kept and can be reprocessed.',
    tone: 'bad',
  },
  closed: {
    label: 'Closed',
    meaning: 'Reviewed and closed with a note.',
    tone: 'neutral',
  },
}

/**
 * Whether money went out for a sale, so that no text denies it. Includes sales that a person marked as funded
 * elsewhere, and money at the partner for an event that is not a sale. Excludes unknown outcomes.
 */
export const hasMoney = (event: {
  funding: FundingStatus
  held?: readonly { amountMinor: number; isCertain: boolean }[] | null
}) =>
  event.funding === 'funded' ||
  event.funding === 'outside' ||
  (event.held ?? []).some(({ amountMinor, isCertain }) => isCertain && amountMinor > 0)

/** The meaning of a state, for a sale that has been funded or not. */
export function stateMeaning(state: EventState, isFunded: boolean): string {
  const { meaning } = STATE_LABELS[state]
  switch (state) {
    case 'approved':
      return isFunded ? meaning : `${meaning} It can be funded as is.`
    case 'conflict':
      return isFunded
        ? `${meaning} It is funded. Choose the correct delivery, then compare the funding with it.`
        : `${meaning} Choose the correct delivery before you fund it.`
    default:
      return meaning
  }
}

/** Replaces parts of `ANOMALY_LABELS` for a sale that has been funded. */
const OF_FUNDED: Partial<Record<Anomaly, { meaning?: string; next?: string | null }>> = {
  'field-missing': { next: 'Compare the sale with the partner’s own report.' },
  'not-approved': {
    meaning: 'The response code is not 000 (approved), but it is funded.',
    next: 'Ask the partner why it was reported, and correct the funding if it was not a sale.',
  },
  'not-a-sale': {
    meaning: 'Its type is not a sale, but it is funded.',
    next: 'Ask the partner what it was, and correct the funding if it was not a sale.',
  },
  'amount-missing': {
    meaning: 'It has no amount. The sale is funded, but its amount is unknown.',
    next: 'Ask the partner how much was paid, choose Set amount, and compare it with what was funded.',
  },
  'amount-ambiguous': {
    meaning: 'The amount may be dollars or cents, or there are two. It is funded, but its amount is unknown.',
    next: 'Find out how much was paid, choose Set amount, and compare it with what was funded.',
  },
  'amount-unreadable': {
    meaning: 'The amount is not valid dollars and cents. It is funded, but its amount is unknown.',
    next: 'Ask the partner how much was paid, choose Set amount, and compare it with what was funded.',
  },
  'amount-zero': {
    meaning: 'The reported amount is zero, but the sale is funded.',
    next: 'Ask the partner whether $0.00 was intended, and correct the funding.',
  },
  'currency-unknown': { next: 'Check the currency. Funding amounts are in US dollars.' },
  'other-profile': { next: 'Check the response address of both profiles at the partner.' },
  'link-amount-differs': {
    meaning: 'The payer paid a different amount than the payment link requested. It is funded.',
    next: 'Check the invoice, and correct the funding if another amount was intended.',
  },
}

/** For an event that is not a sale and has no money: there is nothing to do before funding. */
const OF_NO_SALE: typeof OF_FUNDED = {
  'field-missing': { next: 'Compare it with the partner’s own report.' },
  'amount-missing': { meaning: 'It has no amount.' },
  'amount-ambiguous': { meaning: 'The amount may be dollars or cents, or there are two.' },
  'amount-unreadable': { meaning: 'The amount is not valid dollars and cents.' },
  'currency-unknown': { next: null },
  'reference-format': { meaning: 'The retrieval reference number does not have 12 digits.' },
  'tran-id-masked': { next: 'Ask the partner for the transaction ID.' },
  'other-profile': { next: 'Check the response address of both profiles at the partner.' },
  'link-amount-differs': {
    meaning: 'The amount is not the one that the payment link requested.',
    next: 'Check the invoice.',
  },
}

/** For an event that a person has closed, so that nothing is left to do. */
const OF_CLOSED: typeof OF_FUNDED = {
  'link-amount-differs': {
    meaning: 'The payer paid a different amount than the payment link requested.',
    next: null,
  },
}

/** Which texts an anomaly gets: a funded sale, not a sale, closed by a person, or none of these. */
export type AnomalyOf = 'funded' | 'no-sale' | 'closed' | 'open'

const INSTEAD: Readonly<Record<AnomalyOf, typeof OF_FUNDED>> = {
  funded: OF_FUNDED,
  'no-sale': OF_NO_SALE,
  closed: OF_CLOSED,
  open: {},
}

/** Why the page offers no button to count the event as a sale, or to set its amount; null if it does. */
export type NotOffered = { count: string | null; amount: string | null }

const NEEDS: Partial<Record<Anomaly, keyof NotOffered>> = {
  'not-a-sale': 'count',
  'amount-missing': 'amount',
  'amount-ambiguous': 'amount',
  'amount-unreadable': 'amount',
  'amount-zero': 'amount',
}

/** The words for an anomaly that fit the event's status, and mention no button that the page does not have. */
export function anomalyWords(
  anomaly: Anomaly,
  of: AnomalyOf,
  notOffered: NotOffered,
): { meaning: string; next: string | null } {
  const words = { ...ANOMALY_LABELS[anomaly], ...INSTEAD[of][anomaly] }
  const need = NEEDS[anomaly]
  const reason = need ? notOffered[need] : null
  // For a funded sale, `next` is about the funding and does not ask to count it as a sale.
  return reason === null || (of === 'funded' && need === 'count') ? words : { ...words, next: reason }
}

/** `meaning`: what it means for the reader's work. `next`: what to do about it; null if nothing. */
export const ANOMALY_LABELS: Readonly<
  Record<Anomaly, { label: string; meaning: string; next: string | null }>
> = {
  'field-missing': {
    label: 'Field missing',
    meaning: 'A required field is missing or blank.',
    next: 'Compare the sale with the partner’s own report before you fund it.',
  },
  'field-twice': {
    label: 'Field repeated',
    meaning:
      'A field has several values. The desk used the first; for response codes, the one that is not approved; for amounts and transaction IDs, none.',
    next: 'Check the raw body, and ask the partner which value is right.',
  },
  'not-approved': {
    label: 'Not approved',
    meaning: 'The response code is not 000 (approved). It is not a sale.',
    next: 'Do not fund it. Ask the partner why it was reported.',
  },
  'not-a-sale': {
    label: 'Not a sale',
    meaning:
      'Its type is not a sale. It may be a refund, a void, an authorization or a credit. It cannot be funded.',
    next: 'Ask the partner. If it is a sale, choose Count as a sale. If it reverses a funded sale, correct the batch of that sale, then close this with a note.',
  },
  'amount-missing': {
    label: 'No amount',
    meaning: 'It has no amount, so it cannot be funded yet.',
    next: 'Ask the partner how much was paid, then choose Set amount.',
  },
  'amount-ambiguous': {
    label: 'Ambiguous amount',
    meaning: 'The amount may be dollars or cents, or there are two. It cannot be funded yet.',
    next: 'Find out how much was paid, then choose Set amount.',
  },
  'amount-unreadable': {
    label: 'Amount unreadable',
    meaning: 'The amount is not valid dollars and cents, so it cannot be funded yet.',
    next: 'Ask the partner how much was paid, then choose Set amount.',
  },
  'amount-zero': {
    label: 'Amount is zero',
    meaning: 'Nothing was paid, so there is nothing to fund.',
    next: 'Ask the partner whether $0.00 was intended. If not, choose Set amount.',
  },
  'currency-unknown': {
    label: 'Non-USD',
    meaning:
      'The currency is not 840, US dollars. The desk shows the amount as received and converts nothing.',
    next: 'Check the currency before you fund it.',
  },
  'date-unreadable': {
    label: 'Unexpected date',
    meaning: 'The transaction date has an unknown format. It is kept as received.',
    next: null,
  },
  'expiry-unreadable': {
    label: 'Unexpected expiry',
    meaning: 'The card’s expiry is not a month and year. It is kept as received.',
    next: null,
  },
  'reference-format': {
    label: 'Unexpected reference',
    meaning:
      'The retrieval reference number does not have 12 digits. The sale can be funded by its transaction ID.',
    next: null,
  },
  'card-number-truncated': {
    label: 'Card number truncated',
    meaning: 'A field had a full card number. The desk kept only the last four digits.',
    next: 'Tell the partner: full card numbers must not be sent in callbacks, in any field.',
  },
  'security-code-removed': {
    label: 'Security code removed',
    meaning: 'The partner sent a card security code, a PIN or magnetic stripe data. The desk deleted it.',
    next: 'Tell the partner: these must not be kept or sent after authorization.',
  },
  'tran-id-masked': {
    label: 'Transaction ID masked',
    meaning:
      'The transaction ID looks like a card number, so the desk keeps a masked ID with its last four digits. Deliveries with the same ID still count as one sale.',
    next: 'Ask the partner for the transaction ID. Fund the sale in a batch with that ID, then mark it as funded externally.',
  },
  'profile-key-removed': {
    label: 'Profile key removed',
    meaning: 'The partner sent a profile key. The desk did not keep it.',
    next: 'Tell the partner, and have the key of that profile renewed.',
  },
  'other-profile': {
    label: 'Another profile',
    meaning: 'The callback names a different profile than its receiver.',
    next: 'Check the response address of both profiles at the partner before you fund it.',
  },
  'link-amount-differs': {
    label: 'Differs from payment link',
    meaning: 'The payer paid a different amount than the payment link requested. It cannot be funded yet.',
    next: 'Check the invoice. To fund the paid amount, close it with a note.',
  },
}

export const FUNDING_LABELS: Readonly<Record<FundingStatus, { label: string; meaning: string; tone: Tone }>> =
  {
    unfunded: {
      label: 'Unfunded',
      meaning: 'Not in a batch and not marked as funded externally.',
      tone: 'warn',
    },
    'in-draft': {
      label: 'In a draft',
      meaning: 'In a draft that has not been submitted. Still open.',
      tone: 'warn',
    },
    'in-batch': {
      label: 'In a batch',
      meaning: 'In a submitted batch that has not ended or whose outcome is unknown.',
      tone: 'progress',
    },
    funded: { label: 'Funded', meaning: 'The partner accepted its funding amounts.', tone: 'good' },
    outside: {
      label: 'Funded externally',
      meaning: 'Marked as funded externally.',
      tone: 'neutral',
    },
    none: {
      label: 'Nothing to fund',
      meaning: 'Not an approved sale.',
      tone: 'neutral',
    },
  }

export const DELIVERY_LABELS: Readonly<Record<DeliveryKind, { label: string; meaning: string; tone: Tone }>> =
  {
    first: { label: 'First', meaning: 'The first delivery of this transaction.', tone: 'good' },
    repeat: {
      label: 'Repeat',
      meaning: 'The same content again. It does not count as a second sale.',
      tone: 'neutral',
    },
    conflict: {
      label: 'Other content',
      meaning: 'The same transaction with different content.',
      tone: 'bad',
    },
    unreadable: { label: 'Unreadable', meaning: 'It has no transaction ID.', tone: 'bad' },
  }

export const REDACTION_LABELS: Readonly<Record<Redaction, string>> = {
  'card-number': 'A full card number was truncated to its last four digits before storage.',
  'security-code': 'A security code, PIN or magnetic stripe data was removed before storage.',
  'profile-key': 'A profile key was removed before storage.',
}
