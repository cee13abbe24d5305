import { useState } from 'react'
import { useFileWorker } from '@/components/forms/use-file-worker'
import type { ImportContext } from '@/lib/domain/application/import/check-rows'
import type { Correction } from '@/lib/domain/application/import/corrections'
import { MAX_FILE_BYTES, tooLarge } from '@/lib/domain/application/import/file-text'
import type { Place } from '@/lib/domain/application/import/places'
import type { CheckedFile, ImportAnswer, ImportQuestion, WorkbookChoice } from './import-messages'

const NO_WORKER = 'The file could not be checked here. Reload the page and choose it once more.'

export type FileCheck = {
  file: File | null
  /** The file's text for the server, kept in memory while the page is open. */
  text: string | null
  checked: CheckedFile | null
  problem: string | null
  /** A workbook's sheets, and the one that was read or refused. */
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

/** Reads and checks a file in a worker, and again when the kind or the columns change. */
export function useFileCheck(): FileCheck & {
  read: (file: File, context: ImportContext) => void
  checkAgain: (
    places: readonly (Place | null)[] | null,
    corrections: readonly Correction[],
    context: ImportContext,
  ) => void
  chooseSheet: (sheet: string, context: ImportContext) => void
  clear: () => void
} {
  const [state, setState] = useState<FileCheck>(NOTHING)
  const { ask, supersede, end } = useFileWorker<ImportQuestion, ImportAnswer>({
    start: () => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' }),
    broken: NO_WORKER,
    onFail: (problem) => setState((before) => ({ ...before, problem, checking: false })),
    onAnswer: (answer) =>
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
      ),
  })

  return {
    ...state,
    read(file, context) {
      if (file.size > MAX_FILE_BYTES) {
        supersede()
        setState({ ...NOTHING, file, problem: tooLarge(file.size) })
        return
      }
      // The new file does not wait for the previous one.
      if (state.checking) end()
      setState({ ...NOTHING, file, checking: true })
      ask({ file, places: null, corrections: [], context })
    },
    checkAgain(places, corrections, context) {
      setState(({ checked, ...before }) => ({
        ...before,
        // At once, so that a second choice during the check does not undo the first.
        checked: checked && places ? { ...checked, places } : checked,
        problem: null,
        checking: true,
      }))
      ask({ file: null, places, corrections, context })
    },
    chooseSheet(sheet, context) {
      setState((before) => ({ ...before, problem: null, checking: true }))
      ask({ file: null, places: null, corrections: [], sheet, context })
    },
    clear() {
      supersede()
      end()
      setState(NOTHING)
    },
  }
}
