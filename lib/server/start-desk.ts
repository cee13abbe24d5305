import 'server-only'
import path from 'node:path'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { createPartnerClient } from '@/lib/partner/client'
import { recoverAttempts } from './applications/recovery'
import { seedApplications } from './demonstration/seed-applications'
import { seedPeople } from './demonstration/seed-people'
import { deliverDocument, queueWaitingDocuments } from './documents/delivery'
import { createDocumentStore } from './documents/document-store'
import { startJobs } from './jobs'
import { partnerConfig } from './partner-config'
import type { Desk } from './running-desk'
import { loadSealer } from './sealing/data-keys'
import { loadSecrets } from './secrets'
import { loadLists } from './settings'
import type { World } from './world'

/** Opens everything in order, and mends what an earlier process left half done before anybody can ask for it. */
export async function startDesk(env: Env): Promise<Desk> {
  const secrets = await loadSecrets(env)
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  await migrateDatabase(database)
  const { db } = database
  const jobs = await startJobs(database)
  const world: World = {
    db,
    partner: createPartnerClient(partnerConfig(env)),
    sealer: await loadSealer(db, secrets.keyEncryptionKey),
    documentStore: await createDocumentStore(
      path.join(env.DATA_DIR, 'uploads'),
      path.join(env.DATA_DIR, 'documents'),
    ),
    jobs,
    lists: await loadLists(db),
    now: () => new Date(),
  }
  await recoverAttempts(world, database.kind === 'embedded')
  if (env.demo) await seedPeople(world)

  let recovery: NodeJS.Timeout | undefined
  return {
    env,
    db,
    authSecret: secrets.authSecret,
    world,
    async listening() {
      if (env.demo) await seedApplications(world, partnerConfig(env).authUrl)
      await jobs.work('deliver-document', (data, last) => deliverDocument(world, data, last))
      await queueWaitingDocuments(world)
      if (database.kind === 'postgres')
        recovery = setInterval(() => void recoverAgain(world), RECOVERY_MS).unref()
    },
    async stop() {
      clearInterval(recovery)
      await jobs.stop()
      await database.close()
      log.info('stopped')
    },
  }
}

const RECOVERY_MS = 60_000

/** On a shared database an attempt is known to be abandoned only some time after the crash, and by whoever still runs. */
async function recoverAgain(world: World): Promise<void> {
  try {
    await recoverAttempts(world, false)
  } catch (error) {
    log.error({ err: error }, 'recovery')
  }
}
