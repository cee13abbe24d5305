import type { Told } from './tell-tests.ts'

type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped'
type Spec = {
  id: string
  title: string
  file: string
  line: number
  tests: { projectName: string; status: Status; annotations: { type: string }[] }[]
}
type Suite = { specs?: Spec[]; suites?: Suite[] }
/** The parts of Playwright's JSON report that we read. */
export type JourneyReport = { suites: Suite[] }

/** `lost`: it failed on every try, or never started because a dependency failed. */
type End = 'passed' | 'at another try' | 'lost' | 'skipped'
export type Journey = { id: string; name: string; place: string; end: End }

const ENDS = { expected: 'passed', flaky: 'at another try', unexpected: 'lost' } as const

export function journeysOf({ suites }: JourneyReport): Journey[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ id, title, file, line, tests }) =>
      tests.map(({ projectName, status, annotations }) => ({
        // The project name is part of the id, because the setup runs on two desks.
        id: `${projectName} ${id}`,
        name: `${file} › ${title}`,
        place: `/${file}:${line}`,
        end:
          status !== 'skipped'
            ? ENDS[status]
            : annotations.some(({ type }) => type === 'skip')
              ? ('skipped' as const)
              : ('lost' as const),
      })),
    ),
    ...journeysOf({ suites: suite.suites ?? [] }),
  ])
}

/** If more are lost than this, something is broken, and a second run would not help. */
const MOST_LOST = 10

/** The journeys to run again, on fresh desks; none if too many were lost. */
export function placesToRunAgain(first: readonly Journey[]): string[] {
  const lost = first.filter(({ end }) => end === 'lost')
  return lost.length > MOST_LOST ? [] : lost.map(({ place }) => place)
}

/** The combined result: the second run decides for the journeys that it ran. */
export function tellJourneys(first: readonly Journey[], second: readonly Journey[] = []): Told {
  const again = new Map(second.map((journey) => [journey.id, journey.end]))
  const told: Told = { passed: 0, failed: 0, skipped: 0, told: [] }
  for (const { id, name, end } of first) {
    const last = again.get(id) ?? end
    told[last === 'lost' ? 'failed' : last === 'skipped' ? 'skipped' : 'passed']++
    if (last === 'lost') told.told.push(`${name}: failed`)
    else if (end === 'lost') told.told.push(`${name}: passed only on another desk`)
    else if (end === 'at another try') told.told.push(`${name}: passed only at another try`)
  }
  return told
}
