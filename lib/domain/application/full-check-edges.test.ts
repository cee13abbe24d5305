import { expect, test } from 'vitest'
import { fromWireFullOwnership, toWireFullApplication } from '@/lib/partner/mapping/full-application'
import { ownershipProblems } from '@/lib/sandbox/ownership-problems'
import { exampleContact, exampleLists } from '@/lib/testing/example-draft'
import { plainFullDraft } from '@/lib/testing/full-drafts'
import { checkFullApplication } from './check'

const context = { lists: exampleLists, today: '2026-11-20' }
const short = (draft: ReturnType<typeof plainFullDraft>) =>
  checkFullApplication(draft, context).violations.map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  )

test('a negative highest ticket, which the alias allows, is below the average ticket', () => {
  expect(short(plainFullDraft({ options: { highTicket: '-5' } }))).toEqual([
    'warning implausible options.highTicket',
    'warning implausible options.highTicket',
  ])
})

test.each([
  ['UnitPrice', '-5', 1],
  ['Quantity', '-1', 1],
  ['UnitPrice', '5', 0],
  ['Discount__c', '-5', 0],
  ['Notes', 'minus five', 0],
])('a line item with %s %s has %i warnings', (name, value, warnings) => {
  const items = [{ id: 'line-1', kind: 'Fee', name: 'Monthly', members: [{ name, value }] }]
  expect(short({ ...plainFullDraft({}), pricing: { items } })).toEqual(
    Array.from({ length: warnings }, () => 'warning implausible pricing.items.0.members.0.value'),
  )
})

test('an ownership with two spaces is cleaned and then checked by rules 7 to 9, as the partner does', () => {
  const draft = plainFullDraft({
    merchant: { ownership: 'Privately Held  Corporation' },
    contacts: [exampleContact('a')],
  })
  const { value } = checkFullApplication(draft, context)
  const wire = value && toWireFullApplication(value)
  const refused = wire
    ? ownershipProblems(fromWireFullOwnership(wire), { list: 'lstBens', sent: wire.lstBens?.length ?? 0 })
    : []
  expect(refused, 'the desk would send what the partner refuses').toEqual([])
})
