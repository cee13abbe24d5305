import { useDeskAction } from '@/components/forms/use-desk-action'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { createApplicationAction } from '@/lib/server/applications/actions'

/** Starts an application and opens its first step. A double click starts only one. */
export function useBegin() {
  const { run, busy, trouble } = useDeskAction(createApplicationAction, { leaves: true })
  return { start: (kind: ApplicationKind) => run({ kind }), busy, trouble }
}
