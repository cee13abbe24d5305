'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'

/** Whatever page an admin stands on when they stop being one: the same screen would only say that it is closed. */
export function LostAdmin({ isAdmin }: { isAdmin: boolean }) {
  const [was, setWas] = useState(isAdmin)
  const [isTold, setTold] = useState(false)
  if (was !== isAdmin) {
    setWas(isAdmin)
    setTold(was)
  }
  return (
    <div role="status" className="mb-4 empty:hidden">
      {isTold && (
        <Callout
          tone="warn"
          title="You are no longer an admin"
          actions={
            <Button size="small" onClick={() => setTold(false)}>
              Dismiss
            </Button>
          }
        >
          People and Settings are closed to you. Invitations and password links you made that were not used
          yet are void, and so are your proposals and approvals of links.
        </Callout>
      )}
    </div>
  )
}
