'use client'

import { type Ref, useId } from 'react'

/** A code: six digits of an app, or a recovery code. */
export function CodeInput({
  label,
  hint,
  kind,
  problem,
  ref,
}: {
  label: string
  hint?: string
  kind: 'totp' | 'recovery-code'
  problem: string | null
  ref?: Ref<HTMLInputElement>
}) {
  const id = useId()
  const isApp = kind === 'totp'
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        name="code"
        type="text"
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        className="control font-mono"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} role="alert" className="text-sm text-bad-ink empty:hidden">
        {problem}
      </p>
    </div>
  )
}
