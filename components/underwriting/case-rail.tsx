'use client'

import { Check } from 'lucide-react'
import { doOnPage, type PageAction } from '@/components/shell/page-actions'
import { Button } from '@/components/ui/button'
import { counted } from '@/lib/domain/values/counted'
import { useAsks } from './case-asks'
import { partAddress } from './case-status'

/**
 * What is left before a decision, with buttons that lead there, always in sight. Each button does the same as its
 * shortcut key.
 */
export function CaseRail({ openChecks, unjudged }: { openChecks: number; unjudged: number }) {
  const { asks, setOpen } = useAsks()
  const picked = asks?.length ?? 0

  /** Focuses the words of the last picked item, or the choice of items if there is none. */
  function request() {
    setOpen(true)
    const next = picked > 0 ? '[data-request-words]' : '[data-request-choice]'
    // The tray may have been closed until now.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true }))
  }

  return (
    <section
      aria-label="Next step"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-2 shadow-raised print:hidden"
    >
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        {openChecks > 0 && (
          <a href={partAddress('checklist')} className="underline underline-offset-2">
            {counted(openChecks, 'checklist item')} left to approve
          </a>
        )}
        {unjudged > 0 && (
          <a href={partAddress('requests')} className="underline underline-offset-2">
            {counted(unjudged, 'answer')} to review
          </a>
        )}
        {openChecks + unjudged === 0 && (
          <span className="flex items-center gap-1.5 font-medium text-good-ink">
            <Check className="size-4" aria-hidden="true" />
            Ready to decide
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" data-action="request" aria-keyshortcuts="r" onClick={request}>
          Request…
        </Button>
        <Action action="decline" label="Decline…" />
        <Action action="approve" label="Approve…" isMain={openChecks + unjudged === 0} />
      </div>
    </section>
  )
}

function Action({ action, label, isMain }: { action: PageAction; label: string; isMain?: boolean }) {
  return (
    <Button size="small" variant={isMain ? 'primary' : undefined} onClick={() => void doOnPage(action)}>
      {label}
    </Button>
  )
}
