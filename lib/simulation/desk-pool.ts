import { type Session, type Sessions, textOf } from './sessions'
import { apart, type Stage } from './stage'

/** The connections of one desk: every statement is an effect, and all of them can break at once, as when a process ends. */
export class DeskPool {
  readonly #sessions: Sessions
  readonly #stage: Stage
  readonly #out = new Set<Session>()

  constructor(sessions: Sessions, stage: Stage) {
    this.#sessions = sessions
    this.#stage = stage
  }

  // The driver has these in many shapes; drizzle uses the ones with promises alone.
  async connect() {
    // Had when it is its turn: what connecting takes must not say who comes first.
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

  /** What was not committed is undone, as the server does for a process that is gone. */
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
