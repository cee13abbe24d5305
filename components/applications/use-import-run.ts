import { useRef, useState } from 'react'
import type { ImportInput } from '@/lib/server/applications/import'
import { runImport } from './import-requests'
import type { MadeDrafts } from './import-rows'

export type ImportRun = {
  state: 'ready' | 'running' | 'stopped' | 'done'
  done: number
  total: number
  made: MadeDrafts
  /** Why it stopped or did not start. */
  problem: string | null
}

const READY: ImportRun = { state: 'ready', done: 0, total: 0, made: new Map(), problem: null }

/** Creates the drafts and reports progress. Starting again continues; the server creates none twice. */
export function useImportRun() {
  const [run, setRun] = useState<ImportRun>(READY)
  const started = useRef(false)

  async function start(input: ImportInput): Promise<void> {
    if (started.current) return
    started.current = true
    setRun((before) => ({ ...before, state: 'running', problem: null }))
    const problem = await runImport(input, ({ done, total, made }) =>
      setRun((before) => ({
        ...before,
        done,
        total,
        made: new Map([...before.made, ...made.map((draft) => [draft.row, draft] as const)]),
      })),
    )
    started.current = false
    setRun((before) => ({ ...before, state: stateAfter(problem, before), problem }))
  }

  return { run, start, reset: () => setRun(READY) }
}

/** A run that was refused before its first step has not started and can be changed. */
const stateAfter = (problem: string | null, { total }: ImportRun): ImportRun['state'] =>
  problem === null ? 'done' : total === 0 ? 'ready' : 'stopped'
