import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PLANTED_BUGS } from './planted/bugs'

/** The record that runs write of themselves, and the tables in docs/reliability.md that are generated from it. */

export const RUNS = 'docs/reliability/runs.json'
export const PLANTED = 'docs/reliability/planted.json'
export const DOCUMENT = 'docs/reliability.md'

export type Found = { seed: string; foundAt: number | null; findings: { rule: string; what: string }[] }

export type RunRecord = {
  date: string
  seeds: string
  /** How many ran at once. */
  lanes: number
  histories: number
  steps: number
  effects: number
  crashes: number
  requests: number
  seconds: number | null
  failed: Found | null
  /** A remark. */
  note?: string
}

export type PlantedRecord = {
  name: string
  date: string
  seeds: string
  /** Of each history. */
  steps: number
  /** How many were run, to the one that found it. */
  histories: number
  failed: Found | null
}

const read = <Row>(file: string): Row[] => JSON.parse(readFileSync(file, 'utf8'))

function write(file: string, rows: readonly object[]): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
}

/** Adds a run and regenerates the tables. */
export function recordRun(run: RunRecord): void {
  write(RUNS, [...read<RunRecord>(RUNS), run])
  writeDocument()
}

/** Keeps the last trial of each mistake. */
export function recordPlanted(trial: PlantedRecord): void {
  write(PLANTED, [...read<PlantedRecord>(PLANTED).filter(({ name }) => name !== trial.name), trial])
  writeDocument()
}

export const writeDocument = (): void => writeFileSync(DOCUMENT, documentOf(readFileSync(DOCUMENT, 'utf8')))

/** The document with its tables regenerated from the records; its prose is kept. */
export function documentOf(text: string): string {
  const tables: Record<string, string> = {
    runs: runsTable(read<RunRecord>(RUNS)),
    planted: plantedTable(read<PlantedRecord>(PLANTED)),
  }
  return Object.entries(tables).reduce((whole, [name, table]) => {
    const [begin, end] = [`<!-- ${name}: made by the run -->`, `<!-- end of ${name} -->`]
    const [from, to] = [whole.indexOf(begin), whole.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for ${name}.`)
    return `${whole.slice(0, from + begin.length)}\n${table}\n${whole.slice(to)}`
  }, text)
}

const figure = (count: number): string => count.toLocaleString('en-US')
const sum = (runs: readonly RunRecord[], of: (run: RunRecord) => number): string =>
  figure(runs.reduce((total, run) => total + of(run), 0))
const cell = (text: string): string => text.replaceAll('|', '\\|')

const foundBy = ({ seed, foundAt, findings: [first] }: Found): string =>
  cell(`*${first?.rule}* in \`${seed}\`${foundAt === null ? '' : `, step ${foundAt}`}`)

function runsTable(runs: readonly RunRecord[]): string {
  const failed = runs.filter((run) => run.failed !== null)
  return [
    `Of ${sum(runs, ({ histories }) => histories)} histories with ${sum(runs, ({ steps }) => steps)} steps, ${sum(runs, ({ effects }) => effects)} effects, ${sum(runs, ({ crashes }) => crashes)} crashes and ${sum(runs, ({ requests }) => requests)} requests at the partner, ${figure(failed.length)} did not hold when they were run.`,
    '',
    '| date | seeds | at once | histories | steps | effects | crashes | requests | seconds | result |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...runs.map((run) => {
      const figures = [run.lanes, run.histories, run.steps, run.effects, run.crashes, run.requests].map(
        figure,
      )
      const result = [run.failed ? foundBy(run.failed) : 'held', run.note].filter(Boolean).join('; ')
      return `| ${[run.date, cell(run.seeds), ...figures, run.seconds === null ? '–' : figure(run.seconds), result].join(' | ')} |`
    }),
  ].join('\n')
}

function plantedTable(trials: readonly PlantedRecord[]): string {
  const found = trials.filter(({ failed }) => failed !== null).length
  return [
    `${found} of ${PLANTED_BUGS.length} are found; ${PLANTED_BUGS.length - trials.length} were not tried.`,
    '',
    '| mistake | origin | what it does | tried | result |',
    '|---|---|---|---|---|',
    ...PLANTED_BUGS.map(({ name, origin, says }) => {
      const trial = trials.find((some) => some.name === name)
      const tried = trial ? `${trial.date}, \`${trial.seeds}-1\` on, ${trial.steps} steps each` : '–'
      const result = !trial
        ? 'not tried'
        : trial.failed
          ? `found by ${foundBy(trial.failed)}, history ${trial.histories}`
          : `**not found** in ${trial.histories} histories`
      return `| \`${name}\` | ${origin} | ${cell(says)} | ${tried} | ${result} |`
    }),
  ].join('\n')
}
