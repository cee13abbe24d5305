import { createHash } from 'node:crypto'
import { type CheckContext, checkApplication, checkFullApplication } from '@/lib/domain/application/check'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { type ApprovalFacts, checkSubmittable } from '@/lib/domain/application/status'
import type { Violation } from '@/lib/domain/values/violation'
import { type RecordIds, toWireApplication, withEmptied } from '@/lib/partner/mapping/application'
import { toWireFullApplication } from '@/lib/partner/mapping/full-application'
import type { WireApplication } from '@/lib/partner/wire/application'
import type { WireFullApplication } from '@/lib/partner/wire/full-application'

/**
 * The body that an open draft makes, in the partner's names, and the hash of what it says, record ids apart: the
 * same values have the same hash, whether they create or update. Both null while an error stands against it.
 */
export type BuiltRequest = {
  wire: WireApplication | WireFullApplication | null
  payloadSha256: string | null
  violations: Violation[]
}

export type RequestContext = CheckContext &
  Pick<ApprovalFacts, 'precheck' | 'handled'> & {
    /** Hash of the payload that our underwriters approved; null where no approval stands. */
    approvedSha256: string | null
  }

/**
 * `recordIds` make an update of it, in which the fields at `emptied` are emptied; a full application is only ever
 * created.
 */
export function buildRequest(
  draft: AnyDraft,
  services: RequestContext,
  recordIds: RecordIds | null,
  emptied: readonly string[] = [],
): BuiltRequest {
  if ('pricing' in draft) {
    const { value, violations } = checkFullApplication(draft, services)
    const wire = value && toWireFullApplication(value)
    const { partnerUnderwrites } = value?.options ?? { partnerUnderwrites: null }
    return judged(wire, wire, violations, { partnerUnderwrites }, services)
  }
  const { value, violations } = checkApplication(draft, services)
  if (services.adopted && !recordIds) throw new Error('An adopted application is only ever updated.')
  const wire = value && withEmptied(toWireApplication(value, recordIds ?? undefined), value, emptied)
  const payload = value && withEmptied(toWireApplication(value), value, emptied)
  return judged(
    wire,
    payload,
    violations,
    { partnerUnderwrites: value?.options.partnerUnderwrites ?? null },
    services,
  )
}

function judged(
  wire: BuiltRequest['wire'],
  payload: BuiltRequest['wire'],
  violations: readonly Violation[],
  mode: { partnerUnderwrites: boolean | null },
  { approvedSha256, precheck, handled }: RequestContext,
): BuiltRequest {
  if (!payload) return { wire, payloadSha256: null, violations: [...violations] }
  const payloadSha256 = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
  const approved = approvedSha256 === payloadSha256
  return {
    wire,
    payloadSha256,
    violations: [...violations, ...checkSubmittable({ ...mode, approved, precheck, handled })],
  }
}
