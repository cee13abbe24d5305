import type { ReactNode } from 'react'

/** A batch's next step and what it is about, in sight wherever the page is scrolled. */
export function NextStepBar({
  about,
  trouble,
  actions,
  children,
}: {
  /** Transactions and amounts if the whole batch is sent; else its status. */
  about: ReactNode
  /** Why the action failed, shown at its button. */
  trouble: ReactNode
  actions: ReactNode
  /** What prevents it. */
  children?: ReactNode
}) {
  return (
    // Last visually, but in keyboard order beside what it belongs to: before the amounts and the history.
    <div className="sticky bottom-3 z-20 order-last flex flex-col gap-2">
      {trouble}
      <section
        aria-label="Next step"
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-2.5 shadow-raised print:hidden"
      >
        <div className="min-w-0 flex-1 basis-56 text-sm text-muted">
          <div className="font-medium text-ink">{about}</div>
          {children}
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </section>
    </div>
  )
}
