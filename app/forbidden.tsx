import { ForbiddenNotice } from '@/components/shell/page-notices'
import { routes } from '@/lib/routes'

export default function Forbidden() {
  return <ForbiddenNotice home={routes.home} />
}
