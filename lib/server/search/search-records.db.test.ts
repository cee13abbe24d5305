import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { users } from '@/lib/db/schema/people'
import type { Ctx } from '@/lib/server/services'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { ourDraft, seedCase } from '@/lib/testing/underwriting-cases'
import { requireBatch } from '../funding/data'
import { searchRecords } from './search-records'

let desk: TestDesk
let fay: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  fay = await desk.as('Fay', ['finance'])
})
afterAll(() => desk.close())

test('a batch is found by its number, a part of its name and a transaction of it, a sale by its transaction', async () => {
  const batchId = await seedBatch(fay, linesOf(['PAL-0001']), { name: 'Heron payouts of May' })
  const { number } = await requireBatch(desk.services.db, batchId)
  const [n = 0] = await seedSales(desk.services, [{ tranId: 'PAL-0001', funding: 'in-batch' }])
  const found = async (text: string, ctx = fay) => {
    const { batches, sales } = await searchRecords(ctx, { text })
    return [batches.map(({ id }) => id), sales.map((sale) => sale.n)]
  }
  expect(await found(`B-${number}`)).toEqual([[batchId], []])
  expect(await found(`b${number}`)).toEqual([[batchId], []])
  expect(await found('heron pay')).toEqual([[batchId], []])
  expect(await found(' pal-0001 ')).toEqual([[batchId], [n]])
  expect(await found('0001')).toEqual([[batchId], [n]])
  expect(await found('PAL-0001')).toEqual([[batchId], [n]])
  expect(await found('PAL-000')).toEqual([[], []])

  const { batches, sales } = await searchRecords(fay, { text: 'PAL-0001' })
  expect(batches).toEqual([
    {
      id: batchId,
      number,
      name: 'Heron payouts of May',
      status: 'draft',
      succeeded: 0,
      failed: 0,
      amountMinor: '1250',
    },
  ])
  expect(sales[0]).toMatchObject({ n, tranId: 'PAL-0001', amountMinor: 1_250, funding: 'in-batch' })

  // Onboarding sees the log, and no batches.
  expect(await found('PAL-0001', await desk.as('Onna', ['onboarding']))).toEqual([[], [n]])
})

test('a merchant is found by a part of its name or id', async () => {
  await knowMerchants(desk.services, ['HERON-77'])
  const found = async (text: string) => {
    const { merchants } = await searchRecords(fay, { text })
    return merchants.items.map(({ merchantId }) => merchantId)
  }
  expect(await found('heron-7')).toEqual(['HERON-77'])
  expect(await found('Merchant HERON')).toEqual(['HERON-77'])
  expect(await found('HERON-78')).toEqual([])
})

test('an open case is found by the names of its merchant, by whoever may see cases', async () => {
  const olive = await desk.as('Olive', ['onboarding'])
  const draft = ourDraft()
  const applicationId = await seedCase(olive, {
    ...draft,
    merchant: { ...draft.merchant, legalName: 'Kestrel Tea House LLC', dbaName: 'Kestrel Tea' },
  })
  const found = async (text: string, ctx: Ctx) => (await searchRecords(ctx, { text })).cases
  const uma = await desk.as('Uma', ['underwriter'])
  expect(await found('tea house', uma)).toEqual([
    {
      id: applicationId,
      number: expect.any(Number),
      legalName: 'Kestrel Tea House LLC',
      dbaName: 'Kestrel Tea',
      status: 'in-underwriting',
    },
  ])
  expect(await found('KESTREL', await desk.as('Abe', ['auditor']))).toHaveLength(1)
  expect(await found('kestrel', olive)).toEqual([])
  expect(await found('kestrel', fay)).toEqual([])

  // A case is open as long as underwriting has the application.
  await desk.services.db
    .update(applications)
    .set({ status: 'approved' })
    .where(eq(applications.id, applicationId))
  expect(await found('kestrel', uma)).toEqual([])
})

test('people are found by name and address, at most five, the active first, by an admin alone', async () => {
  const admin = await desk.as('Ada', ['admin'])
  const people = async (text: string, ctx = admin) => (await searchRecords(ctx, { text })).people
  await desk.as('Zoë Plover', ['auditor'])
  const gone = await desk.as('Ann Plover', ['finance'])
  await desk.services.db.update(users).set({ active: false }).where(eq(users.id, gone.actor.id))
  const found = await people('plover')
  expect(found.map(({ name, active }) => [name, active])).toEqual([
    ['Zoë Plover', true],
    ['Ann Plover', false],
  ])
  // Nothing of how they sign in.
  expect(Object.keys(found[0] ?? {}).sort()).toEqual(['active', 'email', 'id', 'name', 'roles'])
  expect(await people(found[0]?.email.toUpperCase() ?? '')).toEqual([found[0]])
  for (let n = 1; n <= 6; n++) await desk.as(`Crowd Plover ${n}`, ['auditor'])
  expect(await people('plover')).toHaveLength(5)
  for (const role of ['onboarding', 'underwriter', 'finance', 'auditor'] as const)
    expect(await people('plover', await desk.as(`Nobody ${role}`, [role])), role).toEqual([])
})

test.each(['', '   ', '\u0000', '\ud800', "' or 1=1 --", '%%%', 'x'.repeat(255)])(
  '%j finds nothing and breaks nothing',
  async (text) => {
    const everybody: Ctx = { ...fay, actor: { ...fay.actor, roles: ['admin', 'underwriter', 'finance'] } }
    expect(await searchRecords(everybody, { text })).toMatchObject({
      cases: [],
      batches: [],
      sales: [],
      people: [],
    })
  },
)
