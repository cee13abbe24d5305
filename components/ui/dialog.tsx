'use client'

import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { useModal } from './use-modal'

const SIZES = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' }

/**
 * The platform's modal dialog: it keeps the focus, Escape closes it, and the focus returns to what
 * opened it. The content lives only while it is open, so a form in it always starts afresh.
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
  const modal = useModal(open, onClose)
  const id = useId()

  return (
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classNames(
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
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          )}
          {/* Last in order, so that the focus starts in the content or on the first button of the footer. */}
          <span className="absolute end-3 top-3">
            <Button variant="ghost" size="small" className="px-1.5" aria-label="Close" onClick={onClose}>
              <X aria-hidden="true" />
            </Button>
          </span>
        </div>
      )}
    </dialog>
  )
}
