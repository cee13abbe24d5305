import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Found as Failed, recordPlanted } from '@/lib/simulation/ledger'
import { PLANTED_BUGS } from '@/lib/simulation/planted/bugs'
import { startTestCluster } from '@/lib/testing/test-cluster'
import { plant } from './plant'
import { positiveNumber } from './positive-number'
import { keepTemporaryFilesInMemory } from './quick-folder'

/**
 * Tests the simulation: `npm run simulate:planted` plants one bug at a time in a copy of the tree and reports how many
 * histories the simulation needed to find it. The working tree is not touched.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'planted' },
    histories: { type: 'string', default: '200' },
    steps: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '4' },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})

type Found = { histories: number; failed: Failed | null }

try {
  positiveNumber('histories', values.histories)
  positiveNumber('steps', values.steps)
  positiveNumber('lanes', values.lanes)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}

keepTemporaryFilesInMemory()
const root = process.cwd()
const stopCluster = await startTestCluster()
let tried = 0
let count = 0
const chosen = values.only ? values.only.split(',') : null

for (const bug of PLANTED_BUGS) {
  if (chosen && !chosen.includes(bug.name)) continue
  const copy = mkdtempSync(path.join(tmpdir(), 'payfac-desk-planted-'))
  try {
    for (const part of ['lib', 'scripts', 'package.json', 'tsconfig.json'])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    plant(copy, bug.name, bug.changes)
    const found = await simulate(copy, values.seed, values.histories)
    // The same history must pass without the bug; otherwise the simulation found something else.
    const without = found?.failed && (await simulate(root, found.failed.seed, '1'))
    if (found && without?.failed) {
      console.log(`${bug.name}: ${found.failed?.seed} does not hold without it either`)
      found.failed = null
    }
    const { name } = bug
    tried += 1
    if (found?.failed) count += 1
    const told = found?.failed
    console.log(
      `${name}: ${told ? `found in history ${found.histories} (${told.seed}, step ${told.foundAt}) by “${told.findings[0]?.rule}”: ${told.findings[0]?.what}` : found ? `NOT FOUND in ${found.histories} histories` : 'the run broke'}`,
    )
    if (values.record && found)
      recordPlanted({
        name,
        date: new Date().toISOString().slice(0, 10),
        seeds: values.seed,
        steps: Number(values.steps),
        histories: found.histories,
        failed: found.failed,
      })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
await stopCluster()
console.log(`${count} of ${tried} found`)
process.exit(count === tried ? 0 : 1)

async function simulate(cwd: string, seed: string, histories: string): Promise<Found | null> {
  const result = path.join(tmpdir(), `payfac-desk-planted-${process.pid}.json`)
  rmSync(result, { force: true })
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'scripts/simulate.ts',
      ...['--seed', seed, '--histories', histories, '--steps', values.steps],
      ...['--lanes', values.lanes, '--no-shrink', '--json', result],
    ],
    { cwd, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await once(child, 'exit')
  try {
    return JSON.parse(readFileSync(result, 'utf8'))
  } catch {
    return null
  }
}
