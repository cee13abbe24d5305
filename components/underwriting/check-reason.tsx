'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { LONGEST_ASKED, SHORTEST_ASKED } from '@/lib/domain/underwriting/asked-words'

/** Asks why something is confirmed without its document, or without opening it. */
export default function ReasonForm({
  text,
  unread,
  onReason,
  onCancel,
}: {
  text: string
  /** The name of the document that was not opened; '' if there is none. */
  unread: string
  onReason: (reason: string) => void
  onCancel: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  const [showsMissing, setShowsMissing] = useState(false)
  useEffect(() => input.current?.focus(), [])

  function confirm(event: FormEvent) {
    event.preventDefault()
    if (reason.trim().length >= SHORTEST_ASKED) return onReason(reason)
    setShowsMissing(true)
    input.current?.focus()
  }
  return (
    <form noValidate onSubmit={confirm} className="mt-1.5 flex max-w-xl flex-col gap-1.5">
      {unread !== '' && (
        <p role="alert" className="text-sm break-words text-warn-ink">
          {unread}
        </p>
      )}
      <label htmlFor={id} className="text-sm font-medium">
        {unread === ''
          ? 'Reason for confirming without a document'
          : 'Reason for confirming without opening it'}
        <span className="sr-only">: {text}</span>
      </label>
      <input
        id={id}
        ref={input}
        type="text"
        value={reason}
        maxLength={LONGEST_ASKED}
        autoComplete="off"
        aria-invalid={showsMissing || undefined}
        aria-describedby={showsMissing ? `${id}-missing` : undefined}
        onChange={({ target }) => setReason(target.value)}
        className="control"
      />
      {showsMissing && (
        <p id={`${id}-missing`} className="text-sm text-bad-ink">
          {unread === ''
            ? 'Enter a reason, or ask for the document.'
            : 'Enter a reason, or open the document.'}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="small">
          Confirm with this reason
        </Button>
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
