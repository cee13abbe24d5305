import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { applicationSections, applications, sentSections } from '@/lib/db/schema/applications'
import type { revisionInput } from '@/lib/domain/application/inputs'
import {
  type ApplicationStatus,
  canDiscard,
  canRevise,
  isLockedStage,
  nextStatus,
} from '@/lib/domain/application/status'
import type { Outcome } from '@/lib/domain/values/outcome'
import { recordBy } from '@/lib/server/audit'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { lockApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { getRecordIds } from './partner-snapshot'
import { indexApplication } from './search-index'

export type RevisionResult = Outcome<
  { status: ApplicationStatus; revision: number },
  'wrong-state' | 'locked-stage' | 'ids-needed'
>

/** Opens what the partner has taken for changes; they are sent as an update, with its record ids. */
export const beginRevision = (
  ctx: Ctx,
  { applicationId }: z.output<typeof revisionInput>,
): Promise<RevisionResult> =>
  ctx.db.transaction(async (tx): Promise<RevisionResult> => {
    const application = await lockApplication(tx, applicationId)
    const to = nextStatus(application.status, 'reopen')
    if (!to || !canRevise(application.status, application.kind)) {
      return {
        ok: false,
        reason: 'wrong-state',
        message:
          application.kind === 'full'
            ? 'The partner does not accept updates of full applications. Ask partner support.'
            : 'It cannot be changed in its current status. Reload to see it.',
      }
    }
    if (isLockedStage(application.stage)) {
      return {
        ok: false,
        reason: 'locked-stage',
        message: `The partner has it in stage “${application.stage}”, which does not accept updates.`,
      }
    }
    if ((await getRecordIds(tx, application)) === null) {
      return {
        ok: false,
        reason: 'ids-needed',
        message: 'An update needs the account ID and the opportunity ID. Enter them first.',
      }
    }
    const now = ctx.now()
    const revision = application.revision + 1
    await tx
      .update(applications)
      .set({ status: to, revision, statusBeforeRevision: application.status, emptied: [], updatedAt: now })
      .where(eq(applications.id, applicationId))
    await recordBy(ctx, tx, {
      at: now,
      action: 'revision-begun',
      subject: ['application', applicationId],
      detail: { revision, from: application.status, to },
    })
    return { ok: true, status: to, revision }
  })

/** Puts back what was last sent. Sections get a new version, so that a save from an open page is refused. */
export const discardRevision = (
  ctx: Ctx,
  { applicationId }: z.output<typeof revisionInput>,
): Promise<RevisionResult> =>
  ctx.db.transaction(async (tx): Promise<RevisionResult> => {
    const application = await lockApplication(tx, applicationId)
    const to = application.statusBeforeRevision
    if (to === null || !canDiscard(application.status)) {
      return {
        ok: false,
        reason: 'wrong-state',
        message: 'There are no changes to discard. Reload to see its state.',
      }
    }
    const now = ctx.now()
    const revision = application.revision - 1
    const rows = await tx.select().from(sentSections).where(eq(sentSections.applicationId, applicationId))
    const stored = await tx
      .select()
      .from(applicationSections)
      .where(eq(applicationSections.applicationId, applicationId))
    for (const { section, sent } of rows) {
      const version = (stored.find((row) => row.section === section)?.version ?? 0) + 1
      const put = { version, data: sent, updatedBy: ctx.actor.id, updatedAt: now }
      await tx
        .insert(applicationSections)
        .values({ applicationId, section, schemaVersion: 1, ...put })
        .onConflictDoUpdate({
          target: [applicationSections.applicationId, applicationSections.section],
          set: put,
        })
    }
    await indexApplication(tx, ctx.sealer, applicationId)
    await tx
      .update(applications)
      .set({ status: to, revision, statusBeforeRevision: null, emptied: [], updatedAt: now })
      .where(eq(applications.id, applicationId))
    await recordBy(ctx, tx, {
      at: now,
      action: 'revision-discarded',
      subject: ['application', applicationId],
      detail: { revision, from: application.status, to },
    })
    await recordOwnWork(ctx, tx, applicationId)
    return { ok: true, status: to, revision }
  })
