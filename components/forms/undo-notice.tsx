import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { Trouble } from './action-answer'
import { TroubleNotice } from './trouble-notice'

/** What was just done, with a way to undo it while the notice is shown, and why undoing failed. */
export function UndoNotice({
  title,
  undo,
  busy,
  trouble,
  notUndone,
  onClose,
}: {
  title: ReactNode
  /** Null once it is undone. */
  undo: (() => Promise<void>) | null
  busy: boolean
  trouble: Trouble | null
  /** The title if undoing failed. */
  notUndone: string
  onClose: () => void
}) {
  return (
    <div className="flex flex-col gap-2">
      <Callout
        tone="good"
        live="status"
        title={title}
        actions={
          <>
            {undo && (
              <Button size="small" busy={busy} onClick={() => void undo()}>
                Undo
              </Button>
            )}
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          </>
        }
      />
      <TroubleNotice trouble={trouble} title={notUndone} />
    </div>
  )
}
