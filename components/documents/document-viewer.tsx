'use client'

import {
  ChevronLeft,
  ChevronRight,
  Download,
  ExternalLink,
  RotateCcw,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import dynamic from 'next/dynamic'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { isShownInPage } from '@/lib/domain/documents/document-kinds'
import { isQuarantined } from '@/lib/domain/documents/scan-state'
import { routes } from '@/lib/routes'
import type { DocumentItem } from '@/lib/server/documents/data'
import { noPreviewWords, sizeText } from './document-words'
import { ICON_BUTTON } from './icon-button'
import { ImageView } from './image-view'
import { nextZoom } from './picture-size'

/** Loaded separately: few documents are text. */
const TextView = dynamic(() => import('./text-view').then((file) => file.TextView).catch(notLoaded), {
  loading: () => null,
})

type ViewedDocument = Pick<DocumentItem, 'id' | 'name' | 'mediaType' | 'sizeBytes' | 'scan'>

/**
 * Shows one of several documents without running anything in it: PDF in a frame, pictures with turning and zooming,
 * text as plain text. Fills the available height. Keys while the focus is inside: N and P for the next and previous
 * document, and +, −, 0, R and L for pictures.
 */
export function DocumentViewer({
  documents,
  currentId,
  onSelect,
  isChosen = true,
  onOpened,
  inPage = false,
  closed = null,
}: {
  documents: readonly ViewedDocument[]
  currentId: string
  onSelect: (id: string) => void
  /**
   * Whether a person asked for this document. If the page shows it by itself, it is opened only by an action in the
   * viewer.
   */
  isChosen?: boolean
  /** Called once the document was shown to whoever asked for it, or downloaded. */
  onOpened?: (id: string) => void
  /** Whether the viewer is part of a page: the focus stays where it is until someone moves it into the viewer. */
  inPage?: boolean
  /** Why this person cannot open the documents; null if they can. */
  closed?: string | null
}) {
  const frame = useRef<HTMLDivElement>(null)
  const position = documents.findIndex(({ id }) => id === currentId)
  const current = documents[position]
  const picture = useTurnAndZoom(currentId)

  const from = useRef<Element | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that led to the last document may be disabled now
  useEffect(() => {
    from.current = document.activeElement
    if (!inPage || frame.current?.contains(document.activeElement)) frame.current?.focus()
  }, [currentId])

  const isHeld = current === undefined || closed !== null || isQuarantined(current.scan)
  const isShown = !isHeld && isShownInPage(current.mediaType)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once of each document
  useEffect(() => {
    if (isShown && isChosen) onOpened?.(currentId)
  }, [currentId, isShown, isChosen])

  /** The browser's PDF viewer takes the focus when it has loaded; this returns it. */
  function giveBackFocus() {
    const { activeElement } = document
    if (!inPage) return frame.current?.focus()
    if (!(activeElement instanceof HTMLIFrameElement)) return
    if (from.current instanceof HTMLElement && from.current !== activeElement) from.current.focus()
    else activeElement.blur()
  }

  if (!current) return null
  const [previous, next] = [documents[position - 1], documents[position + 1]]
  const isPicture = isShown && current.mediaType.startsWith('image/')
  const tellOpened = () => onOpened?.(current.id)

  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    n: next && (() => onSelect(next.id)),
    p: previous && (() => onSelect(previous.id)),
    ...(isPicture && picture.acts),
  }
  function byKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the buttons and documents inside
    <div
      ref={frame}
      tabIndex={-1}
      onKeyDown={byKey}
      className="flex h-full min-h-0 flex-col focus-visible:outline-none"
    >
      <div className="flex flex-wrap items-center gap-1 pb-2">
        {(documents.length > 1 || !inPage) && (
          <>
            <Tool
              label={previous ? `Previous document: ${previous.name}` : 'Previous document'}
              keyName="P"
              onClick={acts.p}
            >
              <ChevronLeft aria-hidden="true" />
            </Tool>
            <span className="px-1 text-sm whitespace-nowrap text-muted tabular-nums">
              {position + 1} of {documents.length}
            </span>
            <Tool label={next ? `Next document: ${next.name}` : 'Next document'} keyName="N" onClick={acts.n}>
              <ChevronRight aria-hidden="true" />
            </Tool>
          </>
        )}
        {isPicture && <PictureTools {...picture} />}
        <span className="grow" />
        {current.scan === null && <span className="px-1 text-sm text-muted">Not scanned for malware</span>}
        {!isHeld && (
          <a
            href={routes.api.documentContent(current.id)}
            download={current.name}
            className={LINK}
            onClick={tellOpened}
          >
            <Download className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Download</span>
          </a>
        )}
        {isShown && (
          // Phone browsers do not show a PDF inside a page.
          <a href={routes.api.documentContent(current.id)} target="_blank" rel="noreferrer" className={LINK}>
            <ExternalLink className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">New tab</span>
          </a>
        )}
      </div>
      <div className="min-h-0 grow">
        {isHeld ? (
          <p className="p-4 text-muted">
            {closed ??
              (current.scan === 'infected'
                ? 'Malware was found in this document, so it is not shown.'
                : 'This document is being scanned for malware. Reload the page in a minute.')}
          </p>
        ) : (
          <View
            key={current.id}
            document={current}
            {...picture}
            inPage={inPage}
            onLoad={giveBackFocus}
            onDownload={tellOpened}
          />
        )}
      </div>
    </div>
  )
}

const LINK =
  'inline-flex h-8.5 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11'

type TurnAndZoom = ReturnType<typeof useTurnAndZoom>

/** A picture's turn and zoom, reset for each document. `acts`: actions by key. */
function useTurnAndZoom(currentId: string) {
  const [of, setOf] = useState(currentId)
  const [zoom, setZoom] = useState(1)
  const [quarters, setQuarters] = useState(0)
  if (of !== currentId) {
    setOf(currentId)
    setZoom(1)
    setQuarters(0)
  }
  const larger = () => setZoom((by) => nextZoom(by, 1))
  const acts = {
    '+': larger,
    // The same key without Shift.
    '=': larger,
    '-': () => setZoom((by) => nextZoom(by, -1)),
    '0': () => setZoom(1),
    r: () => setQuarters((turns) => turns + 1),
    l: () => setQuarters((turns) => turns - 1),
  }
  return { zoom, quarters, acts }
}

function PictureTools({ zoom, acts }: TurnAndZoom) {
  return (
    <div className="flex items-center gap-1 border-line sm:border-s sm:ps-1">
      <Tool label="Turn left" keyName="L" onClick={acts.l}>
        <RotateCcw aria-hidden="true" />
      </Tool>
      <Tool label="Turn right" keyName="R" onClick={acts.r}>
        <RotateCw aria-hidden="true" />
      </Tool>
      <Tool label="Zoom out" keyName="-" onClick={nextZoom(zoom, -1) === zoom ? undefined : acts['-']}>
        <ZoomOut aria-hidden="true" />
      </Tool>
      <Tool label="Zoom in" keyName="+" onClick={nextZoom(zoom, 1) === zoom ? undefined : acts['+']}>
        <ZoomIn aria-hidden="true" />
      </Tool>
      <Button
        variant="ghost"
        className="w-16 px-0! tabular-nums"
        aria-label={`See it whole (now ${zoom * 100}%)`}
        title="See it whole (0)"
        aria-keyshortcuts="0"
        onClick={acts[0]}
      >
        {zoom === 1 ? 'Whole' : `${zoom * 100}%`}
      </Button>
    </div>
  )
}

/** Disabled if it would do nothing. */
function Tool({
  label,
  keyName,
  onClick,
  children,
}: {
  label: string
  keyName: string
  onClick: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <Button
      variant="ghost"
      className={ICON_BUTTON}
      aria-label={label}
      title={`${label} (${keyName})`}
      aria-keyshortcuts={keyName}
      disabled={!onClick}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

function View({
  document: { id, name, mediaType, sizeBytes },
  zoom,
  quarters,
  inPage,
  onLoad,
  onDownload,
}: {
  document: ViewedDocument
  zoom: number
  quarters: number
  inPage: boolean
  onLoad: () => void
  onDownload: () => void
}) {
  // In a page, the preview address does not count as opening the document.
  const address = inPage ? routes.api.documentPreview(id) : routes.api.documentContent(id)
  if (!isShownInPage(mediaType)) {
    const { title, advice } = noPreviewWords(mediaType)
    return (
      <div className="grid h-full place-items-center rounded-md border border-line bg-sunken p-6 text-center">
        <div className="max-w-prose">
          <p className="font-medium">{title}</p>
          <p className="mt-1 text-sm text-muted">{advice}</p>
          <a
            href={routes.api.documentContent(id)}
            download={name}
            onClick={onDownload}
            className="button button-secondary mt-4"
          >
            <span className="button-words">
              <Download className="size-4" aria-hidden="true" />
              Download ({sizeText(sizeBytes)})
            </span>
          </a>
        </div>
      </div>
    )
  }
  if (mediaType.startsWith('image/'))
    return <ImageView address={address} name={name} zoom={zoom} quarters={quarters} />
  if (mediaType.startsWith('text/')) return <TextView address={address} name={name} />
  return (
    <iframe
      // Beside other content there is no room for page thumbnails.
      src={inPage ? `${address}#navpanes=0` : address}
      title={name}
      // Chromium shows no PDF in a sandboxed frame. Its viewer runs no scripts of the page, and the response has
      // `sandbox` and `nosniff`, so nothing else can be shown in its place. The viewer takes the focus, and Escape
      // would then close nothing.
      onLoad={onLoad}
      className="size-full rounded-md border border-line bg-white"
    />
  )
}
