'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { readShares } from '@/components/funding/share-editor'
import { newUuid } from '@/components/shell/new-uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { Money } from '@/components/ui/money'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { checkShares } from '@/lib/domain/callbacks/split-sale'
import { refusalWords } from '@/lib/domain/funding/failure-advice'
import { MAX_TRANSACTIONS } from '@/lib/domain/funding/limits'
import { storedShares } from '@/lib/domain/merchants/default-split'
import { parseDate } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { IneligibleCount } from '@/lib/server/callbacks/fund/choose-sales'
import type { SalesPreview } from '@/lib/server/callbacks/fund/fund-sales'
import { type AskedSplit, fundSales, previewSales, type WantedSales } from './fund-requests'
import { barredShares, FundSplit, NO_SPLIT, type TypedSplit } from './fund-split'
import { IneligibleList } from './ineligible-list'
import { keepLastSplit } from './last-split'

const MAX_NAME = 120
/** The pause after typing before the desk is asked again. */
const PAUSE_MS = 300

/** Why no batch can be made, and which sales stay out. */
type Refused = { message: string; leftOut: readonly IneligibleCount[] }

/**
 * Makes a draft batch of sales. Shows how many sales and how much money it would have, which sales stay out, and who
 * gets paid. `count`: how many sales the opener expects. `range`: the day and the profile are chosen here. Loaded when
 * first opened.
 */
export default function FundDialog({
  count,
  profileId,
  range,
  onClose,
  ...given
}: {
  count: number
  /** The one that all of them came in for. */
  profileId: string
  range?: { profiles: readonly { profileId: string; label: string }[] }
  onClose: () => void
} & ({ sales: readonly number[] } | { query: CallbackListQuery })) {
  const id = useId()
  const router = useRouter()
  // The sales that were wanted when the dialog opened, until the person chooses others here; `round` counts choices.
  const [{ wanted, round, because }, setWanted] = useState<{
    wanted: WantedSales
    round: number
    because?: string
  }>({ wanted: 'sales' in given ? given.sales : { ...given.query, profileId }, round: 0 })
  const [split, setSplit] = useState<TypedSplit>(NO_SPLIT)
  const [preview, setPreview] = useState<SalesPreview | null>(null)
  const [previewedFor, setPreviewedFor] = useState<{ round: number; key: string } | null>(null)
  // Sales that a preview has included since the last choice, whether or not the batch still has them.
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isTried, setIsTried] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  // Null until the person types one: the desk suggests a name.
  const [name, setName] = useState<string | null>(null)
  // One id for the life of this dialog, so that two clicks make one batch.
  const [batchId] = useState(newUuid)
  const asked = askedOf(split)
  const key = keyOf(round, asked)
  const isLooking = previewedFor?.key !== key

  const look = useEffectEvent(async (isOvertaken: () => boolean) => {
    const { data, problem } = await previewSales(wanted, asked)
    if (isOvertaken()) return
    if (data?.ok) {
      const by = data.preview.splitBy
      // The desk chose the split, so later requests ask for that one.
      if (split.by === null) setSplit((typed) => ({ ...typed, by }))
      setPreviewedFor({ round, key: split.by === null ? keyOf(round, askedOf({ ...split, by })) : key })
      setPreview(data.preview)
      setSeen((before) => new Set([...before, ...data.preview.sales]))
      return setRefused(because === undefined ? null : { message: because, leftOut: [] })
    }
    setPreviewedFor({ round, key })
    // The preview no longer matches the request. If no sale is left, the first message says why.
    setPreview(null)
    setRefused({ message: because ?? data?.message ?? problem ?? '', leftOut: data?.leftOut ?? [] })
  })
  useEffect(() => {
    if (!isLooking) return
    let overtaken = false
    const timer = setTimeout(() => void look(() => overtaken), previewedFor?.round === round ? PAUSE_MS : 0)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [isLooking, round, previewedFor])

  const lookAt = (next: WantedSales, message?: string) => {
    setRefused(null)
    setSeen(new Set())
    setWanted({ wanted: next, round: round + 1, because: message })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    const final = finalOf(split)
    // Sharing all sales alike does not change which are in the batch; a split by merchant does.
    const isShown = !isLooking || split.by === 'shares'
    if (!preview || preview.sales.length === 0 || !final || !isShown || isMaking) return
    // Another person may have fixed it since, so the desk is asked again and marks the field if not.
    if (barredShares(typedOf(split), preview).length > 0) return setPreviewedFor(null)
    setIsMaking(true)
    const { sales, amountMinor, terms } = preview
    const among = new Set(sales)
    const dropped = [...seen].filter((n) => !among.has(n)).slice(0, MAX_TRANSACTIONS)
    const { data, problem } = await fundSales({
      batchId,
      name: (name ?? preview.name).trim(),
      sales,
      dropped,
      amountMinor,
      terms: final.by === 'merchant' ? terms : '',
      split: final,
    })
    if (data?.ok) {
      if (final.by === 'shares') keepLastSplit(storedShares(final.shares))
      return router.push(routes.fundingBatch(data.batchId))
    }
    setIsMaking(false)
    // Including the sales that were set aside, about which the person has decided nothing.
    const asideToo = [...new Set([...sales, ...dropped, ...preview.noMerchant.out])]
    if (data?.reason === 'changed') return lookAt(asideToo.slice(0, 2 * MAX_TRANSACTIONS), data.message)
    // The new preview says so at the field.
    if (data?.reason === 'shares') return setPreviewedFor(null)
    setRefused({ message: data?.message ?? problem ?? '', leftOut: [] })
  }

  const isEmpty = preview?.sales.length === 0
  const isFirstLook = preview === null && isLooking
  return (
    <Dialog
      open
      onClose={onClose}
      size={range || (preview && preview.merchants.length > 1) ? 'large' : 'medium'}
      title={`Fund ${counted(preview?.sales.length ?? count, 'sale')}`}
      description="Creates a draft batch. Nothing is sent until someone else approves it."
      footer={
        <>
          <Button onClick={onClose}>{preview || isLooking ? 'Cancel' : 'Close'}</Button>
          {preview && (
            <Button
              type="submit"
              form={id}
              variant="primary"
              busy={isMaking}
              disabled={isEmpty || (isLooking && split.by !== 'shares')}
            >
              Create batch
            </Button>
          )}
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate aria-busy={isMaking} className="flex flex-col gap-4">
        {refused && (
          <Callout
            tone="bad"
            live="alert"
            title="No batch was created"
            actions={
              !preview && (
                <Button size="small" busy={isLooking} onClick={() => lookAt(wanted)}>
                  Refresh
                </Button>
              )
            }
          >
            {refused.message}
          </Callout>
        )}
        {range && isQuery(wanted) && (
          <Range id={id} query={wanted} profiles={range.profiles} onChange={lookAt} />
        )}
        {isFirstLook && (
          <p role="status" className="py-6 text-center text-sm text-muted">
            Checking {count === 1 ? 'the sale' : 'the sales'}…
          </p>
        )}
        {!preview && refused && <IneligibleList leftOut={refused.leftOut} profileId={profileId} />}
        {preview && (
          <>
            <Summary preview={preview} isLooking={isLooking} />
            {preview.refused.length > 0 && (
              <RefusedSales preview={preview} onLeaveOut={(left) => lookAt(left)} />
            )}
            <IneligibleList
              leftOut={preview.leftOut}
              // Without a range, the profile or the sales were chosen before.
              otherProfiles={range ? preview.otherProfiles : []}
              profileId={preview.profile.profileId}
            />
            <div className="flex flex-col gap-1">
              <label htmlFor={`${id}-name`} className="text-sm font-medium">
                Name
              </label>
              <input
                id={`${id}-name`}
                value={name ?? preview.name}
                maxLength={MAX_NAME}
                autoComplete="off"
                onChange={({ target }) => setName(target.value)}
                className="control"
              />
            </div>
            <FundSplit id={id} preview={preview} split={split} isTried={isTried} onChange={setSplit} />
          </>
        )}
      </form>
    </Dialog>
  )
}

const isQuery = (wanted: WantedSales): wanted is CallbackListQuery => !Array.isArray(wanted)

/** The part of the typed split that can be sent: shares only once nothing is wrong with them. */
function askedOf({ by, shares, forNoMerchant }: TypedSplit): AskedSplit {
  const complete = (typed: TypedSplit['shares'] | null) => {
    const read = typed && readShares(typed)
    return read && checkShares(read).ok ? read : null
  }
  if (by === null) return null
  return by === 'merchant' ? { by, forNoMerchant: complete(forNoMerchant) } : { by, shares: complete(shares) }
}

/** The shares typed here that will split the batch. */
const typedOf = ({ by, shares, forNoMerchant }: TypedSplit) =>
  by === 'shares' ? shares : by === 'merchant' ? (forNoMerchant ?? []) : []

/** The split for the batch; null while something is wrong with it. */
function finalOf(split: TypedSplit) {
  const asked = askedOf(split)
  if (asked?.by === 'shares') return asked.shares === null ? null : { by: asked.by, shares: asked.shares }
  if (asked?.by !== 'merchant') return null
  return split.forNoMerchant !== null && asked.forNoMerchant === null ? null : asked
}

const keyOf = (round: number, asked: AskedSplit): string =>
  JSON.stringify([round, asked], (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** The last day, and the profile. */
function Range({
  id,
  query,
  profiles,
  onChange,
}: {
  id: string
  query: CallbackListQuery
  profiles: readonly { profileId: string; label: string }[]
  onChange: (query: CallbackListQuery) => void
}) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-until`} className="text-sm font-medium">
          Received until
        </label>
        <input
          id={`${id}-until`}
          type="date"
          defaultValue={query.to ?? ''}
          aria-describedby={`${id}-until-hint`}
          onChange={({ target }) => {
            const to = parseDate(target.value)
            if (to !== null) onChange({ ...query, to })
          }}
          className="control w-44"
        />
        <p id={`${id}-until-hint`} className="text-xs text-muted">
          Inclusive, in business days.
        </p>
      </div>
      {profiles.length > 1 && (
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={`${id}-profile`} className="text-sm font-medium">
            Funding profile
          </label>
          <select
            id={`${id}-profile`}
            value={query.profileId ?? ''}
            onChange={({ target }) => onChange({ ...query, profileId: target.value })}
            className="control control-select"
          >
            {profiles.map(({ profileId, label }) => (
              <option key={profileId} value={profileId}>
                {label} ({profileId})
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}

/** How many sales are named here; the draft names all of them. */
const MOST_REFUSED = 3

/** Sales that the partner refused before. They can still be funded, because the partner's answer may change. */
function RefusedSales({
  preview: { sales, refused },
  onLeaveOut,
}: {
  preview: SalesPreview
  onLeaveOut: (left: number[]) => void
}) {
  const out = new Set(refused.map(({ n }) => n))
  const left = sales.filter((n) => !out.has(n))
  const one = refused.length === 1
  return (
    <Callout
      tone="warn"
      live="status"
      title={
        one && left.length === 0
          ? 'The partner refused this sale before'
          : `The partner refused ${refused.length.toLocaleString('en-US')} of these sales before`
      }
      actions={
        left.length > 0 && (
          <Button size="small" onClick={() => onLeaveOut(left)}>
            {one ? 'Leave it out' : 'Leave them out'}
          </Button>
        )
      }
    >
      <p>A retry cannot help, unless something has changed at the partner.</p>
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-4">
        {refused.slice(0, MOST_REFUSED).map((sale) => (
          <li key={sale.n} className="wrap-anywhere">
            <bdi className="id">{sale.tranId}</bdi> in B-{sale.batch.number}: {refusalWords(sale)}.
          </li>
        ))}
        {refused.length > MOST_REFUSED && (
          <li>And {(refused.length - MOST_REFUSED).toLocaleString('en-US')} more.</li>
        )}
      </ul>
    </Callout>
  )
}

/** If more payees than this cannot be paid, the table of payees names them, first of all. */
const MOST_BARRED = 3

function Summary({
  preview: { sales, amountMinor, profile, remaining, merchants, hasMerchants, payees },
  isLooking,
}: {
  preview: SalesPreview
  isLooking: boolean
}) {
  const named = merchants.filter(({ merchantId }) => merchantId !== '').length
  const barred = payees.filter(({ problem }) => problem !== null)
  return (
    <div aria-busy={isLooking} className="flex flex-col gap-4">
      <DescriptionList>
        <Description term="Sales">{sales.length.toLocaleString('en-US')}</Description>
        <Description term="Sum">
          <Money amountMinor={amountMinor} />
        </Description>
        {hasMerchants && <Description term="Merchants">{named.toLocaleString('en-US')}</Description>}
        <Description term="Funding profile">
          <bdi>{profile.label}</bdi> (<code>{profile.profileId}</code>)
        </Description>
      </DescriptionList>
      {remaining > 0 && (
        <Callout title={`The oldest ${counted(sales.length, 'sale')}`}>
          One batch takes no more. {counted(remaining, 'sale')} {remaining === 1 ? 'remains' : 'remain'} for
          another batch.
        </Callout>
      )}
      {barred.length > 0 && (
        <Callout tone="bad" live="status" title={`${counted(barred.length, 'payee')} cannot be paid`}>
          {barred.slice(0, MOST_BARRED).map(({ merchantId, problem }) => (
            <p key={merchantId} className="wrap-anywhere">
              {problem}
            </p>
          ))}
          {barred.length > MOST_BARRED && (
            <p>And {(barred.length - MOST_BARRED).toLocaleString('en-US')} more below.</p>
          )}
        </Callout>
      )}
      {profile.amountUnit === 'major' && (
        <Callout tone="warn" title="This profile takes whole dollars only">
          Amounts with cents become errors in the draft. Change them there.
        </Callout>
      )}
    </div>
  )
}
