import type { ReactNode } from 'react'
import type { Trouble } from '@/components/forms/action-answer'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import type { DeskErrorCode } from '@/lib/errors'

const TITLES: Partial<Record<DeskErrorCode, string>> = {
  unavailable: 'No answer from the sandbox',
  'not-found': 'The sandbox does not have this',
  invalid: 'This was refused',
}

/** The result of the last action. */
export function ControlNotice({ problem, done }: { problem: Trouble | null; done?: ReactNode }) {
  if (problem) {
    return (
      <TroubleNotice
        trouble={problem}
        title={(problem.code && TITLES[problem.code]) ?? 'Couldn’t complete'}
      />
    )
  }
  return (
    <p role="status" className="text-sm text-good-ink empty:absolute">
      {done}
    </p>
  )
}
