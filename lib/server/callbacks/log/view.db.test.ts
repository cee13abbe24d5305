import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/services'
import {
  postCallbacks,
  requireEvent,
  type SeededReceiver,
  saleFields,
  seedReceiver,
} from '@/lib/testing/callbacks'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { closeEvent, reopenEvent, resolveConflict, setAmount } from './decisions'
import { reprocessEvent } from './reprocess'
import { viewCallback } from './view'

let desk: TestDesk
let finn: Ctx
let shop: SeededReceiver
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  finn = await desk.as('Finn', ['finance'])
  shop = await seedReceiver(finn)
})
afterAll(() => desk.close())

async function posted(...bodies: Parameters<typeof postCallbacks>[2][number][]): Promise<number> {
  const [event] = await postCallbacks(desk.services, shop, bodies)
  if (!event) throw new Error('No event.')
  return event.n
}

describe('the page of an event', () => {
  test('explains every field, its raw text beside what the desk read', async () => {
    const n = await posted(saleFields({ tran_id: 'FIELDS', tran_amount: '$1,250.5', avs_result: 'Y' }))
    const { deliveryList } = await viewCallback(finn, n)
    const field = (name: string) => deliveryList[0]?.fields.find((one) => one.name === name)
    expect(field('tran_amount')).toMatchObject({
      text: '$1,250.5',
      label: 'Amount',
      reading: '$1,250.50',
      manner: 'lenient',
    })
    expect(field('avs_result')).toMatchObject({ text: 'Y', label: null, explanation: null })
    expect(deliveryList[0]).toMatchObject({ kind: 'first', stands: true, address: '203.0.113.7' })
    expect(deliveryList[0]?.body).toContain('tran_amount=%241%2C250.5')
  })

  test('compares the contents of a conflict, and says who resolved it', async () => {
    const n = await posted(
      saleFields({ tran_id: 'TWO' }),
      saleFields({ tran_id: 'TWO', tran_amount: '126.00', auth_code: '' }),
      saleFields({ tran_id: 'TWO' }),
    )
    const before = await viewCallback(finn, n)
    const [third, second, first] = before.deliveryList
    expect([first?.kind, second?.kind, third?.kind]).toEqual(['first', 'conflict', 'repeat'])
    expect([first?.stands, second?.stands, third?.stands]).toEqual([true, false, true])
    expect(before.differences).toEqual([
      {
        name: 'tran_amount',
        texts: [
          { n: first?.n, text: '125.00' },
          { n: second?.n, text: '126.00' },
        ],
      },
      {
        name: 'auth_code',
        texts: [
          { n: first?.n, text: '012345' },
          { n: second?.n, text: null },
        ],
      },
    ])
    const resolved = await resolveConflict(finn, {
      n,
      deliveries: before.deliveries,
      version: before.version,
      contentN: second?.n ?? 0,
      note: 'By phone.',
    })
    expect(resolved).toEqual({ ok: true })
    const after = await viewCallback(finn, n)
    expect(after).toMatchObject({
      state: 'approved',
      resolved: { by: 'Finn', note: 'By phone.' },
      history: [{ by: 'Finn', action: 'callback-settled', note: 'By phone.' }],
    })
    expect(after.deliveryList.map(({ stands }) => stands)).toEqual([false, true, false])
  })

  test('compares deliveries of two receivers, and the chosen one decides whose sale it is', async () => {
    const shops = [
      await seedReceiver(finn, { merchantId: 'BLUEBIRD-01' }),
      await seedReceiver(finn, { merchantId: 'CEDAR-02' }),
    ]
    const sale = saleFields({ tran_id: 'TOLD-BY-TWO' })
    const n = await posted(sale)
    for (const receiver of shops) await postCallbacks(desk.services, receiver, [sale])
    const before = await viewCallback(finn, n)
    const [second, , first] = before.deliveryList
    expect(before).toMatchObject({ merchantId: 'BLUEBIRD-01', state: 'conflict' })
    expect(before.deliveryList.map(({ stands }) => stands)).toEqual([false, true, true])
    expect(before.differences).toEqual([
      {
        name: 'Merchant of its receiver',
        texts: [
          { n: first?.n, text: 'BLUEBIRD-01' },
          { n: second?.n, text: 'CEDAR-02' },
        ],
      },
    ])
    const chosen = { n, deliveries: 3, version: before.version, contentN: second?.n ?? 0, note: 'By phone.' }
    expect(await resolveConflict(finn, chosen)).toEqual({ ok: true })
    const after = await viewCallback(finn, n)
    expect(after).toMatchObject({ merchantId: 'CEDAR-02', state: 'approved', funding: 'unfunded' })
    expect(after.deliveryList.map(({ stands }) => stands)).toEqual([true, false, true])
    for (const receiver of shops) await postCallbacks(desk.services, receiver, [sale])
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: false })
    expect(await requireEvent(desk.services, n)).toMatchObject({ merchantId: 'CEDAR-02', state: 'approved' })
  })

  test('says who set the amount and why, its history, and why it cannot be changed', async () => {
    const n = await posted(saleFields({ tran_id: 'SET', tran_amount: '1,250' }))
    const { deliveries, version, whyAmountStands } = await viewCallback(finn, n)
    expect(whyAmountStands).toBeNull()
    await setAmount(finn, { n, deliveries, version, amountMinor: 125_000, note: 'The invoice.' })
    const after = await viewCallback(finn, n)
    expect(after).toMatchObject({
      amountMinor: 125_000,
      amountSet: { by: 'Finn', note: 'The invoice.' },
      whyAmountStands: null,
      history: [{ action: 'callback-amount-set', note: 'The invoice.', amountMinor: 125_000 }],
    })
    const clear = await viewCallback(finn, await posted(saleFields({ tran_id: 'CLEAR' })))
    expect(clear).toMatchObject({ amountSet: null, whyAmountStands: expect.stringContaining('clear amount') })
  })

  test('says who closed it and why, as long as it is closed', async () => {
    const n = await posted(saleFields({ tran_id: 'CLOSED', resp_code: '005' }))
    const { deliveries, version } = await viewCallback(finn, n)
    await closeEvent(finn, { n, deliveries, version, note: 'A test sale.' })
    expect(await viewCallback(finn, n)).toMatchObject({
      state: 'closed',
      closed: { by: 'Finn', note: 'A test sale.' },
    })
    await reopenEvent(finn, { n, deliveries, version: version + 1, note: 'No test sale after all.' })
    expect(await viewCallback(finn, n)).toMatchObject({
      state: 'anomaly',
      closed: null,
      history: [
        { action: 'callback-reopened', note: 'No test sale after all.' },
        { action: 'callback-closed' },
      ],
    })
  })

  test('shows the latest 100 deliveries, and the first of each content', async () => {
    const first = saleFields({ tran_id: 'MANY' })
    const second = saleFields({ tran_id: 'MANY', auth_code: 'other' })
    const n = await posted(first, ...Array.from({ length: 120 }, () => second))
    const { deliveryList, deliveries, differences } = await viewCallback(finn, n)
    expect(deliveries).toBe(121)
    expect(deliveryList).toHaveLength(102)
    for (const { texts } of differences)
      for (const text of texts) expect(deliveryList.some((delivery) => delivery.n === text.n)).toBe(true)
  })

  test('limits the bytes shown of large bodies', async () => {
    const large = { padding: 'x'.repeat(60 * 1024) }
    const bodies = Array.from({ length: 20 }, () => saleFields({ tran_id: 'LARGE', ...large }))
    const { deliveryList, deliveries } = await viewCallback(finn, await posted(...bodies))
    expect(deliveries).toBe(20)
    expect(deliveryList.length).toBeLessThan(10)
    expect(deliveryList.some(({ stands }) => stands)).toBe(true)
  })

  test('names every batch that has the sale, by either identifier', async () => {
    const sale = saleFields({ tran_id: 'BATCHED', retrieval_ref_number: '900000000077' })
    const n = await posted(sale)
    await seedBatch(finn, linesOf(['BATCHED']))
    await seedBatch(finn, linesOf([''], { retrievalReferenceNumber: '900000000077' }))
    await seedBatch(finn, linesOf(['BATCHED']), { profileId: '941000000004' })
    const { batches, batch } = await viewCallback(finn, n)
    expect(batches.map(({ status, outcome }) => [status, outcome])).toEqual([
      ['draft', 'in-batch'],
      ['draft', 'in-batch'],
    ])
    expect(batch?.number).toBe(batches[0]?.number)
  })

  test('says what the current user may do', async () => {
    const n = await posted(saleFields({ tran_id: 'MAY' }))
    const ida = await desk.as('Ida', ['onboarding'])
    const ada = await desk.as('Ada', ['admin'])
    expect(await viewCallback(finn, n)).toMatchObject({
      mayFund: true,
      mayReprocess: true,
      maySetAmount: true,
    })
    expect(await viewCallback(ida, n)).toMatchObject({
      mayFund: false,
      mayReprocess: false,
      maySetAmount: false,
    })
    expect(await viewCallback(ada, n)).toMatchObject({ mayReprocess: true, maySetAmount: false })
  })

  test('exists for events without a transaction too', async () => {
    const n = await posted(new Uint8Array([0xff, 0x3d, 0x00]))
    expect(await viewCallback(finn, n)).toMatchObject({ state: 'unreadable', tranId: null, batches: [] })
    expect((await requireEvent(desk.services, n)).funding).toBe('none')
  })

  test('is not found without an event', async () => {
    await expect(viewCallback(finn, 999_999)).rejects.toMatchObject({ code: 'not-found' })
  })
})
