import { expect, it } from 'vitest'
import { rowsInPlace } from './rows-in-place'

const me = { id: 'me', name: 'Uma' }
const row = (applicationId: string, underwriter: typeof me | null = null) => ({ applicationId, underwriter })
const before = [row('a'), row('b'), row('c')]
const inPlace = (now: typeof before, given: Record<string, typeof me | null> = {}) =>
  rowsInPlace(before, now, new Map(Object.entries(given)))

it('what was claimed stays in its row, though it has left the queue', () => {
  expect(inPlace([row('a'), row('c')], { b: me })).toEqual([row('a'), row('b', me), row('c')])
})

it('no row moves where the queue has another order now, and each says what it is now', () => {
  expect(inPlace([row('c'), row('b', me), row('a')])).toEqual([row('a'), row('b', me), row('c')])
})

it('what somebody else took is gone, and what is new comes last', () => {
  expect(inPlace([row('d'), row('a'), row('c')])).toEqual([row('a'), row('c'), row('d')])
})

it('what was released stays as nobody’s', () => {
  expect(inPlace([row('a'), row('b')], { c: null })).toEqual([row('a'), row('b'), row('c')])
})
