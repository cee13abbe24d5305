import type { Tx } from '@/lib/db/client'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { checkSameIdentities } from '@/lib/domain/application/same-identity'
import type { Violation } from '@/lib/domain/values/violation'
import { type ApplicationRow, listAttempts } from '@/lib/server/drafts/data'
import type { Sealer } from '@/lib/server/sealing/sealer'
import type { Ctx } from '@/lib/server/services'
import { listWaiting, withoutPaused } from './compare-identities'
import { refusedBy, shownViolations, showProblems } from './partner-problems'
import { listSameIdentities } from './search-index'
import type { Submittable } from './submittable'

/** What an application was sent in spite of, as its audit row keeps it. */
export type GoingWith = Pick<Violation, 'path' | 'message'>[]

/**
 * The warnings with which it goes, as the review counts them: those of the rules, what other applications share as far
 * as it was compared, and what the partner refused that still stands.
 */
export const goingWith = (
  sealer: Sealer,
  draft: AnyDraft,
  found: readonly Violation[],
  { same, refused, paused }: Pick<Submittable, 'same' | 'refused' | 'paused'>,
): GoingWith =>
  [
    ...withoutPaused(found, paused),
    ...checkSameIdentities(
      draft,
      same.filter((one) => !paused.some(({ section }) => section === one.section)),
    ),
    ...shownViolations(showProblems(sealer, draft, refused)),
  ].map(({ path, message }) => ({ path, message }))

/** The same of what goes to our underwriters. */
export const listGoingWith = async (
  { sealer }: Pick<Ctx, 'sealer'>,
  tx: Tx,
  { id }: Pick<ApplicationRow, 'id'>,
  draft: AnyDraft,
  found: readonly Violation[],
): Promise<GoingWith> =>
  goingWith(sealer, draft, found, {
    paused: await listWaiting(tx, id),
    same: await listSameIdentities(tx, id),
    refused: refusedBy((await listAttempts(tx, id))[0]?.attempt),
  })
