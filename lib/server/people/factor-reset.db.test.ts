import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { recoveryCodes, secondFactors, users } from '@/lib/db/schema/people'
import { listFactors } from '@/lib/server/factors/active-factors'
import { makeRecoveryCodes } from '@/lib/server/factors/recovery-codes'
import { storeTotp } from '@/lib/server/factors/totp'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { acceptLink } from './accept'
import { answerReset, resetFactors } from './factor-reset'
import { makeFirstAdmin } from './links'
import { viewPeople } from './list'
import { changeRoles, deactivatePerson } from './roles'

let desk: TestDesk
let ada: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ada = await desk.as('Ada', ['admin'])
})
afterAll(() => desk.close())

async function giveFactor({ actor: { id: userId } }: Ctx) {
  await desk.services.db.transaction(async (tx) => {
    const secret = 'KJSXE43PNZQWYIDEMVWW63TTORZGC5DF'
    const now = desk.services.now()
    await storeTotp(tx, desk.services.sealer, { userId, secret, name: 'Phone', now, isActive: true })
    await makeRecoveryCodes(tx, desk.services.sealer, { userId, now })
  })
}
const of = async ({ actor: { id: personId } }: Ctx) => {
  const [person] = await desk.services.db.select().from(users).where(eq(users.id, personId))
  return { personId, version: person?.version ?? 0 }
}
const factorsOf = ({ actor }: Ctx) => listFactors(desk.services.db, actor.id)
const rowOf = async (asking: Ctx, { actor }: Ctx) =>
  (await viewPeople(asking, 'https://desk.example')).people.find(({ id }) => id === actor.id)

test('one admin resets somebody who approves nothing, and a lone admin anybody', async () => {
  const olga = await desk.as('Olga')
  const ulla = await desk.as('Ulla', ['underwriter'])
  for (const person of [olga, ulla]) {
    await giveFactor(person)
    expect(await rowOf(ada, person)).toMatchObject({ factors: { totp: 1, passkey: 0 } })
    expect(await resetFactors(ada, await of(person))).toEqual({ ok: true, waits: false })
    expect(await factorsOf(person)).toEqual([])
    const { db } = desk.services
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.actor.id))).toEqual([])
    expect(await resetFactors(ada, await of(person))).toMatchObject({ ok: false })
  }
  expect(await rowOf(ada, ulla)).toMatchObject({ needsFactor: true, factors: { totp: 0 } })
  expect(await rowOf(ada, olga)).toMatchObject({ needsFactor: false })
})

test('nobody consents to the reset of their own second factor', async () => {
  const [cora, dora] = [await desk.as('Cora', ['admin']), await desk.as('Dora', ['admin'])]
  await giveFactor(dora)
  expect(await resetFactors(cora, await of(dora))).toEqual({ ok: true, waits: true })
  expect(await answerReset(dora, { ...(await of(dora)), answer: 'consent' })).toMatchObject({ ok: false })
  expect(await factorsOf(dora)).toHaveLength(1)
  expect(await answerReset(ada, { ...(await of(dora)), answer: 'consent' })).toEqual({ ok: true })
  expect(await factorsOf(dora)).toEqual([])
  for (const person of [cora, dora])
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, person.actor.id))
})

test('where there is a second admin, whoever approves or administers is reset by two', async () => {
  const bert = await desk.as('Bert', ['admin'])
  const fred = await desk.as('Fred', ['finance'])
  await giveFactor(fred)
  expect(await resetFactors(ada, await of(fred))).toEqual({ ok: true, waits: true })
  expect(await factorsOf(fred)).toHaveLength(1)
  expect(await rowOf(bert, fred)).toMatchObject({ factorReset: { by: 'Ada', isMine: false } })
  expect((await viewPeople(bert, '')).waitingForMe).toBe(1)
  expect((await viewPeople(ada, '')).waitingForMe).toBe(0)
  expect(await answerReset(ada, { ...(await of(fred)), answer: 'consent' })).toMatchObject({ ok: false })
  expect(await answerReset(bert, { ...(await of(fred)), answer: 'reject' })).toEqual({ ok: true })
  expect(await answerReset(bert, { ...(await of(fred)), answer: 'consent' })).toMatchObject({ ok: false })
  await resetFactors(ada, await of(fred))
  const stale = await of(fred)
  expect(await answerReset(bert, { ...stale, answer: 'consent' })).toEqual({ ok: true })
  expect(await answerReset(bert, { ...stale, answer: 'consent' })).toMatchObject({ ok: false })
  expect(await factorsOf(fred)).toEqual([])
  const told = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, fred.actor.id))
  expect(told.map(({ action }) => action)).toEqual([
    'factor-reset-proposed',
    'approval-refused',
    'factor-reset-rejected',
    'factor-reset-proposed',
    'factors-reset',
  ])

  // With two admins, each can reset the other's factors, who could not do it themselves. No one resets their own here.
  await giveFactor(bert)
  expect(await resetFactors(bert, await of(bert))).toMatchObject({ ok: false })
  expect(await resetFactors(ada, await of(bert))).toEqual({ ok: true, waits: false })
  await expect(resetFactors(fred, await of(bert))).rejects.toMatchObject({ code: 'forbidden' })
})

test('an admin who was removed as one just now is reset by two as well', async () => {
  const [lena, mona] = [await desk.as('Lena', ['admin']), await desk.as('Mona', ['admin'])]
  await giveFactor(mona)
  await changeRoles(lena, { ...(await of(mona)), roles: ['auditor'] })
  expect(await resetFactors(lena, await of(mona))).toEqual({ ok: true, waits: true })
  expect(await factorsOf(mona)).toHaveLength(1)
})

test('the proposal of an admin who is out counts no longer', async () => {
  const carl = await desk.as('Carl', ['admin'])
  const gina = await desk.as('Gina', ['finance'])
  await giveFactor(gina)
  expect(await resetFactors(carl, await of(gina))).toEqual({ ok: true, waits: true })
  await deactivatePerson(ada, { ...(await of(carl)), casesTo: '', applicationsTo: '' })
  expect(await answerReset(ada, { ...(await of(gina)), answer: 'consent' })).toMatchObject({ ok: false })
  expect(await factorsOf(gina)).toHaveLength(1)
})

test('the command on the server lets in an admin who lost everything, and its link removes their second factor', async () => {
  await giveFactor(ada)
  const made = await makeFirstAdmin(desk.services, { email: ada.actor.email, recover: true })
  if (!made.ok) throw new Error(made.message)
  expect(await factorsOf(ada)).toHaveLength(1)
  const anyone = { ...desk.services, requestId: 'test', address: '192.0.2.1' }
  expect(await acceptLink(anyone, { token: made.token, password: 'tangerine wheelbarrow' })).toMatchObject({
    ok: true,
  })
  expect(await factorsOf(ada)).toEqual([])
  expect(
    await desk.services.db.select().from(secondFactors).where(eq(secondFactors.userId, ada.actor.id)),
  ).toEqual([])
})
