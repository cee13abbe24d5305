import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { restoreDocumentAction } from '@/lib/server/documents/actions'
import type { DocumentItem } from '@/lib/server/documents/data'

/** What was just removed, and the way to have it back. */
export function RemovedNotice({
  document: { id, name },
  reload,
  onClose,
}: {
  document: DocumentItem
  reload: () => Promise<void>
  onClose: () => void
}) {
  const { run, busy, trouble } = useDeskAction(restoreDocumentAction, { unanswered: 'try-again' })

  async function undo() {
    const called = await run({ documentId: id })
    await reload()
    if (called?.ok) onClose()
  }

  return (
    <>
      <Callout
        tone="good"
        live="status"
        title={
          <>
            <bdi>{name}</bdi> removed
          </>
        }
        actions={
          <>
            <Button size="small" busy={busy} onClick={() => void undo()}>
              Undo
            </Button>
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          </>
        }
      />
      <TroubleNotice trouble={trouble} title="It was not restored" />
    </>
  )
}
