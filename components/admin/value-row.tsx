'use client'

import { ArrowDown, ArrowUp, Lock, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { ICON_BUTTON } from '@/components/documents/icon-button'
import { Findings } from '@/components/forms/field-frame'
import type { Finding } from '@/components/forms/findings'
import { Button } from '@/components/ui/button'

/** A line of an edited list. The key stays the same while its value is typed. */
export type ListRow = { key: string; value: string }

/** `first` and `last`: the positions that it can be moved to. Named roles stay in front. */
type Place = { index: number; first: number; last: number }

export function ValueRow({
  value,
  one,
  place: { index, first, last },
  findings,
  onType,
  onLeave,
  onMove,
  onRemove,
}: {
  value: string
  /** What a single value is called. */
  one: string
  place: Place
  findings: readonly Finding[]
  onType: (value: string) => void
  onLeave: () => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const id = useId()
  const label = `${one} ${index + 1}`
  const name = value.trim() === '' ? label : `“${value}”`
  const isWrong = findings.length > 0
  return (
    <li>
      <div className="flex items-center gap-0.5">
        <input
          type="text"
          autoComplete="off"
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-findings` : undefined}
          value={value}
          onChange={({ target }) => onType(target.value)}
          onBlur={onLeave}
          className="control me-1 min-w-0"
        />
        <Button
          variant="ghost"
          className={ICON_BUTTON}
          data-move="up"
          disabled={index <= first}
          aria-label={`Move ${name} up`}
          title="Move up"
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          className={ICON_BUTTON}
          data-move="down"
          disabled={index >= last}
          aria-label={`Move ${name} down`}
          title="Move down"
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          className={ICON_BUTTON}
          data-remove=""
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <Findings path={id} findings={findings} />
    </li>
  )
}

/** A value that the rules name. It cannot be changed. */
export function FixedRow({ value }: { value: string }) {
  return (
    <li className="flex min-h-8.5 flex-wrap items-center gap-x-2 rounded-md border border-line bg-sunken px-2.5 pointer-coarse:min-h-11">
      <Lock className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
      {value}
      <span className="ms-auto text-xs text-muted">used by the ownership rules</span>
    </li>
  )
}
