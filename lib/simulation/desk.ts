import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Db } from '@/lib/db/client'
import { parseEnv } from '@/lib/env'
import { createPartnerClient } from '@/lib/partner/client'
import { forwardCallback } from '@/lib/server/callbacks/forwarding/forward-job'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import type { KnownKeys } from '@/lib/server/callbacks/intake/known-keys'
import { deliverDocument, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { createDocumentStore, type DocumentStore } from '@/lib/server/documents/document-store'
import { malwareScannerOf } from '@/lib/server/documents/malware-scanner'
import { judgeWaitingBatches } from '@/lib/server/funding/approvals'
import { fundingOf } from '@/lib/server/funding/profiles'
import { queueSendingBatches, sendFundingBatch } from '@/lib/server/funding/send'
import { connectionsOf, fundingProfiles, hostedPaymentPage, partnerConfig } from '@/lib/server/partner-config'
import { recoverAttempts } from '@/lib/server/recovery'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import type { Services } from '@/lib/server/services'
import { loadSettingsInUse } from '@/lib/server/settings'
import { openSettingsInUse } from '@/lib/server/settings-in-use'
import { singleSignOnOf } from '@/lib/server/single-sign-on/sign-in-by-provider'
import { DeskPool } from './desk-pool'
import { OWN_DEADLINES } from './own-builtins'
import type { Job, OwnJobs } from './own-jobs'
import { onLine, type PartnerLine } from './partner-line'
import type { Sessions } from './sessions'
import type { Action, Stage } from './stage'

/** What survives a desk process. */
export type Ground = {
  sessions: Sessions
  stage: Stage
  line: PartnerLine
  partnerUrl: string
  jobs: OwnJobs
  /** The directory of uploads and documents. */
  filesDir: string
  /** The receivers' keys as a process knows them. */
  keys: KnownKeys
  now: () => Date
}

/** One desk process. Everything in its memory is lost when it is killed. */
export type OwnDesk = {
  services: Services
  receive: ReturnType<typeof createCallbackIntake>['receive']
  kill(): Promise<void>
}

const KEY = Buffer.alloc(32, 7)

/** Assembles the parts as start-desk.ts does, but with the harness's pool, line, queue and clock. */
export async function openOwnDesk(ground: Ground): Promise<OwnDesk> {
  const { sessions, stage, line, partnerUrl, jobs, filesDir, keys, now } = ground
  const pool = new DeskPool(sessions, stage)
  const db: Db = drizzle(pool as unknown as Pool)
  const env = parseEnv({ PARTNER: 'sandbox', PARTNER_AUTH_URL: partnerUrl })
  const partner = createPartnerClient({ ...partnerConfig(env), timeouts: OWN_DEADLINES })
  const inUse = await openSettingsInUse(() => loadSettingsInUse(db))
  const sealer = await loadSealer(db, KEY)
  const services: Services = {
    db,
    ...onLine(line, stage, { partner, funding: fundingOf(partner, fundingProfiles(env)) }),
    connections: connectionsOf(env),
    singleSignOn: singleSignOnOf(env),
    scanner: malwareScannerOf(env),
    // The people are invented, so no mail is sent.
    mail: null,
    hostedPaymentPage: hostedPaymentPage(env),
    sealer,
    documentStore: onStage(
      stage,
      await createDocumentStore(path.join(filesDir, 'uploads'), path.join(filesDir, 'documents'), sealer),
    ),
    jobs: jobs.of(stage),
    get lists() {
      return inUse.current.lists
    },
    get days() {
      return inUse.current.days
    },
    reloadSettings: inUse.reload,
    sendingHold: null,
    now,
  }
  const intake = createCallbackIntake(services, keys, { onStored: () => {} })
  return { services, receive: intake.receive, kill: () => pool.kill() }
}

/** File operations are effects too, so that the speed of the disk cannot decide who comes first. */
const onStage = (stage: Stage, store: DocumentStore): DocumentStore => ({
  ...store,
  findUpload: (id) => stage.effect('find an upload', () => store.findUpload(id)),
  readUploadHead: (id, bytes) => stage.effect('read an upload', () => store.readUploadHead(id, bytes)),
  uploadSha256: (id) => stage.effect('read an upload', () => store.uploadSha256(id)),
  uploadMayHavePages: (id) => stage.effect('read an upload', () => store.uploadMayHavePages(id)),
  keep: (id) => stage.effect('keep a file', () => store.keep(id)),
  takeBack: (id) => stage.effect('take back a file', () => store.takeBack(id)),
  discardUpload: (id) => stage.effect('discard an upload', () => store.discardUpload(id)),
  size: (document) => stage.effect('look at a file', () => store.size(document)),
  check: (document) => stage.effect('read a file', () => store.check(document)),
  erase: (id) => stage.effect('erase a file', () => store.erase(id)),
})

/** What a process does before it serves anyone. */
export const startAction = ({ services }: OwnDesk): Action => ({
  name: 'start',
  run: async () => {
    await recoverAttempts(services, true)
    await mend(services)
  },
})

/** What every process does each minute. */
export const minuteAction = ({ services }: OwnDesk): Action => ({
  name: 'minute',
  run: async () => {
    await recoverAttempts(services, false)
    await mend(services)
  },
})

async function mend(services: Services): Promise<void> {
  await queueWaitingDocuments(services)
  await queueSendingBatches(services)
  await services.db.transaction((tx) =>
    judgeWaitingBatches({ now: services.now, actor: null, requestId: 'job' }, tx, 'time'),
  )
}

export const jobAction = ({ services }: OwnDesk, jobs: OwnJobs, job: Job): Action => ({
  name: `job ${job.name}`,
  run: async () => {
    try {
      const { name, data } = job
      if (name === 'send-funding-batch') await sendFundingBatch(services, data as { batchId: string })
      if (name === 'deliver-document')
        await deliverDocument(services, data as { documentId: string }, jobs.isLast(job))
      if (name === 'forward-callback')
        await forwardCallback(services, data as { forwardId: string }, jobs.isLast(job))
      jobs.end(job, true)
    } catch (error) {
      jobs.end(job, false)
      throw error
    }
  },
})
