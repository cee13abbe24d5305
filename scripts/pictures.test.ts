import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const named = [
  ...readFileSync('README.md', 'utf8').matchAll(/(?:!\[[^\]]*\]\(|<img[^>]+src=")(docs\/[^)"]+)/g),
].map(([, file]) => file ?? '')

test('every picture that the README names is there, and small', () => {
  expect(named.length).toBeGreaterThan(3)
  for (const file of named) expect(statSync(file).size, file).toBeLessThanOrEqual(150_000)
})

test('every picture that is taken is shown, and they are few', () => {
  const taken = readdirSync('docs/pictures').map((file) => `docs/pictures/${file}`)
  expect(taken.length).toBeLessThanOrEqual(8)
  expect(named).toEqual(expect.arrayContaining(taken))
})
