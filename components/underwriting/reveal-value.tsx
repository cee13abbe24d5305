'use client'

import { Eye, EyeOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { CopyableId } from '@/components/ui/copyable-id'
import type { AnySectionName } from '@/lib/domain/application/draft'

const RevealDialog = dynamic(() => import('./reveal-dialog'), { loading: () => null })

const SHOWN_MS = 60_000

/** One sensitive value of an application. `itemId` is empty outside of lists. */
export type SensitiveAt = {
  applicationId: string
  section: AnySectionName
  itemId: string
  field: string
  label: string
}

/**
 * A mask, and for people who may, a way to see what is behind it: for a minute, or until they hide it. The value
 * lives in this part of the page alone, and is gone with it.
 */
export function RevealValue({ at, mask, mayReveal }: { at: SensitiveAt; mask: string; mayReveal: boolean }) {
  const [value, setValue] = useState<string | null>(null)
  const [asks, setAsks] = useState(false)

  useEffect(() => {
    if (value === null) return
    const hide = () => setValue(null)
    const timer = setTimeout(hide, SHOWN_MS)
    // A page that the browser keeps for the way back would keep it too.
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hide)
    }
  }, [value])

  const Icon = value === null ? Eye : EyeOff
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5">
      {value === null ? (
        <span className="font-mono text-[0.9286em]">{mask}</span>
      ) : (
        <>
          <span className="rounded-sm bg-warn-soft px-1">
            <CopyableId value={value} label={at.label} />
          </span>
          <span className="text-xs text-muted">shown for a minute</span>
        </>
      )}
      {mayReveal && (
        <button
          type="button"
          aria-label={value === null ? `Reveal ${at.label}` : `Hide ${at.label}`}
          title={value === null ? 'Reveal' : 'Hide'}
          onClick={() => (value === null ? setAsks(true) : setValue(null))}
          className="grid size-6 place-items-center rounded-sm text-faint hover:bg-sunken hover:text-ink print:hidden pointer-coarse:size-9"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      )}
      {asks && (
        <RevealDialog
          at={at}
          onClose={() => setAsks(false)}
          onRevealed={(plain) => {
            setValue(plain)
            setAsks(false)
          }}
        />
      )}
    </span>
  )
}
