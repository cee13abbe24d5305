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

/** What a draft makes by itself, whatever our underwriters had before. */
export type MadeRequest = BuiltRequest & { partnerUnderwrites: boolean | null }

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
  const made = makeRequest(draft, services, recordIds, emptied)
  const { wire, payloadSha256 } = made
  return { wire, payloadSha256, violations: judgeRequest(made, services) }
}

export function makeRequest(
  draft: AnyDraft,
  context: CheckContext,
  recordIds: RecordIds | null,
  emptied: readonly string[] = [],
): MadeRequest {
  if ('pricing' in draft) {
    const { value, violations } = checkFullApplication(draft, context)
    const wire = value && toWireFullApplication(value)
    return hashed(wire, wire, violations, value?.options.partnerUnderwrites)
  }
  const { value, violations } = checkApplication(draft, context)
  if (context.adopted && !recordIds) throw new Error('An adopted application is only ever updated.')
  const wire = value && withEmptied(toWireApplication(value, recordIds ?? undefined), value, emptied)
  const payload = value && withEmptied(toWireApplication(value), value, emptied)
  return hashed(wire, payload, violations, value?.options.partnerUnderwrites)
}

const hashed = (
  wire: BuiltRequest['wire'],
  payload: BuiltRequest['wire'],
  violations: Violation[],
  partnerUnderwrites: boolean | null = null,
): MadeRequest => ({
  wire,
  payloadSha256: payload && createHash('sha256').update(JSON.stringify(payload)).digest('hex'),
  violations,
  partnerUnderwrites,
})

/** All that stands against it: what is wrong in it, and once nothing is, the approval that it lacks. */
export function judgeRequest(
  { payloadSha256, violations, partnerUnderwrites }: Omit<MadeRequest, 'wire'>,
  { approvedSha256, precheck, handled }: Pick<RequestContext, 'approvedSha256' | 'precheck' | 'handled'>,
): Violation[] {
  if (payloadSha256 === null) return violations
  const approved = approvedSha256 === payloadSha256
  return [...violations, ...checkSubmittable({ partnerUnderwrites, approved, precheck, handled })]
}
