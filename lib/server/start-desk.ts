import { DAY_MS } from '@/lib/domain/values/calendar'
import 'server-only'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { createPartnerClient } from '@/lib/partner/client'
import { forwardCallback } from '@/lib/server/callbacks/forwarding/forward-job'
import { queueWaitingForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { createCallbackDoor } from '@/lib/server/callbacks/intake/door'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import { startClassifier } from '@/lib/server/callbacks/log/classifier'
import { sweepCardNumbers } from '@/lib/server/card-numbers/card-number-sweep'
import { reindex } from './applications/search-index'
import { openDeskAudit } from './audit-log/desk-audit'
import { makeDueBackup, queueDueBackup } from './backup/schedule'
import { createCallers } from './callers'
import { checkDueConnections, queueDueCheck } from './connections/check'
import { refuseDemonstration } from './demonstration/remove'
import { seedApplications } from './demonstration/seed-applications'
import { seedCallbacks } from './demonstration/seed-callbacks'
import { seedFunding } from './demonstration/seed-funding'
import { seedMerchants } from './demonstration/seed-merchants'
import { seedPeople } from './demonstration/seed-people'
import { seedReceivers } from './demonstration/seed-receivers'
import { deliverDocument, queueWaitingDocuments } from './documents/delivery'
import { eraseRemoved } from './documents/erase-removed'
import { malwareScannerOf } from './documents/malware-scanner'
import { openDocumentStore } from './documents/open-store'
import { queueWaitingScans, scanDocument } from './documents/scan'
import { sealPlainDocuments } from './documents/seal-plain'
import { deleteExpiredUploads, sealPlainUploads } from './documents/upload-files'
import { judgeWaitingBatches } from './funding/approvals'
import { fundingOf } from './funding/profiles'
import { queueSendingBatches, sendFundingBatch } from './funding/send'
import { startJobs } from './jobs'
import { keepTrying, type RetriedTask } from './keep-trying'
import { goOnRotating, isRotating } from './key-rotation/rotate'
import { mailOf } from './mail'
import { deskMetrics } from './metrics/desk-metrics'
import { listenForMetrics } from './metrics/listener'
import { mailNotices, purgeNoticeMails, queueDueMails } from './notifications/mail-notices'
import { connectionsOf, fundingProfiles, hostedPaymentPage, partnerConfig } from './partner-config'
import { hasAdmin, isWayIn } from './people/access'
import { recoverAttempts } from './recovery'
import type { Desk } from './running-desk'
import { fillLeft } from './sales/fill-left'
import { sandboxControls } from './sandbox/controls'
import { joinSandbox } from './sandbox/join'
import { loadSealer } from './sealing/data-keys'
import { loadSecrets, sandboxKeyOf } from './secrets'
import { readSendingHold } from './sending-hold'
import type { Services } from './services'
import { loadSettingsInUse } from './settings'
import { openSettingsInUse } from './settings-in-use'
import { purgeSessions } from './sign-in/sessions'
import { singleSignOnOf } from './single-sign-on/sign-in-by-provider'
import { startTracing } from './tracing'
import { tellOverdue } from './underwriting/tell-overdue'

/** Opens everything in order, and mends what an earlier process left half done before anyone can ask for it. */
export async function startDesk(env: Env): Promise<Desk> {
  const endTracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? await startTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT)
    : null
  const secrets = await loadSecrets(env)
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  await migrateDatabase(database)
  const { db } = database
  const sealer = await loadSealer(db, secrets.keyEncryptionKey)
  if (!env.demo) await refuseDemonstration({ db, sealer })
  const jobs = startJobs(database)
  const [inUse, documentStore] = await Promise.all([
    openSettingsInUse(() => loadSettingsInUse(db)),
    openDocumentStore(env, sealer),
  ])
  const partner = createPartnerClient(partnerConfig(env))
  let sendingHold = await readSendingHold(db)
  const services: Services = {
    db,
    partner,
    funding: fundingOf(partner, fundingProfiles(env)),
    connections: connectionsOf(env),
    singleSignOn: singleSignOnOf(env),
    hostedPaymentPage: hostedPaymentPage(env),
    sealer,
    documentStore,
    scanner: malwareScannerOf(env),
    mail: mailOf(env),
    jobs,
    get lists() {
      return inUse.current.lists
    },
    get days() {
      return inUse.current.days
    },
    reloadSettings: inUse.reload,
    get sendingHold() {
      return sendingHold
    },
    now: () => new Date(),
  }
  await recoverAttempts(services, database.kind === 'embedded')
  await sealPlainUploads(documentStore.uploads)
  if (env.demo) {
    await seedPeople(services)
    await seedReceivers(services)
  }

  const breakGlass = services.singleSignOn?.breakGlass
  if (breakGlass && !(await isWayIn(db, breakGlass)))
    log.warn('OIDC_BREAK_GLASS is no active admin with a password: without the provider no one can sign in')

  const callers = createCallers(env.TRUSTED_PROXIES, services.now)
  const audit = await openDeskAudit(services, env)
  const isWorker = env.ROLES.includes('worker')
  const classifier = isWorker ? startClassifier(services) : null
  const callbackKeys = await watchKeys(services)
  const callbackIntake = createCallbackIntake(services, callbackKeys, { onStored: () => classifier?.wake() })
  const timers: NodeJS.Timeout[] = []
  const upgradeTasks: RetriedTask[] = []
  let sealing: Promise<unknown> = Promise.resolve()
  let isStopping = false
  const metrics = await listenForMetrics(env, () =>
    deskMetrics({ services, connections: database.connections }),
  )
  return {
    env,
    db,
    authSecret: secrets.authSecret,
    sandboxKey: sandboxKeyOf(secrets.keyEncryptionKey),
    services,
    callbackDoor: env.ROLES.includes('receiver') ? createCallbackDoor(callbackIntake, callers) : () => false,
    identifyCaller: callers.identify,
    untrustedProxy: callers.untrustedProxy,
    audit,
    refreshCallbackKeys: callbackKeys.refresh,
    async listening() {
      timers.push(setInterval(() => tryQuietly(inUse.reload), RELOAD_MS).unref())
      timers.push(setInterval(() => tryQuietly(sealer.refresh), RELOAD_MS).unref())
      const lookAgain = async () => {
        if (sendingHold !== null) sendingHold = await readSendingHold(db)
      }
      timers.push(setInterval(() => tryQuietly(lookAgain), RELOAD_MS).unref())
      if (env.demo && env.ROLES.includes('web')) {
        await seedApplications(services, partnerConfig(env).authUrl, env.SANDBOX_CONTROL_TOKEN)
        await seedMerchants(services)
        await seedFunding(services, partnerConfig(env).authUrl, env.SANDBOX_CONTROL_TOKEN)
        await seedCallbacks(services)
        // Shared sandboxes can be away, and are set by hand then.
        const controls = sandboxControls(partnerConfig(env).authUrl, env.SANDBOX_CONTROL_TOKEN)
        await tryQuietly(() => joinSandbox(services, controls, env.APP_URL))
      }
      if (!isWorker) return
      await jobs.work('deliver-document', (data, last) => deliverDocument(services, data, last))
      await jobs.work('scan-document', (data) => scanDocument(services, data))
      await jobs.work('send-funding-batch', (data) => sendFundingBatch(services, data))
      await jobs.work('check-connections', () => checkDueConnections(services))
      await jobs.work('make-backup', () => makeDueBackup(services, database, env))
      await jobs.work('mail-notices', (data, last) => mailNotices(services, data, last))
      await jobs.work('forward-callback', (data, last) => forwardCallback(services, data, last))
      const startedAt = services.now()
      const mend = () => tryQuietly(() => mendWork(services, startedAt))
      const sweep = () =>
        Promise.all([
          tryQuietly(() => deleteExpiredUploads(services.documentStore.uploads)),
          tryQuietly(() => eraseRemoved(services)),
          tryQuietly(() => purgeSessions(db, services.now())),
          tryQuietly(() => purgeNoticeMails(services)),
        ])
      timers.push(setInterval(mend, MEND_MS).unref(), setInterval(sweep, SWEEP_MS).unref())
      // Nothing waits for what an upgrade has to do to the rows of earlier versions.
      let runs = 0
      upgradeTasks.push(
        keepTrying('making applications findable again', async () => {
          runs += 1
          const left = await reindex(services, runs <= RUNS_LOGGED_WHOLE)
          if (left > 0) throw new Error(`${left} applications could not be made findable again`)
        }),
        keepTrying('masking card numbers of earlier versions', async () => {
          await sweepCardNumbers(services, database)
          // Only then: a sealed row is never masked.
          if (!jobs.isStopping()) audit.begin()
        }),
        keepTrying('computing what is left of funded sales', () => fillLeft(services)),
      )
      await Promise.all([mend(), sweep()])
      // No one waits for it: with many documents of an earlier version it takes its time.
      sealing = tryQuietly(() => sealPlainDocuments(services)).then(() =>
        // A renewal of the data key whose command did not come to its end.
        tryQuietly(async () => (await isRotating(db)) && goOnRotating(services)),
      )
    },
    beginStop() {
      isStopping = true
    },
    isStopping: () => isStopping,
    hasAdmin: () => hasAdmin(db),
    async stopWork() {
      for (const timer of timers) clearInterval(timer)
      // What was taken is stored, and what was stored is read, before jobs and the database go.
      callbackKeys.stop()
      await callbackIntake.stop()
      await classifier?.stop()
      await jobs.stop()
      await Promise.all(upgradeTasks.map((task) => task.stop()))
      await sealing
      await audit.stop()
    },
    async close() {
      await metrics?.stop()
      await database.close()
      await endTracing?.()
      log.info('stopped')
    },
  }
}

const MEND_MS = 60_000
const RELOAD_MS = 1_000
const SWEEP_MS = DAY_MS
/** What fails in every run is named in the first ones only: there may be many of them. */
const RUNS_LOGGED_WHOLE = 3

/**
 * What a crash of another instance, or a database that was away at the wrong moment, left behind: attempts
 * that no one waits for any more, and documents and batches that wait and are in no queue. Batches that wait for
 * approval are judged anew, by whatever way people or rules changed. Then who is to be told of what time did, and mailed.
 */
async function mendWork(services: Services, startedAt: Date): Promise<void> {
  await recoverAttempts(services, false)
  await queueWaitingScans(services)
  await queueWaitingDocuments(services)
  await queueSendingBatches(services)
  await queueWaitingForwards(services)
  await queueDueCheck(services, startedAt)
  await queueDueBackup(services)
  await tellOverdue(services)
  await queueDueMails(services)
  await services.db.transaction((tx) =>
    judgeWaitingBatches({ now: services.now, actor: null, requestId: 'job' }, tx, 'time'),
  )
}

async function tryQuietly(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error({ err: error }, 'work in the background failed, and is tried again later')
  }
}
