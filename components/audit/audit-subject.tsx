import { Link } from '@/components/ui/link'
import type { SubjectView } from '@/lib/server/audit-log/views'

/** The subject of an action: its kind, and a link if it has a page. */
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
