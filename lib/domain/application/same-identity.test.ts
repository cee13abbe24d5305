import { describe, expect, it, test } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { CONTROL_PRONG } from './contact-roles'
import { checkOwnership, ownershipFactsOf } from './ownership'
import {
  checkSameIdentities,
  checkSameNumbers,
  checkSameSsns,
  checkSameWithin,
  pathOf,
  type SameIdentity,
  sharedWords,
} from './same-identity'

const people = [
  exampleContact('ana', { ssn: '513-22-1007', roles: [CONTROL_PRONG] }),
  exampleContact('ben', { firstName: 'Ben', lastName: 'Ito', ssn: '513-22-1007', roles: [CONTROL_PRONG] }),
]
const contacts = { items: people, nobodyOwns25: false }

it('a repeated SSN names the other person who has it', () => {
  expect(checkSameSsns(contacts).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Ben Ito has the same Social Security number\./),
    expect.stringMatching(/^Ana Ruiz has the same Social Security number\./),
  ])
})

it('a repeated role names its first holder if names are known', () => {
  const facts = ownershipFactsOf(contacts, 'Privately Held Limited Liability Company')
  const said = (given: Parameters<typeof checkOwnership>[0]) =>
    checkOwnership(given).map(({ message }) => message)
  expect(said(facts)).toContainEqual(expect.stringContaining('and Ana Ruiz is. Remove the role'))
  const asSent = facts.contacts.map(({ name: _, ...sent }) => sent)
  expect(said({ ...facts, contacts: asSent })).toContainEqual(
    expect.stringContaining('and Contact 1 is. Remove the role'),
  )
})

test('an SSN that is blank, incomplete or sealed is not compared', () => {
  const sealed: Sealed = { sealed: true, mask: '***-**-1007', findings: [] }
  for (const ssn of ['', '513-22', sealed])
    expect(checkSameSsns({ ...contacts, items: people.map((person) => ({ ...person, ssn })) })).toEqual([])
  const [ana, ben] = people
  if (!ana || !ben) throw new Error('There are two.')
  const third = exampleContact('cy', { ssn: '513-22-1008' })
  expect(checkSameSsns({ ...contacts, items: [ana, third, ben] })).toEqual([
    {
      path: 'contacts.items.0.ssn',
      code: 'shared-ssn',
      message:
        'Ben Ito has the same Social Security number. Correct one, or enter the person once with all roles.',
      severity: 'warning',
    },
    expect.objectContaining({ path: 'contacts.items.2.ssn' }),
  ])
})

describe('an account number that appears twice', () => {
  const [first, other] = [
    exampleAccount('a-1'),
    exampleAccount('a-2', { accountNumber: '4711', routingNumber: '' }),
  ]
  const same = exampleAccount('a-3', { accountNumber: first.accountNumber })
  const sealed: Sealed = { sealed: true, mask: '*6789', findings: [] }

  it('is reported at each repetition, naming the first', () => {
    const said = [
      {
        path: 'accounts.items.2.accountNumber',
        code: 'duplicate',
        message: 'Account 1 has the same account number. Check it, unless one account has both uses.',
        severity: 'warning',
      },
    ]
    expect(checkSameNumbers([first, other, same])).toEqual(said)
    const draft = { ...exampleDraft(), accounts: { items: [first, other, same] } }
    expect(checkSameWithin(draft)).toEqual(said)
    expect(checkSameWithin({ ...draft, contacts, accounts: { items: [] } })).toHaveLength(2)
  })

  test.each<[what: string, accounts: ReturnType<typeof exampleAccount>[]]>([
    ['one number at two banks', [first, { ...same, routingNumber: '011000015' }]],
    ['two numbers at one bank', [first, { ...same, accountNumber: '4711' }]],
    ['no number yet', [first, { ...first, accountNumber: '' }, { ...first, accountNumber: '' }]],
    ['no bank yet', [other, { ...other, id: 'a-4' }]],
    ['sealed, which only the server knows', [first, same].map((one) => ({ ...one, accountNumber: sealed }))],
  ])('%s is none', (_what, accounts) => {
    expect(checkSameNumbers(accounts)).toEqual([])
  })
})

describe('an identity that another application has', () => {
  const draft = { ...exampleDraft(), contacts }
  const taxId = (other: Partial<SameIdentity['other']>, more: Partial<SameIdentity> = {}): SameIdentity => ({
    section: 'merchant',
    itemId: '',
    field: 'taxId',
    other: { applicationId: `a-${other.number ?? 1041}`, number: 1041, name: 'Heron', ...other },
    ...more,
  })
  const said = (...found: SameIdentity[]) => checkSameIdentities(draft, found)

  it('is a warning at its field, with links to those applications', () => {
    expect(said(taxId({}))).toEqual([
      {
        path: 'merchant.taxId',
        code: 'duplicate',
        message:
          'The same federal tax ID is in A-1041 (Heron). Check that this is not a duplicate application.',
        severity: 'warning',
        about: [{ applicationId: 'a-1041', number: 1041, name: 'Heron' }],
      },
    ])
    expect(said()).toEqual([])
  })

  test.each<[what: string, found: SameIdentity[], message: string]>([
    ['two', [taxId({}), taxId({ number: 1042, name: '' })], 'A-1041 (Heron) and A-1042. Check'],
    [
      'three: two are named',
      [taxId({}), taxId({ number: 1042 }), taxId({ number: 1043 })],
      'A-1041 (Heron) and A-1042 (Heron) and 1 more. Check',
    ],
    ['more than are listed', [taxId({}, { alike: 1_201 })], 'A-1041 (Heron) and 1,200 more. Check'],
    [
      'more than were counted',
      [taxId({}, { alike: 101, hasMore: true })],
      'A-1041 (Heron) and at least 100 more. Check',
    ],
    [
      'one that our underwriters declined, whatever else there is',
      [taxId({}), taxId({ number: 1042, isOpen: true }), taxId({ number: 1043, declined: true })],
      'A-1043 (Heron), which our underwriters declined. Read why before you go on.',
    ],
    [
      'those of which nobody knows whether the partner has them: all of them by number',
      [taxId({}), taxId({ number: 1042, isOpen: true }), taxId({ number: 1043, isOpen: true })],
      'A-1042, A-1043, which the partner may already have. Resolve its outcome before you send this one.',
    ],
  ])('is told of %s', (_what, found, message) => {
    expect(said(...found).map((violation) => violation.message)).toEqual([expect.stringContaining(message)])
  })

  it('links to declined applications first, then to open ones, without saying that they are open', () => {
    const [violation] = said(
      taxId({}),
      taxId({ number: 1042, isOpen: true }),
      taxId({ number: 1043, declined: true }),
    )
    expect(violation?.about).toEqual([
      { applicationId: 'a-1043', number: 1043, name: 'Heron', declined: true },
      { applicationId: 'a-1042', number: 1042, name: 'Heron' },
      { applicationId: 'a-1041', number: 1041, name: 'Heron' },
    ])
  })

  it('is reported by field, and separately for each field that holds it there', () => {
    const phone = taxId({}, { field: 'phone' })
    const ssn = taxId({}, { section: 'contacts', itemId: 'ben', field: 'ssn' })
    const gone = taxId({}, { section: 'contacts', itemId: 'gone', field: 'ssn' })
    expect(
      said(taxId({}), phone, ssn, gone, taxId({ as: 'ssn', number: 1042 })).map(({ path }) => path),
    ).toEqual(['merchant.taxId', 'merchant.phone', 'contacts.items.1.ssn', 'merchant.taxId'])
  })

  test.each<[Parameters<typeof sharedWords>[0], string]>([
    [{ section: 'merchant', field: 'taxId', other: {} }, 'The same federal tax ID is in'],
    [{ section: 'merchant', field: 'taxId', other: { as: 'ssn' } }, 'This tax ID is the SSN of a person in'],
    [{ section: 'contacts', field: 'ssn', other: { as: 'taxId' } }, 'This SSN is the federal tax ID of'],
    [{ section: 'merchant', field: 'legalName', other: {} }, 'The same legal name at the same address is in'],
    [{ section: 'merchant', field: 'dbaName', other: {} }, 'The same DBA name at the same address is in'],
    [{ section: 'merchant', field: 'phone', other: {} }, 'The same business phone is in'],
    [{ section: 'merchant', field: 'unheard', other: {} }, 'The same unheard is in'],
  ])('%j: %s', (identity, words) => {
    expect(sharedWords(identity)).toBe(words)
  })

  test.each<[Parameters<typeof pathOf>[1], string, string, string | null]>([
    ['merchant', '', 'taxId', 'merchant.taxId'],
    ['merchant', 'ana', 'taxId', null],
    ['contacts', 'ana', 'ssn', 'contacts.items.0.ssn'],
    ['contacts', 'ben', 'ssn', 'contacts.items.1.ssn'],
    ['contacts', 'gone', 'ssn', null],
  ])('the place of %s %j %s is %j', (section, itemId, field, path) => {
    expect(pathOf(draft, section, itemId, field)).toBe(path)
  })
})
