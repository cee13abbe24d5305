import 'server-only'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { can } from '@/lib/domain/access/permissions'
import { DeskError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import { getPerson, requireApplication } from '@/lib/server/drafts/data'
import { loadContext } from '@/lib/server/page-context'
import type { ApplicationView } from './loaders'

/** That an application is there, whose it is and how it stands: nothing that it says of people. */
export type ApplicationBrief = Pick<
  ApplicationView,
  'id' | 'number' | 'kind' | 'status' | 'statusBeforeRevision' | 'title' | 'opportunityId' | 'updatedAt'
> & { assignee: string | null; mayOpen: boolean }

export const loadApplicationBrief = cache(async (applicationId: string): Promise<ApplicationBrief> => {
  const { db, actor } = await loadContext('applications:read', routes.application(applicationId))
  try {
    const { id, number, kind, status, statusBeforeRevision, opportunityId, ...row } =
      await requireApplication(db, applicationId)
    return {
      id,
      number,
      kind,
      status,
      statusBeforeRevision,
      title: row.dbaName || row.legalName || 'Untitled application',
      opportunityId,
      updatedAt: row.updatedAt.toISOString(),
      assignee: (await getPerson(db, row.assigneeId))?.name ?? null,
      mayOpen: can(actor.roles, 'applicants:read'),
    }
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})
