import type { PlacedProblem, partnerAttempts } from '@/lib/db/schema/attempts'
import { type AnyDraft, kindOf } from '@/lib/domain/application/draft'
import { pathOfDraftPlace, placeOfDraftPath, valueAt } from '@/lib/domain/application/place'
import { isSealed } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import type { PartnerProblem } from '@/lib/partner/mapping/partner-problems'
import { toFormPath } from '@/lib/partner/mapping/paths'
import type { Sealer } from '@/lib/server/sealing/sealer'

const textAt = (draft: AnyDraft, formPath: string): string => {
  const value = valueAt(draft, formPath)
  return isSealed(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** `draft` open, as it was sent. */
export const placeProblems = (
  sealer: Sealer,
  draft: AnyDraft,
  problems: readonly PartnerProblem[],
): PlacedProblem[] =>
  problems.map((problem) => ({
    ...problem,
    places: problem.fields.flatMap((field) => {
      const formPath = toFormPath(field, kindOf(draft))
      const place = formPath && placeOfDraftPath(draft, formPath)
      return place ? [{ place, fingerprint: sealer.fingerprint(place, textAt(draft, formPath)) }] : []
    }),
  }))

/** The paths (in the draft, open) at which the refused values still stand. */
const standingPaths = (sealer: Sealer, draft: AnyDraft, { places }: PlacedProblem): string[] =>
  places.flatMap(({ place, fingerprint }) => {
    const path = pathOfDraftPlace(draft, place)
    return path !== null && sealer.fingerprint(place, textAt(draft, path)) === fingerprint ? [path] : []
  })

/** A problem as pages show it: what the partner said, and where the refused values still stand. */
export type OpenProblem = PartnerProblem & { paths: string[] }

export const showProblems = (
  sealer: Sealer,
  draft: AnyDraft,
  problems: readonly PlacedProblem[],
): OpenProblem[] =>
  problems.map((problem) => ({
    message: problem.message,
    code: problem.code,
    fields: problem.fields,
    paths: standingPaths(sealer, draft, problem),
  }))

/** What the partner refused of an application in its latest attempt; nothing where it took it. */
export const refusedBy = (
  latest: Pick<typeof partnerAttempts.$inferSelect, 'state' | 'problems'> | undefined,
): PlacedProblem[] => (latest?.state === 'refused' ? (latest.problems ?? []) : [])

/** Warnings, not errors: the partner judges again when it is sent again, and may have changed its mind. */
export const shownViolations = (problems: readonly OpenProblem[]): Violation[] =>
  problems.flatMap(({ message, paths }) =>
    paths.map(
      (path): Violation => ({
        path,
        code: 'format',
        message: `The partner refused this: ${message}`,
        severity: 'warning',
      }),
    ),
  )
