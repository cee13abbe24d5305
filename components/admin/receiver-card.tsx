'use client'

import { KeyRound, Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { Panel } from '@/components/ui/panel'
import { networkText } from '@/lib/domain/callbacks/allow-list'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { KeyView, ReceiverView } from '@/lib/server/callbacks/receivers/receiver-list'
import type { NewKey } from './new-key-notice'
import { ReceiverForm, receiverEdit, unsavedReceivers } from './receiver-form'
import { isAccepted, ReceiverKeys } from './receiver-keys'
import { DoneNotice } from './save-notices'

const RotateKeyDialog = dynamic(
  () => import('./receiver-dialogs').then((file) => file.RotateKeyDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)
const RevokeKeyDialog = dynamic(
  () => import('./receiver-dialogs').then((file) => file.RevokeKeyDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)

/** A receiver: whose sales it receives, from which addresses, and its keys. */
export function ReceiverCard({
  receiver,
  profile,
  onMade,
}: {
  receiver: ReceiverView
  /** Null if the profile is no longer configured. */
  profile: ProfileView | null
  onMade: (made: NewKey) => void
}) {
  const { id, label, profileId, merchantId, allowed, keys } = receiver
  const [isEditing, setIsEditing] = useState(() => unsavedReceivers.has(receiverEdit(id)))
  const [asked, setAsked] = useState<'rotate' | KeyView | null>(null)
  const [done, setDone] = useState('')
  const editButton = useRef<HTMLButtonElement>(null)
  const accepted = keys.filter(isAccepted)
  const ask = (what: typeof asked) => {
    setDone('')
    setAsked(what)
  }

  return (
    <Panel
      title={<bdi>{label}</bdi>}
      description={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {profile ? profile.label : 'A profile that is no longer configured'}
          <CopyableId value={profileId} label={`profile id of ${label}`} />
          {merchantId !== '' && (
            <span className="inline-flex items-center gap-x-2">
              <span aria-hidden="true">·</span> merchant
              <CopyableId value={merchantId} label={`merchant ID of ${label}`} />
            </span>
          )}
        </span>
      }
      actions={
        <>
          <DoneNotice>{done}</DoneNotice>
          <Button
            ref={editButton}
            size="small"
            aria-expanded={isEditing}
            aria-label={`Edit ${label}`}
            onClick={() => setIsEditing(!isEditing)}
          >
            <Pencil aria-hidden="true" />
            Edit
          </Button>
          <Button size="small" aria-label={`New key for ${label}`} onClick={() => ask('rotate')}>
            <KeyRound aria-hidden="true" />
            New key…
          </Button>
        </>
      }
      flush
      footer={
        allowed.length === 0 ? (
          'Accepted from any address.'
        ) : (
          <>
            Accepted only from{' '}
            <span className="font-mono text-ink">{allowed.map(networkText).join(', ')}</span>
          </>
        )
      }
    >
      {isEditing && (
        <div className="border-b border-line p-4">
          <ReceiverForm
            receiver={receiver}
            onEnd={(words) => {
              setIsEditing(false)
              setDone(words)
              editButton.current?.focus()
            }}
          />
        </div>
      )}
      {accepted.length === 0 && (
        <div className="p-4">
          <Callout tone="warn" title="No active key">
            Every callback to this receiver is rejected. Create a new key and give the address to the partner.
          </Callout>
        </div>
      )}
      <ReceiverKeys label={label} keys={keys} onRevoke={ask} />
      {asked === 'rotate' && (
        <RotateKeyDialog
          receiver={receiver}
          hasAccepted={accepted.length > 0}
          onMade={(made) => {
            // The closing dialog returns the focus first; then the new key takes it.
            flushSync(() => setAsked(null))
            onMade({ ...made, label })
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== 'rotate' && (
        <RevokeKeyDialog
          revoked={asked}
          isLast={accepted.length === 1}
          onRevoked={() => {
            setAsked(null)
            setDone(`The key that ends in ${asked.lastFour} is revoked.`)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Panel>
  )
}
