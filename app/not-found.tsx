import { NotFoundNotice } from '@/components/shell/page-notices'
import { routes } from '@/lib/routes'

export default function NotFound() {
  return <NotFoundNotice list={routes.applications} />
}
