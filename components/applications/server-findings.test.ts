import { describe, expect, it } from 'vitest'
import { payfacFields } from '@/lib/domain/application/fields'
import type { Violation } from '@/lib/domain/values/violation'
import { exampleContact } from '@/lib/testing/example-draft'
import { remainingFindings, serverFindings } from './server-findings'

const refused = (path: string): Violation => ({
  path,
  code: 'format',
  message: 'The partner refused this: bad value.',
  severity: 'warning',
})
const draft = {
  items: [exampleContact('c-1'), exampleContact('c-2', { city: 'Dayton' })],
  nobodyOwns25: false,
}
const own: Violation = {
  path: 'contacts.items.0.email',
  code: 'required',
  message: 'Enter it.',
  severity: 'error',
}
const all = [own, refused('contacts.items.1.city'), refused('merchant.legalName')]
const found = serverFindings('contacts', draft, all, [own])

describe('findings that only the server can make in a section', () => {
  it("are those that the browser's own check does not make, of this section only", () => {
    expect(found.violations).toEqual([refused('contacts.items.1.city')])
  })

  it('stay while the value does', () => {
    expect(remainingFindings(found, draft, payfacFields)).toEqual([refused('contacts.items.1.city')])
  })

  it('disappear when the value changes, and come back with it', () => {
    const changed = { ...draft, items: draft.items.map((item) => ({ ...item, city: 'Akron' })) }
    expect(remainingFindings(found, changed, payfacFields)).toEqual([])
    expect(remainingFindings(found, { ...changed, items: draft.items }, payfacFields)).toHaveLength(1)
  })

  it('follow their item to another position, and disappear with it', () => {
    const [first, second] = draft.items
    if (!first || !second) throw new Error('The draft has two contacts.')
    expect(remainingFindings(found, { ...draft, items: [second] }, payfacFields)).toEqual([
      refused('contacts.items.0.city'),
    ])
    expect(remainingFindings(found, { ...draft, items: [first] }, payfacFields)).toEqual([])
  })
})
