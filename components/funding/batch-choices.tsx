import { Option } from '@/components/forms/option'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { UNIT_LABELS } from './funding-labels'

/** The profile that sends a batch. */
export function ProfileChoice({
  profiles,
  chosen,
  disabled,
  onChoose,
}: {
  profiles: readonly ProfileView[]
  chosen: string
  disabled?: boolean
  onChoose: (profileId: string) => void
}) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-sm font-medium">Funding profile</legend>
      {profiles.map(({ profileId, label, amountUnit }) => (
        <Option
          key={profileId}
          type="radio"
          name="profile"
          checked={profileId === chosen}
          onChange={() => onChoose(profileId)}
          label={<bdi>{label}</bdi>}
          note={
            <>
              (<code>{profileId}</code>), {UNIT_LABELS[amountUnit]}
            </>
          }
        />
      ))}
    </fieldset>
  )
}
