export type EventField = { name: string; value: string }

/**
 * A complete event as the hosted page would send it (interface, "Events"), for a transaction that the sandbox's
 * funding endpoint accepts as an approved, unsettled credit (contract.md, "The sandbox"). `chance` returns numbers
 * from 0 to below 1.
 */
export function plausibleEvent(now: Date, chance: () => number): EventField[] {
  const digits = (count: number) => String(Math.floor(chance() * 10 ** count)).padStart(count, '0')
  const transaction = String(Math.floor(chance() * 20_000) * 10 + 1).padStart(6, '0')
  const serial = digits(6)
  return Object.entries({
    resp_code: '000',
    resp_text: 'APPROVED',
    tran_id: `SBX-C-${transaction}`,
    tran_amount: `${1 + Math.floor(chance() * 400)}.${digits(2)}`,
    tran_date: tranDate(now),
    auth_code: digits(6),
    card_id: `card-${digits(8)}`,
    hpp_tran_id: `HPP-${digits(11)}`,
    invoice_number: `INV-${serial}`,
    client_ref_number: `REF-${serial}`,
    acct_number: '************1111',
    exp_date: `12${String(now.getUTCFullYear() + 2).slice(-2)}`,
    billing_address: '12 Example Street',
    billing_zip: '43004',
    currency_code: '840',
    tran_type: 'SALE',
    retrieval_ref_number: `7${digits(11)}`,
  }).map(([name, value]) => ({ name, value }))
}

/** MM/DD/YYYY HH:MM:SS AM/PM. The interface names no zone; this is UTC. */
function tranDate(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hour = at.getUTCHours()
  const time = [hour % 12 || 12, at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()} ${time} ${hour < 12 ? 'AM' : 'PM'}`
}
