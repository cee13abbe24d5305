import { Info } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/**
 * A small button that shows more: on click and touch everywhere, and on hover and keyboard focus where
 * the browser knows `interestfor`. Escape closes it; no script of ours is needed.
 */
export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-label={label}
        popoverTarget={id}
        {...{ interestfor: id }}
        className="relative inline-grid size-4 place-items-center rounded-full align-text-bottom text-faint hover:text-ink after:absolute after:-inset-1"
      >
        <Info className="size-3.5" aria-hidden="true" />
      </button>
      <span
        id={id}
        popover="auto"
        className="tip max-w-80 text-start whitespace-normal rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm font-normal text-ink shadow-raised"
      >
        {children}
      </span>
    </>
  )
}
