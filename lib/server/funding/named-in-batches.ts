import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { type MoneyKnowledge, transactionKey } from '@/lib/domain/funding/check-money'
import type { FindTransactionId } from '@/lib/domain/funding/request-rules'
import { eachInSlices } from '@/lib/server/in-slices'
import { hasNotFailed, requestOfLine } from '@/lib/server/sales/query-parts'
import { inStrides, type Named, type SaleRow } from './logged-sales'

/** A transaction with both identifiers; '' for an unknown one. */
export type Name = { key: string; id: string; reference: string }

export async function nameTransactions(
  lines: readonly Named[],
  findTransactionId: FindTransactionId,
  rows: readonly SaleRow[],
): Promise<Name[]> {
  // Includes numbers that another sale has since been given: what was funded under them may have been this sale.
  const references = new Map<string, string>()
  await eachInSlices(rows, ({ tranId, retrievalRefNumber }) => {
    if (retrievalRefNumber !== '') references.set(tranId, retrievalRefNumber)
  })
  const names = new Map<string, Name>()
  await eachInSlices(lines, (line) => {
    const { transactionId, retrievalReferenceNumber } = line
    if (transactionId === '' && retrievalReferenceNumber === '') return
    const key = transactionKey(line, findTransactionId)
    if (names.has(key)) return
    const id = transactionId || findTransactionId(retrievalReferenceNumber) || ''
    names.set(key, { key, id, reference: references.get(id) ?? (id === '' ? retrievalReferenceNumber : '') })
  })
  return [...names.values()]
}

/**
 * The transactions that some batch's line identifies, by either identifier; nothing else can be found in batches.
 * `spelledOtherwise`: those whose ID some line has in another spelling. One query for both.
 */
export async function listNamedInBatches(
  db: DbOrTx,
  names: readonly Name[],
): Promise<{ transactions: Name[]; spelledOtherwise: Name[] }> {
  const transactions: Name[] = []
  const spelledOtherwise: Name[] = []
  for (const some of inStrides(names)) {
    const { rows } = await db.execute<{ places: string | null }>(sql`
      select json_agg(json_build_array(place, is_named, is_otherwise))::text as places from (
        select place, bool_or(is_named) as is_named, bool_or(is_otherwise) as is_otherwise from (
          select place, lines.*
          from json_array_elements_text(${JSON.stringify(some.map(({ id }) => id))}::json)
            with ordinality as ids (id, place)
          cross join lateral (
            select bool_or(transaction_id = ids.id) as is_named, bool_or(transaction_id <> ids.id) as is_otherwise
            from funding_lines where lower(transaction_id) = lower(ids.id) and transaction_id <> ''
          ) lines
          where is_named is not null
          union all
          select place, true, false
          from json_array_elements_text(${JSON.stringify(some.map(({ reference }) => reference))}::json)
            with ordinality as names (reference, place)
          where reference <> '' and exists (
            select from funding_lines
            where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0
          )
        ) found
        group by place
      ) places`)
    const places: [place: number, isNamed: boolean, isOtherwise: boolean][] = JSON.parse(
      rows[0]?.places ?? '[]',
    )
    for (const [place, isNamed, isOtherwise] of places) {
      const name = some[place - 1]
      if (name && isNamed) transactions.push(name)
      if (name && isOtherwise) spelledOtherwise.push(name)
    }
  }
  return { transactions, spelledOtherwise }
}

/**
 * For IDs that other lines spell differently: the other spelling, in a batch of the profile, that the partner has or
 * may still get. Drafts do not count, since they are checked against this one when they are submitted. If there are
 * several, one that is not fully logged comes first, because two logged spellings may be two sales.
 */
export async function listSameInBatches(
  db: DbOrTx,
  { profileId, batchId }: { profileId: string; batchId: string | null },
  names: readonly Name[],
): Promise<MoneyKnowledge['sameInBatches']> {
  const same: MoneyKnowledge['sameInBatches'] = []
  for (const some of inStrides(names)) {
    const { rows } = await db.execute<{ id: string; other: string; number: string; is_logged: boolean }>(sql`
      select distinct on (ids.id) ids.id, lines.transaction_id as other, batches.number, logged.is_logged
      from json_array_elements_text(${JSON.stringify(some.map(({ id }) => id))}::json) as ids (id)
        cross join lateral (
          select batch_id, transaction_no, transaction_id from funding_lines
          where lower(transaction_id) = lower(ids.id) and transaction_id <> '' and transaction_id || '' <> ids.id offset 0
        ) lines
        join funding_batches batches on batches.id = lines.batch_id and batches.profile_id = ${profileId}
          and batches.status not in ('draft', 'discarded') and batches.id is distinct from ${batchId}::uuid
        left join funding_requests requests on ${requestOfLine}
        cross join lateral (
          select exists (select from callback_events where tran_id = ids.id)
            and exists (select from callback_events where tran_id = lines.transaction_id) as is_logged
        ) logged
      where (requests.state is null or requests.state not in ('refused', 'withdrawn'))
        and ${hasNotFailed}
      order by ids.id, logged.is_logged, batches.number desc`)
    for (const { id, other, number, is_logged } of rows)
      same.push([id, { id: other, batch: Number(number), ...(is_logged && { isLogged: true }) }])
  }
  return same
}

/**
 * Open batches with these transactions: drafts, and batches in which the transaction is pending, being sent or of
 * unknown outcome.
 */
export async function listOpen(
  db: DbOrTx,
  names: readonly Name[],
  batchId: string | null,
): Promise<MoneyKnowledge['open']> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ key: string; number: string; is_draft: boolean; status: string }>(sql`
    with names as materialized (
      select * from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)
    ),
    found as (
      select names.key, lines.batch_id, lines.transaction_no from names cross join lateral (
        (select batch_id, transaction_no from funding_lines
          where transaction_id = names.id and transaction_id <> '' offset 0)
        union all
        (select batch_id, transaction_no from funding_lines
          where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0)
      ) lines
    )
    select distinct on (found.key) found.key, batches.number, batches.status,
      batches.status = 'draft' as is_draft
    from found
      join funding_batches batches on batches.id = found.batch_id
        and batches.status <> 'discarded' and batches.id is distinct from ${batchId}::uuid
      left join funding_requests requests on requests.batch_id = found.batch_id
        and found.transaction_no between requests.first_transaction and requests.last_transaction
    where requests.state is null or requests.state not in ('accepted', 'refused', 'withdrawn')
    order by found.key, is_draft, batches.number desc`)
  return rows.map(({ key, number, is_draft, status }) => ({
    key,
    batch: Number(number),
    isDraft: is_draft,
    ...(status === 'unknown' && { waitsFor: 'resolving' as const }),
    ...(status === 'stopped' && { waitsFor: 'rest' as const }),
  }))
}

/**
 * Transactions that a person recorded as not received: all of a request, or only some. Judged by the request's last
 * attempt, if it was not sent again since.
 */
export async function listDeclaredAbsent(
  db: DbOrTx,
  names: readonly Name[],
  batchId: string | null,
): Promise<MoneyKnowledge['declaredAbsent']> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ key: string; number: string; by: string }>(sql`
    with absent as materialized (
      select requests.batch_id, requests.first_transaction, requests.last_transaction, batches.number,
        attempts.said_missing as missing, coalesce(sayers.name || ' and ', '') || users.name as by
      from funding_attempts attempts
        join funding_requests requests on requests.batch_id = attempts.batch_id and requests.n = attempts.request
          and (requests.state not in ('sending', 'unknown', 'accepted')
            or (requests.state = 'accepted' and attempts.said_missing is not null))
        join funding_batches batches on batches.id = attempts.batch_id
        join users on users.id = attempts.resolved_by
        left join users sayers on sayers.id = attempts.said_by and sayers.id <> attempts.resolved_by
      where attempts.resolution in ('absent', 'found')
        and (attempts.resolution = 'absent' or attempts.said_missing is not null)
        and attempts.batch_id is distinct from ${batchId}::uuid
        and not exists (
          select from funding_attempts later
          where later.batch_id = attempts.batch_id and later.request = attempts.request
            and later.sequence > attempts.sequence
        )
    ),
    names as materialized (
      select * from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)
      where exists (select from absent)
    )
    select distinct on (names.key) names.key, absent.number, absent.by
    from absent
      join funding_lines lines on lines.batch_id = absent.batch_id
        and lines.transaction_no between absent.first_transaction and absent.last_transaction
        and (absent.missing is null or lines.transaction_no = any (absent.missing))
      join names on (names.id <> '' and lines.transaction_id = names.id)
        or (names.reference <> '' and lines.retrieval_reference_number = names.reference)
    order by names.key, absent.number desc`)
  return rows.map(({ key, number, by }) => ({ key, batch: Number(number), by }))
}
