'use client'

import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names'

/**
 * An identifier in full, and a button that copies it. `label` says of what: "opportunity id". `children` show it
 * otherwise than as bare text: as a link.
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
    } catch {
      // Browsers keep the clipboard back on plain-http addresses: select it, so that one key press copies.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setState('selected')
    }
  }

  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code ref={text} className="min-w-0 font-mono text-[0.9286em] break-all">
        {children}
      </code>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${label}`}
        className={classNames(
          'relative grid size-5 shrink-0 place-items-center rounded-sm print:hidden after:absolute after:-inset-0.5 hover:bg-sunken',
          state === 'copied' ? 'text-good-ink' : 'text-faint hover:text-ink',
        )}
      >
        {state === 'copied' ? (
          <Check className="size-3.5" aria-hidden="true" />
        ) : (
          <Copy className="size-3.5" aria-hidden="true" />
        )}
      </button>
      <span role="status" className={state === 'selected' ? 'text-xs text-muted' : 'sr-only'}>
        {state === 'copied' && 'Copied'}
        {state === 'selected' && 'Selected: press Ctrl+C or ⌘C'}
      </span>
    </span>
  )
}
