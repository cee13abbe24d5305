import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/desk'
import type { ListCursor } from '@/lib/domain/application/list-query'
import type { Ctx } from '@/lib/server/world'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  type ApplicationListItem,
  LIST_PAGE,
  type ListFilter,
  listApplications,
} from './list'

let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())

const at = (seconds: number) => new Date(Date.parse('2026-07-01T12:00:00Z') + seconds * 1_000)

type Row = Partial<typeof applications.$inferInsert>
const insert = (rows: Row[]) =>
  desk.world.db
    .insert(applications)
    .values(
      rows.map((row) => ({
        status: 'draft' as const,
        createdBy: ana.actor.id,
        createdAt: at(0),
        updatedAt: at(0),
        ...row,
      })),
    )
    .returning()

/** Every page, one after the other; `between` runs after each. */
async function readPages(
  filter: ListFilter,
  between: () => Promise<unknown> = async () => {},
): Promise<ApplicationListItem[]> {
  const read: ApplicationListItem[] = []
  let after: ListCursor | undefined
  for (;;) {
    const rows = await listApplications(desk.world.db, { ...filter, ...(after && { after }) })
    const page = rows.slice(0, LIST_PAGE)
    read.push(...page)
    const last = page.at(-1)
    if (rows.length <= LIST_PAGE || !last) return read
    // As it comes back from an address.
    after = { id: last.id, updatedAt: new Date(last.updatedAt.toISOString()) }
    await between()
  }
}

const found = async (search: string) => (await readPages({ search })).map(({ legalName }) => legalName).sort()

describe('pages', () => {
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
  const COUNT = LIST_PAGE * 3 + 7
  // Many at one moment: the order among them must be settled too.
  const seed = (name: string) =>
    insert(Array.from({ length: COUNT }, (_, i) => ({ legalName: name, updatedAt: at(Math.floor(i / 60)) })))

  test('cover every row once, latest change first', async () => {
    const rows = await seed('Settled Pages')
    const read = await readPages({ search: 'Settled Pages' })
    expect(idsOf(read)).toEqual(idsOf(rows))
    const times = read.map(({ updatedAt }) => updatedAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('cover every row once while others are added, and while those that were read are changed', async () => {
    const rows = await seed('Moving Pages')
    let seconds = 1_000
    const read = await readPages({ search: 'Moving Pages' }, async () => {
      seconds += 1
      await insert([{ legalName: 'Moving Pages', updatedAt: at(seconds) }])
      // The latest that were there at the beginning: the first page has shown them.
      const latest = sql`${applications.id} in (select id from applications where legal_name = 'Moving Pages' and updated_at <= ${at(2).toISOString()}::timestamptz order by updated_at desc, id desc limit 3)`
      await desk.world.db
        .update(applications)
        .set({ updatedAt: at(seconds) })
        .where(latest)
    })
    expect(idsOf(read)).toEqual(idsOf(rows))
  })

  test('never show a row twice, and miss none that stayed as it was, while any are changed', async () => {
    const rows = await seed('Shaken Pages')
    const changed = new Set<string>()
    let turn = 0
    const read = await readPages({ search: 'Shaken Pages' }, async () => {
      turn += 1
      for (const { id } of rows.filter((_, i) => i % 10 === turn)) {
        changed.add(id)
        await desk.world.db
          .update(applications)
          .set({ updatedAt: at(2_000 + turn) })
          .where(eq(applications.id, id))
      }
    })
    expect(new Set(read.map(({ id }) => id)).size).toBe(read.length)
    const stayed = rows.filter(({ id }) => !changed.has(id))
    expect(stayed.length).toBeGreaterThan(100)
    expect(idsOf(read)).toEqual(expect.arrayContaining(idsOf(stayed)))
  })

  test('keep to the statuses that were asked for', async () => {
    await insert([
      { legalName: 'One Status', status: 'submitted' },
      { legalName: 'One Status', status: 'refused' },
      { legalName: 'One Status', status: 'draft' },
    ])
    const read = await readPages({ search: 'One Status', statuses: ['submitted', 'refused'] })
    expect(read.map(({ status }) => status).sort()).toEqual(['refused', 'submitted'])
  })
})

describe('search', () => {
  const names = [
    '100% Cotton_Shop',
    '100 Cotton Shop',
    '1000 CottonXShop',
    'O\'Brien "the" Baker',
    'Back\\slash Books',
    'İstanbul Market',
    'مخبز هيرون',
    '🧁 Cupcakes',
  ]
  let bakery: typeof applications.$inferSelect
  beforeAll(async () => {
    await insert(names.map((legalName) => ({ legalName })))
    const [row] = await insert([
      {
        legalName: 'Heron Bakery LLC',
        dbaName: 'The Blue Bun',
        opportunityId: '006Qy00000AbCdEIAV',
        accountId: '001Qy00000AbCdEIAV',
      },
    ])
    if (!row) throw new Error('No row.')
    bakery = row
  })

  test.each([
    ['legal name', 'heron bak'],
    ['doing-business-as name', 'BLUE BUN'],
    ['opportunity id', '006Qy00000AbCdEIAV'],
    ['account id', ' 001Qy00000AbCdEIAV '],
  ])('by %s', async (_, search) => {
    expect(await found(search)).toEqual(['Heron Bakery LLC'])
  })

  test('by the number that people say to each other', async () => {
    for (const search of [
      `A-${bakery.number}`,
      `a${bakery.number}`,
      `${bakery.number}`,
      ` ${bakery.number} `,
    ]) {
      expect(await found(search), search).toContain('Heron Bakery LLC')
    }
    expect(await found(`A-${bakery.number + 100_000}`)).toEqual([])
  })

  test.each([
    ['100%', ['100% Cotton_Shop']],
    ['n_S', ['100% Cotton_Shop']],
    ['\\', ['Back\\slash Books']],
    ["O'Brien", ['O\'Brien "the" Baker']],
    ['"the"', ['O\'Brien "the" Baker']],
    ['İstan', ['İstanbul Market']],
    ['هيرون', ['مخبز هيرون']],
    ['🧁', ['🧁 Cupcakes']],
    ["' or 1=1 --", []],
    ["'; drop table applications; --", []],
    ['%%', []],
    ['__', []],
    ['\\%', []],
    ['\u0000', 'everything'],
    ['Her\u0000on Bakery', ['Heron Bakery LLC']],
    ['\ud800', []],
    ['9'.repeat(40), []],
    ['A-99999999999999999999', []],
    ['x'.repeat(10_000), []],
  ])('%j is meant literally', async (search, expected) => {
    const rows = await found(search)
    if (expected === 'everything') expect(rows.length).toBeGreaterThan(names.length)
    else expect(rows).toEqual(expected)
  })
})
