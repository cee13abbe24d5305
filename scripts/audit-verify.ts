import { parseArgs } from 'node:util'
import { isMigrated } from '@/lib/db/client'
import { publicKey, publicKeyText, signingKey } from '@/lib/server/audit-log/checkpoint'
import { checkpointFile, verifyWithFile } from '@/lib/server/audit-log/desk-audit'
import { loadAuditSeed } from '@/lib/server/secrets'
import { openAsItIs } from './open-database'
import { readEnv } from './read-env'

/**
 * `npm run audit:verify`: recomputes every seal of the audit log and compares the chain with its signed checkpoints.
 * Does not change or migrate the database. Exits with 0 if everything matches, 1 if something was changed, and 2 if the
 * check could not be completed.
 */

const USAGE =
  'Usage: npm run audit:verify -- [--checkpoints FILE] [--key PUBLIC_KEY]\n' +
  '  --checkpoints  a copy of the checkpoint file from another place; by default the desk’s own\n' +
  '  --key          the public key in base64; by default that of the desk’s signing key'

try {
  const { values } = parseArgs({ options: { checkpoints: { type: 'string' }, key: { type: 'string' } } })
  const env = readEnv('production')
  const key = values.key ? publicKey(values.key) : signingKey(await loadAuditSeed(env)).public
  const database = await openAsItIs(env)
  try {
    if (!(await isMigrated(database.db)))
      console.log(
        'This database is of an earlier version, and was not migrated. If it cannot be verified, use the version of the desk that it belongs to.',
      )
    const found = await verifyWithFile(
      database,
      values.checkpoints ?? checkpointFile(env),
      key,
      values.checkpoints ? null : { last: null },
    )
    console.log(`Public key ${publicKeyText(key)} (${key.id})`)
    for (const line of found.unreadable) console.log(`Line ${line} of the checkpoint file cannot be read.`)
    if (found.note) console.log(found.note)
    if (found.otherKeys > 0)
      console.log(`${found.otherKeys} checkpoints are signed by another key, and were not looked at.`)
    if (found.problem !== null) {
      console.error(`\nWRONG: ${found.problem}`)
      console.error(`Everything before it is as it was sealed: ${found.seq} rows.`)
      process.exitCode = 1
    } else {
      console.log(`\nAs it was sealed: ${found.seq} rows, ${found.checkpoints} signed checkpoints.`)
      if (found.unsealed > 0) console.log(`${found.unsealed} rows wait for their seal.`)
      if (found.checkpoints === 0)
        console.log(
          'No checkpoint was held against it: whoever can write to the database could have resealed it.',
        )
    }
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof TypeError && 'code' in error) console.error(USAGE)
  process.exitCode = 2
}
