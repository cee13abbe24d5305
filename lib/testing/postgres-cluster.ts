import { afterAll, describe } from 'vitest'
import { createOwnDatabase, type OwnDatabase } from './test-cluster'

/**
 * A suite that reaches its database as DATABASE_URL does, by an address over TCP: what several desks share, or what
 * is to be cut off. `createDatabase` makes a fresh one, migrated, and gives its address.
 */
export function withPostgres(title: string, suite: (createDatabase: () => Promise<string>) => void): void {
  describe(title, () => {
    const made: OwnDatabase[] = []
    afterAll(async () => {
      for (const own of made.splice(0)) await own.drop()
    })
    suite(async () => {
      const own = await createOwnDatabase({ migrated: true })
      made.push(own)
      return own.url
    })
  })
}
