'use client'

import { CreditCard, ExternalLink, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyableText } from '@/components/ui/copyable-text'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import { makeHostedLinkAction } from '@/lib/server/callbacks/hosted-link-actions'
import type { HostedLinkField, HostedLinkView } from '@/lib/server/callbacks/views'
import { linkAddress } from './link-address'
import { ReturnedSales } from './returned-sales'

/** Makes a link to the payment page; below it the sale appears once somebody has paid. */
export function LinkBoard({ view }: { view: HostedLinkView }) {
  if (view.profiles.length === 0) {
    return (
      <div className="rounded-lg border border-line bg-surface">
        <EmptyState icon={<CreditCard />} title="No payment page is set up">
          Links lead to the partner's hosted payment page. Its address (HPP_URL) and our funding profiles are
          set where the desk is installed.
        </EmptyState>
      </div>
    )
  }
  const { made, values, sales } = view
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <LinkForm key={JSON.stringify(values)} view={view} />
      {made?.ok ? (
        <div className="flex min-w-0 flex-col gap-4">
          <MadeLink link={made.link} />
          <ReturnedSales key={made.link} first={sales} values={values} />
        </div>
      ) : (
        <div className="rounded-lg border border-dashed border-line px-6 py-12 text-center text-sm text-muted max-lg:hidden">
          The link stands here once it is made, and below it the sale as soon as it comes back.
        </div>
      )}
    </div>
  )
}

type Problems = Partial<Record<HostedLinkField, string>>

function LinkForm({ view: { profiles, values, made, proposed } }: { view: HostedLinkView }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(values)
  const [problems, setProblems] = useState<Problems>(made && !made.ok ? made.problems : {})
  const [against, setAgainst] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Once they are on the page.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  async function make(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const { data, problem } = await askDesk(() => makeHostedLinkAction(typed))
    setBusy(false)
    setAgainst(problem)
    if (!data) return
    setProblems(data.ok ? {} : data.problems)
    if (data.ok) router.push(linkAddress(typed))
  }

  const change = (field: HostedLinkField, text: string) =>
    setTyped((before) => ({ ...before, [field]: text }))

  const box = (
    field: HostedLinkField,
    meta: Parameters<typeof FieldFrame>[0]['meta'],
    inputMode?: 'decimal',
  ) => (
    <FieldFrame path={`link.${field}`} meta={meta} findings={findingsOf(problems[field])}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          maxLength={255}
          value={typed[field]}
          onChange={({ target }) => change(field, target.value)}
          className="control"
        />
      )}
    </FieldFrame>
  )

  return (
    <Panel title="What is to be paid">
      <form ref={form} onSubmit={make} noValidate aria-label="Payment link" className="flex flex-col gap-4">
        <FieldFrame
          path="link.profileId"
          meta={{ label: 'Profile', required: true, partnerName: 'profile_id' }}
          findings={findingsOf(problems.profileId)}
        >
          {(control) => (
            <select
              {...control}
              value={typed.profileId}
              onChange={({ target }) => change('profileId', target.value)}
              className="control control-select"
            >
              {!profiles.some(({ profileId }) => profileId === typed.profileId) && (
                <option value={typed.profileId}>Choose one</option>
              )}
              {profiles.map(({ profileId, label }) => (
                <option key={profileId} value={profileId}>
                  {label} ({profileId})
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {box(
          'amount',
          {
            label: 'Amount',
            required: true,
            partnerName: 'payment_amount',
            hint: 'US dollars, such as 125.00.',
          },
          'decimal',
        )}
        {box('invoice', { label: 'Invoice number', required: false, partnerName: 'invoice_number' })}
        <div className="flex flex-col items-start gap-1">
          <div className="w-full">
            {box('reference', {
              label: 'Client reference number',
              required: true,
              partnerName: 'client_reference_number',
              hint: 'By it the sale is known when it comes back. One of its own for each link.',
            })}
          </div>
          <Button size="small" variant="ghost" onClick={() => change('reference', proposed)}>
            <RotateCw aria-hidden="true" />
            Propose one
          </Button>
        </div>
        {against && (
          <Callout tone="bad" live="alert" title="No link was made">
            {against}
          </Callout>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            Make the link
          </Button>
          {made?.ok && (
            <Button variant="ghost" onClick={() => router.push(routes.hostedPaymentLink)}>
              Begin another
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

const findingsOf = (problem: string | undefined) =>
  problem === undefined ? [] : [{ severity: 'error' as const, message: problem }]

function MadeLink({ link }: { link: string }) {
  return (
    <Panel
      title="The link"
      description="Whoever has it can pay this amount. It is no secret of ours, and holds no key."
      actions={
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-7 items-center gap-1.5 rounded-sm font-medium text-accent-ink underline underline-offset-2"
        >
          <ExternalLink className="size-4" aria-hidden="true" />
          Open the payment page
        </a>
      }
    >
      <CopyableText label="Payment link" text={link} />
    </Panel>
  )
}
