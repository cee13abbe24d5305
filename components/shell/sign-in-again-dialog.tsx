'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { signInWords } from '@/components/sign-in/sign-in-words'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { tellSignedIn } from './session'

/** The session ended while something was typed: the same person signs in again, and nothing is lost. */
export function SignInAgainDialog({
  email,
  description = 'Your session has ended. What you typed is still here; it is saved as soon as you are signed in.',
  action = 'Sign in and save',
  onSignedIn,
  onPostponed,
}: {
  email: string
  description?: string
  action?: string
  onSignedIn: () => Promise<void>
  onPostponed: () => void
}) {
  const formId = useId()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Later than the dialog, which gives the focus to its first box: the e-mail, which is there already.
    const timer = setTimeout(() => password.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('password')
    setBusy(true)
    setProblem(null)
    const { signIn } = await import('next-auth/react')
    const result = await signIn('credentials', {
      redirect: false,
      email,
      password: typed,
    }).catch(() => undefined)
    if (result?.ok) {
      tellSignedIn()
      return onSignedIn()
    }
    setBusy(false)
    setProblem(signInWords(result?.error))
  }

  return (
    <Dialog
      open
      onClose={onPostponed}
      title="Sign in again"
      description={description}
      footer={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {action}
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
            ref={password}
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
