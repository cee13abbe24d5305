'use client'

import { useEffect, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { type Done, onDone } from './done'

/** What was just done with this application on its own page. It can be taken back for as long as it is told. */
export function DoneNotice({ applicationId }: { applicationId: string }) {
  const [done, setDone] = useState<Done | null>(null)
  const [isUndone, setUndone] = useState(false)
  const { run, busy, trouble, clear } = useDeskAction((undo: Done['undo']) => undo())
  useEffect(
    () =>
      onDone((next) => {
        if (next.applicationId !== applicationId) return
        setUndone(false)
        setDone(next)
      }),
    [applicationId],
  )
  if (!done) return null
  const { title, undone, undo } = done

  function close() {
    setDone(null)
    clear()
  }
  async function takeBack() {
    if ((await run(undo))?.ok) setUndone(true)
  }

  return (
    <div className="mb-4 flex flex-col gap-2">
      <Callout
        tone="good"
        live="status"
        title={isUndone ? undone : title}
        actions={
          <>
            {!isUndone && (
              <Button size="small" busy={busy} onClick={() => void takeBack()}>
                Undo
              </Button>
            )}
            <Button size="small" onClick={close}>
              Close
            </Button>
          </>
        }
      />
      <TroubleNotice trouble={trouble} title="It was not undone" />
    </div>
  )
}
