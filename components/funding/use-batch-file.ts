import { useState } from 'react'
import { useFileWorker } from '@/components/forms/use-file-worker'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { LINE_FIELDS } from '@/lib/domain/funding/columns'
import { MAX_FILE_BYTES } from '@/lib/domain/funding/limits'
import type {
  BatchAnswer,
  BatchQuestion,
  CheckedBatch,
  Choice,
  ExportQuestion,
  Remembered,
} from './batch-messages'

const NO_WORKER = 'Your browser could not check it. Reload the page and choose it again.'

type Profile = Pick<ProfileView, 'profileId' | 'amountUnit' | 'limits'>

/** Only the batch's terms. */
const termsOf = ({ profileId, amountUnit, limits }: Profile): Profile => ({
  profileId,
  amountUnit,
  ...(limits && { limits }),
})

export type Provided = { file: File } | { pasted: string }

type BatchFile = {
  /** The unchanged input for the server, which reads it itself. */
  provided: Provided | null
  checked: CheckedBatch | null
  problem: string | null
  checking: boolean
  remembered: Remembered
}

const NEVER_SEEN: Remembered = { columns: false, amounts: null }
const NOTHING: BatchFile = {
  provided: null,
  checked: null,
  problem: null,
  checking: false,
  remembered: NEVER_SEEN,
}

/** Reads and checks the input in a worker, and again when columns or amounts are chosen. */
export function useBatchFile() {
  const [state, setState] = useState<BatchFile>(NOTHING)
  const worker = useFileWorker<BatchQuestion, BatchAnswer>({
    start: () => new Worker(new URL('./batch-worker.ts', import.meta.url), { type: 'module' }),
    broken: NO_WORKER,
    isBeside: ({ kind }) => kind === 'problem-file',
    onFail: (problem) => setState((before) => ({ ...before, problem, checking: false })),
    onAnswer: take,
  })

  function take(answer: BatchAnswer): void {
    if (answer.kind === 'problem-file') {
      saveFile(answer.file, problemFileName(state.provided))
      return
    }
    setState((before) =>
      answer.kind === 'checked'
        ? {
            ...before,
            checked: answer.checked,
            problem: null,
            checking: answer.checked.money === 'asked',
            ...(answer.remembered && { remembered: answer.remembered }),
          }
        : { ...before, problem: answer.problem, checking: false },
    )
  }

  return {
    ...state,
    read(provided: Provided, chosen: Profile) {
      if ('file' in provided && provided.file.size > MAX_FILE_BYTES) {
        worker.supersede()
        setState({ ...NOTHING, problem: tooLarge(provided.file.size) })
        return
      }
      // The new file does not wait for the previous one.
      if (state.checking) worker.end()
      setState({ ...NOTHING, provided, checking: true })
      worker.ask({ provided, choice: null, ...termsOf(chosen) })
    },
    /** Reads columns or amounts in another way. */
    choose(choice: Choice, chosen: Profile) {
      setState((before) => ({
        ...before,
        remembered: stillRemembered(before, choice),
        // At once, so that a second choice during the check does not undo the first.
        checked: before.checked && { ...before.checked, ...choice },
        checking: true,
      }))
      worker.ask({ provided: null, choice, ...termsOf(chosen) })
    },
    /** Another sheet of the workbook has its own columns and amounts. */
    chooseSheet(sheet: string, chosen: Profile) {
      setState((before) => ({
        ...before,
        checked: before.checked && { ...before.checked, sheet, amountStyle: null },
        checking: true,
        remembered: NEVER_SEEN,
      }))
      worker.ask({ provided: null, choice: null, sheet, ...termsOf(chosen) })
    },
    downloadProblems() {
      worker.askBeside({ problemFile: true } satisfies Omit<ExportQuestion, 'turn'>)
    },
    clear() {
      worker.supersede()
      worker.end()
      setState(NOTHING)
    },
  }
}

function stillRemembered({ checked, remembered }: BatchFile, choice: Choice): Remembered {
  if (LINE_FIELDS.some((field) => checked?.mapping[field] !== choice.mapping[field])) return NEVER_SEEN
  return remembered
}

const tooLarge = (sizeBytes: number): string =>
  `The file is ${Math.ceil(sizeBytes / 1024 / 1024)} MB; the limit is ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it into several files, and create a batch from each.`

/** Named like the file that it is about. */
const problemFileName = (provided: Provided | null): string =>
  `${provided && 'file' in provided ? provided.file.name.replace(/\.[^.]{1,5}$/, '') : 'pasted-cells'}-problems.csv`

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
