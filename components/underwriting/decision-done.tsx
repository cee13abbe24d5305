import { useEffect, useRef } from 'react'
import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { DecisionEffect } from '@/lib/domain/underwriting/decision'
import type { Verdict } from '@/lib/domain/underwriting/reasons'
import { routes } from '@/lib/routes'
import { effectWords } from './decision-words'
import { NextCaseButton } from './next-case-button'

/** The effect of a decision that was just made, in place of its form. */
export function DecisionDone({ effect, outcome }: { effect: DecisionEffect; outcome: Verdict }) {
  const place = useRef<HTMLDivElement>(null)
  // After a decision, the page above loses its actions, and everything moves up.
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'center' }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const { tone, title, words } = effectWords(effect, outcome)
  return (
    <div ref={place} tabIndex={-1} className="rounded-lg">
      <Callout
        tone={tone}
        title={title}
        live="status"
        actions={
          <>
            <NextCaseButton label="Next case" variant="primary" />
            <LinkButton href={routes.underwriting}>Back to queue</LinkButton>
          </>
        }
      >
        {words}
      </Callout>
    </div>
  )
}
