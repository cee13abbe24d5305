'use client'

import { FieldFrame } from '@/components/forms/field-frame'
import type { ControlProfile } from '@/lib/server/sandbox/controls'
import { profileStatus } from './sandbox-labels'

export function ProfileSelect({
  path,
  profiles,
  value,
  hint,
  onChange,
}: {
  path: string
  profiles: readonly ControlProfile[]
  value: string
  hint?: string | undefined
  onChange: (profileId: string) => void
}) {
  return (
    <FieldFrame path={path} meta={{ label: 'Profile', required: true, hint }}>
      {(props) => (
        <select
          {...props}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="control control-select"
        >
          {profiles.map(({ profileId, status }) => (
            <option key={profileId} value={profileId}>
              {profileId} · {profileStatus(status).label.toLowerCase()}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
