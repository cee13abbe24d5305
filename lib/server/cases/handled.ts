import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications, identityChecks, identityFingerprints } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { underwritingCases, underwritingDecisions, underwritingRequests } from '@/lib/db/schema/underwriting'
import type { Action, Handled, Tie } from '@/lib/domain/application/handled'

export type HandledRow = {
  id: string
  number: string | number
  name: string
  tie: Tie
  handed_over_at: Date | string
  first_handed_over_at: Date | string | null
  asked_at: Date | string | null
  outcome: string | null
  decided_at: Date | string | null
}

/**
 * What our underwriters have handled of this application, of those that it was copied from, and of those with its
 * tax ID: the one that they have now, or had while they were with underwriting. Tax IDs are compared by their keyed
 * hashes. Who is asked under the application's lock sees whatever was handed over before. `shownTo`: only what this
 * person may be told, whose tax ID was compared within their limit.
 */
export async function listHandled(
  db: DbOrTx,
  applicationId: string,
  shownTo: string | null = null,
): Promise<Handled[]> {
  const { rows } = await db.execute<HandledRow>(handledRows(applicationId, shownTo))
  return rows.map(toHandled)
}

/** The same as a column of another statement, for `readHandled`. */
export const handledColumn = (
  applicationId: string | SQL,
  shownTo: string | null = null,
): SQL<HandledRow[]> =>
  sql`(select coalesce(json_agg(handled), '[]') from (${handledRows(applicationId, shownTo)}) handled)`

export const readHandled = (rows: HandledRow[]): Handled[] => rows.map(toHandled)

/** Of each of these applications, in one statement. */
export async function listHandledOfEach(
  db: DbOrTx,
  applicationIds: readonly string[],
  shownTo: string | null,
): Promise<ReadonlyMap<string, Handled[]>> {
  if (applicationIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; handled: HandledRow[] }>(sql`
    select asked.id, ${handledColumn(sql`asked.id`, shownTo)} as handled
    from unnest(${sql.param(applicationIds)}::uuid[]) as asked(id)`)
  return new Map(rows.map(({ id, handled }) => [id, readHandled(handled)]))
}

const handledRows = (applicationId: string | SQL, shownTo: string | null): SQL => sql`
    with recursive source(id) as (
      select (${applications.origin}->>'applicationId')::uuid from ${applications}
      where ${applications.id} = ${applicationId}
      union
      select (copy.origin->>'applicationId')::uuid
      from ${applications} copy join source on copy.id = source.id
    ),
    own_tax_id as (
      select ${identityFingerprints.fingerprint} as fingerprint from ${identityFingerprints}
      where ${identityFingerprints.applicationId} = ${applicationId} and ${isTaxId}
        and ${shownTo === null ? sql`true` : isComparedFor(shownTo)}
    ),
    tied(id, tie) as (
      select ${applicationId}::uuid, 'itself'
      union
      select id, 'copied-from' from source where id is not null
      union
      select ${identityFingerprints.applicationId}, 'same-tax-id'
      from ${identityFingerprints} join own_tax_id using (fingerprint) where ${isTaxId}
      union
      select ${underwritingCases.applicationId}, 'same-tax-id' from ${underwritingCases}
      where ${underwritingCases.taxIds} && array(select fingerprint from own_tax_id)
    )
    select ${applications.id} as id, ${applications.number} as number, tied.tie as tie,
      coalesce(nullif(${applications.dbaName}, ''), ${applications.legalName}) as name,
      ${underwritingCases.handedOverAt} as handed_over_at,
      (select min(${auditLog.at}) from ${auditLog}
        where ${auditLog.subjectType} = 'application'
          and ${auditLog.subjectId} = ${applications.id}::text
          and ${auditLog.action} = 'underwriting-hand-over') as first_handed_over_at,
      (select max(${underwritingRequests.askedAt}) from ${underwritingRequests}
        where ${underwritingRequests.applicationId} = ${applications.id}) as asked_at,
      latest.outcome as outcome, latest.decided_at as decided_at
    from tied
    join ${applications} on ${applications.id} = tied.id
    join ${underwritingCases} on ${underwritingCases.applicationId} = tied.id
    left join lateral (
      select ${underwritingDecisions.outcome} as outcome, ${underwritingDecisions.decidedAt} as decided_at
      from ${underwritingDecisions}
      where ${underwritingDecisions.applicationId} = tied.id and ${underwritingDecisions.inEffect}
      order by ${underwritingDecisions.decidedAt} desc limit 1
    ) latest on true
    where tied.id <> ${applicationId}::uuid or tied.tie = 'itself'`

const isTaxId = sql`${identityFingerprints.section} = 'merchant' and ${identityFingerprints.field} = 'taxId'`

const isComparedFor = (personId: string) => sql`(
  ${identityFingerprints.compared} or ${identityFingerprints.fingerprint} in (
    select ${identityChecks.fingerprint} from ${identityChecks}
    where ${identityChecks.personId} = ${personId} and ${identityChecks.door} = 'tax-ids'
  ))`

function toHandled(row: HandledRow): Handled {
  const handedOver = new Date(row.handed_over_at)
  const [action, on] = actionOf(row, handedOver)
  return {
    applicationId: row.id,
    number: Number(row.number),
    name: row.name,
    tie: row.tie,
    action,
    on,
    since: row.first_handed_over_at === null ? handedOver : new Date(row.first_handed_over_at),
  }
}

function actionOf({ outcome, decided_at, asked_at }: HandledRow, handedOver: Date): [Action, Date] {
  if (outcome === 'decline' && decided_at !== null) return ['declined', new Date(decided_at)]
  return asked_at === null ? ['handed-over', handedOver] : ['asked', new Date(asked_at)]
}

/** The tax IDs, as keyed hashes, under which underwriters have had the application, its present one among them. */
export async function withTaxIdNow(
  db: DbOrTx,
  applicationId: string,
  held: { taxIds: string[] } | null,
): Promise<string[]> {
  const now = await db
    .select({ fingerprint: identityFingerprints.fingerprint })
    .from(identityFingerprints)
    .where(and(eq(identityFingerprints.applicationId, applicationId), isTaxId))
  return [...new Set([...(held?.taxIds ?? []), ...now.map(({ fingerprint }) => fingerprint)])]
}
