import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { settings } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { APPLICATION_STATUSES } from '@/lib/domain/application/status'
import { assignCaseInput } from '@/lib/domain/cases/inputs'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import type { Ctx } from '@/lib/server/services'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument,
  ask,
  auditOf,
  decideAll,
  HOUR,
  ourDraft,
  requireCase,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { assignCase, claimCase, releaseCase } from './claim'
import { takeBack } from './hand-over'
import { viewCase, viewQueue } from './loaders'
import { claimNext } from './next-case'
import { addNote } from './notes'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const clock = testClock()

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ugo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ugo = await desk.as('Ugo', ['underwriter'])
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.services.db.delete(settings)
})

const holderOf = async (applicationId: string) => (await requireCase(ana, applicationId)).underwriterId

describe('a claim', () => {
  test('of a case that waits for another to confirm one’s own decision is refused, as is its assignment', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    const applicationId = await seedClaimed(ana, uma)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ effect: 'awaits-second' })
    expect(await claimCase(uma, { applicationId })).toMatchObject({
      ok: false,
      message: 'You made the first decision. Another underwriter must claim it for the second.',
    })
    expect(await assignCase(ugo, { applicationId, from: null, to: uma.actor.id })).toMatchObject({
      ok: false,
      message: 'They made the first decision and cannot make the second. Choose another underwriter.',
    })
    expect(await holderOf(applicationId)).toBeNull()
    const offered = async (ctx: Ctx) => {
      const { mayNotDecide, people } = await viewCase(ctx, applicationId)
      const queue = await viewQueue(ctx, 'all')
      const item = queue.items.find((one) => one.applicationId === applicationId)
      return [mayNotDecide, people.some(({ id }) => id === uma.actor.id), item?.isOthers]
    }
    expect(await offered(uma)).toEqual(['decided-first', false, true])
    expect(await offered(ugo)).toEqual([null, false, false])
    expect(await claimCase(ugo, { applicationId })).toEqual({ ok: true })
    await releaseCase(ugo, { applicationId })
    // Of what changed since, the next decision is the first again.
    await addDocument(ana, applicationId)
    expect(await offered(uma)).toEqual([null, true, false])
    expect(await claimCase(uma, { applicationId })).toEqual({ ok: true })
  })

  test('takes a case that nobody has, at its moment, with an audit row', async () => {
    const applicationId = await seedCase(ana)
    clock.advanceMs(HOUR)
    expect(await claimCase(uma, { applicationId })).toEqual({ ok: true })
    expect(await requireCase(ana, applicationId)).toMatchObject({
      underwriterId: uma.actor.id,
      claimedAt: clock.now(),
    })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'case-claimed',
      actorId: uma.actor.id,
      detail: { from: null, to: uma.actor.id },
    })
  })

  test('of a case that somebody has is refused, and says who', async () => {
    const applicationId = await seedClaimed(ana, uma)
    expect(await claimCase(ugo, { applicationId })).toMatchObject({
      ok: false,
      reason: 'taken',
      message: expect.stringContaining('Uma'),
    })
    expect(await holderOf(applicationId)).toBe(uma.actor.id)
  })

  test('twice by the same person is one claim', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const before = await auditOf(ana, applicationId)
    expect(await claimCase(uma, { applicationId })).toEqual({ ok: true })
    expect(await auditOf(ana, applicationId)).toEqual(before)
  })

  test.each(APPLICATION_STATUSES.map((status) => [status]))('in the status %s', async (status) => {
    const applicationId = await seedCase(ana)
    await ana.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
    const isOpen = status === 'in-underwriting' || status === 'info-requested'
    expect(await claimCase(uma, { applicationId })).toMatchObject(
      isOpen ? { ok: true } : { ok: false, reason: 'wrong-state' },
    )
    expect(await holderOf(applicationId)).toBe(isOpen ? uma.actor.id : null)
  })

  test('of one’s own work is refused, a note on it is not', async () => {
    const both = await desk.as('Bella', ['onboarding', 'underwriter'])
    const applicationId = await seedCase(both)
    expect(await claimCase(both, { applicationId })).toMatchObject({
      ok: false,
      reason: 'own-work',
      message: expect.stringMatching(/^You worked on this application/),
    })
    expect(await assignCase(both, { applicationId, from: null, to: both.actor.id })).toMatchObject({
      ok: false,
      reason: 'own-work',
    })
    await addNote(both, { applicationId, text: 'I met them at their shop.' })
    expect(await holderOf(applicationId)).toBeNull()
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({ action: 'case-noted' })
    expect(await claimCase(uma, { applicationId })).toEqual({ ok: true })
  })

  test('of what is assigned to them is refused, and so is deciding it where it came to them later', async () => {
    const both = await desk.as('Nell', ['onboarding', 'underwriter'])
    const give = (applicationId: string) =>
      ana.db.update(applications).set({ assigneeId: both.actor.id }).where(eq(applications.id, applicationId))
    const applicationId = await seedCase(ana)
    await give(applicationId)
    expect(await claimCase(both, { applicationId })).toMatchObject({ ok: false, reason: 'own-work' })
    const claimed = await seedClaimed(ana, both)
    await give(claimed)
    expect((await viewCase(both, claimed)).mayNotDecide).toBe('own-work')
    expect(await holderOf(applicationId)).toBeNull()
  })

  test('of what was never handed over is refused', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    expect(await claimCase(uma, { applicationId })).toMatchObject({ ok: false, reason: 'wrong-state' })
    await expect(claimCase(uma, { applicationId: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('a release', () => {
  test('gives a case back: it waits for somebody, and its clock goes on', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const { runningSince } = await requireCase(ana, applicationId)
    clock.advanceMs(HOUR)
    expect(await releaseCase(uma, { applicationId })).toEqual({ ok: true })
    expect(await requireCase(ana, applicationId)).toMatchObject({
      underwriterId: null,
      claimedAt: null,
      runningSince,
      spentMs: 0,
    })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'case-released',
      actorId: uma.actor.id,
    })
    expect(await claimCase(ugo, { applicationId })).toEqual({ ok: true })
  })

  test('by anybody but the holder is refused', async () => {
    const applicationId = await seedClaimed(ana, uma)
    expect(await releaseCase(ugo, { applicationId })).toMatchObject({ ok: false, reason: 'taken' })
    expect(await holderOf(applicationId)).toBe(uma.actor.id)
  })

  test('of a closed case is refused', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await takeBack(ana, { applicationId })
    expect(await releaseCase(uma, { applicationId })).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await holderOf(applicationId)).toBe(uma.actor.id)
  })
})

describe('an assignment', () => {
  test('gives a case to an underwriter, whoever has it', async () => {
    const applicationId = await seedCase(ana)
    const to = ugo.actor.id
    expect(await assignCase(uma, { applicationId, from: null, to })).toEqual({ ok: true })
    expect(await holderOf(applicationId)).toBe(to)
    expect(await assignCase(uma, { applicationId, from: to, to: uma.actor.id })).toEqual({ ok: true })
    expect(await holderOf(applicationId)).toBe(uma.actor.id)
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'case-assigned',
      detail: { from: to, to: uma.actor.id },
    })
  })

  test('from a page that shows another holder is refused, and says who has it now', async () => {
    const applicationId = await seedClaimed(ana, ugo)
    for (const from of [null, uma.actor.id]) {
      expect(await assignCase(uma, { applicationId, from, to: uma.actor.id })).toMatchObject({
        ok: false,
        reason: 'taken',
        message: expect.stringContaining('Ugo'),
      })
    }
    await releaseCase(ugo, { applicationId })
    expect(await assignCase(uma, { applicationId, from: ugo.actor.id, to: uma.actor.id })).toMatchObject({
      ok: false,
      reason: 'taken',
      message: expect.stringContaining('unassigned'),
    })
    expect(await holderOf(applicationId)).toBeNull()
  })

  test('to somebody who does not work in underwriting, is not active, or is not there is refused', async () => {
    const applicationId = await seedCase(ana)
    const admin = await desk.as('Ada', ['admin'])
    const left = await desk.as('Leo', ['underwriter'])
    await ana.db.update(users).set({ active: false }).where(eq(users.id, left.actor.id))
    for (const to of [ana.actor.id, admin.actor.id, left.actor.id, crypto.randomUUID()]) {
      expect(await assignCase(uma, { applicationId, from: null, to })).toMatchObject({
        ok: false,
        reason: 'invalid',
      })
    }
    expect(await holderOf(applicationId)).toBeNull()
  })

  test('to somebody with another role beside underwriting is taken', async () => {
    const applicationId = await seedCase(ana)
    const both = await desk.as('Bea', ['onboarding', 'underwriter'])
    expect(await assignCase(uma, { applicationId, from: null, to: both.actor.id })).toEqual({ ok: true })
  })

  test('takes no more of its input than it names', () => {
    const input = { applicationId: crypto.randomUUID(), from: null, to: crypto.randomUUID() }
    expect(assignCaseInput.parse({ ...input, status: 'approved', roles: ['admin'] })).toEqual(input)
  })
})

describe('the next case', () => {
  beforeEach(async () => {
    // Each of these tests has a queue of its own.
    await ana.db.update(applications).set({ status: 'withdrawn' })
  })

  /** The oldest first. */
  async function seedQueue(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      ids.push(await seedCase(ana))
      clock.advanceMs(60_000)
    }
    return ids
  }

  test('is the one that has waited longest and that nobody has, until none is left', async () => {
    const [first = '', second = '', third = ''] = await seedQueue(3)
    await claimCase(ugo, { applicationId: second })
    expect(await claimNext(uma)).toBe(first)
    expect(await claimNext(uma)).toBe(third)
    expect(await claimNext(uma)).toBeNull()
    expect(await Promise.all([first, second, third].map(holderOf))).toEqual([
      uma.actor.id,
      ugo.actor.id,
      uma.actor.id,
    ])
  })

  test('is none that waits for the applicant, nor one that was taken back', async () => {
    const [asked = '', back = ''] = await seedQueue(2)
    await claimCase(ugo, { applicationId: asked })
    await ask(ugo, asked, 'merchant.website')
    await releaseCase(ugo, { applicationId: asked })
    await takeBack(ana, { applicationId: back })
    expect(await claimNext(uma)).toBeNull()
  })

  test('is none that this person wrote into, or put a document to', async () => {
    const both = await desk.as('Bo', ['onboarding', 'underwriter'])
    const own = await seedCase(both)
    clock.advanceMs(60_000)
    const [documented = '', other = ''] = await seedQueue(2)
    await addDocument(both, documented)
    expect(await claimNext(both)).toBe(other)
    expect(await claimNext(both)).toBeNull()
    expect(await claimNext(uma)).toBe(own)
  })

  test('is found behind any number of one’s own', async () => {
    const both = await desk.as('Bruno', ['onboarding', 'underwriter'])
    const own = await seedCase(both)
    const [row] = await ana.db
      .select()
      .from(underwritingCases)
      .where(eq(underwritingCases.applicationId, own))
    const [application] = await ana.db.select().from(applications).where(eq(applications.id, own))
    if (!row || !application) throw new Error('The case is gone.')
    const { id: _id, number: _number, ...values } = application
    for (let index = 0; index < 60; index++) {
      const applicationId = crypto.randomUUID()
      await ana.db.insert(applications).values({ ...values, id: applicationId })
      await ana.db.insert(underwritingCases).values({ ...row, applicationId })
      await recordOwnWork(both, ana.db, applicationId)
    }
    clock.advanceMs(60_000)
    const [other = ''] = await seedQueue(1)
    expect(await claimNext(both)).toBe(other)
  })

  test('is not the one that this person has just made the first decision on', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    const [first = '', other = ''] = await seedQueue(2)
    expect(await decideAll(uma, first, 'approve')).toMatchObject({ ok: true, effect: 'awaits-second' })
    expect(await claimNext(uma)).toBe(other)
    expect(await claimNext(uma)).toBeNull()
    expect(await claimNext(ugo)).toBe(first)
  })

  test('is again one on which the two disagreed', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    const [first = ''] = await seedQueue(1)
    await decideAll(uma, first, 'approve')
    clock.advanceMs(60_000)
    expect(await decideAll(ugo, first, 'decline')).toMatchObject({ ok: true, effect: 'reopens' })
    expect(await claimNext(uma)).toBe(first)
  })
})

withPostgres('claims at once', (createDatabase) => {
  let shared: TestDesk
  let staff: Ctx
  let judges: Ctx[]
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    staff = await shared.as('Staff')
    judges = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) => shared.as(name, ['underwriter'])),
    )
    return () => shared.close()
  })

  test('of several at once exactly one wins, and the others are told who', async () => {
    for (let round = 1; round <= 8; round++) {
      const applicationId = await seedCase(staff)
      const results = await Promise.all(judges.map((ctx) => claimCase(ctx, { applicationId })))
      const winners = judges.filter((_, index) => results[index]?.ok)
      expect(winners).toHaveLength(1)
      const [winner] = winners
      expect((await requireCase(staff, applicationId)).underwriterId).toBe(winner?.actor.id)
      for (const result of results.filter(({ ok }) => !ok)) {
        expect(result).toMatchObject({
          reason: 'taken',
          message: expect.stringContaining(winner?.actor.name ?? 'nobody'),
        })
      }
      await takeBack(staff, { applicationId })
    }
  })

  test('of a claim and an assignment at once one wins', async () => {
    const [one, two, three] = judges
    if (!one || !two || !three) throw new Error('Someone is missing.')
    for (let round = 1; round <= 8; round++) {
      const applicationId = await seedCase(staff)
      const results = await Promise.all([
        claimCase(one, { applicationId }),
        assignCase(two, { applicationId, from: null, to: three.actor.id }),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const { underwriterId } = await requireCase(staff, applicationId)
      expect(underwriterId).toBe(results[0].ok ? one.actor.id : three.actor.id)
      await takeBack(staff, { applicationId })
    }
  })

  test('who ask for the next case at once get one each', async () => {
    const waiting = [await seedCase(staff), await seedCase(staff), await seedCase(staff)]
    const given = await Promise.all(judges.map((ctx) => claimNext(ctx)))
    expect(given.filter((id) => id === null)).toHaveLength(1)
    expect(new Set(given.filter((id) => id !== null))).toEqual(new Set(waiting))
    for (const [index, id] of given.entries()) {
      if (id) expect((await requireCase(staff, id)).underwriterId).toBe(judges[index]?.actor.id)
    }
  })
})
