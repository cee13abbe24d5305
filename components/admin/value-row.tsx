'use client'

import { ArrowDown, ArrowUp, Lock, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ICON_BUTTON } from '@/components/documents/icon-button'
import { Findings } from '@/components/forms/field-frame'
import type { Finding } from '@/components/forms/findings'
import { Button } from '@/components/ui/button'
import { MAX_VALUE_LENGTH } from '@/lib/domain/settings/value-lists'

/** One line of a list that is edited. A new one takes the focus when it appears. */
export type ListRow = { key: string; value: string; isNew?: boolean }

/** `first` is the first place that can be moved to: named roles stay in front. */
type Place = { index: number; first: number; last: number }

export function ValueRow({
  row,
  one,
  place: { index, first, last },
  isFixed,
  findings,
  onType,
  onLeave,
  onMove,
  onRemove,
}: {
  row: ListRow
  one: string
  place: Place
  isFixed: boolean
  findings: readonly Finding[]
  onType: (value: string) => void
  onLeave: () => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const line = useRef<HTMLLIElement>(null)
  const moved = useRef<'up' | 'down' | null>(null)
  // The line that is moved is put into another place of the page, which takes the focus from its button.
  useEffect(() => {
    const way = moved.current
    moved.current = null
    if (way === null) return
    const rest = index <= first ? 'down' : index >= last ? 'up' : way
    line.current?.querySelector<HTMLElement>(`[data-move="${rest}"]`)?.focus()
  }, [index, first, last])

  if (isFixed) {
    return (
      <li className="flex min-h-8.5 items-center gap-2 rounded-md bg-sunken px-2.5 pointer-coarse:min-h-11">
        <Lock className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
        {row.value}
        <span className="ms-auto text-xs text-muted">named by the ownership rules</span>
      </li>
    )
  }

  function remove() {
    // The button that has the focus goes away: the next thing that stays takes it.
    const near = line.current?.nextElementSibling ?? line.current?.previousElementSibling
    const stays =
      near?.querySelector<HTMLElement>('[data-remove]') ??
      line.current?.closest('form')?.querySelector<HTMLElement>('[data-add]')
    onRemove()
    stays?.focus()
  }

  const name = row.value.trim() === '' ? `${one} ${index + 1}` : `“${row.value}”`
  const path = `${one} ${index + 1}`
  return (
    <li ref={line}>
      <div className="flex items-center gap-1">
        <input
          type="text"
          autoComplete="off"
          // Longer texts can be put in, and are told so: cut off in silence they would be wrong.
          maxLength={MAX_VALUE_LENGTH * 40}
          // biome-ignore lint/a11y/noAutofocus: the line was asked for a moment ago
          autoFocus={row.isNew}
          aria-label={path}
          aria-invalid={findings.length > 0 || undefined}
          aria-describedby={findings.length > 0 ? `${row.key}-findings` : undefined}
          value={row.value}
          onChange={({ target }) => onType(target.value)}
          onBlur={onLeave}
          className="control min-w-0"
        />
        <Button
          variant="ghost"
          className={ICON_BUTTON}
          data-move="up"
          disabled={index <= first}
          aria-label={`Move ${name} up`}
          title="Move up"
          onClick={() => {
            moved.current = 'up'
            onMove(index - 1)
          }}
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
          onClick={() => {
            moved.current = 'down'
            onMove(index + 1)
          }}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          className={ICON_BUTTON}
          data-remove=""
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={remove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <Findings path={row.key} findings={findings} />
    </li>
  )
}
