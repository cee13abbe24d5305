import { FreshFrame } from '@/components/shell/fresh-frame'
import Forbidden from '../forbidden'

/** Inside the frame, so that its links stay reachable. */
export default function ForbiddenInFrame() {
  return (
    <>
      <FreshFrame />
      <Forbidden />
    </>
  )
}
