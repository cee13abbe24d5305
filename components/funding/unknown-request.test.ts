import { expect, test } from 'vitest'
import { resolutionOf } from './unknown-request'

test.each([
  ['found', 'found'],
  ['partly', 'found'],
  ['absent', 'absent'],
  ['sent-again', 'sent-again'],
])('the choice %s is recorded as %s', (choice, outcome) => expect(resolutionOf(choice)).toBe(outcome))

test.each(['', 'resend', 'toString'])('an unknown choice (%j) is an error, and resends nothing', (choice) =>
  expect(() => resolutionOf(choice)).toThrow(`There is no choice “${choice}”.`),
)
