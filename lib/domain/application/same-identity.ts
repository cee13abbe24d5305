import type { Violation } from '@/lib/domain/values/violation'
import { type AnyDraft, type AnySectionName, sectionIn } from './draft'
import { lowerFirst } from './field'
import { fieldOfEither } from './fields'

/** An identity of one application that stands in another as well; `itemId` is '' outside of lists. */
export type SameIdentity = {
  section: AnySectionName
  itemId: string
  field: string
  other: { applicationId: string; number: number; name: string }
}

/** A warning at each place whose identity another application has: often right, and always worth a look. */
export function checkSameIdentities(draft: AnyDraft, found: readonly SameIdentity[]): Violation[] {
  const places = Map.groupBy(found, ({ section, itemId, field }) => pathOf(draft, section, itemId, field))
  return [...places].flatMap(([path, same]): Violation[] => {
    const [first] = same
    if (path === null || !first) return []
    const label = lowerFirst(fieldOfEither(first.section, first.field)?.meta.label ?? first.field)
    const about = same.map(({ other }) => other)
    return [
      {
        path,
        code: 'duplicate',
        message: `The same ${label} is in ${wordsOf(about)}. Make sure that this is not a second application of the same merchant.`,
        severity: 'warning',
        about,
      },
    ]
  })
}

/** Named in words; the links lead to the others. */
const NAMED = 2

function wordsOf(others: readonly SameIdentity['other'][]): string {
  const named = others.slice(0, NAMED).map(({ number, name }) => `A-${number}${name && ` (${name})`}`)
  const rest = others.length - named.length
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(' and ')
}

/** Null where the item is no longer there. */
function pathOf(draft: AnyDraft, section: AnySectionName, itemId: string, field: string): string | null {
  if (itemId === '') return `${section}.${field}`
  const data = sectionIn(draft, section)
  const index = 'items' in data ? data.items.findIndex(({ id }) => id === itemId) : -1
  return index < 0 ? null : `${section}.items.${index}.${field}`
}
