import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, migrateDatabase, openDatabase } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import { type ApplicationListQuery, applicationList as list } from '@/lib/domain/application/list-query'
import { countByStatus, listApplicationPage, listRecentStages } from '@/lib/server/applications/list'
import type { Ground } from './ground'
import { type Asked, measurePages } from './list-pages'
import type { Measured, Subject } from './results'

const ROUNDS = 40
const APPLICATIONS = 100_000
const DEEP_PAGE = 1_800
const PAGE = 50

export const applicationList: Subject = {
  title: 'A page of the applications list',
  how: `\`listApplicationPage\` among ${APPLICATIONS.toLocaleString('en-US')} applications in an embedded database of its own on the disk: other pages, filters and searches against the first page, each with its way to the database and back. ${ROUNDS} rounds.`,
  measure: async (ground) => {
    const database = await openDatabase({ dataDir: path.join(ground.directory, 'list') })
    try {
      await migrateDatabase(database)
      const person = await database.asOwner(seed)
      return await measureList(ground, database.db, person)
    } finally {
      await database.close()
    }
  },
}

async function measureList(ground: Ground, db: Db, person: string): Promise<Measured> {
  const deep = await keyAt(db, DEEP_PAGE * PAGE)
  const asked: Asked<ApplicationListQuery>[] = [
    { what: `page ${DEEP_PAGE.toLocaleString('en-US')}`, query: { cursor: { side: 'after', ...deep } } },
    { what: 'the page before that one', query: { cursor: { side: 'before', ...deep } } },
    { what: 'one status', query: { statuses: ['draft'] } },
    { what: 'one status, deep', query: { statuses: ['draft'], cursor: { side: 'after', ...deep } } },
    { what: 'two rarer statuses', query: { statuses: ['refused', 'not-sent'] } },
    { what: 'one person’s', query: { assignee: person } },
    { what: 'nobody’s drafts', query: { assignee: 'nobody', statuses: ['draft'] } },
    {
      what: 'kind, ownership and underwriting',
      query: { kind: 'full', ownership: 'Partnership', underwriting: 'partner' },
    },
    { what: 'a stage', query: { stage: 'Closed Won' } },
    { what: 'a stage that none is in', query: { stage: 'Lost' }, finds: 'nothing' },
    { what: 'a search: a word that all have', query: { search: 'llc' } },
    { what: 'a search: the same, deep', query: { search: 'llc', cursor: { side: 'after', ...deep } } },
    { what: 'a search: two words that 1 in 100 has', query: { search: 'blue her' } },
    { what: 'a search: owner and merchant', query: { search: 'ruiz harbor' } },
    { what: 'a search: the last four of a tax ID', query: { search: '6789' } },
    { what: 'a search: a record ID', query: { search: '006Qy0000000047110' } },
    { what: 'a search: a word that few have', query: { search: 'kx4711' } },
    { what: 'a search: a word that none has', query: { search: 'zzyzx' }, finds: 'nothing' },
  ]
  const looker = {
    db,
    actor: { id: person, name: '', email: '', roles: [], timeZone: null, sessionId: '' },
    now: () => new Date(),
  }
  const page = (query: Partial<ApplicationListQuery>) =>
    listApplicationPage(looker, { ...list.all, ...query })
  const { figures, notes } = await measurePages({
    rounds: ground.rounds(ROUNDS),
    page,
    asked,
    beside: {
      'the counts beside the statuses': () => countByStatus(db),
      'the stages that the filter offers': () => listRecentStages(db),
    },
  })
  return {
    figures,
    notes: [
      ...notes,
      'The counts are exact up to 1,000 of a status and “1,000+” beyond: counting all reads every row.',
      'A filter that no index has (stage, ownership, kind, underwriting) reads in the order of the list until the page is full: as good as the first page where many fit, the whole table where none does.',
    ],
  }
}

async function keyAt(db: Db, offset: number): Promise<{ updatedAt: Date; id: string }> {
  const { rows } = await db.execute<{ moment: string; id: string }>(
    sql`select updated_at::text as moment, id from applications order by updated_at desc, id desc offset ${offset} limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error('There are too few applications.')
  return { updatedAt: new Date(row.moment), id: row.id }
}

/** Applications over a year, three to a minute of change; gives the id of one of twenty people. */
async function seed(db: Db): Promise<string> {
  const people = await db
    .insert(users)
    .values(
      Array.from({ length: 20 }, (_, i) => ({
        email: `person-${i}@bench.test`,
        name: `Person ${i}`,
        passwordHash: 'none',
        roles: ['onboarding' as const],
      })),
    )
    .returning({ id: users.id })
  const wordAt = (words: readonly string[], place: string) =>
    sql.raw(`(array[${words.map((word) => `'${word}'`).join(',')}])[1 + ${place} % ${words.length}]`)
  const merchant = (...places: string[]) =>
    sql.join(
      places.map((place) => wordAt(MERCHANT_WORDS, place)),
      sql` || ' ' || `,
    )
  await db.execute(sql`
    insert into applications (
      kind, status, assignee_id, legal_name, dba_name, ownership, partner_underwrites, tax_id_last4,
      merchant_words, contact_words, opportunity_id, account_id, stage, created_by, created_at, updated_at
    )
    select
      ${wordAt(['full', 'payfac', 'payfac', 'payfac', 'payfac'], 'i')},
      ${wordAt(STATUSES, 'i * 7919')},
      case when i % 3 > 0 then people.ids[1 + i * 31 % 20] end,
      initcap(${merchant('i', 'i / 31')} || ' ' || i || ' llc'),
      initcap(${merchant('i / 5', 'i / 11')}),
      ${wordAt(['Sole Proprietorship', 'Limited Liability Company', 'Partnership', 'Government'], 'i * 11')},
      case i % 7 when 0 then false when 1 then null else true end,
      lpad((i * 7 % 10000)::text, 4, '0'),
      ${merchant('i', 'i / 31')} || ' ' || i || ' llc ' || ${merchant('i / 5', 'i / 11')},
      ${wordAt(FIRST_NAMES, 'i')} || ' ' || ${wordAt(LAST_NAMES, 'i / 16')} || ' kx' || i,
      '006Qy0000' || lpad((i * 10)::text, 9, '0'),
      '001Qy0000' || lpad((i * 10)::text, 9, '0'),
      case when i % 4 = 0 then ${wordAt(['Prospecting', 'Pending Underwriting', 'Closed Won'], 'i')} end,
      people.ids[1 + i % 20],
      timestamptz '2026-07-01 12:00Z' - interval '5 days' - interval '5 minutes' * i,
      timestamptz '2026-07-01 12:00Z' - interval '5 minutes' * (i / 3)
    from generate_series(1, ${APPLICATIONS}) i, (select array_agg(id order by name) as ids from users) people`)
  await db.execute(sql`vacuum (analyze) applications`)
  await db.execute(sql`vacuum (analyze) users`)
  const [person] = people
  if (!person) throw new Error('Nobody was stored.')
  return person.id
}

const STATUSES = [
  ...Array.from({ length: 14 }, () => 'submitted'),
  ...Array.from({ length: 6 }, () => 'draft'),
  'withdrawn',
  'partly-accepted',
  'refused',
  'not-sent',
]
const MERCHANT_WORDS =
  'blue heron bakery harbor coffee north supply river garden studio market dental auto repair books cycle fitness salon pets grill hardware cellar bloom pine cedar stone bright metro sunset union summit'.split(
    ' ',
  )
const FIRST_NAMES =
  'ana ben carla dev elif farid grace hana ivan june karim lena marco nina omar paula'.split(' ')
const LAST_NAMES =
  'ruiz okafor lindqvist tanaka moreau novak silva haddad jensen petrov nguyen costa fischer'.split(' ')
