import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, migrateDatabase, openDatabase } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import {
  type CallbackKey,
  type CallbackListQuery,
  callbackList,
} from '@/lib/domain/callbacks/callback-list-query'
import { countCallbacks, countMatching, listCallbackPage } from '@/lib/server/callbacks/log/list'
import type { Ground } from './ground'
import { type Asked, measurePages } from './list-pages'
import type { Measured, Subject } from './results'

const UTC = { timeZone: 'UTC', cutOffHour: 24 }
const ROUNDS = 30
export const EVENTS = 1_000_000
const DEEP_PAGE = 10_000
const PAGE = 50

export const callbackLog: Subject = {
  title: 'A page of the callback log',
  how: `\`listCallbackPage\` among ${EVENTS.toLocaleString('en-US')} events in an embedded database of its own on the disk: other pages, filters and searches against the first page, each with its way to the database and back. ${ROUNDS} rounds.`,
  async measure(ground) {
    const database = await openDatabase({ dataDir: path.join(ground.directory, 'log') })
    try {
      await migrateDatabase(database)
      await database.asOwner((db) => seedEvents(db))
      return await measureLog(ground, database.db)
    } finally {
      await database.close()
    }
  },
}

async function measureLog(ground: Ground, db: Db): Promise<Measured> {
  const deep = await keyAt(db, DEEP_PAGE * PAGE)
  const older = { ...deep, side: 'after' as const }
  const asked: Asked<CallbackListQuery>[] = [
    { what: `page ${DEEP_PAGE.toLocaleString('en-US')}`, query: { cursor: older } },
    { what: 'the page before that one', query: { cursor: { ...deep, side: 'before' } } },
    { what: 'conflicts', query: { states: ['conflict'] } },
    { what: 'conflicts, deep', query: { states: ['conflict'], cursor: older } },
    { what: 'anomalies and what is unreadable', query: { states: ['anomaly', 'unreadable'] } },
    { what: 'approved ones', query: { states: ['approved'] } },
    { what: 'unfunded ones', query: { funding: ['unfunded'] } },
    { what: 'unfunded or in a batch, deep', query: { funding: ['unfunded', 'in-batch'], cursor: older } },
    { what: 'funded ones', query: { funding: ['funded'] } },
    { what: 'funded outside, in conflict', query: { states: ['conflict'], funding: ['outside'] } },
    { what: 'one profile', query: { profileId: '941000000004' } },
    { what: 'one merchant', query: { profileId: '941000000001', merchantId: 'M-7' } },
    { what: 'one merchant, deep', query: { profileId: '941000000001', merchantId: 'M-7', cursor: older } },
    {
      what: 'one merchant’s unfunded ones',
      query: { profileId: '941000000001', merchantId: 'M-7', funding: ['unfunded'] },
    },
    { what: 'a day a year ago', query: { from: '2025-07-01', to: '2025-07-01' } },
    { what: 'a range of amounts', query: { atLeastMinor: 10_000, atMostMinor: 20_000 } },
    { what: 'one amount', query: { atLeastMinor: 77_777, atMostMinor: 77_777 } },
    { what: 'an amount that none has', query: { atLeastMinor: 900_000_000 }, finds: 'nothing' },
    { what: 'told of more than once', query: { repeated: true } },
    {
      what: 'told of more than once, in conflict, deep',
      query: { states: ['conflict'], repeated: true, cursor: older },
    },
    { what: 'a search: a transaction', query: { search: 'sbx-c-0471100' } },
    { what: 'a search: the number of an event', query: { search: '#471100' } },
    { what: 'a search: the last four of a card', query: { search: '4711' } },
    { what: 'a search: an identifier that 1 in 100 has', query: { search: 'batch-42' } },
    { what: 'a search: an identifier that all have', query: { search: 'shop' } },
    { what: 'a search: the same, deep', query: { search: 'shop', cursor: older } },
    { what: 'a search that finds nothing', query: { search: 'zzyzx' }, finds: 'nothing' },
  ]
  const { figures, notes } = await measurePages({
    rounds: ground.rounds(ROUNDS),
    page: (query) =>
      listCallbackPage({ db, days: UTC, funding: { profiles: [] } }, { ...callbackList.all, ...query }),
    asked,
    beside: {
      'the counts of what waits': () => countCallbacks(db),
      'how many could be chosen at once': () =>
        countMatching(
          { db, days: UTC, funding: { profiles: [] } },
          { ...callbackList.all, funding: ['unfunded'] },
        ),
    },
  })
  return {
    figures,
    notes: [
      ...notes,
      'The counts are exact up to 1,000, and up to 10,000 of what can be chosen at once: counting all reads every row.',
    ],
  }
}

async function keyAt(db: Db, offset: number): Promise<CallbackKey> {
  const { rows } = await db.execute<{ moment: string; n: string }>(
    sql`select received_at::text as moment, n from callback_events order by received_at desc, n desc offset ${offset} limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error('There are too few events.')
  return { receivedAt: new Date(row.moment), n: Number(row.n) }
}

/**
 * Events over two years, one a minute; 1 in 500 waits for somebody, 1 in 50 was told of again, and of the last month
 * nothing is funded yet. Indexes are made afterwards, as they are: that takes a tenth of the time.
 */
export async function seedEvents(db: Db, events = EVENTS): Promise<void> {
  const [person] = await db
    .insert(users)
    .values({ email: 'person@bench.test', name: 'Person', passwordHash: 'none', roles: ['finance'] })
    .returning({ id: users.id })
  if (!person) throw new Error('Nobody was stored.')
  await db.execute(sql`
    insert into callback_receivers (label, profile_id, merchant_id, created_by, created_at)
    select 'Shop ' || i, '941000000001', 'M-' || i, ${person.id}::uuid, now() from generate_series(0, 99) i
    union all select 'The other', '941000000004', '', ${person.id}::uuid, now()`)
  const { rows: indexes } = await db.execute<{ indexname: string; indexdef: string }>(sql`
    select indexname, indexdef from pg_indexes
    where tablename = 'callback_events' and indexname <> 'callback_events_pkey'`)
  for (const { indexname } of indexes) await db.execute(sql.raw(`drop index ${indexname}`))
  await db.execute(sql`
    insert into callback_events (
      n, received_at, last_received_at, deliveries, profile_id, merchant_id, tran_id, content_n, content_sha256,
      state, anomalies, resp_code, amount_text, amount_minor, currency_code, tran_date, tran_type, account,
      invoice_number, client_ref_number, retrieval_ref_number, hpp_tran_id, identifiers, funding
    )
    select
      i, received.at, received.at, case when i % 50 = 0 then 2 else 1 end,
      case when i % 20 = 3 then '941000000004' else '941000000001' end,
      case when i % 20 = 3 then '' else 'M-' || i * 7 % 100 end,
      'SBX-C-' || lpad(i::text, 7, '0'), i, md5(i::text),
      case when i % 1000 = 100 then 'conflict' when i % 1000 = 600 then 'anomaly' when i % 5000 = 1 then 'unreadable' else 'approved' end,
      case when i % 1000 = 600 then array['amount-zero'] else '{}'::text[] end,
      '000', amounts.cents / 100 || '.' || lpad((amounts.cents % 100)::text, 2, '0'), amounts.cents,
      '840', to_char(received.at, 'MM/DD/YYYY HH12:MI:SS AM'), 'SALE',
      '************' || lpad((i * 7919 % 10000)::text, 4, '0'),
      'INV-' || i, 'shop', lpad((700000000000 + i)::text, 12, '0'), 'HPP-' || lpad((i * 31)::text, 11, '0'),
      array[
        'sbx-c-' || lpad(i::text, 7, '0'), lpad((700000000000 + i)::text, 12, '0'), 'hpp-' || lpad((i * 31)::text, 11, '0'),
        'inv-' || i, 'shop', 'batch-' || i % 100, lpad((i * 7919 % 10000)::text, 4, '0')
      ],
      case when i % 1000 = 100 then case when i % 3000 = 100 then 'outside' else 'unfunded' end
        when i > ${events} - 45000 then 'unfunded' when i > ${events} - 50000 then 'in-batch' else 'funded' end
    from generate_series(1::bigint, ${events}) i,
      lateral (select timestamptz '2026-07-01 12:00Z' - interval '1 minute' * (${events} - i) as at) received,
      lateral (select 100 + i * 7919 % 200000 as cents) amounts`)
  for (const { indexdef } of indexes) await db.execute(sql.raw(indexdef))
  await db.execute(sql`vacuum (analyze) callback_events`)
  await db.execute(sql`analyze callback_receivers`)
}
