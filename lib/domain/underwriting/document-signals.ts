import { documentPlan, openSlots } from '@/lib/domain/documents/document-plan'
import { placeLabel, planFactsOf } from './case-values'
import type { SignalRule } from './signal'

/** Documents of our policy: without one, a decision rests on the applicant's word. */
export const documentsMissing: SignalRule = ({ draft, documents }) => {
  const missing = openSlots(documentPlan(planFactsOf(draft)), documents)
  if (missing.length === 0) return []
  return [
    {
      code: 'document-missing',
      weight: 'concern',
      title:
        missing.length === 1
          ? '1 required document is missing'
          : `${missing.length} required documents are missing`,
      why:
        missing.length === 1
          ? 'The claim is unverified. Request the document, or explain in the decision why it is not needed.'
          : 'The claims are unverified. Request the documents, or explain in the decision why they are not needed.',
      values: missing.map(({ id, why }) => {
        const path = `documents.${id}`
        return { path, label: placeLabel(draft, path), text: why }
      }),
    },
  ]
}

export const DOCUMENT_RULES: readonly SignalRule[] = [documentsMissing]
