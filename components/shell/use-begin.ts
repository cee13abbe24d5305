import { useDeskAction } from '@/components/forms/use-desk-action'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { createApplicationAction } from '@/lib/server/applications/actions'

/** Starts an application and goes to its first step. A second press, however quick, starts no second one. */
export function useBegin() {
  const { run, busy, trouble } = useDeskAction(createApplicationAction, { leaves: true })
  return { start: (kind: ApplicationKind) => run({ kind }), busy, trouble }
}
