import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postCallbacks, type SeededReceiver, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { listSalesByReference, makeHostedLink, makeNewHostedLink, proposeReference } from './hosted-link'
import type { HostedLinkValues } from './views'

let desk: TestDesk
let receiver: SeededReceiver

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  receiver = await seedReceiver(await desk.as('Ana', ['admin']))
})
afterAll(() => desk.close())

const values = (more: Partial<HostedLinkValues> = {}): HostedLinkValues => ({
  profileId: '941000000001',
  amount: '125',
  invoice: 'INV 7',
  reference: 'REF-7',
  ...more,
})
const made = (more: Partial<HostedLinkValues> = {}) => makeHostedLink(desk.world, values(more))

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
    ['a line break in it', { invoice: 'a\nb' }, ['invoice']],
    ['no reference', { reference: '' }, ['reference']],
    ['a reference that is too long', { reference: 'İ'.repeat(256) }, ['reference']],
    ['several of them, each said at its field', { amount: 'x', reference: '' }, ['amount', 'reference']],
  ])('is not made of %s', (_, more, fields) => {
    const link = made(more)
    expect(link.ok ? null : Object.keys(link.problems).sort()).toEqual(fields)
  })

  test('is not made of a reference that a sale of the profile has had', async () => {
    const [sale] = await postCallbacks(desk.world, receiver, [
      saleFields({ tran_id: 'T-USED', client_ref_number: 'USED-1' }),
    ])
    const link = await makeNewHostedLink(desk.world, values({ reference: 'USED-1' }))
    expect(link).toEqual({
      ok: false,
      problems: { reference: 'A sale with this reference came already: T-USED. Take another one.' },
    })
    // Once it was made, the page shows it with what came back.
    expect(made({ reference: 'USED-1' }).ok).toBe(true)
    expect(await listSalesByReference(desk.world, values({ reference: 'USED-1' }))).toMatchObject([
      { n: sale?.n },
    ])
    const elsewhere = values({ reference: 'USED-1', profileId: '941000000004' })
    expect((await makeNewHostedLink(desk.world, elsewhere)).ok).toBe(true)
  })

  test('is met by sales with exactly its reference, and by nothing else that has the same text', async () => {
    await postCallbacks(desk.world, receiver, [
      saleFields({ tran_id: 'T-1', client_ref_number: 'Exact-1' }),
      saleFields({ tran_id: 'T-2', client_ref_number: 'EXACT-1' }),
      saleFields({ tran_id: 'T-3', client_ref_number: 'Z', invoice_number: 'Exact-1' }),
      saleFields({ tran_id: 'T-4', client_ref_number: 'Exact-1' }),
    ])
    const sales = await listSalesByReference(desk.world, values({ reference: 'Exact-1' }))
    expect(sales.map(({ tranId }) => tranId)).toEqual(['T-4', 'T-1'])
  })

  test('is proposed a reference that no other has, in letters that are not taken for each other', () => {
    const proposed = Array.from({ length: 500 }, proposeReference)
    expect(new Set(proposed).size).toBe(500)
    for (const reference of proposed) expect(reference).toMatch(/^PAY-[2-9A-HJ-NP-Z]{10}$/)
  })
})
