'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { onSessionEnded, watchActions } from './session'

const SignInAgainDialog = dynamic(
  () => import('./sign-in-again-dialog').then((file) => file.SignInAgainDialog),
  { loading: () => null },
)

/** Stands on every page: whoever's session ended while they worked signs in there, and nothing on the page is lost. */
export function SessionDialog({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    watchActions()
    return onSessionEnded(() => setOpen(true))
  }, [])
  if (!open) return null
  return (
    <SignInAgainDialog
      email={email}
      description="Your session has ended. Nothing on this page is lost. Sign in and try again."
      action="Sign in"
      onSignedIn={async () => setOpen(false)}
      onPostponed={() => setOpen(false)}
    />
  )
}
