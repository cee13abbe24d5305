import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { counted } from '@/lib/domain/values/counted'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { callbackAddress } from './callback-address'

type Profile = { profileId: string; label: string }

/** Up to this many sales are listed without a click. */
const NAMED = 3

/**
 * A batch can have only one funding profile. Groups the selected sales by profile, and lets the person keep one group.
 */
export function ProfilesApart({
  sales,
  profiles,
  onKeep,
}: {
  sales: readonly CallbackListItem[]
  profiles: readonly Profile[]
  onKeep: (sales: readonly CallbackListItem[]) => void
}) {
  const byProfile = [...Map.groupBy(sales, ({ profileId }) => profileId)]
  return (
    <div className="flex flex-col gap-1.5">
      <p>A batch is of one funding profile, and these sales came for {byProfile.length}:</p>
      <ul aria-label="Chosen sales by funding profile" className="flex flex-col gap-1.5">
        {byProfile.map(([profileId, own]) => (
          <li key={profileId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="text-ink">
              <bdi className="font-medium">{nameOf(profiles, profileId)}</bdi> <code>{profileId}</code>:{' '}
              {counted(own.length, 'sale')},{' '}
              <Money amountMinor={own.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)} />
            </span>
            <Names sales={own} />
            <Button size="small" onClick={() => onKeep(own)}>
              Keep only these
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Names({ sales }: { sales: readonly CallbackListItem[] }) {
  if (sales.length > NAMED)
    return (
      <details>
        <summary className="w-fit rounded-sm text-accent-ink underline">Which sales</summary>
        <List sales={sales} />
      </details>
    )
  return <List sales={sales} />
}

const List = ({ sales }: { sales: readonly CallbackListItem[] }) => (
  <ul className="flex max-h-40 min-w-0 flex-wrap gap-x-3 overflow-y-auto">
    {sales.map(({ n, tranId }) => (
      <li key={n} className="min-w-0">
        <code className="id">{tranId ?? `Callback ${n}`}</code>
      </li>
    ))}
  </ul>
)

/** The same for everything that matches the filters: each button filters the log by one profile. */
export const ProfileFilters = ({
  query,
  profiles,
}: {
  query: CallbackListQuery
  profiles: readonly Profile[]
}) => (
  <>
    A batch is of one funding profile. Show the sales of one:{' '}
    {profiles.map(({ profileId, label }, at) => (
      <span key={profileId}>
        {at > 0 && ', '}
        <Link href={callbackAddress({ ...query, profileId, cursor: null })} className="link">
          <bdi>{label}</bdi> ({profileId})
        </Link>
      </span>
    ))}
  </>
)

const nameOf = (profiles: readonly Profile[], profileId: string): string =>
  profiles.find((profile) => profile.profileId === profileId)?.label ?? 'Profile'
