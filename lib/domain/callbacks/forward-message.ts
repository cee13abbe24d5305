import type { Anomaly, EventState } from './event'
import type { ForwardType } from './forward'

/** The event that a message is about, as the log has it at that moment. */
type ForwardedEvent = {
  n: number
  receivedAt: Date
  deliveries: number
  profileId: string
  merchantId: string
  tranId: string | null
  state: EventState
  anomalies: readonly Anomaly[]
  respCode: string
  amountText: string
  /** Cents; null if the amount is not clear. */
  amountMinor: number | null
  currencyCode: string
  tranDate: string
  /** Truncated, as the log shows it. */
  account: string
  invoiceNumber: string
  clientRefNumber: string
  retrievalRefNumber: string
  hppTranId: string
  authCode: string
}

/**
 * The text of a message. It is built once, stored, and sent unchanged at every try, so that the signature stays valid.
 * Names from the partner stay as they are (interface, "Events"). The cardholder's billing address and ZIP code are left
 * out: matching a sale with its money does not need them, and another copy could leak. People with access see them in
 * the log.
 */
export function buildForwardMessage(type: ForwardType, at: Date, event: ForwardedEvent): string {
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: {
      log_number: event.n,
      profile_id: event.profileId,
      merchant_id: event.merchantId || null,
      tran_id: event.tranId,
      state: event.state,
      anomalies: event.anomalies,
      resp_code: event.respCode,
      tran_amount: event.amountText,
      amount_minor: event.amountMinor,
      currency_code: event.currencyCode,
      tran_date: event.tranDate,
      received_at: event.receivedAt.toISOString(),
      invoice_number: event.invoiceNumber,
      client_ref_number: event.clientRefNumber,
      retrieval_ref_number: event.retrievalRefNumber,
      hpp_tran_id: event.hppTranId,
      auth_code: event.authCode,
      acct_number: event.account,
      deliveries: event.deliveries,
    },
  })
}

/** A message about no sale, for testing whether an endpoint accepts messages. */
export const buildTestMessage = (at: Date): string =>
  JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: {} })
