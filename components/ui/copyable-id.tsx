'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from './announce'

/**
 * An identifier in full, with a button that copies it. `label` names it: "opportunity id". `children` replace the plain
 * text, for example with a link. A list can have many of these, so they share one live region, and the icon comes from
 * the style sheet.
 */
export function CopyableId({
  value,
  label,
  children = value,
}: {
  value: string
  label: string
  children?: ReactNode
}) {
  const text = useRef<HTMLElement>(null)
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
      announce('Copied')
    } catch {
      // Browsers block the clipboard on plain-http addresses. Select the text, so that one key press copies it.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setState('selected')
      announce(SELECTED)
    }
  }

  return (
    <span className="copyable">
      <code ref={text} className={value.length <= ONE_LINE ? 'id' : undefined}>
        {children}
      </code>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${label}`}
        className={state === 'copied' ? 'copied' : undefined}
      />
      {state === 'selected' && <span className="text-xs text-muted">{SELECTED}</span>}
    </span>
  )
}

/**
 * Identifiers of transactions and merchants are at most this long (docs/contract.md). Hashes and links are longer and
 * wrap.
 */
const ONE_LINE = 40

const SELECTED = 'Selected: press Ctrl+C or ⌘C'
