import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import type { OutcomeReportView } from '@/lib/server/funding/views'
import { confirmersWords, missingWords, reportText } from './unknown-request'

/** What someone reported about a lost answer, until a second person confirms it. `request`: its number. */
export function ReportToConfirm({
  report: { by, at, missing, note },
  confirmers,
  request,
}: {
  report: NonNullable<OutcomeReportView['report']>
  confirmers: readonly string[]
  request: number
}) {
  return (
    <Callout tone="warn" title="A second person must confirm it">
      <bdi className="font-medium">{by}</bdi>, <DateTime at={at} />: {reportText(missing, request)}.{' '}
      {missing !== null && missing.length > 0 && (
        <>
          Missing: <bdi className="wrap-anywhere">{missingWords(missing)}</bdi>.{' '}
        </>
      )}
      <q className="break-words whitespace-pre-line">{note}</q> {confirmersWords(confirmers)}
    </Callout>
  )
}
