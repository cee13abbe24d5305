'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useCallback, useEffect, useId, useState } from 'react'
import {
  newShare,
  readShares,
  ShareEditor,
  type TypedShare,
  wholeProblem,
} from '@/components/funding/share-editor'
import { newUuid } from '@/components/shell/new-uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { Money } from '@/components/ui/money'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { splitAmount } from '@/lib/domain/funding/split'
import { routes } from '@/lib/routes'
import type { LeftOutCount } from '@/lib/server/callbacks/choose-sales'
import type { SalesPreview } from '@/lib/server/callbacks/fund-sales'
import { counted } from './counted'
import { fundSales, previewSales, type WantedSales } from './fund-requests'
import { LeftOutList } from './left-out-list'

const MAX_NAME = 120
/** As many as the desk takes. */
const MAX_SHARES = 10

/** Why no batch can be made, and what stays out of it. */
type Refused = { message: string; leftOut: readonly LeftOutCount[] }

/**
 * Makes a draft batch of sales: how many and how much it would be, what stays out of it, and who gets the money.
 * `count`: as many as whoever opened it believes. Loaded when it is first opened.
 */
export default function FundDialog({
  count,
  profileId,
  onClose,
  ...asked
}: {
  count: number
  /** The one that all of them came in for. */
  profileId: string
  onClose: () => void
} & ({ sales: readonly number[] } | { query: CallbackListQuery })) {
  const id = useId()
  // What is wanted stays as it was when the dialog opened.
  const [wanted] = useState<WantedSales>('sales' in asked ? asked.sales : { ...asked.query, profileId })
  const [preview, setPreview] = useState<SalesPreview | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isLooking, setIsLooking] = useState(true)

  const look = useCallback(async (sales: WantedSales, because?: string) => {
    setIsLooking(true)
    const { data, problem } = await previewSales(sales, null)
    setIsLooking(false)
    if (data?.ok) return setPreview(data.preview)
    // Nothing is left of them: what was said first says why.
    if (data) setPreview(null)
    setRefused({ message: because ?? data?.message ?? problem ?? '', leftOut: data?.leftOut ?? [] })
  }, [])
  useEffect(() => {
    void look(wanted)
  }, [look, wanted])

  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={`Fund ${counted(preview?.sales.length ?? count, 'sale')}`}
      description="They become a draft batch. Nothing is sent before somebody else has approved it."
      footer={
        <>
          <Button onClick={onClose}>{preview || isLooking ? 'Cancel' : 'Close'}</Button>
          {preview && (
            <Button type="submit" form={id} variant="primary" busy={isLooking}>
              Make the batch
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refused && (
          <Callout
            tone="bad"
            live="alert"
            title="No batch was made"
            actions={
              !preview && (
                <Button
                  size="small"
                  busy={isLooking}
                  onClick={() => {
                    setRefused(null)
                    void look(wanted)
                  }}
                >
                  Look again
                </Button>
              )
            }
          >
            {refused.message}
          </Callout>
        )}
        {preview ? (
          <FundForm
            id={id}
            preview={preview}
            onRefused={(message) => setRefused({ message, leftOut: [] })}
            onChanged={(message) => {
              setRefused({ message, leftOut: [] })
              void look(preview.sales, message)
            }}
          />
        ) : (
          <>
            {isLooking && (
              <p role="status" className="py-6 text-center text-sm text-muted">
                Looking at {count === 1 ? 'the sale' : 'the sales'}…
              </p>
            )}
            {refused && <LeftOutList leftOut={refused.leftOut} profileId={profileId} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

function FundForm({
  id,
  preview,
  onRefused,
  onChanged,
}: {
  id: string
  preview: SalesPreview
  onRefused: (message: string) => void
  /** The sales are not what was shown any more. */
  onChanged: (message: string) => void
}) {
  const router = useRouter()
  // One id for all presses of this dialog, so that two of them make one batch.
  const [batchId] = useState(newUuid)
  const [name, setName] = useState('')
  const [shares, setShares] = useState<TypedShare[]>([newShare(0, proposedMerchant(preview))])
  const [isTried, setIsTried] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  const { example, sales, amountMinor } = preview
  const result = splitAmount(BigInt(example.amountMinor), readShares(shares))
  const problem = wholeProblem(result)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!result.ok || isMaking) return
    setIsMaking(true)
    const input = {
      batchId,
      name: name.trim(),
      sales,
      amountMinor,
      terms: '',
      split: { by: 'shares' as const, shares: readShares(shares) },
    }
    const { data, problem: unanswered } = await fundSales(input)
    if (data?.ok) return router.push(routes.fundingBatch(data.batchId))
    setIsMaking(false)
    if (data?.reason === 'changed') return onChanged(data.message)
    onRefused(data?.message ?? unanswered ?? '')
  }

  return (
    <form id={id} onSubmit={submit} noValidate aria-busy={isMaking} className="flex flex-col gap-4">
      <Summary preview={preview} />
      <LeftOutList leftOut={preview.leftOut} profileId={preview.profile.profileId} />
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-name`} className="text-sm font-medium">
          Name <span className="font-normal text-faint">(optional)</span>
        </label>
        <input
          id={`${id}-name`}
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          aria-describedby={`${id}-name-hint`}
          onChange={({ target }) => setName(target.value)}
          className="control"
        />
        <p id={`${id}-name-hint`} className="text-xs text-muted">
          To find the batch by later. Left empty, it is called after its day.
        </p>
      </div>
      <fieldset className="flex flex-col gap-3" aria-describedby={`${id}-example`}>
        <legend className="mb-1 text-sm font-medium">Who gets the money</legend>
        <SeveralMerchants merchants={preview.merchants} />
        <ShareEditor
          id={id}
          shares={shares}
          result={result}
          showsProblems={isTried}
          atMost={MAX_SHARES}
          onChange={setShares}
        />
        <p id={`${id}-example`} className="text-xs text-muted">
          {sales.length === 1
            ? 'The figures are those of '
            : 'Each sale is split like this. The figures are those of the smallest, '}
          <code>
            <bdi className="wrap-anywhere">{example.tranId}</bdi>
          </code>{' '}
          of <Money amountMinor={example.amountMinor} />. The last merchant takes what is left.
        </p>
        <p role="alert" className="text-sm text-bad-ink empty:hidden">
          {isTried || (problem !== '' && shares.some(({ value }) => value !== '')) ? problem : ''}
        </p>
      </fieldset>
    </form>
  )
}

/** The one that all of them came in for; nobody where they came in for a whole profile, or for several. */
const proposedMerchant = ({ merchants }: SalesPreview): string =>
  merchants.length === 1 ? (merchants[0]?.merchantId ?? '') : ''

function Summary({ preview: { sales, amountMinor, profile, remaining } }: { preview: SalesPreview }) {
  return (
    <>
      <DescriptionList>
        <Description term="Sales">{sales.length.toLocaleString('en-US')}</Description>
        <Description term="Sum">
          <Money amountMinor={amountMinor} />
        </Description>
        <Description term="Funding profile">
          <bdi>{profile.label}</bdi> (<code>{profile.profileId}</code>)
        </Description>
      </DescriptionList>
      {remaining > 0 && (
        <Callout title={`These are the oldest ${sales.length.toLocaleString('en-US')}`}>
          A batch of sales has no more. Fund the others in another one afterwards.
        </Callout>
      )}
      {profile.amountUnit === 'major' && (
        <Callout tone="warn" title="This profile takes whole dollars only">
          Amounts with cents stand as errors in the draft, and have to be changed there.
        </Callout>
      )}
    </>
  )
}

/** One split for sales of several merchants is most often not what somebody wants. */
function SeveralMerchants({ merchants }: { merchants: SalesPreview['merchants'] }) {
  if (merchants.length < 2) return null
  return (
    <Callout tone="warn" title={`These sales came in for ${merchants.length} merchants`}>
      All of them are split alike, whoever they came in for:{' '}
      {merchants.map(({ merchantId, sales }, index) => (
        <span key={merchantId}>
          {index > 0 && ', '}
          {merchantId === '' ? 'the profile as a whole' : <bdi className="wrap-anywhere">{merchantId}</bdi>} (
          {sales.toLocaleString('en-US')})
        </span>
      ))}
      . To give each merchant its own, fund them one after the other, by the filter of the log.
    </Callout>
  )
}
