'use client'

import { useEffect, useRef, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type Box, fitScale, turned } from './picture-size'

/**
 * A picture, fitted or zoomed, after a number of quarter turns to the right. Scrolls if it is larger than its
 * place.
 */
export function ImageView({
  address,
  name,
  zoom,
  quarters,
}: {
  address: string
  name: string
  zoom: number
  quarters: number
}) {
  const [natural, setNatural] = useState<Box | null>(null)
  const [broken, setBroken] = useState(false)
  const { ref, box } = useBox()
  const shown = natural && turned(natural, quarters)
  const scale = shown && box ? fitScale(shown, box) * zoom : 0
  return (
    <section
      ref={ref}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label={name}
      className="grid h-full overflow-auto rounded-md border border-line bg-sunken"
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
            className={classNames('absolute start-1/2 top-1/2 max-w-none bg-white', !natural && 'invisible')}
            style={
              natural
                ? {
                    width: natural.width * scale,
                    height: natural.height * scale,
                    transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)`,
                  }
                : undefined
            }
          />
        </div>
      )}
    </section>
  )
}

/** An element's current size. */
function useBox() {
  const ref = useRef<HTMLElement>(null)
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      // Including scroll bars, which come and go with the picture's size, and without the border.
      const { width, height } = element.getBoundingClientRect()
      setBox({ width: width - 2, height: height - 2 })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, box }
}
