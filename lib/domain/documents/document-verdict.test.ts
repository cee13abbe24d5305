import { expect, it } from 'vitest'
import {
  type DocumentDecision,
  decisionInEffect,
  latestDecisions,
  rejectionProblem,
} from './document-verdict'

const document = { sha256: 'aa', category: 'identity', slot: 'identity:ana' }
const at = new Date('2026-06-01T12:00:00Z')
const said = (
  by: string,
  verdict: DocumentDecision['verdict'],
  of: Partial<DocumentDecision> = {},
): DocumentDecision => ({ ...document, by, verdict, reason: '', at, ...of })

const counting = (decisions: readonly DocumentDecision[], disregarded?: ReadonlySet<string>) =>
  decisionInEffect(latestDecisions(document, decisions, disregarded))?.verdict ?? null

it.each([
  ['nobody’s', [], null],
  ['the last one', [said('uma', 'accepted'), said('ulf', 'rejected')], 'rejected'],
  ['whoever changed their mind', [said('uma', 'rejected'), said('uma', 'accepted')], 'accepted'],
  [
    'the other’s, where one took theirs back',
    [said('uma', 'rejected'), said('ulf', 'accepted'), said('ulf', 'open')],
    'rejected',
  ],
  ['nobody’s, where each took theirs back', [said('uma', 'rejected'), said('uma', 'open')], null],
  [
    'the one that came again last',
    [said('uma', 'accepted'), said('ulf', 'rejected'), said('uma', 'accepted')],
    'accepted',
  ],
  ['none on another content', [said('uma', 'rejected', { sha256: 'bb' })], null],
  ['none from when it was another’s', [said('uma', 'accepted', { slot: 'identity:ben' })], null],
  ['none from when it was something else', [said('uma', 'rejected', { category: 'other' })], null],
] as const)('%s word counts', (_, decisions, verdict) => expect(counting(decisions)).toBe(verdict))

it('a decision of somebody who worked on the application does not count', () =>
  expect(counting([said('uma', 'accepted'), said('ulf', 'rejected')], new Set(['ulf']))).toBe('accepted'))

it('each person has a decision of their own', () =>
  expect(
    latestDecisions(document, [said('uma', 'accepted'), said('ulf', 'accepted'), said('uma', 'open')]).map(
      ({ by }) => by,
    ),
  ).toEqual(['ulf']))

it.each(['', '  ', 'no', 'x'.repeat(2_001)])('“%s” is not accepted as a reason to reject', (reason) =>
  expect(rejectionProblem(reason)).not.toBeNull(),
)

it('a reason is stored as written, without surrounding spaces', () =>
  expect(rejectionProblem('  Expired <b>2024</b> 🪪 ')).toBeNull())

it.each([
  [' no ', 'Enter a reason that onboarding can act on.'],
  [' old ', null],
  [` ${'x'.repeat(2_000)} `, null],
  ['x'.repeat(2_001), 'Use at most 2,000 characters.'],
])('a reason of three characters to 2,000: %j', (reason, problem) =>
  expect(rejectionProblem(reason)).toBe(problem),
)
