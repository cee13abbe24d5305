import type { AnyDraft } from '@/lib/domain/application/draft'
import { valueAt } from '@/lib/domain/application/place'
import { type DoubtedDocument, documentPlan, fileDoubts } from '@/lib/domain/documents/document-plan'
import { planFactsOf, shownAt } from './case-values'
import { type ChecklistEntry, proofsOf } from './checklist'
import type { Signal } from './signal'

/**
 * Why an entry must be confirmed by itself and not together with others: it has no values, a signal questions one
 * of them, or a document that proves it is misnamed or used twice. Null if nothing is doubtful.
 */
export function doubtOf(
  { about, group, proof }: Pick<ChecklistEntry, 'about' | 'group' | 'proof'>,
  draft: AnyDraft,
  signals: readonly Signal[],
  documents: readonly DoubtedDocument[],
): string | null {
  const isEmpty = group !== 'screening' && about.every((path) => isBlank(valueAt(draft, path)))
  if (isEmpty && about.length > 0)
    return `Not given: ${about.map((path) => shownAt(draft, path).label).join(', ')}. Confirm this item alone.`
  const questioned = signals.filter(
    (signal) => isQuestion(signal) && signal.values.some(({ path }) => about.includes(path)),
  )
  const plan = documentPlan(planFactsOf(draft))
  const why = [
    ...questioned.map(({ title, code, why }) => (code === 'warning' ? `${title}: ${why}` : `${title}.`)),
    ...(proofsOf({ proof }, draft, documents) ?? []).flatMap((document) =>
      fileDoubts(document, plan, documents).map((words) => `${document.name}: ${words}.`),
    ),
  ]
  return why.length === 0 ? null : `${why.join(' ')} Confirm this item alone.`
}

/**
 * A note is for information only. A warning left in place may be a wrong value, whatever its weight. Sharing an
 * identity with another application does not make the value wrong.
 */
const isQuestion = ({ weight, code }: Signal): boolean =>
  code === 'warning' || (weight !== 'note' && code !== 'same-identity' && code !== 'declined-identity')

const isBlank = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
