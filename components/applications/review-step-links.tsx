import type { Route } from 'next'
import { LinkButton } from '@/components/ui/button'
import { type StepSlug, stepOf } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'

/** Where the review shows what an update does to contacts and accounts. */
export const RECORDS_PATH = 'records'

/** Links to a field: the step's page focuses the path in the address's hash. */
export const fieldAddress = (applicationId: string, path: string): Route =>
  `${routes.applicationStep(applicationId, stepOf(path))}#${encodeURIComponent(path)}` as Route

export function StepLink({
  applicationId,
  step,
  label,
  verb = 'Open',
}: {
  applicationId: string
  step: StepSlug
  label: string
  verb?: 'Open' | 'Edit'
}) {
  return (
    <LinkButton size="small" href={routes.applicationStep(applicationId, step)}>
      {verb}
      <span className="sr-only"> {label}</span>
    </LinkButton>
  )
}
