'use client'

import { Button } from '@/components/ui/button'
import { CopyableText } from '@/components/ui/copyable-text'
import { Dialog } from '@/components/ui/dialog'

/** Shows a secret for the only time. */
export function SecretShown({
  label,
  secret,
  isNew,
  onClose,
}: {
  label: string
  secret: string
  isNew: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={
        <>
          The {isNew ? '' : 'new '}secret of “<bdi>{label}</bdi>”
        </>
      }
      description="Shown only once. If you lose it, renew it."
      footer={
        <Button variant="primary" onClick={onClose}>
          I’ve saved the secret
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CopyableText label="Secret" text={secret} />
        <ol className="flex list-decimal flex-col gap-1 ps-5 text-sm">
          <li>Store it in the receiving system to verify messages.</li>
          <li>Send a test message and check that it is delivered.</li>
          {isNew && <li>Switch the endpoint on. Nothing is forwarded before that.</li>}
        </ol>
      </div>
    </Dialog>
  )
}
