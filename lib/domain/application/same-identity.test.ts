import { expect, it } from 'vitest'
import { exampleContact } from '@/lib/testing/example-draft'
import { checkOwnership, ownershipFactsOf } from './ownership'
import { checkSameSsns } from './same-identity'
import { CONTROL_PRONG } from './sections'

const people = [
  exampleContact('ana', { ssn: '513-22-1007', roles: [CONTROL_PRONG] }),
  exampleContact('ben', { firstName: 'Ben', lastName: 'Ito', ssn: '513-22-1007', roles: [CONTROL_PRONG] }),
]
const contacts = { items: people, nobodyOwns25: false }

it('an SSN that stands twice is said with the name of who else has it', () => {
  expect(checkSameSsns(contacts).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Ben Ito has the same Social Security number\./),
    expect.stringMatching(/^Ana Ruiz has the same Social Security number\./),
  ])
})

it('a role that two have is said with the name of who has it first, where the names are known', () => {
  const facts = ownershipFactsOf(contacts, 'Privately Held Limited Liability Company')
  const said = (given: Parameters<typeof checkOwnership>[0]) =>
    checkOwnership(given).map(({ message }) => message)
  expect(said(facts)).toContainEqual(expect.stringContaining('and Ana Ruiz is. Remove the role'))
  const asSent = facts.contacts.map(({ name: _, ...sent }) => sent)
  expect(said({ ...facts, contacts: asSent })).toContainEqual(
    expect.stringContaining('and Contact 1 is. Remove the role'),
  )
})
