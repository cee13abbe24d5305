import { PlainFrame } from '@/components/shell/plain-frame'
import { LinkButton } from '@/components/ui/button'
import { routes } from '@/lib/routes'

export default function NotFound() {
  return (
    <PlainFrame title="There is nothing at this address">
      <p className="mb-4 text-sm text-muted">
        The record may have been removed, or the address was not copied whole.
      </p>
      <LinkButton href={routes.applications}>Go to the applications</LinkButton>
    </PlainFrame>
  )
}
