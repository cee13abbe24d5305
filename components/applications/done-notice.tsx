'use client'

import { useEffect, useState } from 'react'
import { UndoNotice } from '@/components/forms/undo-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { type Done, onDone } from './done'

/** What was just done with this application on its own page. It can be undone while the notice is shown. */
export function DoneNotice({ applicationId }: { applicationId: string }) {
  // Each notice is a new one, even with the same words.
  const [told, setTold] = useState<{ done: Done; sequence: number } | null>(null)
  useEffect(
    () =>
      onDone((done) => {
        if (done.applicationId === applicationId)
          setTold((before) => ({ done, sequence: (before?.sequence ?? 0) + 1 }))
      }),
    [applicationId],
  )
  return told && <Told key={told.sequence} done={told.done} onClose={() => setTold(null)} />
}

function Told({ done: { title, undone, undo }, onClose }: { done: Done; onClose: () => void }) {
  const [isUndone, setUndone] = useState(false)
  const { run, busy, trouble } = useDeskAction((takeBack: Done['undo']) => takeBack())
  async function takeBack() {
    if ((await run(undo))?.ok) setUndone(true)
  }
  return (
    <div className="mb-4">
      <UndoNotice
        title={isUndone ? undone : title}
        undo={isUndone ? null : takeBack}
        busy={busy}
        trouble={trouble}
        notUndone="It was not undone"
        onClose={onClose}
      />
    </div>
  )
}
