'use client'

import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'

/** A choice, and what says in words that none of its values fits: folded away until then; what was written stays in sight. */
export function InOtherWords<T extends FieldValues>({
  when,
  words,
  choice,
  children,
}: {
  /** The choice, and the field that says in words what the choice does not. */
  when: FieldPath<T>
  words: FieldPath<T>
  choice: ReactNode
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
    <div className="flex min-w-0 flex-col gap-1.5">
      {choice}
      <details
        open={unfolded || isOther || hasWords}
        onToggle={(event) => event.currentTarget.open && setUnfolded(true)}
        className="group open:pt-4"
      >
        <summary className="inline-block rounded-sm text-sm text-muted underline group-open:hidden hover:text-ink">
          Not listed? Describe it
        </summary>
        {children}
      </details>
    </div>
  )
}
