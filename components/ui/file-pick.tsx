'use client'

import { type ReactNode, useRef } from 'react'
import { Button } from './button'

/** A button that lets the person pick one file. `label` names the hidden file input. */
export function FilePick({
  label,
  accept,
  primary,
  disabled,
  onFile,
  children,
}: {
  label: string
  accept: string
  primary: boolean
  disabled: boolean
  onFile: (file: File) => void
  children: ReactNode
}) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          // Lets the same file be picked again.
          event.target.value = ''
        }}
      />
      <Button
        variant={primary ? 'primary' : 'secondary'}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}

/** Covers the whole page while files are dragged over it. */
export const DropHint = ({ children }: { children: ReactNode }) => (
  <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/85">
    <p className="text-xl font-semibold text-accent-ink">{children}</p>
  </div>
)
