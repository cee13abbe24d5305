'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { Link } from '@/components/ui/link'
import { splitAtCheckAdvice } from '@/lib/domain/connections/advice'
import { routes } from '@/lib/routes'

const MayCheck = createContext(false)

/** Around every signed-in page: whether this person may run the connection check. */
export function CheckAccess({ may, children }: { may: boolean; children: ReactNode }) {
  return <MayCheck value={may}>{children}</MayCheck>
}

/** A message about the partner. If it advises checking the connections, admins get a link. */
export function PartnerWords({ text }: { text: string }) {
  const may = useContext(MayCheck)
  const parts = may ? splitAtCheckAdvice(text) : null
  if (!parts) return text
  const { before, after } = parts
  return (
    <>
      {before}
      <Link href={routes.settings.connections} className="rounded-sm underline underline-offset-2">
        {/[.!?]\s*$|^\s*$/.test(before) ? 'Run the connection check' : 'run the connection check'}
      </Link>
      {after}
    </>
  )
}
