import { asc, eq, notInArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secondFactors, users } from '@/lib/db/schema/people'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { DEMO_APPROVER, DEMO_PEOPLE } from './accounts'
import { seedPeople } from './seed-people'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
})
afterAll(() => desk.close())

const emails = async () =>
  (await desk.services.db.select({ email: users.email }).from(users).orderBy(asc(users.email))).map(
    ({ email }) => email,
  )
const all = DEMO_PEOPLE.map(({ email }) => email)

test('a desk with nobody gets everybody, an earlier demonstration who is missing, and a desk of others nobody', async () => {
  const { db } = desk.services
  await seedPeople(desk.services)
  expect(new Set(await emails())).toEqual(new Set(all))

  await db.delete(users).where(eq(users.email, DEMO_APPROVER))
  const before = await db.select().from(users)
  await seedPeople(desk.services)
  expect(new Set(await emails())).toEqual(new Set(all))
  expect(await db.select().from(users)).toEqual(expect.arrayContaining(before))

  await db.delete(users).where(eq(users.email, DEMO_APPROVER))
  const fay = await desk.as('Fay', ['finance'])
  await seedPeople(desk.services)
  expect(await emails()).not.toContain(DEMO_APPROVER)
  expect(await db.select().from(secondFactors)).toMatchObject([{ kind: 'totp', name: 'Demo phone' }])
  await db.delete(secondFactors)
  await db.delete(users).where(notInArray(users.id, [fay.actor.id]))
  await seedPeople(desk.services)
  expect(await emails()).toEqual([fay.actor.email])
})
