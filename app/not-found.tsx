import { NotFoundNotice } from '@/components/shell/page-notices'

export default function NotFound() {
  return <NotFoundNotice />
}
