import { desc, eq } from 'drizzle-orm'
import { applicationSections } from '@/lib/db/schema/applications'
import { users } from '@/lib/db/schema/people'
import { underwritingRequests } from '@/lib/db/schema/underwriting'
import type { AnySectionName } from '@/lib/domain/application/draft'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { pick } from '@/lib/domain/values/pick'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'

/** The last save of a section. */
type SectionSave = { section: AnySectionName; version: number; by: string; isOwn: boolean }

export type StandView = {
  updatedAt: string
  status: ApplicationStatus
  revision: number
  statusBeforeRevision: ApplicationStatus | null
  /** What underwriters asked last was withdrawn, and not answered. */
  wasWithdrawn: boolean
  saves: SectionSave[]
}

/** What an open page of an application has to know of what others did meanwhile. */
export async function viewStand({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: string): Promise<StandView> {
  const application = await requireApplication(db, id)
  const [request] = await db
    .select({ answeredAt: underwritingRequests.answeredAt, closedAt: underwritingRequests.closedAt })
    .from(underwritingRequests)
    .where(eq(underwritingRequests.applicationId, id))
    .orderBy(desc(underwritingRequests.askedAt))
    .limit(1)
  const { section, version, updatedBy, applicationId } = applicationSections
  const saves = await db
    .select({ section, version, by: users.name, updatedBy })
    .from(applicationSections)
    .innerJoin(users, eq(users.id, updatedBy))
    .where(eq(applicationId, id))
  return {
    ...pick(application, ['status', 'revision', 'statusBeforeRevision']),
    updatedAt: application.updatedAt.toISOString(),
    wasWithdrawn: request !== undefined && request.answeredAt === null && request.closedAt !== null,
    saves: saves.map(({ updatedBy: who, ...save }) => ({ ...save, isOwn: who === actor.id })),
  }
}
