'use client'

import dynamic from 'next/dynamic'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { classNames } from '@/components/ui/class-names'
import type { ShownList, SuggestionKeys } from './merchant-suggestions'
import type { Begin } from './use-grid-cursor'

/** Loaded only when a merchant is typed. */
const MerchantSuggestions = dynamic(() => import('./merchant-suggestions').catch(notLoaded), {
  loading: () => null,
})

export type EndKey = 'Enter' | 'Tab' | 'ArrowUp' | 'ArrowDown'

/** The editor of one cell. The component that opened it keeps each typed letter. */
export function CellInput({
  label,
  text,
  begin,
  numeric,
  suggests = false,
  onText,
  onEnd,
  onLeave,
  onCancel,
}: {
  label: string
  text: string
  begin: Begin
  numeric: boolean
  /** Suggests merchants of the directory while one is typed. */
  suggests?: boolean
  onText: (text: string) => void
  /** Called by a key that moves to another cell. */
  onEnd: (key: EndKey, withShift: boolean) => void
  /** Called when the focus leaves. */
  onLeave: () => void
  onCancel: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const keys = useRef<SuggestionKeys>(null)
  const [list, setList] = useState<ShownList>(null)
  /** Null until something is typed: only opening a cell suggests nothing. */
  const [typed, setTyped] = useState(typeof begin === 'object' ? text : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it begins, and never again
  useEffect(() => {
    const box = input.current
    box?.focus({ preventScroll: true })
    if (begin === 'all') box?.select()
    else box?.setSelectionRange(text.length, text.length)
  }, [])

  function take(merchantId: string) {
    if (input.current) input.current.value = merchantId
    setTyped(merchantId)
    onText(merchantId)
  }

  function press(event: KeyboardEvent) {
    // Keys of an input method belong to the text being typed.
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const suggested = keys.current?.(event) ?? null
    if (suggested === 'moved') return event.preventDefault()
    if (suggested) take(suggested.chosen)
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
    <>
      <input
        ref={input}
        aria-label={label}
        {...(suggests && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': list !== null,
          'aria-controls': list?.id,
          'aria-activedescendant': list?.option,
        })}
        defaultValue={text}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode={numeric ? 'decimal' : undefined}
        onInput={({ currentTarget: { value } }) => {
          onText(value)
          if (suggests) setTyped(value)
        }}
        onBlur={onLeave}
        onKeyDown={press}
        className={classNames(
          'size-full bg-surface px-3 font-mono text-xs text-ink select-text -outline-offset-2 outline-2 outline-accent',
          numeric && 'text-end',
        )}
      />
      {suggests && typed !== null && (
        <MerchantSuggestions field={input} text={typed} keys={keys} onShown={setList} onChoose={take} />
      )}
    </>
  )
}
