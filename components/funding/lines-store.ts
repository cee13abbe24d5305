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

/** A pause in typing that is long enough to save what was typed. */
const SAVE_AFTER_MS = 600

export type LinesDesk = {
  read: () => Promise<Answer<BatchLines>>
  /** `isLeaving`: the page may be gone before the answer is there. */
  save: (version: number, edits: LineEdits, isLeaving: boolean) => Promise<Answer<SaveLinesResult>>
  /** Asked for with the first change. */
  loadJudge: () => Promise<JudgeLine>
}

const CHANGES: ReadonlySet<LinesEvent['type']> = new Set(['changed', 'removed', 'replaced', 'stepped'])

/**
 * The lines of a batch outside of any component, so that what was typed is saved to its end even where the page that
 * it was typed on is gone: one save at a time, each from the version that the last one made. After a failure nothing
 * is tried by itself: the next change, or a person, tries again.
 */
export class LinesStore {
  private state: LinesState = NO_LINES
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | null = null
  private isUrgent = false
  private isLeaving = false
  private isJudgeAsked = false

  /** Told of each save, and of what somebody else changed. */
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

  /** Takes a change in; it is saved after a pause. */
  readonly dispatch = (event: LinesEvent): void => {
    this.state = nextLines(this.state, event)
    for (const listener of this.listeners) listener()
    this.schedule()
    if (CHANGES.has(event.type)) void this.loadJudge()
  }

  /** A step back or on. One that comes during a save waits for it: until then it is unclear what it leads back from. */
  readonly step = async (way: 'undo' | 'redo'): Promise<void> => {
    await this.running
    this.dispatch({ type: 'stepped', way })
  }

  /** What is stored now, with what was typed here on top. */
  readonly reload = async (): Promise<void> => {
    await this.running
    await this.alone(async () => void (await this.read()))
  }

  /** Saves what is not saved yet, now. Gives the version that all of it is in; null where it could not be saved. */
  readonly flush = async (isLeaving = false): Promise<number | null> => {
    const { left } = this.state
    this.isUrgent = true
    this.isLeaving ||= isLeaving
    try {
      // A save that is under way may have begun before the last change. Else nothing is waited for: the page may be
      // about to go.
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

  /** Where the rules do not come, the server judges what was typed when it is saved. */
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
        // Somebody else changed it first, or it is no draft any more.
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
