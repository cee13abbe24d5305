import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  anyText,
  cents,
  choicesOf,
  count,
  day,
  defineListQuery,
  flag,
  fromA,
  fromTop,
  inSteps,
  keyText,
  type ListField,
  minor,
  moment,
  oneOf,
  plainText,
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

it('a definition says all of it, whenever it is made', () => {
  const made = defineListQuery(
    {
      search: searchText('q'),
      colors: shown(several('color', ['red', 'blue']), {
        kind: 'choice',
        label: 'Color',
        any: 'All',
        choices: [],
      }),
      size: oneOf('size', ['small', 'large']),
      owner: anyText('owner'),
      mine: flag('mine'),
      from: day('from'),
      columns: { ...several('column', ['a', 'b']), narrows: false },
    },
    { n: serial },
    { own: { by: 'n', direction: 'ascending' }, orders: { n: inSteps(count), name: fromA(keyText) } },
  )
  const asked = {
    search: 'ink',
    colors: ['red', 'blue'],
    size: 'large',
    owner: 'Ana',
    mine: true,
    from: '2026-11-22',
    columns: ['b'],
    sort: { by: 'name', direction: 'descending' },
    cursor: { side: 'after', order: '-name', value: 'Ink', tie: 'a' },
  } as const
  const address =
    'q=ink&color=red&color=blue&size=large&owner=Ana&mine=1&from=2026-11-22&column=b&sort=-name&after=-name%7EInk%7Ea'
  expect(made.write(asked)).toBe(address)
  expect(made.read(new URLSearchParams(address))).toEqual(asked)
  expect(made.all).toEqual({
    search: '',
    colors: [],
    size: null,
    owner: null,
    mine: false,
    from: null,
    columns: [],
    sort: null,
    cursor: null,
  })
  expect(made.write({ mine: true })).toBe('mine=1')
  expect(made.read({ owner: undefined })).toEqual(made.all)
  expect(made.read(new URLSearchParams('sort=n'))).toEqual(made.all)
  expect(made.sortBy(asked, 'n')?.next.sort).toBeNull()
  expect(made.sorted(asked)).toEqual({ sort: asked.sort })
  expect(made.filters.map(({ valueIn }) => valueIn(asked))).toEqual(['red,blue'])
  for (const one of [{ search: 'ink' }, { colors: ['red'] as const }, { owner: 'Ana' }, { mine: true }])
    expect(made.isFiltered({ ...made.all, ...one })).toBe(true)
  expect(made.isFiltered({ ...made.all, columns: ['a'], sort: asked.sort })).toBe(false)
})

describe('one value of an address', () => {
  const one = <T>(field: ListField<T>) => {
    const single = defineListQuery({ value: field }, { n: serial })
    return {
      read: (address: string) => single.read(new URLSearchParams(address)).value,
      write: (value: T) => single.write({ value } as Parameters<typeof single.write>[0]),
    }
  }

  test.each([
    ['0', 0],
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    [' 12.05 ', 1_205],
    ['99999999999.99', 9_999_999_999_999],
    ['999999999999', null],
    ['12.505', null],
    ['12.', null],
    ['.5', null],
    ['-1', null],
    ['x12', null],
    ['12x', null],
    ['', null],
  ])('the dollars %j are %s cents', (text, value) => {
    expect(one(cents('min')).read(`min=${encodeURIComponent(text)}`)).toBe(value)
  })

  it('cents are written as dollars, nothing as nothing', () => {
    expect([0, 1_250].map((value) => one(cents('min')).write(value))).toEqual(['min=0.00', 'min=12.50'])
    expect(one(cents('min')).write(null)).toBe('')
  })

  it('a flag is set by 1, and by nothing else', () => {
    const { read, write } = one(flag('mine'))
    expect(['mine=1', 'mine=0', 'mine=true', 'mine=', ''].map(read)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect([write(true), write(false)]).toEqual(['mine=1', ''])
  })

  it('a day is one of the calendar, written as one', () => {
    const { read } = one(day('from'))
    expect(read('from=2026-02-28')).toBe('2026-02-28')
    for (const text of ['2026-2-28', '02/28/2026', '2026-02-29', '']) expect(read(`from=${text}`)).toBeNull()
  })

  it('a text is trimmed, and no longer than any that could be found', () => {
    expect(one(anyText('owner')).read('owner=%20Ana%20')).toBe('Ana')
    expect(one(anyText('owner')).read(`owner=${'x'.repeat(300)}`)).toHaveLength(255)
    expect(one(anyText('owner')).read('owner=')).toBeNull()
    expect(one(anyText('owner')).read('owner=a%00b')).toBe('ab')
    expect(one(searchText('q')).read(`q=${'x'.repeat(300)}`)).toHaveLength(255)
    expect(one(searchText('q')).read('q=%EF%BF%BDx')).toBe('\uFFFDx')
    expect(plainText('a\uD800b', 3)).toBe('a\uFFFDb')
  })

  it('one of the known values is asked for by its whole name', () => {
    const { read } = one(oneOf('size', ['small', 'large']))
    expect(['size=small', 'size=Small', 'size=smal', ''].map(read)).toEqual(['small', null, null, null])
  })

  it('several come in the order in which they are known', () => {
    const { read, write } = one(several('color', ['red', 'green', 'blue']))
    expect(read('color=blue&color=red,blue')).toEqual(['red', 'blue'])
    expect(read('color=')).toEqual([])
    expect(write(['red', 'blue'])).toBe('color=red&color=blue')
  })
})

describe('one part of a key', () => {
  test.each<[string, { read: (text: string) => unknown }, string[], string[]]>([
    [
      'a moment',
      moment,
      ['2026-11-20T14:05:00.123Z'],
      [
        '2026-11-20T14:05:00Z',
        '2026-13-20T14:05:00.123Z',
        '0026-11-20T14:05:00.123Z',
        'x2026-11-20T14:05:00.123Z',
        '2026-11-20T14:05:00.123Zx',
        '',
      ],
    ],
    [
      'a number in sequence',
      serial,
      ['1', '999999999999999'],
      ['0', '01', '1000000000000000', '-1', 'x1', '1x', ''],
    ],
    ['a count', count, ['0', '01', '999999999999999'], ['1000000000000000', '-1', 'x1', '1x', '']],
    [
      'cents',
      minor,
      ['0', '-1', '999999999999999999'],
      ['1000000000000000000', '1.5', '--1', 'x1', '1x', ''],
    ],
    [
      'an id',
      uuid,
      ['0a1b2c3d-0000-4000-8000-000000000001'],
      [
        '0A1b2c3d-0000-4000-8000-000000000001',
        'x0a1b2c3d-0000-4000-8000-000000000001',
        '0a1b2c3d-0000-4000-8000-000000000001x',
        '0a1b2c3d-0000-4000-8000',
        '',
      ],
    ],
    ['a text', keyText, ['', 'A%7EB', 'x'.repeat(1_000)], ['%E0', 'x'.repeat(1_001)]],
  ])('%s', (_what, part, known, unknown) => {
    for (const text of known) expect(part.read(text), text).not.toBeNull()
    for (const text of unknown) expect(part.read(text), text).toBeNull()
  })

  it('is written as it is read', () => {
    expect(serial.read(serial.write(42))).toBe(42)
    expect(count.read(count.write(0))).toBe(0)
    expect(minor.read(minor.write(-5n))).toBe(-5n)
    expect(uuid.write('0a1b')).toBe('0a1b')
    expect(keyText.write('A~B \uD800')).toBe('A%7EB%20%EF%BF%BD')
    expect(keyText.read('a%00b')).toBe('ab')
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

  it('are named by their field where they have no name of their own, and not shown where there is nothing to ask with', () => {
    const { name: _, ...nameless } = shown(flag('only'), { kind: 'flag', label: 'Only' })
    const named = defineListQuery({ onlyMine: nameless, hidden: flag('hidden') }, { n: serial })
    expect(named.filters.map(({ key, name }) => [key, name])).toEqual([['onlyMine', 'onlyMine']])
  })

  it('have choices with the words of each', () => {
    expect(choicesOf(['a', 'b'], (value) => value.toUpperCase())).toEqual([
      ['a', 'A'],
      ['b', 'B'],
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
      orders: {
        name: fromA(keyText),
        amount: fromTop(minor),
        changed: fromTop(moment),
        step: inSteps(count),
      },
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
    expect(next('', 'step')).toEqual([null, 'sort=step'])
    expect(next('', 'nothing')).toBeNull()
    expect(readSorted('sort=nothing').sort).toBeNull()
    expect(sortable.sorted(readSorted('mine=1&sort=-name'))).toEqual({
      sort: { by: 'name', direction: 'descending' },
    })
    expect(sortable.sorted(sortable.all)).toEqual({ sort: null })
    expect(next('sort=-amount', 'amount')).toEqual(['descending', 'sort=amount'])
    expect(next('sort=name', 'changed')).toEqual([null, ''])
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
      'sort=-amount&after=-amount~1',
      'sort=-amount&after=-amount',
      'sort=-amount&after=-amount~1~%25E0',
      'sort=-amount&after=-amount~~a',
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
