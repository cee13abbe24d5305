'use client'

import { useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { TextInput } from '@/components/dialogs/action-fields'
import { useActionForm } from '@/components/dialogs/use-action-form'
import { readAnswer } from '@/components/forms/action-answer'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { acceptLinkInput, renewPasswordInput } from '@/lib/domain/access/inputs'
import { ROLE_LABELS } from '@/lib/domain/access/roles'
import { routes } from '@/lib/routes'
import type { LinkView } from '@/lib/server/people/accept'
import { acceptLinkAction, readLinkAction, renewPasswordAction } from '@/lib/server/people/link-actions'
import { NewPasswordInput } from './new-password-input'

type Here = 'open-again' | 'used'
type Read = { token: string; link: LinkView | { state: Here } | null }

/** Key of what happened to the link in this tab: after a reload there is no token to ask the server with. */
const HERE = 'welcome-link'

// If the browser blocks storage, the page shows what it shows without a token.
function recall(): Here | null {
  try {
    const here = sessionStorage.getItem(HERE)
    return here === 'open-again' || here === 'used' ? here : null
  } catch {
    return null
  }
}
function remember(here: Here): void {
  try {
    sessionStorage.setItem(HERE, here)
  } catch {}
}

/**
 * The page of a one-time link. The token is in the address's hash, is read once, and is removed from the address.
 */
export function WelcomeBoard() {
  const [read, setRead] = useState<Read | null>(null)
  const token = useRef<string | null>(null)

  useEffect(() => {
    // Effects run twice in development; the address has the token only the first time.
    token.current ??= window.location.hash.slice(1)
    window.history.replaceState(null, '', window.location.pathname)
    const own = token.current
    const state = own === '' ? recall() : null
    if (state !== null) return setRead({ token: own, link: { state } })
    if (own !== '') remember('open-again')
    let isGone = false
    void readAnswer(readLinkAction({ token: own || '-' })).then((called) => {
      if (!isGone) setRead({ token: own, link: called.ok ? called.data : null })
    })
    return () => {
      isGone = true
    }
  }, [])

  if (read === null)
    return (
      <p role="status" className="text-sm text-muted">
        Checking your link…
      </p>
    )
  if (read.link === null)
    return (
      <Callout tone="bad" live="alert" title="The link was not checked">
        The desk could not be reached. Open the link again.
      </Callout>
    )
  if (read.link.state !== 'open') return <NotOpen state={read.link.state} />
  return read.link.kind === 'invitation' ? (
    <Invited token={read.token} link={read.link} />
  ) : (
    <Renew token={read.token} link={read.link} />
  )
}

const REASONS: Record<Exclude<LinkView['state'], 'open'> | Here, { title: string; text: string }> = {
  waiting: {
    title: 'This link is waiting for approval',
    text: 'A second admin has to approve it. Open the same link again afterwards.',
  },
  expired: { title: 'This link has expired', text: 'Ask an admin for a new one.' },
  used: { title: 'This link was already used', text: 'Sign in with the password that was set.' },
  voided: {
    title: 'This link was replaced or revoked',
    text: 'Use the newest link, or ask an admin for one.',
  },
  'single-sign-on': {
    title: 'No password is needed',
    text: 'This desk uses single sign-on. Sign in with your company account.',
  },
  'open-again': {
    title: 'Open your link again',
    text: 'This page does not keep it when it is reloaded. The link still works.',
  },
  unknown: {
    title: 'This link is not complete',
    text: 'Copy the whole link, with everything after the #, and open it again. If you used it already, sign in.',
  },
}

function NotOpen({ state }: { state: keyof typeof REASONS }) {
  const { title, text } = REASONS[state]
  return (
    <div className="flex flex-col items-start gap-4">
      <Callout tone="warn" live="alert" title={title}>
        {text}
      </Callout>
      <LinkButton href={routes.signIn}>Go to sign-in</LinkButton>
    </div>
  )
}

type OpenLink = Extract<LinkView, { state: 'open' }>

function Invited({ token, link }: { token: string; link: OpenLink }) {
  const { form, submit, busy, trouble } = useActionForm({
    schema: acceptLinkInput,
    values: { token, name: link.name ?? '', password: '' },
    action: acceptLinkAction,
    onDone: (_, { password }) => enter(link.email, password),
  })
  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          You are invited as {link.roles.map((role) => ROLE_LABELS[role].label).join(', ')}. Set a name and a
          password to start.
        </p>
        <Email email={link.email} />
        <TextInput name="name" label="Name" autoComplete="name" />
        <NewPasswordInput
          label="Password"
          minLength={link.minLength}
          person={{ email: link.email, name: '' }}
        />
        <TroubleNotice trouble={trouble} />
        <Button type="submit" variant="primary" busy={busy}>
          Create account
        </Button>
      </form>
    </FormProvider>
  )
}

function Renew({ token, link }: { token: string; link: OpenLink }) {
  const { form, submit, busy, trouble } = useActionForm({
    schema: renewPasswordInput,
    values: { token, password: '' },
    action: renewPasswordAction,
    onDone: (_, { password }) => enter(link.email, password),
  })
  return (
    <FormProvider {...form}>
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Set a new password for {link.name}. It ends every session that is still open.
        </p>
        <Email email={link.email} />
        <NewPasswordInput
          label="New password"
          minLength={link.minLength}
          person={{ email: link.email, name: link.name ?? '' }}
        />
        <TroubleNotice trouble={trouble} />
        <Button type="submit" variant="primary" busy={busy}>
          Set password
        </Button>
      </form>
    </FormProvider>
  )
}

/** Visible, and there for password managers. */
const Email = ({ email }: { email: string }) => (
  <label className="flex flex-col gap-1 text-sm font-medium">
    Email
    <input type="email" value={email} readOnly autoComplete="username" className="control text-muted" />
  </label>
)

/** Signs in with the new password. If that fails, the sign-in page says why. */
async function enter(email: string, password: string): Promise<void> {
  remember('used')
  const { signIn } = await import('next-auth/react')
  const result = await signIn('credentials', { redirect: false, email, password }).catch(() => undefined)
  // A full page load, so that nothing of a previous person stays in memory.
  window.location.assign(result?.ok ? routes.home : routes.signIn)
}
