import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PLANTED_BUGS } from './bugs'

describe('each planted mistake still fits the code, in exactly one place', () => {
  test.each(PLANTED_BUGS.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change }))))(
    '$name in $file',
    ({ file, from, to }) => {
      expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
      expect(to).not.toBe(from)
    },
  )
})
