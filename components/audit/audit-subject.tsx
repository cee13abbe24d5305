import { Link } from '@/components/ui/link'
import type { SubjectView } from '@/lib/server/audit-log/views'

/** What was done to: its kind, and the way to it where there is a page of it. */
export const AuditSubject = ({ subject: { type, words, href } }: { subject: SubjectView }) => (
  <span className="wrap-anywhere">
    <span className="text-muted">{type}</span>{' '}
    {href ? (
      <Link href={href} className="link">
        <bdi>{words}</bdi>
      </Link>
    ) : (
      <bdi>{words}</bdi>
    )}
  </span>
)
