import { PlainFrame } from '@/components/shell/plain-frame'
import { LinkButton } from '@/components/ui/button'
import { routes } from '@/lib/routes'

export default function Forbidden() {
  return (
    <PlainFrame title="You don’t have access to this page">
      <p className="mb-4 text-sm text-muted">Ask an administrator for access.</p>
      <LinkButton href={routes.home}>Go to overview</LinkButton>
    </PlainFrame>
  )
}
