import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeMails } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import { mentionOf } from '@/lib/domain/comments/comment'
import type { MailChoices } from '@/lib/domain/notifications/mail-choices'
import { viewAccount } from '@/lib/server/account/account'
import { addComment, removeComment } from '@/lib/server/comments/comments'
import { openMail } from '@/lib/server/mail'
import type { Ctx, Services } from '@/lib/server/services'
import { readBody, startMailServer } from '@/lib/testing/mail-server'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { HOUR, seedCase, testClock } from '@/lib/testing/underwriting-cases'
import { markRead } from './list'
import { changeMailChoices, mailNotices, purgeNoticeMails, queueDueMails } from './mail-notices'

const clock = testClock('2026-06-01T13:30:00.000Z')
const AT_ONCE: MailChoices = {
  personal: 'at-once',
  boarding: 'at-once',
  money: 'at-once',
  operations: 'at-once',
}

let desk: TestDesk
let server: Awaited<ReturnType<typeof startMailServer>>
let services: Services
let queued: string[]
let ana: Ctx
let application: string
beforeAll(async () => {
  server = await startMailServer()
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  application = await seedCase(ana)
  const line = { host: '127.0.0.1', port: server.port, tlsFromStart: false, tlsRequired: false, login: null }
  services = {
    ...desk.services,
    mail: openMail(
      line,
      { name: 'PayFac Desk', address: 'desk@company.example' },
      'https://desk.company.example',
      500,
    ),
    jobs: {
      ...desk.services.jobs,
      enqueueAll: async (_name, jobs) => void queued.push(...jobs.map(({ key }) => key)),
    },
    sendingHold: null,
  }
})
afterAll(async () => {
  await desk.close()
  await server.close()
})
let counter = 0
let uma: Ctx
beforeEach(async () => {
  // 1:30 PM, some days after the previous test.
  const day = clock.now().toISOString().slice(0, 10)
  clock.advanceMs(Date.parse(`${day}T13:30:00Z`) + 3 * 24 * HOUR - clock.now().getTime())
  server.mode = 'takes'
  server.taken.length = 0
  counter += 1
  uma = await desk.as(`Uma${counter}`, ['underwriter'])
})

const choose = (noticeMail: MailChoices, timeZone: string | null = null) =>
  desk.services.db.update(users).set({ noticeMail, timeZone }).where(eq(users.id, uma.actor.id))
async function mention(text = 'Please look at the owner Greta Lantern and her $1,402.95') {
  const id = crypto.randomUUID()
  const subject = { type: 'application', id: application } as const
  await addComment(ana, { subject, id, text: `${text} ${mentionOf(uma.actor.id)}` })
  return id
}
/** One minute of the worker: queues the people who are due, and mails them. */
async function work(last = false) {
  queued = []
  await queueDueMails(services)
  const due = queued.filter((id) => id === uma.actor.id)
  for (const personId of due) await mailNotices(services, { personId }, last)
  return due.length
}
const statesOf = async () =>
  (await desk.services.db.select().from(noticeMails).where(eq(noticeMails.personId, uma.actor.id))).map(
    ({ state }) => state,
  )

test('at once: one mail with what happened, the number and the link, and nothing of what was said', async () => {
  await choose(AT_ONCE)
  const id = await mention()
  expect(await work()).toBe(1)
  expect(server.taken).toHaveLength(1)
  const [{ to, text } = { to: [], text: '' }] = server.taken
  expect(to).toEqual([uma.actor.email])
  expect(text).toMatch(/^Subject: PayFac Desk: Mentioned you: A-\d+\r$/m)
  expect(readBody(text)).toContain(`https://desk.company.example/applications/${application}#comment-${id}\n`)
  expect(text).not.toMatch(/Greta|1,402|Ana|Blue Heron/)
  expect(await statesOf()).toEqual(['sent'])
  clock.advanceMs(60_000)
  expect(await work(), 'never twice').toBe(0)
  expect(server.taken).toHaveLength(1)

  clock.advanceMs(60_000)
  await mention('Once more')
  expect(await work(), 'told anew').toBe(1)
  expect(server.taken).toHaveLength(2)
})

test('whoever chose nothing gets a digest after 8:00 of their own day, and none where they read it before', async () => {
  await choose({}, 'America/Chicago')
  // 13:30 UTC is 8:30 AM in Chicago.
  await mention()
  expect(await work()).toBe(0)
  clock.advanceMs(23 * HOUR + 29 * 60_000)
  expect(await work(), '7:59').toBe(0)
  clock.advanceMs(60_000)
  expect(await work(), '8:00').toBe(1)
  expect(server.taken).toHaveLength(1)
  expect(await work()).toBe(0)

  clock.advanceMs(HOUR)
  await mention()
  await markRead(uma, { subject: null, upTo: clock.now().toISOString() })
  clock.advanceMs(24 * HOUR)
  expect(await work()).toBe(0)
})

test('none, by group; and what was told meanwhile is not mailed when it is chosen', async () => {
  await choose({ personal: 'none' })
  await mention()
  clock.advanceMs(24 * HOUR)
  expect(await work()).toBe(0)
  await changeMailChoices({ ...uma, ...services, actor: uma.actor }, { ...ALL, personal: 'at-once' })
  expect(await work()).toBe(0)
  clock.advanceMs(60_000)
  await mention()
  expect(await work()).toBe(1)
  expect((await viewAccount({ ...uma, mail: services.mail })).mail).toEqual({ ...ALL, personal: 'at-once' })
  expect((await viewAccount(uma)).mail, 'without a mail server there is nothing to choose').toBeNull()
})
const ALL = { personal: 'daily', boarding: 'daily', money: 'daily', operations: 'daily' } as const

test('what the server refused is tried again as it was, and given up at the last try', async () => {
  await choose(AT_ONCE)
  await mention()
  server.mode = 'refuses-recipient'
  await expect(work()).rejects.toThrow('refused this address')
  expect(await statesOf()).toEqual(['waiting'])
  server.mode = 'takes'
  expect(await work()).toBe(1)
  expect(await statesOf()).toEqual(['sent'])
  expect(server.taken).toHaveLength(1)

  clock.advanceMs(60_000)
  await mention()
  server.mode = 'refuses-recipient'
  await expect(work()).rejects.toThrow()
  await work(true)
  expect(await statesOf()).toEqual(['sent', 'not-sent'])
  server.mode = 'takes'
  expect(await work()).toBe(0)
  expect(server.taken).toHaveLength(1)
})

test('what may have arrived is not sent again', async () => {
  await choose(AT_ONCE)
  await mention()
  server.mode = 'hangs-up-at-the-end'
  expect(await work()).toBe(1)
  expect(await statesOf()).toEqual(['unknown'])
  server.mode = 'takes'
  expect(await work()).toBe(0)
  expect(server.taken).toHaveLength(0)
})

test('a worker that ended while it sent leaves a mail that nobody sends again', async () => {
  await choose(AT_ONCE)
  await mention()
  queued = []
  await queueDueMails(services)
  const dies = { ...services, mail: { deskUrl: '', send: () => Promise.reject(new Error('killed')) } }
  await expect(mailNotices(dies, { personId: uma.actor.id }, false)).rejects.toThrow('killed')
  expect(await statesOf()).toEqual(['sending'])
  expect(await work()).toBe(0)
  clock.advanceMs(11 * 60_000)
  expect(await work()).toBe(0)
  expect(await statesOf()).toEqual(['unknown'])
})

test('two workers at once send each mail once', async () => {
  await choose(AT_ONCE)
  server.mode = 'refuses-recipient'
  for (let n = 0; n < 2; n += 1) {
    await mention()
    await expect(work()).rejects.toThrow()
    clock.advanceMs(60_000)
  }
  expect(await statesOf()).toEqual(['waiting', 'waiting'])
  server.mode = 'takes'
  const other = { ...services }
  const slow: Services = {
    ...services,
    mail: {
      deskUrl: '',
      // While this instance sends its first mail, another sends the rest.
      async send(message) {
        await mailNotices(other, { personId: uma.actor.id }, false)
        return services.mail?.send(message) ?? { sent: true }
      },
    },
  }
  await mailNotices(slow, { personId: uma.actor.id }, false)
  expect(await statesOf()).toEqual(['sent', 'sent'])
  expect(server.taken).toHaveLength(2)
})

test('nothing is mailed of what was removed, to whoever is not there or lost the role, on hold, or after two days', async () => {
  await choose(AT_ONCE)
  await removeComment(ana, { id: await mention() })
  expect(await work()).toBe(1)
  await mention()
  await desk.services.db
    .update(users)
    .set({ roles: ['finance'] })
    .where(eq(users.id, uma.actor.id))
  await work()
  await desk.services.db
    .update(users)
    .set({ roles: ['underwriter'], active: false })
    .where(eq(users.id, uma.actor.id))
  expect(await work()).toBe(0)
  await mailNotices(services, { personId: uma.actor.id }, false)
  await desk.services.db.update(users).set({ active: true }).where(eq(users.id, uma.actor.id))
  await mailNotices({ ...services, sendingHold: 'restored' }, { personId: uma.actor.id }, false)
  expect(server.taken).toHaveLength(0)
  clock.advanceMs(48 * HOUR)
  expect(await work()).toBe(0)
  expect(server.taken).toHaveLength(0)
})

test('after a restore nothing is mailed of what was told before: it may have been', async () => {
  await choose(AT_ONCE)
  server.mode = 'refuses-recipient'
  await mention()
  await expect(work()).rejects.toThrow()
  await mention('Once more')
  server.mode = 'takes'
  await queueDueMails({ ...services, sendingHold: 'restored' })
  expect(await statesOf()).toEqual(['unknown'])
  expect(await work()).toBe(0)
  clock.advanceMs(60_000)
  await mention('After the hold')
  expect(await work()).toBe(1)
  expect(server.taken).toHaveLength(1)
})

test('mails are forgotten after three months', async () => {
  await choose(AT_ONCE)
  await mention()
  await work()
  await purgeNoticeMails(services)
  expect(await statesOf()).toEqual(['sent'])
  clock.advanceMs(91 * 24 * HOUR)
  await purgeNoticeMails(services)
  expect(await statesOf()).toEqual([])
})
