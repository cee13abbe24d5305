import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OpenedForUpdate } from './opened-for-update'

it('says that a decided case shows the values of an update, and links to the decision', () => {
  render(<OpenedForUpdate application={{ status: 'draft', statusBeforeRevision: 'submitted' }} isDecided />)
  expect(screen.getByText('Opened for an update')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Decision history' }).getAttribute('href')).toBe('#evidence')
})

it.each([
  { status: 'draft', statusBeforeRevision: null },
  { status: 'submitted', statusBeforeRevision: null },
  { status: 'in-underwriting', statusBeforeRevision: 'submitted' },
] as const)('says nothing of $status after $statusBeforeRevision', (application) => {
  const { container } = render(<OpenedForUpdate application={application} isDecided />)
  expect(container.innerHTML).toBe('')
})
