import { render, screen } from '@testing-library/react'
import type { Route } from 'next'
import { expect, it } from 'vitest'
import type { ListCursor } from '@/lib/domain/lists/list-query'
import { IN_ORDER, Pager } from './pager'

type Key = { n: number }
const addressAt = (cursor: ListCursor<Key> | null) => `/list?${cursor?.side ?? ''}${cursor?.n ?? ''}` as Route
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

it.each([
  ['one page alone', null, null, null, []],
  ['the first of several', null, 20, null, [['Older', '/list?after20']]],
  [
    'one in the middle',
    19,
    10,
    19,
    [
      ['Newest', '/list?'],
      ['Newer', '/list?before19'],
      ['Older', '/list?after10'],
    ],
  ],
  [
    'the last',
    9,
    null,
    9,
    [
      ['Newest', '/list?'],
      ['Newer', '/list?before9'],
    ],
  ],
  ['one that became the first meanwhile', null, null, 9, [['Newest', '/list?']]],
])('%s', (_which, before, after, at, expected) => {
  render(
    <Pager<Key>
      page={{ before: before === null ? null : { n: before }, after: after === null ? null : { n: after } }}
      cursor={at === null ? null : { side: 'after', n: at }}
      addressAt={addressAt}
    />,
  )
  expect(links()).toEqual(expected)
})

it('uses the words of a list in another order', () => {
  render(
    <Pager
      page={{ before: { n: 1 }, after: { n: 2 } }}
      cursor={null}
      addressAt={addressAt}
      words={IN_ORDER}
    />,
  )
  expect(links().map(([name]) => name)).toEqual(['Previous', 'Next'])
})
