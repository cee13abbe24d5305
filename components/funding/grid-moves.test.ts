import { expect, test } from 'vitest'
import { compareStops, moveFrom, nextStop, type Stop, tabFrom, typesLetter, undoKey } from './grid-moves'

const size = { lines: 100, columns: 4, pageLines: 20 }
const at = (line: number, column: number) => ({ line, column })

test.each([
  ['ArrowDown', false, at(5, 1), at(6, 1)],
  ['ArrowUp', false, at(5, 1), at(4, 1)],
  ['ArrowRight', false, at(5, 1), at(5, 2)],
  ['ArrowLeft', false, at(5, 1), at(5, 0)],
  ['ArrowUp', false, at(0, 1), at(0, 1)],
  ['ArrowDown', false, at(99, 1), at(99, 1)],
  ['ArrowLeft', false, at(5, 0), at(5, 0)],
  ['ArrowRight', false, at(5, 3), at(5, 3)],
  ['ArrowDown', true, at(5, 1), at(99, 1)],
  ['ArrowUp', true, at(5, 1), at(0, 1)],
  ['ArrowRight', true, at(5, 1), at(5, 3)],
  ['ArrowLeft', true, at(5, 1), at(5, 0)],
  ['Home', false, at(5, 2), at(5, 0)],
  ['End', false, at(5, 2), at(5, 3)],
  ['Home', true, at(5, 2), at(0, 0)],
  ['End', true, at(5, 2), at(99, 3)],
  ['PageDown', false, at(5, 2), at(25, 2)],
  ['PageDown', false, at(95, 2), at(99, 2)],
  ['PageUp', false, at(5, 2), at(0, 2)],
])('%s (with Control: %s) leads from %o to %o', (key, withControl, from, to) => {
  expect(moveFrom(from, key, withControl, size)).toEqual(to)
})

test('in a grid without lines, every key stays at its first line', () => {
  expect(moveFrom(at(0, 0), 'End', true, { ...size, lines: 0 })).toEqual(at(0, 3))
  expect(moveFrom(at(0, 0), 'ArrowDown', false, { ...size, lines: 0 })).toEqual(at(0, 0))
})

test('other keys move nothing', () => {
  expect(moveFrom(at(1, 1), 'a', false, size)).toBeNull()
})

test.each([
  ['a', {}, true],
  ['0', {}, true],
  ['é', {}, true],
  ['Enter', {}, false],
  ['v', { ctrlKey: true }, false],
  ['v', { metaKey: true }, false],
])('%s %o types a letter: %s', (key, held, expected) => {
  expect(typesLetter({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })).toBe(expected)
})

test.each([
  [at(5, 1), 1, at(5, 2)],
  [at(5, 3), 1, at(6, 0)],
  [at(5, 0), -1, at(4, 3)],
  [at(99, 3), 1, 'end'],
  [at(0, 0), -1, 'end'],
] as const)('Tab leads from %o (step %s) to %o', (from, step, to) => {
  expect(tabFrom(from, step, size)).toEqual(to)
})

const stop = (line: number, column: number, isError = true): Stop => ({ ...at(line, column), isError })
const STOPS = [stop(1, 3, false), stop(5, 1), stop(2, 3), stop(7, 0, false), stop(2, 1)].sort(compareStops)

test('errors are visited before warnings, each in reading order', () => {
  expect(STOPS).toEqual([stop(2, 1), stop(2, 3), stop(5, 1), stop(1, 3, false), stop(7, 0, false)])
})

test.each([
  ['the first error', at(0, -1), true, 1, 1],
  ['the next cell of the same line', at(2, 1), true, 1, 2],
  ['the next line', at(2, 3), true, 1, 3],
  ['a cell that is marked and was not visited', at(2, 2), true, 1, 2],
  ['the first warning behind the last error', at(5, 1), true, 1, 4],
  ['the next warning', at(1, 3), false, 1, 5],
  ['around the end', at(7, 0), false, 1, 1],
  ['back, within the line', at(2, 3), true, -1, 1],
  ['back from the first warning', at(1, 3), false, -1, 3],
  ['back around the beginning', at(2, 1), true, -1, 5],
] as const)('F8 goes to %s', (_where, from, amongErrors, step, number) => {
  expect(nextStop(STOPS, from, amongErrors, step)).toEqual({ stop: STOPS[number - 1], number })
})

test('F8 does nothing without marks, and stays at the only one', () => {
  expect(nextStop([], at(0, 0), true, 1)).toBeNull()
  expect(nextStop([stop(3, 1)], at(3, 1), true, 1)).toEqual({ stop: stop(3, 1), number: 1 })
  expect(nextStop([stop(3, 1)], at(3, 1), true, -1)).toEqual({ stop: stop(3, 1), number: 1 })
})

test.each([
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'z', metaKey: true }, 'undo'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  [{ key: 'y', ctrlKey: true }, 'redo'],
  [{ key: 'z' }, null],
  [{ key: 'z', ctrlKey: true, altKey: true }, null],
])('%o means %s', (keys, meant) => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  expect(undoKey({ ...none, ...keys })).toBe(meant)
})
