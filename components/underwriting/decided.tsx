import { DateTime } from '@/components/ui/date-time'
import type { DecisionWords } from '@/lib/server/cases/view'
import { reasonsText } from './decision-words'
import { Words } from './words'

/** Who decided, when, for which reasons and with which note, for staff. */
export function Decided({ decision: { by, at, reasons, note } }: { decision: DecisionWords }) {
  return (
    <>
      <p>
        <bdi>{by}</bdi>, <DateTime at={at} />: {reasonsText(reasons)}.
      </p>
      {note !== '' && (
        <div className="mt-1">
          <Words text={note} />
        </div>
      )}
    </>
  )
}
