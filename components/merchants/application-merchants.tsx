import { LinkButton } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import type { ApplicationMerchant } from '@/lib/server/merchants/views'
import { MerchantBadges } from './merchant-badges'

/** The merchants that an application became, and the way to enter one. */
export function ApplicationMerchants({
  applicationId,
  merchants,
  mayEnter,
}: {
  applicationId: string
  merchants: readonly ApplicationMerchant[]
  mayEnter: boolean
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
          {merchants.map(({ merchantId, name, state, confirmation }) => (
            <li key={merchantId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={routes.merchant(merchantId)}
                className="font-medium text-accent-ink hover:underline"
              >
                <bdi>{name}</bdi> <code className="text-xs">{merchantId}</code>
              </Link>
              <MerchantBadges state={state} confirmation={confirmation} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
