'use client'

import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { CopyableId } from '@/components/ui/copyable-id'
import { Panel } from '@/components/ui/panel'
import type { ControlProfile } from '@/lib/server/sandbox/controls'
import { ProfileSelect } from './profile-select'

const FIELDS = [
  { name: 'payment_amount', label: 'Amount', needed: true, hint: 'US dollars', initial: '45.00' },
  { name: 'invoice_number', label: 'Invoice', needed: false, hint: undefined, initial: 'INV-1001' },
  { name: 'client_reference_number', label: 'Reference', needed: false, hint: undefined, initial: '' },
] as const

type FieldName = (typeof FIELDS)[number]['name']

/** A link to the simulated payment page (interface, "Hosted payment request fields"), built as it is typed. */
export function HostedPageLink({
  address,
  profiles,
}: {
  address: string
  profiles: readonly ControlProfile[]
}) {
  const [profileId, setProfileId] = useState(profiles[0]?.profileId ?? '')
  const [values, setValues] = useState<Partial<Record<FieldName, string>>>({})
  const typedIn = ({ name, initial }: (typeof FIELDS)[number]) => values[name] ?? initial
  const given = FIELDS.flatMap((field): [string, string][] =>
    typedIn(field) === '' ? [] : [[field.name, typedIn(field)]],
  )
  const link = `${address}/hpp/pay?${new URLSearchParams([['profile_id', profileId], ...given])}`

  return (
    <Panel
      title="Make a sale on the hosted page"
      description="An approved sale becomes a transaction, and its event appears below."
    >
      <div className="flex flex-col gap-3">
        <ProfileSelect path="hosted.profile" profiles={profiles} value={profileId} onChange={setProfileId} />
        <div className="grid gap-3 sm:grid-cols-3">
          {FIELDS.map((field) => (
            <FieldFrame
              key={field.name}
              path={`hosted.${field.name}`}
              meta={{ label: field.label, required: field.needed, hint: field.hint, partnerName: field.name }}
            >
              {(props) => (
                <input
                  {...props}
                  type="text"
                  autoComplete="off"
                  value={typedIn(field)}
                  onChange={({ target }) =>
                    setValues((before) => ({ ...before, [field.name]: target.value }))
                  }
                  className="control"
                />
              )}
            </FieldFrame>
          ))}
        </div>
        <div className="flex flex-col items-start gap-2">
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm font-medium text-accent-ink underline underline-offset-2"
          >
            <ExternalLink className="size-4" aria-hidden="true" />
            Open the payment page
          </a>
          <span className="max-w-full text-xs text-muted">
            <CopyableId value={link} label="link to the payment page" />
          </span>
        </div>
      </div>
    </Panel>
  )
}
