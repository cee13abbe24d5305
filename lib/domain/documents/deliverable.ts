import { type ApplicationStatus, takesDocuments } from '@/lib/domain/application/status'

/**
 * Whether documents can be sent, which needs the opportunity's ID. `never`: the application was closed before the
 * partner had it.
 */
export type Deliverable = boolean | 'never'

export const deliverableOf = ({
  status,
  opportunityId,
}: {
  status: ApplicationStatus
  opportunityId: string | null
}): Deliverable => opportunityId !== null || (takesDocuments(status, false) ? false : 'never')
