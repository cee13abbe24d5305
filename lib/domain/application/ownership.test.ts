import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseDecimal } from '@/lib/domain/values/decimal'
import { isBlocking } from '@/lib/domain/values/violation'
import {
  checkOwnership,
  familyOf,
  type NamedOwnershipFacts,
  type OwnershipFacts,
  ownershipFactsOf,
  ownershipGuide,
  parseRoles,
} from './ownership'
import { OWNERSHIPS } from './sections'

type Party = { roles: string[]; percentageOwned: bigint | null }

const holder = (roles: string, percentage?: string): Party => ({
  roles: parseRoles(roles),
  percentageOwned: percentage === undefined ? null : parseDecimal(percentage),
})
const principal = (percentage = '25') => holder('Principal', percentage)
const controlProng = () => holder('Control Prong')
const both = (percentage = '25') => holder('Principal; Control Prong', percentage)
const signer = () => holder('Authorized Signer')
const other = () => holder('')

const facts = (
  ownership: string,
  contacts: Party[],
  nobodyOwns25: boolean | null = null,
): OwnershipFacts => ({
  ownership,
  contacts,
  nobodyOwns25,
})

/** `8 contacts.nobodyOwns25`, in order; warnings start with `(`. */
const found = (given: OwnershipFacts): string[] =>
  checkOwnership(given).map(({ rule, path, severity }) =>
    severity === 'warning' ? `(${rule} ${path})` : `${rule} ${path}`,
  )

const PRIVATE = ['Partnership', 'Limited Liability Company', 'Privately Held Corporation']
const PUBLIC = ['Tax Exempt', 'Government', 'Publicly Traded Corporation', 'Financial Institution']

describe.each([...OWNERSHIPS])('every ownership, here %s', (ownership) => {
  /** The smallest valid list of contacts for this ownership. */
  const right = ownership === 'Sole Proprietorship' ? [principal('100')] : [controlProng()]
  const attested = PRIVATE.includes(ownership) ? true : null

  it('is satisfied by its smallest list of contacts', () => {
    expect(found(facts(ownership, right, attested))).toEqual([])
  })

  it('rule 1: at least one primary contact or beneficial owner', () => {
    expect(found(facts(ownership, [], attested))).toContain('1 contacts.items')
  })

  it('rule 2: at most one Control Prong; a second is named at its roles', () => {
    const people = [...right, controlProng(), controlProng()]
    const second = ownership === 'Sole Proprietorship' ? 2 : 1
    expect(found(facts(ownership, people, attested))).toContain(`2 contacts.items.${second}.roles`)
    expect(found(facts(ownership, right, attested)).join()).not.toContain('2 contacts')
  })

  it('rule 3: at most one Authorized Signer', () => {
    expect(found(facts(ownership, [...right, signer(), signer()], attested))).toContain(
      '3 contacts.items.2.roles',
    )
    expect(found(facts(ownership, [...right, signer()], attested)).join()).not.toContain('3 contacts')
  })

  it('rule 4: at most 4 principals', () => {
    const five = Array.from({ length: 5 }, () => principal())
    expect(found(facts(ownership, five))).toContain('4 contacts.items')
    expect(found(facts(ownership, five.slice(1)))).not.toContain('4 contacts.items')
  })

  it('rule 5: each principal owns at least 25 percent', () => {
    expect(found(facts(ownership, [principal('24.999999')]))).toContain('5 contacts.items.0.percentageOwned')
    expect(found(facts(ownership, [principal('25')])).join()).not.toContain('5 contacts')
  })

  it('rule 6: all principals together own at most 100 percent', () => {
    expect(found(facts(ownership, [principal('60'), principal('40.000001')]))).toEqual(
      expect.arrayContaining(['6 contacts.items.0.percentageOwned', '6 contacts.items.1.percentageOwned']),
    )
    expect(found(facts(ownership, [principal('60'), principal('40')])).join()).not.toContain(
      '6 contacts.items',
    )
  })

  it('gives the same result in any order of the contacts', () => {
    const party = fc.record({
      roles: fc.subarray(['Principal', 'Control Prong', 'Authorized Signer', 'Bookkeeper']),
      percentageOwned: fc.option(fc.bigInt(0n, 100_000_000n)),
    })
    const shuffled = fc
      .array(party, { maxLength: 6 })
      .chain((people) =>
        fc.tuple(fc.constant(people), fc.shuffledSubarray(people, { minLength: people.length })),
      )
    fc.assert(
      fc.property(shuffled, fc.option(fc.boolean()), ([people, reordered], nobodyOwns25) => {
        const rules = (contacts: Party[]) =>
          checkOwnership(facts(ownership, contacts, nobodyOwns25))
            .map(({ rule, severity }) => `${rule} ${severity}`)
            .sort()
        expect(rules(reordered)).toEqual(rules(people))
      }),
    )
  })
})

describe('percentages are compared exactly, as they were given', () => {
  test.each([
    ['33.33 × 3 is fine', ['33.33', '33.33', '33.33'], false],
    ['25 × 4 is fine', ['25', '25', '25', '25'], false],
    ['33.333333 × 3 is fine', ['33.333333', '33.333333', '33.333333'], false],
    ['33.34 × 3 is too much', ['33.34', '33.34', '33.34'], true],
    ['25.005 × 4 is too much', ['25.005', '25.005', '25.005', '25.005'], true],
    [
      '25 + 43.02 + 31.98 is fine, although doubles make 100.00000000000001 of it',
      ['25', '43.02', '31.98'],
      false,
    ],
  ])('%s', (_title, shares, tooMuch) => {
    const given = facts('Partnership', [...shares.map((share) => principal(share)), controlProng()])
    expect(found(given)).toEqual(
      tooMuch ? shares.map((_, index) => `6 contacts.items.${index}.percentageOwned`) : [],
    )
  })
})

describe('rule 7: a Sole Proprietorship has exactly one principal', () => {
  const sole = (...contacts: Party[]) => found(facts('Sole Proprietorship', contacts))

  test.each([
    ['one principal', [principal('100')], []],
    ['one principal who holds every role', [holder('Principal;Control Prong;Authorized Signer', '100')], []],
    ['one principal and one Control Prong', [principal('100'), controlProng()], []],
    ['no principal', [controlProng()], ['7 contacts.items']],
    ['two principals', [principal('50'), principal('50')], ['7 contacts.items.1.roles']],
    ['a principal under 100% is a warning', [principal('99.99')], ['(7 contacts.items.0.percentageOwned)']],
    ['a principal under 25% breaks rule 5 only', [principal('24')], ['5 contacts.items.0.percentageOwned']],
    ['a principal whose share is not given yet', [holder('Principal')], []],
    ['any other contact beside the principal', [principal('100'), other()], []],
  ])('%s', (_title, contacts, expected) => {
    expect(sole(...contacts)).toEqual(expected)
  })
})

describe.each(PRIVATE)('rule 8: owners of 25 percent or more and one Control Prong, here %s', (ownership) => {
  const of = (contacts: Party[], nobodyOwns25: boolean | null = null) =>
    found(facts(ownership, contacts, nobodyOwns25))

  test.each([
    ['a principal who is the Control Prong', [both('100')], false, []],
    [
      '4 principals and a separate Control Prong',
      [...Array(4)].map(() => principal()).concat(controlProng()),
      false,
      [],
    ],
    ['a principal and no Control Prong', [principal('100')], false, ['8 contacts.items']],
    ['no principal, attested that no one owns 25% or more', [controlProng()], true, []],
    ['no principal, not attested', [controlProng()], false, ['8 contacts.nobodyOwns25']],
    ['no principal, where the question was never asked', [controlProng()], null, []],
    ['attested, with a principal: the attestation does not matter', [both('100')], true, []],
    [
      'attested, although a contact owns 25%',
      [controlProng(), holder('', '25')],
      true,
      ['8 contacts.nobodyOwns25', '(8 contacts.items.1.roles)'],
    ],
    ['a contact of 24.99% who is no principal', [both('50'), holder('', '24.99')], false, []],
    [
      'a contact of 25% who is no principal is a warning',
      [both('50'), holder('', '25')],
      false,
      ['(8 contacts.items.1.roles)'],
    ],
    ['a separate Authorized Signer', [both('100'), signer()], false, []],
  ])('%s', (_title, contacts, nobodyOwns25, expected) => {
    expect(of(contacts, nobodyOwns25)).toEqual(expected)
  })
})

describe.each(PUBLIC)('rule 9: one Control Prong only, here %s', (ownership) => {
  test.each([
    ['one Control Prong', [controlProng()], []],
    ['a Control Prong who also signs', [holder('Control Prong;Authorized Signer')], []],
    ['a Control Prong and a contact without a role', [controlProng(), other()], []],
    ['no Control Prong', [other()], ['9 contacts.items']],
    ['a principal', [controlProng(), principal()], ['9 contacts.items.1.roles']],
    ['a Control Prong who is a principal too', [both('100')], ['9 contacts.items.0.roles']],
    ['a separate Authorized Signer is a warning', [controlProng(), signer()], ['(9 contacts.items.1.roles)']],
  ])('%s', (_title, contacts, expected) => {
    expect(found(facts(ownership, contacts))).toEqual(expected)
  })
})

describe('shares of those who are not principals, as we read the rules', () => {
  it.each<[string, string, Party[], string[]]>([
    [
      'beside a sole proprietor',
      'Sole Proprietorship',
      [principal('100'), holder('Authorized Signer', '20')],
      ['(7 contacts.items.1.percentageOwned)'],
    ],
    [
      'none beside a sole proprietor',
      'Sole Proprietorship',
      [principal('100'), holder('Authorized Signer', '0')],
      [],
    ],
    [
      'of a public entity',
      'Government',
      [holder('Control Prong', '30')],
      ['(9 contacts.items.0.percentageOwned)'],
    ],
    ['a small owner', 'Partnership', [principal('90'), holder('Control Prong', '10')], []],
    [
      'more than all together',
      'Partnership',
      [principal('90'), holder('Control Prong', '10.01')],
      ['(6 contacts.items.1.percentageOwned)'],
    ],
    [
      'more than all of the principals alone',
      'Partnership',
      [principal('60'), principal('50'), holder('Control Prong', '10')],
      ['6 contacts.items.0.percentageOwned', '6 contacts.items.1.percentageOwned'],
    ],
  ])('%s', (_, ownership, contacts, expected) => {
    expect(found(facts(ownership, contacts))).toEqual(expected)
  })
})

describe('what each rule says, and at which field', () => {
  const LLC = 'Limited Liability Company'
  const error = { code: 'ownership', severity: 'error' } as const
  const required = { code: 'required', severity: 'error' } as const
  const warning = { code: 'ownership', severity: 'warning' } as const
  const at = (index: number, field: string) => `contacts.items.${index}.${field}`

  test.each<[what: string, given: OwnershipFacts, said: object[]]>([
    [
      'nobody',
      facts('', []),
      [{ ...required, rule: 1, path: 'contacts.items', message: 'Add at least one owner or contact.' }],
    ],
    [
      'two Control Prongs, who are told by their place where they have no name',
      facts('', [controlProng(), controlProng()]),
      [
        {
          ...error,
          rule: 2,
          path: at(1, 'roles'),
          message:
            'Only one contact can be Control Prong, and Contact 1 is. Remove the role from one of them.',
        },
      ],
    ],
    [
      'five principals',
      facts('', [principal(), principal(), principal(), principal(), holder('Principal')]),
      [
        {
          ...error,
          rule: 4,
          path: 'contacts.items',
          message:
            'At most 4 contacts can be principals; there are 5. Remove the role from those who own less than 25%.',
        },
      ],
    ],
    [
      'a principal of a small share',
      facts('', [principal('24.5')]),
      [
        {
          ...error,
          rule: 5,
          path: at(0, 'percentageOwned'),
          message:
            'A principal owns at least 25%; this one owns 24.5%. Correct the percentage, or remove the Principal role.',
        },
      ],
    ],
    [
      'the same, where the endpoint only creates',
      { ...facts('', [principal('24.5')]), kind: 'full' },
      [
        {
          ...warning,
          rule: 5,
          path: at(0, 'percentageOwned'),
          message:
            'A principal usually owns at least 25%; this one owns 24.5%. Correct the percentage, or remove the Principal role.',
        },
      ],
    ],
    [
      'principals of more than all, at each who has a share',
      facts('', [principal('60'), holder('Principal'), principal('50.5')]),
      [0, 2].map((index) => ({
        ...error,
        rule: 6,
        path: at(index, 'percentageOwned'),
        message:
          'All principals together can own at most 100%; these add up to 110.5%. Correct the percentages.',
      })),
    ],
    [
      'a sole proprietorship without one',
      facts('Sole Proprietorship', [other()]),
      [
        {
          ...required,
          rule: 7,
          path: 'contacts.items',
          message: 'A Sole Proprietorship has one principal. Give the owner that role.',
        },
      ],
    ],
    [
      'a sole proprietor of less than all',
      facts('Sole Proprietorship', [principal('25')]),
      [
        {
          ...warning,
          rule: 7,
          path: at(0, 'percentageOwned'),
          message: 'A sole proprietor usually owns 100%; this says 25%.',
        },
      ],
    ],
    [
      'nobody who runs it',
      facts(LLC, [principal('100')], false),
      [
        {
          ...required,
          rule: 8,
          path: 'contacts.items',
          message:
            'A Limited Liability Company has one Control Prong. Give that role to the person who runs it.',
        },
      ],
    ],
    [
      'no owner named, and no word on it',
      facts(LLC, [controlProng()], false),
      [
        {
          ...required,
          rule: 8,
          path: 'contacts.nobodyOwns25',
          message:
            'No contact is a principal. Give that role to everyone who owns 25% or more, or confirm that no one does.',
        },
      ],
    ],
    [
      'a word that somebody’s share contradicts',
      facts(LLC, [holder('Control Prong', '25')], true),
      [
        {
          ...error,
          rule: 8,
          path: 'contacts.nobodyOwns25',
          message: 'A contact owns 25% or more. Make that contact a principal.',
        },
        {
          ...warning,
          rule: 8,
          path: at(0, 'roles'),
          message: 'This contact owns 25% or more. Add the Principal role.',
        },
      ],
    ],
    [
      'an organization without one who runs it',
      facts('Tax  Exempt ', [other()]),
      [
        {
          ...required,
          rule: 9,
          path: 'contacts.items',
          message:
            'A Tax Exempt organization has one Control Prong. Give that role to the person who runs it.',
        },
      ],
    ],
    [
      'a public entity with a principal and one who signs',
      facts('Government', [controlProng(), principal(), signer()]),
      [
        {
          ...error,
          rule: 9,
          path: at(1, 'roles'),
          message: 'A Government has no principals. Remove the Principal role.',
        },
        {
          ...warning,
          rule: 9,
          path: at(2, 'roles'),
          message: 'A Government needs only its Control Prong. A separate Authorized Signer is unusual.',
        },
      ],
    ],
  ])('%s', (_what, given, said) => {
    expect(checkOwnership(given)).toEqual(said)
  })

  test.each<[OwnershipFacts['kind'], string, string | null]>([
    ['payfac', 'Partnership', 'private'],
    [undefined, ' Partnership', 'private'],
    ['full', 'Partnership', null],
    ['full', 'Privately Held  Partnership', 'private'],
    ['full', 'Publicly Traded Partnership', 'public'],
    ['payfac', 'Publicly Traded Partnership', null],
    ['full', 'Sole Proprietorship', 'sole'],
  ])('by the %s endpoint %j is %s', (kind, ownership, family) => {
    expect(familyOf({ kind, ownership })).toBe(family)
  })
})

describe('roles and ownership in different spellings', () => {
  it('roles are compared trimmed', () => {
    const people = [{ roles: [' Control Prong '], percentageOwned: null }]
    expect(found(facts('Government', people))).toEqual([])
  })

  it('a role that a contact holds twice counts once', () => {
    const people = [{ roles: ['Control Prong', 'Control Prong '], percentageOwned: null }]
    expect(found(facts('Government', people))).toEqual([])
  })

  it('without a listed ownership, only rules 1 to 6 are checked', () => {
    expect(found(facts('', [other()]))).toEqual([])
    expect(found(facts('Publicly Traded Partnership', [principal('10')]))).toEqual([
      '5 contacts.items.0.percentageOwned',
    ])
    expect(found(facts('', []))).toEqual(['1 contacts.items'])
  })

  it.each([
    ['Principal;Control Prong', ['Principal', 'Control Prong']],
    [' Principal ; Control Prong ;', ['Principal', 'Control Prong']],
    ['Principal;Principal', ['Principal']],
    ['', []],
    [' ; ', []],
  ])('the list %j is read as %j', (text, roles) => {
    expect(parseRoles(text)).toEqual(roles)
  })

  it('a percentage that is blank or wrong in the form counts as not given', () => {
    const form = (percentageOwned: string) => ({
      ...{ id: 'a', firstName: 'Ana', lastName: '', title: '', email: '', roles: ['Principal'] },
      ...{ dateOfBirth: '', ssn: '', street: '', city: '', state: '', postalCode: '', percentageOwned },
    })
    const { contacts } = ownershipFactsOf(
      { items: [form(''), form('a lot'), form('101'), form(' 33.5%')], nobodyOwns25: false },
      'Partnership',
    )
    expect(contacts.map(({ percentageOwned }) => percentageOwned)).toEqual([null, null, null, 33_500_000n])
    expect(contacts[0]?.name).toBe('Ana')
  })
})

describe('the ownership coach', () => {
  const named = (
    ownership: string,
    people: (Party & { name: string })[],
    nobodyOwns25 = false,
  ): NamedOwnershipFacts => ({ ownership, contacts: people, nobodyOwns25 })
  const ana = (party: Party) => ({ ...party, name: 'Ana Ruiz' })
  const ben = (party: Party) => ({ ...party, name: 'Ben Ito' })
  const labels = (given: NamedOwnershipFacts) => ownershipGuide(given).fixes.map(({ label }) => label)

  it('asks for the ownership first', () => {
    const guide = ownershipGuide(named('', [ana(other())]))
    expect(guide).toEqual({
      family: null,
      sentence: expect.stringContaining('ownership'),
      checklist: [],
      fixes: [],
      owned: '0',
    })
  })

  it('does not offer to attest that no one owns a share where no one is named yet', () => {
    expect(labels(named('Limited Liability Company', []))).toEqual([])
  })

  it('adds up only the shares of principals', () => {
    const given = named('Limited Liability Company', [ana(principal('60.5')), ana(holder('', '30'))])
    expect(ownershipGuide(given).owned).toBe('60.5')
  })

  it.each([...OWNERSHIPS])('says the rule for %s in one sentence that names it', (ownership) => {
    const { sentence } = ownershipGuide(named(ownership, []))
    expect(sentence).toContain(ownership)
    expect(sentence.match(/\./g)).toHaveLength(1)
  })

  it('offers to make a contact the Control Prong, keeping the other roles', () => {
    const guide = ownershipGuide(named('Limited Liability Company', [ana(principal('60'))]))
    expect(guide.fixes).toContainEqual({
      label: 'Make Ana Ruiz the Control Prong',
      index: 0,
      roles: ['Principal', 'Control Prong'],
    })
  })

  it('offers to take the role from either of two Control Prongs', () => {
    expect(labels(named('Government', [ana(controlProng()), ben(controlProng())]))).toEqual([
      'Remove the Control Prong role from Ana Ruiz',
      'Remove the Control Prong role from Ben Ito',
    ])
  })

  it('offers the one change first that fixes two rules', () => {
    const { fixes } = ownershipGuide(named('Government', [ana(principal('100'))]))
    expect(fixes[0]).toEqual({
      label: 'Make Ana Ruiz the Control Prong instead of a principal',
      index: 0,
      roles: ['Control Prong'],
    })
  })

  it('offers to make a contact of 25 % a principal, and the attestation only where nobody has that much', () => {
    expect(labels(named('Partnership', [ana(holder('Control Prong', '30'))]))).toEqual([
      'Make Ana Ruiz a principal',
    ])
    expect(labels(named('Partnership', [ana(holder('Control Prong', '20'))]))).toEqual([
      'Confirm that no one owns 25% or more',
    ])
  })

  it('offers 100 % for a sole proprietor who owns less, or whose share is blank', () => {
    const fix = { label: 'Set the share of Ana Ruiz to 100%', index: 0, percentageOwned: '100' }
    expect(ownershipGuide(named('Sole Proprietorship', [ana(principal('90'))])).fixes).toEqual([fix])
    expect(ownershipGuide(named('Sole Proprietorship', [ana(holder('Principal'))])).fixes).toEqual([fix])
  })

  it('offers no fixes if nothing is wrong', () => {
    expect(labels(named('Partnership', [ana(both('100'))]))).toEqual([])
  })

  const person = fc.record({
    name: fc.constantFrom('Ana Ruiz', 'Ben Ito', 'Chidi Obi'),
    roles: fc.subarray(['Principal', 'Control Prong', 'Authorized Signer']),
    percentageOwned: fc.option(fc.bigInt(0n, 100_000_000n)),
  })
  const anyFacts = fc.record({
    ownership: fc.constantFrom(...OWNERSHIPS),
    contacts: fc.array(person, { maxLength: 6 }),
    nobodyOwns25: fc.boolean(),
  })

  it('offers at most 4 fixes, and never one after which more rules are broken', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const broken = (current: OwnershipFacts) => checkOwnership(current).filter(isBlocking).length
        const { fixes } = ownershipGuide(given)
        expect(fixes.length).toBeLessThanOrEqual(4)
        for (const fix of fixes) {
          const changed =
            'nobodyOwns25' in fix
              ? { ...given, nobodyOwns25: true }
              : 'correct' in fix
                ? given
                : {
                    ...given,
                    contacts: given.contacts.map((contact, index) =>
                      index !== fix.index
                        ? contact
                        : 'roles' in fix
                          ? { ...contact, roles: fix.roles }
                          : { ...contact, percentageOwned: parseDecimal(fix.percentageOwned) },
                    ),
                  }
          expect(broken(changed)).toBeLessThanOrEqual(broken(given))
        }
      }),
    )
  })

  it('checks every line of the checklist exactly if no rule about it is broken', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const broken = checkOwnership(given).some(
          (violation) => isBlocking(violation) && violation.rule !== 1,
        )
        const unmet = ownershipGuide(given).checklist.some(({ met }) => met === false)
        expect(unmet).toBe(broken)
      }),
    )
  })

  it('leads to the percentages first if they add up to more than 100', () => {
    const given = named('Limited Liability Company', [
      ana({ ...principal('60'), roles: ['Principal', 'Control Prong'] }),
      ben(principal('50')),
    ])
    expect(ownershipGuide(given).fixes[0]).toEqual({
      label: 'Correct the percentages',
      index: 0,
      correct: 'percentageOwned',
    })
    // Both own at least 25 percent and must stay named, whatever the total.
    expect(ownershipGuide(given).fixes.map(({ label }) => label)).toEqual(['Correct the percentages'])
    const right = named('Limited Liability Company', [ana(principal('60'))])
    expect(ownershipGuide(right).fixes.some((fix) => 'correct' in fix)).toBe(false)
  })

  test.each<[what: string, given: NamedOwnershipFacts, lines: [string, boolean | 'optional'][]]>([
    [
      'a sole proprietor, all roles held well',
      named('Sole Proprietorship', [ana(holder('Principal;Control Prong;Authorized Signer', '100'))]),
      [
        ['Exactly one principal', true],
        ['The principal owns 25% or more, usually 100%', true],
        ['At most one Control Prong', true],
        ['At most one Authorized Signer', true],
      ],
    ],
    [
      'two who each hold every role of one',
      named('Sole Proprietorship', [
        ana(holder('Principal;Control Prong;Authorized Signer', '60')),
        ben(holder('Principal;Control Prong;Authorized Signer', '50')),
      ]),
      [
        ['Exactly one principal', false],
        ['The principal owns 25% or more, usually 100%', false],
        ['At most one Control Prong', false],
        ['At most one Authorized Signer', false],
      ],
    ],
    [
      'a sole proprietor of a small share, where rule 5 only warns',
      { ...named('Sole Proprietorship', [ana(principal('10'))]), kind: 'full' },
      [
        ['Exactly one principal', true],
        ['The principal usually owns 100%, and no more', true],
        ['At most one Control Prong', 'optional'],
        ['At most one Authorized Signer', 'optional'],
      ],
    ],
    [
      'a sole proprietor of a small share, where it does not',
      named('Sole Proprietorship', [ana(principal('10'))]),
      [
        ['Exactly one principal', true],
        ['The principal owns 25% or more, usually 100%', false],
        ['At most one Control Prong', 'optional'],
        ['At most one Authorized Signer', 'optional'],
      ],
    ],
    [
      'an office of the state with a principal',
      named('Government', [ana(principal()), ben(signer())]),
      [
        ['One Control Prong', false],
        ['No principals', false],
        ['At most one Authorized Signer', true],
      ],
    ],
    [
      'a company of principals who own too much',
      named('Partnership', [ana(both('60')), ben(principal('50'))]),
      [
        ['One Control Prong', true],
        ['At most 4 principals, each owning 25% or more', true],
        ['The principals together own at most 100%', false],
        ['At most one Authorized Signer', 'optional'],
      ],
    ],
    [
      'one of a principal of a small share, where rule 5 only warns',
      { ...named('Privately Held Partnership', [ana(principal('10'))]), kind: 'full' },
      [
        ['One Control Prong', false],
        ['At most 4 principals, each usually owning 25% or more', true],
        ['The principals together own at most 100%', true],
        ['At most one Authorized Signer', 'optional'],
      ],
    ],
    [
      'one that names no owner, and says nothing of it',
      named('Partnership', [ana(controlProng())]),
      [
        ['One Control Prong', true],
        ['Every owner of 25% or more is a principal, or no one owns that much', false],
        ['The principals together own at most 100%', true],
        ['At most one Authorized Signer', 'optional'],
      ],
    ],
    [
      'one that says that nobody owns that much',
      named('Partnership', [ana(controlProng())], true),
      [
        ['One Control Prong', true],
        ['Every owner of 25% or more is a principal, or no one owns that much', true],
        ['The principals together own at most 100%', true],
        ['At most one Authorized Signer', 'optional'],
      ],
    ],
  ])('has the lines of %s', (_what, given, lines) => {
    expect(ownershipGuide(given).checklist.map(({ text, met }) => [text, met])).toEqual(lines)
  })

  test.each<[what: string, given: NamedOwnershipFacts, offered: string[]]>([
    [
      'who owns that much stays a principal',
      named('Partnership', [ana(both('60')), ben(both('40'))]),
      ['Remove the Control Prong role from Ana Ruiz', 'Remove the Control Prong role from Ben Ito'],
    ],
    [
      'whoever can be the one principal is named',
      named('Sole Proprietorship', [ana(other()), ben(signer())]),
      ['Make Ana Ruiz a principal', 'Make Ben Ito a principal'],
    ],
    [
      'either of two who sign',
      named('Government', [ana(holder('Control Prong; Authorized Signer ')), ben(signer())]),
      ['Remove the Authorized Signer role from Ben Ito', 'Remove the Authorized Signer role from Ana Ruiz'],
    ],
    [
      'a principal of less than a share',
      named('Partnership', [ana(both('60')), ben(principal('10'))]),
      ['Remove the Principal role from Ben Ito'],
    ],
  ])('offers, where %s', (_what, given, offered) => {
    expect(labels(given)).toEqual(offered)
  })

  it('says what each ownership needs', () => {
    const sentence = (ownership: string) => ownershipGuide(named(ownership, [])).sentence
    expect(sentence('Sole Proprietorship')).toBe(
      'A Sole Proprietorship has exactly one principal, the owner, who may hold every other role too.',
    )
    expect(sentence('Partnership')).toBe(
      'A Partnership names everyone who owns 25% or more as a principal (at most 4), and one Control Prong, who may be one of them.',
    )
    expect(sentence('Tax  Exempt')).toBe(
      'A Tax Exempt organization names one Control Prong and no principals.',
    )
    expect(sentence('')).toBe(
      'Choose the ownership of the business first: it decides which owners and contacts are needed.',
    )
  })

  it('marks a role that is not required as optional', () => {
    const { checklist } = ownershipGuide(named('Sole Proprietorship', [ana(principal('100'))]))
    expect(checklist.map(({ met }) => met)).toEqual([true, true, 'optional', 'optional'])
  })
})

test.each([
  [
    'Sole Proprietorship',
    [both('100'), holder('', '5')],
    [7, 1, 'Only the principal owns a Sole Proprietorship. Remove the percentage, or correct the roles.'],
  ],
  [
    'Government',
    [controlProng(), holder('', '5')],
    [9, 1, 'A Government names no owners. Remove the percentage.'],
  ],
  [
    'Partnership',
    [both('100'), holder('', '5'), holder('', '0'), other()],
    [6, 1, 'All contacts together own 105%. Correct the percentages.'],
  ],
  ['', [both('100'), holder('', '5')], null],
] as const)(
  'of a %s, what others own is told at each of them who has a share',
  (ownership, contacts, told) => {
    const warnings = checkOwnership(facts(ownership, [...contacts])).filter(
      ({ severity }) => severity === 'warning',
    )
    expect(warnings.map(({ rule, path, message }) => ({ rule, path, message }))).toEqual(
      told === null
        ? []
        : [{ rule: told[0], path: `contacts.items.${told[1]}.percentageOwned`, message: told[2] }],
    )
  },
)
