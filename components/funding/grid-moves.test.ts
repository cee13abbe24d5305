import { expect, test } from 'vitest'
import { moveFrom, typesLetter } from './grid-moves'

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
