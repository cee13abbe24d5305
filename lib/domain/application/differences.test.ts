import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { blankContact } from './blank'
import { conflictsOf, diffSection, mergeSection } from './differences'
import type { ContactDraft, Draft } from './sections'

const merchant = (changes: Partial<Draft['merchant']> = {}) => ({ ...exampleDraft().merchant, ...changes })
const people = (...items: ContactDraft[]): Draft['contacts'] => ({ items, nobodyOwns25: false })
const ana = (changes: Partial<ContactDraft> = {}) => exampleContact('ana', changes)
const ben = (changes: Partial<ContactDraft> = {}) =>
  exampleContact('ben', { firstName: 'Ben', lastName: 'Ito', ...changes })
const sealed = (mask: string, findings: Sealed['findings'] = []): Sealed => ({ sealed: true, mask, findings })

describe('the difference of two versions', () => {
  it('names each field by its label, before and after', () => {
    expect(
      diffSection('merchant', merchant(), merchant({ dbaName: 'Heron', everCancelled: 'yes', website: '' })),
    ).toEqual([
      {
        path: 'merchant.dbaName',
        label: 'DBA name',
        before: 'Blue Heron Books',
        after: 'Heron',
      },
      { path: 'merchant.website', label: 'Website', before: 'https://blue-heron.example', after: '' },
      {
        path: 'merchant.everCancelled',
        label: 'Was a merchant account ever canceled?',
        before: 'No',
        after: 'Yes',
      },
    ])
  })

  it('formats dates for reading; what is not a date stays as typed', () => {
    const [change] = diffSection(
      'merchant',
      merchant({ dateEstablished: '2012-03-01' }),
      merchant({ dateEstablished: 'in 2013' }),
    )
    expect([change?.before, change?.after]).toEqual(['Mar 1, 2012', 'in 2013'])
  })

  it('formats a phone number as its field does, even while it is being typed', () => {
    const [phone] = diffSection(
      'merchant',
      merchant({ phone: '(512) 555-9999' }),
      merchant({ phone: '5125550101' }),
    )
    expect(phone).toMatchObject({ before: '(512) 555-9999', after: '(512) 555-0101' })
  })

  it('finds an item by its ID at any position', () => {
    expect(diffSection('contacts', people(ana(), ben()), people(ben(), ana()))).toEqual([])
    expect(diffSection('contacts', people(ana(), ben()), people(ben({ title: 'CFO' }), ana()))).toEqual([
      { path: 'contacts.items#ben.title', label: 'Ben Ito · Title', before: 'Owner', after: 'CFO' },
    ])
  })

  it('shows roles as a list and the attestation as yes or no', () => {
    const after = { ...people(ana({ roles: ['Principal', 'Control Prong'] })), nobodyOwns25: true }
    expect(diffSection('contacts', people(ana()), after)).toEqual([
      { path: 'contacts.nobodyOwns25', label: 'No one owns 25% or more', before: 'No', after: 'Yes' },
      {
        path: 'contacts.items#ana.roles',
        label: 'Ana Ruiz · Roles',
        before: '',
        after: 'Principal; Control Prong',
      },
    ])
  })

  it('names an added item and lists its values; a removed one likewise', () => {
    const blank = { ...blankContact('new'), lastName: 'Obi' }
    const added = [
      { path: 'contacts.items#new', label: 'Contact 2', before: '', after: 'Obi' },
      { path: 'contacts.items#new.lastName', label: 'Obi · Last name', before: '', after: 'Obi' },
    ]
    expect(diffSection('contacts', people(ana()), people(ana(), blank))).toEqual(added)
    expect(diffSection('contacts', people(ana(), blank), people(ana()))).toEqual(
      added.map((entry) => ({ ...entry, before: entry.after, after: '' })),
    )
  })

  it('names an added item that is still blank', () => {
    const changed = diffSection('contacts', people(), people(blankContact('new')))
    expect(changed).toEqual([
      { path: 'contacts.items#new', label: 'Contact 1', before: '', after: 'Contact 1' },
    ])
  })

  it('shows a secret only as its mask, typed or sealed', () => {
    expect(
      diffSection('contacts', people(ana()), people(ana({ ssn: '512-45-0001', dateOfBirth: '1984-05-18' }))),
    ).toEqual([
      {
        path: 'contacts.items#ana.dateOfBirth',
        label: 'Ana Ruiz · Date of birth',
        before: '••••-••-••',
        after: '••••-••-••',
      },
      {
        path: 'contacts.items#ana.ssn',
        label: 'Ana Ruiz · Social Security number',
        before: '•••-••-6789',
        after: '•••-••-0001',
      },
    ])
  })

  it('compares sealed values by mask and findings', () => {
    const before = merchant({ taxId: sealed('••-•••6789') })
    const found = sealed('••-•••6789', [{ code: 'implausible', message: 'Check it.', severity: 'warning' }])
    expect(diffSection('merchant', before, merchant({ taxId: sealed('••-•••6789') }))).toEqual([])
    expect(diffSection('merchant', before, merchant({ taxId: found }))).toHaveLength(1)
    expect(diffSection('merchant', before, merchant({ taxId: sealed('••-•••0001') }))).toHaveLength(1)
  })
})

describe('two editors', () => {
  const base = merchant()
  const mine = merchant({ dbaName: 'Mine', phone: '614 555 0001', mcc: '5192' })
  const theirs = merchant({ dbaName: 'Theirs', email: 'theirs@blue-heron.example', mcc: '5192' })

  it('see who changed what since the version that both started from', () => {
    expect(conflictsOf('merchant', base, mine, theirs)).toEqual([
      {
        path: 'merchant.dbaName',
        label: 'DBA name',
        changedBy: 'both',
        base: 'Blue Heron Books',
        mine: 'Mine',
        theirs: 'Theirs',
      },
      expect.objectContaining({ path: 'merchant.phone', changedBy: 'mine', theirs: '(614) 555-0123' }),
      expect.objectContaining({
        path: 'merchant.email',
        changedBy: 'theirs',
        mine: 'office@blue-heron.example',
      }),
    ])
  })

  it('keep both their changes, and what both changed by choice', () => {
    const merged = { ...mine, email: theirs.email }
    expect(mergeSection('merchant', base, mine, theirs, { 'merchant.dbaName': 'mine' })).toEqual(merged)
    expect(mergeSection('merchant', base, mine, theirs, { 'merchant.dbaName': 'theirs' })).toEqual({
      ...merged,
      dbaName: 'Theirs',
    })
  })

  it('keep mine where no choice was made', () => {
    expect(mergeSection('merchant', base, mine, theirs, {}).dbaName).toBe('Mine')
  })

  it('cannot undo a change of only one side by choice', () => {
    const merged = mergeSection('merchant', base, mine, theirs, {
      'merchant.phone': 'theirs',
      'merchant.email': 'mine',
    })
    expect(merged).toMatchObject({ phone: mine.phone, email: theirs.email })
  })

  it('can edit one contact each', () => {
    const merged = mergeSection(
      'contacts',
      people(ana(), ben()),
      people(ana({ title: 'CEO' }), ben()),
      people(ana(), ben({ title: 'CFO' })),
      {},
    )
    expect(merged).toEqual(people(ana({ title: 'CEO' }), ben({ title: 'CFO' })))
  })

  it('can both add a contact', () => {
    const [mia, tom] = [exampleContact('mia'), exampleContact('tom')]
    const merged = mergeSection('contacts', people(ana()), people(ana(), mia), people(ana(), tom), {})
    expect(merged).toEqual(people(ana(), mia, tom))
  })

  it('lose a contact that one removed and the other did not change', () => {
    const both = people(ana(), ben())
    expect(mergeSection('contacts', both, people(ana()), both, {})).toEqual(people(ana()))
    expect(mergeSection('contacts', both, both, people(ana()), {})).toEqual(people(ana()))
  })

  it('must choose when one removed a contact that the other edited', () => {
    const before = people(ana(), ben())
    const edited = people(ana(), ben({ title: 'CFO' }))
    const removed = people(ana())
    const path = 'contacts.items#ben'
    expect(conflictsOf('contacts', before, edited, removed)).toEqual([
      { path, label: 'Contact 2', changedBy: 'both', base: 'Ben Ito', mine: 'Ben Ito', theirs: '' },
    ])
    expect(mergeSection('contacts', before, edited, removed, { [path]: 'mine' })).toEqual(edited)
    expect(mergeSection('contacts', before, edited, removed, { [path]: 'theirs' })).toEqual(removed)
    expect(mergeSection('contacts', before, removed, edited, { [path]: 'mine' })).toEqual(removed)
    expect(mergeSection('contacts', before, removed, edited, { [path]: 'theirs' })).toEqual(edited)
  })

  it('see no secret in a conflict', () => {
    const conflicts = conflictsOf(
      'contacts',
      people(ana()),
      people(ana({ ssn: '512451111' })),
      people(ana({ ssn: '512452222' })),
    )
    expect(conflicts).toMatchObject([{ mine: '•••-••-1111', theirs: '•••-••-2222', base: '•••-••-6789' }])
  })
})

describe('any two edits', () => {
  const contact = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    firstName: fc.constantFrom('Ana', 'Ben', ''),
    roles: fc.subarray(['Principal', 'Control Prong']),
    ssn: fc.constantFrom('', '512456789', sealed('•••-••-6789')),
  })
  const anyContacts = fc.record({
    items: fc
      .uniqueArray(contact, { selector: ({ id }) => id })
      .map((items) => items.map((item) => ({ ...blankContact(item.id), ...item }))),
    nobodyOwns25: fc.boolean(),
  })
  const anyAccounts = fc
    .uniqueArray(fc.record({ id: fc.constantFrom('a', 'b'), bankName: fc.constantFrom('One', 'Two') }), {
      selector: ({ id }) => id,
    })
    .map((items) => ({ items: items.map((item) => exampleAccount(item.id, item)) }))

  it('equal versions have no differences', () => {
    fc.assert(
      fc.property(anyContacts, anyContacts, (a, b) => {
        expect(diffSection('contacts', a, structuredClone(a))).toEqual([])
        expect(diffSection('contacts', a, b).length).toBe(diffSection('contacts', b, a).length)
      }),
    )
  })

  it('if one side changed nothing, the other wins entirely', () => {
    fc.assert(
      fc.property(anyContacts, anyContacts, anyAccounts, anyAccounts, (base, changed, accounts, others) => {
        expect(mergeSection('contacts', base, changed, base, {})).toEqual(changed)
        expect(mergeSection('contacts', base, base, changed, {})).toEqual(changed)
        expect(mergeSection('accounts', accounts, others, accounts, {})).toEqual(others)
        expect(mergeSection('accounts', accounts, accounts, others, {})).toEqual(others)
      }),
    )
  })

  it('choosing one side everywhere keeps all of its changes', () => {
    fc.assert(
      fc.property(anyContacts, anyContacts, anyContacts, (base, mine, theirs) => {
        for (const side of ['mine', 'theirs'] as const) {
          const conflicts = conflictsOf('contacts', base, mine, theirs)
          const choices = Object.fromEntries(conflicts.map(({ path }) => [path, side]))
          const merged = mergeSection('contacts', base, mine, theirs, choices)
          const left = conflictsOf('contacts', base, merged, side === 'mine' ? mine : theirs)
          expect(left.filter(({ changedBy }) => changedBy !== 'mine')).toEqual([])
        }
      }),
    )
  })

  it('merged items keep their IDs without repetitions', () => {
    fc.assert(
      fc.property(anyContacts, anyContacts, anyContacts, (base, mine, theirs) => {
        const ids = mergeSection('contacts', base, mine, theirs, {}).items.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})
