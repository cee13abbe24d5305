import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/**
 * A short simulation, in a separate process, because it replaces built-ins for every module. The long one is `npm run
 * simulate -- --hours 1`.
 */
test('histories of fixed seeds and a new one hold, and are the same alone as three at once', async () => {
  const fresh = `new-${Date.now()}`
  console.log(`a new seed: npm run simulate -- --seed ${fresh} --steps 30`)
  const seeds = ['ci-1', 'ci-2', 'ci-3', fresh].join(',')
  const { code, output } = await simulate('--seeds', seeds, '--steps', '30', '--lanes', '3', '--twice')
  expect(code, output).toBe(0)
})

async function simulate(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/simulate.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'exit')
  return { code: child.exitCode, output }
}
