/** What a hosted payment link may carry; what is left out or empty is not in the link. */
export type HostedPayment = {
  profileId?: string
  /** Whole cents. */
  amountMinor?: number
  invoiceNumber?: string
  clientReferenceNumber?: string
}

/**
 * A link to the hosted payment page at `pageUrl` (interface, "Hosted payment request fields"). Throws a
 * RangeError for an amount that is no whole number of cents.
 */
export function buildHostedPaymentLink(pageUrl: string, payment: HostedPayment): string {
  const link = new URL(pageUrl)
  const fields = {
    profile_id: payment.profileId,
    payment_amount: payment.amountMinor === undefined ? undefined : dollarText(payment.amountMinor),
    invoice_number: payment.invoiceNumber,
    client_reference_number: payment.clientReferenceNumber,
  }
  for (const [name, value] of Object.entries(fields)) if (value) link.searchParams.append(name, value)
  return link.href
}

/** `5` → `0.05`; by its digits, so that no float comes between. */
function dollarText(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError('A payment amount is a whole number of cents.')
  }
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
