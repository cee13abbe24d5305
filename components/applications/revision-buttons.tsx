'use client'

import { PencilLine } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { beginRevisionAction } from '@/lib/server/applications/actions'
import type { ApplicationView } from '@/lib/server/applications/loaders'

const DiscardDialog = dynamic(() => import('./discard-dialog').catch(notLoaded), { loading: () => null })

/** Opens an application that the partner has for changes, which are sent as an update. */
export function BeginRevisionButton({
  applicationId,
  primary = false,
  children,
}: {
  applicationId: string
  /** Whether it is the next step. */
  primary?: boolean
  children: ReactNode
}) {
  const { run, busy, trouble } = useDeskAction(beginRevisionAction, { leaves: true })
  return (
    <form action={() => void run({ applicationId })} className="flex flex-col gap-2">
      <div>
        <Button type="submit" variant={primary ? 'primary' : undefined} busy={busy}>
          <PencilLine aria-hidden="true" />
          {children}
        </Button>
      </div>
      <TroubleNotice trouble={trouble} title="It was not opened" />
    </form>
  )
}

/** Discards the changes and returns to what the partner has. */
export function DiscardRevision({
  application: { id, update },
  variant,
  size,
}: {
  application: Pick<ApplicationView, 'id' | 'update'>
  variant?: 'primary'
  size?: 'small'
}) {
  const changes = update?.differences.length ?? 0
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} size={size} onClick={() => setOpen(true)}>
        Discard update…
      </Button>
      {open && <DiscardDialog applicationId={id} changes={changes} onClose={() => setOpen(false)} />}
    </>
  )
}
