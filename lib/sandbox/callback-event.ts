import { APPROVED_RESP_CODE } from '@/lib/domain/callbacks/fields'
import { exactCents } from '@/lib/domain/values/money'
import type { WireCallback } from '@/lib/partner/wire/callback'
import { type TestCard, truncatedNumber } from './test-cards'

/** A sale on the hosted page. Texts that were not entered are empty. */
export type Sale = {
  tranId: string
  hppTranId: string
  /** 12 digits. */
  retrievalReferenceNumber: string
  card: TestCard
  /** US cents. */
  amountMinor: number
  at: Date
  /** From the issuing bank, for an approved sale. */
  authCode: string
  /** MMYY. */
  expDate: string
  billingAddress: string
  billingZip: string
  invoiceNumber: string
  clientReferenceNumber: string
}

/** The event's form fields, in the order of the interface's table. */
export type EventFields = Record<string, string>

/**
 * The event of a sale (interface, "Events"). Empty fields are left out. The event of a declined sale is stored but
 * never sent: only approved sales are reported.
 */
export function buildCallbackEvent(sale: Sale): EventFields {
  const { card } = sale
  return withoutEmpty({
    resp_code: card.approved ? APPROVED_RESP_CODE : '005',
    resp_text: card.approved ? 'APPROVED' : 'DECLINED',
    tran_id: sale.tranId,
    tran_amount: exactCents(sale.amountMinor),
    tran_date: tranDate(sale.at),
    auth_code: sale.authCode,
    card_id: card.cardId,
    hpp_tran_id: sale.hppTranId,
    invoice_number: sale.invoiceNumber,
    client_ref_number: sale.clientReferenceNumber,
    acct_number: truncatedNumber(card.number),
    exp_date: sale.expDate,
    billing_address: sale.billingAddress,
    billing_zip: sale.billingZip,
    currency_code: '840',
    tran_type: 'SALE',
    retrieval_ref_number: sale.retrievalReferenceNumber,
  } satisfies WireCallback)
}

const withoutEmpty = (fields: EventFields): EventFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** MM/DD/YYYY HH:MM:SS AM/PM, always in UTC: the interface does not name a time zone. */
function tranDate(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`
  const hour = at.getUTCHours()
  const time = [hour % 12 || 12, at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${day} ${time} ${hour < 12 ? 'AM' : 'PM'}`
}
