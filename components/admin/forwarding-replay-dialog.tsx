'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { counted } from '@/components/funding/funding-words'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { countFailedAction, replayFailedAction } from '@/lib/server/callbacks/forward-actions'
import type { FailedCount } from '@/lib/server/callbacks/replay'

const A_DAY_MS = 24 * 3_600_000

/** Sends everything again that failed since a moment: first counts it, then asks. */
export function ReplayDialog({ onClose, onDone }: { onClose: () => void; onDone: (words: string) => void }) {
  const router = useRouter()
  const id = useId()
  const [moment, setMoment] = useState(() => new Date(Date.now() - A_DAY_MS).toISOString().slice(0, 16))
  const [wrong, setWrong] = useState(false)
  const [found, setFound] = useState<readonly FailedCount[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const on = found?.filter(({ active }) => active) ?? []
  const off = found?.filter(({ active }) => !active) ?? []
  const messages = on.reduce((sum, endpoint) => sum + endpoint.messages, 0)

  async function go(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const since = momentOf(moment)
    setWrong(since === null)
    if (since === null) return
    setBusy(true)
    if (found === null) {
      const { data, problem } = await askDesk(() => countFailedAction({ since }))
      setFound(data?.found ?? null)
      setFailure(problem)
    } else {
      const { data, problem } = await askDesk(() => replayFailedAction({ since }))
      setFailure(problem)
      if (data) {
        onDone(`${counted(data.messages, 'message')} ${data.messages === 1 ? 'is' : 'are'} on the way again.`)
        router.refresh()
        onClose()
      }
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Send what failed again"
      description="For when a system of yours was away. Each message keeps its id and its text, so that it is known over there whether it came before."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {(found === null || messages > 0) && (
            <Button type="submit" form={id} variant="primary" busy={busy}>
              {found === null ? 'Count them' : `Send ${counted(messages, 'message')} again`}
            </Button>
          )}
        </>
      }
    >
      <form id={id} onSubmit={(event) => void go(event)} noValidate className="flex flex-col gap-3">
        <FieldFrame
          path="replay-since"
          meta={{ label: 'Given up since (UTC)', hint: 'When the last try of a message failed.' }}
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
          {found !== null && messages === 0 && <p>No message that could be sent has failed since then.</p>}
          {on.length > 0 && <Counts endpoints={on} />}
          {off.length > 0 && (
            <>
              <p className="mt-2 text-muted">These stay as they are, since their endpoint is off:</p>
              <Counts endpoints={off} />
            </>
          )}
        </div>
        {failure && (
          <Callout tone="bad" live="alert" title="This was not done">
            {failure}
          </Callout>
        )}
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

/** The field has no time zone; the desk writes every time in UTC. */
function momentOf(text: string): string | null {
  const at = new Date(`${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
