'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'

/** Of the tab: who was an admin in it, and has not been told otherwise. A reload would not know. */
const WAS_ADMIN = 'payfac-desk.was-admin'

/** Whatever page an admin stands on when they stop being one: the same screen would only say that it is closed. */
export function LostAdmin({ isAdmin, personId }: { isAdmin: boolean; personId: string }) {
  const [isTold, setTold] = useState(false)
  useEffect(() => {
    try {
      if (isAdmin) sessionStorage.setItem(WAS_ADMIN, personId)
      setTold(!isAdmin && sessionStorage.getItem(WAS_ADMIN) === personId)
    } catch {
      // A browser that keeps nothing: the notification says it too.
    }
  }, [isAdmin, personId])

  function dismiss() {
    setTold(false)
    try {
      sessionStorage.removeItem(WAS_ADMIN)
    } catch {
      // As above.
    }
  }

  return (
    <div role="status" className="mb-4 empty:hidden">
      {isTold && (
        <Callout
          tone="warn"
          title="You are no longer an admin"
          actions={
            <Button size="small" onClick={dismiss}>
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
