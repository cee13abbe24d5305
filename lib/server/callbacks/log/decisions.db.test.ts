import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingBatches } from '@/lib/db/schema/funding'
import { ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import { decideEventInput, resolveConflictInput, setAmountInput } from '@/lib/domain/callbacks/inputs'
import type { Ctx } from '@/lib/server/services'
import {
  type CallbackBody,
  listDeliveries,
  listEvents,
  postCallbacks,
  requireEvent,
  type SeededReceiver,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { classifyWaiting } from './classify'
import {
  closeEvent,
  countAsSale,
  countAsSales,
  reopenEvent,
  resolveConflict,
  setAmount,
  takeBackAmount,
  takeBackSale,
} from './decisions'
import { countCallbacks } from './list'
import { reprocessEvent } from './reprocess'

const NOBODY = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let finn: Ctx
let shop: SeededReceiver
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY })
  finn = await desk.as('Finn', ['finance'])
  shop = await seedReceiver(finn)
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.database.asOwner((db) =>
    db.execute(sql`truncate callback_deliveries, callback_events, callback_forwards cascade`),
  )
})

/** The number of the single event of these deliveries. */
async function posted(...bodies: CallbackBody[]): Promise<number> {
  const [event] = await postCallbacks(desk.services, shop, bodies)
  if (!event) throw new Error('No event.')
  return event.n
}

/** What an up-to-date page would send. */
async function seen<T extends object>(
  n: number,
  fields: T = {} as T,
): Promise<Parameters<typeof closeEvent>[1] & T> {
  const { deliveries, version } = await requireEvent(desk.services, n)
  return { n, deliveries, version, note: 'The partner said so.', ...fields }
}

const TWO = [saleFields(), saleFields({ tran_amount: '126.00', invoice_number: 'INV-2' })]
const numbers = async () => (await listDeliveries(desk.services)).map(({ n }) => n)

describe('resolving a conflict', () => {
  test('makes the chosen content count, and ends the conflict', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    expect(await resolveConflict(finn, await seen(n, { contentN: second }))).toEqual({ ok: true })
    expect(await requireEvent(desk.services, n)).toMatchObject({
      state: 'approved',
      contentN: second,
      amountMinor: 12_600,
      invoiceNumber: 'INV-2',
      funding: 'unfunded',
      resolvedBy: finn.actor.id,
      resolvedNote: 'The partner said so.',
    })
  })

  test('keeps the event searchable by the other content', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await resolveConflict(finn, await seen(n, { contentN: second }))
    expect((await requireEvent(desk.services, n)).identifiers).toEqual(
      expect.arrayContaining(['inv-1', 'inv-2']),
    )
  })

  test('lasts if either content is repeated, but not if a new one comes', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await resolveConflict(finn, await seen(n, { contentN: second }))
    await posted(...TWO)
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'approved', deliveries: 4 })
    await posted(saleFields({ tran_amount: '127.00' }))
    expect(await requireEvent(desk.services, n)).toMatchObject({
      state: 'conflict',
      contentN: second,
      amountMinor: 12_600,
    })
  })

  test('is refused if another content has come since, but not if the same was repeated', async () => {
    const n = await posted(...TWO)
    const before = await seen(n, { contentN: n })
    await posted(...TWO)
    expect(await resolveConflict(finn, before)).toEqual({ ok: true })
    const again = await seen(n, { contentN: n })
    await posted(saleFields({ tran_amount: '127.00' }))
    expect(await resolveConflict(finn, again)).toMatchObject({ ok: false, reason: 'stale' })
    expect((await requireEvent(desk.services, n)).state).toBe('conflict')
  })

  test('is refused if someone else has resolved it since', async () => {
    const n = await posted(...TWO)
    const before = await seen(n, { contentN: n })
    await resolveConflict(finn, before)
    expect(await resolveConflict(finn, before)).toMatchObject({ ok: false, reason: 'stale' })
  })

  test('accepts no delivery of another event, and no unknown event', async () => {
    const n = await posted(saleFields())
    const other = await posted(saleFields({ tran_id: 'T-2' }))
    await expect(resolveConflict(finn, await seen(n, { contentN: other }))).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(
      resolveConflict(finn, { ...(await seen(n, { contentN: n })), n: 999_999 }),
    ).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('is not possible without a transaction ID', async () => {
    const n = await posted('x=1')
    expect(await resolveConflict(finn, await seen(n, { contentN: n }))).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })
  })

  test('is possible while a batch has the sale, which stays in it', async () => {
    const n = await posted(...TWO)
    await seedBatch(finn, linesOf(['SBX-C-000001']))
    expect((await requireEvent(desk.services, n)).funding).toBe('in-draft')
    const [, second = 0] = await numbers()
    expect(await resolveConflict(finn, await seen(n, { contentN: second }))).toEqual({ ok: true })
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'approved', funding: 'in-draft' })
    await desk.database.asOwner((db) => db.execute(sql`truncate funding_batches cascade`))
  })

  test('is audited with its note', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await resolveConflict(finn, await seen(n, { contentN: second, note: "Ana's call" }))
    expect(await lastAudit(n)).toMatchObject({
      action: 'callback-settled',
      actorId: finn.actor.id,
      detail: {
        note: "Ana's call",
        content: { from: n, to: second },
        state: { from: 'conflict', to: 'approved' },
      },
    })
  })

  test.each([
    ['no note', { note: '  ' }],
    ['a note of more than 2,000 characters', { note: 'x'.repeat(2_001) }],
    ['anything else', { state: 'approved' }],
  ])('is refused with %s', (_, fields) => {
    const input = { n: 1, deliveries: 1, version: 0, note: 'x', ...fields }
    expect(decideEventInput.safeParse(input).success).toBe(false)
    expect(resolveConflictInput.safeParse({ ...input, contentN: 1 }).success).toBe(false)
    expect(setAmountInput.safeParse({ ...input, amountMinor: 1 }).success).toBe(false)
  })

  test.each([0, -1, 1.5, 10 ** 12])('accepts no amount of %d cents', (amountMinor) => {
    const input = { n: 1, deliveries: 1, version: 0, note: 'x', amountMinor }
    expect(setAmountInput.safeParse(input).success).toBe(false)
  })
})

describe('setting an amount', () => {
  const CAMES: [string, Record<string, string>][] = [
    ['missing', { tran_amount: '' }],
    ['ambiguous', { tran_amount: '1,250' }],
    ['unreadable', { tran_amount: 'free' }],
    ['zero', { tran_amount: '0.00' }],
  ]
  test.each(CAMES)('of a sale whose amount is %s makes it fundable, and can be undone', async (_, came) => {
    const n = await posted(saleFields(came))
    const before = await requireEvent(desk.services, n)
    expect(before).toMatchObject({ state: 'anomaly', funding: 'unfunded' })
    expect(
      await setAmount(finn, await seen(n, { amountMinor: 12_500, note: 'The invoice.', isMeant: true })),
    ).toEqual({
      ok: true,
    })
    const after = await requireEvent(desk.services, n)
    expect(after).toMatchObject({
      state: 'approved',
      anomalies: [],
      amountMinor: 12_500,
      amountText: before.amountText,
      amountBy: finn.actor.id,
      amountNote: 'The invoice.',
    })
    expect(ineligibleReason(after)).toBeNull()
    expect(await lastAudit(n)).toMatchObject({
      action: 'callback-amount-set',
      detail: { note: 'The invoice.', amountMinor: { from: before.amountMinor, to: 12_500 } },
    })
    // Changed, and removed.
    await setAmount(finn, await seen(n, { amountMinor: 1_250 }))
    expect((await requireEvent(desk.services, n)).amountMinor).toBe(1_250)
    expect(await takeBackAmount(finn, await seen(n))).toEqual({ ok: true })
    expect(await requireEvent(desk.services, n)).toEqual({ ...before, version: 3 })
    expect(await takeBackAmount(finn, await seen(n))).toMatchObject({ reason: 'wrong-state' })
  })

  test('asks again if the amount is not a reading of the received text', async () => {
    const n = await posted(saleFields({ tran_amount: '125' }))
    expect(await setAmount(finn, await seen(n, { amountMinor: 1_250_000 }))).toEqual({
      ok: false,
      reason: 'implausible',
      message: 'The callback says “125”, which reads as $125.00 or $1.25. $12,500.00 is not among them.',
    })
    expect((await requireEvent(desk.services, n)).amountMinor).toBeNull()
    expect(await setAmount(finn, await seen(n, { amountMinor: 1_250_000, isMeant: true }))).toEqual({
      ok: true,
    })
    expect((await requireEvent(desk.services, n)).amountMinor).toBe(1_250_000)
    expect(await setAmount(finn, await seen(n, { amountMinor: 125 }))).toEqual({ ok: true })
  })

  test('never replaces a clear amount that the partner reported', async () => {
    const n = await posted(saleFields())
    expect(await setAmount(finn, await seen(n, { amountMinor: 1 }))).toMatchObject({
      reason: 'wrong-state',
      message: expect.stringContaining('clear amount'),
    })
    expect(await requireEvent(desk.services, n)).toMatchObject({ amountMinor: 12_500, version: 0 })
  })

  test('does not apply to another content', async () => {
    const n = await posted(saleFields({ tran_amount: '125' }))
    await setAmount(finn, await seen(n, { amountMinor: 12_500 }))
    await posted(saleFields({ tran_amount: '126' }))
    const [, second = 0] = await numbers()
    expect(await setAmount(finn, await seen(n, { amountMinor: 1 }))).toMatchObject({ reason: 'wrong-state' })
    await resolveConflict(finn, await seen(n, { contentN: second }))
    expect(await requireEvent(desk.services, n)).toMatchObject({
      state: 'anomaly',
      amountMinor: null,
      resolvedAmountMinor: null,
    })
  })

  test('is refused for an event that is not an approved sale, and in another currency', async () => {
    const declined = await posted(saleFields({ resp_code: '005', tran_amount: '' }))
    const euros = await posted(saleFields({ tran_id: 'T-2', currency_code: '978', tran_amount: '125' }))
    for (const n of [declined, euros])
      expect(await setAmount(finn, await seen(n, { amountMinor: 1 }))).toMatchObject({
        reason: 'wrong-state',
      })
  })

  test('is possible while a draft has the sale, and not once it waits for approval', async () => {
    const n = await posted(saleFields({ tran_amount: '' }))
    const batchId = await seedBatch(finn, linesOf(['SBX-C-000001']))
    expect((await requireEvent(desk.services, n)).funding).toBe('in-draft')
    expect(await setAmount(finn, await seen(n, { amountMinor: 12_500 }))).toEqual({ ok: true })
    await desk.services.db
      .update(fundingBatches)
      .set({ status: 'waiting' })
      .where(eq(fundingBatches.id, batchId))
    for (const refused of [
      await setAmount(finn, await seen(n, { amountMinor: 1 })),
      await takeBackAmount(finn, await seen(n)),
    ])
      expect(refused).toMatchObject({ reason: 'wrong-state', message: expect.stringMatching(/B-\d+ has/) })
    expect((await requireEvent(desk.services, n)).amountMinor).toBe(12_500)
    await desk.database.asOwner((db) => db.execute(sql`truncate funding_batches cascade`))
  })

  test('needs the permissions for both money and the log', async () => {
    const n = await posted(saleFields({ tran_amount: '' }))
    const admin = await desk.as('Ada', ['admin'])
    const input = await seen(n, { amountMinor: 1 })
    await expect(setAmount(admin, input)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(takeBackAmount(admin, await seen(n))).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is refused from an outdated page', async () => {
    const n = await posted(saleFields({ tran_amount: '' }))
    const before = await seen(n, { amountMinor: 100 })
    await setAmount(finn, { ...before, amountMinor: 200 })
    expect(await setAmount(finn, before)).toMatchObject({ reason: 'stale' })
    expect((await requireEvent(desk.services, n)).amountMinor).toBe(200)
  })
})

describe('closing', () => {
  test('ends every kind of anomaly, makes nothing a sale, and can be undone with a note', async () => {
    const kinds: [Record<string, string> | string, whyNot: string | null][] = [
      [saleFields({ tran_id: 'T-1', resp_code: '005' }), 'no-sale'],
      ['x=1', 'no-sale'],
      [saleFields({ tran_id: 'T-3', tran_amount: '' }), 'amount-unknown'],
      [saleFields({ tran_id: 'T-4', currency_code: '978' }), 'other-currency'],
      [saleFields({ tran_id: 'T-5', profile_id: '941000000004' }), null],
    ]
    for (const [body, whyNot] of kinds) {
      const n = await posted(body)
      const before = await requireEvent(desk.services, n)
      expect(await closeEvent(finn, await seen(n, { note: 'Nothing to do.' }))).toEqual({ ok: true })
      const closed = await requireEvent(desk.services, n)
      expect(closed).toMatchObject({
        state: 'closed',
        anomalies: before.anomalies,
        funding: before.funding,
        closedBy: finn.actor.id,
        closedNote: 'Nothing to do.',
      })
      expect(ineligibleReason(closed)).toBe(whyNot)
      expect(await lastAudit(n)).toMatchObject({
        action: 'callback-closed',
        detail: { note: 'Nothing to do.' },
      })
      expect(await closeEvent(finn, await seen(n))).toMatchObject({ reason: 'wrong-state' })
    }
    // The counts reach 0.
    expect(await countCallbacks(desk.services.db)).toMatchObject({ conflicts: 0, anomalies: 0 })
    for (const { n } of await listEvents(desk.services))
      expect(await reopenEvent(finn, await seen(n, { note: 'Looked again.' }))).toEqual({ ok: true })
    expect(await countCallbacks(desk.services.db)).toMatchObject({ anomalies: kinds.length })
    const [first] = await listEvents(desk.services)
    expect(first).toMatchObject({ state: 'anomaly', closedBy: null, closedAt: null, closedNote: null })
    expect(await lastAudit(first?.n ?? 0)).toMatchObject({
      action: 'callback-reopened',
      detail: { note: 'Looked again.' },
    })
  })

  test('lasts if the same content is repeated, and ends if another one comes', async () => {
    const declined = saleFields({ resp_code: '005' })
    const n = await posted(declined)
    await closeEvent(finn, await seen(n))
    await posted(declined)
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'closed', deliveries: 2 })
    await posted(saleFields())
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'conflict', closedAt: null })
    expect(await closeEvent(finn, await seen(n))).toMatchObject({ reason: 'wrong-state' })
    // If the declined content is chosen, it is an anomaly again.
    await resolveConflict(finn, await seen(n, { contentN: n }))
    expect((await requireEvent(desk.services, n)).state).toBe('anomaly')
  })

  test('is only for anomalies, and reopening only for closed events', async () => {
    const n = await posted(saleFields())
    expect(await closeEvent(finn, await seen(n))).toMatchObject({ reason: 'wrong-state' })
    expect(await reopenEvent(finn, await seen(n))).toMatchObject({ reason: 'wrong-state' })
  })
})

const lastAudit = async (n: number) => {
  const [row] = await desk.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'callback'), eq(auditLog.subjectId, String(n))))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row
}

describe('reprocessing', () => {
  test('updates an event to the current rules, and changes nothing the second time', async () => {
    const n = await posted(...TWO)
    const before = await requireEvent(desk.services, n)
    await desk.services.db.update(callbackEvents).set({
      state: 'approved',
      amountMinor: null,
      account: '',
      identifiers: [],
      deliveries: 1,
      anomalies: ['amount-zero'],
    })
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: true })
    expect(await requireEvent(desk.services, n)).toEqual(before)
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: false })
    expect(await lastAudit(n)).toMatchObject({ action: 'callback-reprocessed', detail: { changed: [] } })
  })

  test('keeps a resolved conflict, and keeps open what came after it', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await resolveConflict(finn, await seen(n, { contentN: second }))
    const resolved = await requireEvent(desk.services, n)
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.services, n)).toEqual(resolved)
    await posted(saleFields({ tran_amount: '127.00' }))
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'conflict', contentN: second })
  })

  test('keeps an amount that a person set', async () => {
    const n = await posted(saleFields({ tran_amount: '125' }))
    await setAmount(finn, await seen(n, { amountMinor: 12_500 }))
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'approved', amountMinor: 12_500 })
  })

  /** Rules that fail on everything, as before a fix. */
  const unreadAtFirst = async (...bodies: CallbackBody[]) => {
    const [n = 0] = await storeDeliveries(desk.services, shop, bodies)
    await classifyWaiting(desk.services, () => {
      throw new Error('no reading')
    })
    return n
  }

  test('finds the sale in a callback that could not be read before', async () => {
    const n = await unreadAtFirst(saleFields())
    expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'unreadable', tranId: null })
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: true })
    expect(await requireEvent(desk.services, n)).toMatchObject({
      state: 'approved',
      tranId: 'SBX-C-000001',
      funding: 'unfunded',
    })
    expect((await listDeliveries(desk.services)).map(({ kind }) => kind)).toEqual(['first'])
  })

  test('creates no second event for a sale in the log', async () => {
    const n = await unreadAtFirst(saleFields())
    const sale = await posted(saleFields())
    expect(sale).not.toBe(n)
    expect(await reprocessEvent(finn, { n })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
      message: expect.stringContaining(String(sale)),
    })
    expect((await requireEvent(desk.services, n)).tranId).toBeNull()
  })

  test('reads an event with more deliveries than one query returns', async () => {
    const n = await posted(...Array.from({ length: 600 }, () => saleFields()))
    await posted(saleFields({ tran_amount: '126.00' }))
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: false })
    expect(await requireEvent(desk.services, n)).toMatchObject({ deliveries: 601, state: 'conflict' })
  })
})

withPostgres('several at once', (createDatabase) => {
  test('of two people who resolve a conflict at once one is refused, and a content that comes meanwhile is not lost', async () => {
    const far = await openTestDesk({ partnerUrl: NOBODY, databaseUrl: await createDatabase() })
    try {
      const [eva, otto] = [await far.as('Eva', ['finance']), await far.as('Otto', ['finance'])]
      const receiver = await seedReceiver(eva)
      for (let round = 0; round < 10; round++) {
        const tran_id = `T-${round}`
        const bodies = [saleFields({ tran_id }), saleFields({ tran_id, tran_amount: '126.00' })]
        const [event] = await postCallbacks(far.services, receiver, bodies)
        const n = event?.n ?? 0
        const input = { n, contentN: n, deliveries: 2, version: 0, note: 'Mine.' }
        const [one, two] = await Promise.all([
          resolveConflict(eva, input),
          resolveConflict(otto, input),
          postCallbacks(far.services, receiver, [saleFields({ tran_id, tran_amount: '127.00' })]),
        ])
        const after = await requireEvent(far.services, input.n)
        expect([one, two].filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
        expect(after).toMatchObject({ deliveries: 3, state: 'conflict' })
      }
    } finally {
      await far.close()
    }
  })
})

describe('a type that is not a sale', () => {
  test.each(['CREDIT', 'AUTH', 'PREAUTH', 'something new'])(
    '%s is held until a person counts it as a sale, and that can be undone',
    async (tranType) => {
      const n = await posted(saleFields({ tran_type: tranType }))
      const before = await requireEvent(desk.services, n)
      expect(before).toMatchObject({ state: 'anomaly', funding: 'none', anomalies: ['not-a-sale'] })
      expect(ineligibleReason(before)).toBe('no-sale')
      expect(await countAsSale(finn, await seen(n, { note: 'The partner says so.' }))).toEqual({ ok: true })
      const after = await requireEvent(desk.services, n)
      expect(after).toMatchObject({ state: 'approved', funding: 'unfunded', anomalies: [], tranType })
      expect(ineligibleReason(after)).toBeNull()
      expect(await lastAudit(n)).toMatchObject({
        action: 'callback-counted-as-sale',
        detail: { note: 'The partner says so.' },
      })
      // It is read again with the same rules, and the decision stays.
      await reprocessEvent(finn, { n })
      expect((await requireEvent(desk.services, n)).funding).toBe('unfunded')
      expect(await takeBackSale(finn, await seen(n))).toEqual({ ok: true })
      expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'anomaly', funding: 'none' })
    },
  )

  test.each(['VOID', 'Refund', 'AUTH_REVERSAL', 'Chargeback', 'return'])(
    '%s is closed, and never counted as a sale',
    async (tranType) => {
      const n = await posted(saleFields({ tran_type: tranType }))
      expect(await countAsSale(finn, await seen(n))).toMatchObject({
        reason: 'wrong-state',
        message: expect.stringContaining(tranType),
      })
      expect(await closeEvent(finn, await seen(n))).toEqual({ ok: true })
      expect(await requireEvent(desk.services, n)).toMatchObject({ state: 'closed', funding: 'none' })
    },
  )

  test('a decision does not apply to another content, and cannot be undone while a batch has the sale', async () => {
    const n = await posted(saleFields({ tran_type: 'AUTH' }))
    await countAsSale(finn, await seen(n))
    const { tranId } = await requireEvent(desk.services, n)
    await seedBatch(finn, linesOf([tranId ?? ''], { amount: '12500' }))
    expect(await takeBackSale(finn, await seen(n))).toMatchObject({
      message: expect.stringContaining('batch'),
    })
    await posted(saleFields({ tran_type: 'AUTH', auth_code: 'other' }))
    const [, second = 0] = await numbers()
    await resolveConflict(finn, await seen(n, { contentN: second }))
    expect(await requireEvent(desk.services, n)).toMatchObject({ anomalies: ['not-a-sale'], saleBy: null })
  })

  test('several events are counted with one reason, all or none', async () => {
    const types = ['AUTH', 'CREDIT', 'REFUND']
    const [auth = 0, credit = 0, refund = 0] = await Promise.all(
      types.map((tran_type) => posted(saleFields({ tran_id: `MANY-${tran_type}`, tran_type }))),
    )
    const views = async (...events: number[]) =>
      Promise.all(
        events.map(async (n) => {
          const { deliveries, version } = await seen(n)
          return { n, deliveries, version }
        }),
      )
    const fundings = () =>
      Promise.all([auth, credit, refund].map(async (n) => (await requireEvent(desk.services, n)).funding))
    const note = 'The partner named all of them.'
    expect(await countAsSales(finn, { sales: await views(auth, credit, refund), note })).toMatchObject({
      reason: 'wrong-state',
      message: expect.stringMatching(
        new RegExp(`^Callback ${refund}: .*REFUND.* Nothing was counted as a sale`),
      ),
    })
    const [first, ...others] = await views(auth, credit)
    if (!first) throw new Error('No view.')
    expect(
      await countAsSales(finn, { sales: [{ ...first, version: first.version + 1 }, ...others], note }),
    ).toMatchObject({ reason: 'stale' })
    expect(await fundings()).toEqual(['none', 'none', 'none'])
    // A sale that is listed twice is counted once.
    expect(await countAsSales(finn, { sales: [first, first, ...others], note })).toEqual({ ok: true })
    expect(await fundings()).toEqual(['unfunded', 'unfunded', 'none'])
    for (const n of [auth, credit]) {
      expect(await requireEvent(desk.services, n)).toMatchObject({
        saleBy: finn.actor.id,
        version: first.version + 1,
      })
      expect(await lastAudit(n)).toMatchObject({ action: 'callback-counted-as-sale', detail: { note } })
    }
  })

  test('a decision needs the permissions to write batches and to reprocess', async () => {
    const n = await posted(saleFields({ tran_type: 'AUTH' }))
    const una = await desk.as('Una', ['underwriter'])
    const { deliveries, version } = await seen(n)
    await expect(
      countAsSales(una, { sales: [{ n, deliveries, version }], note: 'No right to.' }),
    ).rejects.toThrow()
    await expect(countAsSale(una, await seen(n))).rejects.toThrow()
    expect(await requireEvent(desk.services, n)).toMatchObject({ funding: 'none' })
  })
})
