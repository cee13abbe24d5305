import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PeopleView } from '@/lib/server/people/views'
import { PeopleBoard } from './people-board'

const view: PeopleView = {
  people: [],
  invitations: [
    {
      id: 'b2a7',
      kind: 'invitation',
      email: 'nina@company.example',
      roles: ['finance'],
      by: 'Ada',
      isMine: true,
      barred: null,
      mayApply: false,
      isForMe: false,
      createdAt: '2026-07-01T12:00:00Z',
      expiresAt: '2026-07-08T12:00:00Z',
      state: 'open',
    },
  ],
  underwriters: [],
  onboarding: [],
  hasSecond: false,
  justLeft: [],
  nobodyApproves: null,
  origin: 'https://desk.example',
  waitingForMe: 0,
  toApply: 0,
}

it('asks before revoking, and names the recipient', async () => {
  render(<PeopleBoard view={view} />)
  fireEvent.click(screen.getByRole('button', { name: 'Revoke link for nina@company.example' }))
  const words = (await screen.findByRole('dialog', {}, { timeout: 60_000 })).textContent
  expect(words).toContain('Revoke the invitation of nina@company.example?')
  expect(words).toContain('You can invite them again.')
})
