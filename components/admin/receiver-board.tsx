'use client'

import { Inbox, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { ReceiverView } from '@/lib/server/callbacks/receivers/receiver-list'
import { type NewKey, NewKeyNotice } from './new-key-notice'
import { hasNewReceiver, NewReceiverForm } from './new-receiver-form'
import { ReceiverCard } from './receiver-card'
import { DoneNotice } from './save-notices'

/** The receivers and their keys. A new key is shown above them until someone confirms that they have it. */
export function ReceiverBoard({
  receivers,
  profiles,
  address,
}: {
  receivers: readonly ReceiverView[]
  profiles: readonly ProfileView[]
  /** The part of the address before the key. */
  address: string
}) {
  const [isAdding, setIsAdding] = useState(hasNewReceiver)
  const [newKeys, setNewKeys] = useState<readonly NewKey[]>([])
  const [done, setDone] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)

  function endAdding(words: string) {
    setIsAdding(false)
    setDone(words)
    addButton.current?.focus()
  }

  const show = (made: NewKey) => {
    setDone('')
    setIsAdding(false)
    setNewKeys([made, ...newKeys])
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={addButton}
          variant="primary"
          onClick={() => {
            setDone('')
            setIsAdding(true)
          }}
        >
          <Plus aria-hidden="true" />
          Add a receiver
        </Button>
        <DoneNotice>{done}</DoneNotice>
      </div>
      {newKeys.map((made) => (
        <NewKeyNotice
          key={made.key}
          made={made}
          address={address}
          onDone={() => {
            setNewKeys(newKeys.filter((other) => other !== made))
            addButton.current?.focus()
          }}
        />
      ))}
      {isAdding && <NewReceiverForm profiles={profiles} onMade={show} onDiscard={endAdding} />}
      {receivers.length === 0 && !isAdding ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={<Inbox />} title="No receivers yet">
            Add a receiver for a funding profile and give its address to the partner. Approved sales then
            appear in the callback log.
          </EmptyState>
        </div>
      ) : (
        receivers.map((receiver) => (
          <ReceiverCard
            key={receiver.id}
            receiver={receiver}
            profile={profiles.find(({ profileId }) => profileId === receiver.profileId) ?? null}
            onMade={show}
          />
        ))
      )}
    </div>
  )
}
