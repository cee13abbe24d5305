import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/**
 * A short simulation, in a process of its own: it owns what every module of the process sees. The long one is
 * `npm run simulate -- --hours 1`.
 */
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

test('histories of fixed seeds hold, and are the same twice', async () => {
  const { code, output } = await simulate('--seed', 'ci', '--histories', '2', '--steps', '60', '--twice')
  expect(code, output).toBe(0)
})

test('a history of a new seed holds', async () => {
  const seed = `new-${Date.now()}`
  console.log(`a new seed: npm run simulate -- --seed ${seed} --steps 60`)
  const { code, output } = await simulate('--seed', seed, '--steps', '60')
  expect(code, output).toBe(0)
})
