import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { UnderwritingCallout } from './underwriting-callout'

const wrong = {
  path: 'contacts.items.0.phone',
  code: 'impossible',
  message: 'No such number.',
  severity: 'error',
}
const approved = (violations: readonly object[], mayTakeBack = true) =>
  ({
    id: '0b5bfb1c-6f0c-4a0e-9d3c-1c2d3e4f5a6b',
    status: 'approved',
    mayTakeBack,
    mayOpenCase: false,
    violations,
    underwriting: { given: {}, underwriter: null, firstDecidedBy: null, request: null, decision: null },
  }) as unknown as ApplicationView

it('says of an approved application that a value is wrong since, and the way to correct it', () => {
  const { container } = render(<UnderwritingCallout application={approved([wrong])} isOnReview />)
  expect(container.textContent).toContain('it cannot be submitted as it is')
  expect(container.textContent).toContain(
    '1 problem must be corrected first: the rules or lists changed after the approval. Recall it, correct it',
  )
  expect(container.textContent).toContain('No such number.')
  expect(container.textContent).not.toContain('Submit it below')
  expect(screen.getByRole('button', { name: 'Recall…' })).toBeTruthy()
})

it('says who can, to whoever cannot recall it', () => {
  const { container } = render(
    <UnderwritingCallout
      application={approved([wrong, { ...wrong, path: 'contacts.items.1.phone' }], false)}
    />,
  )
  expect(container.textContent).toContain(
    '2 problems must be corrected first: the rules or lists changed after the approval. Onboarding has to recall it',
  )
})

it('asks for no correction where only another application is in the way, and says which', () => {
  const copied = {
    ...wrong,
    message: 'Resolve the outcome of A-7 first.',
    about: [{ applicationId: 'a', number: 7, name: 'Oak' }],
  }
  const { container } = render(<UnderwritingCallout application={approved([copied])} isOnReview />)
  expect(container.textContent).toContain('it cannot be submitted yet')
  expect(container.textContent).toContain('Resolve the outcome of A-7 first.')
  expect(container.textContent).not.toContain('corrected')
})

it('leads to submitting where nothing is wrong', () => {
  const warning = { ...wrong, severity: 'warning' }
  const { container } = render(<UnderwritingCallout application={approved([warning])} isOnReview />)
  expect(container.textContent).toContain('Submit it below')
})
