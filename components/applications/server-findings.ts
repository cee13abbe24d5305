import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import type { FieldCatalogue } from '@/lib/domain/application/fields'
import type { Violation } from '@/lib/domain/values/violation'

/** What only the server can say of a section: what the partner refused, what waits for our underwriters. */
export type ServerFindings = { violations: readonly Violation[]; draft: SectionDraft }

/** `ownCheck` is what the browser's own check says about the same draft; the rest of the section's is the server's. */
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

/** Those of them whose value still stands, at its present place. */
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

/** Items may have moved since: `contacts.items.1.ssn` is where the item with that id stands now. */
function presentPath(path: string, before: SectionDraft, now: SectionDraft): string | null {
  const match = /^(\w+\.items\.)(\d+)(.*)$/.exec(path)
  if (!match) return path
  const [, list, index, field] = match
  const id = idsOf(before)[Number(index)]
  const place = id === undefined ? -1 : idsOf(now).indexOf(id)
  return place === -1 ? null : `${list}${place}${field}`
}

const idsOf = (draft: SectionDraft): string[] => ('items' in draft ? draft.items.map(({ id }) => id) : [])

/** The first part of a path names the section itself. */
const valueAt = (draft: object, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      draft,
    )
