import { spawn } from 'node:child_process'

/** Runs a program of node_modules/.bin (or any command) with its output shown; resolves to its exit code. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n▸ ${command} ${args.join(' ')}`)
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` },
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
