import { expect, it } from 'vitest'
import { packPage, packRows, unpackPage, unpackRows } from './packed-rows'

const rows = [
  { n: 1, name: 'Heron', at: new Date(0), left: null },
  { n: 2, name: 'Quill', at: new Date(1), left: 5 },
]

it('rows come out as they went in, their names said once', () => {
  const packed = packRows(rows)
  expect(JSON.stringify(packed).match(/"name"/g)).toHaveLength(1)
  expect(unpackRows(packed)).toEqual(rows)
  expect(unpackRows(packRows([]))).toEqual([])
})

it('what many rows have is said once', () => {
  const many = Array.from({ length: 20 }, (_, n) => ({
    n,
    of: n % 2 ? { id: 'heron' } : null,
    tax: undefined,
  }))
  const packed = packRows(many)
  expect(
    JSON.stringify(packed, (_, part) => (typeof part === 'bigint' ? String(part) : part)).match(/heron/g),
  ).toHaveLength(1)
  expect(unpackRows(packed)).toEqual(many)
})

it('a page keeps what it has beside its rows', () => {
  const page = { items: rows, after: { n: 2 }, mayWrite: true }
  expect(unpackPage(packPage(page))).toEqual(page)
})
