'use client'

import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Key } from '@/components/ui/key'
import { SHORTCUTS, type Shortcut } from './shortcuts'
import { singleKeysOn, turnSingleKeys } from './single-keys'

const DOES: Readonly<Record<Shortcut, string>> = {
  applications: 'Go to the applications',
  'list-search': 'In a list: go to its search',
  'next-row': 'In a list: next row; Enter opens it. In a case: next case',
  'previous-row': 'In a list: previous row. In a case: previous case',
  'previous-step': 'In an application: previous step',
  'next-step': 'In an application: next step',
  claim: 'In a case: claim it',
  approve: 'In a case: choose Approve',
  decline: 'In a case: choose Decline',
  request: 'In a case: request information',
  note: 'In a case: write a note',
  shortcuts: 'Show these shortcuts',
}

/** The shortcuts, and a switch that turns off single-key ones. */
export function ShortcutsDialog({
  open,
  onClose,
  modifier,
}: {
  open: boolean
  onClose: () => void
  /** Ctrl or ⌘. */
  modifier: string
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="medium">
      <Content modifier={modifier} />
    </Dialog>
  )
}

function Content({ modifier }: { modifier: string }) {
  const [on, setOn] = useState(singleKeysOn)
  return (
    <div className="flex flex-col gap-4">
      <dl className="divide-y divide-line">
        <Row keys={[modifier, 'K']} together does="Find an application, a page, or something to do" />
        <Row keys={[modifier, 'Enter']} together does="In an application: save, and continue" />
        {SHORTCUTS.map(({ shortcut, keys }) => (
          <Row key={shortcut} keys={keys} does={DOES[shortcut]} off={!on} />
        ))}
      </dl>
      <div className="rounded-lg border border-line bg-sunken p-3">
        <label className="flex items-start gap-2.5 font-medium">
          <input
            type="checkbox"
            checked={on}
            aria-describedby="single-keys-hint"
            onChange={({ target: { checked } }) => {
              turnSingleKeys(checked)
              setOn(checked)
            }}
            className="mt-0.5 size-4 shrink-0"
          />
          Single-key shortcuts
        </label>
        <p id="single-keys-hint" className="mt-1 ps-6.5 text-sm text-muted">
          Ignored while you type. Turn them off if you dictate or press keys by mistake; those with {modifier}{' '}
          go on working. This browser remembers it.
        </p>
      </div>
    </div>
  )
}

function Row({
  keys,
  together = false,
  does,
  off = false,
}: {
  keys: readonly string[]
  together?: boolean
  does: string
  off?: boolean
}) {
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt className={off ? 'text-muted line-through' : undefined}>{does}</dt>
      <dd className="flex shrink-0 items-center gap-1 text-xs text-muted">
        {keys.map((key, i) => (
          <span key={key} className="flex items-center gap-1">
            {i > 0 && !together && 'then'}
            <Key>{key}</Key>
          </span>
        ))}
        {off && <span className="sr-only">(off)</span>}
      </dd>
    </div>
  )
}
