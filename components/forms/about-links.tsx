import { Link } from '@/components/ui/link'
import type { Violation } from '@/lib/domain/values/violation'
import { routes } from '@/lib/routes'

/** Links to the other applications that a violation is about. */
export function AboutLinks({ about = [] }: Pick<Violation, 'about'>) {
  return about.map(({ applicationId, number, name }) => (
    <Link
      key={applicationId}
      href={routes.application(applicationId)}
      title={name || undefined}
      className="me-2 inline-block rounded-sm py-1 font-medium whitespace-nowrap text-accent-ink underline underline-offset-2"
    >
      Open A-{number}
    </Link>
  ))
}
