import { type CheckWorld, checkApplication, checkFullApplication } from '@/lib/domain/application/check'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { checkSubmittable } from '@/lib/domain/application/status'
import type { Violation } from '@/lib/domain/values/violation'
import { type RecordIds, toWireApplication } from '@/lib/partner/mapping/application'
import { toWireFullApplication } from '@/lib/partner/mapping/full-application'
import type { WireApplication } from '@/lib/partner/wire/application'
import type { WireFullApplication } from '@/lib/partner/wire/full-application'

/** The body that an open draft makes, in the partner's names; null while an error stands against it. */
export type BuiltRequest = { wire: WireApplication | WireFullApplication | null; violations: Violation[] }

/** `recordIds` make an update of it; a full application is only ever created. */
export function buildRequest(draft: AnyDraft, world: CheckWorld, recordIds: RecordIds | null): BuiltRequest {
  if ('pricing' in draft) {
    const { value, violations } = checkFullApplication(draft, world)
    return { wire: value && toWireFullApplication(value), violations }
  }
  const { value, violations } = checkApplication(draft, world)
  return {
    wire: value && toWireApplication(value, recordIds ?? undefined),
    violations: [...violations, ...(value ? checkSubmittable(value, { approved: false }) : [])],
  }
}
