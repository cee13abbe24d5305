'use client'

import { type FormEvent, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyableId } from '@/components/ui/copyable-id'
import { Panel } from '@/components/ui/panel'
import { changeProfileAction } from '@/lib/server/sandbox/actions'
import type { ControlProfile } from '@/lib/server/sandbox/controls'
import { ControlNotice } from './control-notice'
import { PROFILE_STATUSES, profileStatus } from './sandbox-labels'
import { useControl } from './use-control'

/** The funding profiles, each with its own form, so that one can be saved while another is being edited. */
export function ProfileList({ profiles }: { profiles: readonly ControlProfile[] }) {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {profiles.map((profile) => (
        <ProfilePanel key={profile.profileId} stored={profile} />
      ))}
    </div>
  )
}

function ProfilePanel({ stored }: { stored: ControlProfile }) {
  const { profileId } = stored
  const [saved, setSaved] = useState(stored)
  const [status, setStatus] = useState(stored.status)
  const [responseUrl, setResponseUrl] = useState(stored.responseUrl ?? '')
  const [done, setDone] = useState('')
  const control = useControl(changeProfileAction)
  const { tone, label } = profileStatus(saved.status)
  const changed = status !== saved.status || responseUrl !== (saved.responseUrl ?? '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    setDone('')
    const result = await control.run({ profileId, status, responseUrl })
    if (!result.ok || !result.data) return
    setSaved(result.data)
    setResponseUrl(result.data.responseUrl ?? '')
    setDone('Saved.')
  }

  return (
    <Panel
      title={
        <>
          Profile <CopyableId value={profileId} label={`profile id ${profileId}`} />
        </>
      }
      actions={<StatusBadge tone={tone}>{label}</StatusBadge>}
    >
      <form
        ref={control.form}
        onSubmit={submit}
        noValidate
        aria-label={`Profile ${profileId}`}
        className="flex flex-col items-start gap-3"
      >
        <FieldFrame
          path={`${profileId}.status`}
          meta={{ label: 'Status', required: true, hint: profileStatus(status).answers }}
          findings={control.findings('status')}
          className="w-full"
        >
          {(props) => (
            <select
              {...props}
              value={status}
              onChange={({ target }) => {
                const chosen = PROFILE_STATUSES.find(({ name }) => name === target.value)
                if (chosen) setStatus(chosen.name)
              }}
              className="control control-select max-w-60"
            >
              {PROFILE_STATUSES.map(({ name, label: words }) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <FieldFrame
          path={`${profileId}.responseUrl`}
          meta={{
            label: 'Response address',
            required: false,
            hint: 'Where events of this profile are posted. While it is empty they wait.',
          }}
          findings={control.findings('responseUrl')}
          className="w-full"
        >
          {(props) => (
            <input
              {...props}
              type="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              value={responseUrl}
              onChange={({ target }) => setResponseUrl(target.value)}
              className="control"
            />
          )}
        </FieldFrame>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={control.busy}>
            Save
          </Button>
          {changed && <span className="text-sm text-muted">Not saved yet</span>}
          {!control.problem && <ControlNotice problem={null} done={changed ? '' : done} />}
        </div>
        {control.problem && <ControlNotice problem={control.problem} />}
      </form>
    </Panel>
  )
}
