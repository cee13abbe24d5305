import { X } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/** An active filter; `without` is the address of the list without it. */
export type FilterChip = { name: string; words: ReactNode; without: Route }

/** Shows every active filter with a way to remove it, so that no row is hidden without the reader seeing why. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap gap-1.5">
      {chips.map(({ name, words, without }) => (
        <li key={`${name} ${without}`}>
          <Link
            href={without}
            className="inline-flex h-7 max-w-full items-center gap-1 rounded-md border border-line bg-surface ps-2 pe-1.5 text-sm hover:bg-sunken pointer-coarse:h-10"
          >
            <span className="sr-only">Remove filter </span>
            <span className="text-muted">{name}:</span>
            <bdi className="max-w-60 truncate">{words}</bdi>
            <X className="size-3.5 text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
