'use client'

import { usePathname } from 'next/navigation'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useModal } from '@/components/ui/use-modal'
import type { PaletteProps } from './palette'
import { EarlyInput, PALETTE_NAME, PaletteFrame, paletteHint } from './palette-frame'
import { focusContent } from './use-page-focus'

type PaletteDialogProps = Pick<PaletteProps, 'nav' | 'roles' | 'signOut' | 'onShortcuts'> & {
  open: boolean
  onClose: () => void
}

/**
 * The command palette. Its input appears at once; the list's script is loaded when it is first opened, so that
 * pages do not carry it.
 */
export function PaletteDialog({ open, onClose, ...props }: PaletteDialogProps) {
  const close = () => {
    onClose()
    // The focused element may have disappeared with its page.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusContent()
    })
  }
  const modal = useModal(open, close)
  return (
    <dialog
      {...modal}
      closedby="any"
      aria-label={PALETTE_NAME}
      className="mx-auto mt-2 mb-auto w-[calc(100vw-1rem)] max-w-2xl overflow-clip rounded-lg border border-line bg-raised p-0 text-ink shadow-raised backdrop:bg-black/45 sm:mt-[10vh] print:hidden"
    >
      {open && (
        <Opened
          {...props}
          onClose={close}
          onLeave={() => {
            // Closed at once: until then, nothing outside the dialog can have the focus.
            modal.ref.current?.close()
            onClose()
            // Not back to the earlier element, which belongs to the previous page.
            focusContent()
          }}
        />
      )}
    </dialog>
  )
}

type Props = Pick<PaletteProps, 'nav' | 'roles' | 'signOut' | 'onShortcuts' | 'onClose' | 'onLeave'>

function Opened(props: Props) {
  const { onLeave } = props
  const [text, setText] = useState('')
  const [composing, setComposing] = useState(false)
  const { Palette, failed, load } = usePalette()

  const pathname = usePathname()
  const at = useRef(pathname)
  const isLeaving = useRef(false)
  const onBegin = useCallback(() => {
    isLeaving.current = true
  }, [])
  useEffect(() => {
    // The browser's Back button.
    window.addEventListener('popstate', onBegin)
    return () => window.removeEventListener('popstate', onBegin)
  }, [onBegin])
  useEffect(() => {
    if (at.current === pathname) return
    at.current = pathname
    // A page that was loading when this was opened has arrived below it and must not take the typed text.
    if (isLeaving.current) onLeave()
  }, [pathname, onLeave])

  // Text that an input method is composing would be lost with its input.
  if (Palette && !composing) return <Palette {...props} onBegin={onBegin} text={text} onText={setText} />
  return (
    <PaletteFrame
      input={
        <EarlyInput text={text} hint={paletteHint(props.nav)} onText={setText} onComposing={setComposing} />
      }
      onClose={props.onClose}
    >
      {failed ? (
        <div role="alert" className="flex flex-col items-start gap-3 p-4 text-sm">
          <p>
            <span className="font-semibold text-bad-ink">The palette could not be loaded.</span> The desk does
            not answer. Use the navigation or the list instead.
          </p>
          <Button size="small" onClick={load}>
            Try again
          </Button>
        </div>
      ) : (
        <p role="status" className="p-4 text-sm text-muted">
          Loading…
        </p>
      )}
    </PaletteFrame>
  )
}

/** Loaded once for all pages. */
let loaded: ComponentType<PaletteProps> | null = null

function usePalette() {
  const [Palette, setPalette] = useState(() => loaded)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./palette').then(
      (file) => {
        loaded = file.Palette
        setPalette(() => file.Palette)
      },
      () => setFailed(true),
    )
  }, [])
  useEffect(load, [load])
  return { Palette, failed, load }
}
