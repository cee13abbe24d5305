import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, savedViews } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { withdrawInput } from '@/lib/domain/application/inputs'
import { lockApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { assignApplications, assignSchema, listAssignable, undoAssignments } from './assignment'
import type { RowsResult } from './change-rows'
import { createApplication } from './mutations'
import {
  deleteView,
  listSavedViews,
  MAX_VIEWS,
  renameView,
  replaceView,
  saveView,
  saveViewSchema,
} from './saved-views'
import { takeUpApplications, undoWithdrawals, withdrawApplications } from './withdrawal'

const NOBODY = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let ana: Ctx
let ben: Ctx
let una: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
  una = await desk.as('Una', ['underwriter'])
})
afterAll(() => desk.close())

type Changes = Partial<typeof applications.$inferInsert>

async function seed(changes: Changes = {}): Promise<string> {
  const { id } = await createApplication(ana)
  const { db } = desk.services
  await db
    .update(applications)
    .set({ assigneeId: null, ...changes })
    .where(eq(applications.id, id))
  return id
}

const rowOf = async (id: string, db = desk.services.db) => {
  const [row] = await db.select().from(applications).where(eq(applications.id, id))
  if (!row) throw new Error('No row.')
  return row
}

const audited = (id: string, db = desk.services.db) =>
  db
    .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)

const problemsOf = (result: RowsResult) => {
  if (!result.ok) throw new Error(result.message)
  return result.rows.map(({ problem }) => problem)
}

describe('assigning', () => {
  const assign = (ctx: Ctx, id: string, from: string | null, to: string | null) =>
    assignApplications(ctx, { rows: [{ applicationId: id, from }], to })

  test('gives it to the person, in the audit log, and moves it nowhere in the list', async () => {
    const id = await seed()
    const before = await rowOf(id)
    expect(problemsOf(await assign(ana, id, null, ben.actor.id))).toEqual([null])
    expect(await rowOf(id)).toEqual({ ...before, assigneeId: ben.actor.id })
    expect((await audited(id)).at(-1)).toEqual({
      action: 'application-assigned',
      actorId: ana.actor.id,
      detail: { from: null, to: ben.actor.id },
    })
    expect(problemsOf(await assign(ana, id, ben.actor.id, null))).toEqual([null])
    expect((await rowOf(id)).assigneeId).toBeNull()
  })

  test('what was assigned meanwhile is refused, and says who has it', async () => {
    const id = await seed({ assigneeId: ben.actor.id })
    expect(problemsOf(await assign(ana, id, null, ana.actor.id))).toEqual([
      'Someone else assigned it to Ben.',
    ])
    const free = await seed()
    expect(problemsOf(await assign(ana, free, ben.actor.id, ana.actor.id))).toEqual([
      'Someone else unassigned it. Reload to see the change.',
    ])
    expect((await rowOf(id)).assigneeId).toBe(ben.actor.id)
  })

  test('twice to the same person is done once', async () => {
    const id = await seed()
    await assign(ana, id, null, ben.actor.id)
    expect(problemsOf(await assign(ana, id, null, ben.actor.id))).toEqual([null])
    expect((await audited(id)).filter(({ action }) => action === 'application-assigned')).toHaveLength(1)
  })

  test('of a selection, each row stands for itself, in the order given', async () => {
    const [one, two, three] = [
      await seed({ dbaName: 'One' }),
      await seed({ assigneeId: ben.actor.id }),
      await seed(),
    ]
    const gone = randomUUID()
    const result = await assignApplications(ana, {
      rows: [three, two, gone, one].map((applicationId) => ({ applicationId, from: null })),
      to: ana.actor.id,
    })
    expect(problemsOf(result)).toEqual([
      null,
      'Someone else assigned it to Ben.',
      'There is no such application.',
      null,
    ])
    expect(result).toMatchObject({ rows: [{}, {}, { number: null, name: '' }, { name: 'One' }] })
    expect((await rowOf(one)).assigneeId).toBe(ana.actor.id)
    expect((await rowOf(two)).assigneeId).toBe(ben.actor.id)
  })

  test('is possible only to active people who fill applications', async () => {
    const left = await desk.as('Leo')
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, left.actor.id))
    expect((await listAssignable(desk.services.db)).map(({ name }) => name)).toEqual(['Ana', 'Ben'])
    const id = await seed()
    for (const to of [una.actor.id, left.actor.id, randomUUID()]) {
      expect(await assign(ana, id, null, to)).toMatchObject({ ok: false })
    }
    expect((await rowOf(id)).assigneeId).toBeNull()
  })

  test.each([
    { rows: [], to: null },
    { rows: [{ applicationId: 'x', from: null }], to: null },
    { rows: [{ applicationId: randomUUID(), from: null }], to: 'me' },
    { rows: Array.from({ length: 101 }, () => ({ applicationId: randomUUID(), from: null })), to: null },
  ])('input that is none is refused %#', (input) => {
    expect(assignSchema.safeParse(input).success).toBe(false)
  })
})

describe('withdrawing', () => {
  const withdraw = (...applicationIds: string[]) =>
    withdrawApplications(ana, { applicationIds, reason: 'The merchant went elsewhere' })

  test('sets it aside with its reason, and taking it up makes it a draft again', async () => {
    const id = await seed({ status: 'refused' })
    expect(problemsOf(await withdraw(id))).toEqual([null])
    expect((await rowOf(id)).status).toBe('withdrawn')
    expect((await audited(id)).at(-1)).toMatchObject({
      action: 'application-withdrawn',
      detail: { from: 'refused', to: 'withdrawn', reason: 'The merchant went elsewhere' },
    })
    expect(problemsOf(await takeUpApplications(ben, { applicationIds: [id] }))).toEqual([null])
    expect((await rowOf(id)).status).toBe('draft')
    expect((await audited(id)).at(-1)).toEqual({
      action: 'application-taken-up',
      actorId: ben.actor.id,
      detail: { from: 'withdrawn', to: 'draft' },
    })
  })

  test('of a selection those that the partner has, or may have, are refused, each with its reason', async () => {
    const ids = [
      await seed(),
      await seed({ status: 'submitted', opportunityId: '006Qy00000AbCdEIAV' }),
      await seed({ status: 'draft', statusBeforeRevision: 'submitted', opportunityId: '006Qy00000AbCdEIAV' }),
      await seed({ status: 'outcome-unknown' }),
      await seed({ status: 'submitting' }),
      await seed({ status: 'withdrawn' }),
      await seed({ status: 'not-sent' }),
    ]
    expect(problemsOf(await withdraw(...ids))).toEqual([
      null,
      expect.stringContaining('can no longer be withdrawn'),
      expect.stringContaining('discard'),
      expect.stringContaining('may have it'),
      expect.stringContaining('being sent'),
      expect.stringContaining('already'),
      null,
    ])
    const rows = await desk.services.db
      .select({ status: applications.status })
      .from(applications)
      .where(and(inArray(applications.id, ids), eq(applications.status, 'withdrawn')))
    expect(rows).toHaveLength(3)
  })

  test('what is not withdrawn cannot be taken up', async () => {
    const id = await seed({ status: 'submitted' })
    expect(problemsOf(await takeUpApplications(ana, { applicationIds: [id] }))).toEqual([
      'It is not withdrawn.',
    ])
    expect((await rowOf(id)).status).toBe('submitted')
  })

  test('its reason can be left out, and is kept from becoming a book', () => {
    const applicationIds = [randomUUID()]
    expect(withdrawInput.safeParse({ applicationIds, reason: '' }).success).toBe(true)
    expect(withdrawInput.safeParse({ applicationIds, reason: 'x'.repeat(501) }).success).toBe(false)
  })
})

describe('undoing', () => {
  test('gives each back to whoever had it, in the audit log, and twice is once', async () => {
    const [one, two] = [await seed({ assigneeId: ben.actor.id }), await seed()]
    const rows = [
      { applicationId: one, from: ben.actor.id },
      { applicationId: two, from: null },
    ]
    await assignApplications(ana, { rows, to: ana.actor.id })
    const back = rows.map(({ applicationId, from }) => ({ applicationId, from: ana.actor.id, to: from }))
    for (let press = 0; press < 2; press++)
      expect(problemsOf(await undoAssignments(ana, { rows: back }))).toEqual([null, null])
    expect([(await rowOf(one)).assigneeId, (await rowOf(two)).assigneeId]).toEqual([ben.actor.id, null])
    const undone = (await audited(one)).filter(({ action }) => action === 'application-assigned')
    expect(undone.map(({ detail }) => detail)).toEqual([
      { from: ben.actor.id, to: ana.actor.id },
      { from: ana.actor.id, to: ben.actor.id, undone: true },
    ])
  })

  test('leaves what was given on meanwhile, and gives nobody what they can no longer edit', async () => {
    const id = await seed({ assigneeId: ben.actor.id })
    await assignApplications(ana, { rows: [{ applicationId: id, from: ben.actor.id }], to: ana.actor.id })
    const back = { applicationId: id, from: ana.actor.id, to: ben.actor.id }
    await assignApplications(ben, { rows: [{ applicationId: id, from: ana.actor.id }], to: null })
    expect(problemsOf(await undoAssignments(ana, { rows: [back] }))).toEqual([
      'Someone else unassigned it. Reload to see the change.',
    ])
    expect((await rowOf(id)).assigneeId).toBeNull()

    const gone = await desk.as('Gone')
    const other = await seed({ assigneeId: ana.actor.id })
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, gone.actor.id))
    const refused = [{ applicationId: other, from: ana.actor.id, to: gone.actor.id }]
    expect(problemsOf(await undoAssignments(ana, { rows: refused }))).toEqual([
      'The previous assignee is not active or cannot edit applications any more.',
    ])
    expect((await rowOf(other)).assigneeId).toBe(ana.actor.id)
  })

  test('makes a draft again of what one withdrew as a draft, while nothing was done with it since', async () => {
    const id = await seed()
    await withdrawApplications(ana, { applicationIds: [id], reason: '' })
    expect(problemsOf(await undoWithdrawals(ben, { applicationIds: [id] }))).toEqual([
      'Someone changed it since. Open it to see its history.',
    ])
    expect(problemsOf(await undoWithdrawals(ana, { applicationIds: [id] }))).toEqual([null])
    expect((await rowOf(id)).status).toBe('draft')
    expect((await audited(id)).at(-1)).toMatchObject({
      action: 'application-taken-up',
      detail: { from: 'withdrawn', to: 'draft', undone: true },
    })
    expect(problemsOf(await undoWithdrawals(ana, { applicationIds: [id] }))).toEqual(['It is not withdrawn.'])

    await withdrawApplications(ana, { applicationIds: [id], reason: '' })
    await assignApplications(ben, { rows: [{ applicationId: id, from: null }], to: ben.actor.id })
    expect(problemsOf(await undoWithdrawals(ana, { applicationIds: [id] }))).toEqual([
      'Someone changed it since. Open it to see its history.',
    ])
    expect((await rowOf(id)).status).toBe('withdrawn')
  })

  test('does not make something else of what was no draft', async () => {
    const id = await seed({ status: 'refused' })
    await withdrawApplications(ana, { applicationIds: [id], reason: '' })
    expect(problemsOf(await undoWithdrawals(ana, { applicationIds: [id] }))).toEqual([
      'It was Rejected before. Reopening makes it a draft.',
    ])
    expect((await rowOf(id)).status).toBe('withdrawn')
  })
})

describe('saved views', () => {
  beforeEach(() => desk.services.db.delete(savedViews))
  const viewsOf = async (ctx: Ctx) =>
    (await listSavedViews(desk.services.db, ctx.actor.id)).map(({ name, query }) => [name, query])
  const idOf = async (ctx: Ctx, name: string) => {
    const found = (await listSavedViews(desk.services.db, ctx.actor.id)).find((view) => view.name === name)
    if (!found) throw new Error('No such view.')
    return found.id
  }

  test('belong to one person, in the order in which they were saved', async () => {
    expect(await saveView(ana, { name: 'Mine to fix', query: 'status=refused&assignee=me' })).toEqual({
      ok: true,
    })
    expect(await saveView(ana, { name: 'All mine', query: 'assignee=me' })).toEqual({ ok: true })
    expect(await saveView(ben, { name: 'Mine to fix', query: '' })).toEqual({ ok: true })
    expect(await viewsOf(ana)).toEqual([
      ['Mine to fix', 'status=refused&assignee=me'],
      ['All mine', 'assignee=me'],
    ])
    expect(await viewsOf(ben)).toEqual([['Mine to fix', '']])
  })

  test('are renamed, replaced and deleted by their owner alone', async () => {
    await saveView(ana, { name: 'Old name', query: 'kind=full' })
    const viewId = await idOf(ana, 'Old name')
    for (const change of [
      renameView(ben, { viewId, name: 'Stolen' }),
      replaceView(ben, { viewId, query: '' }),
      deleteView(ben, { viewId }),
    ]) {
      expect(await change).toMatchObject({ ok: false })
    }
    expect(await viewsOf(ana)).toEqual([['Old name', 'kind=full']])
    expect(await renameView(ana, { viewId, name: 'New name' })).toEqual({ ok: true })
    expect(await replaceView(ana, { viewId, query: 'kind=payfac' })).toEqual({ ok: true })
    expect(await viewsOf(ana)).toEqual([['New name', 'kind=payfac']])
    expect(await deleteView(ana, { viewId })).toEqual({ ok: true })
    expect(await viewsOf(ana)).toEqual([])
    expect(await deleteView(ana, { viewId })).toMatchObject({ ok: false })
    const actions = (await audited(ana.actor.id)).map(({ action }) => action)
    expect(actions.slice(-4)).toEqual(['view-saved', 'view-renamed', 'view-replaced', 'view-deleted'])
  })

  test('have each name once: the second one is told, and the first stays', async () => {
    await saveView(ana, { name: 'Same', query: 'kind=full' })
    await saveView(ana, { name: 'Other', query: '' })
    const words = { ok: false, message: expect.stringContaining('“Same” already') }
    expect(await saveView(ana, { name: 'Same', query: 'kind=payfac' })).toEqual(words)
    expect(await renameView(ana, { viewId: await idOf(ana, 'Other'), name: 'Same' })).toEqual(words)
    expect(await viewsOf(ana)).toEqual([
      ['Same', 'kind=full'],
      ['Other', ''],
    ])
  })

  test('are as many as can be told apart', async () => {
    for (let i = 0; i < MAX_VIEWS; i++) await saveView(ana, { name: `View ${i}`, query: '' })
    expect(await saveView(ana, { name: 'One more', query: '' })).toMatchObject({ ok: false })
    expect(await viewsOf(ana)).toHaveLength(MAX_VIEWS)
  })

  test('keep of an address what the list knows, and never a page of it', () => {
    expect(
      saveViewSchema.parse({
        name: '  İstanbul\u0000 ',
        query: `?q=12-3456789&status=draft&evil=1&after=2026-11-20T14:05:00.123Z~${randomUUID()}`,
      }),
    ).toEqual({ name: 'İstanbul', query: 'q=6789&status=draft' })
    for (const name of ['', '   ', '\u0000', 'x'.repeat(61)]) {
      expect(saveViewSchema.safeParse({ name, query: '' }).success, name).toBe(false)
    }
  })
})

withPostgres('two people at once', (createDatabase) => {
  let shared: TestDesk
  let one: Ctx
  let two: Ctx
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl: NOBODY, databaseUrl: await createDatabase() })
    one = await shared.as('One')
    two = await shared.as('Two')
    return () => shared.close()
  })

  const free = async () => {
    const { id } = await createApplication(one)
    await one.db.update(applications).set({ assigneeId: null }).where(eq(applications.id, id))
    return id
  }

  test('who both take one application: one has it, the other is told who', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await free()
      const take = (ctx: Ctx) =>
        assignApplications(ctx, { rows: [{ applicationId: id, from: null }], to: ctx.actor.id })
      const problems = (await Promise.all([take(one), take(two)])).flatMap(problemsOf)
      const winner = (await rowOf(id, one.db)).assigneeId === one.actor.id ? 'One' : 'Two'
      expect(problems.filter((problem) => problem !== null)).toEqual([
        `Someone else assigned it to ${winner}.`,
      ])
      expect(
        (await audited(id, one.db)).filter(({ action }) => action === 'application-assigned'),
      ).toHaveLength(1)
    }
  })

  test('who select the same rows in opposite order both get an answer, and each row goes to one of them', async () => {
    const ids = (await Promise.all(Array.from({ length: 20 }, free))).sort()
    const take = (ctx: Ctx, order: string[]) =>
      assignApplications(ctx, {
        rows: order.map((applicationId) => ({ applicationId, from: null })),
        to: ctx.actor.id,
      })
    // Someone holds a row in the middle until both are waiting: each would have the half that the other wants.
    const both = await one.db.transaction(async (tx) => {
      await lockApplication(tx, ids[10] ?? '')
      const taking = [take(one, ids), take(two, ids.toReversed())]
      for (let waiting = 0; waiting < 2; ) {
        const { rows } = await one.db.execute<{ count: number }>(
          sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        waiting = rows[0]?.count ?? 0
      }
      return { taking }
    })
    const done = (await Promise.all(both.taking)).flatMap(problemsOf).filter((problem) => problem === null)
    expect(done).toHaveLength(20)
  })

  test('who save a view under the same name in two tabs: one is kept', async () => {
    const saves = await Promise.all(
      Array.from({ length: 4 }, () => saveView(one, { name: 'Same', query: '' })),
    )
    expect(saves.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listSavedViews(one.db, one.actor.id)).toHaveLength(1)
  })
})
