import { ForbiddenNotice } from '@/components/shell/page-notices'

export default function Forbidden() {
  return <ForbiddenNotice />
}
