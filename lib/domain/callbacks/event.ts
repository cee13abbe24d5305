/**
 * The state of an event. `approved`: an approved sale in order. `conflict`: deliveries of one transaction differ, and a
 * person must choose the correct one. `anomaly`: something deviates from the interface. `unreadable`: it names no
 * transaction. `closed`: a person closed an anomaly or unreadable event with a note, which does not decide whether it
 * can be funded.
 */
export const EVENT_STATES = ['approved', 'conflict', 'anomaly', 'unreadable', 'closed'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** Deviations of one event (product.md, section 4). An event can have several. */
export const ANOMALIES = [
  /** A required field other than the amount is missing or empty. */
  'field-missing',
  /** A field came more than once, with different values. */
  'field-twice',
  /** `resp_code` is not 000, although the interface reports approved sales only. */
  'not-approved',
  /** `tran_type` does not name a sale: a refund, an authorization, or an ambiguous word. */
  'not-a-sale',
  /** The amount is missing or empty. */
  'amount-missing',
  /** The amount is ambiguous: `125` may be dollars or cents. */
  'amount-ambiguous',
  'amount-unreadable',
  'amount-zero',
  'currency-unknown',
  'date-unreadable',
  'expiry-unreadable',
  'reference-format',
  /** The callback contained a full card number, which was truncated before anything was stored. */
  'card-number-truncated',
  /** The callback contained a security code, PIN or magnetic-stripe data, which was not stored. */
  'security-code-removed',
  /** The transaction ID looked like a card number. The ID stored instead is unknown to the partner. */
  'tran-id-masked',
  /** The callback contained a `profile_key`, which was not stored. */
  'profile-key-removed',
  /** `profile_id` is not the receiver's profile. */
  'other-profile',
  /** The callback has the reference of one of our payment links, but another amount than the link asked for. */
  'link-amount-differs',
] as const
export type Anomaly = (typeof ANOMALIES)[number]

/** How a delivery was classified. */
export type DeliveryKind = 'first' | 'repeat' | 'conflict' | 'unreadable'

/** What was removed from a body before it was stored. */
export type Redaction = 'card-number' | 'security-code' | 'profile-key'

/**
 * The status of a sale's money. `none`: not a sale that can be funded. `in-draft`: only in drafts, which do not reserve
 * it. `in-batch`: in a submitted batch that has not ended, or whose outcome is unknown. `outside`: a person marked it
 * as funded elsewhere.
 */
export const FUNDING_STATUSES = ['unfunded', 'in-draft', 'in-batch', 'funded', 'outside', 'none'] as const
export type FundingStatus = (typeof FUNDING_STATUSES)[number]
