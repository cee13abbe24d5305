'use client'

import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextInput } from '@/components/dialogs/action-fields'
import { classNames } from '@/components/ui/class-names'
import type { PasswordStrength } from '@/lib/domain/access/password-strength'

const WORDS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const TONES = ['bg-bad-ink', 'bg-bad-ink', 'bg-warn-ink', 'bg-good-ink', 'bg-good-ink'] as const
const PAUSE_MS = 200

/** A new password with an estimate of its strength. The word lists for it are loaded on first input. */
export function NewPasswordInput({
  label,
  minLength,
  person,
}: {
  label: string
  minLength: number
  person: { email: string; name: string }
}) {
  const { control } = useFormContext()
  const password: string = useWatch({ control, name: 'password' }) ?? ''
  const [strength, setStrength] = useState<PasswordStrength | null>(null)
  const { email, name } = person

  useEffect(() => {
    if (password === '') return setStrength(null)
    let isOld = false
    const timer = setTimeout(async () => {
      const judged = await import('@/lib/domain/access/password-strength')
        .then(({ judgePassword }) => judgePassword(password, { email, name }))
        // Without the lists nothing is shown; the server checks the password anyway.
        .catch(() => null)
      if (!isOld) setStrength(judged)
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [password, email, name])

  return (
    <TextInput
      name="password"
      type="password"
      label={label}
      autoComplete="new-password"
      hint={`At least ${minLength} characters. A few unrelated words work well.`}
    >
      <Meter strength={strength} isShort={password.length < minLength} />
    </TextInput>
  )
}

function Meter({ strength, isShort }: { strength: PasswordStrength | null; isShort: boolean }) {
  const score = strength?.score ?? 0
  const filled = strength === null ? 0 : score + 1
  return (
    <div className="flex items-center gap-2" aria-hidden={strength === null}>
      <div className="flex flex-1 gap-1" aria-hidden="true">
        {WORDS.map((word, i) => (
          <span
            key={word}
            className={classNames('h-1 flex-1 rounded-full', i < filled ? TONES[score] : 'bg-line')}
          />
        ))}
      </div>
      <span role="status" className="min-w-28 text-end text-xs text-muted">
        {strength && (strength.isListed ? 'Too easy to guess' : isShort ? 'Too short' : WORDS[score])}
      </span>
    </div>
  )
}
