import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { type ReadAs, readAsTitle, readAsWords } from '@/lib/domain/funding/names-read'

/** Names that the last save read as merchant or transaction IDs. */
export default function ReadAsNotice({
  readAs,
  onDismiss,
}: {
  readAs: readonly ReadAs[]
  onDismiss: () => void
}) {
  return (
    <Callout
      tone="info"
      live="status"
      title={readAsTitle(readAs)}
      actions={
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {readAsWords(readAs).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Callout>
  )
}
