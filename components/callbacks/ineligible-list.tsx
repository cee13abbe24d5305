import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { Ineligible } from '@/lib/domain/callbacks/ineligible'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type {
  IneligibleCount,
  IneligibleMerchant,
  OtherProfile,
} from '@/lib/server/callbacks/fund/choose-sales'
import { callbackAddress } from './callback-address'

const WORDS: Readonly<Record<Ineligible, string>> = {
  'in-draft': 'already in a draft',
  'in-batch': 'already in a batch',
  funded: 'already funded',
  outside: 'marked as funded externally',
  'no-sale': 'not an approved sale',
  conflict: 'conflicting deliveries; choose the correct one first',
  'amount-unknown': 'amount unknown; set it first',
  'other-currency': 'not in US dollars',
  'link-amount': 'amount differs from the payment link; close the callback first',
  'told-twice': 'duplicate of a sale in this batch',
  'no-merchant': 'no merchant (received for the whole profile)',
  'merchant-unknown': 'merchant not in the directory',
  'merchant-unconfirmed': 'merchant not confirmed',
  'merchant-paused': 'merchant paused',
  'merchant-closed': 'merchant closed',
  'payee-not-payable': 'a payee of the default split is not active',
  'sale-too-small': 'smaller than the fixed amounts of the split',
}

/** The log filters that find the sales with this reason; no entry if none do. */
const FILTERS: Readonly<Partial<Record<Ineligible, Partial<CallbackListQuery>>>> = {
  conflict: { funding: ['unfunded'], states: ['conflict'] },
  'amount-unknown': { funding: ['unfunded'], states: ['anomaly'] },
  'link-amount': { funding: ['unfunded'], states: ['anomaly'] },
  'no-merchant': { funding: ['unfunded'], merchantId: '' },
}

/** Reasons that can be resolved on the merchant's page. */
const OF_MERCHANTS: readonly Ineligible[] = [
  'merchant-unknown',
  'merchant-unconfirmed',
  'merchant-paused',
  'merchant-closed',
  'payee-not-payable',
  'sale-too-small',
]

/** Which sales stay out of a batch, and why. `profileId`: the profile that they came in for. */
export function IneligibleList({
  leftOut,
  otherProfiles = [],
  profileId,
}: {
  leftOut: readonly IneligibleCount[]
  otherProfiles?: readonly OtherProfile[]
  profileId: string
}) {
  if (leftOut.length + otherProfiles.length === 0) return null
  const total = [...leftOut, ...otherProfiles].reduce((sum, { sales }) => sum + sales, 0)
  return (
    <Callout tone="warn" title={`${counted(total, 'sale')} left out`}>
      <ul aria-label="Left out" className="flex flex-col gap-1.5">
        {leftOut.map((count) => (
          <LeftOutReason key={count.reason} count={count} profileId={profileId} />
        ))}
        {otherProfiles.map((other) => (
          <li key={other.profileId}>
            <Away href={callbackAddress({ profileId: other.profileId, funding: ['unfunded'] })}>
              {counted(other.sales, 'sale')}
            </Away>
            : of the funding profile {other.label !== '' && <bdi>{other.label}</bdi>}{' '}
            <code>{other.profileId}</code>
            {other.amountMinor > 0 && (
              <>
                , <Money amountMinor={other.amountMinor} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function LeftOutReason({
  count: { reason, sales, amountMinor, batches, merchants, merchantCount },
  profileId,
}: {
  count: IneligibleCount
  profileId: string
}) {
  const filter = FILTERS[reason]
  const isOfMerchants = OF_MERCHANTS.includes(reason) && merchants.length > 0
  return (
    <li>
      {filter ? (
        <Away href={callbackAddress({ ...filter, profileId })}>{counted(sales, 'sale')}</Away>
      ) : (
        counted(sales, 'sale')
      )}
      : {WORDS[reason]}
      {/* An amount in another currency is not an amount of dollars. */}
      {amountMinor > 0 && reason !== 'other-currency' && (
        <>
          , <Money amountMinor={amountMinor} />
        </>
      )}
      {batches.map(({ id, number }, index) => (
        <span key={id}>
          {index === 0 ? ': ' : ', '}
          <Away href={routes.fundingBatch(id)}>B-{number}</Away>
        </span>
      ))}
      {isOfMerchants && (
        <ul className="ms-3 flex flex-col">
          {merchants.map((merchant) => (
            <li key={merchant.merchantId}>
              <MerchantOut merchant={merchant} reason={reason} profileId={profileId} />
            </li>
          ))}
          {merchantCount > merchants.length && (
            <li>and {counted(merchantCount - merchants.length, 'more merchant')}</li>
          )}
        </ul>
      )}
    </li>
  )
}

function MerchantOut({
  merchant: { merchantId, name, sales, payee },
  reason,
  profileId,
}: {
  merchant: IneligibleMerchant
  reason: Ineligible
  profileId: string
}) {
  const label = (
    <>
      {name !== '' && <bdi>{name}</bdi>} <code>{merchantId}</code>
    </>
  )
  return (
    <span className="wrap-anywhere">
      {reason === 'merchant-unknown' ? label : <Away href={routes.merchant(merchantId)}>{label}</Away>}
      {payee !== null && (
        <>
          {' '}
          pays <code>{payee}</code>
        </>
      )}
      :{' '}
      <Away href={callbackAddress({ profileId, merchantId, funding: ['unfunded'] })}>
        {counted(sales, 'sale')}
      </Away>
    </span>
  )
}

const Away = ({ href, children }: { href: Route; children: ReactNode }) => (
  <Link href={href} className="font-medium text-accent-ink hover:underline">
    {children}
  </Link>
)
