import { describe, expect, it, test } from 'vitest'
import { parseDecimal } from '@/lib/domain/values/decimal'
import { FULL_OWNERSHIPS } from './full-sections'
import {
  checkOwnership,
  type OwnershipFacts,
  ownershipFactsOf,
  ownershipGuide,
  parseRoles,
} from './ownership'
import { OWNERSHIPS } from './sections'

type Party = OwnershipFacts['contacts'][number]

const holder = (roles: string, percentage?: string): Party => ({
  roles: parseRoles(roles),
  percentageOwned: percentage === undefined ? null : parseDecimal(percentage),
})
const principal = (percentage: string) => holder('Principal', percentage)
const controlProng = () => holder('Control Prong')

/** `8 contacts.nobodyOwns25`, in order; warnings start with `(`. */
const found = (
  ownership: string,
  contacts: Party[],
  { kind = 'full', nobodyOwns25 = null }: Partial<OwnershipFacts> = {},
): string[] =>
  checkOwnership({ kind, ownership, contacts, nobodyOwns25 }).map(({ rule, path, severity }) =>
    severity === 'warning' ? `(${rule} ${path})` : `${rule} ${path}`,
  )

const SOLE = ['Sole Proprietorship']
const PRIVATE = [
  'Privately Held Limited Liability Company',
  'Privately Held Corporation',
  'Privately Held Partnership',
]
const PUBLIC = [
  'Publicly Traded Limited Liability Company',
  'Publicly Traded Corporation',
  'Publicly Traded Partnership',
  'Tax Exempt',
  'Government',
  'Financial Institution',
]

it('every ownership of the alias is in a row of the table', () => {
  expect([...SOLE, ...PRIVATE, ...PUBLIC].sort()).toEqual([...FULL_OWNERSHIPS].sort())
})

describe.each([...FULL_OWNERSHIPS])('on the alias, here %s', (ownership) => {
  test.each([
    ['rule 1: at least one owner', [], '1 contacts.items'],
    ['rule 2: at most one Control Prong', [controlProng(), controlProng()], '2 contacts.items.1.roles'],
    [
      'rule 3: at most one Authorized Signer',
      [holder('Authorized Signer'), holder('Authorized Signer')],
      '3 contacts.items.1.roles',
    ],
    ['rule 4: at most 4 principals', Array.from({ length: 5 }, () => principal('20')), '4 contacts.items'],
    [
      'rule 6: at most 100 percent',
      [principal('60'), principal('40.000001')],
      '6 contacts.items.0.percentageOwned',
    ],
  ])('%s', (_rule, contacts, expected) => {
    expect(found(ownership, contacts)).toContain(expected)
  })

  it('rule 5 names the other endpoint, so less than 25 percent is only a warning', () => {
    expect(found(ownership, [principal('24.99')])).toContain('(5 contacts.items.0.percentageOwned)')
    expect(found(ownership, [principal('24.99')])).not.toContain('5 contacts.items.0.percentageOwned')
    expect(found(ownership, [principal('25')]).join()).not.toContain('5 contacts')
  })
})

describe('rule 7 on the alias', () => {
  test.each([
    ['one principal of everything', [principal('100')], []],
    ['one principal of 10 percent', [principal('10')], ['(5 contacts.items.0.percentageOwned)']],
    ['one principal of 60 percent', [principal('60')], ['(7 contacts.items.0.percentageOwned)']],
    ['no principal', [controlProng()], ['7 contacts.items']],
    ['two principals', [principal('50'), principal('50')], ['7 contacts.items.1.roles']],
  ])('%s', (_title, contacts, expected) => {
    expect(found('Sole Proprietorship', contacts)).toEqual(expected)
  })
})

describe.each(PRIVATE)('rule 8 on the alias, here %s', (ownership) => {
  test.each([
    ['principals and a Control Prong', [principal('60'), controlProng()], null, []],
    [
      'a principal of 10 percent is a warning',
      [principal('10'), controlProng()],
      null,
      ['(5 contacts.items.0.percentageOwned)'],
    ],
    ['no Control Prong', [principal('60')], null, ['8 contacts.items']],
    ['no principal, not attested', [controlProng()], false, ['8 contacts.nobodyOwns25']],
    ['no principal, attested', [controlProng()], true, []],
    ['no principal, never asked', [controlProng()], null, []],
    [
      'an owner of 25 percent who is no principal is a warning',
      [controlProng(), holder('', '25')],
      null,
      ['(8 contacts.items.1.roles)'],
    ],
  ])('%s', (_title, contacts, nobodyOwns25, expected) => {
    expect(found(ownership, contacts, { nobodyOwns25 })).toEqual(expected)
  })
})

describe.each(PUBLIC)('rule 9 on the alias, here %s', (ownership) => {
  test.each([
    ['one Control Prong', [controlProng()], []],
    ['no Control Prong', [holder('')], ['9 contacts.items']],
    ['a principal', [controlProng(), principal('30')], ['9 contacts.items.1.roles']],
    [
      'a separate Authorized Signer is a warning',
      [controlProng(), holder('Authorized Signer')],
      ['(9 contacts.items.1.roles)'],
    ],
  ])('%s', (_title, contacts, expected) => {
    expect(found(ownership, contacts)).toEqual(expected)
  })
})

describe('which endpoint’s rules apply', () => {
  const onlyFull = FULL_OWNERSHIPS.filter((name) => !OWNERSHIPS.some((other) => other === name))
  const onlyPayfac = OWNERSHIPS.filter((name) => !FULL_OWNERSHIPS.some((other) => other === name))

  test.each([
    ...onlyFull.map((name) => [name, 'payfac'] as const),
    ...onlyPayfac.map((name) => [name, 'full'] as const),
    ['constructor', 'full'] as const,
  ])('%s is no ownership of the %s endpoint, so rules 7 to 9 are not judged', (ownership, kind) => {
    expect(found(ownership, [holder('')], { kind })).toEqual([])
  })

  it('facts from a form carry the kind of their application', () => {
    const draft = { items: [], nobodyOwns25: false }
    expect(ownershipFactsOf(draft, 'Government', 'full').kind).toBe('full')
    expect(ownershipFactsOf(draft, 'Government').kind).toBe('payfac')
  })
})

describe('the ownership coach on the alias', () => {
  const guide = (ownership: string, contacts: (Party & { name: string })[]) =>
    ownershipGuide({ kind: 'full', ownership, contacts, nobodyOwns25: false })
  const ana = (party: Party) => ({ ...party, name: 'Ana Ruiz' })

  test.each([...FULL_OWNERSHIPS])('has a sentence for %s', (ownership) => {
    const { sentence, checklist } = guide(ownership, [])
    expect(sentence).toContain(ownership)
    expect(checklist.length).toBeGreaterThan(0)
  })

  it('does not require the share of rule 5', () => {
    for (const ownership of ['Sole Proprietorship', 'Privately Held Partnership']) {
      const contacts = [ana(holder('Principal;Control Prong', '10'))]
      const { checklist } = guide(ownership, contacts)
      expect(checklist.every(({ met }) => met !== false)).toBe(true)
      // Rule 8 is not limited to one endpoint: owners of that much are principals on both.
      const ofRule5 = checklist.filter(({ text }) => /25%/.test(text) && !text.startsWith('Every owner'))
      expect(ofRule5.filter(({ text }) => !/usually/.test(text))).toEqual([])
    }
  })

  it('offers fixes by the alias’s ownership', () => {
    expect(guide('Privately Held Partnership', [ana(principal('60'))]).fixes[0]?.label).toBe(
      'Make Ana Ruiz the Control Prong',
    )
  })
})
