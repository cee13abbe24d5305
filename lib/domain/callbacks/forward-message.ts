import type { Anomaly, EventState } from './event'
import type { ForwardType } from './forward'

/** What a message is made of: an event as the log has it at that moment. */
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
  /** Cents; null where the text does not say for sure. */
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
 * The text of a message: built once, kept, and sent the same at every try, so that its signature covers what was
 * first said. What the partner named keeps the partner's name (interface, "Events"). The billing address and ZIP
 * code are left out: they are the cardholder's, nobody needs them to match a sale with its money, and a copy in
 * another system is one more that can leak. Whoever may see them sees them in the log.
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

/** A message that tells of no sale: to see whether an address takes them. */
export const buildTestMessage = (at: Date): string =>
  JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: {} })
