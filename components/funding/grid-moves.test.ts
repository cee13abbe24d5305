import { expect, test } from 'vitest'
import { moveFrom, nextMarked, typesLetter, undoKey } from './grid-moves'

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

test('in a grid without lines every key stays at its first', () => {
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

const MARKS: Readonly<Record<number, readonly number[]>> = { 2: [3, 0], 5: [1] }
const columnsOf = (line: number) => MARKS[line] ?? []

test.each([
  ['the next line', at(0, 0), 1, at(2, 0)],
  ['the next cell of the same line', at(2, 0), 1, at(2, 3)],
  ['around the end', at(5, 1), 1, at(2, 0)],
  ['back, to the last cell of the line before', at(5, 1), -1, at(2, 3)],
  ['back around the beginning', at(2, 0), -1, at(5, 1)],
] as const)('the next marked cell is on %s', (_where, from, step, to) => {
  expect(nextMarked(from, step, 8, columnsOf)).toEqual(to)
})

test('no cell is next where none is marked, or the only one is meant already', () => {
  expect(nextMarked(at(0, 0), 1, 8, () => [])).toBeNull()
  expect(nextMarked(at(0, 0), 1, 0, () => [])).toBeNull()
  expect(nextMarked(at(3, 1), 1, 8, (line) => (line === 3 ? [1] : []))).toEqual(at(3, 1))
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
