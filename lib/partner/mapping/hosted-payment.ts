import { exactCents } from '@/lib/domain/values/money'
/** The fields of a hosted payment link. Missing and empty ones are left out of the link. */
export type HostedPayment = {
  profileId?: string
  /** Whole cents. */
  amountMinor?: number
  invoiceNumber?: string
  clientReferenceNumber?: string
}

/**
 * A link to the hosted payment page at `pageUrl` (interface, "Hosted payment request fields"). Throws a
 * RangeError if the amount is not a whole number of cents.
 */
export function buildHostedPaymentLink(pageUrl: string, payment: HostedPayment): string {
  const link = new URL(pageUrl)
  const fields = {
    profile_id: payment.profileId,
    payment_amount: payment.amountMinor === undefined ? undefined : exactCents(payment.amountMinor),
    invoice_number: payment.invoiceNumber,
    client_reference_number: payment.clientReferenceNumber,
  }
  for (const [name, value] of Object.entries(fields)) if (value) link.searchParams.append(name, value)
  return link.href
}
