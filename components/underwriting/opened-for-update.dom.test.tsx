import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OpenedForUpdate } from './opened-for-update'

it('says of a decided case that its values are those of an update, and leads to what was decided', () => {
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
