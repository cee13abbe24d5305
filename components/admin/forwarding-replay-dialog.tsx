'use client'

import { type FormEvent, useId, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { countFailedAction, replayFailedAction } from '@/lib/server/callbacks/forwarding/actions'
import type { FailedCount } from '@/lib/server/callbacks/forwarding/replay'

/** Resends all messages that failed since a given time, after showing how many there are. */
export function ReplayDialog({ onClose, onDone }: { onClose: () => void; onDone: (words: string) => void }) {
  const id = useId()
  const [moment, setMoment] = useState(() => new Date(Date.now() - DAY_MS).toISOString().slice(0, 16))
  const [wrong, setWrong] = useState(false)
  const [found, setFound] = useState<readonly FailedCount[] | null>(null)
  const counting = useDeskAction(countFailedAction, { unanswered: 'try-again' })
  const sending = useDeskAction(replayFailedAction)
  const on = found?.filter(({ active }) => active) ?? []
  const off = found?.filter(({ active }) => !active) ?? []
  const messages = on.reduce((sum, endpoint) => sum + endpoint.messages, 0)

  async function go(event: FormEvent) {
    event.preventDefault()
    const since = momentOf(moment)
    setWrong(since === null)
    if (since === null) return
    if (found === null) {
      const answer = await counting.run({ since })
      if (answer?.ok) setFound(answer.data)
      return
    }
    const sent = await sending.run({ since })
    if (!sent?.ok) return
    onDone(
      `${counted(sent.data.messages, 'message')} ${sent.data.messages === 1 ? 'is' : 'are'} queued again.`,
    )
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Resend failed messages"
      description="Use this after an outage. Each message keeps its ID and body, so your system can detect duplicates."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {(found === null || messages > 0) && (
            <Button type="submit" form={id} variant="primary" busy={counting.busy || sending.busy}>
              {found === null ? 'Count messages' : `Send ${counted(messages, 'message')} again`}
            </Button>
          )}
        </>
      }
    >
      <form id={id} onSubmit={(event) => void go(event)} noValidate className="flex flex-col gap-3">
        <FieldFrame
          path="replay-since"
          meta={{ label: 'Failed since (UTC)', hint: 'Time of the last failed attempt.' }}
          required
          findings={wrong ? [{ severity: 'error', message: 'Enter a day and a time.' }] : []}
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={moment}
              onChange={({ target }) => {
                setMoment(target.value)
                setFound(null)
              }}
              className="control max-w-60"
            />
          )}
        </FieldFrame>
        <div role="status" className="text-sm empty:absolute">
          {found !== null && messages === 0 && <p>No failed messages since then.</p>}
          {on.length > 0 && <Counts endpoints={on} />}
          {off.length > 0 && (
            <>
              <p className="mt-2 text-muted">Not included, because their endpoint is off:</p>
              <Counts endpoints={off} />
            </>
          )}
        </div>
        <TroubleNotice trouble={counting.trouble ?? sending.trouble} title="Couldn’t complete" />
      </form>
    </Dialog>
  )
}

function Counts({ endpoints }: { endpoints: readonly FailedCount[] }) {
  return (
    <ul className="list-disc ps-5">
      {endpoints.map(({ endpointId, label, messages }) => (
        <li key={endpointId} className="break-words">
          <bdi>{label}</bdi>: {counted(messages, 'message')}
        </li>
      ))}
    </ul>
  )
}

/** The field has no time zone; the desk writes all times in UTC. */
function momentOf(text: string): string | null {
  const at = new Date(`${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
