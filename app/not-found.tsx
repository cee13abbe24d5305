import { NotFoundNotice } from '@/components/shell/page-notices'
import { routes } from '@/lib/routes'

export default function NotFound() {
  return <NotFoundNotice home={routes.home} />
}
