import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { ownershipFactsOf, ownershipGuide } from '@/lib/domain/application/ownership'
import { exampleContact } from '@/lib/testing/example-draft'
import { OwnershipCoach } from './ownership-coach'

const contactsWith = (percentageOwned: string) => ({
  items: [exampleContact('ana', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned })],
  nobodyOwns25: false,
})
const OWNERSHIP = 'Limited Liability Company'

it('shows the server’s result until a contact changes, and then that of the rules', async () => {
  const stored = contactsWith('60')
  const coach = (contacts: typeof stored) => (
    <OwnershipCoach
      applicationId="one"
      kind="payfac"
      ownership={OWNERSHIP}
      contacts={contacts}
      found={{ ...ownershipGuide(ownershipFactsOf(stored, OWNERSHIP)), sentence: 'As the server found it.' }}
      foundOf={stored}
      setAt={undefined}
    />
  )
  const { rerender } = render(coach(structuredClone(stored)))
  expect(screen.getByText('As the server found it.')).toBeTruthy()
  expect(screen.getByText('60%')).toBeTruthy()
  rerender(coach(contactsWith('75')))
  expect(await screen.findByText('75%')).toBeTruthy()
  expect(screen.queryByText('As the server found it.')).toBeNull()
})
