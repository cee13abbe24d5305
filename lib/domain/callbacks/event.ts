/**
 * What the log says of an event. `approved`: an approved sale in order. `conflict`: the same transaction was told
 * of in different ways, and somebody must say which one stands. `anomaly`: something of it is not as the
 * interface says. `unreadable`: it names no transaction. `closed`: one of the last two that a person closed with a
 * note; whether it can be funded does not follow from that.
 */
export const EVENT_STATES = ['approved', 'conflict', 'anomaly', 'unreadable', 'closed'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** What is odd about one event; product.md, section 4. Several may be. */
export const ANOMALIES = [
  /** A field that is always there is missing or empty, other than the amount. */
  'field-missing',
  /** A field came more than once, with different values. */
  'field-twice',
  /** `resp_code` is not 000: the interface reports approved sales only. */
  'not-approved',
  /** `tran_type` names no sale: a refund, an authorization, or a word that may be either. */
  'not-a-sale',
  /** No amount came, or an empty one. */
  'amount-missing',
  /** The amount does not say for sure how much it is: `125` may be dollars or cents. */
  'amount-ambiguous',
  'amount-unreadable',
  'amount-zero',
  'currency-unknown',
  'date-unreadable',
  'expiry-unreadable',
  'reference-format',
  /** A full card number came, and was cut before anything was written. */
  'card-number-truncated',
  /** A security code, a PIN or the data of a stripe came, and was not kept. */
  'security-code-removed',
  /** The transaction ID looked like a card number; what stands for it names no transaction at the partner. */
  'tran-id-masked',
  /** A `profile_key` came, and was not kept. */
  'profile-key-removed',
  /** `profile_id` names another profile than the receiver's. */
  'other-profile',
  /** It came with the reference of a payment link of ours, and another amount than the link asked for. */
  'link-amount-differs',
] as const
export type Anomaly = (typeof ANOMALIES)[number]

/** What one delivery turned out to be. */
export type DeliveryKind = 'first' | 'repeat' | 'conflict' | 'unreadable'

/** What was taken out of a body before it was written. */
export type Redaction = 'card-number' | 'security-code' | 'profile-key'

/**
 * How far a sale's money is. `none`: no sale that could be funded. `in-draft`: only drafts have it, which promise
 * nothing. `in-batch`: a batch has it that was submitted and is not ended, or of which nobody knows the outcome.
 * `outside`: a person said that it was funded elsewhere.
 */
export const FUNDING_STATUSES = ['unfunded', 'in-draft', 'in-batch', 'funded', 'outside', 'none'] as const
export type FundingStatus = (typeof FUNDING_STATUSES)[number]
