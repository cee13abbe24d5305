'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout, type CalloutTone } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { moneyText } from '@/components/ui/money'
import type { Anomaly, EventState } from '@/lib/domain/callbacks/event'
import { eventState } from '@/lib/domain/callbacks/event-state'
import { anomalyWords, hasMoney, STATE_WORDS, stateMeaning } from '@/lib/domain/callbacks/event-words'
import { CALLBACK_FIELDS, isCallbackField } from '@/lib/domain/callbacks/fields'
import { sumHeld } from '@/lib/domain/funding/held'
import { dollarText } from '@/lib/domain/values/money'
import { reprocessEventAction } from '@/lib/server/callbacks/callback-actions'
import type { CallbackEventView } from '@/lib/server/callbacks/views'
import { counted } from './counted'

import type { Settling } from './settle-dialog'

const SettleDialog = dynamic(() => import('./settle-dialog'), { loading: () => null })

const TONES: Readonly<Record<EventState, CalloutTone>> = {
  approved: 'good',
  conflict: 'bad',
  anomaly: 'warn',
  unreadable: 'bad',
}

const TITLES: Readonly<Record<EventState, string>> = {
  approved: 'An approved sale',
  conflict: 'Its deliveries contradict each other',
  anomaly: 'Something of it is odd',
  unreadable: 'It names no transaction',
}

const OF_AMOUNT: readonly Anomaly[] = ['amount-ambiguous', 'amount-unreadable']

/** Where an event stands, what that means, and what this person can do about it now. */
export function CallbackStanding({ event }: { event: CallbackEventView }) {
  const router = useRouter()
  const [opened, setOpened] = useState<Settling | null>(null)
  const [reading, setReading] = useState(false)
  const [read, setRead] = useState<{ ok: boolean; words: string } | null>(null)
  const { state, anomalies, deliveries, settled, mayReprocess } = event
  const isAmountOpen = event.amountMinor === null && anomalies.some((one) => OF_AMOUNT.includes(one))

  const isFunded = hasMoney(event)
  // Whatever a person's look can mend.
  const isOdd =
    state === 'anomaly' &&
    eventState({ tranId: event.tranId, anomalies, isContested: false, isSettled: true }) === 'approved'

  async function readAgain() {
    setReading(true)
    const { data, problem } = await askDesk(() => reprocessEventAction({ n: event.n }))
    setReading(false)
    if (!data) setRead({ ok: false, words: problem })
    else if (!data.ok) setRead({ ok: false, words: data.message })
    else {
      setRead({
        ok: true,
        words: data.changed
          ? 'It was read again, and something of it is read otherwise now.'
          : 'It was read again, and is read as before.',
      })
    }
    router.refresh()
  }

  return (
    <div className="flex flex-col gap-3">
      <Callout
        tone={TONES[state]}
        title={(state === 'conflict' && fundedConflictTitle(event)) || TITLES[state]}
        actions={
          mayReprocess && (
            <>
              {state === 'conflict' && (
                <Button variant="primary" onClick={() => setOpened('conflict')}>
                  Settle the conflict…
                </Button>
              )}
              {isAmountOpen && state !== 'conflict' && (
                <Button variant="primary" onClick={() => setOpened('amount')}>
                  Say what the amount is…
                </Button>
              )}
              {isOdd && (
                <Button variant="primary" onClick={() => setOpened('look')}>
                  It is in order…
                </Button>
              )}
              <Button
                busy={reading}
                onClick={readAgain}
                title="Reads what is stored once more, by the rules of today"
              >
                Read it again
              </Button>
            </>
          )
        }
      >
        <p>{meaningOf(event)}</p>
        {anomalies.length > 0 && (
          <ul className="mt-1 flex list-disc flex-col gap-1 ps-4">
            {anomalies.map((anomaly) => (
              <li key={anomaly}>
                {anomalyWords(anomaly, isFunded).meaning} {anomalyWords(anomaly, isFunded).next}
              </li>
            ))}
          </ul>
        )}
        {deliveries > 1 && state !== 'conflict' && (
          <p className="mt-1">
            It came {counted(deliveries, 'time')}, which is one sale all the same: each delivery stands below.
          </p>
        )}
        {settled && (
          <p className="mt-1">
            <bdi className="font-medium">{settled.by}</bdi> settled it, <DateTime at={settled.at} />:{' '}
            <q className="break-words whitespace-pre-line">{settled.note}</q>
          </p>
        )}
      </Callout>
      {read && (
        <Callout
          tone={read.ok ? 'info' : 'bad'}
          live={read.ok ? 'status' : 'alert'}
          title={read.ok ? 'Read again' : 'It was not read again'}
        >
          {read.words}
        </Callout>
      )}
      {opened && <SettleDialog event={event} what={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** More than a title can say; the table below has them all. */
const NAMED_FIELDS = 3
const LONGEST_NAMED = 40

/** Both are true of it, and each is said: that it is funded, with how much, and that its deliveries disagree. */
function fundedConflictTitle(event: CallbackEventView): string | null {
  const held = (event.held ?? []).filter(({ amountMinor }) => amountMinor > 0)
  if (held.length === 0 && !hasMoney(event)) return null
  const { amountMinor, isCertain } = sumHeld(held)
  const batches = [...new Set(held.map(({ batchNumber }) => `B-${batchNumber}`))].join(' and ')
  const dollars = moneyText(dollarText(amountMinor))
  const funded =
    held.length > 0
      ? `${isCertain ? `Funded ${dollars}` : `Outcome unknown: funded with up to ${dollars}`} in ${batches}`
      : event.funding === 'outside'
        ? 'Funded outside'
        : 'Funded'
  const fields = event.differences.slice(0, NAMED_FIELDS).map(({ name, texts }) => {
    const label = isCallbackField(name) ? CALLBACK_FIELDS[name].label : name
    return `${label} ${[...new Set(texts.map(({ text }) => text?.slice(0, LONGEST_NAMED) || 'none'))].join(' or ')}`
  })
  return `${funded}, and the deliveries disagree${fields.length > 0 ? `: ${fields.join('; ')}` : ''}`
}

function meaningOf(event: CallbackEventView): string {
  const { state, funding, anomalies, settled, mayReprocess } = event
  if (state === 'approved') {
    if (anomalies.length > 0)
      return settled
        ? 'Somebody has looked at what is odd about it:'
        : hasMoney(event)
          ? 'What is odd about it:'
          : 'What is odd about it keeps nobody from funding it:'
    return funding === 'unfunded'
      ? 'It was told of as the interface says. Its money waits to be funded.'
      : STATE_WORDS.approved.meaning
  }
  if (state === 'anomaly') return 'It was kept as it came. What is not as the interface says:'
  return state === 'conflict'
    ? `${stateMeaning('conflict', hasMoney(event))}${mayReprocess ? '' : ' Finance chooses it.'}`
    : `${STATE_WORDS.unreadable.meaning} Look at what came below, and ask the partner about it.`
}
