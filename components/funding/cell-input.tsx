'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Begin } from './use-grid-cursor'

export type EndKey = 'Enter' | 'Tab' | 'ArrowUp' | 'ArrowDown'

/** The editor of one cell. What it has is kept by whoever opened it, letter by letter. */
export function CellInput({
  label,
  text,
  begin,
  numeric,
  onText,
  onEnd,
  onLeave,
  onCancel,
}: {
  label: string
  text: string
  begin: Begin
  numeric: boolean
  onText: (text: string) => void
  /** By a key that leads on to another cell. */
  onEnd: (key: EndKey, withShift: boolean) => void
  /** The focus went somewhere else. */
  onLeave: () => void
  onCancel: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it begins, and never again
  useEffect(() => {
    const box = input.current
    box?.focus({ preventScroll: true })
    if (begin === 'all') box?.select()
    else box?.setSelectionRange(text.length, text.length)
  }, [])

  function press(event: KeyboardEvent) {
    // A key of an input method is a part of what is typed.
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Escape') {
      event.preventDefault()
      onCancel()
    } else if (key === 'Enter' || key === 'Tab') {
      event.preventDefault()
      onEnd(key, event.shiftKey)
    } else if ((key === 'ArrowUp' || key === 'ArrowDown') && typeof begin === 'object') {
      event.preventDefault()
      onEnd(key, false)
    }
  }

  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={text}
      maxLength={255}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      inputMode={numeric ? 'decimal' : undefined}
      onInput={(event) => onText(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={press}
      className={classNames(
        'size-full bg-surface px-3 font-mono text-xs text-ink select-text -outline-offset-2 outline-2 outline-accent',
        numeric && 'text-end',
      )}
    />
  )
}
