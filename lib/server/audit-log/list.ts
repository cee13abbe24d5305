import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { callbackEndpoints, callbackReceivers } from '@/lib/db/schema/callbacks'
import { auditLog, auditSeals, SAVED_SENSITIVE } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { fieldOfEither } from '@/lib/domain/application/either-fields'
import { searchWords } from '@/lib/domain/application/search-words'
import { type AuditDetail, detailWords, readDetail, withNames } from '@/lib/domain/audit/audit-detail'
import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECT_LABELS,
  AUDIT_SUBJECT_TYPES,
  type AuditSubjectType,
  auditLabel,
} from '@/lib/domain/audit/audit-labels'
import {
  type AuditKey,
  type AuditListQuery,
  DESK_ITSELF,
  MAX_NAMED,
} from '@/lib/domain/audit/audit-list-query'
import { isSettingName, settingOf } from '@/lib/domain/settings/settings'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { isUuid } from '@/lib/domain/values/uuid'
import { routes } from '@/lib/routes'
import { searchedWhole } from '@/lib/server/applications/list-search'
import { keyset, keysetPage } from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import type { AuditItem, AuditRowView, SubjectView } from './views'

const KEYS = keyset<AuditKey>({ at: auditLog.at, id: auditLog.id }, 'descending')

/** Details that are longer are not read for a list: a paste may have changed thousands of lines. */
const MAX_LISTED_BYTES = 4_000

/** What the filters say besides the search: each by an index. */
export const filtersOf = ({ person, subject, action, from, to }: AuditListQuery): SQL | undefined =>
  and(
    person === DESK_ITSELF
      ? isNull(auditLog.actorId)
      : person === null
        ? undefined
        : isUuid(person)
          ? eq(auditLog.actorId, person)
          : sql`false`,
    subject === null ? undefined : eq(auditLog.subjectType, subject),
    action === null ? undefined : eq(auditLog.action, action),
    from === null ? undefined : gte(auditLog.at, new Date(from)),
    to === null ? undefined : lt(auditLog.at, new Date(Date.parse(to) + DAY_MS)),
  )

/**
 * What a search may mean: rows that any of these finds. `few`: found by their subjects, so that sorting them is less work
 * than reading the log in order. `hasMore`: more applications have such a name than it looks at.
 */
type Search = { few: SQL[]; others: SQL[]; hasMore: boolean }

/** A-12 and B-3 as people say them; anything else is an id, an address or a request, as it stands there. */
export async function searchOf(db: DbOrTx, text: string): Promise<Search> {
  const [, letter = '', number = ''] = /^([AB])-?(\d{1,9})$/i.exec(text) ?? []
  const table = { A: applications, B: fundingBatches }[letter.toUpperCase()]
  const found = table
    ? await db
        .select({ id: table.id })
        .from(table)
        .where(eq(table.number, Number(number)))
    : []
  const words = table || text.length < 2 ? NO_WORDS : await searchedWords(db, text)
  return {
    few: [about(AUDIT_SUBJECT_TYPES, [text, ...found.map(({ id }) => id)]), ...words.few],
    others: [eq(auditLog.requestId, text), eq(auditLog.address, text), ...words.others],
    hasMore: words.hasMore,
  }
}

const NO_WORDS: Search = { few: [], others: [], hasMore: false }

/** The types are named because the index begins with them. */
const about = (types: readonly AuditSubjectType[], ids: readonly string[]): SQL =>
  sql`(${inArray(auditLog.subjectType, types)} and ${inArray(auditLog.subjectId, ids)})`

/** People of the desk and of applications, businesses, what was done, and fields that were revealed or changed. */
async function searchedWords(db: DbOrTx, text: string): Promise<Search> {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const words = searchWords(text).split(' ').filter(Boolean)
  const [people, named] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(or(ilike(users.name, like), ilike(users.email, like))),
    words.length === 0
      ? []
      : db
          .select({ id: applications.id })
          .from(applications)
          .where(searchedWhole({ words, number: null, lastFour: null, recordIds: [] }))
          .orderBy(desc(applications.number))
          .limit(MAX_NAMED + 1),
  ])
  const personIds = people.map(({ id }) => id)
  const applicationIds = named.slice(0, MAX_NAMED).map(({ id }) => id)
  const small = text.toLowerCase()
  const actions = AUDIT_ACTIONS.filter((action) => auditLabel(action).toLowerCase().includes(small))
  const fields = SENSITIVE_FIELDS.filter(({ words: spoken }) => spoken.some((word) => word.includes(small)))
  const revealed = eq(auditLog.action, 'value-revealed')
  return {
    few: [about(['user'], personIds), about(['application', 'case'], applicationIds)],
    others: [
      inArray(auditLog.actorId, personIds),
      inArray(auditLog.action, actions),
      sql`(${revealed} and ${auditLog.detail} ->> 'whose' ilike ${like})`,
      ...fields.flatMap(({ name }) => [
        sql`(${revealed} and ${auditLog.detail} -> 'fields' ? ${name})`,
        sql`(${SAVED_SENSITIVE} and jsonb_path_exists(${auditLog.detail}, ${`$.changes[*] ? (@.path like_regex "[.]${name}$")`}::jsonpath))`,
      ]),
    ],
    hasMore: named.length > MAX_NAMED,
  }
}

/**
 * The ids of a page's rows and of some more. What a search may mean is read one by one: for all of it together PostgreSQL
 * would read the log in order until enough rows match, and all of a long one where few do.
 */
export function foundBySearch(
  { few, others }: Search,
  filters: SQL | undefined,
  cursor: AuditListQuery['cursor'],
  limit: number,
): SQL {
  const within = and(filters, KEYS.from(cursor)) ?? sql`true`
  const nearest = (meant: SQL, order: SQL) =>
    sql`(select ${auditLog.id} from ${auditLog} where ${meant} and ${within} order by ${order} limit ${limit})`
  return sql.join(
    [
      ...few.map((meant) => nearest(meant, outOfIndex(cursor))),
      ...others.map((meant) => nearest(meant, KEYS.order(cursor))),
    ],
    sql` union `,
  )
}

/** The same order, written so that no index matches: see the callback log. */
const outOfIndex = (cursor: AuditListQuery['cursor']): SQL =>
  cursor?.side === 'before'
    ? sql`${auditLog.at} + interval '0' asc, ${auditLog.id} asc`
    : sql`${auditLog.at} + interval '0' desc, ${auditLog.id} desc`

/** By what people call them. */
const SENSITIVE_FIELDS = (
  [
    ['merchant', 'taxId', ['tax id', 'ein']],
    ['contacts', 'ssn', ['ssn']],
    ['contacts', 'dateOfBirth', ['dob']],
    ['accounts', 'accountNumber', []],
  ] as const
).map(([section, name, others]) => ({
  name,
  words: [fieldOfEither(section, name)?.meta.label.toLowerCase() ?? name, ...others],
}))

type Row = Pick<
  typeof auditLog.$inferSelect,
  'id' | 'at' | 'actorId' | 'action' | 'subjectType' | 'subjectId' | 'address'
> & { detail: Record<string, unknown> | null }

const COLUMNS = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  action: auditLog.action,
  subjectType: auditLog.subjectType,
  subjectId: auditLog.subjectId,
  address: auditLog.address,
}

/** A page of rows, latest first. `hasMore`: the search looks at the latest applications of that name only. */
export async function listAuditPage({ db }: Pick<Ctx, 'db'>, query: AuditListQuery) {
  const filters = filtersOf(query)
  const search = query.search === '' ? null : await searchOf(db, query.search)
  const page = await keysetPage<Row, AuditKey>(
    query.cursor,
    ({ at, id }) => ({ at, id }),
    async (cursor, limit) => {
      const rows = await db
        .select({
          ...COLUMNS,
          detail: sql<Row['detail']>`case when pg_column_size(${auditLog.detail}) < ${MAX_LISTED_BYTES}
            then ${auditLog.detail} end`,
        })
        .from(auditLog)
        .where(
          search
            ? sql`${auditLog.id} in (${foundBySearch(search, filters, cursor, limit)})`
            : and(filters, KEYS.from(cursor)),
        )
        .orderBy(KEYS.order(cursor))
        .limit(limit)
      return cursor?.side === 'before' ? rows.reverse() : rows
    },
  )
  return { ...page, items: await describeRows(db, page.items), hasMore: search?.hasMore ?? false }
}

type DescribedRow = Omit<AuditItem, 'summary'> & { detail: AuditDetail }

async function describeRows(db: DbOrTx, rows: readonly Row[]): Promise<AuditItem[]> {
  const described = await describeWhole(db, rows)
  return described.map(({ detail, ...item }) => ({ ...item, summary: detailWords(detail) }))
}

/** Each row with the people, records and places that it names by their ids. */
async function describeWhole(db: DbOrTx, rows: readonly Row[]): Promise<DescribedRow[]> {
  const details = rows.map((row) => (row.detail === null ? NOTHING_SAID : readRow(row, row.detail)))
  const people = await namesOf(db, [
    ...rows.flatMap((row) => [row.actorId, row.subjectType === 'user' ? row.subjectId : null]),
    ...details.flatMap(({ changes, facts }) => [
      ...changes.flatMap(({ before, after }) => [before, after]),
      ...facts.map(({ value }) => value),
    ]),
  ])
  const subjectOf = await subjectsOf(db, rows, people)
  return rows.map((row, index) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.actorId === null ? null : { id: row.actorId, name: people.get(row.actorId) ?? row.actorId },
    action: row.action,
    subject: subjectOf(row),
    address: row.address,
    detail: withNames(details[index] ?? NOTHING_SAID, (text) => people.get(text) ?? text),
  }))
}

const NOTHING_SAID: AuditDetail = { changes: [], facts: [] }

/** Fields and rules by the names and in the words that their pages have. */
function readRow({ action, subjectType, subjectId }: Row, detail: Record<string, unknown>): AuditDetail {
  if (action === 'value-revealed') {
    const { whose, fields, reason, ...where } = detail
    const label = (name: unknown) => fieldOfEither(String(where.section), String(name))?.meta.label ?? name
    return readDetail({
      // What people ask first, first: the database keeps no order.
      ...(typeof whose === 'string' && { whose }),
      ...(Array.isArray(fields) && { fields: fields.map(label) }),
      reason,
      ...where,
    })
  }
  const { before, after, ...others } = detail
  const changes = subjectType === 'setting' ? settingChanges(subjectId, before, after) : null
  return changes ? { ...readDetail(others), changes } : readDetail(detail)
}

/** Null where the row is of no setting, or an earlier version's, with values that this one does not read. */
function settingChanges(key: string, before: unknown, after: unknown): AuditDetail['changes'] | null {
  if (!isSettingName(key) || before === undefined || after === undefined) return null
  const { read, differences } = settingOf(key)
  try {
    const changes = differences(read(before), read(after))
    return changes.length > 0 ? changes : null
  } catch {
    return null
  }
}

/** Of those that are ids of people. */
export async function namesOf(
  db: DbOrTx,
  texts: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(texts)].filter((id) => id !== null && isUuid(id))
  const found = ids.length
    ? await db
        .select({ id: users.id, name: users.name })
        .from(users)
        .where(inArray(users.id, ids as string[]))
    : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

type Subject = Pick<Row, 'subjectType' | 'subjectId'>

/** What each row is about, in words, and the page of it. */
export async function subjectsOf(
  db: DbOrTx,
  rows: readonly Subject[],
  people: ReadonlyMap<string, string>,
): Promise<(row: Subject) => SubjectView> {
  const idsOf = (...types: string[]) => [
    ...new Set(
      rows
        .filter(({ subjectType, subjectId }) => types.includes(subjectType) && isUuid(subjectId))
        .map(({ subjectId }) => subjectId),
    ),
  ]
  const [applicationIds, batchIds, documentIds, receiverIds, endpointIds] = [
    idsOf('application', 'case'),
    idsOf('funding-batch'),
    idsOf('document'),
    idsOf('callback-receiver'),
    idsOf('callback-endpoint'),
  ]
  const [numbers, batches, files, receivers, endpoints] = await Promise.all([
    applicationIds.length
      ? db
          .select({ id: applications.id, number: applications.number })
          .from(applications)
          .where(inArray(applications.id, applicationIds))
      : [],
    batchIds.length
      ? db
          .select({ id: fundingBatches.id, number: fundingBatches.number })
          .from(fundingBatches)
          .where(inArray(fundingBatches.id, batchIds))
      : [],
    documentIds.length
      ? db
          .select({ id: documents.id, name: documents.name, applicationId: documents.applicationId })
          .from(documents)
          .where(inArray(documents.id, documentIds))
      : [],
    receiverIds.length
      ? db
          .select({ id: callbackReceivers.id, label: callbackReceivers.label })
          .from(callbackReceivers)
          .where(inArray(callbackReceivers.id, receiverIds))
      : [],
    endpointIds.length
      ? db
          .select({ id: callbackEndpoints.id, label: callbackEndpoints.label })
          .from(callbackEndpoints)
          .where(inArray(callbackEndpoints.id, endpointIds))
      : [],
  ])
  const numberOf = new Map(numbers.map(({ id, number }) => [id, `A-${number}`]))
  const batchOf = new Map(batches.map(({ id, number }) => [id, `B-${number}`]))
  const cursorOf = new Map([...receivers, ...endpoints].map(({ id, label }) => [id, label]))
  const fileOf = new Map(files.map((file) => [file.id, file]))

  return ({ subjectType: type, subjectId: id }) => {
    const word =
      type in AUDIT_SUBJECT_LABELS ? AUDIT_SUBJECT_LABELS[type as keyof typeof AUDIT_SUBJECT_LABELS] : type
    const view = (words: string | undefined, href: SubjectView['href']): SubjectView =>
      words === undefined ? { type: word, id, words: id, href: null } : { type: word, id, words, href }
    switch (type) {
      case 'application':
        return view(numberOf.get(id), routes.application(id))
      case 'case':
        return view(numberOf.get(id), routes.underwritingCase(id))
      case 'funding-batch':
        return view(batchOf.get(id), routes.fundingBatch(id))
      case 'document': {
        const file = fileOf.get(id)
        return view(file?.name, file ? routes.applicationStep(file.applicationId, 'documents') : null)
      }
      case 'merchant':
        return view(id, routes.merchant(id))
      case 'callback':
        return view(`#${id}`, /^\d{1,15}$/.test(id) ? routes.callback(Number(id)) : null)
      case 'user':
        return view(people.get(id), null)
      case 'callback-receiver':
        return view(cursorOf.get(id), routes.settings.callbacks)
      case 'callback-endpoint':
        return view(cursorOf.get(id), routes.settings.forwarding)
      default:
        return view(id, null)
    }
  }
}

/** One row with all that it says; null where there is none. */
export async function viewAuditRow({ db }: Pick<Ctx, 'db'>, id: number): Promise<AuditRowView | null> {
  const [row] = await db
    .select({
      ...COLUMNS,
      requestId: auditLog.requestId,
      detail: auditLog.detail,
      seq: auditSeals.seq,
      seal: auditSeals.seal,
      sealedAt: auditSeals.sealedAt,
    })
    .from(auditLog)
    .leftJoin(auditSeals, eq(auditSeals.auditId, auditLog.id))
    .where(eq(auditLog.id, id))
  if (!row) return null
  const [described] = await describeWhole(db, [row])
  if (!described) return null
  const { detail, ...item } = described
  return {
    ...item,
    ...detail,
    requestId: row.requestId,
    raw: JSON.stringify(row.detail, null, 2),
    seal:
      row.seq === null || row.seal === null || row.sealedAt === null
        ? null
        : { seq: row.seq, seal: row.seal, sealedAt: row.sealedAt.toISOString() },
  }
}
