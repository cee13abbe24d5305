'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Problem } from '@/lib/domain/values/problem'
import { changeMerchantAction } from '@/lib/server/merchants/actions'
import type { MerchantView } from '@/lib/server/merchants/views'
import { formOf, inputOf, MerchantFields } from './merchant-fields'

type Merchant = Pick<
  MerchantView,
  'merchantId' | 'version' | 'name' | 'state' | 'split' | 'application' | 'proposal' | 'confirmation'
>

/** Starts from the pending proposal if there is one. Loaded when first opened. */
export default function ChangeMerchantDialog({
  merchant,
  onClose,
}: {
  merchant: Merchant
  onClose: () => void
}) {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const from = merchant.proposal?.terms ?? merchant
  const [version] = useState(merchant.version)
  const [form, setForm] = useState(() =>
    formOf(
      {
        merchantId: merchant.merchantId,
        name: from.name,
        application: from.application ? `A-${from.application.number}` : '',
      },
      from.split,
    ),
  )
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { run, busy, trouble } = useDeskAction(changeMerchantAction)
  const isConfirmed = merchant.confirmation === 'confirmed' || merchant.confirmation === 'change'

  async function submit(event: FormEvent) {
    event.preventDefault()
    const called = await run({ ...inputOf(form), state: from.state, version })
    if (called === null) return
    if (called.ok) return onClose()
    flushSync(() => setProblems(called.trouble.fields))
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={
        <>
          Change <bdi>{merchant.name}</bdi>
        </>
      }
      description={
        isConfirmed
          ? 'The present terms count until a second person confirms the change.'
          : 'It can be funded once a second person confirms it.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {isConfirmed ? 'Propose change' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={id} ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <MerchantFields
          form={form}
          isNew={false}
          problems={problems}
          onChange={(next) => {
            setForm(next)
            setProblems([])
          }}
        />
        <TroubleNotice trouble={trouble} title="The change was not saved" />
      </form>
    </Dialog>
  )
}
