'use client'

import { useEffect, useMemo, useRef } from 'react'
import type { LineProblemCode } from '@/lib/domain/funding/line-problem'
import { titledKinds } from '@/lib/domain/funding/problem-titles'
import type { LineMark } from './lines-grid'

/** How many rows have each kind of issue. */
export function kindCounts(
  marks: ReadonlyMap<number, readonly LineMark[]>,
): ReadonlyMap<LineProblemCode, number> {
  const counts = new Map<LineProblemCode, number>()
  for (const own of marks.values()) {
    const codes = new Set(own.flatMap(({ code }) => code ?? []))
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

/** Filters the rows by kind of issue. Loaded when it is first opened, because few pages of a batch need it. */
export function IssueKinds({
  marks,
  chosen,
  onChoose,
}: {
  /** By row. */
  marks: ReadonlyMap<number, readonly LineMark[]>
  chosen: LineProblemCode | null
  /** Null for all rows. */
  onChoose: (code: LineProblemCode | null) => void
}) {
  const counts = useMemo(() => kindCounts(marks), [marks])
  const select = useRef<HTMLSelectElement>(null)
  // The button that opened it is gone.
  useEffect(() => select.current?.focus(), [])
  // The chosen kind stays in the list after its last row was corrected.
  const kinds = titledKinds(chosen && !counts.has(chosen) ? new Map([...counts, [chosen, 0]]) : counts)
  return (
    <select
      ref={select}
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
