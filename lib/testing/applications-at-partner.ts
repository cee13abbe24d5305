import { asc, eq } from 'drizzle-orm'
import { applicationRecords, applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { Draft } from '@/lib/domain/application/sections'
import { saveSection } from '@/lib/server/applications/mutations'
import { submitApplication } from '@/lib/server/applications/submission'
import { getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { exampleDraft } from './example-draft'

/** For tests that follow an application to the partner and back. */

/** Complete, with a sponsor bank that a new desk knows. */
export const submittableDraft = (): Draft => {
  const draft = exampleDraft()
  return { ...draft, merchant: { ...draft.merchant, sponsorship: 'Sponsor Bank One' } }
}

/** Submits the current content, as a person who has just reviewed it. */
export async function submitAsReviewed(ctx: Ctx, applicationId: string) {
  const { versions } = await getOpenDraft(ctx.db, ctx.sealer, await requireApplication(ctx.db, applicationId))
  return submitApplication(ctx, { applicationId, versions })
}

/** Saves the sections that `change` makes of the present ones. */
export async function changeDraft(ctx: Ctx, applicationId: string, change: (draft: Draft) => Partial<Draft>) {
  const { draft, versions } = await getOpenDraft(ctx.db, ctx.sealer, { id: applicationId, kind: 'payfac' })
  const changed = change(draft)
  for (const section of SECTION_NAMES) {
    const data = changed[section]
    if (data) await saveSection(ctx, { applicationId, section, baseVersion: versions[section], data })
  }
}

/** The application with its attempts, oldest first, and the record ids that are known. */
export async function applicationNow(ctx: Ctx, applicationId: string) {
  const [application] = await ctx.db.select().from(applications).where(eq(applications.id, applicationId))
  if (!application) throw new Error('The application is gone.')
  const attempts = await ctx.db
    .select()
    .from(partnerAttempts)
    .where(eq(partnerAttempts.applicationId, applicationId))
    .orderBy(asc(partnerAttempts.preparedAt))
  const records = await ctx.db
    .select()
    .from(applicationRecords)
    .where(eq(applicationRecords.applicationId, applicationId))
  const { draft } = await getOpenDraft(ctx.db, ctx.sealer, { id: applicationId, kind: 'payfac' })
  return { ...application, attempts, records, draft }
}
