'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout, type CalloutTone } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Money, moneyText } from '@/components/ui/money'
import type { EventState } from '@/lib/domain/callbacks/event'
import { canClose, isAmountClear } from '@/lib/domain/callbacks/event-state'
import { anomalyWords, hasMoney, STATE_WORDS, stateMeaning } from '@/lib/domain/callbacks/event-words'
import { CALLBACK_FIELDS, isCallbackField } from '@/lib/domain/callbacks/fields'
import { isFundable } from '@/lib/domain/callbacks/left-out'
import { sumHeld } from '@/lib/domain/funding/held'
import { dollarText } from '@/lib/domain/values/money'
import { reprocessEventAction } from '@/lib/server/callbacks/callback-actions'
import type { CallbackEventView, Said } from '@/lib/server/callbacks/views'
import { counted } from './counted'
import { paymentLinkAddress } from './link-address'
import type { Settling } from './settle-dialog'

const SettleDialog = dynamic(() => import('./settle-dialog'), { loading: () => null })

const TONES: Readonly<Record<EventState, CalloutTone>> = {
  approved: 'good',
  conflict: 'bad',
  anomaly: 'warn',
  unreadable: 'bad',
  closed: 'info',
}

const TITLES: Readonly<Record<EventState, string>> = {
  approved: 'An approved sale',
  conflict: 'Its deliveries contradict each other',
  anomaly: 'Something of it is odd',
  unreadable: 'It names no transaction',
  closed: 'Closed',
}

/** Where an event stands, what that means, and what this person can do about it now. */
export function CallbackStanding({
  event,
  mayOpenLinks,
}: {
  event: CallbackEventView
  mayOpenLinks: boolean
}) {
  const router = useRouter()
  const [opened, setOpened] = useState<Settling | null>(null)
  const [reading, setReading] = useState(false)
  const [read, setRead] = useState<{ ok: boolean; words: string } | null>(null)
  const { state, anomalies, deliveries, settled, amountSet, closed, mayReprocess, whyAmountStands } = event
  const isAmountOpen = amountSet !== null || !isAmountClear(event.amountMinor)
  const canSetAmount = event.maySetAmount && whyAmountStands === null
  const isFunded = hasMoney(event)

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
              {canSetAmount && (
                <Button variant={amountSet ? 'secondary' : 'primary'} onClick={() => setOpened('amount')}>
                  {amountSet ? 'Change amount…' : 'Set amount…'}
                </Button>
              )}
              {canSetAmount && amountSet && (
                <Button onClick={() => setOpened('take-back')}>Take back amount…</Button>
              )}
              {canClose(state) && (
                <Button variant={canSetAmount ? 'secondary' : 'primary'} onClick={() => setOpened('close')}>
                  Close…
                </Button>
              )}
              {state === 'closed' && <Button onClick={() => setOpened('reopen')}>Reopen…</Button>}
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
        <AskedByLink event={event} mayOpen={mayOpenLinks} />
        {settled && <SaidLine said={settled}>settled the conflict</SaidLine>}
        {amountSet && event.amountMinor !== null && (
          <SaidLine said={amountSet}>
            set the amount to <Money amountMinor={event.amountMinor} />
          </SaidLine>
        )}
        {isAmountOpen && whyAmountStands !== null && event.funding !== 'none' && (
          <p className="mt-1">
            The amount cannot be {amountSet ? 'changed' : 'set'} now. {whyAmountStands}
          </p>
        )}
        {state === 'closed' && closed && <SaidLine said={closed}>closed it</SaidLine>}
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

/** Who decided what, when and why. */
function SaidLine({ said: { by, at, note }, children }: { said: Said; children: ReactNode }) {
  return (
    <p className="mt-1">
      <bdi className="font-medium">{by}</bdi> {children}, <DateTime at={at} />:{' '}
      <q className="break-words whitespace-pre-line">{note}</q>
    </p>
  )
}

/** What the payment link asked for that the sale came by; where that is another amount, both. */
function AskedByLink({
  event: { linkN, linkAmountMinor, amountMinor },
  mayOpen,
}: {
  event: CallbackEventView
  mayOpen: boolean
}) {
  if (linkN === null || linkAmountMinor === null) return null
  const name = `Payment link ${linkN}`
  return (
    <p className="mt-1">
      {mayOpen ? (
        <Link
          href={paymentLinkAddress(linkN)}
          prefetch={false}
          className="font-medium text-accent-ink underline-offset-2 hover:underline"
        >
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      asked for <Money amountMinor={linkAmountMinor} />
      {amountMinor !== null && amountMinor !== linkAmountMinor && (
        <>
          ; <Money amountMinor={amountMinor} /> was paid
        </>
      )}
      .
    </p>
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
  const { state, funding, anomalies, mayReprocess } = event
  if (state === 'approved') {
    if (anomalies.length > 0)
      return hasMoney(event) ? 'What is odd about it:' : 'What is odd about it keeps nobody from funding it:'
    return funding === 'unfunded'
      ? 'It was told of as the interface says. Its money waits to be funded.'
      : STATE_WORDS.approved.meaning
  }
  if (state === 'closed')
    return `It no longer counts among the anomalies${isFundable(event) ? ', and can be funded' : ''}.`
  if (state === 'anomaly') return 'It was kept as it came. What is not as the interface says:'
  return state === 'conflict'
    ? `${stateMeaning('conflict', hasMoney(event))}${mayReprocess ? '' : ' Finance chooses it.'}`
    : `${STATE_WORDS.unreadable.meaning} Look at what came below, and ask the partner about it.`
}
