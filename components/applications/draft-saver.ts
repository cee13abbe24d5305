import type { Violation } from '@/lib/domain/values/violation'

/** How one save ended. `send` reports every failure as one of these and never throws. */
export type SaveAnswer<T> =
  /** `mergedWith`: another person's changes were already stored; `shown` has them together with what was sent. */
  | {
      kind: 'saved'
      version: number
      savedAt: string
      shown: T
      mergedWith?: string | null
      sameIdentities?: readonly Violation[]
    }
  | ({ kind: 'stale' } & NewerVersion<T>)
  | { kind: 'signed-out' }
  /** The server refused it: the same save would fail again. */
  | { kind: 'refused'; message: string }
  /** No answer, or one that does not say whether it was stored: worth another try. */
  | { kind: 'unanswered'; message: string }

/** A version that another person, or the same person in another window, saved meanwhile. */
export type NewerVersion<T> = { version: number; theirs: T; changedBy: string; changedAt: string }

/** Whether the same person saved it in another window. Relies on the server's name for them. */
export const isOwnChange = ({ changedBy }: Pick<NewerVersion<unknown>, 'changedBy'>): boolean =>
  changedBy === 'you, in another window'

export type SaveState<T> =
  | { kind: 'saved'; savedAt: string | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string; retries: boolean }
  | { kind: 'signed-out' }
  | { kind: 'stale'; base: T; newer: NewerVersion<T>; taken: readonly Taken<T>[] }

/** What a merge put into the form without asking: the value before and after. */
export type Taken<T> = { before: T; after: T }

/** The form that edits the value, while it is on the page. */
export type DraftForm<T> = {
  /** What may be saved now. `leaving`: the last chance to save. May be the form's own object, since it is copied. */
  read: (leaving: boolean) => T
  /** Replaces the secrets that were just sealed by stand-ins, unless they have changed since. */
  takeStandIns: (sent: T, shown: T) => void
  /** Replaces the form's value by what `make` returns for it. */
  change: (make: (now: T) => T) => void
}

/** `now`, with what is new in `shown` wherever `now` still is what was `sent`. */
export type Merge<T> = (now: T, sent: T, shown: T) => T

export type SaverParts<T> = {
  value: T
  version: number
  /** `base` is the value of that version. */
  send: (value: T, baseVersion: number, base: T) => Promise<SaveAnswer<T>>
  /** `value` with the stand-ins of `shown` wherever it is unchanged since `sent`. */
  applySaved: (value: T, sent: T, shown: T) => T
  /** The same when the form leaves the page; may keep what still has to be corrected. */
  leave?: (value: T, sent: T, shown: T) => T
  /** Loaded only when needed, because merges are rare. */
  loadMerge: () => Promise<Merge<T>>
  /** Whether `shown` can be the stored form of `sent`: tells a lost answer from another person's change. */
  couldBe: (sent: T, shown: T) => boolean
  /** Runs something later; returns a function that cancels it. */
  schedule?: (run: () => void, delayMs: number) => () => void
}

export const IDLE_MS = 800
export const RETRY_MS: readonly number[] = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Saves one value while it is edited: shortly after the last change, or at once on `flush`. Only one save runs at a
 * time. Each builds on the version of the one before, and sends the newest value. It outlives its form, so that the
 * last changes are still saved after the person has left the page.
 */
export class DraftSaver<T> {
  #parts: Required<SaverParts<T>>
  /** The last save that is known to be stored: as it was sent, and as the server shows it. */
  #kept: { sent: T; shown: T; version: number }
  #savedAt: string | null = null
  #state: SaveState<T> = { kind: 'saved', savedAt: null }
  #form: DraftForm<T> | null = null
  /** The value while no form is on the page. */
  #left: T
  /** Values sent since then whose answer never came, so that they may have been stored. */
  #unanswered: T[] = []
  /** What the last save with identities in it found about them, and the value that it saved. */
  #identities: { violations: readonly Violation[]; value: T } | null = null
  /** Merges since the person last decided, or since the form opened: they may not know of them. */
  #taken: Taken<T>[] = []
  #failures = 0
  #running: Promise<void> | null = null
  #again = false
  #leaving = false
  #cancelTimer: (() => void) | null = null
  #listeners = new Set<() => void>()

  constructor(parts: SaverParts<T>) {
    this.#parts = { schedule: later, leave: parts.applySaved, ...parts }
    this.#kept = { sent: parts.value, shown: parts.value, version: parts.version }
    this.#left = parts.value
  }

  get version(): number {
    return this.#kept.version
  }

  identities = (): { violations: readonly Violation[]; value: T } | null => this.#identities

  get kept(): { sent: T; shown: T } {
    return this.#kept
  }

  /** The newest value: what the form holds, or held when it left the page. */
  value(): T {
    return this.#form?.read(true) ?? this.#left
  }

  /** The newest value, with a stand-in for every secret that is stored unchanged. */
  savedValue(): T {
    return this.#parts.applySaved(structuredClone(this.value()), this.#kept.sent, this.#kept.shown)
  }

  state = (): SaveState<T> => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  attach(form: DraftForm<T>): void {
    this.#form = form
    this.#taken = []
  }

  /** The form leaves the page, and its value is saved without it. Returns whether anything was left to save. */
  async detach(): Promise<boolean> {
    // With stand-ins for stored secrets, so that none stays readable in the tab after its field is gone.
    const { sent, shown, version } = this.#kept
    this.#left = this.#parts.leave(structuredClone(this.value()), sent, shown)
    this.#kept = { sent: this.#parts.leave(sent, sent, shown), shown, version }
    this.#form = null
    if (this.#isKept(this.#left)) return false
    return this.flush()
  }

  /** Call this on every change. Cheap: it compares with what is stored only if nothing had changed before. */
  changed(): void {
    if (this.#state.kind === 'saved') {
      if (this.#isKept(this.value())) return
      this.#show({ kind: 'unsaved' })
    }
    // A pending retry sends the newest value; after a refusal, a new value is worth a try; the rest wait for a person.
    const waits =
      this.#state.kind === 'stale' ||
      this.#state.kind === 'signed-out' ||
      (this.#state.kind === 'failed' && this.#state.retries)
    if (!waits) this.#saveIn(IDLE_MS)
  }

  /** Saves at once what may be saved while the person keeps editing. */
  async saveNow(): Promise<void> {
    if (this.#state.kind !== 'stale' && this.#state.kind !== 'signed-out') await this.#save()
  }

  /** The same before the person leaves the form. Resolves to false if something stays unsaved. */
  async flush(): Promise<boolean> {
    if (this.#state.kind === 'stale' || this.#state.kind === 'signed-out') return false
    this.#leaving = true
    await this.#save()
    return this.#state.kind === 'saved'
  }

  /** The network is back, or the person signed in again. */
  async retry(): Promise<void> {
    if (this.#state.kind === 'failed' || this.#state.kind === 'signed-out') await this.#save()
  }

  /** The page has reloaded and knows a newer version. Unsaved changes here are merged when they are saved. */
  async adopt(value: T, version: number): Promise<void> {
    if (version <= this.#kept.version || this.#state.kind !== 'saved' || this.#running) return
    await this.#takeMerged(this.#kept.sent, value, version)
    this.#show({ kind: 'saved', savedAt: this.#savedAt })
  }

  /** The person has decided about a newer version. The form holds the outcome, which replaces that version. */
  async resolve({ theirs, version }: Pick<NewerVersion<T>, 'theirs' | 'version'>): Promise<void> {
    this.#taken = []
    this.#kept = { sent: theirs, shown: theirs, version }
    this.#show({ kind: 'unsaved' })
    await this.#save()
  }

  #saveIn(delayMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#parts.schedule(() => {
      this.#cancelTimer = null
      void this.#save()
    }, delayMs)
  }

  #save(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (this.#running) this.#again = true
    else this.#running = Promise.resolve().then(() => this.#run())
    return this.#running
  }

  async #run(): Promise<void> {
    let failed = false
    do {
      this.#again = false
      const sent = structuredClone(this.#form?.read(this.#leaving) ?? this.#left)
      if (this.#isKept(sent)) break
      this.#show({ kind: 'saving' })
      // Stored secrets go as their stand-ins, so that each is sent only once.
      const outgoing = this.#parts.applySaved(sent, this.#kept.sent, this.#kept.shown)
      const { version, shown } = this.#kept
      failed = !(await this.#take(sent, await this.#parts.send(outgoing, version, shown)))
    } while (!failed && this.#again)
    this.#running = null
    this.#leaving = false
    if (!failed) this.#rest()
  }

  /** After the last save of a run: is everything saved? */
  #rest(): void {
    this.#failures = 0
    this.#show(this.#isKept(this.value()) ? { kind: 'saved', savedAt: this.#savedAt } : { kind: 'unsaved' })
  }

  /** False if the save failed and the next one waits for a timer or a person. */
  async #take(sent: T, outcome: SaveAnswer<T>): Promise<boolean> {
    switch (outcome.kind) {
      case 'saved':
        if (outcome.sameIdentities) this.#identities = { violations: outcome.sameIdentities, value: sent }
        if (outcome.mergedWith) {
          await this.#takeMerged(sent, outcome.shown, outcome.version)
          this.#savedAt = outcome.savedAt
          return true
        }
        this.#keep(sent, outcome.shown, outcome.version, outcome.savedAt)
        return true
      case 'stale': {
        const ours = this.#unanswered.find((value) => this.#parts.couldBe(value, outcome.theirs))
        if (ours !== undefined) {
          // This is our own save, whose answer was lost.
          this.#keep(ours, outcome.theirs, outcome.version, outcome.changedAt)
          this.#again = true
          return true
        }
        if (canonical(this.savedValue()) === canonical(outcome.theirs)) {
          // Both have the same values, so there is nothing to ask.
          this.#keep(outcome.theirs, outcome.theirs, outcome.version, outcome.changedAt)
          return true
        }
        this.#waitForPerson({ kind: 'stale', base: this.#kept.shown, newer: outcome, taken: this.#taken })
        return false
      }
      case 'signed-out':
        this.#waitForPerson({ kind: 'signed-out' })
        return false
      case 'refused':
        this.#show({ kind: 'failed', message: outcome.message, retries: false })
        return false
      case 'unanswered': {
        this.#unanswered.push(sent)
        this.#show({ kind: 'failed', message: outcome.message, retries: true })
        this.#saveIn(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? IDLE_MS)
        this.#failures += 1
        return false
      }
    }
  }

  /** The stored version has more than we sent. The form takes it wherever its value has not changed since. */
  async #takeMerged(sent: T, shown: T, version: number): Promise<void> {
    const merge = await this.#parts.loadMerge()
    this.#taken.push({ before: this.#parts.applySaved(sent, sent, shown), after: shown })
    this.#kept = { sent: merge(sent, sent, shown), shown, version }
    this.#unanswered = []
    if (this.#form) this.#form.change((now) => merge(now, sent, shown))
    else this.#left = merge(this.#left, sent, shown)
  }

  /** Changes during the save have started the timer again. It must not interrupt the question to the person. */
  #waitForPerson(state: SaveState<T>): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#show(state)
  }

  #keep(sent: T, shown: T, version: number, savedAt: string): void {
    this.#kept = { sent, shown, version }
    this.#savedAt = savedAt
    this.#unanswered = []
    if (this.#form) this.#form.takeStandIns(sent, shown)
    else {
      this.#left = this.#parts.leave(this.#left, sent, shown)
      this.#kept = { ...this.#kept, sent: this.#parts.leave(sent, sent, shown) }
    }
  }

  #isKept(value: T): boolean {
    const { sent, shown } = this.#kept
    const saved = (one: T) => canonical(this.#parts.applySaved(one, sent, shown))
    return saved(value) === saved(sent)
  }

  #show(state: SaveState<T>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const later = (run: () => void, delayMs: number) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** JSON with its members in one order: the database returns them in a different order than the form. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
