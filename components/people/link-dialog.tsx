'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyableText } from '@/components/ui/copyable-text'
import { DateTime } from '@/components/ui/date-time'
import { Dialog } from '@/components/ui/dialog'
import { routes } from '@/lib/routes'
import type { LinkDelivered } from '@/lib/server/people/mail-link'

export type MadeLink = LinkDelivered

/** The result for a link. If it was not mailed, it is shown once: the desk stores only its hash. */
export default function LinkDialog({
  link,
  origin,
  onClose,
}: {
  link: MadeLink
  origin: string
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={link.mailed ? 'Link sent' : 'Send this link'}
      description={
        <>
          To <b className="font-medium text-ink wrap-anywhere">{link.email}</b>
          {link.mailed ? '.' : ', by a channel that only they read.'} It works once, until{' '}
          <DateTime at={link.expiresAt} />.
        </>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {!link.mailed && link.because !== null && (
          <Callout
            tone="warn"
            live="status"
            title={link.mayArrive ? 'Mail not confirmed' : 'Not sent by mail'}
          >
            {link.because} Copy the link instead.
          </Callout>
        )}
        {link.waits && (
          <Callout tone="warn" title="Another admin has to approve it first">
            The link opens once they approve it under People.
          </Callout>
        )}
        {link.mailed ? (
          <p className="text-sm text-muted">If it doesn’t arrive, create a new link under People.</p>
        ) : (
          <CopyableText
            label="One-time link"
            hint="It is not shown again. If it gets lost, make a new link."
            text={`${origin}${routes.accessLink}#${link.token}`}
          />
        )}
      </div>
    </Dialog>
  )
}
