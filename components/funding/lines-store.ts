import type { BatchLines, SaveLinesResult } from '@/lib/server/funding/views'
import type { Answer } from './batch-requests'
import type { LineEdits } from './line-edits'
import {
  isUnsaved,
  type JudgeLine,
  type LinesEvent,
  type LinesState,
  maySave,
  NO_LINES,
  nextLines,
} from './lines-state'

/** The pause in typing after which changes are saved. */
const SAVE_AFTER_MS = 600

export type LinesDesk = {
  read: () => Promise<Answer<BatchLines>>
  /** `isLeaving`: the page may be gone before the answer arrives. */
  save: (version: number, edits: LineEdits, isLeaving: boolean) => Promise<Answer<SaveLinesResult>>
  /** Loaded with the first change. */
  loadJudge: () => Promise<JudgeLine>
}

const CHANGES: ReadonlySet<LinesEvent['type']> = new Set(['changed', 'removed', 'replaced', 'stepped'])

/**
 * The lines of a batch outside any component, so that a save completes even if its page is gone. One save at a
 * time, each from the version that the last one created. After a failure, nothing is retried automatically: the
 * next change or a person does that.
 */
export class LinesStore {
  private state: LinesState = NO_LINES
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private isUrgent = false
  private isLeaving = false
  private isJudgeAsked = false

  /** Called after each save, and when another person's change was loaded. */
  onSaved: () => void = () => {}

  private readonly desk: LinesDesk

  constructor(desk: LinesDesk) {
    this.desk = desk
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getState = (): LinesState => this.state

  /** Applies a change, which is saved after a pause. */
  readonly dispatch = (event: LinesEvent): void => {
    this.state = nextLines(this.state, event)
    for (const listener of this.listeners) listener()
    this.schedule()
    if (CHANGES.has(event.type)) void this.loadJudge()
  }

  /** Undoes or redoes a step. Waits for a running save: until then it is unclear from which state to step. */
  readonly step = async (way: 'undo' | 'redo'): Promise<void> => {
    await this.running
    this.dispatch({ type: 'stepped', way })
  }

  /** Loads the stored lines and keeps local changes on top. */
  readonly reload = async (): Promise<void> => {
    await this.running
    await this.alone(async () => void (await this.read()))
  }

  /** Saves all unsaved changes now. Resolves to the version that contains them; null if saving failed. */
  readonly flush = async (isLeaving = false): Promise<number | null> => {
    const { left } = this.state
    this.isUrgent = true
    this.isLeaving ||= isLeaving
    try {
      // A running save may have started before the last change. Otherwise there is no waiting, since the page may
      // be about to go.
      if (this.running) await this.running
      await this.save()
    } finally {
      this.isUrgent = false
      this.isLeaving = false
    }
    const { stored, conflicts } = this.state
    const isAllSaved = !isUnsaved(this.state) && conflicts.length === 0 && this.state.left === left
    return stored !== null && isAllSaved ? stored.version : null
  }

  /** If the rules cannot be loaded, the server checks the changes when they are saved. */
  private async loadJudge(): Promise<void> {
    if (this.isJudgeAsked) return
    this.isJudgeAsked = true
    const judge = await this.desk.loadJudge().catch(() => null)
    if (judge) this.dispatch({ type: 'can-judge', judge })
    else this.isJudgeAsked = false
  }

  private schedule(): void {
    clearTimeout(this.timer)
    if (this.running || this.state.failure || !maySave(this.state)) return
    this.timer = setTimeout(() => void this.save(), SAVE_AFTER_MS)
  }

  private save(): Promise<void> {
    return this.alone(() => this.run())
  }

  private alone(work: () => Promise<void>): Promise<void> {
    this.running ??= work().finally(() => {
      this.running = null
      this.schedule()
    })
    return this.running
  }

  private async run(): Promise<void> {
    while (maySave(this.state) && this.state.stored) {
      clearTimeout(this.timer)
      this.dispatch({ type: 'sent' })
      const { stored, sent } = this.state
      if (!sent) return
      const { data, failure } = await this.desk.save(stored?.version ?? 0, sent, this.isLeaving)
      if (failure) return this.dispatch({ type: 'failed', failure })
      if (data.ok) {
        this.dispatch({ type: 'saved', answer: data })
        this.onSaved()
        if (!this.isUrgent) return
      } else {
        // Another person changed it first, or it is no longer a draft.
        const by = data.reason === 'stale' ? { by: data.changedBy, at: data.changedAt } : undefined
        if (!(await this.read(by))) return
        this.onSaved()
      }
    }
  }

  private async read(by?: { by: string; at: string }): Promise<boolean> {
    const { data, failure } = await this.desk.read()
    if (failure) this.dispatch({ type: 'failed', failure })
    else this.dispatch({ type: 'read', lines: data, by })
    return !failure
  }
}
