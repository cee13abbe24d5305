import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The result of one vitest run. `told` has a paragraph for each test that failed, on every try or only the first. */
export type Told = { passed: number; failed: number; skipped: number; told: string[] }

/** Each distinct error once, even if every try reported it: the message and its place in the test. */
const errorsOf = (test: TestCase) =>
  new Set(
    (test.result().errors ?? []).map(({ message, stack }) =>
      [...message.split('\n').slice(0, 12), stack?.split('\n').find((line) => line.includes('.test.')) ?? '']
        .map((line) => `    ${line}`)
        .join('\n'),
    ),
  )

/** Writes a run's counts to `TOLD_FILE`, so that failures can be reported at the very end, after all later steps. */
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
