'use client'

import { useState } from 'react'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { CellName, STACKED_CELL, STACKED_HEAD, STACKED_ROW, Table, Td, Th } from '@/components/ui/table'
import type { Tone } from '@/components/ui/tone'
import type { KeyState, KeyView } from '@/lib/server/callbacks/receivers/receiver-list'

const STATES: Readonly<Record<KeyState, { tone: Tone; words: string }>> = {
  'in-use': { tone: 'good', words: 'In use' },
  replaced: { tone: 'warn', words: 'Being replaced' },
  expired: { tone: 'neutral', words: 'Ended' },
  revoked: { tone: 'bad', words: 'Revoked' },
}

const NOT_USED = { tone: 'neutral', words: 'Not used yet' } as const

/** Whether callbacks with this key are accepted. */
export const isAccepted = ({ state }: KeyView): boolean => state === 'in-use' || state === 'replaced'

/** The keys that work; ended keys are shown on demand. */
export function ReceiverKeys({
  label,
  keys,
  onRevoke,
}: {
  label: string
  keys: readonly KeyView[]
  onRevoke: (key: KeyView) => void
}) {
  const [showsEnded, setShowsEnded] = useState(false)
  const ended = keys.filter((key) => !isAccepted(key)).length
  const shown = showsEnded ? keys : keys.filter(isAccepted)
  return (
    <>
      {shown.length > 0 && (
        <Table label={`Keys of ${label}`}>
          <thead className={STACKED_HEAD}>
            <tr>
              <Th className="w-[9%]">Key</Th>
              <Th className="w-[16%]">Status</Th>
              <Th className="w-[28%]">Created</Th>
              <Th className="w-[19%]">Last used</Th>
              <Th className="w-[19%]">Expires</Th>
              <Th>
                <span className="sr-only">Revoke</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {shown.map((key) => (
              <KeyRow key={key.id} view={key} onRevoke={() => onRevoke(key)} />
            ))}
          </tbody>
        </Table>
      )}
      {ended > 0 && (
        <div className="border-t border-line px-2 py-1.5">
          <Button
            variant="ghost"
            size="small"
            aria-expanded={showsEnded}
            onClick={() => setShowsEnded(!showsEnded)}
          >
            {showsEnded ? 'Hide ended keys' : `Show ${ended} ended ${ended === 1 ? 'key' : 'keys'}`}
          </Button>
        </div>
      )}
    </>
  )
}

function KeyRow({ view, onRevoke }: { view: KeyView; onRevoke: () => void }) {
  const { lastFour, state, madeBy, madeAt, expiresAt, revoked, lastUsedAt } = view
  const { tone, words } = state === 'in-use' && lastUsedAt === null ? NOT_USED : STATES[state]
  return (
    <tr className={STACKED_ROW}>
      <Td className={classNames('whitespace-nowrap', STACKED_CELL)}>
        <CellName>Key</CellName>
        <span className="font-mono">
          <span aria-hidden="true">…</span>
          <span className="sr-only">ends in </span>
          {lastFour}
        </span>
      </Td>
      <Td className={STACKED_CELL}>
        <CellName>Status</CellName>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </Td>
      <Td className={STACKED_CELL}>
        <CellName>Created</CellName>
        <span>
          <DateTime at={madeAt} /> <span className="text-muted">by {madeBy}</span>
        </span>
      </Td>
      <Td className={STACKED_CELL}>
        <CellName>Last used</CellName>
        {lastUsedAt === null ? <span className="text-muted">Never</span> : <DateTime at={lastUsedAt} />}
      </Td>
      <Td className={STACKED_CELL}>
        <CellName>Expires</CellName>
        {revoked ? (
          <span>
            <DateTime at={revoked.at} /> <span className="text-muted">by {revoked.by}</span>
          </span>
        ) : expiresAt !== null ? (
          <DateTime at={expiresAt} />
        ) : (
          <span className="text-muted">No expiry</span>
        )}
      </Td>
      <Td className={classNames('text-end', STACKED_CELL)}>
        {isAccepted(view) && (
          <Button
            variant="ghost"
            size="small"
            className="sm:-my-1 max-sm:-ms-2"
            aria-label={`Revoke the key that ends in ${lastFour}`}
            onClick={onRevoke}
          >
            Revoke…
          </Button>
        )}
      </Td>
    </tr>
  )
}
