import { parseArgs } from 'node:util'
import { z } from 'zod'
import { invitePersonInput, personName } from '@/lib/domain/access/inputs'
import { routes } from '@/lib/routes'
import { makeFirstAdmin } from '@/lib/server/people/links'
import { openOrJoin, runCommand } from './open-database'
import { readEnv } from './read-env'

/** `npm run admin:create -- --email A`: a one-time link by which the first admin sets a name and a password. */

const input = z.object({ email: invitePersonInput.shape.email, name: z.optional(personName) })

const USAGE = 'Usage: npm run admin:create -- --email you@example.com [--name "Ada Example"] [--recover]'

await runCommand(async () => {
  const values = readFlags()
  const read = input.safeParse(values)
  if (!read.success) throw new Error(`${z.prettifyError(read.error)}\n${USAGE}`)
  const env = readEnv('production')
  const database = await openOrJoin(env)
  try {
    const made = await makeFirstAdmin(
      { db: database.db, now: () => new Date() },
      { ...read.data, recover: values.recover },
    )
    if (!made.ok) throw new Error(made.message)
    const day = made.expiresAt.slice(0, 16).replace('T', ' ')
    console.log(`\n  One-time link for ${made.email}, until ${day} UTC:\n`)
    console.log(`    ${env.APP_URL}${routes.accessLink}#${made.token}\n`)
    console.log(
      made.isReset
        ? '  Whoever opens it first sets the password of this admin: send it by a way that only they read.'
        : '  Whoever opens it first becomes an admin: send it by a way that only they read.',
    )
  } finally {
    await database.close()
  }
})

/** Refuses unknown flags and prints the usage: a mistyped `--recovery` must not be ignored. */
function readFlags() {
  try {
    return parseArgs({
      options: {
        email: { type: 'string', default: '' },
        name: { type: 'string' },
        recover: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
