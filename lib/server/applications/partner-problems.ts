import type { PlacedProblem } from '@/lib/db/schema/desk'
import { type AnyDraft, kindOf } from '@/lib/domain/application/draft'
import { isSealed } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import type { PartnerProblem } from '@/lib/partner/mapping/partner-problems'
import { toFormPath } from '@/lib/partner/mapping/paths'
import type { Sealer } from '@/lib/server/sealing/sealer'

const valueAt = (draft: AnyDraft, formPath: string): unknown =>
  formPath.split('.').reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)]
    return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  }, draft)

const textAt = (draft: AnyDraft, formPath: string): string => {
  const value = valueAt(draft, formPath)
  return isSealed(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** The items of a section that is a list; null for the others. */
function itemsOf(draft: AnyDraft, section: string | undefined): readonly { id: string }[] | null {
  if (section === 'contacts' || section === 'accounts') return draft[section].items
  return section === 'pricing' && 'pricing' in draft ? draft.pricing.items : null
}

/** `contacts.items.1.ssn` → `contacts.c1.ssn`; null when there is no such item. */
function toPlace(draft: AnyDraft, formPath: string): string | null {
  const match = /^(\w+)\.items\.(\d+)(?:\.(.+))?$/.exec(formPath)
  const items = itemsOf(draft, match?.[1])
  if (!match || !items) return formPath
  const item = items[Number(match[2])]
  return item ? [match[1], item.id, match[3]].filter(Boolean).join('.') : null
}

function toPath(draft: AnyDraft, place: string): string | null {
  const [section, id, field] = place.split('.')
  const items = itemsOf(draft, section)
  if (!items) return place
  const index = items.findIndex((item) => item.id === id)
  if (index < 0) return id === 'items' ? place : null
  return [section, 'items', index, field].filter((part) => part !== undefined).join('.')
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
      const place = formPath && toPlace(draft, formPath)
      return place ? [{ place, fingerprint: sealer.fingerprint(place, textAt(draft, formPath)) }] : []
    }),
  }))

/** The paths (in the draft, open) at which the refused values still stand. */
const standingPaths = (sealer: Sealer, draft: AnyDraft, { places }: PlacedProblem): string[] =>
  places.flatMap(({ place, fingerprint }) => {
    const path = toPath(draft, place)
    return path !== null && sealer.fingerprint(place, textAt(draft, path)) === fingerprint ? [path] : []
  })

/** A problem as pages show it: what the partner said, and where the refused values still stand. */
export type StandingProblem = PartnerProblem & { paths: string[] }

export const showProblems = (
  sealer: Sealer,
  draft: AnyDraft,
  problems: readonly PlacedProblem[],
): StandingProblem[] =>
  problems.map((problem) => ({
    message: problem.message,
    code: problem.code,
    fields: problem.fields,
    paths: standingPaths(sealer, draft, problem),
  }))

/** Warnings, not errors: the partner judges again when it is sent again, and may have changed its mind. */
export const standingViolations = (problems: readonly StandingProblem[]): Violation[] =>
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
