import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { users } from '@/lib/db/schema/people'
import { createApplication } from '@/lib/server/applications/mutations'
import { hasAdmin } from '@/lib/server/people/access'
import { invitePerson } from '@/lib/server/people/links'
import type { Ctx } from '@/lib/server/services'
import { signIn } from '@/lib/server/sign-in/sign-in'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './accounts'
import { refuseDemonstration, removeDemonstration } from './remove'
import { seedPeople } from './seed-people'
import { seedReceivers } from './seed-receivers'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
})
afterAll(() => desk.close())

const enter = (email: string) =>
  signIn(
    { db: desk.services.db, now: new Date(), requestId: 'test', singleSignOn: null },
    { email, password: DEMO_PASSWORD, address: '192.0.2.1' },
  )

test('a desk that ran the demonstration is refused until it is removed, which keeps what is not its own', async () => {
  const { services } = desk
  await expect(refuseDemonstration(services), 'nothing is there').resolves.toBeUndefined()
  await seedPeople(services)
  await seedReceivers(services)
  expect(await enter('admin@demo.test')).toMatchObject({ ok: true })
  const [demoAdmin] = await services.db.select().from(users).where(eq(users.email, 'admin@demo.test'))
  if (!demoAdmin) throw new Error('The demonstration has no admin.')
  const asDemo: Ctx = { ...services, actor: { ...demoAdmin, sessionId: 'test' }, requestId: 'test' }
  await invitePerson(asDemo, { email: 'stranger@desk.test', roles: ['auditor'] })
  const application = await createApplication(asDemo)
  await services.db
    .update(applications)
    .set({ assigneeId: demoAdmin.id })
    .where(eq(applications.id, application.id))
  const real = await desk.as('Rita', ['admin'])
  const [receiver] = await services.db.select().from(callbackReceivers)
  await services.db.insert(callbackKeys).values({
    receiverId: receiver?.id ?? '',
    fingerprint: 'of a real key',
    lastFour: 'abcd',
    createdBy: real.actor.id,
    createdAt: new Date(),
  })

  await expect(refuseDemonstration(services)).rejects.toThrow(
    /10 accounts .*, 1 session, 1 callback key, 1 one-time link.*npm run demo:remove/,
  )
  const { removed, stay } = await removeDemonstration(services)
  expect(removed).toMatchObject({ sessions: 1, keys: 1, links: 1 })
  expect(removed.people).toHaveLength(DEMO_PEOPLE.length)
  expect(stay).toEqual([{ email: 'rita@desk.test', name: 'Rita', isAdmin: true }])

  await expect(refuseDemonstration(services)).resolves.toBeUndefined()
  for (const { email } of DEMO_PEOPLE.slice(0, 3)) expect(await enter(email)).toMatchObject({ ok: false })
  const keys = await services.db.select().from(callbackKeys)
  expect(keys.filter(({ revokedAt }) => revokedAt === null).map(({ lastFour }) => lastFour)).toEqual(['abcd'])
  const [kept] = await services.db.select().from(applications).where(eq(applications.id, application.id))
  expect(kept).toMatchObject({ assigneeId: null })
  expect(await hasAdmin(services.db)).toBe(true)
  expect((await removeDemonstration(services)).removed).toEqual({
    people: [],
    sessions: 0,
    keys: 0,
    links: 0,
  })
})
