import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { settings } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { APPLICATION_STATUSES, LOCKED_STAGES } from '@/lib/domain/application/status'
import { isDoubtful } from '@/lib/domain/application/steps'
import { viewApplication } from '@/lib/server/applications/loaders'
import { getCase } from '@/lib/server/cases/case'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { changeDraft } from '@/lib/testing/applications-at-partner'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  answerNow,
  ask,
  auditOf,
  confirmEverything,
  confirmedOf,
  decideAll,
  HOUR,
  handOverNow,
  ourDraft,
  requireCase,
  requireRequest,
  seedApproved,
  seedCase,
  seedClaimed,
  testClock,
  versionsNow,
} from '@/lib/testing/underwriting-cases'
import { claimCase } from './claim'
import { handOver, handOverSchema, takeBack } from './hand-over'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const clock = testClock()

let desk: TestDesk
let ana: Ctx
let uma: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
})
afterAll(() => desk.close())
afterEach(async () => {
  await desk.services.db.delete(settings)
})

const statusOf = async (applicationId: string) => (await requireApplication(ana.db, applicationId)).status

describe('a hand-over', () => {
  test('makes a case: who gave it, when, with which words, and nobody’s yet', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    expect(await handOverNow(ana, applicationId, 'They open in May.')).toEqual({
      ok: true,
      status: 'in-underwriting',
    })
    expect(await requireCase(ana, applicationId)).toMatchObject({
      round: 1,
      handedOverBy: ana.actor.id,
      handedOverAt: clock.now(),
      handOverNote: 'They open in May.',
      underwriterId: null,
      spentMs: 0,
      runningSince: clock.now(),
      closedAt: null,
    })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'underwriting-hand-over',
      actorId: ana.actor.id,
      detail: { from: 'draft', to: 'in-underwriting', round: 1 },
    })
    expect(await viewApplication(ana, applicationId)).toMatchObject({
      mayHandOver: false,
      mayTakeBack: true,
      underwriting: { round: 1, handedOver: { by: 'Ana', note: 'They open in May.' }, underwriter: null },
    })
  })

  test('takes only what is complete, says everything that is missing, and nothing of the approval', async () => {
    const draft = ourDraft({ highTicket: '' })
    const applicationId = await seedApplicationDraft(ana, {
      ...draft,
      merchant: { ...draft.merchant, legalName: ' ' },
    })
    const result = await handOverNow(ana, applicationId)
    if (result.ok || result.reason !== 'violations') throw new Error('It was handed over.')
    const errors = result.violations.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['merchant.legalName', 'options.highTicket']),
    )
    expect(result.violations.map(({ path }) => path)).not.toContain('underwriting')
    expect(await statusOf(applicationId)).toBe('draft')
    expect(await getCase(ana.db, applicationId)).toBeNull()
  })

  test('takes what has warnings only', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft({ highTicket: '10' }))
    // Another has its tax ID: a warning that no rule of its own finds.
    await seedApplicationDraft(ana, ourDraft())
    const warned = (await viewApplication(ana, applicationId)).violations.filter(isDoubtful)
    expect(warned).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'duplicate' })]))
    expect(await handOverNow(ana, applicationId, 'They know it.')).toMatchObject({ ok: true })
    expect((await auditOf(ana, applicationId)).at(-1)?.detail).toMatchObject({
      note: 'They know it.',
      warnings: warned.map(({ path, message }) => ({ path, message })),
    })
  })

  test('takes only what somebody reviewed: of a section that changed since nothing is handed over', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    const versions = await versionsNow(ana, applicationId)
    await changeDraft(ana, applicationId, ({ options }) => ({ options }))
    const stale = { ok: false, reason: 'changed' }
    expect(await handOver(ana, { applicationId, versions, note: '' })).toMatchObject(stale)
    expect(await handOver(ana, { applicationId, versions: {}, note: '' })).toMatchObject(stale)
    expect(await statusOf(applicationId)).toBe('draft')
    expect(await getCase(ana.db, applicationId)).toBeNull()
  })

  test.each(APPLICATION_STATUSES.map((status) => [status]))('from the status %s', async (status) => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    await ana.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
    const mayBe = ['draft', 'refused', 'not-sent'].includes(status)
    expect((await viewApplication(ana, applicationId)).mayHandOver).toBe(mayBe)
    expect(await handOverNow(ana, applicationId)).toMatchObject(
      mayBe ? { ok: true, status: 'in-underwriting' } : { ok: false, reason: 'wrong-state' },
    )
    expect(await statusOf(applicationId)).toBe(mayBe ? 'in-underwriting' : status)
    expect((await getCase(ana.db, applicationId)) !== null).toBe(mayBe)
  })

  test('is refused while the partner takes no update of it, says why, and is taken once it does again', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    const setStage = (stage: string) =>
      ana.db
        .update(applications)
        .set({ stage, stageSource: 'person', stageAt: new Date() })
        .where(eq(applications.id, applicationId))
    for (const stage of LOCKED_STAGES) {
      await setStage(stage)
      expect(await handOverNow(ana, applicationId)).toMatchObject({
        ok: false,
        reason: 'wrong-state',
        message: expect.stringContaining(`“${stage}”`),
      })
    }
    expect(await getCase(ana.db, applicationId)).toBeNull()
    await setStage('Information Requested')
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: true })
    await claimCase(uma, { applicationId })
    await ask(uma, applicationId, 'merchant.website')
    await setStage('Closed Won')
    expect(await answerNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await takeBack(ana, { applicationId })).toMatchObject({ ok: true, status: 'draft' })
  })

  test('of an application that is not there is not found', async () => {
    await expect(
      handOver(ana, { applicationId: crypto.randomUUID(), versions: {}, note: '' }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test('takes no more of its input than it names', () => {
    const input = { applicationId: crypto.randomUUID(), versions: {}, note: '' }
    expect(
      handOverSchema.parse({ ...input, status: 'approved', approvedSha256: 'f', underwriterId: 'me' }),
    ).toEqual(input)
  })
})

describe('a new round', () => {
  test('empties the checklist, and leaves the earlier one as it was', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await confirmEverything(uma, applicationId)
    const confirmed = await confirmedOf(ana, applicationId, 1)
    expect(confirmed.length).toBeGreaterThan(5)
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    expect(await requireCase(ana, applicationId)).toMatchObject({ round: 2 })
    expect(await confirmedOf(ana, applicationId, 2)).toEqual([])
    expect(await confirmedOf(ana, applicationId, 1)).toEqual(confirmed)
  })

  test('is the previous underwriter’s again', async () => {
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    expect(await requireCase(ana, applicationId)).toMatchObject({
      round: 2,
      underwriterId: uma.actor.id,
      closedAt: null,
    })
    expect((await viewApplication(ana, applicationId)).underwriting).toMatchObject({
      underwriter: { id: uma.actor.id, name: 'Uma' },
    })
  })

  test('is nobody’s where the previous underwriter worked on it meanwhile, or hands it over now', async () => {
    for (const hands of [false, true]) {
      const both = await desk.as(`Both-${crypto.randomUUID()}`, ['onboarding', 'underwriter'])
      const applicationId = await seedClaimed(ana, both)
      await takeBack(ana, { applicationId })
      if (!hands) await changeDraft(both, applicationId, ({ options }) => ({ options }))
      await handOverNow(hands ? both : ana, applicationId)
      expect(await requireCase(ana, applicationId)).toMatchObject({ underwriterId: null, claimedAt: null })
    }
  })

  test.each([
    ['left', { active: false }],
    ['works in underwriting no more', { roles: ['onboarding' as const] }],
  ])('is nobody’s where the previous underwriter %s', async (_, change) => {
    const gone = await desk.as(`Gone-${crypto.randomUUID()}`, ['underwriter'])
    const applicationId = await seedClaimed(ana, gone)
    await takeBack(ana, { applicationId })
    await ana.db.update(users).set(change).where(eq(users.id, gone.actor.id))
    await handOverNow(ana, applicationId)
    expect(await requireCase(ana, applicationId)).toMatchObject({ underwriterId: null, claimedAt: null })
  })
})

describe('a take-back', () => {
  test('closes the case and stops its clock, from whatever underwriting was doing', async () => {
    const waiting = await seedClaimed(ana, uma)
    const asked = await seedClaimed(ana, uma)
    await ask(uma, asked, 'merchant.website')
    const approved = await seedApproved(ana, uma)
    clock.advanceMs(HOUR)
    for (const applicationId of [waiting, asked, approved]) {
      expect(await takeBack(ana, { applicationId })).toEqual({ ok: true, status: 'draft' })
      expect(await requireCase(ana, applicationId)).toMatchObject({
        runningSince: null,
        closedAt: clock.now(),
        underwriterId: uma.actor.id,
      })
      expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({ action: 'underwriting-take-back' })
    }
    expect((await requireCase(ana, waiting)).spentMs).toBe(HOUR)
    expect((await requireCase(ana, asked)).spentMs).toBe(0)
    expect((await requireCase(ana, approved)).spentMs).toBe(0)
  })

  test('is refused of what underwriting does not have, and nothing changes', async () => {
    const draft = await seedApplicationDraft(ana, ourDraft())
    const declined = await seedCase(ana)
    await decideAll(uma, declined, 'decline')
    const before = await requireCase(ana, declined)
    for (const applicationId of [draft, declined]) {
      expect(await takeBack(ana, { applicationId })).toMatchObject({ ok: false, reason: 'wrong-state' })
    }
    expect([await statusOf(draft), await statusOf(declined)]).toEqual(['draft', 'declined'])
    expect(await requireCase(ana, declined)).toEqual(before)
  })

  test('leaves what was asked to the next round, where it can be settled without an answer', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await ask(uma, applicationId, 'merchant.website')
    const { id } = await requireRequest(ana, applicationId)
    await takeBack(ana, { applicationId })
    // Nothing is marked while no one waits for an answer.
    expect(
      (await viewApplication(ana, applicationId)).violations.map(({ message }) => message),
    ).not.toContain('Underwriting asks: Please look at merchant.website.')
    await handOverNow(ana, applicationId)
    expect((await requireRequest(ana, applicationId)).id).toBe(id)
  })
})

withPostgres('hand-overs at once', (createDatabase) => {
  test('of two at once one makes the case, and the other is told that it is there', async () => {
    const shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    try {
      const people = await Promise.all(['One', 'Two', 'Three'].map((name) => shared.as(name)))
      const [first] = people
      if (!first) throw new Error('No one is there.')
      for (let round = 1; round <= 5; round++) {
        const applicationId = await seedApplicationDraft(first, ourDraft())
        const results = await Promise.all(people.map((ctx) => handOverNow(ctx, applicationId)))
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        expect(results.filter(({ ok }) => !ok)).toMatchObject([
          { reason: 'wrong-state' },
          { reason: 'wrong-state' },
        ])
        expect(await requireCase(first, applicationId)).toMatchObject({ round: 1 })
      }
    } finally {
      await shared.close()
    }
  })

  test('a decision that is made while staff take it back has effect before it, or not at all', async () => {
    const shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    try {
      const staff = await shared.as('Staff')
      const judge = await shared.as('Judge', ['underwriter'])
      for (let round = 1; round <= 6; round++) {
        const applicationId = await seedCase(staff)
        await claimCase(judge, { applicationId })
        await confirmEverything(judge, applicationId)
        const [decided, taken] = await Promise.all([
          decideAll(judge, applicationId, 'approve'),
          takeBack(staff, { applicationId }),
        ])
        // An approval first, then taken back; or taken back, and nothing left to approve.
        expect(taken).toEqual({ ok: true, status: 'draft' })
        const { approvedSha256, status } = await requireApplication(staff.db, applicationId)
        expect(status).toBe('draft')
        expect(approvedSha256 !== null).toBe(decided.ok)
        expect((await requireCase(staff, applicationId)).closedAt).not.toBeNull()
      }
    } finally {
      await shared.close()
    }
  })
})
