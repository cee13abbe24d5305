'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { LookAlike } from '@/lib/domain/merchants/look-alike'
import type { Problem } from '@/lib/domain/values/problem'
import { routes } from '@/lib/routes'
import { enterMerchantAction } from '@/lib/server/merchants/actions'
import { formOf, inputOf, MerchantFields } from './merchant-fields'

/** Adds a merchant by hand or from a boarded application. A second person confirms it. */
export function NewMerchantForm({ application, name }: { application: string; name: string }) {
  const router = useRouter()
  const element = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState(() => formOf({ merchantId: '', name, application }, []))
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { run, busy, trouble } = useDeskAction(enterMerchantAction)
  /** The merchants that the desk reported as similar to this one. */
  const [twins, setTwins] = useState<readonly LookAlike[]>([])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const called = await run({
      ...inputOf(form),
      differsFrom: twins.map((other) => other.merchantId),
    })
    if (called === null) return
    if (called.ok) return router.push(routes.merchant(form.merchantId))
    flushSync(() => {
      setTwins(called.refusal?.lookAlikes ?? [])
      setProblems(called.trouble.fields)
    })
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <Panel className="max-w-3xl">
      <form
        ref={element}
        onSubmit={submit}
        noValidate
        aria-label="New merchant"
        className="flex flex-col gap-4"
      >
        <MerchantFields
          form={form}
          isNew
          problems={problems}
          onChange={(next) => {
            setForm(next)
            setProblems([])
            setTwins([])
          }}
        />
        <TroubleNotice trouble={twins.length > 0 ? null : trouble} title="The merchant was not added" />
        {twins.length > 0 && (
          <Callout tone="warn" live="alert" title="This merchant looks like another one">
            <ul>
              {twins.map((other) => (
                <li key={other.merchantId}>
                  <Link
                    href={routes.merchant(other.merchantId)}
                    target="_blank"
                    className="font-medium underline"
                  >
                    {other.merchantId}
                  </Link>{' '}
                  <bdi>{other.name}</bdi>
                </li>
              ))}
            </ul>
            <p>Compare them letter by letter. Nothing has been added yet.</p>
          </Callout>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant="primary" busy={busy}>
            {twins.length > 0 ? 'Add as a different merchant' : 'Add merchant'}
          </Button>
          <LinkButton variant="ghost" href={routes.merchants}>
            Cancel
          </LinkButton>
          <p className="text-sm text-muted">It can be funded once a second person in finance confirms it.</p>
        </div>
      </form>
    </Panel>
  )
}
