import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { SaidProblem } from '@/lib/server/funding/views'
import { type Answer, fetchLines, saveLines } from './batch-requests'
import type { ProblemText } from './line-marks'
import { type LinesState, NO_LINES } from './lines-state'
import { LinesStore } from './lines-store'

/** Where the words did not come. */
const WITHOUT_WORDS: ProblemText = () => 'This has an issue. Reload the page to see it.'

/**
 * The lines of a batch, with what is typed here saved soon after. `version` and `status` are those of the page around
 * them: where it knows of later ones than the lines have, these are read anew.
 */
export function useBatchLines(
  batchId: string,
  { version, status }: { version: number; status: string },
  onSaved: () => void,
): { store: LinesStore; lines: LinesState; problemText: ProblemText } {
  const saved = useEffectEvent(onSaved)
  const [problemText, setProblemText] = useState<ProblemText>(() => WITHOUT_WORDS)
  const [store] = useState(() => {
    // The words for problems are a good part of the page's script: few problems come with theirs.
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
      // The page went without asking: what was typed is saved all the same.
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
