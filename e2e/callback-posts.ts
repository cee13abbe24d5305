import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** contract.md, "The receiver": the demonstration's key for profile 941000000001. */
export const RECEIVER = '/webhooks/response-credit-card/demo-callback-key-0000000000000001'

export type EventFields = Readonly<Record<string, string>>

/** An approved sale as the interface defines it ("Events"). Each journey has transactions of its own. */
export const saleOf = (tranId: string, fields: EventFields = {}): EventFields => ({
  resp_code: '000',
  resp_text: 'APPROVED',
  tran_id: tranId,
  tran_amount: '125.00',
  tran_date: '11/20/2026 03:04:05 PM',
  auth_code: '012345',
  invoice_number: `INV-${tranId}`,
  client_ref_number: `REF-${tranId}`,
  acct_number: '************1111',
  exp_date: '1228',
  currency_code: '840',
  tran_type: 'SALE',
  ...fields,
})

/** Posts an event as the partner does: as fields, or a raw body. The event is stored when this returns. */
export async function post(request: APIRequestContext, event: EventFields | string): Promise<void> {
  const response = await request.post(RECEIVER, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: typeof event === 'string' ? event : new URLSearchParams(event).toString(),
  })
  expect(response.status()).toBe(200)
}

/** An admin makes a receiver for the merchant. Returns the address for its callbacks. */
export async function addReceiver(page: Page, profileId: string, merchantId: string): Promise<string> {
  await page.goto('/admin/settings/callbacks')
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  const form = page.getByRole('form', { name: 'New receiver' })
  await form.getByLabel('Name').fill(merchantId)
  await form.getByLabel('Funding profile').selectOption(profileId)
  await form.getByLabel('Merchant ID').fill(merchantId)
  await form.getByRole('button', { name: 'Create key' }).click()
  const notice = page.getByRole('region', { name: `The new address of ${merchantId}` })
  return (await notice.locator('pre').innerText()).trim()
}
