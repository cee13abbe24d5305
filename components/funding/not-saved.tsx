'use client'

import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { FIELD_LABELS, LINE_FIELDS } from '@/lib/domain/funding/columns'
import { counted } from '@/lib/domain/values/counted'
import type { LineEdits } from './line-edits'
import type { Left } from './lines-state'

const SHOWN_LINES = 6

/** Input for a batch that someone froze first. It is not in the batch and can be copied from here. */
export default function NotSaved({ left, onDismiss }: { left: readonly Left[]; onDismiss: () => void }) {
  const id = useId()
  const notice = useRef<HTMLDivElement>(null)
  const changes = left.flatMap(({ edits }) => changesOf(edits))
  const { length } = changes
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever types on looks at the amounts, far below it
  useEffect(() => {
    if (document.querySelector('dialog:modal')) return
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [length])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Callout
        tone="warn"
        live="alert"
        title={`${counted(length, 'change')} not saved`}
        actions={
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <p>
          {left.at(-1)?.moved || 'This batch is no draft any more.'} The amounts below are those of the batch.
          Copy what you still need: the next step waits until you dismiss this.
        </p>
        <label htmlFor={id} className="mt-2 block font-medium">
          Row, column, and what you typed
        </label>
        <textarea
          id={id}
          readOnly
          rows={Math.min(length, SHOWN_LINES)}
          value={changes.join('\n')}
          className="control mt-1 font-mono"
        />
      </Callout>
    </div>
  )
}

/** One change per line with tabs between its parts, as spreadsheets paste it. */
function changesOf({ changed, removed, added }: LineEdits): string[] {
  return [
    ...[...changed].flatMap(([row, cells]) =>
      LINE_FIELDS.flatMap((field) =>
        cells[field] === undefined ? [] : `Row ${row}\t${FIELD_LABELS[field]}\t${cells[field] || 'empty'}`,
      ),
    ),
    ...[...removed].map((row) => `Row ${row}\tremoved`),
    ...added.map((line) => `New row\t${LINE_FIELDS.map((field) => line[field]).join('\t')}`),
  ]
}
