import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '@/lib/db/schema/people'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument,
  confirmEverything,
  HOUR,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { assignCase } from './claim'
import { viewCase, viewQueue } from './loaders'

const clock = testClock()

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ulf: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ulf = await desk.as('Ulf', ['underwriter'])
})
afterAll(() => desk.close())

const queued = async (ctx: Ctx, applicationId: string) =>
  (await viewQueue(ctx, 'all')).items.find((item) => item.applicationId === applicationId)

test('the queue marks what this person worked on, a document too, and nothing else', async () => {
  const applicationId = await seedCase(ana)
  await addDocument(ulf, applicationId)
  expect(await queued(uma, applicationId)).toMatchObject({ isOwn: false })
  expect(await queued(ulf, applicationId)).toMatchObject({ isOwn: true })
  const other = await seedCase(ana)
  expect(await queued(ulf, other)).toMatchObject({ isOwn: false })
})

test('a case can be given to active people who work on cases, and to no others', async () => {
  const applicationId = await seedCase(ana)
  const gone = await desk.as('Una', ['underwriter'])
  await desk.as('Aldo', ['auditor'])
  await desk.services.db.update(users).set({ active: false }).where(eq(users.id, gone.actor.id))
  const both = ['Ulf', 'Uma']
  expect((await viewQueue(uma, 'all')).people.map(({ name }) => name)).toEqual(both)
  expect((await viewCase(uma, applicationId)).people.map(({ name }) => name)).toEqual(both)
})

test('a case says who confirmed an entry and when, and to whom it was given', async () => {
  const applicationId = await seedClaimed(ana, uma)
  await confirmEverything(uma, applicationId)
  const at = clock.now().toISOString()
  await assignCase(uma, { applicationId, from: uma.actor.id, to: ulf.actor.id })
  const { checklist, timeline } = await viewCase(ulf, applicationId)
  expect(
    checklist.map(({ confirmation, others }) => [confirmation, others.map((other) => [other.by, other.at])]),
  ).toEqual(checklist.map(() => [null, [['Uma', at]]]))
  expect(timeline.at(-1)).toMatchObject({ action: 'case-assigned', by: 'Uma', person: 'Ulf' })
  expect(timeline.find(({ action }) => action === 'underwriting-hand-over')).toMatchObject({ person: null })
})

test('a case tells of its clock, and of the limits that Settings set', async () => {
  await setUnderwritingRules(desk.services, { fourEyesAbove: '5', hoursAllowed: 3 })
  const applicationId = await seedCase(ana)
  clock.advanceMs(2 * HOUR)
  expect(await viewCase(uma, applicationId)).toMatchObject({
    clock: { usedMs: 2 * HOUR, running: true, hoursAllowed: 3 },
    fourEyesAbove: '5',
    needsSecond: true,
  })
})
