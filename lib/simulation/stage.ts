import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Random } from './random'

/**
 * Where people, jobs and the desk itself act, one effect at a time. Everything that leaves a trace outside the process
 * (a statement, a request, an answer, a file, a job) is an effect: it waits for its turn, has a number, and the process
 * can end before or after it. When several actors act at once, chance picks whose effect is next. So every possible
 * order of their effects can occur, and the same seed reproduces it.
 */

type Task = {
  name: string
  random: Random
  /** Effects that wait for their turn, in the order in which they came. */
  parked: (() => void)[]
  /** It got its turn and has not yet reached its next effect or its end. */
  isRunning: boolean
  /** Its own effect is running: it waits for no other actor. */
  isFlying: boolean
  /** It waits in the database for another actor's lock. Asks the database whether it still does. */
  blocked: (() => Promise<void>) | null
  /** It would wait in the database behind an actor that already waits there. */
  isInLine: boolean
  isDone: boolean
  /** Timers that the harness controls: the deadlines of running calls. */
  timers: Set<() => void>
}

export type Action = {
  name: string
  run(): Promise<unknown>
  /** A person pressing a button, possibly twice. */
  isPress?: true
  /** The number of presses, one after the other; one by default. */
  length?: number
}

/** `at`: the number of the effect, counted from 1 at the first effect of the play, or at the first request sent in it. */
export type Trouble = {
  at: number
  from?: 'request'
  kind: 'crash-before' | 'crash-after' | 'fail-before' | 'fail-after'
}

export type Outcome =
  | { name: string; end: 'done'; result: unknown }
  | { name: string; end: 'threw'; error: unknown }
  /** The process ended meanwhile. */
  | { name: string; end: 'lost' }

const currentTask = new AsyncLocalStorage<Task>()

export const taskNow = (): Task | undefined => currentTask.getStore()
/** Runs the harness's own code in the middle of an action. */
export const apart = <T>(run: () => T): T => currentTask.exit(run)

const never = <T>(): Promise<T> => new Promise<T>(() => {})

/** The driver's error when its connection breaks. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  constructor() {
    super('Connection terminated unexpectedly')
  }
}

/** Thrown for a statement that would have to wait for a lock but must not. */
export class WouldWait extends Error {
  override readonly name = 'WouldWait'
}

export type Locks = {
  /** Whether a statement of this backend waits for a lock. */
  isWaiting(pid: number): Promise<boolean>
  /** Goes up whenever an actor may have released a lock. */
  releases(): number
}

/** How long a statement may run before we ask the database whether it waits for a lock: one in a hundred does. */
const PATIENCE_MS = 4
const MOST_PATIENCE_MS = 16
/** If nothing happens for this many turns, an action is waiting for another action and not for its own effect. */
const STILL_TURNS = 5
/** Turns and not a time: a busy machine grants no turns, so it cannot make a slow action look like a waiting one. */
const TURN_MS = 20
/** No play takes this many idle turns unless something hangs. */
const HANG_TURNS = 4_500

const pause = (ms: number) => new Promise<void>((resolve) => realSetTimeout(resolve, ms))
const realSetTimeout = globalThis.setTimeout

export class Stage {
  readonly #random: Random
  readonly #locks: Locks
  readonly #tell: (line: string) => void
  #tasks: Task[] = []
  #troubles: readonly Trouble[] = []
  #count = 0
  /** The turns of this play in which nothing happened. */
  #turns = 0
  /** The number of the first request; null before it. */
  #firstRequest: number | null = null
  #ended: 'no' | 'crashed' | 'over' = 'over'
  #changed = Promise.withResolvers<void>()

  constructor(random: Random, locks: Locks, tell: (line: string) => void) {
    this.#random = random
    this.#locks = locks
    this.#tell = tell
  }

  /** The number of effects in the last play. */
  get effects(): number {
    return this.#count
  }

  /** Lets all of them act concurrently until all have ended, or until the process has. */
  async play(actions: readonly Action[], troubles: readonly Trouble[], random: Random): Promise<Outcome[]> {
    this.#count = 0
    this.#firstRequest = null
    this.#troubles = troubles
    this.#ended = 'no'
    const outcomes: Outcome[] = actions.map(({ name }) => ({ name, end: 'lost' }))
    this.#tasks = actions.map(({ name }) => ({
      name,
      random,
      parked: [],
      isRunning: true,
      isFlying: false,
      blocked: null,
      isInLine: false,
      isDone: false,
      timers: new Set(),
    }))
    // Register all of them before one begins: the first effect of an action may come at once.
    for (const [index, task] of this.#tasks.entries()) {
      const { name } = task
      const end = (outcome: Outcome) => {
        if (this.#ended !== 'no') return
        outcomes[index] = outcome
        task.isDone = true
        task.isRunning = false
        this.#notify()
      }
      currentTask.run(task, () => {
        actions[index]?.run().then(
          (result) => end({ name, end: 'done', result }),
          (error: unknown) => end({ name, end: 'threw', error }),
        )
      })
    }
    await this.#direct()
    if (this.#ended === 'no') this.#ended = 'over'
    return outcomes
  }

  get hasCrashed(): boolean {
    return this.#ended === 'crashed'
  }

  async #direct(): Promise<void> {
    this.#turns = 0
    for (;;) {
      await this.#untilQuiet()
      if (this.#ended !== 'no') return
      for (const task of this.#tasks) await task.blocked?.()
      const waiting = this.#tasks.filter(({ parked }) => parked.length > 0)
      const inOrder = waiting.filter(({ isInLine }) => !isInLine || !this.#isOneBlocked())
      // If no other actor can continue, the actors in line wait in the database as well: possibly for each other.
      const ready = inOrder.length > 0 ? inOrder : waiting
      if (ready.length > 0) {
        const task = ready.length === 1 ? ready[0] : this.#random.pick(ready)
        if (!task) return
        task.isRunning = true
        task.parked.shift()?.()
        continue
      }
      if (this.#tasks.every(({ isDone }) => isDone)) return
      // All of them wait in the database for each other: a deadlock, which the database resolves on its own.
      await this.#untilChanged()
    }
  }

  #isOneBlocked(): boolean {
    return this.#tasks.some(({ blocked }) => blocked !== null)
  }

  /** Waits until every actor does nothing but wait for a turn. */
  async #untilQuiet(): Promise<void> {
    let still = 0
    while (this.#ended === 'no' && this.#tasks.some(({ isRunning }) => isRunning)) {
      const running = this.#tasks.filter(({ isRunning }) => isRunning)
      const others = this.#tasks.some(({ isRunning, parked }) => !isRunning && parked.length > 0)
      if (others && still >= STILL_TURNS) {
        for (const task of running) task.isRunning = false
        return
      }
      const hasChanged = await this.#untilChanged()
      still = hasChanged || running.some(({ isFlying }) => isFlying) ? 0 : still + 1
    }
  }

  async #untilChanged(): Promise<boolean> {
    if (this.#turns > HANG_TURNS) {
      const names = this.#tasks.filter(({ isDone }) => !isDone).map(({ name }) => name)
      throw new Error(`It hangs: ${names.join(', ')}`)
    }
    const { promise } = this.#changed
    const hasChanged = await Promise.race([promise.then(() => true), pause(TURN_MS).then(() => false)])
    if (!hasChanged) this.#turns += 1
    return hasChanged
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  #park(task: Task): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    task.parked.push(resolve)
    task.isRunning = false
    this.#notify()
    return promise
  }

  #crash<T>(): Promise<T> {
    this.#ended = 'crashed'
    this.#notify()
    return never()
  }

  /**
   * One effect of the current actor; without an actor, it runs at once. `pid`: the backend that it runs on. `atOnce`:
   * runs it if it need not wait for a lock, and throws `WouldWait` otherwise. `broken`: what to do when the simulation
   * breaks its connection.
   */
  async effect<T>(
    label: string,
    run: () => Promise<T>,
    {
      pid,
      atOnce,
      broken,
    }: {
      pid?: () => number | null
      atOnce?: (() => Promise<T>) | undefined
      broken?: () => Promise<void>
    } = {},
  ): Promise<T> {
    const task = taskNow()
    if (!task) return run()
    if (!this.#tasks.includes(task) || this.#ended !== 'no') return never()
    await this.#park(task)
    if (this.#ended !== 'no') return never()
    this.#count += 1
    if (label.startsWith('send ')) this.#firstRequest ??= this.#count
    const sinceRequest = this.#firstRequest === null ? null : this.#count - this.#firstRequest + 1
    const trouble = this.#troubles.find(
      ({ at, from }) => at === (from === 'request' ? sinceRequest : this.#count),
    )?.kind
    this.#tell(`${this.#count} ${task.name}: ${label}${trouble ? ` [${trouble}]` : ''}`)
    if (trouble === 'crash-before') return this.#crash()
    if (trouble === 'fail-before' && broken) {
      await apart(broken)
      throw new ConnectionLost()
    }
    let result: T
    for (;;) {
      // If two wait for one lock, the database picks either, which no seed controls: so only one at a time waits there.
      const isOrdered = atOnce !== undefined && this.#isOneBlocked() && !this.#isStuck(task)
      task.isFlying = true
      const under = (isOrdered ? atOnce : run)().finally(() => {
        task.isFlying = false
      })
      // Both the scheduler and the caller watch it.
      under.catch(() => {})
      if (pid && this.#tasks.length > 1 && !isOrdered) await this.#watch(task, under, pid)
      try {
        result = await under
        break
      } catch (error) {
        if (this.#ended !== 'no') return never()
        if (!(error instanceof WouldWait)) {
          this.#goOn(task)
          throw error
        }
        this.#tell(`  ${task.name} is in line for a lock`)
        task.isInLine = true
        await this.#park(task)
        task.isInLine = false
        if (this.#ended !== 'no') return never()
      }
    }
    if (this.#ended !== 'no') return never()
    if (trouble === 'crash-after') return this.#crash()
    if (trouble === 'fail-after' && broken) {
      await apart(broken)
      this.#goOn(task)
      throw new ConnectionLost()
    }
    this.#goOn(task)
    return result
  }

  /** Only actors that wait in the database are left. */
  #isStuck(task: Task): boolean {
    return this.#tasks.every(
      (other) => other === task || other.isDone || other.blocked !== null || other.isInLine,
    )
  }

  /** It may be waiting for another of its own effects that is already here, or be a leftover of an action that ended. */
  #goOn(task: Task): void {
    if (task.parked.length === 0 && !task.isDone) return
    const before = task.parked.length
    void (async () => {
      for (let turn = 0; turn < 4; turn += 1) await apart(() => nextTurn())
      if (task.parked.length === before && task.isRunning) {
        task.isRunning = false
        this.#notify()
      }
    })()
  }

  /** If the statement waits for a lock, the others continue, and it gets its turn again once it has the lock. */
  async #watch(task: Task, under: Promise<unknown>, pidNow: () => number | null): Promise<void> {
    let isDone = false
    const done = under.then(
      () => {
        isDone = true
      },
      () => {
        isDone = true
      },
    )
    const look = async (): Promise<'done' | 'blocked'> => {
      let patience = PATIENCE_MS
      while (!isDone) {
        const pid = pidNow()
        if (pid !== null && (await apart(() => this.#locks.isWaiting(pid)))) return 'blocked'
        // On a slow machine, do not ask ever more often.
        await Promise.race([done, pause(patience)])
        patience = Math.min(2 * patience, MOST_PATIENCE_MS)
      }
      return 'done'
    }
    await Promise.race([done, pause(PATIENCE_MS)])
    let seen = this.#locks.releases()
    if ((await look()) === 'done') return
    this.#tell(`  ${task.name} waits for a lock`)
    const again = Promise.withResolvers<void>()
    task.blocked = async () => {
      const releases = this.#locks.releases()
      if (!isDone && releases === seen) return
      seen = releases
      if ((await look()) === 'done') await again.promise
    }
    task.isRunning = false
    this.#notify()
    await done
    task.blocked = null
    const turn = this.#park(task)
    again.resolve()
    await turn
  }
}
