'use client'

import { ChevronDown, Copy } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type MouseEvent, useId, useState } from 'react'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { A_KIND } from './start-words'
import { useCopy } from './use-copy'

const OtherKindDialog = dynamic(
  () => import('./other-kind-dialog').then((file) => file.OtherKindDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)

/** Starts a new application of either kind from this one, in any status. For people who may write applications. */
export function StartFrom({ applicationId, kind }: { applicationId: string; kind: ApplicationKind }) {
  const menuId = useId()
  const other: ApplicationKind = kind === 'full' ? 'payfac' : 'full'
  const [asking, setAsking] = useState(false)
  const [opened, setOpened] = useState(false)
  const { trouble, copy, busy } = useCopy(applicationId)

  function ask(event: MouseEvent) {
    closeMenu(event)
    setOpened(true)
    setAsking(true)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TroubleLine trouble={asking ? null : trouble} />
      <Button popoverTarget={menuId} busy={busy}>
        <Copy aria-hidden="true" />
        Duplicate
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover id={menuId} label="Start a new application" className="w-80 p-1">
        <ul>
          <li>
            <MenuItem
              name={`Copy as ${A_KIND[kind]}`}
              meaning="A new draft with all its values. Documents and record IDs stay here."
              busy={busy}
              onClick={(event) => {
                closeMenu(event)
                void copy(kind)
              }}
            />
          </li>
          <li>
            <MenuItem
              name={`Start ${A_KIND[other]} from it…`}
              meaning="With the values that both kinds have. You see first which ones do not go over."
              busy={busy}
              onClick={ask}
            />
          </li>
        </ul>
      </Popover>
      {opened && (
        <OtherKindDialog
          applicationId={applicationId}
          kind={other}
          open={asking}
          trouble={trouble}
          busy={busy}
          onClose={() => setAsking(false)}
          onStart={() => void copy(other)}
        />
      )}
    </div>
  )
}

/** Closes the menu first, so that a dialog returns the focus to the menu's button. */
const closeMenu = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

function MenuItem({
  name,
  meaning,
  busy,
  onClick,
}: {
  name: string
  meaning: string
  busy: boolean
  onClick: (event: MouseEvent) => void
}) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className="w-full rounded-md px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="block font-medium">{name}</span>
      <span className="block text-sm text-muted">{meaning}</span>
    </button>
  )
}
