import { grantDesk } from '@/lib/db/desk-role'
import { sweepAuditLog } from '@/lib/server/card-numbers/card-number-sweep'
import { openOrJoin, runCommand } from './open-database'
import { readEnv } from './read-env'

/**
 * `npm run db:grant -- ROLE`, with the owner's DATABASE_URL: migrates, and lets a desk run as this role, which cannot
 * change the audit log. Run it again after each upgrade, before the desk starts.
 */

await runCommand(async () => {
  const [role] = process.argv.slice(2)
  if (!role) throw new Error('Usage: DATABASE_URL=postgres://owner@… npm run db:grant -- ROLE')
  const env = readEnv('production')
  if (env.DATABASE_URL === '')
    throw new Error(
      'In the embedded database a desk has such a role by itself. Set DATABASE_URL to a PostgreSQL of your own.',
    )
  const database = await openOrJoin(env)
  try {
    await sweepAuditLog(database.db)
    await grantDesk(database.db, role)
    console.log(`A desk can run as ${role}. Put this role into its DATABASE_URL.`)
  } finally {
    await database.close()
  }
})
