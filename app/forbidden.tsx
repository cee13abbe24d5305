import { PlainFrame } from '@/components/shell/plain-frame'
import { LinkButton } from '@/components/ui/button'
import { routes } from '@/lib/routes'

export default function Forbidden() {
  return (
    <PlainFrame title="Your roles do not allow this page">
      <p className="mb-4 text-sm text-muted">An administrator can change what your account may do.</p>
      <LinkButton href={routes.home}>Back to your work</LinkButton>
    </PlainFrame>
  )
}
