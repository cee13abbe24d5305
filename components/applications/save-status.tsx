'use client'

import { Check, CloudAlert, LoaderCircle, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReady } from '@/components/ui/use-ready'
import { isOwnChange, type SaveState } from './draft-saver'

/** Whether this step's text is stored, being saved, or only here. */
export function SaveStatus<T>({ state, lastSaved }: { state: SaveState<T>; lastSaved: string | null }) {
  const ready = useReady()
  return (
    <p
      role="status"
      className="flex min-w-0 items-center gap-1.5 text-sm text-muted [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {words(state, lastSaved, ready)}
    </p>
  )
}

function words<T>(state: SaveState<T>, lastSaved: string | null, ready: boolean): ReactNode {
  switch (state.kind) {
    case 'saved': {
      const savedAt = state.savedAt ?? lastSaved
      return savedAt === null ? (
        <span>Nothing to save yet</span>
      ) : (
        <>
          <Check className="text-good-ink" aria-hidden="true" />
          <time dateTime={savedAt}>Saved{ready && ` ${clock(savedAt)}`}</time>
        </>
      )
    }
    case 'unsaved':
      return (
        <>
          <PencilLine aria-hidden="true" />
          <span>Not saved yet</span>
        </>
      )
    case 'saving':
      return (
        <>
          <LoaderCircle className="animate-spin" aria-hidden="true" />
          <span>Saving…</span>
        </>
      )
    case 'failed':
      return <NotSaved>{state.message}</NotSaved>
    case 'signed-out':
      return <NotSaved>Your session has ended. Sign in again.</NotSaved>
    case 'stale':
      return (
        <NotSaved>
          {isOwnChange(state.newer)
            ? 'You changed this in another window'
            : 'Someone else changed this first'}
          . Choose which values to keep.
        </NotSaved>
      )
  }
}

function NotSaved({ children }: { children: ReactNode }) {
  return (
    <>
      <CloudAlert className="text-bad-ink" aria-hidden="true" />
      <span className="text-bad-ink">
        <span className="font-medium">Not saved:</span> {children}
      </span>
    </>
  )
}

/**
 * `1:04:31 PM`, with the date if it is not today. In the reader's time zone, because people compare a save with
 * their watch. The server does not know it and leaves the time out.
 */
function clock(savedAt: string): string {
  const at = new Date(savedAt)
  const isToday = at.toDateString() === new Date().toDateString()
  return at.toLocaleString('en-US', { ...(isToday ? {} : DAY), ...TIME })
}

const DAY = { month: 'short', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
