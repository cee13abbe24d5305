import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import { apart, type Stage } from './stage'

/** The connections of one desk: every statement is an effect, and all of them can break at once, as when a process ends. */
export class DeskPool extends Pool {
  readonly #stage: Stage
  readonly #control: Pool
  readonly #out = new Set<PoolClient>()

  constructor(connection: ClientConfig, stage: Stage, control: Pool) {
    super({ ...connection, max: 10, idleTimeoutMillis: 0, options: '-c timezone=UTC' })
    this.#stage = stage
    this.#control = control
    this.on('error', () => {})
    this.on('connect', (client) => {
      client.on('error', () => {})
    })
  }

  // The driver has these in many shapes; drizzle uses the ones with promises alone.
  override connect = (async () => {
    const client: PoolClient = await apart(() => super.connect())
    this.#out.add(client)
    const pid = (client as unknown as { processID: number }).processID
    let isBroken = false
    const broken = async () => {
      isBroken = true
      await this.#end(pid)
    }
    return {
      query: (statement: unknown, values?: unknown[]) =>
        isBroken
          ? Promise.reject(new Error('Connection terminated unexpectedly'))
          : this.#stage.effect(
              labelOf(statement),
              () => apart(() => client.query(statement as string, values)),
              { pid, broken },
            ),
      release: (error?: unknown) => {
        this.#out.delete(client)
        client.release(isBroken || Boolean(error))
      },
    }
  }) as never

  override query = (async (statement: unknown, values?: unknown[]) => {
    const client = await (this.connect as unknown as () => Promise<PoolClient>)()
    try {
      return await client.query(statement as string, values)
    } finally {
      client.release()
    }
  }) as never

  /** What was not committed is undone, as the server does for a process that is gone. */
  async kill(): Promise<void> {
    const out = [...this.#out]
    await Promise.all(out.map((client) => this.#end((client as unknown as { processID: number }).processID)))
    for (const client of out) client.release(true)
    this.#out.clear()
    await this.end()
  }

  /** A session that is named twice is gone the second time. */
  async #end(pid: number): Promise<void> {
    // The server itself would look only ten times a second whether the session has gone.
    for (;;) {
      const { rows } = await this.#control.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1',
        [pid],
      )
      if (rows.length === 0) return
      await apart(() => nextTurn())
    }
  }
}

const labelOf = (statement: unknown): string => {
  const text = typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)
  const [, verb = '', table = ''] =
    /^\s*(with|select|insert into|update|delete from|begin|commit|rollback|truncate)\b(?:.*?\b(?:from|into|update)?\s*"([a-z_]+)")?/is.exec(
      text,
    ) ?? []
  return `${verb || text.trim().slice(0, 20)} ${table}`.trim()
}
