import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { blankDraft } from '@/lib/domain/application/blank'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { stepStates } from '@/lib/domain/application/steps'
import type { Violation } from '@/lib/domain/values/violation'
import { exampleAccount } from '@/lib/testing/example-draft'
import { WarningsPanel } from './findings-panel'

const ROUTING: Violation = {
  path: 'accounts.items.0.routingNumber',
  code: 'check-digit',
  message: 'Its digits fail the ABA check.',
  severity: 'warning',
}

const show = (violations: Violation[], status: ApplicationStatus = 'submitted') =>
  render(
    <WarningsPanel
      application={{
        id: 'a-1',
        status,
        steps: stepStates('payfac', violations, new Set()),
        draft: { ...blankDraft(), accounts: { items: [exampleAccount('b-1')] } },
        documentPlan: [],
        violations,
      }}
    />,
  )

it('lists the warnings of an application that was sent, each with a link to its field', () => {
  show([ROUTING, { ...ROUTING, path: 'merchant.email', code: 'asked', message: 'Asked.' }])
  screen.getByRole('heading', { name: '1 warning' })
  screen.getByText('They did not prevent submission.')
  const link = screen.getByRole('link', { name: /ABA check/ })
  expect(link.getAttribute('href')).toContain('#accounts.items.0.routingNumber')
})

it.each([
  ['in-underwriting', 'Underwriters see them as signals, those of files at the file and in the checklist.'],
  ['declined', 'Underwriters saw them as signals, those of files at the file and in the checklist.'],
] as const)('says where underwriters meet them: %s', (status, words) => {
  show([ROUTING], status)
  screen.getByText(words)
})

it('is not shown without warnings', () => {
  expect(show([]).container.textContent).toBe('')
})
