'use client'

import { classNames } from '@/components/ui/class-names'
import type { LiveState } from './use-live'

/** Whether the page updates itself, and why it is paused. */
export function LiveSwitch({ on, paused, onChange }: LiveState) {
  return (
    <div className="flex items-center gap-2 text-sm">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        onClick={() => onChange(!on)}
        className="inline-flex min-h-7 items-center gap-2 rounded-md font-medium pointer-coarse:min-h-11"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'flex h-4.5 w-8 items-center rounded-full border p-0.5 transition-colors',
            on ? 'justify-end border-transparent bg-accent' : 'border-line-strong bg-sunken',
          )}
        >
          <span className={classNames('size-3 rounded-full', on ? 'bg-on-accent' : 'bg-muted')} />
        </span>
        Live
      </button>
      <span className="text-muted">
        {!on ? 'Paused' : paused ? 'Paused after 10 minutes without activity' : 'Updates every 2 seconds'}
      </span>
    </div>
  )
}
