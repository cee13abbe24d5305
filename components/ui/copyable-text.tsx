'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './button'

/** A text in full, with a button that copies it. */
export function CopyableText({ label, hint, text }: { label: string; hint?: string; text: string }) {
  const box = useRef<HTMLPreElement>(null)
  const id = useId()
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 4_000)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Browsers block the clipboard on plain-http addresses. Select the text, so that one key press copies it.
      if (box.current) getSelection()?.selectAllChildren(box.current)
      setState('selected')
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 id={id} className="text-sm font-semibold">
            {label}
          </h3>
          {hint && <p className="text-xs text-muted">{hint}</p>}
        </div>
        <div className="flex items-center gap-3">
          <span role="status" className="text-sm text-muted">
            {state === 'copied' && 'Copied'}
            {state === 'selected' && 'Selected: press Ctrl+C or ⌘C'}
          </span>
          <Button size="small" onClick={copy}>
            {state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            Copy the text
          </Button>
        </div>
      </div>
      {/* It scrolls, so it needs a name and a tab stop. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keyboard
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-3"
      >
        <pre ref={box} className="font-mono text-xs break-words whitespace-pre-wrap">
          {text}
        </pre>
      </section>
    </div>
  )
}
