'use client'

import type { Route } from 'next'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { LeaveSignIn } from './leave-sign-in'
import { RecoveryCodes } from './recovery-codes'
import { SetUpFactor } from './set-up-factor'

/** After the password, for people who need a second factor and have none. */
export function EnrollPage({
  next,
  email,
  hasPasskeys,
  isDone,
}: {
  next: Route
  email: string
  hasPasskeys: boolean
  isDone: boolean
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null || isDone)
    return (
      <div className="flex flex-col gap-4">
        {codes ? <RecoveryCodes codes={codes} /> : <p className="text-sm">Your second factor is set up.</p>}
        {/* A full page load, so that nothing of a previous person stays in memory. */}
        <Button variant="primary" onClick={() => window.location.assign(next)}>
          Continue
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted wrap-anywhere">
        {email} needs a second factor to sign in. Adding one takes a minute.
      </p>
      <SetUpFactor hasPasskeys={hasPasskeys} needsPassword={false} onAdded={(made) => setCodes(made ?? [])} />
      <LeaveSignIn />
    </div>
  )
}
