'use client'

import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'

/**
 * A choice, and a text field for what none of its values says. The field is folded away until needed and stays open
 * while it has text.
 */
export function InOtherWords<T extends FieldValues>({
  when,
  words,
  choice,
  children,
}: {
  /** The choice's field, and the text field. */
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
  // Never folds while someone clears the field to write something else.
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
