import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applicationSections, applications } from '@/lib/db/schema/applications'
import { settings } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { QueueSort } from '@/lib/domain/underwriting/queue-list'
import { countSignals } from '@/lib/domain/underwriting/signal'
import { getCase } from '@/lib/server/cases/case'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  acceptAnswers,
  addDocument,
  answerNow,
  ask,
  confirmEverything,
  decideAll,
  decideNow,
  decisionsOf,
  HOUR,
  handOverNow,
  ourDraft,
  requireCase,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { assignCase, claimCase, releaseCase } from './claim'
import { takeBack } from './hand-over'
import { viewCase } from './loaders'
import { keepSignalCounts } from './look-at'
import { countOwnCases, countQueues, listQueue, neighborsOf, QUEUES, type Queue } from './queue'

const clock = testClock()
const HOURS_ALLOWED = 48

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ugo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ugo = await desk.as('Ugo', ['underwriter'])
})
afterAll(() => desk.close())

/** No one has anything to do. */
async function emptyQueues(): Promise<void> {
  await desk.services.db.update(applications).set({ status: 'withdrawn' })
  await desk.services.db.delete(settings)
}
beforeEach(emptyQueues)

const contextOf = (ctx: Ctx) => ({ me: ctx.actor.id, now: clock.now(), hoursAllowed: HOURS_ALLOWED })
const idsIn = async (queue: Queue, ctx = uma) =>
  (await listQueue(ctx.db, queue, contextOf(ctx))).map(({ applicationId }) => applicationId)

describe('the queue', () => {
  test('has nothing in it on a new desk', async () => {
    expect(await countQueues(ana.db, contextOf(uma))).toEqual({
      unassigned: 0,
      mine: 0,
      waiting: 0,
      overdue: 0,
      all: 0,
    })
    for (const queue of QUEUES) expect(await idsIn(queue)).toEqual([])
  })

  test('shows whose a case is, who gave it, its names, and how long we have had it', async () => {
    const applicationId = await seedClaimed(ana, uma)
    clock.advanceMs(3 * HOUR)
    expect(await listQueue(ana.db, 'mine', contextOf(uma))).toMatchObject([
      {
        applicationId,
        kind: 'payfac',
        status: 'in-underwriting',
        name: 'Blue Heron Books',
        legalName: 'Blue Heron Books LLC',
        ownership: 'Limited Liability Company',
        round: 1,
        handedOverBy: 'Ana',
        underwriter: { id: uma.actor.id, name: 'Uma' },
        usedMs: 3 * HOUR,
        running: true,
      },
    ])
    expect(await idsIn('mine', ugo)).toEqual([])
  })

  test('counts for the navigation what waits for its underwriter, and not what the applicant has', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await seedCase(ana)
    const counted = async () => [await countOwnCases(uma), await countOwnCases(ugo)]
    expect(await counted()).toEqual([1, 0])
    await ask(uma, applicationId, 'merchant.legalName')
    expect(await counted()).toEqual([0, 0])
  })

  test('shows how much would go through it, and how many documents it has now', async () => {
    const applicationId = await seedCase(ana, ourDraft({ highMonthlyVolume: '48000' }))
    await addDocument(ana, applicationId, 'government-id')
    const shown = async () => (await listQueue(ana.db, 'all', contextOf(uma)))[0]
    const before = await shown()
    expect(before).toMatchObject({ monthlyVolume: '48000' })
    await ana.db
      .update(documents)
      .set({ removedAt: clock.now() })
      .where(eq(documents.applicationId, applicationId))
    expect([before?.documents, (await shown())?.documents]).toEqual([1, 0])
  })

  test('counts its signals as of when it came, came back with an answer, or was opened', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const shown = async () => (await listQueue(ana.db, 'all', contextOf(uma)))[0]?.signals
    const found = async () => (await viewCase(uma, applicationId)).signals
    const came = countSignals(await found())
    expect(came.concern).toBeGreaterThan(0)
    expect(await shown()).toEqual(came)
    const wanted = (await viewCase(uma, applicationId)).application.documentPlan
    for (const { category, id } of wanted) await addDocument(ana, applicationId, `${id}.pdf`, category, id)
    const complete = countSignals(await found())
    expect(complete.concern).toBe(came.concern - 1)
    // No one has opened it since.
    expect(await shown()).toEqual(came)
    await keepSignalCounts(ana.db, applicationId, await found())
    expect(await shown()).toEqual(complete)
    await keepSignalCounts(ana.db, applicationId, [])
    await ask(uma, applicationId, 'merchant.website')
    await answerNow(ana, applicationId)
    expect(await shown()).toEqual(complete)
  })

  test('knows the open cases before and after one, in its own order', async () => {
    const seeded: string[] = []
    for (let i = 0; i < 3; i++) {
      seeded.push(await seedCase(ana))
      clock.advanceMs(HOUR)
    }
    const [first = '', second = '', third = ''] = seeded
    const around = async (applicationId: string) => {
      const { previous, next } = await neighborsOf(uma.db, applicationId, clock.now())
      return [previous?.applicationId ?? null, next?.applicationId ?? null]
    }
    expect(await around(first)).toEqual([null, second])
    expect(await around(second)).toEqual([first, third])
    expect(await around(third)).toEqual([second, null])
    // Of one that is closed, the first of the queue is the next.
    await takeBack(ana, { applicationId: second })
    expect(await around(second)).toEqual([null, first])
    expect((await viewCase(uma, first)).neighbors).toMatchObject({
      previous: null,
      next: { applicationId: third },
    })
  })

  test('begins with what underwriting has had longest, not with what came first', async () => {
    const waited = await seedClaimed(ana, uma)
    await ask(uma, waited, 'merchant.website')
    clock.advanceMs(HOUR)
    const older = await seedCase(ana)
    clock.advanceMs(HOUR)
    const newer = await seedCase(ana)
    clock.advanceMs(HOUR)
    expect(await idsIn('all')).toEqual([older, newer, waited])
  })

  test('is sorted by its columns; what is no amount comes last, and equals stay in the order of the queue', async () => {
    const volumes = ['900', '48000', 'a lot', '48,000', '7.50']
    const seeded: string[] = []
    for (const highMonthlyVolume of volumes) {
      // As it can stand in a case of an older version of the rules.
      const id = await seedCase(ana, ourDraft({ highMonthlyVolume: '1' }))
      await ana.db
        .update(applicationSections)
        .set({ data: sql`data || ${JSON.stringify({ highMonthlyVolume })}::jsonb` })
        .where(and(eq(applicationSections.applicationId, id), eq(applicationSections.section, 'options')))
      seeded.push(id)
      clock.advanceMs(HOUR)
    }
    const by = async (sort: QueueSort) =>
      (await listQueue(uma.db, 'all', contextOf(uma), sort)).map(({ applicationId }) =>
        seeded.indexOf(applicationId),
      )
    expect(await by({ by: 'volume', direction: 'descending' })).toEqual([1, 3, 0, 4, 2])
    expect(await by({ by: 'volume', direction: 'ascending' })).toEqual([4, 0, 1, 3, 2])
    expect(await by({ by: 'time', direction: 'ascending' })).toEqual([4, 3, 2, 1, 0])
    expect(await by({ by: 'handed-over', direction: 'descending' })).toEqual([4, 3, 2, 1, 0])
    expect(await by({ by: 'merchant', direction: 'ascending' })).toEqual([0, 1, 2, 3, 4])
    expect(await by(null)).toEqual([0, 1, 2, 3, 4])
  })

  test('is overdue above the limit, not at it, and not while it is closed', async () => {
    const applicationId = await seedClaimed(ana, uma)
    clock.advanceMs(HOURS_ALLOWED * HOUR)
    expect(await idsIn('overdue')).toEqual([])
    clock.advanceMs(1)
    expect(await idsIn('overdue')).toEqual([applicationId])
    await takeBack(ana, { applicationId })
    expect(await idsIn('overdue')).toEqual([])
  })
})

describe('the clock of a case', () => {
  test('stands while information is requested, goes on after the answer, and stands when it is closed', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const used = async () => (await listQueue(ana.db, 'all', contextOf(uma)))[0]?.usedMs
    clock.advanceMs(5 * HOUR)
    await ask(uma, applicationId, 'merchant.website')
    clock.advanceMs(1_000 * HOUR)
    expect(await used()).toBe(5 * HOUR)
    expect(await idsIn('overdue')).toEqual([])
    await answerNow(ana, applicationId)
    clock.advanceMs(2 * HOUR)
    expect(await used()).toBe(7 * HOUR)
    await decideAll(uma, applicationId, 'approve')
    clock.advanceMs(1_000 * HOUR)
    expect(await requireCase(ana, applicationId)).toMatchObject({ spentMs: 7 * HOUR, runningSince: null })
  })

  test('goes on over a take-back and another hand-over, and begins anew after a decision', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const used = async () => {
      const [item] = await listQueue(ana.db, 'all', contextOf(uma))
      const { clock: shown } = await viewCase(uma, applicationId)
      expect(item).toMatchObject({ usedMs: shown.usedMs, handOvers: shown.handOvers })
      return [shown.usedMs, shown.handOvers]
    }
    clock.advanceMs(5 * HOUR)
    // The first of two decisions is none that has effect.
    await setUnderwritingRules(ana, { fourEyesAbove: '1' })
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ effect: 'awaits-second' })
    expect(await listQueue(ana.db, 'all', contextOf(uma))).toMatchObject([
      { decidedFirst: { id: uma.actor.id, name: 'Uma' }, underwriter: null },
    ])
    await setUnderwritingRules(ana, { fourEyesAbove: null })
    await takeBack(ana, { applicationId })
    clock.advanceMs(1_000 * HOUR)
    await handOverNow(ana, applicationId)
    clock.advanceMs(2 * HOUR)
    expect(await used()).toEqual([7 * HOUR, 2])
    expect(await listQueue(ana.db, 'all', contextOf(uma))).toMatchObject([{ decidedFirst: null }])
    await decideAll(uma, applicationId, 'approve')
    await takeBack(ana, { applicationId })
    clock.advanceMs(1_000 * HOUR)
    await handOverNow(ana, applicationId)
    clock.advanceMs(HOUR)
    expect(await used()).toEqual([HOUR, 1])
  })

  test('is never below zero, nor loses what was used, where the clock was set back', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const used = async () => (await listQueue(ana.db, 'all', contextOf(uma)))[0]?.usedMs
    clock.advanceMs(-10 * HOUR)
    expect(await used()).toBe(0)
    await ask(uma, applicationId, 'merchant.website')
    expect((await requireCase(ana, applicationId)).spentMs).toBe(0)
    await answerNow(ana, applicationId)
    clock.advanceMs(3 * HOUR)
    await acceptAnswers(uma, applicationId)
    await ask(uma, applicationId, 'merchant.mcc')
    clock.advanceMs(-2 * HOUR)
    await answerNow(ana, applicationId)
    clock.advanceMs(-HOUR)
    expect(await used()).toBe(3 * HOUR)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true })
    expect((await requireCase(ana, applicationId)).spentMs).toBe(3 * HOUR)
  })
})

/** What a case is, as simply as it can be told. */
type Model = {
  status: ApplicationStatus
  wasHandedOver: boolean
  holder: string | null
  spentMs: number
  runningSince: number | null
  first: { by: string; outcome: 'approve' | 'decline' } | null
}

const isOpen = ({ status }: Model) => status === 'in-underwriting' || status === 'info-requested'
const used = ({ spentMs, runningSince }: Model) =>
  spentMs + (runningSince === null ? 0 : Math.max(0, clock.now().getTime() - runningSince))
const stop = (model: Model) => {
  model.spentMs = used(model)
  model.runningSince = null
}

const person = fc.constantFrom('uma' as const, 'ugo' as const)
const which = fc.nat({ max: 1 })
const event = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('hand over' as const), which }), weight: 2 },
  fc.record({ type: fc.constant('take back' as const), which }),
  fc.record({ type: fc.constant('claim' as const), which, by: person }),
  fc.record({ type: fc.constant('release' as const), which, by: person }),
  fc.record({ type: fc.constant('assign' as const), which, to: person }),
  fc.record({ type: fc.constant('ask' as const), which, by: person }),
  fc.record({ type: fc.constant('answer' as const), which }),
  fc.record({
    type: fc.constant('decide' as const),
    which,
    by: person,
    outcome: fc.constantFrom('approve' as const, 'decline' as const),
  }),
  fc.record({
    type: fc.constant('pass' as const),
    ms: fc.constantFrom(HOUR, 30 * HOUR, 49 * HOUR, -2 * HOUR),
  }),
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

const people = () => ({ uma, ugo })

/** Lets it happen to the desk; whether it was done. */
async function happen(ids: readonly string[], happening: Event): Promise<boolean> {
  if (happening.type === 'pass') {
    clock.advanceMs(happening.ms)
    return true
  }
  const applicationId = ids[happening.which] ?? ''
  switch (happening.type) {
    case 'hand over':
      return (await handOverNow(ana, applicationId)).ok
    case 'take back':
      return (await takeBack(ana, { applicationId })).ok
    case 'claim':
      return (await claimCase(people()[happening.by], { applicationId })).ok
    case 'release':
      return (await releaseCase(people()[happening.by], { applicationId })).ok
    case 'assign': {
      const from = (await getCase(ana.db, applicationId))?.underwriterId ?? null
      return (await assignCase(ugo, { applicationId, from, to: people()[happening.to].actor.id })).ok
    }
    case 'ask':
      return (await ask(people()[happening.by], applicationId, 'merchant.website')).ok
    case 'answer':
      return (await answerNow(ana, applicationId)).ok
    case 'decide': {
      const judge = people()[happening.by]
      await confirmEverything(judge, applicationId)
      return (await decideNow(judge, applicationId, happening.outcome)).ok
    }
  }
}

/** The same for the model. */
function happenSimply(model: Model, happening: Exclude<Event, { type: 'pass' }>, fourEyes: boolean): boolean {
  const now = clock.now().getTime()
  const mayAct = (by: string) => model.status === 'in-underwriting' && model.holder === by
  switch (happening.type) {
    case 'hand over':
      if (model.status !== 'draft') return false
      Object.assign(model, {
        status: 'in-underwriting',
        wasHandedOver: true,
        runningSince: now,
        first: null,
      } satisfies Partial<Model>)
      return true
    case 'take back':
      if (!isOpen(model) && model.status !== 'approved') return false
      stop(model)
      model.status = 'draft'
      return true
    case 'claim':
      if (!isOpen(model) || (model.holder !== null && model.holder !== happening.by)) return false
      if (model.first?.by === happening.by) return false
      model.holder = happening.by
      return true
    case 'release':
      if (!isOpen(model) || (model.holder !== null && model.holder !== happening.by)) return false
      model.holder = null
      return true
    case 'assign':
      if (!isOpen(model) || model.first?.by === happening.to) return false
      model.holder = happening.to
      return true
    case 'ask':
      if (!mayAct(happening.by)) return false
      stop(model)
      model.status = 'info-requested'
      return true
    case 'answer':
      if (model.status !== 'info-requested') return false
      model.status = 'in-underwriting'
      model.runningSince = now
      return true
    case 'decide': {
      if (!mayAct(happening.by) || model.first?.by === happening.by) return false
      const hasEffect = !fourEyes || model.first?.outcome === happening.outcome
      if (hasEffect) {
        stop(model)
        model.status = happening.outcome === 'approve' ? 'approved' : 'declined'
        return true
      }
      model.first = model.first ? null : { by: happening.by, outcome: happening.outcome }
      model.holder = null
      return true
    }
  }
}

const isIn = (queue: Queue, me: string, model: Model): boolean => {
  if (!isOpen(model)) return false
  switch (queue) {
    case 'unassigned':
      return model.holder === null
    case 'mine':
      return model.holder === me
    case 'waiting':
      return model.status === 'info-requested'
    case 'overdue':
      return used(model) > HOURS_ALLOWED * HOUR
    case 'all':
      return true
  }
}

async function expectAgreement(ids: readonly string[], models: readonly Model[]): Promise<void> {
  const modelOf = (id: string) => {
    const model = models[ids.indexOf(id)]
    if (!model) throw new Error('A case of someone else is in the queue.')
    return model
  }
  for (const [me, ctx] of Object.entries(people())) {
    const counts = await countQueues(ctx.db, contextOf(ctx))
    for (const queue of QUEUES) {
      const items = await listQueue(ctx.db, queue, contextOf(ctx))
      // The applications were made in the order of their numbers, so a stable sort keeps that among equals.
      const expected = ids
        .filter((id) => isIn(queue, me, modelOf(id)))
        .toSorted((a, b) => used(modelOf(b)) - used(modelOf(a)))
      expect(items.map(({ applicationId }) => applicationId)).toEqual(expected)
      expect(counts[queue]).toBe(expected.length)
      for (const item of items) expect(item.usedMs).toBe(used(modelOf(item.applicationId)))
    }
  }
  for (const id of ids) await expectExplained(id, modelOf(id))
}

/** Its case explains its state: who has it, whether its clock runs, whether it is closed, and what was decided. */
async function expectExplained(id: string, model: Model): Promise<void> {
  const { status, approvedSha256 } = await requireApplication(ana.db, id)
  expect(status).toBe(model.status)
  const held = await getCase(ana.db, id)
  expect(held !== null).toBe(model.wasHandedOver)
  if (!held) return
  const holder = Object.entries(people()).find(([, { actor }]) => actor.id === held.underwriterId)?.[0]
  expect(holder ?? null).toBe(model.holder)
  expect(held.claimedAt === null).toBe(held.underwriterId === null)
  expect(held.spentMs).toBe(model.spentMs)
  expect(held.runningSince?.getTime() ?? null).toBe(model.runningSince)
  expect(held.runningSince !== null).toBe(status === 'in-underwriting')
  expect(held.closedAt === null).toBe(isOpen(model))
  const inEffect = (await decisionsOf(ana, id)).findLast((decision) => decision.inEffect)
  if (status === 'approved') {
    expect(inEffect).toMatchObject({ outcome: 'approve', round: held.round, payloadSha256: approvedSha256 })
  }
  if (status === 'declined') expect(inEffect).toMatchObject({ outcome: 'decline', round: held.round })
  if (isOpen(model) || status === 'declined') expect(approvedSha256).toBeNull()
}

test('lists, counts, clocks and states agree with each other after any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(event, { minLength: 8, maxLength: 24 }),
      async (fourEyes, history) => {
        await emptyQueues()
        await setUnderwritingRules(desk.services, { fourEyesAbove: fourEyes ? '1' : null })
        const ids = [await seedApplicationDraft(ana, ourDraft()), await seedApplicationDraft(ana, ourDraft())]
        const models = ids.map(
          (): Model => ({
            status: 'draft',
            wasHandedOver: false,
            holder: null,
            spentMs: 0,
            runningSince: null,
            first: null,
          }),
        )
        for (const happening of history) {
          const wasDone = await happen(ids, happening)
          if (happening.type !== 'pass') {
            const model = models[happening.which]
            expect(model && happenSimply(model, happening, fourEyes)).toBe(wasDone)
          }
          await expectAgreement(ids, models)
        }
      },
    ),
    { numRuns: 15 },
  )
}, 180_000)
