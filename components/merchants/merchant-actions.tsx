'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { routes } from '@/lib/routes'
import { confirmMerchantsAction, withdrawMerchantAction } from '@/lib/server/merchants/actions'
import type { MerchantView } from '@/lib/server/merchants/views'

const dialogs = () => import('./merchant-dialogs')
const StopDialog = dynamic(
  () =>
    dialogs()
      .then((file) => file.StopDialog)
      .catch(notLoaded),
  { loading: () => null },
)
const ActivateDialog = dynamic(
  () =>
    dialogs()
      .then((file) => file.ActivateDialog)
      .catch(notLoaded),
  { loading: () => null },
)
const RejectDialog = dynamic(
  () =>
    dialogs()
      .then((file) => file.RejectDialog)
      .catch(notLoaded),
  { loading: () => null },
)
const ChangeDialog = dynamic(() => import('./change-merchant-dialog').catch(notLoaded), {
  loading: () => null,
})

export type Merchant = Pick<
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

/** The actions on a merchant as a whole. */
export function MerchantActions({ merchant }: { merchant: Merchant }) {
  const { may, confirmation } = merchant
  const [opened, setOpened] = useState<'change' | 'activate' | 'paused' | 'closed' | null>(null)
  const onClose = () => setOpened(null)
  return (
    <>
      {may.change && (
        <Button onClick={() => setOpened('change')}>
          {confirmation === 'rejected' ? 'Correct…' : 'Change…'}
        </Button>
      )}
      {may.reactivate && <Button onClick={() => setOpened('activate')}>Activate…</Button>}
      {may.stop.includes('paused') && <Button onClick={() => setOpened('paused')}>Pause…</Button>}
      {may.stop.includes('closed') && <Button onClick={() => setOpened('closed')}>Close…</Button>}
      {(opened === 'paused' || opened === 'closed') && (
        <StopDialog merchant={merchant} state={opened} onClose={onClose} />
      )}
      {opened === 'activate' && <ActivateDialog merchant={merchant} onClose={onClose} />}
      {opened === 'change' && <ChangeDialog merchant={merchant} onClose={onClose} />}
    </>
  )
}

/** Lets a second person confirm or reject a pending proposal, or its author withdraw it. */
export function ConfirmationActions({ merchant }: { merchant: Merchant }) {
  const { merchantId, version, may, confirmation, lookAlikes } = merchant
  const router = useRouter()
  const confirming = useDeskAction(confirmMerchantsAction)
  const withdrawing = useDeskAction(withdrawMerchantAction)
  const [rejects, setRejects] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOther, setIsOther] = useState(false)
  const twins = lookAlikes.map((other) => other.merchantId)

  async function confirm() {
    withdrawing.clear()
    if (twins.length > 0 && !isOther)
      return setProblem(`Check the box that ${merchantId} is a different merchant, or reject it.`)
    const called = await confirming.run({ merchants: [{ merchantId, version, differsFrom: twins }] })
    setProblem((called?.ok && called.data.refused[0]?.message) || null)
  }

  async function withdraw() {
    confirming.clear()
    setProblem(null)
    const called = await withdrawing.run({ merchantId, version })
    if (called?.ok && called.data.gone) router.push(routes.merchants)
  }

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
          <Button variant="primary" busy={confirming.busy} onClick={confirm}>
            {confirmation === 'new' ? 'Confirm merchant' : 'Confirm change'}
          </Button>
          <Button onClick={() => setRejects(true)}>Reject…</Button>
        </>
      )}
      {may.withdraw && (
        <Button busy={withdrawing.busy} onClick={withdraw}>
          {confirmation === 'change' ? 'Withdraw change' : 'Withdraw entry'}
        </Button>
      )}
      <p role="alert" className="w-full text-sm text-bad-ink empty:hidden">
        {problem}
      </p>
      <TroubleNotice trouble={confirming.trouble ?? withdrawing.trouble} />
      {rejects && <RejectDialog merchant={merchant} onClose={() => setRejects(false)} />}
    </>
  )
}
