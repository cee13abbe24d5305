import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** Names and values in one or two columns; two become one on a narrow page. */
export function DescriptionList({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return <dl className={classNames('grid gap-x-8', columns === 2 && 'lg:grid-cols-2')}>{children}</dl>
}

/** A blank value shows a dash that is read as "not given". */
export function Description({ term, children }: { term: ReactNode; children?: ReactNode }) {
  const blank = children === undefined || children === null || children === ''
  return (
    <div className="grid gap-x-4 border-b border-line py-1.5 last:border-b-0 sm:grid-cols-[minmax(8rem,2fr)_3fr]">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="min-w-0 text-base break-words">
        {blank ? (
          <span className="text-faint">
            <span aria-hidden="true">–</span>
            <span className="sr-only">not given</span>
          </span>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}
