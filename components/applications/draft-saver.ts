import type { Violation } from '@/lib/domain/values/violation'

/** What became of one save. `send` reports every failure as one of these and never throws. */
export type SaveAnswer<T> =
  /** `mergedWith`: somebody's changes were there already and are in `shown`, beside what was sent. */
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
  /** Answered with no: the same again would fail the same way. */
  | { kind: 'refused'; message: string }
  /** No answer, or one that leaves open whether it was stored: worth trying again. */
  | { kind: 'unanswered'; message: string }

/** What was saved meanwhile, by somebody else or in another window. */
export type NewerVersion<T> = { version: number; theirs: T; changedBy: string; changedAt: string }

/** Whether the same person saved it, in another window. As the server calls whoever did. */
export const isOwnChange = ({ changedBy }: Pick<NewerVersion<unknown>, 'changedBy'>): boolean =>
  changedBy === 'you, in another window'

export type SaveState<T> =
  | { kind: 'saved'; savedAt: string | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string; retries: boolean }
  | { kind: 'signed-out' }
  | { kind: 'stale'; base: T; newer: NewerVersion<T>; taken: readonly Taken<T>[] }

/** What a merge put into the form unasked: the value without it, and with it. */
export type Taken<T> = { before: T; after: T }

/** The form over the value, while it is on the page. */
export type DraftForm<T> = {
  /** What may be saved now; `leaving` when there will be no later. The value may be the form's own: it is copied. */
  read: (leaving: boolean) => T
  /** Puts the stand-ins for what was just sealed into the form, where it has not changed since. */
  takeStandIns: (sent: T, shown: T) => void
  /** Puts what it makes of the form's own value into the form. */
  change: (make: (now: T) => T) => void
}

/** `now`, with what `shown` has newly where `now` is as it was `sent`. */
export type Merge<T> = (now: T, sent: T, shown: T) => T

export type SaverParts<T> = {
  value: T
  version: number
  /** `base` is the value of that version. */
  send: (value: T, baseVersion: number, base: T) => Promise<SaveAnswer<T>>
  /** `value` with the stand-ins of `shown` wherever it is unchanged since `sent`. */
  applySaved: (value: T, sent: T, shown: T) => T
  /** The same when the form leaves the page; may leave what still has to be corrected. */
  leave?: (value: T, sent: T, shown: T) => T
  /** Loaded when it is needed, which is seldom. */
  loadMerge: () => Promise<Merge<T>>
  /** Whether `shown` can be what the server keeps of `sent`: tells a lost answer from somebody else's change. */
  couldBe: (sent: T, shown: T) => boolean
  /** Runs something later; returns what cancels it. */
  schedule?: (run: () => void, delayMs: number) => () => void
}

export const IDLE_MS = 800
export const RETRY_MS: readonly number[] = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Saves one value as it is edited: a while after the last change, at once on `flush`. One save is under
 * way at a time, each over the version that the one before it made, and always of the newest value.
 * Outlives its form, so that what was typed last is still saved after the page was left.
 */
export class DraftSaver<T> {
  #parts: Required<SaverParts<T>>
  /** The last save that is known to stand: as it was sent, and as the server shows it. */
  #kept: { sent: T; shown: T; version: number }
  #savedAt: string | null = null
  #state: SaveState<T> = { kind: 'saved', savedAt: null }
  #form: DraftForm<T> | null = null
  /** The value while no form is on the page. */
  #left: T
  /** Sent since the last save that is known to stand, and not known to have arrived. */
  #unanswered: T[] = []
  /** What the last save that brought identities found of them, and the value that it is about. */
  #identities: { violations: readonly Violation[]; value: T } | null = null
  /** Since somebody last decided, or the form came: whoever decides next may not know of it. */
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

  /** The newest value: what the form holds, or held when it was left. */
  value(): T {
    return this.#form?.read(true) ?? this.#left
  }

  /** The newest value, with a stand-in for every secret that is stored as it is. */
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

  /** The form leaves the page; what it holds is saved without it. Says whether there was something left to save. */
  async detach(): Promise<boolean> {
    // With stand-ins for what is stored: no secret stays readable in the tab after its field is gone.
    const { sent, shown, version } = this.#kept
    this.#left = this.#parts.leave(structuredClone(this.value()), sent, shown)
    this.#kept = { sent: this.#parts.leave(sent, sent, shown), shown, version }
    this.#form = null
    if (this.#isKept(this.#left)) return false
    return this.flush()
  }

  /** To be called with every change. Cheap: compares with what is kept only when nothing was changed before. */
  changed(): void {
    if (this.#state.kind === 'saved') {
      if (this.#isKept(this.value())) return
      this.#show({ kind: 'unsaved' })
    }
    // A retry that is due takes the newest value; after a refusal a new value is worth a try; the others wait for a person.
    const waits =
      this.#state.kind === 'stale' ||
      this.#state.kind === 'signed-out' ||
      (this.#state.kind === 'failed' && this.#state.retries)
    if (!waits) this.#saveIn(IDLE_MS)
  }

  /** Saves now what may be saved while the form goes on. */
  async saveNow(): Promise<void> {
    if (this.#state.kind !== 'stale' && this.#state.kind !== 'signed-out') await this.#save()
  }

  /** The same before the form is left, and waits for it; false when something stays unsaved. */
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

  /** The page was read again, and knows a newer version. What is unsaved here is merged when it is saved. */
  async adopt(value: T, version: number): Promise<void> {
    if (version <= this.#kept.version || this.#state.kind !== 'saved' || this.#running) return
    await this.#takeMerged(this.#kept.sent, value, version)
    this.#show({ kind: 'saved', savedAt: this.#savedAt })
  }

  /** The person decided about a newer version: the form has the outcome, which is saved over it. */
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
      // What is stored already goes as its stand-in: a secret is sent once.
      const outgoing = this.#parts.applySaved(sent, this.#kept.sent, this.#kept.shown)
      const { version, shown } = this.#kept
      failed = !(await this.#take(sent, await this.#parts.send(outgoing, version, shown)))
    } while (!failed && this.#again)
    this.#running = null
    this.#leaving = false
    if (!failed) this.#rest()
  }

  /** Nothing is under way any more: is everything saved? */
  #rest(): void {
    this.#failures = 0
    this.#show(this.#isKept(this.value()) ? { kind: 'saved', savedAt: this.#savedAt } : { kind: 'unsaved' })
  }

  /** False when the save failed, and what comes next waits for a timer or a person. */
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
          // Our own save, whose answer never came.
          this.#keep(ours, outcome.theirs, outcome.version, outcome.changedAt)
          this.#again = true
          return true
        }
        if (canonical(this.savedValue()) === canonical(outcome.theirs)) {
          // Both came to the same values: there is nothing to ask.
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

  /** What stands has more than was sent from here: the form takes it, where it was not changed since. */
  async #takeMerged(sent: T, shown: T, version: number): Promise<void> {
    const merge = await this.#parts.loadMerge()
    this.#taken.push({ before: this.#parts.applySaved(sent, sent, shown), after: shown })
    this.#kept = { sent: merge(sent, sent, shown), shown, version }
    this.#unanswered = []
    if (this.#form) this.#form.change((now) => merge(now, sent, shown))
    else this.#left = merge(this.#left, sent, shown)
  }

  /** What was typed while the save was under way has begun its own pause: its save must not disturb the question. */
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

/** JSON with the members in one order: the database gives them in another than the form. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
