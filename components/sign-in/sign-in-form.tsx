'use client'

import { Building2, Fingerprint } from 'lucide-react'
import type { Route } from 'next'
import { type FormEvent, useEffect, useState } from 'react'
import { haveOthersLook } from '@/components/shell/session-watch'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { signInWords } from './sign-in-words'

/**
 * Needs the page's script. The method is POST so that a form sent before the script runs puts nothing into the address.
 */
export function SignInForm({
  next,
  hasPasskeys,
  singleSignOn,
  refusal,
}: {
  next: Route
  hasPasskeys: boolean
  singleSignOn: 'off' | 'on' | 'only'
  /** Why the identity provider, or the desk after it, refused the person who comes back from there. */
  refusal: string | null
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(refusal)
  const [isBreakGlass, setIsBreakGlass] = useState(false)
  // The person may have signed out here and left the desk open in other tabs.
  useEffect(haveOthersLook, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    const { signIn } = await import('next-auth/react')
    const result = await signIn('credentials', {
      redirect: false,
      email: form.get('email'),
      password: form.get('password'),
    }).catch(() => undefined)
    if (result?.ok) {
      // Load a whole new page, so that nothing of the previous person stays in memory.
      window.location.assign(next)
      return
    }
    setBusy(false)
    setProblem(signInWords(result?.error))
  }

  async function byPasskey() {
    setBusy(true)
    setProblem(null)
    const { PASSKEY_NOT_USED, signInByPasskey } = await import('@/components/factors/confirmation')
    const result = await signInByPasskey()
    if (result?.ok) return window.location.assign(next)
    setBusy(false)
    setProblem(result?.message ?? PASSKEY_NOT_USED)
  }

  async function byProvider() {
    setBusy(true)
    setProblem(null)
    const { signIn } = await import('next-auth/react')
    // This leaves the page unless the desk cannot be reached.
    const answer = signIn('oidc', { callbackUrl: `${window.location.origin}${next}` })
    await answer.catch(() => {
      setBusy(false)
      setProblem(signInWords(null))
    })
  }

  const failed = problem && (
    <Callout tone="bad" title="Sign-in failed" live="alert">
      {problem}
    </Callout>
  )
  const provider = (
    <Button
      variant={singleSignOn === 'only' && !isBreakGlass ? 'primary' : 'secondary'}
      busy={busy}
      onClick={byProvider}
    >
      <Building2 aria-hidden="true" />
      Sign in with single sign-on
    </Button>
  )

  if (singleSignOn === 'only' && !isBreakGlass)
    return (
      <div className="flex flex-col gap-4">
        {failed}
        {provider}
        <Button variant="ghost" onClick={() => setIsBreakGlass(true)}>
          Use the emergency account
        </Button>
      </div>
    )

  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {failed}
      <label className="flex flex-col gap-1 text-sm font-medium">
        Email
        {/* biome-ignore lint/a11y/noAutofocus: signing in is the only thing that this page is for */}
        <input name="email" type="email" autoComplete="username" required autoFocus className="control" />
      </label>
      <label className="flex flex-col gap-1 text-sm font-medium">
        Password
        <input name="password" type="password" autoComplete="current-password" required className="control" />
      </label>
      <Button type="submit" variant="primary" busy={busy}>
        Sign in
      </Button>
      {hasPasskeys && (
        <Button busy={busy} onClick={byPasskey}>
          <Fingerprint aria-hidden="true" />
          Sign in with a passkey
        </Button>
      )}
      {singleSignOn !== 'off' && provider}
    </form>
  )
}
