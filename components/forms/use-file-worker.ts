import { useEffect, useEffectEvent, useRef } from 'react'
import { BROWSER_READ_MS, TAKES_TOO_LONG } from '@/lib/domain/tables/open-file'

/**
 * A worker that reads a file for a page. It starts with the first question and ends with the page or at a timeout.
 * Only the answer to the latest question counts, because the person may have chosen something else.
 */
export function useFileWorker<Question extends { turn: number }, Answer extends { turn: number }>({
  start,
  isBeside,
  onAnswer,
  onFail,
  broken,
}: {
  start: () => Worker
  /** Answers that count whatever was asked after them. */
  isBeside?: (answer: Answer) => boolean
  onAnswer: (answer: Answer) => void
  onFail: (problem: string) => void
  /** The message if the worker cannot run. */
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

  /** Ends the worker and whatever it is reading, which may never finish. */
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
    /** Asks beside the other questions: without a deadline, and superseding none. */
    askBeside(question: object): void {
      worker.current?.postMessage({ ...question, turn: turn.current })
    },
    /** Ignores all answers that are still to come. */
    supersede(): void {
      turn.current += 1
    },
    end,
  }
}
