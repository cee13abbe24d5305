import { asSent } from './as-sent'
import { type Difference, diffSection } from './differences'
import { fieldOfEither } from './either-fields'
import { placeOfPath } from './emptied'
import { SECTION_NAMES } from './section-names'
import type { Draft } from './sections'
import { shownPhone } from './shown-value'
import { itemNames, LIST_SECTIONS } from './update-plan'

/**
 * What an update changes. Compares values as sent, not as typed, so a difference in spaces or dashes is no change.
 * People and accounts are named.
 */
export function updateDifferences(accepted: Draft, now: Draft): Difference[] {
  const names = new Map(
    LIST_SECTIONS.flatMap((section) =>
      [accepted, now].flatMap((draft) =>
        itemNames(section, draft).map(({ itemId, name }) => [itemId, name] as const),
      ),
    ),
  )
  return SECTION_NAMES.flatMap((section) =>
    diffSection(section, asSent(section, accepted[section]), asSent(section, now[section])).map(
      (difference) => {
        const { itemId, name } = placeOfPath(difference.path)
        const meta = fieldOfEither(section, name)?.meta
        return {
          ...difference,
          label: itemId === null ? difference.label : `${names.get(itemId) ?? ''} · ${meta?.label ?? name}`,
          before: reviewText(meta?.kind, difference.before),
          after: reviewText(meta?.kind, difference.after),
        }
      },
    ),
  )
}

/** Formats a value as the review does. */
function reviewText(kind: string | undefined, text: string): string {
  if (text === '') return ''
  if (kind === 'phone') return shownPhone(text)
  return kind === 'percent' ? `${text}%` : text
}
