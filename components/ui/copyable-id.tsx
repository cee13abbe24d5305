'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from './announce'

/**
 * An identifier in full, and a button that copies it. `label` says of what: "opportunity id". `children` show it
 * otherwise than as bare text: as a link. Many stand in one list: what is said when one was copied is said by one
 * live region for all, and the button's picture is the style sheet's.
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
      // Browsers keep the clipboard back on plain-http addresses: select it, so that one key press copies.
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

/** Identifiers of transactions and merchants are no longer (docs/contract.md); hashes and links go over several lines. */
const ONE_LINE = 40

const SELECTED = 'Selected: press Ctrl+C or ⌘C'
