import { expect, it } from 'vitest'
import { nameInRow } from './name-in-row'

it('a name short enough to send is shown whole; a longer one is cut between characters', () => {
  expect(nameInRow('W'.repeat(100))).toBe('W'.repeat(100))
  expect(nameInRow('W'.repeat(32_000))).toBe(`${'W'.repeat(120)}…`)
  expect(nameInRow('👩'.repeat(200))).toBe(`${'👩'.repeat(120)}…`)
})
