import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { connectionChecks } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { assignApplications } from '@/lib/server/applications/assignment'
import { checkConnections, checkDueConnections } from '@/lib/server/connections/check'
import type { Ctx } from '@/lib/server/services'
import { assignCase, claimCase } from '@/lib/server/underwriting/claim'
import { tellOverdue } from '@/lib/server/underwriting/tell-overdue'
import {
  classifyAll,
  type SeededReceiver,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  answerNow,
  ask,
  HOUR,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { countUnread, listNotifications, markRead } from './list'

const clock = testClock()
const DAY = 24 * HOUR

let desk: TestDesk
let ana: Ctx
let ben: Ctx
let uma: Ctx
let una: Ctx
let fay: Ctx
let ada: Ctx
let alf: Ctx
let shop: SeededReceiver
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
  uma = await desk.as('Uma', ['underwriter'])
  una = await desk.as('Una', ['underwriter'])
  fay = await desk.as('Fay', ['finance'])
  ada = await desk.as('Ada', ['admin'])
  alf = await desk.as('Alf', ['admin'])
  shop = await seedReceiver(ada)
  await setUnderwritingRules(desk.services, { hoursAllowed: 48 })
})
afterAll(() => desk.close())
beforeEach(() => clock.advanceMs(HOUR))

const toldOf = async (reader: Ctx, id: string, kind: string) =>
  (await listNotifications(reader)).groups
    .find((group) => group.id === id)
    ?.notices.filter((notice) => notice.kind === kind) ?? []
const readAll = (reader: Ctx) => markRead(reader, { subject: null, upTo: clock.now().toISOString() })

test('an application that is assigned tells its assignee, and not whoever takes it for themselves', async () => {
  const id = await seedCase(ana)
  await assignApplications(ana, { rows: [{ applicationId: id, from: ana.actor.id }], to: ben.actor.id })
  expect(await toldOf(ben, id, 'assigned')).toMatchObject([{ by: 'Ana', isUnread: true }])
  await assignApplications(ana, { rows: [{ applicationId: id, from: ben.actor.id }], to: ana.actor.id })
  expect(await toldOf(ana, id, 'assigned')).toEqual([])
  expect(await toldOf(ben, id, 'assigned')).toMatchObject([{ hasEnded: true, isUnread: false }])
})

test('a case that is assigned tells its underwriter, until it goes to another one', async () => {
  const id = await seedCase(ana)
  await claimCase(uma, { applicationId: id })
  expect(await toldOf(uma, id, 'case-assigned')).toEqual([])
  await assignCase(uma, { applicationId: id, from: uma.actor.id, to: una.actor.id })
  expect(await toldOf(una, id, 'case-assigned')).toMatchObject([{ by: 'Uma', isUnread: true }])
  await assignCase(una, { applicationId: id, from: una.actor.id, to: uma.actor.id })
  expect(await toldOf(una, id, 'case-assigned')).toMatchObject([{ hasEnded: true }])
})

test('a conflict tells whoever may resolve it, once, until it is resolved', async () => {
  const [n = 0] = await storeDeliveries(desk.services, shop, [saleFields()])
  await classifyAll(desk.services)
  expect(await toldOf(fay, String(n), 'conflict')).toEqual([])
  await storeDeliveries(desk.services, shop, [saleFields({ tran_amount: '126.00' })])
  await classifyAll(desk.services)
  for (const person of [fay, ada])
    expect(await toldOf(person, String(n), 'conflict')).toMatchObject([
      { by: null, isUnread: true, path: `/callbacks/${n}` },
    ])
  // They may see callbacks, but not resolve them.
  for (const person of [ana, uma]) expect(await toldOf(person, String(n), 'conflict')).toEqual([])
  await readAll(fay)
  clock.advanceMs(HOUR)
  await storeDeliveries(desk.services, shop, [saleFields({ tran_amount: '127.00' })])
  await classifyAll(desk.services)
  expect(await toldOf(fay, String(n), 'conflict')).toMatchObject([{ isUnread: false, hasEnded: false }])

  await desk.services.db.update(callbackEvents).set({ state: 'approved' }).where(eq(callbackEvents.n, n))
  expect(await toldOf(ada, String(n), 'conflict')).toMatchObject([{ hasEnded: true }])
  await storeDeliveries(desk.services, shop, [saleFields({ tran_amount: '128.00' })])
  await classifyAll(desk.services)
  expect(await toldOf(fay, String(n), 'conflict'), 'another conflict').toMatchObject([{ isUnread: true }])
})

test('an overdue case tells its underwriter once, stands while the applicant has it, and ends with its hand-over', async () => {
  const id = await seedClaimed(ana, uma)
  clock.advanceMs(48 * HOUR)
  await tellOverdue(desk.services)
  expect(await toldOf(uma, id, 'overdue'), 'the limit itself is in time').toEqual([])
  clock.advanceMs(1)
  await tellOverdue(desk.services)
  expect(await toldOf(uma, id, 'overdue')).toMatchObject([{ by: null, isUnread: true, hasEnded: false }])
  expect(await toldOf(una, id, 'overdue')).toEqual([])
  await readAll(uma)
  clock.advanceMs(HOUR)
  await tellOverdue(desk.services)
  expect(await toldOf(uma, id, 'overdue')).toMatchObject([{ isUnread: false, hasEnded: false }])

  await ask(uma, id, 'merchant.legalName')
  expect(await toldOf(uma, id, 'overdue')).toMatchObject([{ hasEnded: true }])
  await answerNow(ana, id)
  expect(await toldOf(uma, id, 'overdue')).toMatchObject([{ hasEnded: false }])

  // Another underwriter has claimed it, and does not know yet that it is overdue.
  await assignCase(uma, { applicationId: id, from: uma.actor.id, to: una.actor.id })
  await tellOverdue(desk.services)
  expect(await toldOf(una, id, 'overdue')).toMatchObject([{ isUnread: true }])

  // Handed over again: a new round with its own deadline.
  const { db } = desk.services
  clock.advanceMs(HOUR)
  const anew = { handedOverAt: clock.now(), runningSince: clock.now(), spentMs: 0 }
  await db.update(underwritingCases).set(anew).where(eq(underwritingCases.applicationId, id))
  await tellOverdue(desk.services)
  expect(await toldOf(una, id, 'overdue')).toMatchObject([{ hasEnded: true }])
  clock.advanceMs(49 * HOUR)
  await tellOverdue(desk.services)
  expect(await toldOf(una, id, 'overdue')).toMatchObject([{ hasEnded: false, isUnread: true }])
})

test('an overdue case that nobody has claimed tells every underwriter', async () => {
  const id = await seedCase(ana)
  clock.advanceMs(49 * HOUR)
  await tellOverdue(desk.services)
  for (const person of [uma, una]) expect(await toldOf(person, id, 'overdue')).toHaveLength(1)
  for (const person of [ana, ada]) expect(await toldOf(person, id, 'overdue')).toEqual([])
})

test('a failing connection tells admins once, and again after it had worked', async () => {
  // Nothing listens at the partner's address.
  await checkDueConnections(desk.services)
  expect(await toldOf(ada, 'token', 'connection-failing')).toMatchObject([
    { by: null, isUnread: true, path: '/admin/settings/connections' },
  ])
  expect((await listNotifications(ada)).groups.find(({ id }) => id === 'token')?.label).toBe(
    'Connection: token',
  )
  expect(await toldOf(fay, 'token', 'connection-failing')).toEqual([])
  await readAll(ada)
  await readAll(alf)
  clock.advanceMs(DAY)
  await checkDueConnections(desk.services)
  expect(await countUnread(ada), 'still the same failure').toBe(0)

  const [row] = await desk.services.db
    .select()
    .from(connectionChecks)
    .where(and(eq(connectionChecks.target, 'token'), eq(connectionChecks.state, 'failed')))
  if (!row) throw new Error('No check.')
  const { n: _, ...check } = row
  await desk.services.db.insert(connectionChecks).values({ ...check, at: clock.now(), state: 'ok' })
  expect(await toldOf(ada, 'token', 'connection-failing')).toMatchObject([{ hasEnded: true }])
  clock.advanceMs(HOUR)
  await checkConnections(ada, { target: 'token' })
  expect(await toldOf(ada, 'token', 'connection-failing'), 'who checked by hand knows').toMatchObject([
    { isUnread: false },
  ])
  expect(await toldOf(alf, 'token', 'connection-failing')).toMatchObject([{ isUnread: true }])
})

test('whoever lost the role is not told, and nobody inactive', async () => {
  const gus = await desk.as('Gus', ['finance'])
  await desk.services.db.update(users).set({ active: false }).where(eq(users.id, gus.actor.id))
  const [n = 0] = await storeDeliveries(desk.services, shop, [saleFields({ tran_id: '9911' })])
  await storeDeliveries(desk.services, shop, [saleFields({ tran_id: '9911', tran_amount: '1.00' })])
  await classifyAll(desk.services)
  expect(await toldOf(fay, String(n), 'conflict')).toHaveLength(1)
  expect(await toldOf(gus, String(n), 'conflict')).toEqual([])
  const demoted: Ctx = { ...fay, actor: { ...fay.actor, roles: [] } }
  expect(await toldOf(demoted, String(n), 'conflict')).toEqual([])
})
