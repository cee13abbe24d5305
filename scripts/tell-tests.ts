import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** What one run of vitest came to. `told` has a paragraph for each test that failed, at every try or at the first. */
export type Told = { passed: number; failed: number; skipped: number; told: string[] }

/** Each error once, though each try told it: its message, and where in the test it came from. */
const errorsOf = (test: TestCase) =>
  new Set(
    (test.result().errors ?? []).map(({ message, stack }) =>
      [...message.split('\n').slice(0, 12), stack?.split('\n').find((line) => line.includes('.test.')) ?? '']
        .map((line) => `    ${line}`)
        .join('\n'),
    ),
  )

/** Counts the tests of a run into the file that `TOLD_FILE` names: what failed is told last, after all that runs later. */
export default class TellTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]) {
    const counted: Told = { passed: 0, failed: 0, skipped: 0, told: [] }
    for (const { message } of unhandled) counted.told.push(`Outside of a test: ${message}`)
    for (const module of modules) {
      for (const error of module.errors())
        counted.told.push(`${module.relativeModuleId}\n    ${error.message}`)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed' || state === 'skipped') counted[state]++
        if (state !== 'failed' && !test.diagnostic()?.flaky) continue
        const how = state === 'failed' ? 'failed' : 'passed only at another try'
        counted.told.push(
          [`${module.relativeModuleId} › ${test.fullName}: ${how}`, ...errorsOf(test)].join('\n'),
        )
      }
    }
    const file = process.env.TOLD_FILE
    if (file) writeFileSync(file, JSON.stringify(counted))
  }
}
