import { parseArgs } from 'node:util'
import type { SimulationOptions } from '@/lib/simulation/run'
import { findPackagesOnce, makeRequestsSmall } from '@/lib/simulation/small-requests'
import { positiveNumber } from './positive-number'
import { keepTemporaryFilesInMemory } from './quick-folder'

/** `npm run simulate`: runs histories of the desk from seeds, and checks each against the partner's journal. */

keepTemporaryFilesInMemory()
findPackagesOnce()
makeRequestsSmall()
// Failures here are intended; the judge reports what matters.
process.env.LOG_LEVEL ??= 'silent'
const { ownBuiltins } = await import('@/lib/simulation/own-builtins')
const { runSimulation } = await import('@/lib/simulation/run')
ownBuiltins()

const options = readOptions()
try {
  process.exit(await runSimulation(options))
} catch (error) {
  // Not 1, because the simulation could not run, which is different from a failed history.
  console.error(error)
  process.exit(2)
}

/** Refuses invalid numbers: a run of nothing would report success. */
function readOptions(): SimulationOptions {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string' },
        steps: { type: 'string', default: '80' },
        histories: { type: 'string' },
        hours: { type: 'string' },
        lanes: { type: 'string', default: '1' },
        trace: { type: 'boolean', default: false },
        twice: { type: 'boolean', default: false },
        digests: { type: 'boolean', default: false },
        shrink: { type: 'boolean', default: true },
        json: { type: 'string' },
        record: { type: 'boolean', default: false },
      },
      allowNegative: true,
    })
    const { hours, histories = hours === undefined ? '1' : undefined, trace, twice } = values
    return {
      seed: values.seed ?? String(Date.now()),
      seeds: values.seeds?.split(',') ?? null,
      steps: positiveNumber('steps', values.steps),
      // With only hours given, the clock ends the run.
      histories: histories === undefined ? Number.POSITIVE_INFINITY : positiveNumber('histories', histories),
      hours: hours === undefined ? null : positiveNumber('hours', hours, { whole: false }),
      lanes: positiveNumber('lanes', values.lanes),
      trace,
      twice,
      digests: values.digests,
      shrink: values.shrink,
      json: values.json ?? null,
      record: values.record,
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
