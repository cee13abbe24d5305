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
 * Stands on every page: whoever's session ended while they worked signs in there, and nothing on the page is lost. Where
 * it ended while they did not, the page is out of sight until they have.
 */
export function SessionDialog({ email }: { email: string }) {
  const [ended, setEnded] = useState<'here' | 'elsewhere' | null>(null)
  const isCovered = ended === 'elsewhere'
  useEffect(() => {
    watchActions()
    // Somebody may have signed in beside pages of another person.
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
      // A page out of sight has no other way on.
      onPostponed={() => (isCovered ? window.location.reload() : setEnded(null))}
    />
  )
}
