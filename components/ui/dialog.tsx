'use client'

import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { useModal } from './use-modal'
import { useTypedText } from './use-typed-text'

const SIZES = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' }

/**
 * The browser's modal dialog: it traps the focus, closes on Escape, and returns the focus to what opened it. The
 * content is mounted only while the dialog is open, so a form in it always starts fresh. Escape and the close button
 * ask before they discard typed text.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  size = 'small',
  children,
}: {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  size?: keyof typeof SIZES
  children?: ReactNode
}) {
  const typed = useTypedText()
  const [asksWhether, setAsksWhether] = useState(false)
  const place = useRef<Element | null>(null)
  const close = () => {
    setAsksWhether(false)
    typed.forget()
    onClose()
  }
  const leave = () => {
    if (!typed.isAny()) return close()
    place.current = document.activeElement
    setAsksWhether(true)
  }
  const keep = () => {
    setAsksWhether(false)
    if (place.current instanceof HTMLElement) place.current.focus()
  }
  const modal = useModal(open, close)
  const id = useId()

  useEffect(() => {
    if (!open) setAsksWhether(false)
  }, [open])

  /** A browser closes a dialog at the second Escape even if `cancel` is prevented, so the key is stopped here. */
  function onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn(event.target, event.currentTarget)) return
    if (!asksWhether && !typed.isAny()) return
    event.preventDefault()
    if (asksWhether) keep()
    else leave()
  }

  return (
    <dialog
      {...modal}
      onCancel={(event) => {
        event.preventDefault()
        if (isOwn(event.target, event.currentTarget)) leave()
      }}
      onKeyDown={onKeyDown}
      onFocusCapture={typed.onFocusCapture}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classNames(
        // The top bar does not cover the dialog, so sticky elements stick to the dialog's own top.
        '[--top-bar:0rem]',
        'm-auto w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-0 text-start text-ink shadow-raised backdrop:bg-black/45',
        SIZES[size],
      )}
    >
      {open && (
        <div className="relative flex max-h-[calc(100dvh-4rem)] flex-col">
          <div className="px-5 pt-4 pe-14 pb-3">
            <h2 id={`${id}-title`} className="text-lg font-semibold">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-1 text-sm text-muted">
                {description}
              </p>
            )}
          </div>
          {children && (
            <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-1 pb-4">{children}</div>
          )}
          {asksWhether ? (
            <DiscardQuestion onKeep={keep} onDiscard={close} />
          ) : (
            footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
            )
          )}
          {/* Last in DOM order, so that the focus starts in the content or on the first button of the footer. */}
          <span className="absolute end-3 top-3">
            <Button variant="ghost" size="small" className="px-1.5" aria-label="Close" onClick={leave}>
              <X aria-hidden="true" />
            </Button>
          </span>
        </div>
      )}
    </dialog>
  )
}

/** False for events that bubble up from a dialog opened inside this one. */
const isOwn = (target: EventTarget, dialog: HTMLDialogElement): boolean =>
  target instanceof Element && target.closest('dialog') === dialog

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const id = useId()
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={first}
      role="alertdialog"
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-2 border-t border-warn-line bg-warn-soft px-5 py-3"
    >
      <p id={id} className="min-w-0 flex-1 text-sm font-medium">
        Discard what you typed?
      </p>
      <Button onClick={onKeep}>Keep editing</Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  )
}
