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
/** What Playwright's JSON reporter writes of a run, as far as it is read here. */
export type JourneyReport = { suites: Suite[] }

/** `lost`: it failed at each try, or never began, since what it needed had failed. */
type End = 'passed' | 'at another try' | 'lost' | 'skipped'
export type Journey = { id: string; name: string; place: string; end: End }

const ENDS = { expected: 'passed', flaky: 'at another try', unexpected: 'lost' } as const

export function journeysOf({ suites }: JourneyReport): Journey[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ id, title, file, line, tests }) =>
      tests.map(({ projectName, status, annotations }) => ({
        // The setup runs on two desks.
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

/** Of more something is broken, and no moment of bad luck. */
const MOST_LOST = 10

/** Where the journeys stand that are worth a second run, on desks that no try has worked with; none where too many are lost. */
export function placesToRunAgain(first: readonly Journey[]): string[] {
  const lost = first.filter(({ end }) => end === 'lost')
  return lost.length > MOST_LOST ? [] : lost.map(({ place }) => place)
}

/** What both runs came to: the second one says how those ended that it ran. */
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
