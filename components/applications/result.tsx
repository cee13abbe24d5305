'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { FocusOnArrival } from '@/components/forms/focus-field'
import type { ApplicationStatus } from '@/lib/domain/application/status'

/** The application just sent from its review, whose own page should start at the result. */
let sent: string | null = null
export const leadToResult = (applicationId: string): void => {
  sent = applicationId
}

/**
 * The application's status. Whoever sent it, handed it over or took it back is brought here, because the button is
 * gone and the focus with it.
 */
export function Result({
  applicationId,
  status,
  children,
}: {
  applicationId: string
  status: ApplicationStatus
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [status])
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-24 rounded-lg empty:hidden">
      <FocusOnArrival
        find={() => {
          if (sent !== applicationId) return null
          sent = null
          return box.current
        }}
      />
      {children}
    </div>
  )
}
