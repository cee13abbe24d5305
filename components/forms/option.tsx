import type { ComponentProps, ReactNode } from 'react'

/** A radio button or checkbox with its label; both can be pressed. */
export function Option({
  label,
  note,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  type: 'radio' | 'checkbox'
  label: ReactNode
  note?: ReactNode
}) {
  return (
    <label className="flex min-h-7 items-center gap-2 text-base has-disabled:text-muted pointer-coarse:min-h-11">
      <input {...input} className="size-4 shrink-0" />
      <span>
        {label}
        {note && <span className="text-sm text-muted"> {note}</span>}
      </span>
    </label>
  )
}
