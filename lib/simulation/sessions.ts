import { Client, type ClientConfig, DatabaseError, type Pool } from 'pg'
import { WouldWait } from './stage'

/**
 * The database sessions that the desks of a house use one after the other. A process that ends loses its locks and its
 * uncommitted work, which is all that others can see of it. The backend itself is kept, because starting one and
 * filling its caches takes longer than most of what a history does.
 */
export class Sessions {
  readonly #connection: ClientConfig
  readonly #control: Pool
  readonly #idle: Session[] = []
  #releases = 0

  constructor(connection: ClientConfig, control: Pool) {
    this.#connection = connection
    this.#control = control
  }

  /** Counts the moments at which a lock may have been released: a waiting session waits at least until the next one. */
  get releases(): number {
    return this.#releases
  }

  readonly released = (): void => {
    this.#releases += 1
  }

  async take(): Promise<Session> {
    const idle = this.#idle.pop()
    if (idle) return idle
    const client = new Client({ ...this.#connection, options: SESSION_OPTIONS })
    client.on('error', () => {})
    await client.connect()
    return new Session(client, this.released)
  }

  giveBack(session: Session): void {
    this.#idle.push(session)
  }

  /** As the server does with the session of a process that is gone. */
  async undo(session: Session): Promise<void> {
    while (!(await session.isQuiet())) {
      // It waits for the lock of a process that may be gone as well.
      await this.#control.query('select pg_cancel_backend($1)', [session.pid])
    }
    await session.undo()
    this.released()
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((session) => session.end()))
  }
}

/** Plans are kept whatever the values: the tables are small, and planning takes longer than reading them. */
export const SESSION_OPTIONS = '-c timezone=UTC -c plan_cache_mode=force_generic_plan'

const QUIET_MS = 5
const IN_TRANSACTION = 'T'
const LOCK_NOT_AVAILABLE = '55P03'

export class Session {
  readonly #client: Client
  readonly #released: () => void
  #underWay = 0
  #quiet = Promise.withResolvers<void>()

  constructor(client: Client, released: () => void) {
    this.#client = client
    this.#released = released
  }

  get pid(): number {
    return (this.#client as unknown as { processID: number }).processID
  }

  async query(statement: unknown, values?: unknown[]): Promise<unknown> {
    this.#underWay += 1
    try {
      return await this.#client.query(named(statement, values) as never)
    } catch (error) {
      // The driver reports this before the server has released the locks.
      await this.#client.query('')
      throw error
    } finally {
      if (this.#mayHaveReleased(statement)) this.#released()
      this.#underWay -= 1
      if (this.#underWay === 0) {
        this.#quiet.resolve()
        this.#quiet = Promise.withResolvers<void>()
      }
    }
  }

  /** A transaction that continues keeps its locks, except those that it rolls back. */
  #mayHaveReleased(statement: unknown): boolean {
    return this.#client.getTransactionStatus() !== IN_TRANSACTION || /^\s*rollback\b/i.test(textOf(statement))
  }

  /** Every lock that it would have to wait for belongs to an actor that does nothing meanwhile. */
  async queryAtOnce(statement: unknown, values?: unknown[]): Promise<unknown> {
    const isWithin = this.#client.getTransactionStatus() === IN_TRANSACTION
    await this.query(isWithin ? 'savepoint at_once; set local lock_timeout = 1' : 'set lock_timeout = 1')
    try {
      const result = await this.query(statement, values)
      await this.query(
        isWithin ? 'release savepoint at_once; set local lock_timeout = 0' : 'set lock_timeout = 0',
      )
      return result
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) {
        if (!isWithin) await this.query('set lock_timeout = 0')
        throw error
      }
      await this.query(
        isWithin ? 'rollback to savepoint at_once; release savepoint at_once' : 'set lock_timeout = 0',
      )
      throw new WouldWait()
    }
  }

  /** Whether nothing of it is running, or stops running within a moment. */
  async isQuiet(): Promise<boolean> {
    if (this.#underWay === 0) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, QUIET_MS)
    await Promise.race([this.#quiet.promise, promise])
    clearTimeout(timer)
    return this.#underWay === 0
  }

  /** A late cancellation may hit this statement instead: then run it once more. */
  async undo(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#client.query('rollback; reset all; select pg_advisory_unlock_all()')
        return
      } catch (error) {
        if (tries === 3) throw error
      }
    }
  }

  end(): Promise<void> {
    return this.#client.end()
  }
}

export const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)

const names = new Map<string, string>()

/** Each session parses and plans the same statement once. A text without values may hold several statements. */
export function named(statement: unknown, values?: unknown[]): unknown {
  const given =
    typeof statement === 'string'
      ? { text: statement }
      : { ...(statement as { text: string; name?: string }) }
  const { text } = given
  if (!values || !/^\s*(?:select|insert|update|delete|with)\b/i.test(text))
    return values ? { ...given, values } : given
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return { ...given, name, values }
}
