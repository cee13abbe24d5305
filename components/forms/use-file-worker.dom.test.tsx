import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BROWSER_READ_MS, TAKES_TOO_LONG } from '@/lib/domain/tables/open-file'
import { useFileWorker } from './use-file-worker'

type Question = { turn: number; name: string }
type Answer = { turn: number; text: string }

/** Stands in for the browser's worker and records the messages. */
class StandInWorker extends EventTarget {
  readonly asked: (Question | { turn: number })[] = []
  readonly terminate = vi.fn()
  postMessage(question: Question) {
    this.asked.push(question)
  }
  answer(turn: number, text: string) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: { turn, text } })))
  }
}

let workers: StandInWorker[] = []
beforeEach(() => {
  workers = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const last = (): StandInWorker => workers.at(-1) as StandInWorker

function use() {
  const [onAnswer, onFail] = [vi.fn<(answer: Answer) => void>(), vi.fn<(problem: string) => void>()]
  const hook = renderHook(() =>
    useFileWorker<Question, Answer>({
      start: () => {
        const worker = new StandInWorker()
        workers.push(worker)
        return worker as unknown as Worker
      },
      isBeside: ({ text }) => text === 'beside',
      broken: 'It cannot run here.',
      onAnswer,
      onFail,
    }),
  )
  return { ...hook, onAnswer, onFail, ask: (name: string) => hook.result.current.ask({ name }) }
}

it('starts one worker with the first question, and numbers the questions', () => {
  const { ask } = use()
  expect(workers).toHaveLength(0)
  ask('a.csv')
  ask('b.csv')
  expect(workers).toHaveLength(1)
  expect(last().asked).toEqual([
    { name: 'a.csv', turn: 1 },
    { name: 'b.csv', turn: 2 },
  ])
})

it('uses only the answer to the latest question, and answers beside it', () => {
  const { ask, onAnswer, result } = use()
  ask('a.csv')
  ask('b.csv')
  last().answer(1, 'late')
  expect(onAnswer).not.toHaveBeenCalled()
  last().answer(1, 'beside')
  last().answer(2, 'now')
  expect(onAnswer.mock.calls.map(([{ text }]) => text)).toEqual(['beside', 'now'])
  result.current.supersede()
  last().answer(2, 'of a file that is gone')
  expect(onAnswer).toHaveBeenCalledTimes(2)
})

it('ends a worker that takes too long, which questions beside it do not extend; the next question starts a new one', () => {
  const { ask, onFail, result } = use()
  ask('a.csv')
  vi.advanceTimersByTime(BROWSER_READ_MS - 1)
  result.current.askBeside({})
  last().answer(1, 'beside')
  expect(onFail).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onFail).toHaveBeenCalledExactlyOnceWith(TAKES_TOO_LONG)
  expect(last().terminate).toHaveBeenCalledOnce()
  ask('a.csv')
  expect(workers).toHaveLength(2)
})

it('an answer in time stops the timeout', () => {
  const { ask, onFail } = use()
  ask('a.csv')
  last().answer(1, 'done')
  vi.advanceTimersByTime(2 * BROWSER_READ_MS)
  expect(onFail).not.toHaveBeenCalled()
})

it('says if a worker cannot run, and ends with the page', () => {
  const { ask, onFail, unmount } = use()
  ask('a.csv')
  last().dispatchEvent(new Event('error'))
  expect(onFail).toHaveBeenCalledExactlyOnceWith('It cannot run here.')
  ask('b.csv')
  unmount()
  expect(last().terminate).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(2 * BROWSER_READ_MS)
  expect(onFail).toHaveBeenCalledOnce()
})
