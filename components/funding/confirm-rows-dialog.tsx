'use client'

import { useState } from 'react'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { listWords } from '@/lib/domain/funding/approval'
import type { ConfirmQuestion } from '@/lib/domain/funding/confirm-rows'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import { isHeldBack } from '@/lib/domain/values/violation'
import type { BatchView } from '@/lib/server/funding/views'
import { notInLogWords } from './not-in-log'

/** Confirms submitting transactions whose ID is most likely mistyped. Loaded when it is first opened. */
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
  const { count, otherPayee, otherSale, named } = question
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
            {named.map(({ row, transaction, amountMinor, owner, saleMinor, meant }) => (
              <li key={row}>
                Row {row}: <code className="id">{transaction}</code>, {dollarWords(amountMinor)}
                {owner !== undefined && (
                  <>
                    , a sale of <code className="id">{owner}</code>
                  </>
                )}
                {saleMinor !== undefined && `, a sale of ${dollarWords(saleMinor)}`}
                {owner === undefined &&
                  saleMinor === undefined &&
                  otherPayee + otherSale > 0 &&
                  ', not in the log'}
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

function wordsOf({ count, otherPayee, otherSale, transactions }: ConfirmQuestion, number: number) {
  const [these, size] = [count === 1 ? 'this ID' : 'these IDs', count.toLocaleString('en-US')]
  const unlogged = count - otherPayee - otherSale
  if (unlogged === count)
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
  const kinds = [
    ...(otherPayee > 0
      ? [
          `${counted(otherPayee, 'transaction')} ${otherPayee === 1 ? 'is a sale' : 'are sales'} of another merchant, who gets nothing`,
        ]
      : []),
    ...(otherSale > 0
      ? [
          `${counted(otherSale, 'transaction')} ${otherSale === 1 ? 'has' : 'have'} an amount that another sale has exactly`,
        ]
      : []),
    ...(unlogged > 0 ? [notInLogWords(unlogged)] : []),
  ]
  return {
    title: `${counted(count, 'transaction')} may be the wrong ${count === 1 ? 'one' : 'ones'}`,
    description: `${listWords(kinds)}. Check ${these}: the partner pays what is sent.`,
    press: count === 1 ? 'Submit it' : `Submit all ${size}`,
  }
}
