'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { NoteQuestion } from '@/components/funding/note-dialog'
import { askDesk, problemOf } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { routes } from '@/lib/routes'
import {
  changeMerchantAction,
  confirmMerchantsAction,
  rejectMerchantAction,
  stopMerchantAction,
  withdrawMerchantAction,
} from '@/lib/server/merchants/actions'
import type { MerchantView } from '@/lib/server/merchants/views'

const NoteDialog = dynamic(() => import('@/components/funding/note-dialog'), { loading: () => null })
const ChangeDialog = dynamic(() => import('./change-merchant-dialog'), { loading: () => null })

type Merchant = Pick<
  MerchantView,
  | 'merchantId'
  | 'version'
  | 'name'
  | 'state'
  | 'split'
  | 'application'
  | 'proposal'
  | 'confirmation'
  | 'lookAlikes'
  | 'may'
>

const HINT = 'Stays with the merchant, and goes into the audit log with your name.'

/** What can be done with a merchant as a whole. */
export function MerchantDeeds({ merchant }: { merchant: Merchant }) {
  const { merchantId, version, name, may } = merchant
  const [question, setQuestion] = useState<NoteQuestion | null>(null)
  const [isChanging, setIsChanging] = useState(false)

  const stop = (state: 'paused' | 'closed') =>
    setQuestion({
      title: `${state === 'paused' ? 'Pause' : 'Close'} ${name}`,
      description: 'No money can go to this merchant from now on. Activating it again takes a second person.',
      label: 'Reason',
      needed: true,
      button: state === 'paused' ? 'Pause merchant' : 'Close merchant',
      danger: true,
      hint: HINT,
      run: (reason) => problemOf(() => stopMerchantAction({ merchantId, state, reason })),
    })
  const reactivate = () =>
    setQuestion({
      title: `Activate ${name} again`,
      description: 'It can be funded once a second person confirms this.',
      label: null,
      needed: false,
      button: 'Propose activation',
      run: () =>
        problemOf(() =>
          changeMerchantAction({
            merchantId,
            version,
            name,
            application: merchant.application ? `A-${merchant.application.number}` : '',
            split: merchant.split,
            state: 'active',
          }),
        ),
    })

  return (
    <>
      {may.change && (
        <Button onClick={() => setIsChanging(true)}>
          {merchant.confirmation === 'rejected' ? 'Correct…' : 'Change…'}
        </Button>
      )}
      {may.reactivate && <Button onClick={reactivate}>Activate…</Button>}
      {may.stop.includes('paused') && <Button onClick={() => stop('paused')}>Pause…</Button>}
      {may.stop.includes('closed') && <Button onClick={() => stop('closed')}>Close…</Button>}
      {question && <NoteDialog question={question} onClose={() => setQuestion(null)} />}
      {isChanging && <ChangeDialog merchant={merchant} onClose={() => setIsChanging(false)} />}
    </>
  )
}

/** A second person's answer to what waits, or its author's second thought. */
export function ConfirmationDeeds({ merchant }: { merchant: Merchant }) {
  const { merchantId, version, name, may, confirmation, lookAlikes } = merchant
  const router = useRouter()
  const [question, setQuestion] = useState<NoteQuestion | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOther, setIsOther] = useState(false)
  const twins = lookAlikes.map((other) => other.merchantId)

  async function run(ask: () => Promise<string | null>) {
    if (busy) return
    setBusy(true)
    const found = await ask()
    setBusy(false)
    setProblem(found)
  }
  const confirm = () =>
    run(async () => {
      if (twins.length > 0 && !isOther)
        return `Check the box that ${merchantId} is a different merchant, or reject it.`
      const { data, problem: failure } = await askDesk(() =>
        confirmMerchantsAction({ merchants: [{ merchantId, version, differsFrom: twins }] }),
      )
      return data ? (data.refused[0]?.message ?? null) : failure
    })
  const withdraw = () =>
    run(async () => {
      const { data, problem: failure } = await askDesk(() => withdrawMerchantAction({ merchantId, version }))
      if (data?.ok && data.gone) router.push(routes.merchants)
      return data ? (data.ok ? null : data.message) : failure
    })
  const reject = () =>
    setQuestion({
      title: confirmation === 'new' ? `Reject ${name}` : `Reject the change of ${name}`,
      description:
        confirmation === 'new'
          ? 'The merchant cannot be funded until the entry is corrected and confirmed.'
          : 'The merchant stays as it is.',
      label: 'What is wrong?',
      needed: true,
      button: 'Reject',
      danger: true,
      hint: HINT,
      run: (note) => problemOf(() => rejectMerchantAction({ merchantId, version, note })),
    })

  return (
    <>
      {may.confirm && (
        <>
          {twins.length > 0 && (
            <label className="flex w-full items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4"
                checked={isOther}
                onChange={({ target }) => setIsOther(target.checked)}
              />
              <span className="wrap-anywhere">
                {merchantId} is a different merchant from {twins.join(', ')}
              </span>
            </label>
          )}
          <Button variant="primary" busy={busy} onClick={confirm}>
            {confirmation === 'new' ? 'Confirm merchant' : 'Confirm change'}
          </Button>
          <Button onClick={reject}>Reject…</Button>
        </>
      )}
      {may.withdraw && (
        <Button busy={busy && !may.confirm} onClick={withdraw}>
          {confirmation === 'change' ? 'Withdraw change' : 'Withdraw entry'}
        </Button>
      )}
      <p role="alert" className="w-full text-sm text-bad-ink empty:hidden">
        {problem}
      </p>
      {question && <NoteDialog question={question} onClose={() => setQuestion(null)} />}
    </>
  )
}
