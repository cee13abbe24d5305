'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { signInWords } from '@/components/sign-in/sign-in-words'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'

/** The session ended while something was typed: the same person signs in again, and nothing is lost. */
export function SignInAgainDialog({
  email,
  onSignedIn,
  onPostponed,
}: {
  email: string
  onSignedIn: () => Promise<void>
  onPostponed: () => void
}) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const passwordBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Later than the dialog, which gives the focus to its first box: the e-mail, which is there already.
    const timer = setTimeout(() => passwordBox.current?.focus())
    return () => clearTimeout(timer)
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    setBusy(true)
    setProblem(null)
    const { signIn } = await import('next-auth/react')
    const result = await signIn('credentials', { redirect: false, email, password }).catch(() => undefined)
    if (result?.ok) return onSignedIn()
    setBusy(false)
    setProblem(signInWords(result?.error))
  }

  return (
    <Dialog
      open
      onClose={onPostponed}
      title="Sign in again"
      description="Your session has ended. What you typed is still here; it is saved as soon as you are signed in."
      footer={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          Sign in and save
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {problem && (
          <Callout tone="bad" title="You are not signed in" live="alert">
            {problem}
          </Callout>
        )}
        <label className="flex flex-col gap-1 text-sm font-medium">
          Email
          <input type="email" value={email} readOnly autoComplete="username" className="control" />
        </label>
        <label className="flex flex-col gap-1 text-sm font-medium">
          Password
          <input
            ref={passwordBox}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            className="control"
          />
        </label>
      </form>
    </Dialog>
  )
}
