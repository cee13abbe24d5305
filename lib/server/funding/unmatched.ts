import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { fundingAttempts, fundingUnmatchedErrors } from '@/lib/db/schema/funding'
import { isUuid } from '@/lib/domain/values/uuid'
import { DeskError } from '@/lib/errors'
import type { Ctx } from '@/lib/server/services'
import type { UnmatchedErrorPage } from './views'

/** Errors of answers that match no transaction of their request: counted on the batch's page, listed page by page. */

export async function countUnmatched(db: DbOrTx, batchId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ attemptId: fundingUnmatchedErrors.attemptId, count: sql<number>`count(*)::int` })
    .from(fundingUnmatchedErrors)
    .innerJoin(fundingAttempts, eq(fundingAttempts.id, fundingUnmatchedErrors.attemptId))
    .where(eq(fundingAttempts.batchId, batchId))
    .groupBy(fundingUnmatchedErrors.attemptId)
  return new Map(rows.map(({ attemptId, count }) => [attemptId, count]))
}

export const UNMATCHED_PAGE = 200

/** Those of one attempt after the `after`th. */
export async function listUnmatched(
  { db }: Pick<Ctx, 'db'>,
  { batchId, attemptId, after }: { batchId: string; attemptId: string; after: number },
  most = UNMATCHED_PAGE,
): Promise<UnmatchedErrorPage> {
  if (!isUuid(batchId) || !isUuid(attemptId) || !Number.isInteger(after) || after < 0) {
    throw new DeskError('not-found')
  }
  const rows = await db
    .select({ error: fundingUnmatchedErrors })
    .from(fundingUnmatchedErrors)
    .innerJoin(fundingAttempts, eq(fundingAttempts.id, fundingUnmatchedErrors.attemptId))
    .where(
      and(
        eq(fundingAttempts.batchId, batchId),
        eq(fundingUnmatchedErrors.attemptId, attemptId),
        gt(fundingUnmatchedErrors.n, after),
      ),
    )
    .orderBy(asc(fundingUnmatchedErrors.n))
    .limit(most + 1)
  const errors = rows.slice(0, most).map(({ error }) => ({
    n: error.n,
    transactionId: error.transactionId ?? '',
    retrievalReferenceNumber: error.retrievalReferenceNumber ?? '',
    errorCode: error.errorCode ?? '',
    errorMessage: error.errorMessage ?? '',
  }))
  return { errors, next: rows.length > most ? (errors.at(-1)?.n ?? null) : null }
}
