import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** A framed part of a page. `flush` lets a table or list reach the frame. */
export function Panel({
  title,
  description,
  actions,
  footer,
  flush = false,
  className,
  children,
}: {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  flush?: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <section
      className={classNames(
        'min-w-0 rounded-lg border border-line bg-surface',
        flush && 'overflow-clip',
        className,
      )}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-4 py-2.5 has-[+*:not(:empty)]:border-b">
          <div className="min-w-0">
            {title && <h2 className="text-base font-semibold">{title}</h2>}
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children && <div className={flush ? undefined : 'p-4'}>{children}</div>}
      {footer && <footer className="border-t border-line px-4 py-2.5 text-sm text-muted">{footer}</footer>}
    </section>
  )
}
