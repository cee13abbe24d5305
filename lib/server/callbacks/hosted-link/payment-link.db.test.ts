import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { previewSales } from '@/lib/server/callbacks/fund/fund-sales'
import { closeEvent, setAmount } from '@/lib/server/callbacks/log/decisions'
import { reprocessEvent } from '@/lib/server/callbacks/log/reprocess'
import { viewCallback } from '@/lib/server/callbacks/log/view'
import { listAgeing } from '@/lib/server/sales/ageing'
import type { Ctx } from '@/lib/server/services'
import {
  type CallbackFields,
  postCallbacks,
  requireEvent,
  type SeededReceiver,
  saleFields,
  seedReceiver,
} from '@/lib/testing/callbacks'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  buildPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listSalesByReference,
  makePaymentLink,
  PAYMENT_LINK_PAGE,
  proposeReference,
} from './payment-link'
import type { PaymentLinkValues } from './views'

let desk: TestDesk
let receiver: SeededReceiver
let fay: Ctx

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  receiver = await seedReceiver(await desk.as('Ana', ['admin']))
  fay = await desk.as('Fay', ['finance'])
})
afterAll(() => desk.close())

const values = (more: Partial<PaymentLinkValues> = {}): PaymentLinkValues => ({
  profileId: '941000000001',
  amount: '125',
  invoice: 'INV 7',
  reference: 'REF-7',
  ...more,
})
const made = (more: Partial<PaymentLinkValues> = {}) => buildPaymentLink(desk.services, values(more))

/** Stores a link and returns its number. */
async function kept(more: Partial<PaymentLinkValues>): Promise<number> {
  const link = await makePaymentLink(fay, values(more))
  if (!link.ok) throw new Error(JSON.stringify(link.problems))
  return link.n
}

describe('a hosted payment link', () => {
  test('leads to the payment page with the four fields', () => {
    const link = made({ amount: '$1,250.5' })
    expect(link.ok && new URL(link.link).origin + new URL(link.link).pathname).toBe(
      'http://127.0.0.1:1/sandbox/hpp/pay',
    )
    expect(link.ok && Object.fromEntries(new URL(link.link).searchParams)).toEqual({
      profile_id: '941000000001',
      payment_amount: '1250.50',
      invoice_number: 'INV 7',
      client_reference_number: 'REF-7',
    })
  })

  test('needs no invoice number', () => {
    const link = made({ invoice: '' })
    expect(link.ok && link.link).not.toContain('invoice_number')
  })

  test.each([
    ['a profile that is not ours', { profileId: '999' }, ['profileId']],
    ['no amount', { amount: '' }, ['amount']],
    ['an amount of zero', { amount: '0.00' }, ['amount']],
    ['less than nothing', { amount: '-5' }, ['amount']],
    ['parts of a cent', { amount: '1.005' }, ['amount']],
    ['more than the page takes', { amount: '100000000' }, ['amount']],
    ['an amount far beyond all numbers', { amount: '9'.repeat(400) }, ['amount']],
    ['a percentage', { amount: '5%' }, ['amount']],
    ['an invoice number that is too long', { invoice: 'x'.repeat(256) }, ['invoice']],
    ['an invoice number with a line break', { invoice: 'a\nb' }, ['invoice']],
    ['a reference that is too long', { reference: 'İ'.repeat(256) }, ['reference']],
    ['a card number as invoice number', { invoice: '4111 1111-1111 1111' }, ['invoice']],
    ['a card number as reference', { reference: 'card 378282246310005' }, ['reference']],
    [
      'several problems, each at its field',
      { amount: 'x', reference: 'x'.repeat(256) },
      ['amount', 'reference'],
    ],
  ])('is not made of %s', (_, more, fields) => {
    const link = made(more)
    expect(link.ok ? null : Object.keys(link.problems).sort()).toEqual(fields)
  })

  test('accepts numbers that are not card numbers', () => {
    expect(made({ invoice: '4111111111111112', reference: '765093716631' }).ok).toBe(true)
  })

  test('is not made with a reference that a sale of the profile already has', async () => {
    await postCallbacks(desk.services, receiver, [
      saleFields({ tran_id: 'T-USED', client_ref_number: 'USED-1' }),
    ])
    expect(await makePaymentLink(fay, values({ reference: 'USED-1' }))).toEqual({
      ok: false,
      problems: { reference: 'A sale came with this reference: T-USED. Use a new reference.' },
      earlier: null,
    })
    const elsewhere = values({ reference: 'USED-1', profileId: '941000000004' })
    expect((await makePaymentLink(fay, elsewhere)).ok).toBe(true)
  })

  test('is stored with its maker, once per reference of a profile', async () => {
    const n = await kept({ reference: 'KEPT-1', amount: '$1,250.5', invoice: 'INV 7' })
    expect(await getPaymentLink(desk.services.db, n)).toMatchObject({
      n,
      amountMinor: 125_050,
      invoiceNumber: 'INV 7',
      reference: 'KEPT-1',
      by: 'Fay',
      state: 'not-paid',
      sales: [],
      link: expect.stringContaining('payment_amount=1250.50'),
    })
    const [row] = await desk.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'payment-link'), eq(auditLog.subjectId, String(n))))
    expect(row).toMatchObject({
      action: 'payment-link-made',
      actorId: fay.actor.id,
      detail: { amountMinor: 125_050, reference: 'KEPT-1' },
    })
    expect(await makePaymentLink(fay, values({ reference: 'KEPT-1', amount: '9' }))).toMatchObject({
      ok: false,
      problems: { reference: expect.stringContaining('exists') },
      earlier: n,
    })
    expect(await kept({ reference: 'KEPT-1', profileId: '941000000004' })).toBeGreaterThan(n)
    const both = await Promise.all([1, 2].map(() => makePaymentLink(fay, values({ reference: 'RACE-1' }))))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('needs no reference, as in the interface, and several links may have none', async () => {
    const [first, second] = [await kept({ reference: '' }), await kept({ reference: '' })]
    expect(second).toBeGreaterThan(first)
    const link = await getPaymentLink(desk.services.db, second)
    expect(link).toMatchObject({ reference: '', state: 'not-paid', sales: [] })
    expect(link?.link).not.toContain('client_reference_number')
  })

  test('is matched by sales with exactly its reference, and nothing else with the same text', async () => {
    await postCallbacks(desk.services, receiver, [
      saleFields({ tran_id: 'T-1', client_ref_number: 'Exact-1' }),
      saleFields({ tran_id: 'T-2', client_ref_number: 'EXACT-1' }),
      saleFields({ tran_id: 'T-3', client_ref_number: 'Z', invoice_number: 'Exact-1' }),
      saleFields({ tran_id: 'T-4', client_ref_number: 'Exact-1' }),
    ])
    const sales = await listSalesByReference(desk.services, values({ reference: 'Exact-1' }))
    expect(sales.map(({ tranId }) => tranId)).toEqual(['T-4', 'T-1'])
  })

  test('gets a proposed reference that is unique and has no similar letters', () => {
    const proposed = Array.from({ length: 500 }, proposeReference)
    expect(new Set(proposed).size).toBe(500)
    for (const reference of proposed) expect(reference).toMatch(/^PAY-[2-9A-HJ-NP-Z]{10}$/)
  })
})

describe('a sale through a payment link', () => {
  const come = async (fields: CallbackFields) => {
    const [event] = await postCallbacks(desk.services, receiver, [saleFields(fields)])
    if (!event) throw new Error('No event.')
    return event
  }
  const decision = async (n: number) => {
    const { deliveries, version } = await requireEvent(desk.services, n)
    return { n, deliveries, version, note: 'The buyer and the shop agreed on it.' }
  }

  test('with its amount is paid', async () => {
    const n = await kept({ reference: 'BACK-1', amount: '123.45' })
    const sale = await come({ tran_id: 'BACK-1', client_ref_number: 'BACK-1', tran_amount: '123.45' })
    expect(sale).toMatchObject({ state: 'approved', anomalies: [], linkN: n, linkAmountMinor: 12_345 })
    expect(await getPaymentLink(desk.services.db, n)).toMatchObject({
      state: 'paid',
      sales: [{ n: sale.n, tranId: 'BACK-1', amountMinor: 12_345 }],
    })
  })

  test('with another amount is flagged, and can be funded once a person closes it', async () => {
    const n = await kept({ reference: 'BACK-2', amount: '123.45' })
    const sale = await come({ tran_id: 'BACK-2', client_ref_number: 'BACK-2', tran_amount: '1.00' })
    expect(sale).toMatchObject({
      state: 'anomaly',
      anomalies: ['link-amount-differs'],
      amountMinor: 100,
      linkAmountMinor: 12_345,
      funding: 'unfunded',
    })
    expect(await previewSales(fay, { sales: [sale.n], split: null })).toMatchObject({
      ok: false,
      reason: 'nothing',
      leftOut: [{ reason: 'link-amount', sales: 1 }],
    })
    expect(
      (await listAgeing(desk.services, '2026-11-22')).reduce((sum, { held }) => sum + held.sales, 0),
    ).toBe(1)
    expect(await getPaymentLink(desk.services.db, n)).toMatchObject({ state: 'other-amount' })
    // Reprocessing changes nothing.
    expect(await reprocessEvent(fay, { n: sale.n })).toEqual({ ok: true, changed: false })
    await closeEvent(fay, await decision(sale.n))
    expect(await previewSales(fay, { sales: [sale.n], split: null })).toMatchObject({
      ok: true,
      preview: { sales: [sale.n], amountMinor: 100 },
    })
  })

  test('without a clear amount is compared with the link once the amount is set', async () => {
    const n = await kept({ reference: 'BACK-3', amount: '123.45' })
    const sale = await come({ tran_id: 'BACK-3', client_ref_number: 'BACK-3', tran_amount: '' })
    expect(sale.anomalies).toEqual(['amount-missing'])
    expect(await getPaymentLink(desk.services.db, n)).toMatchObject({ state: 'other-amount' })
    await setAmount(fay, { ...(await decision(sale.n)), amountMinor: 500 })
    expect((await requireEvent(desk.services, sale.n)).anomalies).toEqual(['link-amount-differs'])
    await setAmount(fay, { ...(await decision(sale.n)), amountMinor: 12_345 })
    expect(await requireEvent(desk.services, sale.n)).toMatchObject({ state: 'approved', anomalies: [] })
    expect(await getPaymentLink(desk.services.db, n)).toMatchObject({ state: 'paid' })
  })

  test('that comes twice shows it; declined sales and other profiles or references do not count', async () => {
    const n = await kept({ reference: 'BACK-4', amount: '5' })
    await kept({ reference: 'back-4', amount: '5' })
    const other = await seedReceiver(fay, { profileId: '941000000004', label: 'Other' })
    await postCallbacks(desk.services, other, [saleFields({ tran_id: 'B-0', client_ref_number: 'BACK-4' })])
    await come({ tran_id: 'B-1', client_ref_number: 'BACK-4', tran_amount: '5.00', resp_code: '005' })
    expect(await getPaymentLink(desk.services.db, n)).toMatchObject({ state: 'not-paid', sales: [] })
    await come({ tran_id: 'B-2', client_ref_number: 'BACK-4', tran_amount: '5.00' })
    await come({ tran_id: 'B-3', client_ref_number: 'BACK-4', tran_amount: '5.00' })
    await come({ tran_id: 'B-3', client_ref_number: 'BACK-4', tran_amount: '5.00' })
    const link = await getPaymentLink(desk.services.db, n)
    expect(link?.state).toBe('paid-twice')
    const [latest, first] = link?.sales ?? []
    const also = async (sale: number) => (await viewCallback(fay, sale)).alsoPaid
    expect(await also(first?.n ?? 0)).toEqual([{ n: latest?.n, tranId: 'B-3' }])
    expect(await also(latest?.n ?? 0)).toEqual([{ n: first?.n, tranId: 'B-2' }])
    expect(link?.sales.map(({ tranId }) => tranId)).toEqual(['B-3', 'B-2'])
  })

  test('appears in the list of links, latest first, page by page', async () => {
    for (let i = 0; i <= PAYMENT_LINK_PAGE; i++) await kept({ reference: `LIST-${i}` })
    const first = await listPaymentLinks(desk.services.db, null)
    expect(first.items).toHaveLength(PAYMENT_LINK_PAGE)
    expect(first.items[0]?.reference).toBe(`LIST-${PAYMENT_LINK_PAGE}`)
    const second = await listPaymentLinks(desk.services.db, first.older)
    expect(second.items[0]?.reference).toBe('LIST-0')
    expect(second.items.some(({ reference }) => reference === 'BACK-4')).toBe(true)
    const numbers = [...first.items, ...second.items].map(({ n }) => n)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  })
})
