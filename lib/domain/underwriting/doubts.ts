import type { AnyDraft } from '@/lib/domain/application/draft'
import { valueAt } from '@/lib/domain/application/place'
import { type DoubtedDocument, documentPlan, fileDoubts } from '@/lib/domain/documents/document-plan'
import { planFactsOf, shownAt } from './case-values'
import { type ChecklistEntry, proofsOf } from './checklist'
import type { Signal } from './signal'

/**
 * Why an entry is not confirmed together with others: nothing that it is about is given, or a signal questions a value, or
 * a document that proves it is not what it is called, or is the same file as another.
 * Whoever has looked at that confirms it alone. Null where nothing speaks against it.
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
 * A note is there to be known; a warning that was left standing is a value that may be wrong, whatever it weighs. What
 * another application shares says nothing against the value itself.
 */
const isQuestion = ({ weight, code }: Signal): boolean =>
  code === 'warning' || (weight !== 'note' && code !== 'same-identity' && code !== 'declined-identity')

const isBlank = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
