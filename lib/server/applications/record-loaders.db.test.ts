import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/services'
import { claimCase } from '@/lib/server/underwriting/claim'
import { decide } from '@/lib/server/underwriting/decide'
import { addNote } from '@/lib/server/underwriting/notes'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  ask,
  HOUR,
  seedClaimed,
  seenNow,
  setUnderwritingRules,
  testClock,
  wordsFor,
} from '@/lib/testing/underwriting-cases'
import { assignApplications } from './assignment'
import { viewHistory } from './record-loaders'

const clock = testClock()
let desk: TestDesk
let ana: Ctx
let uma: Ctx
let aud: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  aud = await desk.as('Aud', ['auditor'])
})
afterAll(() => desk.close())
beforeEach(() => clock.advanceMs(HOUR))

const actionsOf = async (ctx: Ctx, id: string) => (await viewHistory(ctx, id)).map(({ action }) => action)

test('staff see what was asked and decided, and not that underwriters wrote to each other', async () => {
  const id = await seedClaimed(ana, uma)
  await addNote(uma, { applicationId: id, text: 'Ask them about the parent company.' })
  await ask(uma, id, 'merchant.website')
  const staff = await actionsOf(ana, id)
  expect(staff).toContain('underwriting-hand-over')
  expect(staff).toContain('underwriting-ask')
  expect(staff).not.toContain('case-noted')
  for (const reader of [uma, aud]) expect(await actionsOf(reader, id)).toContain('case-noted')
  for (const reader of [ana, uma, aud])
    expect(JSON.stringify(await viewHistory(reader, id))).not.toContain('parent company')
})

test('the reasons of a decision reach staff once it takes effect, and not those of the first of two', async () => {
  await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
  const id = await seedClaimed(ana, uma)
  const decline = async (ctx: Ctx, note: string) =>
    decide(ctx, { applicationId: id, ...wordsFor('decline'), note, seen: await seenNow(ctx, id) })
  expect(await decline(uma, 'I met the owner.')).toMatchObject({ effect: 'awaits-second' })
  const told = async (ctx: Ctx) => JSON.stringify(await viewHistory(ctx, id))
  expect(await told(ana)).not.toContain('I met the owner.')
  expect(await told(uma)).toContain('I met the owner.')
  const ulf = await desk.as('Ulf', ['underwriter'])
  await claimCase(ulf, { applicationId: id })
  expect(await decline(ulf, 'The volume is not plausible.')).toMatchObject({ effect: 'takes-effect' })
  expect(await told(ana)).toContain('The volume is not plausible.')
  expect(await told(ana)).not.toContain('I met the owner.')
})

test('an assignment says to whom', async () => {
  const id = await seedClaimed(ana, uma)
  const ben = await desk.as('Ben')
  const rows = [{ applicationId: id, from: ana.actor.id }]
  expect(await assignApplications(ana, { rows, to: ben.actor.id })).toMatchObject({ ok: true })
  const entry = (await viewHistory(ana, id)).findLast(({ action }) => action === 'application-assigned')
  expect(entry).toMatchObject({ by: 'Ana', person: 'Ben' })
})
