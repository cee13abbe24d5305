'use client'

import type { Route } from 'next'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { signInWords } from './sign-in-words'

/** Works only with the page's script. A post, so that one sent before the script runs puts nothing into the address. */
export function SignInForm({ next }: { next: Route }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

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
      // A whole new page: nothing of an earlier person stays in memory.
      window.location.assign(next)
      return
    }
    setBusy(false)
    setProblem(signInWords(result?.error))
  }

  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {problem && (
        <Callout tone="bad" title="You are not signed in" live="alert">
          {problem}
        </Callout>
      )}
      <label className="flex flex-col gap-1 text-sm font-medium">
        E-mail
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
    </form>
  )
}
