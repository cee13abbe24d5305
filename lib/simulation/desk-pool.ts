import { type Session, type Sessions, textOf } from './sessions'
import { apart, type Stage } from './stage'

/**
 * The connections of one desk process. Every statement is an effect, and all connections can break at once, as in a
 * crash.
 */
export class DeskPool {
  readonly #sessions: Sessions
  readonly #stage: Stage
  readonly #out = new Set<Session>()

  constructor(sessions: Sessions, stage: Stage) {
    this.#sessions = sessions
    this.#stage = stage
  }

  // The driver's methods have many signatures; drizzle uses only the ones that return promises.
  async connect() {
    // Opened at its first effect, so that the time it takes to connect cannot decide who comes first.
    let session: Session | null = null
    let isBroken = false
    const open = async () => {
      if (session) return session
      session = await this.#sessions.take()
      this.#out.add(session)
      return session
    }
    const broken = async () => {
      isBroken = true
      if (session) await this.#sessions.undo(session)
    }
    return {
      query: (statement: unknown, values?: unknown[]) =>
        isBroken
          ? Promise.reject(new Error('Connection terminated unexpectedly'))
          : this.#stage.effect(
              labelOf(statement),
              () => apart(async () => (await open()).query(statement, values)),
              {
                pid: () => session?.pid ?? null,
                atOnce: mayWait(statement)
                  ? () => apart(async () => (await open()).queryAtOnce(statement, values))
                  : undefined,
                broken,
              },
            ),
      release: () => {
        if (session && this.#out.delete(session)) this.#sessions.giveBack(session)
      },
    }
  }

  async query(statement: unknown, values?: unknown[]) {
    const client = await this.connect()
    try {
      return await client.query(statement, values)
    } finally {
      client.release()
    }
  }

  /** Rolls back everything uncommitted, as the server does when a process dies. */
  async kill(): Promise<void> {
    const out = [...this.#out]
    this.#out.clear()
    await Promise.all(
      out.map(async (session) => {
        await this.#sessions.undo(session)
        this.#sessions.giveBack(session)
      }),
    )
  }
}

const mayWait = (statement: unknown): boolean =>
  /^\s*(?:select|insert|update|delete|with)\b/i.test(textOf(statement))

const labelOf = (statement: unknown): string => {
  const text = textOf(statement)
  const [, verb = '', table = ''] =
    /^\s*(with|select|insert into|update|delete from|begin|commit|rollback|truncate)\b(?:.*?\b(?:from|into|update)?\s*"([a-z_]+)")?/is.exec(
      text,
    ) ?? []
  return `${verb || text.trim().slice(0, 20)} ${table}`.trim()
}
