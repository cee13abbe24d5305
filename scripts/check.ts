import { run } from './steps.ts'

/** `npm run check`: the checks to run before every commit. Stops at the first failure. */
const steps: [string, string[]][] = [
  ['next', ['typegen']],
  ['tsc', ['--noEmit']],
  ['biome', ['check', '.']],
  ['vitest', ['run', '--project', 'unit', '--project', 'dom', '--reporter', 'dot']],
]

for (const [command, args] of steps) {
  const code = await run(command, args)
  if (code !== 0) process.exit(code)
}
