'use client'

import { CreditCard, ExternalLink, RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { CopyableText } from '@/components/ui/copyable-text'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { readLinkAmount } from '@/lib/domain/callbacks/payment-link'
import { dollarWords, exactCents } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import { makePaymentLinkAction } from '@/lib/server/callbacks/hosted-link/actions'
import type {
  PaymentLinkField,
  PaymentLinkItem,
  PaymentLinkValues,
  PaymentLinkView,
} from '@/lib/server/callbacks/hosted-link/views'
import { paymentLinkAddress } from './link-address'
import { LinkList } from './link-list'
import { ReturnedSales } from './returned-sales'

/** Makes payment links. Beside the form is the open link with its sale; below are all links. */
export function LinkBoard({ view }: { view: PaymentLinkView }) {
  const { profiles, opened, links, before } = view
  return (
    <div className="flex flex-col gap-6">
      {profiles.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={<CreditCard />} title="No payment page yet">
            Links open the partner’s hosted payment page. Set its address (HPP_URL) and the funding profiles
            on the server.
          </EmptyState>
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <LinkForm key={opened?.link.n ?? 'new'} view={view} />
          {opened ? (
            <div className="flex min-w-0 flex-col gap-4">
              <OpenedLink link={opened.link} />
              <ReturnedSales key={opened.link.n} first={opened.sales} values={opened.link} />
            </div>
          ) : (
            <div className="rounded-lg border border-dashed border-line px-6 py-12 text-center text-sm text-muted max-lg:hidden">
              Your link appears here. The sale appears below it once it is paid.
            </div>
          )}
        </div>
      )}
      <LinkList page={links} before={before} openedN={opened?.link.n ?? null} />
    </div>
  )
}

/** Shows the amount before the link is made: `1,234` means 1,234 dollars. */
function amountHint(typed: string): string {
  const cents = readLinkAmount(typed)
  return cents === null ? 'US dollars, such as 125.00.' : `The link will ask for ${dollarWords(cents)}.`
}

type Problems = Partial<Record<PaymentLinkField, string>>

function LinkForm({ view: { profiles, opened, proposed } }: { view: PaymentLinkView }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<PaymentLinkValues>(
    opened ? valuesOf(opened.link) : newValues(profiles[0]?.profileId ?? '', proposed),
  )
  const [problems, setProblems] = useState<Problems>({})
  const [earlier, setEarlier] = useState<number | null>(null)
  const { run, busy, trouble, clear } = useDeskAction(makePaymentLinkAction)
  const [ready, setReady] = useState(false)
  // Keep what was typed, or filled in by the browser, before this script ran, and submit nothing without it.
  useEffect(() => {
    setTyped((before) => ({ ...before, ...typedIn(form.current) }))
    setReady(true)
  }, [])
  // In an effect, because the messages must be rendered before a field can be focused.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  async function make(event: FormEvent) {
    event.preventDefault()
    const called = await run(typed)
    if (called === null) return
    setProblems(called.ok ? {} : (called.refusal?.problems ?? {}))
    setEarlier(called.ok ? null : (called.refusal?.earlier ?? null))
    if (called.ok) router.push(paymentLinkAddress(called.data.n))
  }

  /** Starts a new link with its own reference, for the same profile. */
  function begin() {
    setTyped(newValues(typed.profileId, proposed))
    setProblems({})
    setEarlier(null)
    clear()
    if (opened) router.push(routes.hostedPaymentLink)
  }

  const change = (field: PaymentLinkField, text: string) =>
    setTyped((before) => ({ ...before, [field]: text }))

  const box = (
    field: PaymentLinkField,
    meta: Parameters<typeof FieldFrame>[0]['meta'],
    inputMode?: 'decimal',
  ) => (
    <FieldFrame path={`link.${field}`} meta={meta} findings={findingsOf(problems[field])}>
      {(control) => (
        <input
          {...control}
          data-of={field}
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
    <Panel title="Payment details">
      <form ref={form} onSubmit={make} noValidate aria-label="Payment link" className="flex flex-col gap-6">
        <FieldFrame
          path="link.profileId"
          meta={{ label: 'Profile', required: true, partnerName: 'profile_id' }}
          findings={findingsOf(problems.profileId)}
        >
          {(control) => (
            <select
              {...control}
              data-of="profileId"
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
            hint: amountHint(typed.amount),
          },
          'decimal',
        )}
        {box('invoice', { label: 'Invoice number', required: false, partnerName: 'invoice_number' })}
        <div className="flex flex-col items-start gap-1">
          <div className="w-full">
            {box('reference', {
              label: 'Client reference number',
              required: false,
              partnerName: 'client_reference_number',
              hint: 'Matches the sale to this link when it comes back. Without one, nothing can.',
            })}
          </div>
          <Button size="small" variant="ghost" onClick={() => change('reference', proposed)}>
            <RotateCw aria-hidden="true" />
            Generate
          </Button>
          {earlier !== null && (
            <Link
              href={paymentLinkAddress(earlier)}
              className="text-sm font-medium text-accent-ink underline-offset-2 hover:underline"
            >
              Open payment link {earlier}
            </Link>
          )}
        </div>
        <TroubleNotice trouble={trouble} title="No link was created" />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            Create link
          </Button>
          {(opened || earlier !== null) && (
            <Button variant="ghost" onClick={begin}>
              New link
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

const FIELDS = ['profileId', 'amount', 'invoice', 'reference'] as const satisfies PaymentLinkField[]

/** Reads the form's boxes. They have no names, so that a submit without the script puts nothing into the address. */
function typedIn(form: HTMLFormElement | null): Partial<PaymentLinkValues> {
  const values: Partial<PaymentLinkValues> = {}
  for (const field of FIELDS) {
    const box = form?.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-of="${field}"]`)
    if (box) values[field] = box.value
  }
  return values
}

const findingsOf = (problem: string | undefined) =>
  problem === undefined ? [] : [{ severity: 'error' as const, message: problem }]

const newValues = (profileId: string, reference: string): PaymentLinkValues => ({
  profileId,
  amount: '',
  invoice: '',
  reference,
})

const valuesOf = ({
  profileId,
  amountMinor,
  invoiceNumber,
  reference,
}: PaymentLinkItem): PaymentLinkValues => ({
  profileId,
  amount: exactCents(amountMinor),
  invoice: invoiceNumber,
  reference,
})

function OpenedLink({ link: { n, link, amountMinor } }: { link: PaymentLinkItem }) {
  return (
    <Panel
      title={
        <>
          Payment link {n}, <Money amountMinor={amountMinor} />
        </>
      }
      description="Anyone with the link can pay. The payer may change the amount: that is flagged here."
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
