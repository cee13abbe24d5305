'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout, type CalloutTone } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import type { Anomaly, EventState } from '@/lib/domain/callbacks/event'
import { anomalyWords, hasMoney, STATE_LABELS, stateMeaning } from '@/lib/domain/callbacks/event-labels'
import { canClose, whyNoSale } from '@/lib/domain/callbacks/event-state'
import { CALLBACK_FIELDS, isCallbackField } from '@/lib/domain/callbacks/fields'
import { isFundable } from '@/lib/domain/callbacks/ineligible'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import { reprocessEventAction } from '@/lib/server/callbacks/log/actions'
import type { CallbackEventView, Said } from '@/lib/server/callbacks/log/views'
import { callbackAddress } from './callback-address'
import type { Decision } from './decision-dialog'
import { fundedWords } from './funded-words'
import { paymentLinkAddress } from './link-address'

const DecisionDialog = dynamic(() => import('./decision-dialog').catch(notLoaded), { loading: () => null })

const TONES: Readonly<Record<EventState, CalloutTone>> = {
  approved: 'good',
  conflict: 'bad',
  anomaly: 'warn',
  unreadable: 'bad',
  closed: 'info',
}

const TITLES: Readonly<Record<EventState, string>> = {
  approved: 'Approved sale',
  conflict: 'Conflicting deliveries',
  anomaly: 'Needs review',
  unreadable: 'No transaction ID',
  closed: 'Closed',
}

/** An event's state, its meaning, and what this person can do about it now. */
export function CallbackStatus({ event, mayOpenLinks }: { event: CallbackEventView; mayOpenLinks: boolean }) {
  const [opened, setOpened] = useState<Decision | null>(null)
  const reading = useDeskAction(reprocessEventAction, { unanswered: 'try-again' })
  const [read, setRead] = useState('')
  const { state, anomalies, deliveries, resolved, amountSet, closed, mayReprocess, whyAmountStands } = event
  const canSetAmount = event.maySetAmount && whyAmountStands === null
  const isFunded = hasMoney(event)
  const notOffered = {
    count: event.mayCountAsSale
      ? null
      : (whyNoSale({ ...event, isCounted: false }) ?? 'Someone in finance can count it as a sale.'),
    amount: canSetAmount ? null : (whyAmountStands ?? 'Someone in finance can set the amount.'),
  }

  const of = isFunded
    ? 'funded'
    : event.funding === 'none'
      ? 'no-sale'
      : state === 'closed'
        ? 'closed'
        : 'open'
  const wordsOf = (anomaly: Anomaly) => anomalyWords(anomaly, of, notOffered)

  async function readAgain() {
    setRead('')
    const called = await reading.run({ n: event.n })
    if (!called?.ok) return
    setRead(called.data.changed ? 'Reprocessed. The result changed.' : 'Reprocessed. Nothing changed.')
  }

  return (
    <div className="flex flex-col gap-3">
      <Callout
        tone={state === 'approved' && (isOneOfSeveral(event) || event.refused) ? 'warn' : TONES[state]}
        title={
          (state === 'conflict' && fundedConflictTitle(event)) ||
          (state === 'approved' && event.refused && 'Refused by the partner') ||
          TITLES[state]
        }
        actions={
          mayReprocess && (
            <>
              {state === 'conflict' && (
                <Button variant="primary" onClick={() => setOpened('conflict')}>
                  Resolve conflict…
                </Button>
              )}
              {canSetAmount && (
                <Button variant={amountSet ? 'secondary' : 'primary'} onClick={() => setOpened('amount')}>
                  {amountSet ? 'Change amount…' : 'Set amount…'}
                </Button>
              )}
              {canSetAmount && amountSet && event.funding !== 'funded' && (
                <Button onClick={() => setOpened('take-back')}>Remove amount…</Button>
              )}
              {event.mayCountAsSale && (
                <Button variant="primary" onClick={() => setOpened('count')}>
                  Count as a sale…
                </Button>
              )}
              {event.mayTakeBackSale && <Button onClick={() => setOpened('uncount')}>Not a sale…</Button>}
              {canClose(state) && (
                <Button
                  variant={canSetAmount || event.mayCountAsSale ? 'secondary' : 'primary'}
                  onClick={() => setOpened('close')}
                >
                  Close…
                </Button>
              )}
              {state === 'closed' && <Button onClick={() => setOpened('reopen')}>Reopen…</Button>}
              <Button
                busy={reading.busy}
                onClick={readAgain}
                title="Interprets the stored callback again with the current rules"
              >
                Reprocess
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
                {anomaly === 'not-a-sale' && (
                  <>
                    The type is “<bdi>{event.tranType}</bdi>”.{' '}
                  </>
                )}
                {wordsOf(anomaly).meaning} {wordsOf(anomaly).next}
                {anomaly === 'not-a-sale' && event.invoiceNumber !== '' && !event.mayCountAsSale && (
                  <>
                    {' '}
                    <Link
                      href={callbackAddress({ search: event.invoiceNumber })}
                      className="font-medium text-accent-ink underline"
                    >
                      Find the sales of invoice <bdi>{event.invoiceNumber}</bdi>
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {deliveries > 1 && state !== 'conflict' && (
          <p className="mt-1">It came {counted(deliveries, 'time')}. It is still one sale.</p>
        )}
        <AskedByLink event={event} mayOpen={mayOpenLinks} />
        <AlsoPaid sales={event.alsoPaid} />
        {resolved && <SaidLine said={resolved}>resolved the conflict</SaidLine>}
        {amountSet && event.amountMinor !== null && (
          <SaidLine said={amountSet}>
            set the amount to <Money amountMinor={event.amountMinor} />
          </SaidLine>
        )}
        {event.countedAsSale && (
          <SaidLine said={event.countedAsSale}>
            counted it as a sale, though its type is “<bdi>{event.tranType}</bdi>”
          </SaidLine>
        )}
        {amountSet && whyAmountStands !== null && event.funding !== 'none' && (
          <p className="mt-1">The amount cannot be changed now. {whyAmountStands}</p>
        )}
        {state === 'closed' && closed && <SaidLine said={closed}>closed it</SaidLine>}
      </Callout>
      {read && (
        <Callout tone="info" live="status" title="Read again">
          {read}
        </Callout>
      )}
      <TroubleNotice trouble={reading.trouble} title="Couldn’t reprocess it" />
      {opened && <DecisionDialog event={event} what={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** Who made a decision, when and why. */
function SaidLine({ said: { by, at, note }, children }: { said: Said; children: ReactNode }) {
  return (
    <p className="mt-1">
      <bdi className="font-medium">{by}</bdi> {children}, <DateTime at={at} />:{' '}
      <q className="break-words whitespace-pre-line">{note}</q>
    </p>
  )
}

/** What the payment link of the sale asked for; both amounts if they differ. */
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

const NAMED_PAYMENTS = 3

/** The other payments of the same link. */
function AlsoPaid({ sales }: { sales: CallbackEventView['alsoPaid'] }) {
  if (sales.length === 0) return null
  return (
    <p className="mt-1">
      The link was paid more than once. Also by:{' '}
      {sales.slice(0, NAMED_PAYMENTS).map(({ n, tranId }, index) => (
        <span key={n}>
          {index > 0 && ', '}
          <Link
            href={routes.callback(n)}
            className="font-medium text-accent-ink underline-offset-2 hover:underline"
          >
            <bdi className="id">{tranId}</bdi>
          </Link>
        </span>
      ))}
      {sales.length > NAMED_PAYMENTS && ' and more'}.
    </p>
  )
}

/** A title has no room for more; the table below lists all of them. */
const NAMED_FIELDS = 3
const LONGEST_NAMED = 40

/** Says both that the sale is funded, with the amount, and that its deliveries conflict. */
function fundedConflictTitle(event: CallbackEventView): string | null {
  const funded = fundedWords(event)
  if (funded === null) return null
  const fields = event.differences.slice(0, NAMED_FIELDS).map(({ name, texts }) => {
    const label = isCallbackField(name) ? CALLBACK_FIELDS[name].label : name
    return `${label} ${[...new Set(texts.map(({ text }) => text?.slice(0, LONGEST_NAMED) || 'none'))].join(' or ')}`
  })
  return `${funded}, and the deliveries disagree${fields.length > 0 ? `: ${fields.join('; ')}` : ''}`
}

/** For an unfunded sale: someone may have paid one link twice. */
const isOneOfSeveral = ({ funding, alsoPaid }: CallbackEventView): boolean =>
  funding === 'unfunded' && alsoPaid.length > 0

function meaningOf(event: CallbackEventView): string {
  const { state, funding, anomalies, mayReprocess } = event
  if (state === 'approved') {
    if (anomalies.length > 0) return hasMoney(event) ? 'Issues:' : 'Issues that don’t prevent funding:'
    if (funding !== 'unfunded') return STATE_LABELS.approved.meaning
    if (event.refused)
      return 'Approved, but the partner did not fund it, and a retry cannot help: see Funding.'
    return isOneOfSeveral(event)
      ? 'Approved. Before you fund it, check that its payment link was not paid twice by mistake.'
      : 'Approved. Ready to fund.'
  }
  if (state === 'closed')
    return `It is no longer an anomaly${isFundable(event) ? ', and can be funded' : ''}.`
  if (state === 'anomaly') return 'Kept as received. Issues:'
  return state === 'conflict'
    ? `${stateMeaning('conflict', hasMoney(event))}${mayReprocess ? '' : ' Finance chooses it.'}`
    : `${STATE_LABELS.unreadable.meaning} Check the fields below and ask the partner.`
}
