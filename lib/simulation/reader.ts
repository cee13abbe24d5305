import type { Socket } from 'node:net'
import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { named } from './sessions'

/**
 * Reads the database alongside the actors. Queries asked together go out in one packet, and PostgreSQL answers them in
 * order: the judge asks about twenty after each step, and one wake-up for each took longer than all the answers.
 */
export class Reader {
  readonly #client: Client
  readonly #socket: Socket
  #isHeld = false

  private constructor(client: Client) {
    this.#client = client
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  }

  static async open(connection: ClientConfig): Promise<Reader> {
    const client = new Client({ ...connection, pipeline: true })
    client.on('error', () => {})
    await client.connect()
    return new Reader(client)
  }

  async read<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
    this.#holdThisTurn()
    const { rows } = await this.#client.query<Row>(named(statement, values) as QueryConfig)
    return rows
  }

  #holdThisTurn(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isHeld = false
      this.#socket.uncork()
    })
  }

  end(): Promise<void> {
    return this.#client.end()
  }
}
