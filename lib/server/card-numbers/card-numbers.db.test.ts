import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callbackDeliveries,
  callbackEndpoints,
  callbackEvents,
  callbackForwards,
  paymentLinks,
} from '@/lib/db/schema/callbacks'
import { auditLog, settings } from '@/lib/db/schema/desk'
import { callbackList, cleanCallbackSearch } from '@/lib/domain/callbacks/callback-list-query'
import { recordAudit } from '@/lib/server/audit'
import { type CallbackIntake, createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import { closeEvent, resolveConflict } from '@/lib/server/callbacks/log/decisions'
import { listCallbackPage } from '@/lib/server/callbacks/log/list'
import type { Ctx } from '@/lib/server/services'
import {
  classifyAll,
  listDeliveries,
  listEvents,
  postCallbacks,
  type SeededReceiver,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { sweepCardNumbers } from './card-number-sweep'

/** No one listens there: taking callbacks in asks no partner. */
const partnerUrl = 'http://127.0.0.1:9'

/** One of each network that is usual, as test cards have them. */
const CARDS = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '30569309025904',
] as const
const [VISA, MASTERCARD, AMEX, DISCOVER, DINERS] = CARDS
/** Told from every other number, and no card's. */
const CODE = '90817263'

function rules(open: () => Promise<TestDesk>): void {
  let desk: TestDesk
  let ada: Ctx
  let receiver: SeededReceiver
  beforeAll(async () => {
    desk = await open()
    return () => desk.close()
  })
  beforeEach(async () => {
    const { db } = desk.services
    await db.delete(callbackForwards)
    await db.delete(callbackEvents)
    await db.delete(callbackDeliveries)
    await db.delete(settings).where(eq(settings.key, 'card-number-sweep'))
    ada = await desk.as(`Ada ${crypto.randomUUID()}`, ['admin', 'finance'])
    receiver = await seedReceiver(ada, { merchantId: crypto.randomUUID() })
  })

  /** Every row of every table as text, digits joined over what stands between them, and bytes as the text they are. */
  async function everything(): Promise<string> {
    const dump = await dumpDatabase(desk.services.db)
    const bodies = (await listDeliveries(desk.services)).map(({ body }) =>
      decodeURIComponent(Buffer.from(body).toString('latin1').replaceAll('+', ' ')),
    )
    const rows = Object.values(dump).flat()
    return [...rows, ...bodies].map((row) => `${row}\n${row.replace(/[ .–-]/g, '')}`).join('\n')
  }
  async function expectNoneLeft(cards: readonly string[] = CARDS): Promise<void> {
    const all = await everything()
    for (const secret of [...cards, CODE]) {
      expect(all.includes(secret), `${secret} is left`).toBe(false)
      expect(all.includes(Buffer.from(secret).toString('hex')), `${secret} is left as bytes`).toBe(false)
    }
  }

  /** One that knows the keys that there are now. */
  async function openIntake(): Promise<CallbackIntake> {
    const keys = await watchKeys(desk.services)
    keys.stop()
    return createCallbackIntake(desk.services, keys, { onStored: () => {} })
  }

  test('taken in and read, no field of a callback leaves a card number or a code in any table', async () => {
    const intake = await openIntake()
    const form = new URLSearchParams({
      ...saleFields({
        tran_id: 'T-1',
        invoice_number: VISA,
        client_ref_number: `${MASTERCARD.slice(0, 4)} ${MASTERCARD.slice(4)}`,
      }),
      hpp_tran_id: AMEX,
      card_id: DISCOVER,
      pan: DINERS,
      cvv: CODE,
      track2: `;${VISA}=${CODE}`,
      [`note ${VISA}`]: 'x',
      json: JSON.stringify({ card: MASTERCARD, cvc: CODE }),
    })
    for (const body of [
      form.toString(),
      JSON.stringify({
        tran_id: 'T-2',
        card: VISA,
        cvv: CODE,
        list: [AMEX, `${DINERS.slice(0, 6)}-${DINERS.slice(6)}`],
      }),
      `tran_id=T-3&a=${encodeURIComponent(encodeURIComponent(VISA.replace(/(.{4})/g, '$1 ')))}`,
      `tran_id=${DISCOVER}&resp_code=000&tran_amount=1.00`,
    ])
      expect(
        await intake.receive({ key: receiver.key, address: '203.0.113.7', body: Buffer.from(body) }),
      ).toBe('stored')
    await intake.stop()
    await classifyAll(desk.services)
    await expectNoneLeft()
    const event = (await listEvents(desk.services)).find(({ tranId }) => tranId === 'T-1')
    expect(event).toMatchObject({
      invoiceNumber: '************1111',
      state: 'anomaly',
      anomalies: ['card-number-truncated', 'security-code-removed'],
      funding: 'unfunded',
      retrievalRefNumber: '700000000001',
    })
    expect(event?.identifiers).toContain('1111')
  })

  test('transaction ids that look like card numbers stay apart, repeat as one sale, are found, and fund nothing', async () => {
    const intake = await openIntake()
    const body = (tranId: string) =>
      Buffer.from(new URLSearchParams(saleFields({ tran_id: tranId })).toString())
    for (const tranId of [VISA, '4012888888881881', '4000000000001000', VISA])
      await intake.receive({ key: receiver.key, address: '', body: body(tranId) })
    await intake.stop()
    await classifyAll(desk.services)
    const events = await listEvents(desk.services)
    expect(events.map(({ deliveries, state, funding }) => [deliveries, state, funding])).toEqual([
      [2, 'anomaly', 'none'],
      [1, 'anomaly', 'none'],
      [1, 'anomaly', 'none'],
    ])
    const search = cleanCallbackSearch('4111 1111 1111 1111')
    expect(search).toBe('1111')
    const { items } = await listCallbackPage(desk.services, {
      ...callbackList.all,
      search,
      merchantId: null,
    })
    expect(items.map(({ n }) => n)).toContain(events[0]?.n)
    await expectNoneLeft()
  })

  test('what was kept before is swept once: deliveries, events, messages, links, notes, searches and the audit log', async () => {
    const { db } = desk.services
    const fields = saleFields({
      tran_id: 'OLD-1',
      invoice_number: VISA,
      client_ref_number: 'REF-OLD',
      cvv: CODE,
      pan: AMEX,
    })
    const [event] = await postCallbacks(desk.services, receiver, [fields, fields])
    const [conflict] = await postCallbacks(desk.services, receiver, [
      saleFields({ tran_id: 'OLD-2', hpp_tran_id: MASTERCARD }),
      saleFields({ tran_id: 'OLD-2', hpp_tran_id: DISCOVER, tran_amount: '7.00' }),
    ])
    const [unnamed] = await postCallbacks(desk.services, receiver, [saleFields({ tran_id: '', pan: DINERS })])
    const [asCard] = await postCallbacks(desk.services, receiver, [saleFields({ tran_id: VISA })])
    const untouched = (await postCallbacks(desk.services, receiver, [saleFields({ tran_id: 'OLD-3' })]))[0]
    const [waiting] = await storeDeliveries(desk.services, receiver, [
      saleFields({ tran_id: 'OLD-4', pan: VISA }),
    ])
    if (!event || !conflict || !unnamed || !asCard) throw new Error('No events.')
    await resolveConflict(ada, {
      n: conflict.n,
      deliveries: 2,
      version: 0,
      note: 'as told',
      contentN: conflict.contentN + 1,
    })
    await db
      .update(callbackEvents)
      .set({ outsideNote: `paid with ${VISA}` })
      .where(eq(callbackEvents.n, event.n))
    await db.insert(auditLog).values({
      at: new Date(),
      action: 'callbacks-exported',
      subjectType: 'callback',
      subjectId: '',
      requestId: 'r',
      detail: { query: { search: VISA }, sha: 'a5105105105105100bbbbbbbbbbbbbbb' },
    })
    for (const n of [1, 2])
      await db.insert(paymentLinks).values({
        profileId: '941000000001',
        amountMinor: 100,
        invoiceNumber: VISA,
        reference: n === 1 ? VISA : '4444 4444 4444 1111',
        link: `https://pay.example/?invoice_number=4111%201111%201111%201111&client_reference_number=${VISA}`,
        createdBy: ada.actor.id,
        createdAt: new Date(),
      })
    const [endpoint] = await db
      .insert(callbackEndpoints)
      .values({
        ...{ label: 'Books', url: 'https://books.example', secret: '', active: false, innerAllowed: false },
        ...{ createdBy: ada.actor.id, createdAt: new Date() },
      })
      .returning()
    await db.insert(callbackForwards).values({
      ...{ endpointId: endpoint?.id ?? '', eventN: event.n, type: 'callback.received', state: 'failed' },
      ...{
        payload: JSON.stringify({ data: { log_number: 1, invoice_number: VISA } }),
        createdAt: new Date(),
      },
    })
    const all = await everything()
    for (const card of CARDS) expect(all.includes(card), 'the test puts it there').toBe(true)

    await sweepCardNumbers(desk.services, desk.database)

    await expectNoneLeft()
    const after = new Map((await listEvents(desk.services)).map((row) => [row.n, row]))
    expect(after.get(event.n)).toMatchObject({
      tranId: 'OLD-1',
      deliveries: 2,
      state: 'anomaly',
      funding: 'unfunded',
      invoiceNumber: '************1111',
      outsideNote: 'paid with ************1111',
    })
    expect(after.get(conflict.n), 'what a person settled stands').toMatchObject({
      hppTranId: '************1117',
      amountMinor: 700,
      resolvedNote: 'as told',
      state: 'anomaly',
    })
    expect(after.get(asCard.n)?.tranId).toMatch(/^CARD-1111-[a-z]{20}$/)
    expect(after.get(untouched?.n ?? 0)).toEqual(untouched)
    expect((await db.select().from(callbackForwards)).map(({ payload }) => JSON.parse(payload))).toEqual([
      { data: { log_number: 1, invoice_number: '************1111' } },
    ])
    const audited = await db.select().from(auditLog)
    expect(
      audited.map(({ action }) => action).filter((action) => action === 'card-numbers-masked'),
    ).toHaveLength(1)
    expect(audited.find(({ action }) => action === 'callbacks-exported')?.detail).toEqual({
      query: { search: '************1111' },
      sha: 'a5105105105105100bbbbbbbbbbbbbbb',
    })
    // Told again after the sweep, it is the same sale; what waited is read as it was kept.
    const intake = await openIntake()
    await intake.receive({
      key: receiver.key,
      address: '',
      body: Buffer.from(new URLSearchParams(saleFields({ tran_id: VISA })).toString()),
    })
    await intake.stop()
    await classifyAll(desk.services)
    const last = await listEvents(desk.services)
    expect(last.find(({ n }) => n === asCard.n)?.deliveries).toBe(2)
    expect(last.find(({ n }) => n === waiting)).toMatchObject({
      tranId: 'OLD-4',
      anomalies: ['card-number-truncated'],
    })

    // Once: what stands there later is the business of whoever writes it.
    await db.update(callbackEvents).set({ closedNote: VISA }).where(eq(callbackEvents.n, event.n))
    await sweepCardNumbers(desk.services, desk.database)
    expect((await listEvents(desk.services)).find(({ n }) => n === event.n)?.closedNote).toBe(VISA)
  })

  test('a transaction id that a batch names stays, so that the batch finds its sale', async () => {
    const [event] = await postCallbacks(desk.services, receiver, [
      saleFields({ tran_id: '4000056655665556', pan: VISA }),
    ])
    await seedBatch(ada, linesOf(['4000056655665556']))
    await sweepCardNumbers(desk.services, desk.database)
    const after = (await listEvents(desk.services)).find(({ n }) => n === event?.n)
    expect(after).toMatchObject({ tranId: '4000056655665556', anomalies: ['card-number-truncated'] })
    expect(after?.funding).toBe('in-draft')
  })

  test('stopped at any page it goes on from there', async () => {
    const bodies = Array.from({ length: 450 }, (_, n) =>
      saleFields({ tran_id: `MANY-${n}`, ...(n % 3 === 0 && { pan: VISA }) }),
    )
    await storeDeliveries(desk.services, receiver, bodies)
    await classifyAll(desk.services)
    let pages = 0
    /** Says after every page that the process ends. */
    const services = { ...desk.services, jobs: { ...desk.services.jobs, isStopping: () => true } }
    const isDone = async () => {
      const [row] = await desk.services.db
        .select()
        .from(settings)
        .where(eq(settings.key, 'card-number-sweep'))
      return (row?.value as { isDone?: boolean } | undefined)?.isDone ?? false
    }
    while (!(await isDone())) {
      await sweepCardNumbers(services, desk.database)
      pages += 1
    }
    expect(pages).toBeGreaterThan(3)
    const [row] = await desk.services.db.select().from(settings).where(eq(settings.key, 'card-number-sweep'))
    expect(row?.value).toMatchObject({ masked: { callback_deliveries: 150 } })
    expect((await everything()).includes(VISA)).toBe(false)
  })

  test('what people write keeps no card number: notes of decisions, the audit log', async () => {
    const [event] = await postCallbacks(desk.services, receiver, [
      saleFields({ tran_id: 'N-1', tran_amount: 'x' }),
    ])
    const note = 'The payer read out 4111-1111-1111-1111'
    expect(await closeEvent(ada, { n: event?.n ?? 0, deliveries: 1, version: 0, note })).toEqual({ ok: true })
    await desk.services.db.transaction((tx) =>
      recordAudit(tx, {
        at: new Date(),
        actorId: null,
        action: 'section-saved',
        subject: ['callback', '1'],
        requestId: 'r',
        detail: { note, deep: [{ a: AMEX }] },
      }),
    )
    await expectNoneLeft()
    expect((await listEvents(desk.services))[0]?.closedNote).toBe('The payer read out ************1111')
  })
}

describe('card numbers', () => {
  rules(() => openTestDesk({ partnerUrl }))
})
