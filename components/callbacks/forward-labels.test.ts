import { expect, it } from 'vitest'
import type { ForwardView } from '@/lib/server/callbacks/forwarding/views'
import { statusWords } from './forward-labels'

const tried: ForwardView['attempts'] = [{ at: '', status: 500, problem: null, durationMs: 3 }]

it.each([
  ['waiting', true, tried, 'It answered HTTP 500. It is retried automatically.'],
  ['waiting', false, tried, 'It answered HTTP 500. Its endpoint is off: it is sent once that is on.'],
  ['waiting', true, [], 'Not sent yet.'],
  ['waiting', false, [], 'Not sent yet. Its endpoint is off: it is sent once that is on.'],
  ['failed', false, tried, 'It answered HTTP 500. It is resent only on request.'],
  ['delivered', false, tried, 'It answered HTTP 500.'],
] as const)(
  'a message that is %s, to an endpoint that is on: %s, says so',
  (state, isOn, attempts, words) => {
    expect(statusWords({ state, isOn, attempts: [...attempts] })).toBe(words)
  },
)
