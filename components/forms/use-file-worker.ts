import { useEffect, useEffectEvent, useRef } from 'react'
import { BROWSER_READ_MS, TAKES_TOO_LONG } from '@/lib/domain/tables/open-file'

/**
 * A worker that reads a file for a page: started with the first question, ended with the page, or when it takes too
 * long. Only the answer to the last question counts: a person may have chosen something else meanwhile.
 */
export function useFileWorker<Question extends { turn: number }, Answer extends { turn: number }>({
  start,
  isBeside,
  onAnswer,
  onFail,
  broken,
}: {
  start: () => Worker
  /** Whether an answer counts whatever was asked after it. */
  isBeside?: (answer: Answer) => boolean
  onAnswer: (answer: Answer) => void
  onFail: (problem: string) => void
  /** What is said when the worker cannot run. */
  broken: string
}) {
  const worker = useRef<Worker>(null)
  const turn = useRef(0)
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined)

  const take = useEffectEvent((answer: Answer) => {
    if (isBeside?.(answer)) return onAnswer(answer)
    if (answer.turn !== turn.current) return
    clearTimeout(clock.current)
    onAnswer(answer)
  })
  const fail = useEffectEvent((problem: string) => {
    end()
    onFail(problem)
  })
  useEffect(
    () => () => {
      clearTimeout(clock.current)
      worker.current?.terminate()
    },
    [],
  )

  /** With whatever it reads: it may never be done with it. */
  function end(): void {
    clearTimeout(clock.current)
    worker.current?.terminate()
    worker.current = null
  }

  function started(): Worker {
    const running = start()
    running.addEventListener('message', ({ data }: MessageEvent<Answer>) => take(data))
    running.addEventListener('error', () => fail(broken))
    return running
  }

  return {
    ask(question: Omit<Question, 'turn'>): void {
      turn.current += 1
      worker.current ??= started()
      clearTimeout(clock.current)
      clock.current = setTimeout(() => fail(TAKES_TOO_LONG), BROWSER_READ_MS)
      worker.current.postMessage({ ...question, turn: turn.current })
    },
    /** A question beside the others: it has no deadline, and supersedes none. */
    askBeside(question: object): void {
      worker.current?.postMessage({ ...question, turn: turn.current })
    },
    /** No answer that is still to come counts. */
    supersede(): void {
      turn.current += 1
    },
    end,
  }
}
