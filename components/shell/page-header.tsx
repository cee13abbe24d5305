import { ChevronLeft } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/** The page's h1, its subject, a link back, and the actions on the whole page. */
export function PageHeader({
  title,
  subtitle,
  back,
  badges,
  actions,
}: {
  title: ReactNode
  subtitle?: ReactNode
  back?: { href: Route; label: string }
  badges?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="mb-5">
      {back && (
        <Link
          href={back.href}
          className="mb-1.5 inline-flex min-h-6 items-center gap-1 rounded-sm text-sm text-muted hover:text-ink hover:underline"
        >
          <ChevronLeft className="size-3.5" aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="line-clamp-3 text-xl font-semibold tracking-tight break-words">{title}</h1>
            {badges && <div className="flex flex-wrap items-center gap-1.5">{badges}</div>}
          </div>
          {subtitle && <p className="mt-0.5 text-sm text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
