'use client'

import { Button } from '@/components/ui/button'
import { CopyableText } from '@/components/ui/copyable-text'
import { Dialog } from '@/components/ui/dialog'

/** The one time that a secret is seen. */
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
      description="It is shown this once. Whoever needs it again gets a new one."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have put it where it belongs
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CopyableText label="Secret" text={secret} />
        <ol className="flex list-decimal flex-col gap-1 ps-5 text-sm">
          <li>Give it to the system that receives: it verifies with it that a message is ours.</li>
          <li>Send a test message, and see that it is taken.</li>
          {isNew && <li>Switch the endpoint on. Before that, nothing is passed on.</li>}
        </ol>
      </div>
    </Dialog>
  )
}
