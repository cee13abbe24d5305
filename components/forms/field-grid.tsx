import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 xl:grid-cols-3' }

/**
 * Fields side by side. The gap between rows has room for the partner's names; `className="col-span-full"` makes a
 * field full width.
 */
export function FieldGrid({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) {
  return <div className={classNames('grid items-start gap-x-5 gap-y-6', COLUMNS[columns])}>{children}</div>
}

/** A group of fields with a heading, which is beside them from 1440 px on. */
export function FieldGroup({
  title,
  description,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid gap-x-8 gap-y-6 border-t border-line py-6 first:border-t-0 first:pt-2 last:pb-0 xl:grid-cols-[13rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        {description && <div className="mt-1 text-sm text-muted">{description}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
