import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import type { WordView } from '@/lib/server/funding/views'
import { confirmersWords, missingWords, wordText } from './unknown-request'

/** What somebody reported about a lost answer, until a second person confirms it. `request`: its number. */
export function WordToConfirm({
  word,
  said: { by, at, missing, note },
  request,
}: {
  word: WordView
  said: NonNullable<WordView['said']>
  request: number | undefined
}) {
  return (
    <Callout tone="warn" title="A second person must confirm it">
      <bdi className="font-medium">{by}</bdi>, <DateTime at={at} />: {wordText(missing, request)}.{' '}
      {missing !== null && missing.length > 0 && (
        <>
          Missing: <bdi className="wrap-anywhere">{missingWords(missing)}</bdi>.{' '}
        </>
      )}
      <q className="break-words whitespace-pre-line">{note}</q> {confirmersWords(word)}
    </Callout>
  )
}
