import { PlainFrame } from '@/components/shell/plain-frame'
import { LinkButton } from '@/components/ui/button'
import { routes } from '@/lib/routes'

export default function NotFound() {
  return (
    <PlainFrame title="Page not found">
      <p className="mb-4 text-sm text-muted">
        The record may have been removed, or the link may be incomplete.
      </p>
      <LinkButton href={routes.applications}>Go to the applications</LinkButton>
    </PlainFrame>
  )
}
