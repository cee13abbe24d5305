import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { type ApplicationListQuery, applicationList, COUNTED } from '@/lib/domain/application/list-query'
import { searchWords } from '@/lib/domain/application/search-words'
import { APPLICATION_STATUSES } from '@/lib/domain/application/status'
import { LIST_PAGE } from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  type ApplicationListItem,
  countByStatus,
  listApplicationPage,
  listApplications,
  listRecentStages,
  NEARBY,
} from './list'

let desk: TestDesk
let ana: Ctx
let ben: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
})
afterAll(() => desk.close())

const at = (seconds: number) => new Date(Date.parse('2026-07-01T12:00:00Z') + seconds * 1_000)

/** What a partial query asks for. */
type Asked = Partial<ApplicationListQuery>
const pageOf = (asked: Asked, looker: Looker = ana) =>
  listApplicationPage(looker, { ...applicationList.all, ...asked })
type Looker = Parameters<typeof listApplicationPage>[0]

type Row = Partial<typeof applications.$inferInsert>
const insert = (rows: Row[]) =>
  desk.services.db
    .insert(applications)
    .values(
      rows.map((row) => ({
        status: 'draft' as const,
        createdBy: ana.actor.id,
        createdAt: at(0),
        updatedAt: at(0),
        merchantWords: searchWords(`${row.legalName ?? ''} ${row.dbaName ?? ''}`),
        ...row,
      })),
    )
    .returning()

/** Every page towards the older, one after the other; `between` runs after each. */
async function readPages(
  asked: Asked,
  between: () => Promise<unknown> = async () => {},
  looker: Looker = ana,
): Promise<Awaited<ReturnType<typeof listApplicationPage>>[]> {
  const pages = [await pageOf(asked, looker)]
  for (let after = pages[0]?.after; after; after = pages.at(-1)?.after) {
    await between()
    pages.push(await pageOf(fromAddress({ ...asked, cursor: { side: 'after', ...after } }), looker))
  }
  return pages
}

/** As it comes back from an address. */
const fromAddress = (asked: Asked): Asked =>
  applicationList.read(new URLSearchParams(applicationList.write({ ...applicationList.all, ...asked })))

const readAll = async (asked: Asked, between?: () => Promise<unknown>, looker: Looker = ana) =>
  (await readPages(asked, between, looker)).flatMap(({ items }) => items)

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
const found = async (search: string) => (await readAll({ search })).map(({ legalName }) => legalName).sort()

describe('pages', () => {
  const COUNT = LIST_PAGE * 3 + 7
  // Many at one moment: the order among them must be settled too.
  const seed = (name: string) =>
    insert(Array.from({ length: COUNT }, (_, i) => ({ legalName: name, updatedAt: at(Math.floor(i / 60)) })))

  test('cover every row once, latest change first', async () => {
    const rows = await seed('Settled Pages')
    const read = await readAll({ search: 'Settled Pages' })
    expect(idsOf(read)).toEqual(idsOf(rows))
    const times = read.map(({ updatedAt }) => updatedAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('are the same on the way back, up to the first, which has nothing newer', async () => {
    await seed('Both Ways')
    const pages = await readPages({ search: 'Both Ways' })
    expect(pages).toHaveLength(4)
    expect(pages.map(({ before }) => before !== null)).toEqual([false, true, true, true])
    for (let i = pages.length - 1; i > 0; i--) {
      const newer = pages[i]?.before
      if (!newer) throw new Error('A page names no newer one.')
      const back = await pageOf(fromAddress({ search: 'Both Ways', cursor: { side: 'before', ...newer } }))
      expect(idsOf(back.items)).toEqual(idsOf(pages[i - 1]?.items ?? []))
      expect(back.items).toEqual(pages[i - 1]?.items)
      expect(back.after).toEqual(pages[i - 1]?.after)
      if (i > 1) expect(back.before).toEqual(pages[i - 1]?.before)
    }
  })

  test('towards the newer end at the first page, also where less than a page is newer', async () => {
    const rows = await seed('Nearly There')
    const [first] = await readPages({ search: 'Nearly There' })
    const third = first?.items[2]
    if (!third) throw new Error('No third row.')
    const { updatedAt, id } = third
    const asked: Asked = { search: 'Nearly There', cursor: { side: 'before', updatedAt, id } }
    const page = await pageOf(asked)
    expect(page).toEqual(first)
    const all = await listApplications(ana, { ...applicationList.all, ...asked })
    expect(all).toEqual(first?.items.slice(0, 2))
    expect(rows).toHaveLength(COUNT)
  })

  test('cover every row once while others are added, and while those that were read are changed', async () => {
    const rows = await seed('Moving Pages')
    let seconds = 1_000
    const read = await readAll({ search: 'Moving Pages' }, async () => {
      seconds += 1
      await insert([{ legalName: 'Moving Pages', updatedAt: at(seconds) }])
      // The latest that were there at the beginning: the first page has shown them.
      const latest = sql`${applications.id} in (select id from applications where legal_name = 'Moving Pages' and updated_at <= ${at(2).toISOString()}::timestamptz order by updated_at desc, id desc limit 3)`
      await desk.services.db
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
    const read = await readAll({ search: 'Shaken Pages' }, async () => {
      turn += 1
      for (const { id } of rows.filter((_, i) => i % 10 === turn)) {
        changed.add(id)
        await desk.services.db
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

  test('of a list that has none are empty, and lead nowhere', async () => {
    const none = { items: [], before: null, after: null }
    expect(await pageOf({ search: 'No one Is Called This' })).toEqual(none)
  })
})

describe('filters', () => {
  const NOW = at(0)
  const days = (count: number) => new Date(NOW.getTime() - count * 86_400_000)
  beforeAll(async () => {
    await insert([
      { legalName: 'Sieve Draft', kind: 'full', ownership: 'Government', assigneeId: ana.actor.id },
      {
        legalName: 'Sieve Sent',
        status: 'submitted',
        stage: 'Closed Won',
        partnerUnderwrites: true,
        assigneeId: ben.actor.id,
        createdAt: days(40),
        updatedAt: days(8),
      },
      {
        legalName: 'Sieve Old',
        status: 'refused',
        stage: 'Prospecting',
        partnerUnderwrites: false,
        ownership: 'Partnership',
        createdAt: days(100),
        updatedAt: days(31),
      },
    ])
  })

  const sieved = async (query: Partial<ApplicationListQuery>) => {
    const items = await readAll({ search: 'sieve', ...query }, undefined, { ...ana, now: () => NOW })
    return items.map(({ legalName }) => legalName.replace('Sieve ', '')).sort()
  }

  test.each<[string, () => Partial<ApplicationListQuery>, string[]]>([
    ['nothing', () => ({}), ['Draft', 'Old', 'Sent']],
    ['one status', () => ({ statuses: ['submitted'] }), ['Sent']],
    ['several statuses', () => ({ statuses: ['submitted', 'refused'] }), ['Old', 'Sent']],
    ['the kind', () => ({ kind: 'full' }), ['Draft']],
    ['the other kind', () => ({ kind: 'payfac' }), ['Old', 'Sent']],
    ['a stage', () => ({ stage: 'Closed Won' }), ['Sent']],
    ['no known stage', () => ({ stage: '-' }), ['Draft']],
    ['an ownership', () => ({ ownership: 'Partnership' }), ['Old']],
    ['the partner’s underwriting', () => ({ underwriting: 'partner' }), ['Sent']],
    ['our own underwriting', () => ({ underwriting: 'own' }), ['Old']],
    ['underwriting not answered', () => ({ underwriting: 'open' }), ['Draft']],
    ['whoever looks', () => ({ assignee: 'me' }), ['Draft']],
    ['a person', () => ({ assignee: ben.actor.id }), ['Sent']],
    ['nobody', () => ({ assignee: 'nobody' }), ['Old']],
    ['started lately', () => ({ age: 'started-30' }), ['Draft']],
    ['started over 30 days ago', () => ({ age: 'older-30' }), ['Old', 'Sent']],
    ['started over 90 days ago', () => ({ age: 'older-90' }), ['Old']],
    ['unchanged for a week', () => ({ age: 'idle-7' }), ['Old', 'Sent']],
    ['unchanged for a month', () => ({ age: 'idle-30' }), ['Old']],
    [
      'several at once',
      () => ({ statuses: ['refused', 'submitted'], age: 'older-90', kind: 'payfac' }),
      ['Old'],
    ],
    ['what contradicts', () => ({ statuses: ['draft'], age: 'older-30' }), []],
  ])('by %s', async (_, query, expected) => {
    expect(await sieved(query())).toEqual(expected)
    // The same without a search, which takes another way.
    const ours = (await sieved({ ...query(), search: '' })).filter((name) => expected.includes(name))
    expect(ours).toEqual(expected)
  })

  test('the stages that are offered are those that the latest are in', async () => {
    expect(await listRecentStages(desk.services.db)).toEqual(['Closed Won', 'Prospecting'])
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
    'Éclair Pâtisserie',
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
        contactWords: searchWords('Çiğdem Ruiz-Okafor Ben Novak'),
        taxIdLast4: '0789',
        opportunityId: '006Qy00000AbCdEIAV',
        accountId: '001Qy00000AbCdE',
      },
    ])
    if (!row) throw new Error('No row.')
    bakery = row
  })

  test.each([
    ['legal name', 'heron bak'],
    ['doing-business-as name', 'BLUE BUN'],
    ['words of both, in any order', 'bun heron'],
    ['an owner’s name', 'ruiz'],
    ['an owner’s name without its accents', 'cigdem'],
    ['owner and merchant together', 'heron okafor'],
    ['last four of the tax id', '0789'],
    ['last four as a page shows them', '••-•••0789'],
    ['opportunity id', '006Qy00000AbCdEIAV'],
    ['opportunity id without its check suffix', '006Qy00000AbCdE'],
    ['account id', ' 001Qy00000AbCdE '],
    ['account id with a check suffix that was not stored', '001Qy00000AbCdEIAV'],
    ['a whole tax id, of which the last four digits count', '12-3450789'],
  ])('by %s', async (_, search) => {
    expect(await found(search)).toEqual(['Heron Bakery LLC'])
  })

  test.each([
    ['the middle of a word', 'eron'],
    ['a word too many', 'heron bakery zebra'],
    ['a part of a record id', '006Qy00000AbCd'],
    ['a record id in other letters', '006qy00000abcdeiav'],
    ['digits that only begin the last four', '078'],
  ])('not by %s', async (_, search) => {
    expect(await found(search)).toEqual([])
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

  test('within the filters', async () => {
    const read = (asked: Asked) => readAll({ search: 'heron', ...asked })
    expect(await read({ statuses: ['draft'] })).toHaveLength(1)
    expect(await read({ statuses: ['submitted'] })).toEqual([])
  })

  test.each([
    ['100%', ['100 Cotton Shop', '100% Cotton_Shop', '1000 CottonXShop']],
    ['cotton shop', ['100 Cotton Shop', '100% Cotton_Shop']],
    ["O'Brien", ['O\'Brien "the" Baker']],
    ['obrien', ['O\'Brien "the" Baker']],
    ['O’Brien', ['O\'Brien "the" Baker']],
    ['obrien "the"', ['O\'Brien "the" Baker']],
    ['\\slash', ['Back\\slash Books']],
    ['İstan', ['İstanbul Market']],
    ['istan', ['İstanbul Market']],
    ['eclair pat', ['Éclair Pâtisserie']],
    ['هيرون', ['مخبز هيرون']],
    ['🧁 cup', ['🧁 Cupcakes']],
    ['🧁', []],
    ["' or 1=1 --", []],
    ["'; drop table applications; --", []],
    ['heron:* | !zebra', []],
    ['heron & bakery', ['Heron Bakery LLC']],
    ['%%', []],
    ['__', []],
    ['\\%', []],
    ['-', []],
    ['\u0000', 'everything'],
    ['Her\u0000on Bakery', ['Heron Bakery LLC']],
    ['\ud800', []],
    ['9'.repeat(40), []],
    ['A-99999999999999999999', []],
    ['x'.repeat(10_000), []],
    ['𝕳'.repeat(5_000), []],
    ['ﷺ'.repeat(300), []],
    ['x '.repeat(5_000), []],
  ])('%j finds what has its words', async (search, expected) => {
    const rows = await found(search)
    if (expected === 'everything') expect(rows.length).toBeGreaterThan(names.length)
    else expect(rows).toEqual(expected)
  })
})

describe('among so many that the next rows are looked at first', () => {
  const COUNT = NEARBY + 500
  beforeAll(async () => {
    await desk.services.db.execute(sql`
      insert into applications (status, created_by, legal_name, merchant_words, contact_words, created_at, updated_at)
      select case when i % 2 = 0 then 'submitted' else 'not-sent' end, ${ana.actor.id}::uuid, 'Crowd ' || i,
        'crowd ' || i || case when i % 30 = 0 then ' thirty' else '' end || case when i % 100 = 0 then ' hundred' else '' end, 'olaf',
        '2020-01-01', '2020-01-01'::timestamptz + interval '1 minute' * (i / 3)
      from generate_series(1, ${COUNT}) i`)
    await desk.database.asOwner((db) => db.execute(sql`analyze applications`))
  })

  test.each([
    ['crowd', COUNT],
    ['olaf crowd', COUNT],
    ['thirty', Math.floor(COUNT / 30)],
    ['hundred', Math.floor(COUNT / 100)],
    ['crowd 17', 1 + 10 + 100],
    ['crowd 3500', 1],
  ])('every page of “%s” together has each application once', async (search, count) => {
    const read = await readAll({ search })
    expect(new Set(read.map(({ id }) => id)).size).toBe(count)
    expect(read).toHaveLength(count)
  })

  test('and on the way back the same ones', async () => {
    const pages = await readPages({ search: 'crowd', statuses: ['submitted'] })
    let page = pages.at(-1)
    const back = [...(page?.items ?? [])]
    while (page?.before) {
      page = await pageOf(
        fromAddress({ search: 'crowd', statuses: ['submitted'], cursor: { side: 'before', ...page.before } }),
      )
      back.unshift(...page.items.filter(({ id }) => !back.some((row) => row.id === id)))
    }
    expect(back.map(({ id }) => id)).toEqual(pages.flatMap(({ items }) => items).map(({ id }) => id))
  })

  test('statuses are counted up to a limit, and one more says that there are more', async () => {
    const counts = await countByStatus(desk.services.db)
    expect(counts['not-sent']).toBe(COUNTED + 1)
    expect(counts.refused).toBe(1)
    expect(counts).not.toHaveProperty('withdrawn')
  })
})

describe('sorted', () => {
  const COUNT = LIST_PAGE * 2 + 7
  const NAMES = ['apple', 'Banana', 'banana', 'Éclair', 'éclair', 'Z~1', 'z%2', '', 'İzmir']
  let rows: (typeof applications.$inferSelect)[]
  beforeAll(async () => {
    rows = await insert(
      Array.from({ length: COUNT }, (_, at) => ({
        status: (['draft', 'submitted', 'refused'] as const)[at % 3],
        ownership: 'Sorted',
        legalName: `Legal ${at % 4}`,
        dbaName: `${NAMES[at % NAMES.length]}${'x'.repeat(at % 2 === 0 ? 0 : 70)}`,
        createdAt: then(at),
        updatedAt: then(at % 11),
      })),
    )
  })
  const then = (seconds: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + seconds * 1_000)
  const VALUES: Record<Sort['by'], (row: ApplicationListItem) => string | number> = {
    number: ({ number }) => number,
    merchant: ({ dbaName, legalName }) => [...(dbaName || legalName)].slice(0, 60).join('').toLowerCase(),
    status: ({ status }) => APPLICATION_STATUSES.indexOf(status),
    started: ({ createdAt }) => Number(createdAt),
    changed: ({ updatedAt }) => Number(updatedAt),
  }
  type Sort = NonNullable<ApplicationListQuery['sort']>

  test.each(
    (['number', 'merchant', 'status', 'started', 'changed'] as const).flatMap((by) =>
      (['ascending', 'descending'] as const).map((direction): Sort => ({ by, direction })),
    ),
  )('by $by, $direction: every page has each row once, in the order, there and back', async (sort) => {
    const asked: Asked = fromAddress({ ownership: 'Sorted', sort })
    const pages = await readPages(asked)
    const read = pages.flatMap(({ items }) => items)
    expect(idsOf(read)).toEqual(idsOf(rows))
    const values = read.map((row) => VALUES[sort.by](row))
    const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    expect(values).toEqual(sort.direction === 'ascending' ? sorted : sorted.reverse())
    const [, second, third] = pages
    if (!third?.before) throw new Error('The last page names none before it.')
    const back = await pageOf(fromAddress({ ...asked, cursor: { side: 'before', ...third.before } }))
    expect(back.items.map(({ id }) => id)).toEqual(second?.items.map(({ id }) => id))
  })

  test('a place of one order is none of another: the list begins anew', async () => {
    const first = await pageOf({ ownership: 'Sorted', sort: { by: 'merchant', direction: 'ascending' } })
    if (!first.after) throw new Error('One page has all.')
    const address = applicationList.write({
      sort: { by: 'merchant', direction: 'ascending' },
      cursor: { side: 'after', ...first.after },
    })
    for (const other of [
      address.replace('sort=merchant', 'sort=-merchant'),
      address.replace('sort=merchant', 'sort=number'),
      address.replace('sort=merchant&', ''),
    ])
      expect(applicationList.read(new URLSearchParams(other)).cursor, other).toBeNull()
    expect(applicationList.read(new URLSearchParams(address)).cursor).not.toBeNull()
  })

  test('a search and its sort go together', async () => {
    const rows = await insert(
      ['Wren B', 'Wren C', 'Wren A'].map((legalName, at) => ({ legalName, updatedAt: then(at) })),
    )
    const found = await readAll({ search: 'wren', sort: { by: 'merchant', direction: 'ascending' } })
    expect(found.map(({ legalName }) => legalName)).toEqual(['Wren A', 'Wren B', 'Wren C'])
    expect(rows).toHaveLength(3)
  })
})
