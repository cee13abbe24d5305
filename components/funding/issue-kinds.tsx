'use client'

import type { LineProblemCode } from '@/lib/domain/funding/line-problem'
import { titledKinds } from '@/lib/domain/funding/problem-titles'

/** Shows only the rows with one kind of issue. Loaded where there are any. */
export function IssueKinds({
  counts,
  chosen,
  onChoose,
}: {
  counts: ReadonlyMap<LineProblemCode, number>
  chosen: LineProblemCode | null
  /** Null: all rows. */
  onChoose: (code: LineProblemCode | null) => void
}) {
  // Mended to the last row, it still is what is shown.
  const kinds = titledKinds(chosen && !counts.has(chosen) ? new Map([...counts, [chosen, 0]]) : counts)
  if (kinds.length < 2 && chosen === null) return null
  return (
    <select
      aria-label="Kind of issue"
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(kinds.find(({ code }) => code === target.value)?.code ?? null)}
      className="control control-select max-w-56"
    >
      <option value="">All kinds of issues</option>
      {kinds.map(({ code, title, rows }) => (
        <option key={code} value={code}>
          {title} ({rows.toLocaleString('en-US')})
        </option>
      ))}
    </select>
  )
}
