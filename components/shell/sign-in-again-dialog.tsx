'use client'

import {
  type FormEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ConfirmForm } from '@/components/factors/confirm-form'
import { askConfirmation } from '@/components/factors/confirmation'
import { signInWords } from '@/components/sign-in/sign-in-words'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { routes } from '@/lib/routes'
import {
  askForPassword,
  lastPasswordAsker,
  onSignedIn as onPageSignedIn,
  onPasswordAskers,
  tellSignedIn,
} from './session'
import { isSignedIn } from './session-watch'

/**
 * The session ended during work: the same person signs in again and loses nothing. If a page has several of these
 * dialogs, one is shown, and all continue after signing in.
 */
export function SignInAgainDialog({
  email,
  description = 'Your session has ended. What you typed is still here and is saved once you sign in.',
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
  const isShown = useSyncExternalStore(onPasswordAskers, lastPasswordAsker, () => formId) === formId
  useEffect(() => askForPassword(formId), [formId])
  const isOwn = useRef(false)
  const goOn = useEffectEvent(() => {
    if (!isOwn.current) void onSignedIn()
  })
  useEffect(() => onPageSignedIn(() => goOn()), [])
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isShown) return
    // After the dialog, which focuses its first box, the filled-in email.
    const timer = setTimeout(() => password.current?.focus())
    return () => clearTimeout(timer)
  }, [isShown])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasPassword, setHasPassword] = useState(false)

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
    setBusy(false)
    if (!result?.ok) return setProblem(signInWords(result?.error))
    const next = await askConfirmation()
    if (typeof next === 'string') return setProblem(next)
    if (next.stage === 'complete') return enter()
    setHasPassword(true)
  }

  /** People without a password sign in in another tab and come back. */
  async function enterAfterOtherTab() {
    const next = await askConfirmation()
    const isComplete = typeof next !== 'string' && next.stage === 'complete'
    // Someone else may have signed in there; this page stays closed to them.
    if (isComplete && (await isSignedIn(email))) return enter()
  }

  function enter() {
    isOwn.current = true
    tellSignedIn()
    return onSignedIn()
  }

  const confirmDialog = () => (
    <Dialog open onClose={onPostponed} title="Confirm it is you" description={description}>
      <ConfirmForm
        confirm={action}
        onConfirmed={enter}
        // They have needed a second factor only since they last signed in. Setting it up has its own page.
        onEnroll={() => window.location.assign(routes.signIn)}
      />
    </Dialog>
  )

  const passwordDialog = () => (
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
          <Callout tone="bad" title="Sign-in failed" live="alert">
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
        <a
          href={routes.signIn}
          target="_blank"
          rel="noreferrer"
          className="text-sm underline"
          onClick={() => window.addEventListener('focus', enterAfterOtherTab, { once: true })}
        >
          Sign in another way (new tab)
        </a>
      </form>
    </Dialog>
  )

  if (!isShown) return null
  // Visible even if the page is hidden, and outside its layout.
  return <div className="over-cover contents">{hasPassword ? confirmDialog() : passwordDialog()}</div>
}
