'use client'

import { Eye, EyeOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { CopyableId } from '@/components/ui/copyable-id'
import { counted } from '@/lib/domain/values/counted'
import { type SensitiveAt, useRevealed } from './revealed'

const RevealDialog = dynamic(() => import('./reveal-dialog').catch(notLoaded), { loading: () => null })

type Place = SensitiveAt & { applicationId: string; label: string }

/** A mask, or the revealed value for a minute. `mayReveal`: with a button to reveal this value alone. */
export function RevealValue({ at, mask, mayReveal }: { at: Place; mask: string; mayReveal: boolean }) {
  const { valueAt, hide } = useRevealed()
  const [asks, setAsks] = useState(false)
  const value = valueAt(at)
  const Icon = value === null ? Eye : EyeOff
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5">
      {value === null ? (
        <span className="font-mono text-[0.9286em]">{mask}</span>
      ) : (
        <span className="rounded-sm bg-warn-soft px-1">
          <CopyableId value={value} label={at.label}>
            {likeMask(value, mask)}
          </CopyableId>
        </span>
      )}
      {value !== null && <span className="text-xs text-muted">shown for a minute</span>}
      {mayReveal && (
        <button
          type="button"
          aria-label={value === null ? `Reveal ${at.label}` : `Hide ${at.label}`}
          title={value === null ? 'Reveal' : 'Hide'}
          onClick={() => (value === null ? setAsks(true) : hide(at))}
          className="grid size-6 place-items-center rounded-sm text-faint hover:bg-sunken hover:text-ink print:hidden pointer-coarse:size-9"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      )}
      {asks && (
        <RevealDialog
          of={{ applicationId: at.applicationId, section: at.section, itemId: at.itemId, label: at.label }}
          fields={[{ name: at.field, label: at.label }]}
          onClose={() => setAsks(false)}
        />
      )}
    </span>
  )
}

/** With the dashes of its mask: what was hidden and what is shown are one number to whoever compares it. */
function likeMask(value: string, mask: string): string {
  if (value.includes('-') || mask.replaceAll('-', '').length !== value.length) return value
  let at = 0
  return [...mask].map((char) => (char === '-' ? char : value[at++])).join('')
}

export type RevealOf = Omit<SensitiveAt, 'field'> & {
  applicationId: string
  /** Whose values they are. */
  label: string
}

/**
 * Reveals all values of a person or account for one reason. Shows nothing if there is only one, which has its own
 * button.
 */
export function RevealAll({
  of,
  fields,
}: {
  of: RevealOf
  fields: readonly { name: string; label: string }[]
}) {
  const [asks, setAsks] = useState(false)
  if (fields.length < 2) return null
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="print:hidden"
        aria-label={`Reveal ${counted(fields.length, 'value')} of ${of.label}`}
        onClick={() => setAsks(true)}
      >
        <Eye aria-hidden="true" />
        Reveal {fields.length}
      </Button>
      {asks && <RevealDialog of={of} fields={fields} onClose={() => setAsks(false)} />}
    </>
  )
}
