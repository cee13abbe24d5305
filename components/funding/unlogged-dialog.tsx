'use client'

import { useState } from 'react'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { UnloggedQuestion } from '@/lib/domain/funding/unlogged'
import { counted } from '@/lib/domain/values/counted'
import { isHeldBack } from '@/lib/domain/values/violation'
import type { BatchView } from '@/lib/server/funding/views'
import { notInLogWords } from './not-in-log'

/** Before a batch is submitted with transactions that the log does not have, most likely by a slip. Loaded when it is asked. */
export default function UnloggedDialog({
  batch: { number },
  question: { count, transactions, named },
  busy,
  onSubmit,
  onClose,
}: {
  batch: Pick<BatchView, 'number'>
  question: UnloggedQuestion
  busy: boolean
  onSubmit: () => void
  onClose: () => void
}) {
  const [isMeant, setMeant] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={notInLogWords(count)}
      description={`The log has the other ${(transactions - count).toLocaleString('en-US')} of B-${number}. Check ${count === 1 ? 'this ID' : 'these IDs'}: the partner pays what is sent.`}
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={isHeldBack(named, isMeant)} onClick={onSubmit}>
            Submit with {count.toLocaleString('en-US')} not in the log
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <section
          aria-label="Not in the callback log"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
          tabIndex={0}
          className="max-h-60 overflow-y-auto rounded-md border border-line px-2.5 py-2 text-sm"
        >
          <ul className="flex flex-col gap-1 text-warn-ink wrap-anywhere">
            {named.map(({ row, transaction, meant }) => (
              <li key={row}>
                Row {row}: <code className="id">{transaction}</code>
                {meant !== undefined && (
                  <>
                    . Did you mean <code className="id">{meant}</code>?
                  </>
                )}
              </li>
            ))}
            {count > named.length && (
              <li className="text-muted">and {counted(count - named.length, 'more transaction')}</li>
            )}
          </ul>
        </section>
        <Option
          type="checkbox"
          label={count === 1 ? 'Submit it as it is' : 'Submit them as they are'}
          checked={isMeant}
          onChange={({ target }) => setMeant(target.checked)}
        />
      </div>
    </Dialog>
  )
}
