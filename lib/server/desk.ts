import 'server-only'
import path from 'node:path'
import { type Database, migrateDatabase, openDatabase } from '@/lib/db/client'
import type { Db } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { createPartnerClient } from '@/lib/partner/client'
import { recoverAttempts } from './applications/recovery'
import type { World } from './context'
import { seedApplications } from './demonstration/seed-applications'
import { seedPeople } from './demonstration/seed-people'
import { deliverDocument, queueWaitingDocuments } from './documents/delivery'
import { createDocumentStore } from './documents/document-store'
import { startJobs } from './jobs'
import { partnerConfig } from './partner-config'
import { loadSealer } from './sealing/data-keys'
import { loadSecrets } from './secrets'
import { loadLists } from './settings'

/** What lives as long as the process. */
export type Desk = {
  env: Env
  db: Db
  database: Database
  authSecret: string
  world: World
  /** Called once the server answers: what talks to the partner, which may be mounted in this very server, begins here. */
  listening(): Promise<void>
  stop(): Promise<void>
}

// Next bundles instrumentation and routes apart, each with its own copy of this module; the process has one desk.
const DESK = Symbol.for('payfac-desk')
const holder = globalThis as { [DESK]?: Desk }

export function requireDesk(): Desk {
  const desk = holder[DESK]
  if (!desk) throw new Error('The desk has not started in this process.')
  return desk
}

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
    documentStore: await createDocumentStore(path.join(env.DATA_DIR, 'uploads'), path.join(env.DATA_DIR, 'documents')),
    jobs,
    lists: await loadLists(db),
    now: () => new Date(),
  }
  await recoverAttempts(world, database.kind === 'embedded')
  if (env.demo) await seedPeople(world)

  const desk: Desk = {
    env,
    db,
    database,
    authSecret: secrets.authSecret,
    world,
    async listening() {
      if (env.demo) await seedApplications(world)
      await jobs.work('deliver-document', (data, last) => deliverDocument(world, data, last))
      await queueWaitingDocuments(world)
    },
    async stop() {
      await jobs.stop()
      await database.close()
      log.info('stopped')
    },
  }
  holder[DESK] = desk
  return desk
}
