import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, migrateDatabase, openDatabase } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { Draft } from '@/lib/domain/application/sections'
import { parseEnv } from '@/lib/env'
import { createPartnerClient, type PartnerTimeouts } from '@/lib/partner/client'
import type { FundingProfile } from '@/lib/partner/funding-client'
import { createApplication, saveSection } from '@/lib/server/applications/mutations'
import { createDocumentStore } from '@/lib/server/documents/document-store'
import { malwareScannerOf } from '@/lib/server/documents/malware-scanner'
import { fundingOf } from '@/lib/server/funding/profiles'
import { startJobs } from '@/lib/server/jobs'
import { connectionsOf, fundingProfiles, hostedPaymentPage, partnerConfig } from '@/lib/server/partner-config'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { readSendingHold } from '@/lib/server/sending-hold'
import type { Ctx, Services } from '@/lib/server/services'
import { loadSettingsInUse } from '@/lib/server/settings'
import { openSettingsInUse } from '@/lib/server/settings-in-use'
import { singleSignOnOf } from '@/lib/server/single-sign-on/sign-in-by-provider'
import { openTestDatabase } from './database'

export type TestDesk = {
  services: Services
  database: Database
  /** A person with these roles, and the context of a request of theirs. */
  as(name: string, roles?: Role[]): Promise<Ctx>
  close(): Promise<void>
}

/**
 * A desk with real parts: a database of its own, sealing, files in a temporary folder, jobs,
 * and the real client of the partner at `partnerUrl` (a sandbox process; an address where no one
 * listens is a partner that is down).
 */
export async function openTestDesk(options: {
  partnerUrl: string
  databaseUrl?: string
  /** A folder to keep when the desk closes, with the embedded database and the files. By default everything is deleted. */
  dataDir?: string
  /** Needed to open one database twice. */
  keyEncryptionKey?: Buffer
  timeouts?: Partial<PartnerTimeouts>
  /** By default the sandbox's active ones. */
  fundingProfiles?: readonly FundingProfile[]
  now?: () => Date
}): Promise<TestDesk> {
  const directory = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'payfac-desk-')))
  const isOpened = options.databaseUrl !== undefined || options.dataDir !== undefined
  const database = isOpened
    ? await openDatabase({ databaseUrl: options.databaseUrl, dataDir: directory })
    : await openTestDatabase()
  if (isOpened) await migrateDatabase(database)
  const jobs = startJobs(database)
  await jobs.started
  const inUse = await openSettingsInUse(() => loadSettingsInUse(database.db))
  const env = parseEnv({ PARTNER: 'sandbox', PARTNER_AUTH_URL: options.partnerUrl })
  const partner = createPartnerClient({
    ...partnerConfig(env),
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  const sealer = await loadSealer(database.db, options.keyEncryptionKey ?? randomBytes(32))
  const services: Services = {
    db: database.db,
    partner,
    funding: fundingOf(partner, options.fundingProfiles ?? fundingProfiles(env)),
    connections: connectionsOf(env),
    singleSignOn: singleSignOnOf(env),
    scanner: malwareScannerOf(env),
    mail: null,
    hostedPaymentPage: hostedPaymentPage(env),
    sealer,
    documentStore: await createDocumentStore(
      path.join(directory, 'uploads'),
      path.join(directory, 'documents'),
      sealer,
    ),
    jobs,
    get lists() {
      return inUse.current.lists
    },
    get days() {
      return inUse.current.days
    },
    reloadSettings: inUse.reload,
    sendingHold: await readSendingHold(database.db),
    now: options.now ?? (() => new Date()),
  }
  return {
    services,
    database,
    async as(name, roles = ['onboarding']) {
      const [person] = await database.db
        .insert(users)
        .values({ email: `${name.toLowerCase()}@desk.test`, name, passwordHash: 'none', roles })
        .returning()
      if (!person) throw new Error('A person was not stored.')
      return { ...services, actor: { ...person, sessionId: 'test' }, requestId: `test-${name}` }
    },
    async close() {
      await jobs.stop()
      await database.close()
      if (!options.dataDir) await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A stored application with this draft, every section saved once. */
export async function seedApplicationDraft(ctx: Ctx, draft: Draft): Promise<string> {
  const { id } = await createApplication(ctx)
  for (const section of SECTION_NAMES) {
    await saveSection(ctx, { applicationId: id, section, baseVersion: 0, data: draft[section] })
  }
  return id
}
