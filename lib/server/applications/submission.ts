import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { checkPlan } from '@/lib/domain/application/adopted'
import { ANY_SECTION_NAMES, sectionsOf } from '@/lib/domain/application/section-names'
import {
  type ApplicationStatus,
  isLockedStage,
  isUpdateNotSent,
  nextStatus,
} from '@/lib/domain/application/status'
import { updateDifferences } from '@/lib/domain/application/update-differences'
import { changesNothing, checkLeftContacts } from '@/lib/domain/application/update-plan'
import type { Refusal } from '@/lib/domain/values/outcome'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { type ApplicationRow, lockApplicationWithRules } from '@/lib/server/drafts/data'
import { type Ctx, todayOf } from '@/lib/server/services'
import { sendSubmission, writeSubmission } from './attempt'
import { compareTaxId, submitPausedWords, withoutPaused } from './compare-identities'
import { goingWith } from './going-with'
import { adoptedOf, emptiedOf, planOf } from './partner-snapshot'
import { buildRequest } from './request'
import { checkSource } from './source'
import { readSubmittable } from './submittable'

export const submitApplicationSchema = z.object({
  applicationId: z.uuid(),
  /** The versions on the page that was reviewed: what goes out is what someone looked at. */
  versions: z.partialRecord(z.enum(ANY_SECTION_NAMES), z.number().int().min(0)),
})

type Reviewed = z.output<typeof submitApplicationSchema>

export type SubmitResult = { ok: true; status: ApplicationStatus } | NotSent

type NotSent =
  | Refusal<'changed' | 'wrong-state'>
  | { ok: false; reason: 'violations'; violations: Violation[] }

/** Sends an application to the partner, once (see attempts/ledger.ts). */
export async function submitApplication(ctx: Ctx, input: Reviewed): Promise<SubmitResult> {
  const sent = await sendSubmission<NotSent>(ctx, input.applicationId, async (tx, begin) => {
    const frozen = await freeze(ctx, tx, input)
    return 'ok' in frozen
      ? { refusal: frozen }
      : writeSubmission(ctx, tx, begin(), frozen.application, frozen)
  })
  return 'refusal' in sent ? sent.refusal : { ok: true, status: sent.status }
}

type Frozen = {
  application: ApplicationRow
  status: ApplicationStatus
  requestText: string
  action: AuditAction
  detail: Record<string, unknown>
}

/** The request that the application makes as it stands now, locked, or why it cannot be sent. */
async function freeze(
  ctx: Ctx,
  tx: Tx,
  { applicationId, versions: reviewed }: Reviewed,
): Promise<Frozen | NotSent> {
  // What is read after the lock is as the last save left it: one statement for both would read what stood before it.
  const { application, rules } = await lockApplicationWithRules(tx, applicationId)
  if (isLockedStage(application.stage)) {
    return wrongState(
      `The partner has it in stage “${application.stage}”, which does not accept updates. Nothing was sent.`,
    )
  }
  const status = nextStatus(application.status, 'submit')
  if (!status) {
    return wrongState(
      'This application was already sent or cannot be sent in its current status. Nothing was sent.',
    )
  }
  const submittable = await readSubmittable(tx, ctx.sealer, application)
  const { draft, versions, recordIds, taken, handled, paused } = submittable
  if (sectionsOf(application.kind).some((section) => versions[section] !== reviewed[section])) {
    const message =
      'The application changed after you opened this page. Review it, then submit. Nothing was sent.'
    return { ok: false, reason: 'changed', message }
  }
  const until = paused.length > 0 ? await compareTaxId(ctx, tx, application, draft) : null
  if (until !== null) return wrongState(`${submitPausedWords(until)} Nothing was sent.`)
  const adopted = adoptedOf(application, recordIds)
  const emptied = emptiedOf(application, taken, draft)
  const items = recordIds ? planOf(taken, draft, recordIds) : []
  const { wire, violations } = buildRequest(
    draft,
    {
      lists: ctx.lists,
      today: todayOf(ctx),
      approvedSha256: application.approvedSha256,
      precheck: rules.precheck,
      handled,
      adopted,
    },
    recordIds,
    emptied,
  )
  const found = [
    ...withoutPaused(violations, paused),
    ...(await checkSource(tx, application)),
    ...(recordIds ? checkPlan(items, adopted) : []),
    ...(taken ? checkLeftContacts(taken, draft) : []),
  ]
  if (!wire || found.some(isBlocking)) return { ok: false, reason: 'violations', violations: found }
  if (
    taken &&
    isUpdateNotSent(application) &&
    !('pricing' in draft) &&
    changesNothing({ differences: updateDifferences(taken, draft), emptied, items })
  ) {
    return wrongState(
      'Nothing changed since it was sent, so nothing was sent. Change what the partner should have, or discard the update.',
    )
  }
  return {
    application,
    status,
    requestText: JSON.stringify(wire),
    action: recordIds ? 'update-started' : 'submission-started',
    detail: { warnings: goingWith(ctx.sealer, draft, found, submittable) },
  }
}

const wrongState = (message: string): NotSent => ({ ok: false, reason: 'wrong-state', message })
