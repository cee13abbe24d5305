import { describe, expect, test } from 'vitest'
import { lineItemSchema } from './full-sections'
import {
  FIRST_TEMPLATES,
  mergeTemplates,
  packagesOf,
  readTemplate,
  sortTemplates,
  type TypedTemplate,
  templateChanges,
} from './line-item-template'

const typed = (changes: Partial<TypedTemplate> = {}): TypedTemplate => ({
  id: 'template-1',
  kind: 'Fee',
  name: 'Monthly fee',
  members: [{ name: 'Unit_Price__c', value: '9.95' }],
  ...changes,
})
const problems = (changes: Partial<TypedTemplate>, all = FIRST_TEMPLATES) =>
  readTemplate(typed(changes), all).problems.map(({ path, message }) => `${path}: ${message}`)

describe('a template', () => {
  test.each(FIRST_TEMPLATES)('of a new desk is a valid line item: $name', (template) => {
    expect(lineItemSchema.safeParse(template).success).toBe(true)
    expect(readTemplate(template, FIRST_TEMPLATES)).toEqual({ template, problems: [] })
  })

  test('is stored cleaned and is then a valid line item', () => {
    const { template } = readTemplate(
      typed({ name: '  Monthly   fee ', members: [{ name: ' Note__c ', value: '  ' }] }),
      [],
    )
    expect(template).toEqual(typed({ members: [{ name: 'Note__c', value: '' }] }))
    expect(lineItemSchema.safeParse(template).success).toBe(true)
  })

  const refused: [rule: string, changes: Partial<TypedTemplate>, found: RegExp][] = [
    ['needs a name', { name: ' ' }, /^name: Enter the name/],
    ['needs a kind', { kind: '' }, /^kind: Choose the kind/],
    ['is of a known kind', { kind: 'Gift' }, /^kind: Choose one of these for /],
    ['needs a field', { members: [] }, /^members: Add at least one field/],
    ['needs a name for each field', { members: [{ name: '', value: '1' }] }, /^members\.0\.name: Enter/],
    [
      'has names that the platform allows',
      { members: [{ name: '1st', value: '' }] },
      /^members\.0\.name: .*start with a letter/,
    ],
    [
      'names no field that the desk fills in',
      { members: [{ name: 'SourceId', value: '' }] },
      /^members\.0\.name: .*by the desk/,
    ],
    [
      'has each field once',
      {
        members: [
          { name: 'A__c', value: '' },
          { name: 'a__c', value: '' },
        ],
      },
      /^members\.1\.name: Field 1 already has this name/,
    ],
    [
      'has values of at most 255 characters',
      { members: [{ name: 'A__c', value: 'x'.repeat(256) }] },
      /^members\.0\.value: .*255/,
    ],
    ['has a name of its own', { name: 'TRANSACTION  fee' }, /^name: Another template has this name/],
  ]
  test.each(refused)('%s', (_rule, changes, found) => {
    expect(problems(changes)).toEqual([expect.stringMatching(found)])
    expect(readTemplate(typed(changes), FIRST_TEMPLATES).template).toBeNull()
  })

  test('keeps its own name when it is saved again', () => {
    const [first] = FIRST_TEMPLATES
    expect(first && readTemplate(first, FIRST_TEMPLATES).problems).toEqual([])
  })

  test('is one of at most 100; with 100, one of them can still be changed', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => ({
      ...typed({ id: `t-${i}`, name: `Fee ${i}` }),
      kind: 'Fee' as const,
    }))
    expect(problems({}, hundred)).toEqual([expect.stringMatching(/^name: There are already 100 templates/)])
    expect(problems({ id: 't-5' }, hundred)).toEqual([])
  })
})

test('templates are sorted by kind, then by name', () => {
  const shuffled = FIRST_TEMPLATES.toReversed()
  expect(sortTemplates(shuffled).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'Solution Card processing',
    'Fee Monthly account fee',
    'Fee Transaction fee',
    'Equipment Countertop terminal',
  ])
})

describe('two changes of one template', () => {
  const base = typed({
    members: [
      { name: 'A__c', value: '1' },
      { name: 'B__c', value: '2' },
      { name: 'C__c', value: '3' },
    ],
  })

  test('keep what only one side changed', () => {
    const mine = { ...base, name: 'Mine', members: [...base.members, { name: 'D__c', value: '4' }] }
    const theirs = {
      ...base,
      kind: 'Equipment',
      members: [{ name: 'A__c', value: '10' }, ...base.members.slice(2)],
    }
    expect(mergeTemplates(base, mine, theirs)).toEqual({
      ...base,
      name: 'Mine',
      kind: 'Equipment',
      members: [
        { name: 'A__c', value: '10' },
        { name: 'C__c', value: '3' },
        { name: 'D__c', value: '4' },
      ],
    })
  })

  test('keep mine where both changed the same value', () => {
    const mine = { ...base, name: 'Mine', members: [{ name: 'A__c', value: '5' }] }
    const theirs = { ...base, name: 'Theirs', members: [{ name: 'A__c', value: '6' }] }
    expect(mergeTemplates(base, mine, theirs)).toEqual(mine)
  })

  test('are described in sentences', () => {
    const after = {
      ...base,
      name: 'New',
      kind: 'Solution',
      members: [
        { name: 'A__c', value: '' },
        { name: 'C__c', value: '3' },
        { name: 'D__c', value: '4' },
      ],
    }
    expect(templateChanges(base, after)).toEqual([
      'Renamed to “New”.',
      'Changed the kind to Solution.',
      'Changed A__c: no value.',
      'Added D__c: “4”.',
      'Removed B__c.',
    ])
    expect(templateChanges(base, base)).toEqual([])
  })
})

describe('packages', () => {
  const own = (packages: string[]) => readTemplate(typed({ packages }), FIRST_TEMPLATES)

  test('are stored cleaned, without repetitions, and spelled as in other templates', () => {
    expect(own([' countertop  STARTER ', 'Food  truck', '', 'food truck']).template?.packages).toEqual([
      'Countertop starter',
      'Food truck',
    ])
    expect(own([' ']).template).not.toHaveProperty('packages')
  })

  test('have names short enough to show, and are limited in number', () => {
    expect(own(['x'.repeat(81)]).problems).toMatchObject([{ path: 'packages' }])
    expect(own(Array.from({ length: 11 }, (_, n) => `P${n}`)).problems).toMatchObject([{ path: 'packages' }])
  })

  test('have all templates that name them, in the order of a quote', () => {
    const [first] = packagesOf(FIRST_TEMPLATES)
    expect(packagesOf(FIRST_TEMPLATES)).toHaveLength(1)
    expect(first?.templates).toEqual(FIRST_TEMPLATES)
    expect(packagesOf([])).toEqual([])
  })

  test('keep one person’s change and another’s to other values', () => {
    const base = typed({ packages: ['One'] })
    const theirs = { ...base, packages: ['One', 'Two'] }
    expect(mergeTemplates(base, { ...base, name: 'Mine' }, theirs)).toMatchObject({
      name: 'Mine',
      packages: ['One', 'Two'],
    })
    expect(mergeTemplates(base, { ...base, packages: ['Three'] }, theirs).packages).toEqual(['Three'])
    expect(templateChanges(base, theirs)).toEqual(['Changed the packages to One, Two.'])
  })
})
