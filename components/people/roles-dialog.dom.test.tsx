import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Role } from '@/lib/domain/access/permissions'
import type { PersonView } from '@/lib/server/people/views'
import RolesDialog from './roles-dialog'

const me: PersonView = {
  id: '8f2a5c1e-0d7b-4c1b-9a50-2f5d7f0c0a11',
  name: 'Ada Minton',
  email: 'ada@desk.test',
  roles: ['admin'],
  active: true,
  version: 1,
  lastSeenAt: null,
  openSessions: 1,
  isMe: true,
  work: { cases: 0, applications: 0 },
  proposal: null,
  link: null,
  signIn: null,
  factors: { totp: 0, passkey: 0 },
  needsFactor: false,
  factorReset: null,
}

function choose(hasSecond: boolean, person: PersonView, ...labels: string[]) {
  render(<RolesDialog person={person} hasSecond={hasSecond} onClose={() => {}} onDone={() => {}} />)
  for (const label of labels) fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^${label}`) }))
  return screen.getByRole('dialog').textContent ?? ''
}
const AT_ONCE = 'You lose this page and Settings at once.'

it('an admin who only removes their own Admin role loses it at once', () => {
  expect(choose(true, me, 'Admin', 'Auditor')).toContain(AT_ONCE)
})

it('if a role that needs approval is added too, the whole change waits, and the page says so', () => {
  const words = choose(true, me, 'Admin', 'Finance')
  expect(words).toContain('Another admin has to approve it.')
  expect(words).toContain('You will stop being an admin')
  expect(words).toContain('The whole change waits for approval, and you stay an admin until then.')
  expect(words).not.toContain(AT_ONCE)
})

it('without a second admin, nothing waits', () => {
  expect(choose(false, me, 'Admin', 'Finance')).toContain(AT_ONCE)
})

it('says who is notified of a new admin, and who cannot approve whose changes yet', () => {
  const words = choose(false, { ...me, isMe: false, roles: ['auditor'] as Role[] }, 'Admin')
  expect(words).toContain('Admins and auditors are notified.')
  expect(words).toContain('For 3 days, a new admin and the people who made them one')
})
