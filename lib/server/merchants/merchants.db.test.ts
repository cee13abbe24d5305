import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingBatches, fundingFailures } from '@/lib/db/schema/funding'
import { merchants } from '@/lib/db/schema/merchants'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { ACCOUNT_LINES, ACCOUNT_LISTS } from '@/lib/domain/callbacks/sales-account'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import { merchantList } from '@/lib/domain/merchants/merchant-list-query'
import { listCallbackPage } from '@/lib/server/callbacks/log/list'
import type { Ctx } from '@/lib/server/services'
import { seedReceiver } from '@/lib/testing/callbacks'
import { exampleDraft } from '@/lib/testing/example-draft'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { confirmMerchants, rejectMerchant, withdrawMerchant } from './confirm'
import type { MerchantRow } from './data'
import { changeMerchant, enterMerchant, stopMerchant } from './enter'
import { importMerchants, previewMerchants } from './import'
import {
  countWaitingFor,
  findPending,
  listMerchantPage,
  listMerchantsForPicker,
  searchMerchants,
} from './list'
import { viewMerchant } from './view'

let desk: TestDesk
/** Onboarding, three people of finance, an auditor. */
let olive: Ctx
let fay: Ctx
let felix: Ctx
let frida: Ctx
let aldo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  olive = await desk.as('Olive', ['onboarding'])
  fay = await desk.as('Fay', ['finance'])
  felix = await desk.as('Felix', ['finance'])
  frida = await desk.as('Frida', ['finance'])
  aldo = await desk.as('Aldo', ['auditor'])
  await knowMerchants(desk.services, ['PLATFORM-FEE'])
})
afterAll(() => desk.close())

const typed = (merchantId: string, fields: Partial<Parameters<typeof enterMerchant>[1]> = {}) => ({
  merchantId,
  name: `Shop ${merchantId}`,
  application: '',
  split: [],
  ...fields,
})

async function row(merchantId: string): Promise<MerchantRow> {
  const [found] = await desk.services.db.select().from(merchants).where(eq(merchants.merchantId, merchantId))
  if (!found) throw new Error(`${merchantId} is not there.`)
  return found
}

async function confirm(ctx: Ctx, merchantId: string, version?: number) {
  const result = await confirmMerchants(ctx, {
    merchants: [{ merchantId, version: version ?? (await row(merchantId)).version }],
  })
  return result.refused[0]?.message ?? null
}

async function confirmed(merchantId: string, fields: Partial<Parameters<typeof enterMerchant>[1]> = {}) {
  expect(await enterMerchant(olive, typed(merchantId, fields))).toEqual({ ok: true })
  expect(await confirm(fay, merchantId)).toBeNull()
}

const change = async (ctx: Ctx, merchantId: string, fields: Record<string, unknown>, version?: number) => {
  const { name, state, split, version: present } = await row(merchantId)
  return changeMerchant(ctx, {
    ...typed(merchantId, { name, split }),
    state,
    version: version ?? present,
    ...fields,
  })
}

const actionsOf = async (merchantId: string) =>
  (
    await desk.services.db
      .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'merchant'), eq(auditLog.subjectId, merchantId)))
      .orderBy(auditLog.id)
  ).map((entry) => entry)

describe('a new merchant', () => {
  test('takes effect once a second person confirms it, and is fully audited', async () => {
    expect(await enterMerchant(fay, typed('NEW-001'))).toEqual({ ok: true })
    expect(await row('NEW-001')).toMatchObject({
      state: 'active',
      confirmedAt: null,
      proposedBy: fay.actor.id,
    })
    expect(await confirm(fay, 'NEW-001')).toMatch(/You entered this/)
    expect((await row('NEW-001')).confirmedAt).toBeNull()
    expect(await confirm(felix, 'NEW-001')).toBeNull()
    expect(await row('NEW-001')).toMatchObject({
      confirmedBy: felix.actor.id,
      proposedBy: null,
      createdBy: fay.actor.id,
    })
    expect(await confirm(frida, 'NEW-001')).toMatch(/Nothing is pending/)
    const terms = { name: 'Shop NEW-001', applicationId: null, state: 'active', split: [] }
    expect(await actionsOf('NEW-001')).toEqual([
      { action: 'merchant-entered', actorId: fay.actor.id, detail: { after: terms } },
      {
        action: 'merchant-confirmed',
        actorId: felix.actor.id,
        detail: { before: null, after: terms, proposedBy: fay.actor.id },
      },
    ])
  })

  test('cannot be entered twice, in any case, or by two people at once', async () => {
    await confirmed('TWICE-1')
    const again = await enterMerchant(fay, typed('twice-1'))
    expect(again).toMatchObject({
      problems: [
        { path: 'merchantId', message: expect.stringContaining('TWICE-1 is in the directory already') },
      ],
    })
    const both = await Promise.all([fay, felix].map((ctx) => enterMerchant(ctx, typed('RACE-01'))))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await actionsOf('RACE-01')).toHaveLength(1)
  })

  test('that looks like another can be entered and confirmed by people who say that it differs', async () => {
    await confirmed('HARBOR-LANE-02', { name: 'Harbor Lane Books' })
    const twin = typed('HARBOR-LANE-O2', { name: 'Harbor Lane Books' })
    const other = { merchantId: 'HARBOR-LANE-02', name: 'Harbor Lane Books', by: 'id' }
    expect(await enterMerchant(fay, twin)).toMatchObject({ ok: false, lookAlikes: [other] })
    expect(await enterMerchant(fay, { ...twin, differsFrom: ['SOME-1'] })).toMatchObject({ ok: false })
    expect(await enterMerchant(fay, { ...twin, differsFrom: ['HARBOR-LANE-02'] })).toEqual({ ok: true })
    expect((await viewMerchant(felix, 'HARBOR-LANE-O2')).lookAlikes).toEqual([other])
    const { items } = await listMerchantPage(felix, { ...merchantList.all, search: 'harbor-lane' })
    expect(items.map(({ merchantId, lookAlikes }) => [merchantId, lookAlikes.length])).toEqual([
      ['HARBOR-LANE-02', 0],
      ['HARBOR-LANE-O2', 1],
    ])
    expect(await confirm(felix, 'HARBOR-LANE-O2')).toMatch(/looks like HARBOR-LANE-02 \(Harbor Lane Books\)/)
    expect((await row('HARBOR-LANE-O2')).confirmedAt).toBeNull()
    const yes = { merchantId: 'HARBOR-LANE-O2', version: 1, differsFrom: ['HARBOR-LANE-02'] }
    expect(await confirmMerchants(felix, { merchants: [yes] })).toEqual({ confirmed: 1, refused: [] })
    expect((await viewMerchant(felix, 'HARBOR-LANE-O2')).history.map((entry) => entry.differsFrom)).toEqual([
      ['HARBOR-LANE-02'],
      ['HARBOR-LANE-02'],
    ])
    expect((await viewMerchant(felix, 'HARBOR-LANE-O2')).history[0]).toMatchObject({
      action: 'merchant-confirmed',
      differsFrom: ['HARBOR-LANE-02'],
    })
    // A change of other terms does not ask again; a change to a name that exists does.
    await confirmed('PLAIN-09', { name: 'Plain Goods' })
    await change(fay, 'PLAIN-09', { name: 'Harbor Lane Book' })
    expect(await confirm(felix, 'PLAIN-09')).toMatch(/looks like HARBOR-LANE-02/)
    await withdrawMerchant(fay, { merchantId: 'PLAIN-09', version: (await row('PLAIN-09')).version })
    await change(fay, 'PLAIN-09', {
      split: [{ merchantId: 'PLATFORM-FEE', percent: '1' }, { merchantId: 'PLAIN-09' }],
    })
    expect(await confirm(felix, 'PLAIN-09')).toBeNull()
  })

  test('is not entered with a problem', async () => {
    const result = await enterMerchant(
      olive,
      typed('\u041C-1', {
        name: '',
        application: 'A-9',
        split: [{ merchantId: 'NOBODY', percent: '1' }, { merchantId: '\u041C-1' }],
      }),
    )
    expect(result.ok || result.problems?.map(({ path }) => path)).toEqual([
      'merchantId',
      'name',
      'split.0',
      'application',
    ])
  })

  test('of an application that the partner has is linked to it', async () => {
    const id = await seedApplicationDraft(olive, exampleDraft('Sole Proprietorship'))
    const [application] = await desk.services.db.select().from(applications).where(eq(applications.id, id))
    const number = `A-${application?.number}`
    expect(await enterMerchant(olive, typed('LINK-1', { application: number }))).toMatchObject({
      problems: [{ path: 'application', message: expect.stringContaining('has not been accepted') }],
    })
    await desk.services.db
      .update(applications)
      .set({ opportunityId: '006000000000001AAA', stage: 'Pending Underwriting' })
      .where(eq(applications.id, id))
    expect(await enterMerchant(olive, typed('LINK-1', { application: number }))).toEqual({ ok: true })
    expect(await viewMerchant(fay, 'LINK-1')).toMatchObject({
      application: { id, number: application?.number },
      isBoardingOpen: true,
    })
  })

  test('can only be changed by its author before it is confirmed, and none of its authors can confirm it', async () => {
    await enterMerchant(fay, typed('EDIT-01'))
    expect(await change(felix, 'EDIT-01', { name: 'Other' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('Someone else entered'),
    })
    expect(await change(fay, 'EDIT-01', { name: 'Better' })).toEqual({ ok: true })
    expect(await row('EDIT-01')).toMatchObject({
      name: 'Better',
      confirmedAt: null,
      proposed: null,
      version: 2,
    })
    // Felix saw the first version.
    expect(await confirm(felix, 'EDIT-01', 1)).toMatch(/changed after you opened it/)
    expect(await confirm(felix, 'EDIT-01', 2)).toBeNull()
  })

  test('that is rejected stays with the reason, and is corrected or withdrawn', async () => {
    await enterMerchant(olive, typed('BAD-001'))
    const { version } = await row('BAD-001')
    expect(
      await rejectMerchant(fay, { merchantId: 'BAD-001', version, note: 'The ID has a digit too many.' }),
    ).toEqual({
      ok: true,
    })
    expect(await viewMerchant(olive, 'BAD-001')).toMatchObject({
      confirmation: 'rejected',
      payable: 'unconfirmed',
      may: { change: true, withdraw: true, confirm: false },
      history: [
        { action: 'merchant-rejected', note: 'The ID has a digit too many.' },
        { action: 'merchant-entered' },
      ],
    })
    expect(await confirm(felix, 'BAD-001')).toMatch(/Nothing is pending/)
    expect(await change(felix, 'BAD-001', { name: 'Better' })).toEqual({ ok: true })
    // Olive entered it, Felix corrected it.
    expect(await confirm(felix, 'BAD-001')).toMatch(/You entered this/)
    expect(await withdrawMerchant(fay, { merchantId: 'BAD-001', version: 3 })).toMatchObject({ ok: false })
    expect(await withdrawMerchant(felix, { merchantId: 'BAD-001', version: 3 })).toEqual({
      ok: true,
      gone: true,
    })
    await expect(viewMerchant(olive, 'BAD-001')).rejects.toThrow()
    expect((await actionsOf('BAD-001')).at(-1)?.action).toBe('merchant-entry-withdrawn')
  })

  test('cannot be confirmed by anyone who corrected it, even if another person saved it later', async () => {
    await enterMerchant(olive, typed('BAD-002'))
    const reject = async () =>
      rejectMerchant(fay, {
        merchantId: 'BAD-002',
        version: (await row('BAD-002')).version ?? 0,
        note: 'The split is not what was agreed.',
      })
    expect(await reject()).toEqual({ ok: true })
    const mine = await countWaitingFor(felix)
    expect(await change(felix, 'BAD-002', { name: 'To Felix' })).toEqual({ ok: true })
    expect(await reject()).toEqual({ ok: true })
    expect(await change(olive, 'BAD-002', { name: 'To Felix' })).toEqual({ ok: true })
    expect(await confirm(felix, 'BAD-002'), 'it may be his, word for word').toMatch(/You entered this/)
    expect(await countWaitingFor(felix)).toBe(mine)
    expect((await viewMerchant(felix, 'BAD-002')).may.confirm).toBe(false)
    expect(await confirm(fay, 'BAD-002')).toBeNull()
  })

  test('that a split pays cannot be withdrawn, and its payer cannot be confirmed without it', async () => {
    await enterMerchant(fay, typed('PAYEE-1'))
    await enterMerchant(
      fay,
      typed('PAYER-1', {
        name: 'Market Hall',
        split: [{ merchantId: 'PAYEE-1', percent: '5' }, { merchantId: 'PAYER-1' }],
      }),
    )
    expect(await withdrawMerchant(fay, { merchantId: 'PAYEE-1', version: 1 })).toMatchObject({
      ok: false,
      message: expect.stringContaining('PAYER-1 names PAYEE-1'),
    })
    await desk.services.db.delete(merchants).where(eq(merchants.merchantId, 'PAYEE-1'))
    expect(await confirm(felix, 'PAYER-1')).toMatch(/PAYEE-1, a payee/)
  })
})

describe('a change', () => {
  test('takes effect once a second person confirms it; the previous terms apply until then', async () => {
    await confirmed('CHG-001')
    const split = [{ merchantId: 'PLATFORM-FEE', percent: '2.9' }, { merchantId: 'CHG-001' }]
    expect(await change(fay, 'CHG-001', { name: 'Renamed', split })).toEqual({ ok: true })
    expect(await row('CHG-001')).toMatchObject({
      name: 'Shop CHG-001',
      split: [],
      proposed: { name: 'Renamed', split },
    })
    expect(await viewMerchant(felix, 'CHG-001')).toMatchObject({
      payable: 'yes',
      confirmation: 'change',
      may: { confirm: true, withdraw: false, change: false },
      proposal: {
        by: 'Fay',
        changes: [
          { what: 'Name', was: 'Shop CHG-001', is: 'Renamed' },
          { what: 'Default split', is: '2.9% to PLATFORM-FEE, remainder to this merchant' },
        ],
      },
    })
    expect(await confirm(fay, 'CHG-001')).toMatch(/You entered this/)
    expect(await change(felix, 'CHG-001', { name: 'Mine' })).toMatchObject({
      message: expect.stringContaining('A change by someone else is pending'),
    })
    // The author of the original entry can still confirm another person's change.
    expect(await confirm({ ...olive, actor: { ...olive.actor, roles: ['finance'] } }, 'CHG-001')).toBeNull()
    expect(await row('CHG-001')).toMatchObject({ name: 'Renamed', split, proposed: null, proposedBy: null })
  })

  test('of two confirmations at once one is done, and a proposal from an old page is refused', async () => {
    await confirmed('CHG-002')
    await change(fay, 'CHG-002', { name: 'Second name' })
    const { version } = await row('CHG-002')
    const both = await Promise.all([felix, frida].map((ctx) => confirm(ctx, 'CHG-002', version)))
    expect(both.filter((message) => message === null)).toHaveLength(1)
    expect(await change(fay, 'CHG-002', { name: 'Again' }, version)).toMatchObject({
      message: expect.stringContaining('changed after you opened it'),
    })
    const two = await Promise.all(
      [fay, felix].map((ctx) => change(ctx, 'CHG-002', { name: `By ${ctx.actor.name}` })),
    )
    expect(two.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('has no effect if it is rejected with a note or withdrawn by its author', async () => {
    await confirmed('CHG-003')
    await change(fay, 'CHG-003', { name: 'One' })
    expect(await rejectMerchant(fay, { merchantId: 'CHG-003', version: 3, note: 'Oh no' })).toMatchObject({
      ok: false,
    })
    expect(await rejectMerchant(felix, { merchantId: 'CHG-003', version: 3, note: 'Keep the name' })).toEqual(
      { ok: true },
    )
    await change(fay, 'CHG-003', { name: 'Two' })
    expect(await withdrawMerchant(felix, { merchantId: 'CHG-003', version: 5 })).toMatchObject({ ok: false })
    expect(await withdrawMerchant(fay, { merchantId: 'CHG-003', version: 5 })).toEqual({
      ok: true,
      gone: false,
    })
    expect(await row('CHG-003')).toMatchObject({ name: 'Shop CHG-003', proposed: null, proposedBy: null })
    expect(await change(fay, 'CHG-003', {})).toMatchObject({ ok: false, message: 'Nothing was changed.' })
  })
})

describe('a stop', () => {
  test('takes effect at once, by one person, with a reason', async () => {
    await confirmed('STOP-01')
    expect(
      await stopMerchant(olive, { merchantId: 'STOP-01', state: 'paused', reason: 'Chargebacks' }),
    ).toEqual({ ok: true })
    expect(await viewMerchant(fay, 'STOP-01')).toMatchObject({ payable: 'paused', confirmation: 'confirmed' })
    expect(
      await stopMerchant(fay, { merchantId: 'STOP-01', state: 'paused', reason: 'Again' }),
    ).toMatchObject({ ok: false })
    expect((await actionsOf('STOP-01')).at(-1)).toMatchObject({
      action: 'merchant-paused',
      detail: { before: { state: 'active' }, after: { state: 'paused' }, note: 'Chargebacks' },
    })
  })

  test('needs a second person to be lifted, and cancels a pending reactivation', async () => {
    await confirmed('STOP-02')
    await stopMerchant(olive, { merchantId: 'STOP-02', state: 'paused', reason: 'Chargebacks' })
    expect(await change(fay, 'STOP-02', { state: 'active' })).toEqual({ ok: true })
    expect((await row('STOP-02')).state).toBe('paused')
    await stopMerchant(olive, { merchantId: 'STOP-02', state: 'closed', reason: 'Out of business' })
    expect(await row('STOP-02')).toMatchObject({ state: 'closed', proposed: null, proposedBy: null })
    await change(fay, 'STOP-02', { state: 'active', name: 'Reborn' })
    expect(await confirm(felix, 'STOP-02')).toBeNull()
    expect(await row('STOP-02')).toMatchObject({ state: 'active', name: 'Reborn' })
    expect(await change(fay, 'STOP-02', { state: 'closed' })).toMatchObject({
      message: expect.stringContaining('its own button'),
    })
  })

  test('and a confirmation of another change at once: the stop holds', async () => {
    await confirmed('STOP-03')
    await change(fay, 'STOP-03', { name: 'Renamed' })
    const { version } = await row('STOP-03')
    await Promise.all([
      stopMerchant(olive, { merchantId: 'STOP-03', state: 'paused', reason: 'Chargebacks' }),
      confirm(felix, 'STOP-03', version),
    ])
    expect((await row('STOP-03')).state).toBe('paused')
  })
})

describe('a file', () => {
  const FILE =
    'merchant id,name,state,split\nCSV-001,Ash,,PLATFORM-FEE:2.9%;self\nCSV-002,Birch,paused,CSV-001:1%;self\n'

  test('enters all of its merchants, which a second person can confirm together', async () => {
    expect((await previewMerchants(olive, { text: FILE })).rows.flatMap(({ problems }) => problems)).toEqual(
      [],
    )
    expect(await importMerchants(olive, { text: FILE })).toEqual({ ok: true, entered: 2 })
    expect(await row('CSV-002')).toMatchObject({
      state: 'paused',
      confirmedAt: null,
      proposedBy: olive.actor.id,
    })
    expect((await actionsOf('CSV-001')).map(({ action }) => action)).toEqual(['merchant-imported'])
    const result = await confirmMerchants(fay, {
      merchants: [
        { merchantId: 'CSV-001', version: 1 },
        { merchantId: 'CSV-002', version: 7 },
        { merchantId: 'CSV-404', version: 1 },
      ],
    })
    expect(result).toMatchObject({
      confirmed: 1,
      refused: [{ merchantId: 'CSV-002' }, { merchantId: 'CSV-404' }],
    })
  })

  test('enters none of them if one is wrong, even since the preview', async () => {
    const text = 'merchant id,name\nCSV-100,Cedar\nCSV-101,Dill\n'
    expect((await previewMerchants(olive, { text })).rows.flatMap(({ problems }) => problems)).toEqual([])
    await enterMerchant(fay, typed('csv-101'))
    const result = await importMerchants(olive, { text })
    expect(result).toMatchObject({
      ok: false,
      file: { rows: [{ problems: [] }, { problems: [{ path: 'merchantId' }] }] },
    })
    expect(await searchMerchants(olive, 'CSV-100', 8)).toEqual({ items: [], more: false })
    const twice = await Promise.all(
      [1, 2].map(() => importMerchants(olive, { text: 'merchant id,name\nCSV-200,Elm\n' })),
    )
    expect(twice.map(({ ok }) => ok).sort()).toEqual([false, true])
  })
})

describe('the directory', () => {
  test('is filtered by part of a name or ID, by state, and by what waits for me', async () => {
    await confirmed('FIND-01', { name: 'Éclair Pâtisserie' })
    await confirmed('FIND-02', { name: '100% Cotton_Shop' })
    await stopMerchant(olive, { merchantId: 'FIND-02', state: 'closed', reason: 'Moved' })
    const ids = async (ctx: Ctx, query: object) =>
      (await listMerchantPage(ctx, { ...merchantList.all, ...query })).items.map(
        ({ merchantId }) => merchantId,
      )
    expect(await ids(aldo, { search: 'pâtiss' })).toEqual(['FIND-01'])
    expect(await ids(aldo, { search: 'find-0' })).toEqual(['FIND-02', 'FIND-01'])
    expect(await ids(aldo, { search: '% cotton_' })).toEqual(['FIND-02'])
    expect(await ids(aldo, { search: 'find', state: 'closed' })).toEqual(['FIND-02'])
    await enterMerchant(fay, typed('WAIT-01'))
    expect(await ids(fay, { search: 'WAIT-01', waiting: 'all' })).toEqual(['WAIT-01'])
    expect(await ids(fay, { search: 'WAIT-01', waiting: 'mine' })).toEqual([])
    expect(await ids(felix, { search: 'WAIT-01', waiting: 'mine' })).toEqual(['WAIT-01'])
    const before = await countWaitingFor(felix)
    await rejectMerchant(frida, { merchantId: 'WAIT-01', version: 1, note: 'Wrong' })
    expect(await countWaitingFor(felix)).toBe(before - 1)
    expect(await countWaitingFor(aldo)).toBe(0)
  })

  test('confirms everything that a filter finds at once, except look-alikes', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `MANY-${String(n).padStart(2, '0')}`)
    const text = [
      'merchant id,name,split',
      ...many.map((id) => `${id},Stall ${id},PLATFORM-FEE:2%;self`),
    ].join('\n')
    expect(await importMerchants(fay, { text })).toMatchObject({ ok: true })
    await confirmed('MANY-OLD', { name: 'Old stall of many' })
    expect(await change(frida, 'MANY-OLD', { name: 'New stall of many' })).toMatchObject({ ok: true })
    await enterMerchant(frida, typed('MANY-O0', { name: 'Twin', differsFrom: ['MANY-00'] }))
    await enterMerchant(felix, typed('MANY-MY-OWN'))

    const filter = { search: 'MANY-', state: null, waiting: null }
    expect(await countWaitingFor(felix, filter)).toBe(62)
    expect(await countWaitingFor(aldo, filter)).toBe(0)
    const found = await findPending(felix, filter)
    // The two that look alike are each a look-alike of the other.
    expect(found.merchants.map(({ merchantId }) => merchantId)).toEqual([...many.slice(1), 'MANY-OLD'])
    expect(found).toMatchObject({
      changes: 1,
      lookAlikes: 2,
      hasMore: false,
      proposers: {
        named: [
          { name: 'Fay', count: 59 },
          { name: 'Frida', count: 1 },
        ],
        others: 0,
      },
      payees: { named: [{ name: 'PLATFORM-FEE', count: 59 }], others: 0 },
    })
    expect(await findPending(fay, filter)).toMatchObject({
      merchants: [{ merchantId: 'MANY-MY-OWN' }, { merchantId: 'MANY-OLD' }],
    })

    // One changes between selection and confirmation: it stays as it is, and the others are confirmed.
    await change(fay, 'MANY-07', { name: 'Another stall' })
    expect(await confirmMerchants(felix, { merchants: found.merchants })).toEqual({
      confirmed: 59,
      refused: [
        { merchantId: 'MANY-07', message: expect.stringContaining('was changed after you opened it') },
      ],
    })
    expect(await countWaitingFor(felix, filter)).toBe(3)
  })

  test('pages forward and back', async () => {
    await knowMerchants(
      desk.services,
      Array.from({ length: 120 }, (_, n) => `PAGE-${String(n).padStart(3, '0')}`),
    )
    const query = { ...merchantList.all, search: 'PAGE-' }
    const first = await listMerchantPage(aldo, query)
    expect(first.items).toHaveLength(50)
    expect(first.before).toBeNull()
    const at = (page: typeof first, side: 'after' | 'before') => {
      const key = page[side]
      if (!key) throw new Error('There is no such page.')
      return listMerchantPage(aldo, { ...query, cursor: { side, ...key } })
    }
    const second = await at(first, 'after')
    const third = await at(second, 'after')
    expect(third.items.at(-1)?.merchantId).toBe('PAGE-119')
    expect(third.after).toBeNull()
    expect((await at(third, 'before')).items).toEqual(second.items)
    expect((await at(second, 'before')).items).toEqual(first.items)
  })

  test('offers the exact ID first in a pick list, and marks merchants that cannot be paid', async () => {
    await confirmed('PICK-1', { name: 'Zebra' })
    await confirmed('PICK-10', { name: 'Aardvark' })
    await stopMerchant(olive, { merchantId: 'PICK-10', state: 'paused', reason: 'Chargebacks' })
    expect(await listMerchantsForPicker(desk.services.db, 'PICK-1')).toEqual({
      choices: [
        { merchantId: 'PICK-1', name: 'Zebra', payable: 'yes' },
        { merchantId: 'PICK-10', name: 'Aardvark', payable: 'paused' },
      ],
      areNear: false,
    })
    expect((await listMerchantsForPicker(desk.services.db, '')).choices.length).toBe(12)
    expect((await listMerchantsForPicker(desk.services.db, "' or 1=1 --")).choices).toEqual([])
  })

  test('offers similar merchants if none contains the text', async () => {
    await confirmed('NEAR-77', { name: 'Kingfisher Coffee' })
    expect(await listMerchantsForPicker(desk.services.db, 'kingfsher')).toEqual({
      choices: [{ merchantId: 'NEAR-77', name: 'Kingfisher Coffee', payable: 'yes' }],
      areNear: true,
    })
  })

  test('can be read by an auditor, without actions', async () => {
    expect(await viewMerchant(aldo, 'FIND-01')).toMatchObject({
      may: { change: false, stop: [], reactivate: false, confirm: false, withdraw: false },
      sales: { accounts: [] },
      funding: { held: [], batches: [] },
    })
    expect((await viewMerchant(olive, 'FIND-01')).funding).toBeNull()
  })
})

test('the account of a merchant’s sales has each sale once, profile by profile, as its lists in the log find them', async () => {
  const merchantId = 'ACCOUNT-1'
  await confirmed(merchantId)
  const profiles = ['941000000001', '941000000004'] as const
  for (const profileId of profiles) await seedReceiver(felix, { profileId, merchantId, label: profileId })
  const batchOf = async (status: BatchStatus) => {
    const id = await seedBatch(fay, linesOf([`OF-${status}`]))
    await fay.db.update(fundingBatches).set({ status }).where(eq(fundingBatches.id, id))
    return id
  }
  const [draft, waiting, stopped, unknown, done] = await Promise.all(
    (['draft', 'waiting', 'stopped', 'unknown', 'done'] as const).map(batchOf),
  )
  const sales = [
    { funding: 'funded', fundingBatchId: done, amountMinor: 1_000 },
    { funding: 'funded', fundingBatchId: done, amountMinor: 2_000, leftMinor: 250 },
    { funding: 'outside', amountMinor: 300 },
    { funding: 'outside', amountMinor: 900, currencyCode: '978' },
    { funding: 'in-batch', fundingBatchId: waiting, amountMinor: 40 },
    { funding: 'in-batch', fundingBatchId: stopped, amountMinor: 50 },
    { funding: 'in-batch', fundingBatchId: unknown, amountMinor: 60 },
    { funding: 'in-draft', fundingBatchId: draft, amountMinor: 65 },
    { state: 'conflict', amountMinor: 70 },
    { state: 'anomaly', amountMinor: null },
    { state: 'anomaly', anomalies: ['link-amount-differs'], amountMinor: 80 },
    { state: 'closed', anomalies: ['link-amount-differs'], amountMinor: 90 },
    { amountMinor: 7_000, currencyCode: '978' },
    { funding: 'none', amountMinor: 99_999 },
    { amountMinor: 95 },
  ] as const
  // The partner refused this sale for good, in the first profile only.
  const refusing = await seedBatch(fay, linesOf(['ACC-0-14', 'ACC-1-10']))
  await fay.db.insert(fundingFailures).values(
    [0, 1].map((transactionNo) => ({
      batchId: refusing,
      transactionNo,
      errorCode: '902',
      errorMessage: '',
    })),
  )
  await seedSales(
    desk.services,
    profiles.flatMap((profileId, place) =>
      sales.slice(place * 4).map((sale, at) => ({
        ...sale,
        anomalies: [...('anomalies' in sale ? sale.anomalies : [])],
        profileId,
        merchantId,
        tranId: `ACC-${place}-${at}`,
      })),
    ),
  )
  const { sales: sold, funding } = await viewMerchant(fay, merchantId)
  const accounts = sold?.accounts ?? []
  // Every part of the page shows the same open amount.
  for (const { profileId, lines } of accounts) {
    const age = funding?.ageing.find((row) => row.profileId === profileId)
    const dollarsOf = (...keys: (keyof typeof lines)[]) =>
      keys.reduce((sum, key) => sum + (lines[key].amounts['840'] ?? 0), 0)
    expect([age?.amountMinor, age?.held.amountMinor, age?.draft.amountMinor, age?.left.amountMinor]).toEqual([
      dollarsOf('ready', 'refused', 'held'),
      dollarsOf('held'),
      dollarsOf('draft'),
      dollarsOf('left'),
    ])
  }
  expect(accounts.map(({ profileId, all }) => [profileId, all])).toEqual([
    ['941000000001', { sales: 14, amounts: { '840': 3_850, '978': 7_900 }, unknown: 1 }],
    ['941000000004', { sales: 10, amounts: { '840': 550, '978': 7_000 }, unknown: 1 }],
  ])
  expect(accounts.map(({ lines }) => lines.refused.sales)).toEqual([1, 0])
  for (const { profileId, lines, all } of accounts) {
    for (const key of [...ACCOUNT_LINES, 'all'] as const) {
      const { items } = await listCallbackPage(
        desk.services,
        { ...callbackList.all, ...ACCOUNT_LISTS[key], profileId, merchantId },
        true,
      )
      expect([profileId, key, items.length]).toEqual([
        profileId,
        key,
        (key === 'all' ? all : lines[key]).sales,
      ])
    }
  }
  const funded = accounts[0]?.lines.funded
  expect(funded).toEqual({ sales: 2, amounts: { '840': 2_750 }, unknown: 0 })
  expect(accounts[0]?.lines.left).toEqual({ sales: 1, amounts: { '840': 250 }, unknown: 0 })
})

test('the latest batches of a merchant are 20, with only its own lines', async () => {
  const batches: string[] = []
  for (let index = 0; index < 22; index += 1) {
    const lines = linesOf([`LATEST-${index}`, `LATEST-${index}-B`], { merchantId: 'LATEST-1', amount: '500' })
    const other = linesOf([`LATEST-${index}-C`], { merchantId: 'LATEST-2', amount: '900' })
    batches.push(await seedBatch(fay, [...lines, ...other.map((line) => ({ ...line, row: 9 }))]))
  }
  const { funding } = await viewMerchant(fay, 'LATEST-1')
  expect(funding?.batches.map(({ id }) => id)).toEqual(batches.slice(2).reverse())
  expect(funding?.batches[0]).toMatchObject({ lines: 2, amountMinor: 1_000, isClosed: false })
})
