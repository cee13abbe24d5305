import type { ReactNode } from 'react'
import { Callout } from '@/components/ui/callout'
import type { ControlProblem } from './use-control'

/** What came of the last press: what stood against it, or that it is done. */
export function ControlNotice({ problem, done }: { problem: ControlProblem | null; done?: ReactNode }) {
  if (problem) {
    return (
      <Callout tone="bad" title={problem.title} live="alert">
        {problem.words}
      </Callout>
    )
  }
  return (
    <p role="status" className="text-sm text-good-ink empty:absolute">
      {done}
    </p>
  )
}
