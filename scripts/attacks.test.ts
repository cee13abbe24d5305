import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ATTACKS } from './attacks'

const root = path.resolve(import.meta.dirname, '..')

test.each(Object.entries(ATTACKS))('%s: tests stand for it', (_, tests) => {
  const missing = Object.entries(tests).flatMap(([file, titles]) => {
    const source = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : ''
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`)
  })
  expect(missing).toEqual([])
  expect(Object.values(tests).flat().length).toBeGreaterThan(0)
})
