import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Key } from '@/components/ui/key'
import type { NavItem } from './nav-links'

/** The palette's input row, list and foot, the same before and after its script has loaded. */
export function PaletteFrame({
  input,
  foot,
  onClose,
  children,
}: {
  input: ReactNode
  foot?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-accent px-3.5">
        <Search className="size-4 shrink-0 text-muted" aria-hidden="true" />
        {input}
        <button
          type="button"
          onClick={onClose}
          aria-label="Close"
          className="shrink-0 rounded-sm p-1 pointer-coarse:grid pointer-coarse:size-11 pointer-coarse:place-items-center"
        >
          <span className="pointer-coarse:hidden">
            <Key>Esc</Key>
          </span>
          <X className="size-4 text-muted not-pointer-coarse:hidden" aria-hidden="true" />
        </button>
      </div>
      {/* A fixed height, so that nothing moves with the number of results. */}
      <div className="flex h-[min(25rem,60dvh)] flex-col">{children}</div>
      {/* Only about keys. */}
      <div className="flex min-h-10 items-center gap-4 border-t border-line px-3.5 py-1.5 text-xs text-muted pointer-coarse:hidden">
        {foot}
      </div>
    </>
  )
}

export const PALETTE_NAME = 'Find or go to'

/** What else can be searched for. Shown when the list is empty, because the input is a single line. */
export function paletteHint(nav: readonly Pick<NavItem, 'area'>[]): string {
  const reaches = (area: NavItem['area']) => nav.some((item) => item.area === area)
  const records = [
    'name',
    reaches('applications') && 'A-1042',
    reaches('funding') && 'B-1031',
    reaches('callbacks') && 'transaction ID',
  ]
  return `A page, something to do, or a record: ${records.filter(Boolean).join(', ')}`
}

export const PALETTE_INPUT =
  'h-12 min-w-0 flex-1 bg-transparent text-base text-ink focus-visible:outline-none pointer-coarse:text-lg'

/** The input while the list's script loads. Its text moves on to the other input. */
export function EarlyInput({
  text,
  hint,
  onText,
  onComposing,
}: {
  text: string
  hint: string
  onText: (text: string) => void
  onComposing: (composing: boolean) => void
}) {
  return (
    <input
      type="text"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
      aria-label={PALETTE_NAME}
      placeholder={hint}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      className={PALETTE_INPUT}
    />
  )
}
