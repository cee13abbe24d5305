import { demonstrationWords, removeDemonstration } from '@/lib/server/demonstration/remove'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { loadSecrets } from '@/lib/server/secrets'
import { openOrJoin, runCommand } from './open-database'
import { readEnv } from './read-env'

/** `npm run demo:remove`: ends the demonstration's people, sessions, links and key, and keeps everything else. */

await runCommand(async () => {
  const env = readEnv('production')
  const secrets = await loadSecrets(env)
  const database = await openOrJoin(env)
  try {
    const sealer = await loadSealer(database.db, secrets.keyEncryptionKey)
    const { removed, stay } = await removeDemonstration({ db: database.db, sealer, now: () => new Date() })
    console.log(`Removed: ${demonstrationWords(removed) || 'nothing, there was nothing left'}.`)
    console.log('Applications, batches and callbacks stay, with their history.')
    if (stay.length > 0) {
      console.log('\nThese people can still sign in. Whoever you do not know, deactivate under People:')
      for (const { email, name, isAdmin } of stay)
        console.log(`  ${email}  ${name}${isAdmin ? '  (admin)' : ''}`)
    }
    if (!stay.some(({ isAdmin }) => isAdmin))
      console.log('\nNo one can administer this desk. Next: npm run admin:create -- --email you@example.com')
  } finally {
    await database.close()
  }
})
