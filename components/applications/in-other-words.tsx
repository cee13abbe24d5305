'use client'

import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'

/** Folded away until none of the listed values fits; what was written stays in sight. */
export function InOtherWords<T extends FieldValues>({
  when,
  words,
  children,
}: {
  /** The choice, and the field that says in words what the choice does not. */
  when: FieldPath<T>
  words: FieldPath<T>
  children: ReactNode
}) {
  const isOther = useWatch<FieldValues, string, FieldValues, boolean>({
    name: when,
    compute: (chosen: unknown) => typeof chosen === 'string' && /\bother\b/i.test(chosen),
  })
  const hasWords = useWatch<FieldValues, string, FieldValues, boolean>({
    name: words,
    compute: (typed: unknown) => typeof typed === 'string' && typed.trim() !== '',
  })
  // Never folded under the cursor of somebody who clears the field to write something else.
  const [unfolded, setUnfolded] = useState(false)
  return (
    <details
      open={unfolded || isOther || hasWords}
      onToggle={(event) => event.currentTarget.open && setUnfolded(true)}
      className="group"
    >
      <summary className="inline-block rounded-sm text-sm text-muted underline group-open:hidden hover:text-ink sm:mt-7">
        Not listed? Describe it
      </summary>
      {children}
    </details>
  )
}
