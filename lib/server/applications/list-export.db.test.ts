import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import type { Ctx } from '@/lib/server/services'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { exportApplications } from './list-export'

let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())

/** With its first character, which a plain reading of the text would swallow. */
const exported = async (query: Partial<ApplicationListQuery>) => {
  const response = new Response(await exportApplications(ana, { ...applicationList.all, ...query }))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}

/** The lines after the titles. */
const linesOf = (csv: string) => csv.split('\r\n').slice(1, -1)

const HEAD =
  '\uFEFFNumber,Kind,Status,Legal name,Doing business as,Ownership,Tax ID,Underwriting,Stage,Opportunity ID,Account ID,Assignee,Documents,Started,Started by,Last change'

describe('the export', () => {
  test('has a line for each application that the filters find, under the titles, and no identity', async () => {
    const draft = canaryDraft()
    draft.merchant = { ...draft.merchant, legalName: 'Canary, Ltd', dbaName: '=cmd|calc!A1' }
    const id = await seedApplicationDraft(ana, draft)
    const [row] = await desk.services.db
      .update(applications)
      .set({
        createdAt: new Date('2026-07-01T12:00:00.000Z'),
        updatedAt: new Date('2026-07-02T12:00:00.000Z'),
        stage: 'Prospecting',
        partnerUnderwrites: null,
        assigneeId: null,
      })
      .where(eq(applications.id, id))
      .returning()
    const csv = await exported({ search: 'canary', statuses: ['draft'] })
    const [head, ...lines] = csv.split('\r\n')
    expect(head).toBe(HEAD)
    expect(lines).toEqual([
      `A-${row?.number},PayFac application,Draft,"Canary, Ltd","'=cmd|calc!A1",Limited Liability Company,••-•••4935,,Prospecting,,,,0,2026-07-01T12:00:00.000Z,Ana,2026-07-02T12:00:00.000Z`,
      '',
    ])
    expect(canariesIn(csv)).toEqual([])
  })

  test('is written down: who, and what was asked for; columns and page are no part of it', async () => {
    const cursor = { side: 'after', updatedAt: new Date(), id: crypto.randomUUID() } as const
    const csv = await exported({ search: 'canary', columns: ['account'], cursor })
    expect(linesOf(csv)).toHaveLength(1)
    const [entry] = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'applications-exported'))
      .orderBy(sql`id desc`)
      .limit(1)
    expect(entry).toMatchObject({
      actorId: ana.actor.id,
      subjectType: 'user',
      detail: { query: 'q=canary' },
    })
  })

  test('is sorted as the list is, over all its pages, each application once while it is changed', async () => {
    const rows = await desk.services.db
      .insert(applications)
      .values(
        Array.from({ length: 2_100 }, (_, at) => ({
          status: 'draft' as const,
          legalName: `Ordered ${String((at * 7) % 2_100).padStart(4, '0')}`,
          ownership: 'Ordered',
          createdBy: ana.actor.id,
          createdAt: new Date(),
          updatedAt: new Date(),
        })),
      )
      .returning()
    const csv = await exported({ ownership: 'Ordered', sort: { by: 'merchant', direction: 'descending' } })
    const names = linesOf(csv).map((line) => line.split(',')[3])
    expect(names).toEqual(
      rows
        .map(({ legalName }) => legalName)
        .sort()
        .reverse(),
    )

    const reader = (
      await exportApplications(ana, {
        ...applicationList.all,
        ownership: 'Ordered',
        sort: { by: 'changed', direction: 'ascending' },
      })
    ).getReader()
    const texts: string[] = []
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      texts.push(new TextDecoder().decode(value))
      // Those that were read first come last now.
      await desk.services.db
        .update(applications)
        .set({ updatedAt: sql`updated_at + interval '1 hour'` })
        .where(sql`number % 5 = 0 and ownership = 'Ordered'`)
    }
    const numbers = linesOf(texts.join('')).map((line) => line.split(',', 1)[0])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toHaveLength(2_100)
  })

  test('of nothing is the line of titles', async () => {
    expect(await exported({ search: 'no one has this name' })).toBe(`${HEAD}\r\n`)
  })

  test('“mine” is whoever exports', async () => {
    const id = await seedApplicationDraft(ana, canaryDraft())
    expect(linesOf(await exported({ assignee: 'me' }))).toHaveLength(1)
    await desk.services.db.update(applications).set({ assigneeId: null }).where(eq(applications.id, id))
    expect(linesOf(await exported({ assignee: 'me' }))).toEqual([])
  })

  test('of thousands has each once, also those that are changed while it is read; and what was read is not read again', async () => {
    await desk.services.db.execute(sql`
      insert into applications (status, created_by, legal_name, merchant_words, created_at, updated_at)
      select 'draft', ${ana.actor.id}::uuid, 'Bulk ' || i, 'bulk ' || i, now(), now() from generate_series(1, 3456) i`)
    const stream = await exportApplications(ana, { ...applicationList.all, search: 'bulk' })
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    let csv = ''
    let chunks = 0
    for await (const chunk of stream) {
      csv += decoder.decode(chunk, { stream: true })
      chunks += 1
      await desk.services.db
        .update(applications)
        .set({ updatedAt: new Date() })
        .where(sql`number % 7 = ${chunks}`)
    }
    const numbers = linesOf(csv).map((line) => Number(/^A-(\d+),/.exec(line)?.[1]))
    expect(numbers).toHaveLength(3456)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a))
    expect(chunks).toBeGreaterThan(4)
  })

  test('stops reading when nobody takes it any more', async () => {
    const stream = await exportApplications(ana, { ...applicationList.all, search: 'bulk' })
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })
})
