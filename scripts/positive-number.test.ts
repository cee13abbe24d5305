import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { positiveNumber } from './positive-number'

test.each(['1', '80', '1000000'])('%s is a number of steps', (text) => {
  expect(positiveNumber('steps', text)).toBe(Number(text))
})

test('only where a part is meant a number may have one', () => {
  expect(positiveNumber('hours', '0.5', { whole: false })).toBe(0.5)
  expect(() => positiveNumber('steps', '0.5')).toThrow('--steps has to be a whole number above 0')
})

test.each(['', 'abc', 'NaN', '0', '-1', '1e3', '0x10', 'Infinity', '9007199254740993', ' 1'])(
  '“%s” is refused',
  (text) => {
    expect(() => positiveNumber('steps', text)).toThrow('--steps has to be a whole number above 0')
  },
)

/** A bad number must not lead to a run that does nothing and reports success. */
test.each([
  ['scripts/simulate.ts', '--steps', 'abc'],
  ['scripts/simulate.ts', '--hours', 'NaN'],
  ['scripts/simulate-planted.ts', '--steps', '0'],
])('%s %s %s is refused', (script, ...args) => {
  const ended = spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect([ended.status, ended.stdout]).toEqual([2, ''])
  expect(ended.stderr).toContain(`${args[0]} has to be a`)
})
