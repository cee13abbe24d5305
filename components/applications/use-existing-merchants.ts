import { useEffect, useMemo, useState } from 'react'
import { existingIdentity, type RowReport } from '@/lib/domain/application/import/check-rows'
import type { Correction } from '@/lib/domain/application/import/corrections'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { ExistingMerchants } from '@/lib/server/applications/import-existing'
import type { CheckedFile } from './import-messages'
import { askExistingMerchants } from './import-requests'

/**
 * The rows of a file, with merchants that the desk already has. `unknown`: why that could not be checked (yet); the
 * drafts will show it at their fields.
 */
export function useExistingMerchants(
  kind: ApplicationKind,
  text: string | null,
  checked: CheckedFile | null,
  corrections: readonly Correction[],
  isMade: boolean,
): {
  rows: readonly RowReport[]
  unknown: boolean
  pausedUntil: string | null
  isPartial: boolean
  /** The answer has not arrived yet. */
  isAsking: boolean
} {
  const [found, setFound] = useState<{ of: CheckedFile['places']; answer: ExistingMerchants | null } | null>(
    null,
  )
  const places = checked?.places ?? null

  useEffect(() => {
    // Drafts that were just created share the numbers of their own rows.
    if (text === null || places === null || isMade) return
    const asking = new AbortController()
    askExistingMerchants(
      { kind, text, places: [...places], corrections: [...corrections] },
      asking.signal,
    ).then(
      (answer) => setFound({ of: places, answer }),
      () => {
        if (!asking.signal.aborted) setFound({ of: places, answer: null })
      },
    )
    return () => asking.abort()
  }, [kind, text, places, corrections, isMade])

  const current = found && found.of === places ? found : null
  const existing = current?.answer?.existing
  const rows = useMemo(() => {
    const byRow = Map.groupBy(existing ?? [], ({ row }) => row)
    return (checked?.rows ?? []).map((report) => {
      const here = byRow.get(report.row)?.flatMap(({ same }) => same.map(existingIdentity))
      return here ? { ...report, problems: [...here, ...report.problems] } : report
    })
  }, [checked, existing])
  return {
    rows,
    unknown: current?.answer === null,
    pausedUntil: current?.answer?.pausedUntil ?? null,
    isPartial: current?.answer?.isPartial ?? false,
    isAsking: current === null && checked !== null && !isMade,
  }
}
