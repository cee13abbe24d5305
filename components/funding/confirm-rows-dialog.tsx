'use client'

import { useState } from 'react'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ConfirmQuestion } from '@/lib/domain/funding/confirm-rows'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import { isHeldBack } from '@/lib/domain/values/violation'
import type { BatchView } from '@/lib/server/funding/views'
import { notInLogWords } from './not-in-log'

/** Before a batch is submitted with transactions whose ID is most likely a slip. Loaded when it is asked. */
export default function ConfirmRowsDialog({
  batch: { number },
  question,
  busy,
  onSubmit,
  onClose,
}: {
  batch: Pick<BatchView, 'number'>
  question: ConfirmQuestion
  busy: boolean
  onSubmit: () => void
  onClose: () => void
}) {
  const [isMeant, setMeant] = useState(false)
  const { count, otherPayee, named } = question
  const { title, description, press } = wordsOf(question, number)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={isHeldBack(named, isMeant)} onClick={onSubmit}>
            {press}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <section
          aria-label="Transactions to confirm"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
          tabIndex={0}
          className="max-h-60 overflow-y-auto rounded-md border border-line px-2.5 py-2 text-sm"
        >
          <ul className="flex flex-col gap-1 text-warn-ink wrap-anywhere">
            {named.map(({ row, transaction, amountMinor, owner, meant }) => (
              <li key={row}>
                Row {row}: <code className="id">{transaction}</code>, {dollarWords(amountMinor)}
                {owner !== undefined && (
                  <>
                    , a sale of <code className="id">{owner}</code>
                  </>
                )}
                {owner === undefined && otherPayee > 0 && ', not in the log'}
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

function wordsOf({ count, otherPayee, transactions }: ConfirmQuestion, number: number) {
  const [these, size] = [count === 1 ? 'this ID' : 'these IDs', count.toLocaleString('en-US')]
  if (otherPayee === 0)
    return {
      title: notInLogWords(count),
      description: `The log has the other ${(transactions - count).toLocaleString('en-US')} of B-${number}. Check ${these}: the partner pays what is sent.`,
      press: `Submit with ${size} not in the log`,
    }
  const owners = `B-${number} pays the ${otherPayee === 1 ? 'merchant' : 'merchants'} of ${otherPayee === 1 ? 'this sale' : 'these sales'} nothing.`
  if (otherPayee === count)
    return {
      title: `${counted(count, 'transaction')} ${count === 1 ? 'is a sale' : 'are sales'} of another merchant`,
      description: `${owners} Check ${these}: the partner pays what is sent.`,
      press: `Submit with ${size} of another merchant`,
    }
  return {
    title: `${size} transactions may be the wrong ones`,
    description: `${counted(otherPayee, 'transaction')} ${otherPayee === 1 ? 'is a sale' : 'are sales'} of another merchant, who gets nothing, and ${notInLogWords(count - otherPayee)}. Check these IDs: the partner pays what is sent.`,
    press: `Submit with all ${size} as they are`,
  }
}
