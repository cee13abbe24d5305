import { expect, test } from 'vitest'
import { type JourneyReport, journeysOf, placesToRunAgain, tellJourneys } from './journeys-told'

type Spec = NonNullable<JourneyReport['suites'][number]['specs']>[number]

const spec = (id: string, status: Spec['tests'][number]['status'], annotations: string[] = []): Spec => ({
  id,
  title: `does ${id}`,
  file: 'desk.spec.ts',
  line: 7,
  tests: [{ projectName: 'journeys', status, annotations: annotations.map((type) => ({ type })) }],
})
const run = (...specs: Spec[]) => journeysOf({ suites: [{ suites: [{ specs }] }] })

const FIRST = run(
  spec('a', 'expected'),
  spec('b', 'flaky'),
  spec('c', 'unexpected'),
  spec('d', 'skipped', ['skip']),
  spec('e', 'skipped', ['clicks']),
)

test('what failed, and what never began, is run again where it stands', () => {
  expect(placesToRunAgain(FIRST)).toEqual(['/desk.spec.ts:7', '/desk.spec.ts:7'])
  expect(placesToRunAgain(run(...Array.from({ length: 11 }, (_, n) => spec(`${n}`, 'unexpected'))))).toEqual(
    [],
  )
})

test('without a second run what never began counts as failed', () => {
  expect(tellJourneys(FIRST)).toMatchObject({ passed: 2, failed: 2, skipped: 1 })
})

test('the second run says how those ended that it ran, and each is named', () => {
  const told = tellJourneys(FIRST, run(spec('c', 'expected'), spec('e', 'unexpected')))
  expect(told).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    told: [
      'desk.spec.ts › does b: passed only at another try',
      'desk.spec.ts › does c: passed only on another desk',
      'desk.spec.ts › does e: failed',
    ],
  })
})
