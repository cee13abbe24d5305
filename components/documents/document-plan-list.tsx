import { Circle, CircleCheck } from 'lucide-react'
import type { WantedDocument } from '@/lib/domain/documents/document-plan'
import { categoryLabel } from './document-words'

type Categorised = { category: string }

/** What the plan wants and no document covers yet. */
export const missingDocuments = (
  plan: readonly WantedDocument[],
  documents: readonly Categorised[],
): WantedDocument[] =>
  plan.filter((wanted) => !documents.some(({ category }) => category === wanted.category))

/** The documents that our own policy asks for, each with its reason, and whether it is there. */
export function DocumentPlanList({
  plan,
  documents,
}: {
  plan: readonly WantedDocument[]
  documents: readonly Categorised[]
}) {
  return (
    <ul className="grid gap-x-8 gap-y-2.5 @2xl:grid-cols-2">
      {plan.map(({ category, why }) => {
        const count = documents.filter((document) => document.category === category).length
        return (
          <li key={category} className="flex gap-2.5">
            {count > 0 ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-good-ink" aria-hidden="true" />
            ) : (
              <Circle className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
            )}
            <div className="min-w-0">
              <p>
                <span className="font-medium">{categoryLabel(category)}</span>{' '}
                <span className={count > 0 ? 'text-sm text-good-ink' : 'text-sm text-muted'}>
                  {count === 0 ? 'still wanted' : count === 1 ? 'added' : `${count} added`}
                </span>
              </p>
              <p className="text-sm text-muted">{why}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
