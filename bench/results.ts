import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import type { Ground } from './ground'
import type { Figure } from './measure'

export type Measured = {
  figures: Figure[]
  /** What costs the time, and anything else that a reader has to know. */
  notes: string[]
}

/** `how`: what is done, in a sentence or two. */
export type Subject = { title: string; how: string; measure(ground: Ground): Promise<Measured> }

export type Result = Pick<Subject, 'title' | 'how'> & Measured

const FILE = 'bench/RESULTS.md'
const HEAD = `# Measured

Written by \`npm run bench\`, on a production build. Each figure stands beside its floor from the same run, in
alternating rounds; medians, unless it says otherwise. A figure that was not reached is written down as such.
1 kB is 1,000 bytes.
`

/** One result as its section of the file. */
export function sectionOf({ title, how, figures, notes }: Result): string {
  const cells = figures.map(({ what, desk, floor, compared, aim, reached }) => [
    what,
    desk,
    floor,
    compared,
    aim,
    reached === null ? '' : reached ? 'yes' : '**no**',
  ])
  const rows = [['what', 'desk', 'floor', 'compared', 'aim', 'reached'], Array(6).fill('---'), ...cells]
  return [
    `## ${title}`,
    `${how}\n\n${new Date().toISOString().slice(0, 10)}, ${machine()}.`,
    rows.map((row) => `| ${row.join(' | ')} |`).join('\n'),
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n')
}

/** Puts the sections of this run into the file; those of subjects that were not measured now stay as they are. */
export function writeResults(results: readonly Result[], order: readonly string[]): void {
  const before = existsSync(FILE)
    ? readFileSync(FILE, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  const sections = new Map(before.map((text) => [/^## (.*)$/m.exec(text)?.[1] ?? '', text.trim()]))
  for (const result of results) sections.set(result.title, sectionOf(result))
  const kept = order.flatMap((title) => sections.get(title) ?? [])
  writeFileSync(FILE, `${[HEAD.trim(), ...kept].join('\n\n')}\n`)
}

function machine(): string {
  const cores = os.cpus()
  const model = cores[0]?.model.replace(/\s+/g, ' ').trim() || os.arch()
  return `${cores.length} × ${model}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release().split('-')[0]}, Node ${process.versions.node}`
}
