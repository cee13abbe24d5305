import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { SaidProblem } from '@/lib/server/funding/views'
import { type Answer, fetchLines, saveLines } from './batch-requests'
import type { ProblemText } from './line-marks'
import { type LinesState, NO_LINES } from './lines-state'
import { LinesStore } from './lines-store'

/** Used if the problem texts cannot be loaded. */
const WITHOUT_WORDS: ProblemText = () => 'This has an issue. Reload the page to see it.'

/**
 * The lines of a batch, saved shortly after each change. `version` and `status` come from the surrounding page; if
 * they are newer than the lines, the lines are reloaded.
 */
export function useBatchLines(
  batchId: string,
  { version, status }: { version: number; status: string },
  onSaved: () => void,
): { store: LinesStore; lines: LinesState; problemText: ProblemText } {
  const saved = useEffectEvent(onSaved)
  const [problemText, setProblemText] = useState<ProblemText>(() => WITHOUT_WORDS)
  const [store] = useState(() => {
    // The problem texts are a large part of the page's script, so they are loaded only when needed.
    const loadWords = async () => {
      const words = await import('@/lib/domain/funding/line-problem').catch(() => null)
      if (words) setProblemText(() => words.problemText)
    }
    const withWords = async <T extends object>(asked: Promise<Answer<T>>) => {
      const answer = await asked
      if (answer.data && 'problems' in answer.data && hasUnsaid(answer.data.problems)) await loadWords()
      return answer
    }
    return new LinesStore({
      read: () => withWords(fetchLines(batchId)),
      save: (from, edits, isLeaving) => withWords(saveLines(batchId, from, edits, undefined, isLeaving)),
      loadJudge: async () => {
        const [{ checkBatch }] = await Promise.all([import('@/lib/domain/funding/check-batch'), loadWords()])
        return (line, terms) => checkBatch([line], terms).problems
      },
    })
  })
  const lines = useSyncExternalStore(store.subscribe, store.getState, () => NO_LINES)

  useEffect(() => {
    store.onSaved = () => saved()
    return () => {
      store.onSaved = () => {}
      // The page was left without asking, so unsaved changes are saved here.
      void store.flush(true)
    }
  }, [store])

  useEffect(() => {
    const { stored } = store.getState()
    if (!stored || version > stored.version || status !== stored.status) void store.reload()
  }, [store, version, status])

  const said = useCallback<ProblemText>(
    (problem, line) => problem.text ?? problemText(problem, line),
    [problemText],
  )
  return { store, lines, problemText: said }
}

const hasUnsaid = (problems: unknown): boolean =>
  Array.isArray(problems) && problems.some((problem: SaidProblem) => problem.text === undefined)
