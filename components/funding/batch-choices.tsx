import { Option } from '@/components/forms/option'
import type { AmountStyle } from '@/lib/domain/funding/amount'
import type { ProfileView } from '@/lib/server/funding/views'
import { UNIT_WORDS } from './funding-words'

/** With which profile a batch is sent. */
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
              (<code>{profileId}</code>), {UNIT_WORDS[amountUnit]}
            </>
          }
        />
      ))}
    </fieldset>
  )
}

const AMOUNT_STYLES: readonly { value: AmountStyle; label: string; example: string }[] = [
  { value: 'digits', label: 'Digits only', example: '1250' },
  { value: 'decimal', label: 'Dollars and cents', example: '12.50' },
]

/** How the amounts of a batch are written. */
export function AmountStyleChoice({
  chosen,
  onChoose,
}: {
  chosen: AmountStyle
  onChoose: (style: AmountStyle) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Amounts are written as</legend>
      {AMOUNT_STYLES.map(({ value, label, example }) => (
        <Option
          key={value}
          type="radio"
          name="amount-style"
          checked={chosen === value}
          onChange={() => onChoose(value)}
          label={label}
          note={<code>{example}</code>}
        />
      ))}
    </fieldset>
  )
}
