import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Refused before a database is looked for. */
test.each<[string, string[], RegExp]>([
  ['a flag that it does not know', ['--email', 'a@b.test', '--recovery'], /Unknown option '--recovery'/],
  ['a name of one letter', ['--email', 'a@b.test', '--name', 'x'], /at least 2 characters/],
  [
    'a name with a mark that cannot be seen',
    ['--email', 'a@b.test', '--name', 'A\u202eda'],
    /an invisible character/,
  ],
  ['no email', [], /Enter an email address/],
])('admin:create shows how it is used beside %s', (_, args, says) => {
  const ended = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/admin-create.ts', ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect(ended.status).toBe(1)
  expect(ended.stderr).toMatch(says)
  expect(ended.stderr).toContain('Usage: npm run admin:create')
})
