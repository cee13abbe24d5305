import type { Route } from 'next'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { LinkButton } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import { routes } from '@/lib/routes'
import type { ApplicationMerchant } from '@/lib/server/merchants/views'
import { MerchantBadges } from './merchant-badges'

const batchesOf = (merchantId: string) =>
  `${routes.funding}?${batchList.write({ search: merchantId })}` as Route

/** The merchants created from an application, with links to their sales and money, and a link to add one. */
export function ApplicationMerchants({
  applicationId,
  merchants,
  mayEnter,
  seesFunding,
}: {
  applicationId: string
  merchants: readonly ApplicationMerchant[]
  mayEnter: boolean
  seesFunding: boolean
}) {
  return (
    <Panel
      title="Funding merchant"
      actions={
        mayEnter && (
          <LinkButton size="small" href={routes.newMerchantOf(applicationId)}>
            {merchants.length === 0 ? 'Enter merchant ID' : 'Enter another merchant ID'}
          </LinkButton>
        )
      }
    >
      {merchants.length === 0 ? (
        <p className="text-sm text-muted">
          No merchant ID has been entered. Once the processor has boarded this merchant, enter its ID so that
          it can be funded.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {merchants.map(({ merchantId, name, state, confirmation, receivers }) => (
            <li key={merchantId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={routes.merchant(merchantId)}
                className="font-medium text-accent-ink hover:underline"
              >
                <bdi>{name}</bdi> <code className="text-xs">{merchantId}</code>
              </Link>
              <MerchantBadges state={state} confirmation={confirmation} />
              <span className="flex basis-full flex-wrap gap-x-4 text-sm empty:hidden">
                {receivers.map(({ id, label, profileId }) => (
                  <Link
                    key={id}
                    href={callbackAddress({ profileId, merchantId })}
                    className="link inline-flex min-h-6 items-center"
                  >
                    {receivers.length === 1 ? 'Sales' : `Sales of ${label}`}
                  </Link>
                ))}
                {seesFunding && (
                  <Link href={batchesOf(merchantId)} className="link inline-flex min-h-6 items-center">
                    Batches
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
