import { useRef, useState } from 'react'
import { readAnswer } from '@/components/forms/action-answer'
import { useFileWorker } from '@/components/forms/use-file-worker'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { LINE_FIELDS } from '@/lib/domain/funding/columns'
import { MAX_FILE_BYTES } from '@/lib/domain/funding/limits'
import { recallMappingAction } from '@/lib/server/funding/actions'
import type { Remembered } from './amount-question'
import type { BatchAnswer, BatchQuestion, CheckedBatch, Choice, ExportQuestion } from './batch-messages'

const NO_WORKER = 'Your browser could not check it. Reload the page and choose it again.'

type Profile = Pick<ProfileView, 'profileId' | 'amountUnit' | 'limits'>

/** Without what else stands beside it. */
const termsOf = ({ profileId, amountUnit, limits }: Profile): Profile => ({
  profileId,
  amountUnit,
  ...(limits && { limits }),
})

export type Provided = { file: File } | { pasted: string }

type BatchFile = {
  /** As it came, for the server, which reads it by itself. */
  provided: Provided | null
  checked: CheckedBatch | null
  problem: string | null
  checking: boolean
  /** What was taken over from the last file with these columns. */
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

/** Has what came in read and checked by a worker, and again when its columns or its amounts are chosen otherwise. */
export function useBatchFile() {
  const [state, setState] = useState<BatchFile>(NOTHING)
  const hasChosen = useRef(false)
  const recalled = useRef<ReturnType<typeof recall> | null>(null)
  /** The last answer to the question that was asked last: a second one comes when the desk has said what it knows. */
  const answered = useRef<CheckedBatch | null>(null)
  const profile = useRef<Profile>({ profileId: '', amountUnit: 'minor' })

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
    if (answer.kind === 'columns') {
      recalled.current = recall(answer.columns)
      return
    }
    answered.current = answer.kind === 'checked' ? answer.checked : null
    if (answer.kind === 'checked' && !hasChosen.current) {
      void showFirst(answer)
      return
    }
    setState((before) =>
      answer.kind === 'checked'
        ? {
            ...before,
            checked: answer.checked,
            problem: null,
            checking: answer.checked.money === 'asked',
          }
        : { ...before, problem: answer.problem, checking: false },
    )
  }

  /** Before anybody has chosen columns: as somebody chose them for such a file before, else as they are called. */
  async function showFirst(answer: Extract<BatchAnswer, { kind: 'checked' }>) {
    hasChosen.current = true
    const known = await recalled.current
    if (!worker.isLast(answer)) return
    const checked = answered.current ?? answer.checked
    const { hasHeader, mapping } = checked
    const columns = known !== null && LINE_FIELDS.some((field) => known.mapping[field] !== mapping[field])
    // What somebody said of another file is told, and says nothing of this one.
    const amounts = known ? (known.amountsPlain ? 'plain' : known.amountStyle) : null
    setState((before) => ({
      ...before,
      checked,
      problem: null,
      checking: columns || checked.money === 'asked',
      remembered: { columns, amounts },
    }))
    if (known && columns) {
      const choice = { mapping: known.mapping, hasHeader, amountStyle: null }
      ask({ provided: null, choice, ...profile.current })
    }
  }

  function ask(question: Omit<BatchQuestion, 'turn'>): void {
    recalled.current = null
    profile.current = termsOf(question)
    worker.ask(question)
  }

  return {
    ...state,
    read(provided: Provided, chosen: Profile) {
      if ('file' in provided && provided.file.size > MAX_FILE_BYTES) {
        worker.supersede()
        setState({ ...NOTHING, problem: tooLarge(provided.file.size) })
        return
      }
      // Nothing waits behind the file before.
      if (state.checking) worker.end()
      setState({ ...NOTHING, provided, checking: true })
      hasChosen.current = false
      ask({ provided, choice: null, ...termsOf(chosen) })
    },
    /** The columns or the amounts are to be read otherwise. */
    choose(choice: Choice, chosen: Profile) {
      setState((before) => ({
        ...before,
        remembered: stillRemembered(before, choice),
        // At once, so that a second choice made while the first is checked does not undo it.
        checked: before.checked && { ...before.checked, ...choice },
        checking: true,
      }))
      ask({ provided: null, choice, ...termsOf(chosen) })
    },
    /** Another sheet of the workbook: its columns and amounts are its own. */
    chooseSheet(sheet: string, chosen: Profile) {
      setState((before) => ({
        ...before,
        checked: before.checked && { ...before.checked, sheet, amountStyle: null },
        checking: true,
        remembered: NEVER_SEEN,
      }))
      hasChosen.current = false
      ask({ provided: null, choice: null, sheet, ...termsOf(chosen) })
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

/** Nothing that cannot be remembered stands in the way: the columns are matched by their names then. */
async function recall(columns: readonly string[]) {
  const called = await readAnswer(recallMappingAction({ columns: [...columns] }))
  return called.ok ? called.data.remembered : null
}

const tooLarge = (sizeBytes: number): string =>
  `The file is ${Math.ceil(sizeBytes / 1024 / 1024)} MB; the limit is ${MAX_FILE_BYTES / 1024 / 1024} MB. Split it into several files, and create a batch from each.`

/** After the file that it is about. */
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
