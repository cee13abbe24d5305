import { describe, expect, it } from 'vitest'
import { blankAccount, blankContact } from './blank'
import { checkUpdatePlan, planUpdate } from './update-plan'

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
  ])('%s', (_rule, taken, now, ids, effects) => {
    expect(planUpdate(taken, now, known(ids)).map(({ effect }) => effect)).toEqual(effects)
  })

  it('stands against sending only where a second record would be made, at the item’s place', () => {
    const plan = planUpdate(lists(['gone', 'a']), lists(['b', 'a']), known({}))
    expect(checkUpdatePlan(plan)).toMatchObject([{ path: 'contacts.items.1', severity: 'error' }])
  })
})
