import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import type { FieldCatalogue } from '@/lib/domain/application/fields'
import type { Violation } from '@/lib/domain/values/violation'

/**
 * Violations of a section that only the server can find, such as what the partner rejected or what waits for our
 * underwriters.
 */
export type ServerFindings = { violations: readonly Violation[]; draft: SectionDraft }

/**
 * `ownCheck`: the violations that the browser finds in the same draft. All others of the section are the server's.
 */
export function serverFindings<S extends AnySectionName>(
  section: S,
  draft: SectionDraft<S>,
  all: readonly Violation[],
  ownCheck: readonly Violation[],
): ServerFindings {
  const known = new Set(ownCheck.map(({ path, message }) => `${path} ${message}`))
  const violations = all.filter(
    ({ path, message }) => path.startsWith(`${section}.`) && !known.has(`${path} ${message}`),
  )
  return { violations, draft }
}

/** The server's findings whose values are unchanged, at their current paths. */
export function remainingFindings(
  { violations, draft }: ServerFindings,
  now: SectionDraft,
  fields: FieldCatalogue,
): Violation[] {
  return violations
    .flatMap((violation): Violation[] => {
      const path = presentPath(violation.path, draft, now)
      const stands =
        path !== null && JSON.stringify(valueAt(now, path)) === JSON.stringify(valueAt(draft, violation.path))
      return stands ? [{ ...violation, path }] : []
    })
    .sort((a, b) => fields.compareFormOrder(a.path, b.path))
}

/** Items may have moved: `contacts.items.1.ssn` becomes the item's current path. */
function presentPath(path: string, before: SectionDraft, now: SectionDraft): string | null {
  const match = /^(\w+\.items\.)(\d+)(.*)$/.exec(path)
  if (!match) return path
  const [, list, index, field] = match
  const id = idsOf(before)[Number(index)]
  const place = id === undefined ? -1 : idsOf(now).indexOf(id)
  return place === -1 ? null : `${list}${place}${field}`
}

const idsOf = (draft: SectionDraft): string[] => ('items' in draft ? draft.items.map(({ id }) => id) : [])

/** The first part of a path is the section's name. */
const valueAt = (draft: object, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      draft,
    )
