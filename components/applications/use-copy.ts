import { useRef } from 'react'
import type { Trouble } from '@/components/forms/action-answer'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { newUuid } from '@/components/shell/new-uuid'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { copyApplicationAction } from '@/lib/server/applications/start-actions'

/**
 * Creates a draft from an application and opens its first step. A double click, or a retry after a lost answer,
 * creates no second one: the new ID is reused until the draft is known to exist.
 */
export function useCopy(applicationId: string): {
  copy: (kind: ApplicationKind) => Promise<void>
  busy: boolean
  trouble: Trouble | null
} {
  const newIds = useRef<Partial<Record<ApplicationKind, string>>>({})
  const { run, busy, trouble } = useDeskAction(copyApplicationAction, {
    unanswered: 'try-again',
    leaves: true,
  })
  return {
    busy,
    trouble,
    async copy(kind) {
      newIds.current[kind] ??= newUuid()
      const called = await run({ applicationId, kind, newId: newIds.current[kind] })
      if (called?.ok) newIds.current = {}
    },
  }
}
