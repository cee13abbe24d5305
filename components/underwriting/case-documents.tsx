'use client'

import { FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useId, useState } from 'react'
import { categoryLabel, filingLabel, sizeText } from '@/components/documents/document-words'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { type DocumentSlot, fillPlan } from '@/lib/domain/documents/document-plan'
import type { DocumentItem } from '@/lib/server/documents/data'
import { AskButton } from './ask-button'
import { useAsks } from './case-asks'
import { paperId } from './case-status'

const DocumentViewer = dynamic(
  () => import('@/components/documents/document-viewer').then((file) => file.DocumentViewer),
  { loading: () => null },
)

/** As much of a document as the viewer needs. */
type CaseDocument = Pick<
  DocumentItem,
  'id' | 'name' | 'category' | 'slot' | 'mediaType' | 'sizeBytes' | 'scan'
>

/** Where the documents stand beside the data, and one of them is looked at all along. */
const WIDE = '(min-width: 80rem)'

/** The documents of a case: one of them in the viewer, the others to pick; and what our policy still misses. */
export function CaseDocuments({
  documents,
  plan,
}: {
  documents: readonly CaseDocument[]
  plan: readonly DocumentSlot[]
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const first = documents[0]?.id ?? null
  useEffect(() => {
    if (first !== null && matchMedia(WIDE).matches) setChosen((now) => now ?? first)
  }, [first])
  useEffect(() => {
    // Links of the checklist: followed twice, the second changes no address.
    const openLinked = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      const linked = documents.find(({ id }) => link?.hash === `#${paperId(id)}`)
      if (linked) setChosen(linked.id)
    }
    document.addEventListener('click', openLinked)
    return () => document.removeEventListener('click', openLinked)
  }, [documents])
  const current = documents.find(({ id }) => id === chosen)
  const filled = fillPlan(plan, documents)
  const filledBy = (id: string) => filled.find(({ document }) => document?.id === id)?.slot.id

  return (
    <div
      data-empty={documents.length === 0 || undefined}
      className="flex h-full min-h-0 flex-col rounded-lg border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 className="text-base font-semibold">Documents ({documents.length})</h2>
      </header>
      {documents.length > 0 && (
        <ul className="max-h-44 shrink-0 overflow-y-auto border-b border-line p-1.5">
          {documents.map(({ id, name, category, slot, sizeBytes }) => (
            <li key={id} id={paperId(id)} tabIndex={-1}>
              <button
                type="button"
                aria-pressed={id === current?.id}
                onClick={() => setChosen(id)}
                className={classNames(
                  'flex w-full items-baseline justify-between gap-3 rounded-md px-2.5 py-1 text-start text-sm focus-visible:-outline-offset-2 pointer-coarse:py-2.5',
                  id === current?.id ? 'bg-accent-soft text-accent-ink' : 'hover:bg-sunken',
                )}
              >
                <bdi className="min-w-0 truncate font-medium">{name}</bdi>
                <span className="shrink-0 text-xs text-muted">
                  {filingLabel({ category, slot: filledBy(id) ?? slot }, plan)} · {sizeText(sizeBytes)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classNames('min-h-0 grow p-3', current && 'max-xl:h-[75dvh] max-xl:grow-0')}>
        {current ? (
          <DocumentViewer documents={documents} currentId={current.id} onSelect={setChosen} inPage />
        ) : (
          <div className="grid h-full min-h-32 place-items-center rounded-md border border-dashed border-line p-6 text-center text-sm text-muted">
            <div>
              <FileText className="mx-auto mb-2 size-5" aria-hidden="true" />
              {documents.length === 0
                ? 'No documents yet. Requested documents appear here once onboarding adds them.'
                : 'Select a document to preview it.'}
            </div>
          </div>
        )}
      </div>
      <Categories documents={documents} plan={plan} />
    </div>
  )
}

/** Each slot of the plan: whether it is filled, and a way to ask staff for it; then what else can be asked for. */
function Categories({
  documents,
  plan,
}: {
  documents: readonly CaseDocument[]
  plan: readonly DocumentSlot[]
}) {
  const { asks } = useAsks()
  const id = useId()
  const filled = fillPlan(plan, documents)
  const missing = filled.filter(({ document }) => document === null).length
  // Nobody can ask now: what is here stands above.
  const slots = asks === null ? filled.filter(({ document }) => document === null) : filled
  const others =
    asks === null ? [] : DOCUMENT_CATEGORIES.filter(({ slug }) => plan.every((slot) => slot.id !== slug))
  if (slots.length + others.length === 0) return null
  return (
    <div className="shrink-0 border-t border-line px-4 py-2.5">
      <h3 id={id} className="text-sm font-medium">
        {missing === 0
          ? 'All documents required by policy are here'
          : `${missing} of ${plan.length} documents required by policy ${missing === 1 ? 'is' : 'are'} missing`}
      </h3>
      <ul
        aria-labelledby={id}
        className="mt-1 flex max-h-36 flex-wrap gap-x-3 gap-y-0.5 overflow-y-auto text-sm"
      >
        {slots.map(({ slot, document }) => (
          <li key={slot.id} className="flex items-center gap-1" title={slot.why}>
            {document === null ? (
              <Badge tone="warn">
                <bdi>{`${slot.label} missing`}</bdi>
              </Badge>
            ) : (
              <bdi className="text-muted">{slot.label}</bdi>
            )}
            <AskButton place={`documents.${slot.id}`} label={slot.label} />
          </li>
        ))}
        {others.map(({ slug }) => (
          <li key={slug} className="flex items-center gap-1">
            <span className="text-muted">{categoryLabel(slug)}</span>
            <AskButton place={`documents.${slug}`} label={categoryLabel(slug)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
