'use client'

import { FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { categoryLabel, filingLabel, sizeText } from '@/components/documents/document-words'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { notLoaded } from '@/components/shell/not-loaded'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { DOCUMENT_CATEGORIES, isShownInPage } from '@/lib/domain/documents/document-kinds'
import { type DocumentSlot, fileDoubts, fillPlan, rejectedFor } from '@/lib/domain/documents/document-plan'
import { isQuarantined } from '@/lib/domain/documents/scan-state'
import { AskButton } from './ask-button'
import { useAsks } from './case-asks'
import type { CaseDocument } from './case-document'
import { usePapers } from './case-papers'
import { paperId } from './case-status'
import { DocumentVerdict, VerdictBadge } from './document-verdict'

const DocumentViewer = dynamic(
  () => import('@/components/documents/document-viewer').then((file) => file.DocumentViewer).catch(notLoaded),
  { loading: () => null },
)

/** A verdict that is shown before the desk answers. */
type Said = Pick<CaseDocument, 'id' | 'decision' | 'acceptedBy'>

type Shelf = {
  applicationId: string
  documents: readonly CaseDocument[]
  plan: readonly DocumentSlot[]
  me: string
  /** Why this person cannot open the documents; null if they can. */
  closed: string | null
}

/** The documents of a case: the open ones, a list of the others, and what our policy still misses. */
export function CaseDocuments({ applicationId, documents: decided, plan, me, closed }: Shelf) {
  const [documents, showAtOnce] = useShownEarly(decided, (all, said: Said) =>
    all.map((one) => (one.id === said.id ? { ...one, ...said } : one)),
  )
  const { shown, areChosen, show, preview, open: markOpened, whenOpened } = usePapers()
  useEffect(() => {
    // A checklist link that is followed twice does not change the address, so clicks are handled here.
    const openLinked = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      const linked = documents.find(({ id }) => link?.hash === `#${paperId(id)}`)
      if (linked) show([linked.id])
    }
    document.addEventListener('click', openLinked)
    return () => document.removeEventListener('click', openLinked)
  }, [documents, show])
  const column = useRef<HTMLDivElement>(null)
  const open = documents.filter(({ id }) => shown.includes(id))
  const filled = fillPlan(plan, documents)
  const filingOf = (document: CaseDocument) => {
    const slot = filled.find((one) => one.document === document)?.slot.id ?? document.slot
    return { category: document.category, slot }
  }
  const askOf = (document: CaseDocument) => {
    const { category, slot } = filingOf(document)
    const place = plan.some(({ id }) => id === slot) ? slot : category
    return { place: `documents.${place}`, label: filingLabel({ category, slot }, plan) }
  }

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
          {documents.map((document) => {
            const { id, name, sizeBytes, decision, keptBack } = document
            const doubts = fileDoubts(document, plan, documents)
            const isOpen = shown.includes(id)
            return (
              <li key={id} id={paperId(id)} tabIndex={-1}>
                <button
                  type="button"
                  aria-pressed={isOpen}
                  onClick={() => show([id])}
                  className={classNames(
                    'flex w-full flex-wrap items-baseline justify-between gap-x-3 rounded-md px-2.5 py-1 text-start text-sm focus-visible:-outline-offset-2 pointer-coarse:py-2.5',
                    isOpen ? 'bg-accent-soft text-accent-ink' : 'hover:bg-sunken',
                  )}
                >
                  <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
                  <span className="flex shrink-0 items-center gap-1.5 text-xs text-muted">
                    <VerdictBadge decision={decision} />
                    {keptBack === 'replaced' && <Badge>Replaced</Badge>}
                    {filingLabel(filingOf(document), plan)} · {sizeText(sizeBytes)}
                  </span>
                  {doubts.length > 0 && (
                    <span className="basis-full text-xs break-words text-warn-ink">
                      <bdi>{doubts.join('. ')}</bdi>.
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <div
        ref={column}
        className={classNames(
          'flex min-h-0 grow flex-col gap-3 overflow-y-auto p-3',
          open.length > 0 && 'max-xl:h-[75dvh] max-xl:grow-0',
        )}
      >
        {open.map((document) => (
          <OpenDocument
            key={open.length > 1 ? document.id : 'alone'}
            document={document}
            isAlone={open.length === 1}
            isClosed={closed !== null}
            onLooked={markOpened}
          >
            <DocumentVerdict
              key={document.id}
              isNamed={open.length > 1}
              applicationId={applicationId}
              document={document}
              ask={askOf(document)}
              me={me}
              showAtOnce={showAtOnce}
              whenOpened={whenOpened}
              onAccepted={() => {
                // The next one, without going back to the list.
                const next = documents.find(
                  ({ id, acceptedBy, decision }) =>
                    id !== document.id && !acceptedBy.includes(me) && decision?.verdict !== 'rejected',
                )
                if (open.length !== 1 || !next) return
                preview([next.id])
                column.current
                  ?.querySelector<HTMLElement>('[data-open-document]')
                  ?.focus({ preventScroll: true })
              }}
            />
            <DocumentViewer
              documents={open.length === 1 ? documents : [document]}
              currentId={document.id}
              onSelect={(id) => show([id])}
              isChosen={areChosen}
              onOpened={markOpened}
              closed={closed}
              inPage
            />
          </OpenDocument>
        ))}
        {open.length === 0 && (
          <div className="grid h-full min-h-32 place-items-center rounded-md border border-dashed border-line p-6 text-center text-sm text-muted">
            <div>
              <FileText className="mx-auto mb-2 size-5" aria-hidden="true" />
              {documents.length === 0
                ? 'No documents yet. Requested documents appear here once onboarding adds them.'
                : (closed ?? 'Select a document to preview it.')}
            </div>
          </div>
        )}
      </div>
      <Categories documents={documents} plan={plan} />
    </div>
  )
}

/** Events inside a document that count as opening it. */
const LOOKS = ['pointerdown', 'click', 'wheel', 'keydown'] as const
const PASSES_BY: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'n', 'p'])
/** Controls that move on to another document. */
const PAGING = '[aria-keyshortcuts="N"], [aria-keyshortcuts="P"]'

const isLook = (event: Event): boolean =>
  event instanceof KeyboardEvent
    ? // Held since its press accepted another document, a key looks at nothing.
      !event.repeat && !PASSES_BY.has(event.key)
    : !(event.target instanceof Element && event.target.closest(PAGING))

/**
 * A document with its verdict. One of several is loaded when it scrolls into view. A document that the page shows
 * by itself counts as opened only after a press, scroll or key inside it.
 */
function OpenDocument({
  document: { id, name, mediaType, scan },
  isAlone,
  isClosed,
  onLooked,
  children: [verdict, viewer],
}: {
  document: CaseDocument
  isAlone: boolean
  isClosed: boolean
  onLooked: (id: string) => void
  children: ReactNode[]
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(isAlone)
  const isShown = isSeen && !isClosed && isShownInPage(mediaType) && !isQuarantined(scan)
  useEffect(() => {
    const element = place.current
    if (!isShown || !element) return
    const listeners = new AbortController()
    const look = (event: Event) => {
      if (isLook(event)) onLooked(id)
    }
    // Listens in the capture phase: a document must be opened before it is accepted.
    for (const type of LOOKS)
      element.addEventListener(type, look, { capture: true, passive: true, signal: listeners.signal })
    // Events inside a PDF are not visible to the page; only the focus that a press moves there is. A PDF also takes
    // the focus as it loads.
    let isLoaded = false
    const lookWithin = () => {
      const { activeElement } = element.ownerDocument
      const isWithin = activeElement instanceof HTMLIFrameElement && element.contains(activeElement)
      if (isLoaded && isWithin && element.matches(':hover')) onLooked(id)
    }
    const loaded = () => {
      isLoaded = true
    }
    element.addEventListener('load', loaded, { capture: true, signal: listeners.signal })
    element.addEventListener('pointerleave', lookWithin, { signal: listeners.signal })
    window.addEventListener('blur', lookWithin, { signal: listeners.signal })
    return () => listeners.abort()
  }, [id, isShown, onLooked])
  useEffect(() => {
    if (isSeen || !place.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { threshold: 0.5 },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
    <div
      ref={place}
      role="group"
      tabIndex={-1}
      aria-label={name}
      data-open-document=""
      className={classNames('flex flex-col gap-2', isAlone ? 'h-full min-h-0' : 'min-h-72 flex-1 shrink-0')}
    >
      {verdict}
      <div className="min-h-0 grow">{isSeen && viewer}</div>
    </div>
  )
}

/**
 * Each slot of the plan with its document or a button to request it, then the other categories that can be
 * requested.
 */
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
  // If nothing can be requested now, filled slots need no line: their documents are above.
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
                <bdi>{`${slot.label} ${rejectedFor(slot, plan, documents).length > 0 ? 'rejected' : 'missing'}`}</bdi>
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
