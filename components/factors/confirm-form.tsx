'use client'

import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CodeInput } from './code-input'
import {
  askConfirmation,
  type ConfirmationView,
  PASSKEY_NOT_USED,
  type Proof,
  sendProof,
  signWithPasskey,
} from './confirmation'

type NotConfirmed = { text: string; atCode: boolean }

/** Asks for one of the person's second factors: a passkey, an app's code, or a recovery code. */
export function ConfirmForm({
  confirm = 'Confirm',
  onConfirmed,
  onEnroll,
}: {
  confirm?: string
  onConfirmed: () => void
  /** Called if the person needs a second factor and has none. */
  onEnroll?: () => void
}) {
  const [view, setView] = useState<ConfirmationView | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is asked for once more after what failed
  useEffect(() => {
    let isOld = false
    void askConfirmation().then((answer) => {
      if (isOld) return
      if (typeof answer === 'string') return setFailure(answer)
      setFailure(null)
      setView(answer)
    })
    return () => {
      isOld = true
    }
  }, [round])
  const needsEnrollment = view?.stage === 'enrollment'
  useEffect(() => {
    if (needsEnrollment) onEnroll?.()
  }, [needsEnrollment, onEnroll])

  if (failure !== null)
    return (
      <Callout
        tone="bad"
        live="alert"
        title="Not confirmed"
        actions={<Button onClick={() => setRound(round + 1)}>Try again</Button>}
      >
        {failure}
      </Callout>
    )
  if (view === null || view.stage === 'enrollment')
    return (
      <p role="status" className="text-sm text-muted">
        One moment…
      </p>
    )
  return (
    <Ways
      key={round}
      view={view}
      confirm={confirm}
      onConfirmed={onConfirmed}
      onAgain={() => setRound(round + 1)}
    />
  )
}

function Ways({
  view,
  confirm,
  onConfirmed,
  onAgain,
}: {
  view: Exclude<ConfirmationView, { stage: 'enrollment' }>
  confirm: string
  onConfirmed: () => void
  /** A challenge can be answered once, so another is needed after a failure. */
  onAgain: () => void
}) {
  const [kind, setKind] = useState<'totp' | 'recovery-code'>(view.totp ? 'totp' : 'recovery-code')
  const [hasCode, setHasCode] = useState(view.totp || view.passkey === null)
  const [busy, setBusy] = useState<Proof['kind'] | null>(null)
  const [problem, setProblem] = useState<NotConfirmed | null>(null)
  const code = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another kind of code is asked for
  useEffect(() => {
    // After the dialog, which focuses its first control.
    const timer = setTimeout(() => code.current?.focus())
    return () => clearTimeout(timer)
  }, [kind, hasCode])

  async function send(proof: Proof) {
    const result = await sendProof(proof)
    setBusy(null)
    if (result.ok) return onConfirmed()
    setProblem({ text: result.message, atCode: result.field === 'code' })
    code.current?.select()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (typed === '') return setProblem({ text: 'Enter the code.', atCode: true })
    setBusy(kind)
    setProblem(null)
    await send({ kind, code: typed })
  }

  async function usePasskey() {
    if (view.passkey === null) return
    setBusy('passkey')
    setProblem(null)
    const response = await signWithPasskey(view.passkey)
    if (response) await send({ kind: 'passkey', response })
    else {
      setBusy(null)
      setProblem({ text: PASSKEY_NOT_USED, atCode: false })
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {problem && !problem.atCode && (
        <Callout
          tone="bad"
          live="alert"
          title="Not confirmed"
          actions={view.passkey && <Button onClick={onAgain}>Try again</Button>}
        >
          {problem.text}
        </Callout>
      )}
      {view.passkey && (
        <Button variant={hasCode ? 'secondary' : 'primary'} busy={busy === 'passkey'} onClick={usePasskey}>
          <Fingerprint aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      {hasCode && (
        <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <CodeInput
            key={kind}
            ref={code}
            kind={kind}
            label={kind === 'totp' ? 'Code' : 'Recovery code'}
            hint={
              kind === 'totp'
                ? 'The six digits that your authenticator app shows.'
                : 'One of the ten that you kept. Each works once.'
            }
            problem={problem?.atCode ? problem.text : null}
          />
          <Button type="submit" variant="primary" busy={busy === kind}>
            {confirm}
          </Button>
        </form>
      )}
      {view.hasRecoveryCodes && (kind === 'totp' || !hasCode) && (
        <p className="text-sm">
          <button
            type="button"
            className="text-accent-ink underline underline-offset-2"
            onClick={() => {
              setKind('recovery-code')
              setHasCode(true)
              setProblem(null)
            }}
          >
            Use a recovery code
          </button>
        </p>
      )}
    </div>
  )
}
