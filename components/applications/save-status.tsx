'use client'

import { Check, CloudAlert, LoaderCircle, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { DateTime } from '@/components/ui/date-time'
import type { SaveState } from './draft-saver'

/** Where the text of this step is: with the server, on its way, or only here. */
export function SaveStatus<T>({ state, lastSaved }: { state: SaveState<T>; lastSaved: string | null }) {
  return (
    <p
      role="status"
      className="flex min-w-0 items-center gap-1.5 text-sm text-muted [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {words(state, lastSaved)}
    </p>
  )
}

function words<T>(state: SaveState<T>, lastSaved: string | null): ReactNode {
  switch (state.kind) {
    case 'saved':
      if (state.savedAt !== null) {
        return (
          <>
            <Check className="text-good-ink" aria-hidden="true" />
            <span>Saved {clock(state.savedAt)}</span>
          </>
        )
      }
      return lastSaved === null ? (
        <span>Nothing to save yet</span>
      ) : (
        <>
          <Check className="text-good-ink" aria-hidden="true" />
          <span>
            Saved <DateTime at={lastSaved} />
          </span>
        </>
      )
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
      return <NotSaved>Somebody else changed this first. Decide which values to keep.</NotSaved>
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

/** The reader's own clock: a save is compared with the watch. Only after a save, so never on the server. */
const clock = (savedAt: string): string =>
  new Date(savedAt).toLocaleTimeString('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
