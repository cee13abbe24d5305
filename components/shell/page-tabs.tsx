import type { Route } from 'next'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

/** The pages of one area. On narrow screens the tabs wrap: a scrolling row would hide that there are more. */
export function PageTabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { id: string; label: string; href: Route }[]
  current: string
}) {
  return (
    <nav aria-label={label} className="mb-4 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {tabs.map(({ id, label: name, href }) => (
          <li key={id}>
            <Link
              href={href}
              // Not prefetched: others' changes would be missing.
              aria-current={id === current ? 'page' : undefined}
              className={classNames(
                'inline-flex h-9 items-center rounded-t-md border-b-2 px-3 font-medium pointer-coarse:h-11',
                id === current
                  ? 'border-accent text-accent-ink'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
