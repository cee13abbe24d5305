'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'

/** Asks once, and why. Loaded when it is first opened, hence a default export. */
export default function WithdrawDialog({
  title,
  withdraw,
  onClose,
}: {
  title: string
  /** Gives what stands against it, in words; null closes the dialog. */
  withdraw: (reason: string) => Promise<string | null>
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()

  async function run(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const reason = String(new FormData(event.currentTarget).get('reason'))
    setBusy(true)
    const found = await withdraw(reason)
    setBusy(false)
    setProblem(found)
    if (found === null) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="Nothing is sent, and nothing that was typed is lost: it can be reopened. What the partner has, or may have, stays as it is."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="danger" busy={busy}>
            Withdraw
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={run} className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-reason`} className="text-sm font-medium">
            Why <span className="font-normal text-faint">(optional)</span>
          </label>
          <input
            id={`${id}-reason`}
            name="reason"
            maxLength={500}
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            className="control"
          />
          <p id={`${id}-hint`} className="text-xs text-muted">
            Goes into the audit log with your name.
          </p>
        </div>
        {problem && (
          <Callout tone="bad" title="It was not withdrawn" live="alert">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}
