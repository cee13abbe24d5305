import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyText,
  cents,
  day,
  defineListQuery,
  flag,
  fromA,
  fromTop,
  keyText,
  minor,
  moment,
  oneOf,
  searchText,
  serial,
  several,
  shown,
  uuid,
} from './list-query'

const list = defineListQuery(
  {
    search: searchText('q', { max: 20, clean: (text) => text.replace('secret', '') }),
    colors: several('color', ['red', 'green', 'blue']),
    size: oneOf('size', ['small', 'large']),
    owner: anyText('owner'),
    mine: flag('mine'),
    from: day('from'),
    atLeast: cents('min'),
    columns: { ...several('column', ['a', 'b']), narrows: false },
  },
  { at: moment, n: serial },
)
const read = (address: string) => list.read(new URLSearchParams(address))

describe('the query of a list', () => {
  it('is empty where nothing is asked for', () => {
    expect(list.write(list.all)).toBe('')
    expect(read('')).toEqual(list.all)
  })

  it('is read as it was written', () => {
    const query = {
      search: 'Müller & 100%',
      colors: ['red', 'blue'] as const,
      size: 'large' as const,
      owner: 'O=1&mine=1',
      mine: true,
      from: '2026-11-22',
      atLeast: 1_250,
      columns: ['b'] as const,
      cursor: { side: 'before' as const, at: new Date('2026-11-20T14:05:00.123Z'), n: 42 },
    }
    expect(read(list.write(query))).toEqual(query)
  })

  it('is read from a choice of several, which gives them in one', () => {
    expect(read('color=red,blue,nothing').colors).toEqual(['red', 'blue'])
  })

  it('is read from what Next gives to a page, of which a name can stand several times', () => {
    expect(list.read({ color: ['blue', 'red'], q: ['one', 'two'], size: undefined })).toEqual({
      ...list.all,
      colors: ['red', 'blue'],
      search: 'one',
    })
  })

  it.each([
    'color=pink&size=toString',
    'mine=yes',
    'from=2026-02-30',
    'min=1e3',
    'q=%00%20',
    'after=2026-11-20T14:05:00.123Z',
    'after=2026-11-20T14:05:00.123Z~0',
    'after=2026-11-20T14:05:00.123Z~5~6',
    'before=~',
    'nonsense=1',
  ])('of %s nothing stays', (address) => {
    expect(read(address)).toEqual(list.all)
  })

  it('keeps of a search what may stand in an address, and no more than is found', () => {
    expect(read('q=my+secret+word').search).toBe('my  word')
    expect(read(`q=${'x'.repeat(100)}`).search).toHaveLength(20)
  })

  it('is filtered by what leaves rows out: neither by columns nor by a place', () => {
    expect(list.isFiltered(list.all)).toBe(false)
    expect(
      list.isFiltered({ ...list.all, columns: ['a'], cursor: { side: 'after', at: new Date(0), n: 1 } }),
    ).toBe(false)
    expect(list.isFiltered({ ...list.all, mine: true })).toBe(true)
    expect(list.isFiltered({ ...list.all, atLeast: 0 })).toBe(true)
  })
})

describe('the filters of a list', () => {
  const filtered = defineListQuery(
    {
      colors: shown(several('color', ['red', 'green']), {
        kind: 'choice',
        label: 'Color',
        any: 'All colors',
        choices: [['red', 'Red']],
      }),
      hidden: flag('hidden'),
      mine: shown(flag('mine'), { kind: 'flag', label: 'Mine' }),
      from: shown(day('from'), { kind: 'day', label: 'From' }),
    },
    { at: moment, n: serial },
  )

  it('are those that the definition shows, in its order, and by their names in the address', () => {
    expect(filtered.filters.map(({ key, name, control }) => [key, name, control.label])).toEqual([
      ['colors', 'color', 'Color'],
      ['mine', 'mine', 'Mine'],
      ['from', 'from', 'From'],
    ])
  })

  it('say what is asked for as the address says it, and nothing where nothing is', () => {
    const asked = { ...filtered.all, colors: ['red', 'green'] as const, mine: true, from: '2026-11-22' }
    expect(filtered.filters.map(({ valueIn }) => valueIn(asked))).toEqual(['red,green', '1', '2026-11-22'])
    expect(filtered.filters.map(({ valueIn }) => valueIn(filtered.all))).toEqual(['', '', ''])
    expect(filtered.filters.map(({ blank }) => blank)).toEqual([[], false, null])
  })
})

describe('a key of texts', () => {
  const names = defineListQuery({}, { name: keyText, id: keyText })
  it('may hold any text, also the sign between its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, id) => {
        const plain = (text: string) => text.replaceAll('\0', '')
        const cursor = { side: 'after' as const, name: plain(name), id: plain(id) }
        expect(names.read(new URLSearchParams(names.write({ cursor }))).cursor).toEqual(cursor)
      }),
    )
    const cursor = { side: 'before' as const, name: 'A~B', id: '~' }
    expect(names.read(new URLSearchParams(names.write({ cursor }))).cursor).toEqual(cursor)
  })

  it('that is broken is no place', () => {
    expect(names.read(new URLSearchParams({ after: '%E0~x' })).cursor).toBeNull()
  })
})

it('an id that is none is no place', () => {
  const byId = defineListQuery({}, { at: moment, id: uuid })
  expect(byId.read(new URLSearchParams('after=2026-11-20T14:05:00.123Z~1')).cursor).toBeNull()
})

describe('an order of a list', () => {
  const sortable = defineListQuery(
    { mine: flag('mine') },
    { at: moment, n: serial },
    {
      own: { by: 'changed', direction: 'descending' },
      orders: { name: fromA(keyText), amount: fromTop(minor), changed: fromTop(moment) },
    },
  )
  const readSorted = (address: string) => sortable.read(new URLSearchParams(address))
  const next = (address: string, column: string) => {
    const sort = sortable.sortBy(readSorted(address), column)
    return sort && [sort.now, sortable.write(sort.next)]
  }

  it('is asked for by its column, keeps the filters, and leaves the page', () => {
    expect(next('mine=1&after=2026-11-20T14:05:00.123Z~5', 'name')).toEqual([null, 'mine=1&sort=name'])
    expect(next('mine=1&sort=name&after=name~ink~5', 'name')).toEqual(['ascending', 'mine=1&sort=-name'])
    expect(next('sort=-name', 'name')).toEqual(['descending', 'sort=name'])
    expect(next('', 'amount')).toEqual([null, 'sort=-amount'])
    expect(next('', 'nothing')).toBeNull()
  })

  it('that the list has by itself is not written', () => {
    expect(next('', 'changed')).toEqual(['descending', 'sort=changed'])
    expect(next('sort=changed', 'changed')).toEqual(['ascending', ''])
    expect(readSorted('sort=-changed')).toEqual(sortable.all)
    expect(sortable.isFiltered(readSorted('sort=name'))).toBe(false)
  })

  it('has places of its own, which are read as they were written', () => {
    const query = {
      mine: false,
      sort: { by: 'amount', direction: 'descending' } as const,
      cursor: { side: 'before', order: '-amount', value: -12_345_678_901_234_567n, tie: 'MID~1' } as const,
    }
    expect(readSorted(sortable.write(query))).toEqual(query)
    for (const address of [
      'sort=amount&after=-amount~1~a',
      'sort=-amount&after=2026-11-20T14:05:00.123Z~5',
      'sort=-amount&after=-amount~1e3~a',
      'sort=-amount&after=-amount~1~',
      'sort=-amount&after=-amount~1~a~b',
      'after=-amount~1~a',
    ])
      expect(readSorted(address).cursor, address).toBeNull()
  })

  it('is not known to a list without any', () => {
    expect(read('sort=name')).toEqual(list.all)
    expect(list.sortBy(list.all, 'name')).toBeNull()
    expect(list.sorted(list.all)).toEqual({})
  })
})
