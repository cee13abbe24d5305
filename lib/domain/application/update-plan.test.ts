import { describe, expect, it } from 'vitest'
import { exampleContact } from '@/lib/testing/example-draft'
import { blankAccount, blankContact } from './blank'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from './contact-roles'
import { changesNothing, checkLeftContacts, checkUpdatePlan, planUpdate } from './update-plan'

const contacts = (...ids: string[]) => ({
  items: ids.map((id) => ({ ...blankContact(id), firstName: id })),
  nobodyOwns25: false,
})
const lists = (ids: string[], accounts: string[] = []) => ({
  contacts: contacts(...ids),
  accounts: { items: accounts.map((id) => ({ ...blankAccount(id), bankName: id })) },
})
const known = (ids: Record<string, string>) => (_section: string, itemId: string) => ids[itemId] ?? null

describe('what an update does to a contact or account', () => {
  it.each([
    ['with a known record id: it is updated', lists(['a']), lists(['a']), { a: '003' }, ['update']],
    ['that the partner never took: it is created', lists([]), lists(['a']), {}, ['create']],
    ['that it took, under an id not known here: unclear', lists(['a']), lists(['a']), {}, ['unclear']],
    ['that was removed here: it stays there', lists(['a']), lists([]), { a: '003' }, ['left']],
    [
      'of each list by itself',
      lists(['a'], ['x']),
      lists(['b'], ['x']),
      { x: 'a0B' },
      ['create', 'left', 'update'],
    ],
  ])('%s', (_rule, accepted, now, ids, effects) => {
    expect(planUpdate(accepted, now, known(ids)).map(({ effect }) => effect)).toEqual(effects)
  })

  it('blocks sending only if it would create a second record, at the item’s place', () => {
    const plan = planUpdate(lists(['gone', 'a']), lists(['b', 'a']), known({}))
    expect(checkUpdatePlan(plan)).toMatchObject([{ path: 'contacts.items.1', severity: 'error' }])
  })
})

describe('an update changes nothing', () => {
  const nothing = { differences: [], emptied: [], items: [] }
  it.each<[string, Partial<Parameters<typeof changesNothing>[0]>, boolean]>([
    ['where it is what was sent', {}, true],
    ['and still does with a record that is only updated', { items: [{ effect: 'update' }] }, true],
    ['but not with a value that differs', { differences: ['merchant.website'] }, false],
    ['but not with a field that is emptied at the partner', { emptied: ['merchant.website'] }, false],
    ['but not with a record that the partner refused before', { items: [{ effect: 'create' }] }, false],
  ])('%s', (_case, update, expected) => {
    expect(changesNothing({ ...nothing, ...update })).toBe(expected)
  })
})

describe('a contact that is removed here stays at the partner and counts there', () => {
  type Person = [id: string, roles: string[], percentageOwned?: string]
  const draftOf = (...people: Person[]) => ({
    merchant: { ownership: 'Limited Liability Company' },
    contacts: {
      nobodyOwns25: false,
      items: people.map(([id, roles, percentageOwned = '']) =>
        exampleContact(id, { firstName: id, roles, percentageOwned }),
      ),
    },
  })
  const found = (accepted: Person[], now: Person[]) =>
    checkLeftContacts(draftOf(...accepted), draftOf(...now)).map(
      ({ rule, path, severity }) => `${severity} ${rule} ${path}`,
    )
  const principals = (count: number, share: string): Person[] =>
    Array.from({ length: count }, (_, n): Person => [`p${n}`, [PRINCIPAL], share])

  it.each<[string, Person[], Person[], string[]]>([
    [
      '2: a second Control Prong',
      [['a', [CONTROL_PRONG]]],
      [['b', [CONTROL_PRONG]]],
      ['error 2 contacts.items'],
    ],
    [
      '3: a second signer',
      [['a', [AUTHORIZED_SIGNER]]],
      [['b', [AUTHORIZED_SIGNER, CONTROL_PRONG]]],
      ['error 3 contacts.items'],
    ],
    [
      '4: a fifth principal, and 6: more than all',
      principals(4, '25'),
      [...principals(3, '25'), ['q', [PRINCIPAL], '25'], ['c', [CONTROL_PRONG]]],
      ['error 4 contacts.items', 'error 6 contacts.items'],
    ],
    [
      '6: more than all',
      [['a', [PRINCIPAL], '60']],
      [
        ['b', [PRINCIPAL], '41'],
        ['c', [CONTROL_PRONG]],
      ],
      ['error 6 contacts.items'],
    ],
    ['no one was removed', [['a', [CONTROL_PRONG]]], [['a', [CONTROL_PRONG]]], []],
    ['who had no role', [['a', []]], [['b', [CONTROL_PRONG]]], []],
    [
      'whose share leaves room',
      [['a', [PRINCIPAL], '50']],
      [
        ['b', [PRINCIPAL], '50'],
        ['c', [CONTROL_PRONG]],
      ],
      [],
    ],
    [
      'what the draft breaks by itself is told elsewhere',
      [['a', [CONTROL_PRONG]]],
      [
        ['b', [CONTROL_PRONG]],
        ['c', [CONTROL_PRONG]],
      ],
      [],
    ],
  ])('%s', (_what, accepted, now, expected) => {
    expect(found(accepted, now)).toEqual(expected)
  })

  it('is named, with what to do', () => {
    const [problem] = checkLeftContacts(draftOf(['Ada', [CONTROL_PRONG]]), draftOf(['Ben', [CONTROL_PRONG]]))
    expect(problem?.message).toMatch(
      /^Ada .* stays at the partner, where only one contact can be Control Prong\. Add/,
    )
  })
})
