import { documentPlan, openSlots } from '@/lib/domain/documents/document-plan'
import { placeLabel, planFactsOf } from './case-values'
import type { SignalRule } from './signal'

/** What our own policy asks for: a decision without it rests on the applicant's word. */
export const documentsMissing: SignalRule = ({ draft, documents }) => {
  const missing = openSlots(documentPlan(planFactsOf(draft)), documents)
  if (missing.length === 0) return []
  return [
    {
      code: 'document-missing',
      weight: 'concern',
      title:
        missing.length === 1
          ? 'A document of the plan is missing'
          : `${missing.length} documents of the plan are missing`,
      why:
        missing.length === 1
          ? 'What it proves is so far only said. Ask for it, or say in the decision why the case can do without.'
          : 'What they prove is so far only said. Ask for them, or say in the decision why the case can do without.',
      values: missing.map(({ id, why }) => {
        const path = `documents.${id}`
        return { path, label: placeLabel(draft, path), text: why }
      }),
    },
  ]
}

export const DOCUMENT_RULES: readonly SignalRule[] = [documentsMissing]
