'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { FocusOnArrival } from '@/components/forms/focus-field'
import type { ApplicationStatus } from '@/lib/domain/application/status'

/** Sent from its review page, which leads to its own. */
let sent: string | null = null
export const leadToResult = (applicationId: string): void => {
  sent = applicationId
}

/**
 * How an application stands. Whoever sent it, gave it to underwriters or took it back is led here: the button that did it
 * is gone, and the focus with it.
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
