import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '@/lib/db/client'
import {
  applicationRecords,
  applicationSections,
  applications,
  identityFingerprints,
  sentSections,
} from '@/lib/db/schema/applications'
import { type PlacedProblem, partnerAttempts } from '@/lib/db/schema/attempts'
import type { AnySectionName } from '@/lib/domain/application/draft'
import type { Handled } from '@/lib/domain/application/handled'
import type { SameIdentity } from '@/lib/domain/application/same-identity'
import type { Draft } from '@/lib/domain/application/sections'
import type { RecordIds } from '@/lib/partner/mapping/application'
import { handledColumn, readHandled } from '@/lib/server/cases/handled'
import { type ApplicationRow, type OpenDraft, openSections } from '@/lib/server/drafts/data'
import type { Sealer } from '@/lib/server/sealing/sealer'
import { refusedBy } from './partner-problems'
import { recordIdsOf, snapshotDraftOf } from './partner-snapshot'
import { readSame, sameColumn } from './search-index'

/** All that a submission reads after its lock: the draft and what an update is made against. */
export type Submittable = Pick<OpenDraft, 'draft' | 'versions'> & {
  /** Null for what is not an update. */
  recordIds: RecordIds | null
  taken: Draft | null
  handled: Handled[]
  /** The sections of which an identity is not compared with other applications' yet. */
  paused: { section: AnySectionName }[]
  same: SameIdentity[]
  /** What the partner refused of it last. */
  refused: PlacedProblem[]
}

/**
 * In one statement: on a database elsewhere each is a round trip. It has a name, so that each connection plans it once:
 * that takes longer than reading.
 */
export async function readSubmittable(
  tx: Tx,
  sealer: Sealer,
  application: ApplicationRow,
): Promise<Submittable> {
  const { id } = application
  const [row] = await tx
    .select({
      sections: rowsOf(
        tx
          .select({
            section: applicationSections.section,
            version: applicationSections.version,
            data: applicationSections.data,
          })
          .from(applicationSections)
          .where(eq(applicationSections.applicationId, id)),
      ),
      sent: rowsOf(
        tx
          .select({ section: sentSections.section, taken: sentSections.taken })
          .from(sentSections)
          .where(eq(sentSections.applicationId, id)),
      ),
      records: rowsOf(
        tx
          .select({
            objectType: named(applicationRecords.objectType, 'objectType'),
            itemId: named(applicationRecords.itemId, 'itemId'),
            recordId: named(applicationRecords.recordId, 'recordId'),
          })
          .from(applicationRecords)
          .where(eq(applicationRecords.applicationId, id)),
      ),
      handled: handledColumn(id),
      paused: rowsOf(
        tx
          .selectDistinct({ section: identityFingerprints.section })
          .from(identityFingerprints)
          .where(and(eq(identityFingerprints.applicationId, id), eq(identityFingerprints.compared, false))),
      ),
      same: sameColumn(id),
      attempts: rowsOf(
        tx
          .select({ state: partnerAttempts.state, problems: partnerAttempts.problems })
          .from(partnerAttempts)
          .where(and(eq(partnerAttempts.applicationId, id), isNull(partnerAttempts.documentId)))
          .orderBy(desc(partnerAttempts.preparedAt))
          .limit(1),
      ),
    })
    .from(applications)
    .where(eq(applications.id, id))
    .prepare('read_submittable')
    .execute()
  if (!row) throw new Error('An application that is locked is gone.')
  const recordIds = recordIdsOf(application, row.records)
  return {
    ...openSections(sealer, application, row.sections),
    recordIds,
    taken: recordIds && snapshotDraftOf(sealer, id, row.sent),
    handled: readHandled(row.handled),
    paused: row.paused,
    same: readSame(row.same),
    refused: refusedBy(row.attempts[0]),
  }
}

/** The rows of a query as one value; dates in them come as text. */
const rowsOf = <R>(query: PromiseLike<R[]> & SQLWrapper): SQL<R[]> =>
  sql`(select coalesce(json_agg(found), '[]') from ${query} found)`

const named = (column: AnyPgColumn, name: string) => sql<string>`${column}`.as(name)
