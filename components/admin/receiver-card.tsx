'use client'

import { KeyRound, Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NoteQuestion } from '@/components/funding/note-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { Panel } from '@/components/ui/panel'
import { networkText } from '@/lib/domain/callbacks/allow-list'
import { OVERLAP_HOURS, type OverlapHours } from '@/lib/domain/callbacks/receiver'
import { revokeKeyAction, rotateKeyAction } from '@/lib/server/callbacks/receiver-actions'
import type { KeyView, ReceiverView } from '@/lib/server/callbacks/receiver-list'
import type { ProfileView } from '@/lib/server/funding/views'
import type { NewKey } from './new-key-notice'
import { keptReceivers, ReceiverForm, receiverEdit } from './receiver-form'
import { isAccepted, ReceiverKeys } from './receiver-keys'
import { DoneNotice } from './save-notices'
import type { Answer } from './use-save'

const NoteDialog = dynamic(() => import('@/components/funding/note-dialog'))

const OVERLAPS: Readonly<Record<OverlapHours, { label: string; note: string }>> = {
  0: {
    label: 'End at once',
    note: 'Where somebody has it who should not. Callbacks are refused until the partner has the new address.',
  },
  1: { label: 'Go on for an hour', note: 'Where the partner’s settings are open before you.' },
  24: { label: 'Go on for a day', note: 'Where somebody else puts the new address in.' },
  72: { label: 'Go on for three days', note: 'Over a weekend.' },
}

/** One receiver: whose sales come in, from where they may, and its keys. */
export function ReceiverCard({
  receiver,
  profile,
  onMade,
}: {
  receiver: ReceiverView
  /** Null where it is no longer configured. */
  profile: ProfileView | null
  onMade: (made: NewKey) => void
}) {
  const { id, label, profileId, merchantId, allowed, keys } = receiver
  const [isEditing, setIsEditing] = useState(() => keptReceivers.has(receiverEdit(id)))
  const [question, setQuestion] = useState<NoteQuestion | null>(null)
  const [done, setDone] = useState('')
  const editButton = useRef<HTMLButtonElement>(null)
  const accepted = keys.filter(isAccepted)

  const askRotation = () => {
    setDone('')
    setQuestion({
      title: `New key for “${label}”`,
      description:
        accepted.length === 0
          ? 'No key of it works. With a new one callbacks can come in again.'
          : 'The partner gets a new address. What shall become of the key that is in use?',
      label: null,
      needed: false,
      button: 'Make a new key',
      choices:
        accepted.length === 0
          ? undefined
          : OVERLAP_HOURS.map((hours) => ({ value: String(hours), ...OVERLAPS[hours] })),
      run: rotate,
    })
  }

  async function rotate(_note: string, choice: string): Promise<string | null> {
    const overlapHours = OVERLAP_HOURS.find((hours) => String(hours) === choice) ?? 0
    const answer = await answered(
      rotateKeyAction({ receiverId: id, newestKeyId: keys[0]?.id ?? null, overlapHours }),
    )
    if (typeof answer === 'string') return answer
    // The dialog gives the focus back when it goes; after that the new key takes it.
    flushSync(() => setQuestion(null))
    onMade({ ...answer, label, olderKeys: accepted.length === 0 ? null : OLDER_KEYS[overlapHours] })
    return null
  }

  const askRevocation = (key: KeyView) => {
    setDone('')
    const isLast = accepted.length === 1
    setQuestion({
      title: `Revoke the key that ends in ${key.lastFour}?`,
      description: `It is refused from the next callback on, and cannot be brought back.${
        isLast ? ' It is the only key that works: nothing comes in here until there is a new one.' : ''
      }`,
      label: null,
      needed: false,
      button: 'Revoke',
      danger: true,
      run: async () => {
        const answer = await answered(revokeKeyAction({ keyId: key.id }))
        if (typeof answer === 'string') return answer
        setDone(`The key that ends in ${key.lastFour} is revoked.`)
        return null
      },
    })
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
              <CopyableId value={merchantId} label={`merchant id of ${label}`} />
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
          <Button size="small" aria-label={`New key for ${label}`} onClick={askRotation}>
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
          <Callout tone="warn" title="Nothing can come in here">
            No key of it works, so every callback to it is refused, and the partner may stop trying. Make a
            new key, and give its address to the partner.
          </Callout>
        </div>
      )}
      <ReceiverKeys label={label} keys={keys} onRevoke={askRevocation} />
      {question && <NoteDialog question={question} onClose={() => setQuestion(null)} />}
    </Panel>
  )
}

const OLDER_KEYS: Readonly<Record<OverlapHours, string>> = {
  0: 'The key before it is refused from now on.',
  1: 'The key before it goes on for an hour.',
  24: 'The key before it goes on for a day.',
  72: 'The key before it goes on for three days.',
}

/** What an action gave, or in words why it gave nothing. */
async function answered<T>(asked: Promise<Answer<T>>): Promise<T | string> {
  const answer = await asked.catch(() => null)
  const result = answer?.data
  if (result?.ok === true) return result.value
  if (result?.ok === false && result.reason === 'problems')
    return result.problems.map(({ message }) => message).join(' ')
  return (
    answer?.serverError?.message ??
    'The desk did not answer. Reload the page and look at the keys before you try again.'
  )
}
