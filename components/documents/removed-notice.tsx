import { UndoNotice } from '@/components/forms/undo-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { restoreDocumentAction } from '@/lib/server/documents/actions'
import type { DocumentItem } from '@/lib/server/documents/data'

/** The document that was just removed, with a button to restore it. */
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
    <UndoNotice
      title={
        <>
          <bdi>{name}</bdi> removed
        </>
      }
      undo={undo}
      busy={busy}
      trouble={trouble}
      notUndone="It was not restored"
      onClose={onClose}
    />
  )
}
