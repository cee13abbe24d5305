'use client'

import { ChevronLeft, ChevronRight, Download, ExternalLink } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { isShownInPage } from '@/lib/domain/documents/document-kinds'
import { routes } from '@/lib/routes'
import type { DocumentItem } from '@/lib/server/documents/data'
import { sizeText } from './document-words'
import { ICON_BUTTON } from './icon-button'
import { ImageView } from './image-view'
import { TextView } from './text-view'

export type ViewedDocument = Pick<DocumentItem, 'id' | 'name' | 'mediaType' | 'sizeBytes'>

/**
 * One of several documents, where nothing of it can run: PDF in a frame of its own, pictures with turn and zoom,
 * text as text. Fills the height that it is given. Keys, while the focus is in it: N and P for the next and the
 * previous document; for pictures also +, −, 0, R and L.
 */
export function DocumentViewer({
  documents,
  currentId,
  onSelect,
}: {
  documents: readonly ViewedDocument[]
  currentId: string
  onSelect: (id: string) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const position = documents.findIndex(({ id }) => id === currentId)
  const current = documents[position]
  const [previous, next] = [documents[position - 1], documents[position + 1]]

  function turnPage(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = event.key === 'n' ? next : event.key === 'p' ? previous : undefined
    if (to) onSelect(to.id)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document begins with the focus in the viewer
  useEffect(() => {
    frame.current?.focus()
  }, [currentId])

  if (!current) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the buttons and documents inside
    <div
      ref={frame}
      tabIndex={-1}
      onKeyDown={turnPage}
      className="flex h-full min-h-0 flex-col focus-visible:outline-none"
    >
      <div className="flex flex-wrap items-center gap-1 pb-2">
        <PageButton to={previous} label="Previous document" keyName="P" onSelect={onSelect} />
        <span className="px-1 text-sm text-muted tabular-nums">
          {position + 1} of {documents.length}
        </span>
        <PageButton to={next} label="Next document" keyName="N" onSelect={onSelect} />
        <span className="grow" />
        <a href={routes.api.documentContent(current.id)} download={current.name} className={LINK}>
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
        {isShownInPage(current.mediaType) && (
          // On a phone, browsers show no PDF inside a page.
          <a href={routes.api.documentContent(current.id)} target="_blank" rel="noreferrer" className={LINK}>
            <ExternalLink className="size-4" aria-hidden="true" />
            New tab
          </a>
        )}
      </div>
      <div className="min-h-0 grow">
        <View key={current.id} document={current} onLoad={() => frame.current?.focus()} />
      </div>
    </div>
  )
}

const LINK =
  'inline-flex h-8.5 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11'

function PageButton({
  to,
  label,
  keyName,
  onSelect,
}: {
  to: ViewedDocument | undefined
  label: string
  keyName: string
  onSelect: (id: string) => void
}) {
  const Icon = keyName === 'P' ? ChevronLeft : ChevronRight
  return (
    <Button
      variant="ghost"
      className={ICON_BUTTON}
      aria-label={to ? `${label}: ${to.name}` : label}
      title={to ? `${label} (${keyName}): ${to.name}` : label}
      aria-keyshortcuts={keyName}
      disabled={!to}
      onClick={() => to && onSelect(to.id)}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

function View({
  document: { id, name, mediaType, sizeBytes },
  onLoad,
}: {
  document: ViewedDocument
  onLoad: () => void
}) {
  const address = routes.api.documentContent(id)
  if (!isShownInPage(mediaType)) {
    return (
      <div className="grid h-full place-items-center rounded-md border border-line bg-sunken p-6 text-center">
        <div className="max-w-prose">
          <p className="font-medium">Browsers do not show this kind of file</p>
          <p className="mt-1 text-sm text-muted">
            {mediaType}, {sizeText(sizeBytes)}. Download it to look at it.
          </p>
        </div>
      </div>
    )
  }
  if (mediaType.startsWith('image/')) return <ImageView address={address} name={name} />
  if (mediaType.startsWith('text/')) return <TextView address={address} name={name} />
  return (
    <iframe
      src={address}
      title={name}
      // Chromium shows no PDF in a sandboxed frame. Its viewer runs nothing of the page's, and the answer
      // itself says `sandbox` and `nosniff`, so that nothing else can be shown there in its place.
      // The viewer takes the focus, and Escape would then close nothing.
      onLoad={onLoad}
      className="size-full rounded-md border border-line bg-white"
    />
  )
}
