'use client'

import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ICON_BUTTON } from './icon-button'
import { type Box, fitScale, nextZoom, turned } from './picture-size'

/** A picture, as large as its place or larger, turned as it should stand. Scrolls where it is larger. */
export function ImageView({ address, name }: { address: string; name: string }) {
  const [natural, setNatural] = useState<Box | null>(null)
  const [broken, setBroken] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [quarters, setQuarters] = useState(0)
  const { ref, box } = useBox()

  const shown = natural && turned(natural, quarters)
  const scale = shown && box ? fitScale(shown, box) * zoom : 0

  function byKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const act = {
      '+': () => setZoom((by) => nextZoom(by, 1)),
      '=': () => setZoom((by) => nextZoom(by, 1)),
      '-': () => setZoom((by) => nextZoom(by, -1)),
      '0': () => setZoom(1),
      r: () => setQuarters((turns) => turns + 1),
      l: () => setQuarters((turns) => turns - 1),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the buttons and the picture inside
    <div className="flex h-full min-h-0 flex-col" onKeyDown={byKey}>
      <div className="flex items-center gap-1 pb-2">
        <Tool label="Turn left" keyName="L" onClick={() => setQuarters(quarters - 1)}>
          <RotateCcw aria-hidden="true" />
        </Tool>
        <Tool label="Turn right" keyName="R" onClick={() => setQuarters(quarters + 1)}>
          <RotateCw aria-hidden="true" />
        </Tool>
        <Tool
          label="Zoom out"
          keyName="-"
          disabled={nextZoom(zoom, -1) === zoom}
          onClick={() => setZoom(nextZoom(zoom, -1))}
        >
          <ZoomOut aria-hidden="true" />
        </Tool>
        <Tool
          label="Zoom in"
          keyName="+"
          disabled={nextZoom(zoom, 1) === zoom}
          onClick={() => setZoom(nextZoom(zoom, 1))}
        >
          <ZoomIn aria-hidden="true" />
        </Tool>
        <Button variant="ghost" size="small" title="As large as there is room (0)" onClick={() => setZoom(1)}>
          Fit
        </Button>
        <span role="status" className="px-1 text-sm text-muted tabular-nums">
          {scale > 0 && `${Math.round(scale * 100)} %`}
        </span>
      </div>
      <section
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={name}
        className="grid min-h-0 grow overflow-auto rounded-md border border-line bg-sunken"
      >
        {broken ? (
          <p className="place-self-center p-6 text-muted">
            This picture cannot be shown: it may be damaged. Download it to look at it elsewhere.
          </p>
        ) : (
          <div
            className="relative place-self-center overflow-hidden"
            style={shown ? { width: shown.width * scale, height: shown.height * scale } : undefined}
          >
            {/* biome-ignore lint/performance/noImgElement: a private document, which no image service may see or keep */}
            <img
              src={address}
              alt={name}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
              onError={() => setBroken(true)}
              className="absolute start-1/2 top-1/2 max-w-none bg-white"
              style={
                natural
                  ? {
                      width: natural.width * scale,
                      height: natural.height * scale,
                      transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)`,
                    }
                  : { visibility: 'hidden' }
              }
            />
          </div>
        )}
      </section>
    </div>
  )
}

function Tool({
  label,
  keyName,
  disabled,
  onClick,
  children,
}: {
  label: string
  keyName: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button
      variant="ghost"
      className={ICON_BUTTON}
      aria-label={label}
      title={`${label} (${keyName})`}
      aria-keyshortcuts={keyName}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** The inner size of an element, also after its place changed. */
function useBox() {
  const ref = useRef<HTMLElement>(null)
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      // Without the width of its own scroll bars, which come and go with the size of the picture.
      const { width, height } = element.getBoundingClientRect()
      setBox({ width: width - 2, height: height - 2 })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, box }
}
