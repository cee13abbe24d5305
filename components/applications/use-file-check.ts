import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImportWorld } from '@/lib/domain/application/import/check-rows'
import type { Correction } from '@/lib/domain/application/import/corrections'
import { MAX_FILE_BYTES, tooLarge } from '@/lib/domain/application/import/file-text'
import type { Place } from '@/lib/domain/application/import/places'
import { BROWSER_READ_MS, TAKES_TOO_LONG } from '@/lib/domain/tables/open-file'
import type { CheckedFile, ImportAnswer, ImportQuestion, WorkbookChoice } from './import-messages'

const NO_WORKER = 'The file could not be checked here. Reload the page and choose it once more.'

export type FileCheck = {
  file: File | null
  /** Its text, for the server; kept in memory only, and only while the page stands. */
  text: string | null
  checked: CheckedFile | null
  problem: string | null
  /** Of a workbook: the sheets that can be chosen, and the one that was read or refused. */
  workbook: WorkbookChoice | null
  checking: boolean
}

const NOTHING: FileCheck = {
  file: null,
  text: null,
  checked: null,
  problem: null,
  workbook: null,
  checking: false,
}

/** Has a file read and checked by a worker, and checked again when its kind or its columns are chosen otherwise. */
export function useFileCheck(): FileCheck & {
  read: (file: File, world: ImportWorld) => void
  checkAgain: (
    places: readonly (Place | null)[] | null,
    corrections: readonly Correction[],
    world: ImportWorld,
  ) => void
  chooseSheet: (sheet: string, world: ImportWorld) => void
  clear: () => void
} {
  const [state, setState] = useState<FileCheck>(NOTHING)
  const worker = useRef<Worker>(null)
  const turn = useRef(0)
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined)

  const take = useEffectEvent((answer: ImportAnswer) => {
    // Another file, or other columns, were chosen meanwhile.
    if (answer.turn !== turn.current) return
    clearTimeout(clock.current)
    setState((before) =>
      answer.ok
        ? {
            ...before,
            text: answer.text ?? before.text,
            checked: answer.checked,
            problem: null,
            workbook: answer.checked,
            checking: false,
          }
        : answer.workbook
          ? {
              ...before,
              text: null,
              checked: null,
              problem: answer.problem,
              workbook: answer.workbook,
              checking: false,
            }
          : { ...before, problem: answer.problem, checking: false },
    )
  })
  const fail = useEffectEvent((problem: string) => {
    end()
    setState((before) => ({ ...before, problem, checking: false }))
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
    const running = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
    running.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => take(data))
    running.addEventListener('error', () => fail(NO_WORKER))
    return running
  }

  function ask(question: Omit<ImportQuestion, 'turn'>): void {
    turn.current += 1
    worker.current ??= started()
    clearTimeout(clock.current)
    clock.current = setTimeout(() => fail(TAKES_TOO_LONG), BROWSER_READ_MS)
    worker.current.postMessage({ ...question, turn: turn.current } satisfies ImportQuestion)
  }

  return {
    ...state,
    read(file, world) {
      if (file.size > MAX_FILE_BYTES) {
        turn.current += 1
        setState({ ...NOTHING, file, problem: tooLarge(file.size) })
        return
      }
      // Nothing waits behind the file before.
      if (state.checking) end()
      setState({ ...NOTHING, file, checking: true })
      ask({ file, places: null, corrections: [], world })
    },
    checkAgain(places, corrections, world) {
      setState(({ checked, ...before }) => ({
        ...before,
        // At once, so that a second choice made while the first is checked does not undo it.
        checked: checked && places ? { ...checked, places } : checked,
        problem: null,
        checking: true,
      }))
      ask({ file: null, places, corrections, world })
    },
    chooseSheet(sheet, world) {
      setState((before) => ({ ...before, problem: null, checking: true }))
      ask({ file: null, places: null, corrections: [], sheet, world })
    },
    clear() {
      turn.current += 1
      end()
      setState(NOTHING)
    },
  }
}
