import { expect, it } from 'vitest'
import { finish, type Steps } from './steps'

it('long work comes to its end in one go, each step once and in order', () => {
  const done: string[] = []
  function* work(): Steps<string> {
    done.push('first')
    yield
    done.push('second')
    yield
    return 'the end'
  }
  expect(finish(work())).toBe('the end')
  expect(done).toEqual(['first', 'second'])
})
