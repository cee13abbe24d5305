'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { notLoaded } from './not-loaded'
import { onSessionEnded, watchActions } from './session'
import { haveOthersLook, watchSession } from './session-watch'

const SignInAgainDialog = dynamic(
  () => import('./sign-in-again-dialog').then((file) => file.SignInAgainDialog).catch(notLoaded),
  { loading: () => null },
)

/**
 * Mounted on every page. If the session ends while someone works, they sign in here and lose nothing. If it ends
 * while no one does, the page is hidden until they have.
 */
export function SessionDialog({ email }: { email: string }) {
  const [ended, setEnded] = useState<'here' | 'elsewhere' | null>(null)
  const isCovered = ended === 'elsewhere'
  useEffect(() => {
    watchActions()
    // Someone may have signed in while other tabs show another person's pages.
    haveOthersLook()
    const stop = [
      onSessionEnded(() => setEnded((now) => now ?? 'here')),
      watchSession(email, () => setEnded('elsewhere')),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [email])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-covered', isCovered)
    return () => document.documentElement.removeAttribute('data-covered')
  }, [isCovered])
  if (ended === null) return null
  return (
    <SignInAgainDialog
      email={email}
      description={
        isCovered
          ? 'You are no longer signed in. Sign in to see this page as you left it.'
          : 'Your session has ended. Nothing on this page is lost. Sign in and try again.'
      }
      action="Sign in"
      onSignedIn={async () => setEnded(null)}
      // A hidden page has no other way on.
      onPostponed={() => (isCovered ? window.location.reload() : setEnded(null))}
    />
  )
}
