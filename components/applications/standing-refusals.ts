import { compareFormOrder } from '@/lib/domain/application/fields'
import type { Draft, SectionName } from '@/lib/domain/application/sections'
import type { Violation } from '@/lib/domain/values/violation'

const REFUSED = 'The partner refused this: '

/**
 * What the partner refused in this section, as the page brought it, at its present place and for as long
 * as the refused value stands. Only the server can tell them from the draft; the browser's own check cannot.
 */
export function refusalsThatStand<S extends SectionName>(
  section: S,
  loaded: { violations: readonly Violation[]; draft: Draft[S] },
  now: Draft[S],
): Violation[] {
  return loaded.violations
    .filter(({ path, message }) => path.startsWith(`${section}.`) && message.startsWith(REFUSED))
    .flatMap((violation) => {
      const path = presentPath(section, violation.path, loaded.draft, now)
      const stands =
        path !== null && JSON.stringify(valueAt(now, path)) === JSON.stringify(valueAt(loaded.draft, violation.path))
      return stands ? [{ ...violation, path }] : []
    })
    .sort((a, b) => compareFormOrder(a.path, b.path))
}

/** Items may have moved since: `contacts.items.1.ssn` is where the item with that id stands now. */
function presentPath(section: SectionName, path: string, loaded: object, now: object): string | null {
  const match = /^(\w+\.items\.)(\d+)(.*)$/.exec(path)
  if (!match) return path
  const [, before, index, after] = match
  const id = valueAt(loaded, `${section}.items.${index}.id`)
  const items = valueAt(now, `${section}.items`)
  const place = Array.isArray(items) ? items.findIndex((item) => valueAt(item, 'item.id') === id) : -1
  return place === -1 ? null : `${before}${place}${after}`
}

/** The first part of a path names the section itself. */
const valueAt = (draft: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      draft,
    )
