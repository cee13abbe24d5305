import type * as z from 'zod/mini'
import type { rowsInput } from '@/lib/domain/application/inputs'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { type Readiness, readinessOf } from '@/lib/domain/application/readiness'
import type { Ctx } from '@/lib/server/services'
import { type ApplicationView, viewApplication } from './loaders'

/** One application, and what would be sent of it: its sections in these versions, and no others. */
export type ReadyRow = {
  applicationId: string
  number: number
  name: string
  kind: ApplicationKind
  versions: ApplicationView['versions']
  readiness: Readiness
}

/** How each of several applications stands to being sent, as its own review page judges it. In the order asked for. */
export async function viewReadiness(
  ctx: Ctx,
  { applicationIds }: z.output<typeof rowsInput>,
): Promise<ReadyRow[]> {
  const rows: ReadyRow[] = []
  for (const applicationId of new Set(applicationIds)) {
    const view = await viewApplication(ctx, applicationId)
    rows.push({
      applicationId,
      number: view.number,
      name: view.title,
      kind: view.kind,
      versions: view.versions,
      readiness: readinessOf({
        status: view.status,
        stage: view.stage?.locked ? view.stage.name : null,
        mayHandOver: view.mayHandOver,
        violations: view.violations,
        missing: view.needs.documents.missing,
        hasNote: 'hand-over' in view.unsent,
      }),
    })
  }
  return rows
}
