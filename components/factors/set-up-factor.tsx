'use client'

import { Fingerprint, Smartphone } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { usePress } from '@/components/forms/use-press'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { FACTOR_LABELS } from '@/lib/domain/access/second-factor'
import {
  beginPasskeyAction,
  beginTotpAction,
  finishPasskeyAction,
  finishTotpAction,
} from '@/lib/server/account/factor-actions'
import { CodeInput } from './code-input'

type Started = { factorId: string; secret: string; qrCode: string }

/**
 * Sets up a second factor: first its kind, then its steps. `needsPassword`: a person without a factor yet confirms
 * with the password.
 */
export function SetUpFactor({
  hasPasskeys,
  needsPassword,
  onAdded,
}: {
  hasPasskeys: boolean
  needsPassword: boolean
  /** With recovery codes for the first factor. */
  onAdded: (codes: string[] | null) => void
}) {
  const { busy, trouble, press } = usePress()
  const [started, setStarted] = useState<Started | null>(null)
  const [password, setPassword] = useState('')
  const sent = needsPassword ? { password } : {}

  async function beginTotp() {
    const called = await press('totp', () => beginTotpAction(sent))
    if (called?.ok) setStarted(called.data)
  }

  async function addPasskey() {
    const called = await press('passkey', () => registerPasskey(sent))
    if (called?.ok) onAdded(called.data.codes)
  }

  if (started) return <ShowCode started={started} onAdded={onAdded} onBack={() => setStarted(null)} />
  return (
    <div className="flex flex-col gap-4">
      {trouble && (
        <Callout tone="bad" live="alert" title="Nothing was added">
          {troubleWords(trouble)}
        </Callout>
      )}
      {needsPassword && (
        <label className="flex flex-col gap-1 text-sm font-medium">
          Current password
          <input
            type="password"
            autoComplete="current-password"
            className="control"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
      )}
      <Way
        label="Add a passkey"
        text={
          hasPasskeys
            ? 'Your fingerprint, face or device PIN. It can sign you in without a password.'
            : 'Not available here: passkeys need an address with a name, and this desk has an IP address.'
        }
        disabled={!hasPasskeys}
        busy={busy === 'passkey'}
        icon={<Fingerprint aria-hidden="true" />}
        onClick={addPasskey}
      />
      <Way
        label="Add an authenticator app"
        text="An app on your phone that shows a new code every 30 seconds."
        busy={busy === 'totp'}
        icon={<Smartphone aria-hidden="true" />}
        onClick={beginTotp}
      />
    </div>
  )
}

const NO_PASSKEY = {
  ok: false as const,
  message: 'No passkey was created. Try again, or use an authenticator app.',
}

/** The browser's own step is between two requests to the desk. */
async function registerPasskey(sent: Parameters<typeof beginPasskeyAction>[0]) {
  const started = await beginPasskeyAction(sent)
  if (!started.data?.ok) return { ...started, data: started.data }
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: started.data.options }).catch(() => null)
  return response ? finishPasskeyAction({ name: FACTOR_LABELS.passkey, response }) : { data: NO_PASSKEY }
}

const Way = ({
  label,
  text,
  icon,
  busy,
  disabled = false,
  onClick,
}: {
  label: string
  text: string
  icon: React.ReactNode
  busy: boolean
  disabled?: boolean
  onClick: () => void
}) => (
  <div className="flex flex-col gap-1">
    <Button busy={busy} disabled={disabled} onClick={onClick}>
      {icon}
      {label}
    </Button>
    <p className="text-sm text-muted">{text}</p>
  </div>
)

function ShowCode({
  started,
  onAdded,
  onBack,
}: {
  started: Started
  onAdded: (codes: string[] | null) => void
  onBack: () => void
}) {
  const { run, busy } = useDeskAction(finishTotpAction)
  const [problem, setProblem] = useState<{ text: string; atCode: boolean } | null>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (typed === '') return setProblem({ text: 'Enter the code that your app shows.', atCode: true })
    setProblem(null)
    const called = await run({ factorId: started.factorId, name: FACTOR_LABELS.totp, code: typed })
    if (called === null) return
    if (called.ok) return onAdded(called.data.codes)
    setProblem({ text: troubleWords(called.trouble), atCode: called.refusal?.field === 'code' })
    code.current?.select()
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        Scan this with your authenticator app, then enter the code it shows.
      </p>
      {/* biome-ignore lint/performance/noImgElement: drawn by the server, and in the page already */}
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(started.qrCode)}`}
        alt="QR code of the secret below"
        width={200}
        height={200}
        className="self-center rounded-md border border-line"
      />
      <details className="text-sm">
        <summary className="text-accent-ink">Enter it by hand instead</summary>
        <p className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono wrap-anywhere">
          {started.secret.replace(/(.{4})(?!$)/g, '$1 ')}
        </p>
      </details>
      {problem && !problem.atCode && (
        <Callout tone="bad" live="alert" title="Nothing was added">
          {problem.text}
        </Callout>
      )}
      <CodeInput ref={code} kind="totp" label="Code" problem={problem?.atCode ? problem.text : null} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Add authenticator app
        </Button>
      </div>
    </form>
  )
}
