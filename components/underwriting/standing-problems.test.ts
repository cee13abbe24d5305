import { expect, it } from 'vitest'
import type { DecisionProblem } from '@/lib/domain/underwriting/decision'
import { standingProblems, type Typed } from './standing-problems'

const typed: Typed = { outcome: 'approve', reasons: { approve: ['within-policy'], decline: [] }, note: '' }
const item = (key: string) => ({ key, text: key })
const problems: DecisionProblem[] = [
  { code: 'checklist', message: 'Items.', entries: [item('tax-id'), item('volume')] },
  { code: 'unjudged', message: 'Answers.', answers: [{ id: 'name', label: 'Legal name' }] },
  { code: 'reasons', message: 'Reasons.', violations: [] },
  { code: 'not-claimed', message: 'Claim.' },
  { code: 'stale', message: 'Changed.', sections: [], documents: ['check.pdf'] },
]
const answer = { id: 'name', label: 'Legal name' }
const left = (now: Typed, openChecks: string[], unjudged: (typeof answer)[]) =>
  standingProblems({ typed, problems }, now, openChecks, unjudged)

it('all of them remain if nothing was done', () =>
  expect(left(typed, ['tax-id', 'volume'], [answer])).toEqual(problems))

it('each disappears once it is solved', () => {
  expect(
    left(typed, ['volume'], []).map((problem) => [problem.code, 'entries' in problem && problem.entries]),
  ).toEqual([
    ['checklist', [item('volume')]],
    ['reasons', false],
    ['not-claimed', false],
    ['stale', false],
  ])
  const noted = { ...typed, note: 'Her passport was seen.' }
  expect(left(noted, [], []).map(({ code }) => code)).toEqual(['not-claimed', 'stale'])
})

it('only a changed case remains for the other outcome', () =>
  expect(left({ ...typed, outcome: 'decline' }, ['volume'], [answer]).map(({ code }) => code)).toEqual([
    'stale',
  ]))
