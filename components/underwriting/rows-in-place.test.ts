import { expect, it } from 'vitest'
import { rowsInPlace } from './rows-in-place'

const me = { id: 'me', name: 'Uma' }
const row = (applicationId: string, underwriter: typeof me | null = null) => ({ applicationId, underwriter })
const before = [row('a'), row('b'), row('c')]
const inPlace = (now: typeof before, given: Record<string, typeof me | null> = {}) =>
  rowsInPlace(before, now, new Map(Object.entries(given)))

it('a claimed case keeps its row although it left the queue', () => {
  expect(inPlace([row('a'), row('c')], { b: me })).toEqual([row('a'), row('b', me), row('c')])
})

it('rows keep their place if the queue is sorted differently now, with their new values', () => {
  expect(inPlace([row('c'), row('b', me), row('a')])).toEqual([row('a'), row('b', me), row('c')])
})

it('a case that somebody else took disappears, and new ones come last', () => {
  expect(inPlace([row('d'), row('a'), row('c')])).toEqual([row('a'), row('c'), row('d')])
})

it('a released case stays, unassigned', () => {
  expect(inPlace([row('a'), row('b')], { c: null })).toEqual([row('a'), row('b'), row('c')])
})
