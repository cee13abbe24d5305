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
import { goOnRotating, isRotating } from './key-rotation/rotate'
import { openListsInUse } from './lists-in-use'
import { mailOf } from './mail'
import { deskMetrics } from './metrics/desk-metrics'
import { listenForMetrics } from './metrics/listener'
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
import { loadLists } from './settings'
import { purgeSessions } from './sign-in/sessions'
import { singleSignOnOf } from './single-sign-on/sign-in-by-provider'
import type { World } from './world'

/** Opens everything in order, and mends what an earlier process left half done before anybody can ask for it. */
export async function startDesk(env: Env): Promise<Desk> {
  const secrets = await loadSecrets(env)
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  await migrateDatabase(database)
  const { db } = database
  const sealer = await loadSealer(db, secrets.keyEncryptionKey)
  if (!env.demo) await refuseDemonstration({ db, sealer })
  const jobs = startJobs(database)
  const [lists, documentStore] = await Promise.all([
    openListsInUse(() => loadLists(db)),
    openDocumentStore(env, sealer),
  ])
  const partner = createPartnerClient(partnerConfig(env))
  let held = await readSendingHold(db)
  const world: World = {
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
      return lists.current
    },
    reloadLists: lists.reload,
    get held() {
      return held
    },
    now: () => new Date(),
  }
  await recoverAttempts(world, database.kind === 'embedded')
  await sealPlainUploads(documentStore.uploads)
  if (env.demo) {
    await seedPeople(world)
    await seedReceivers(world)
  }

  const breakGlass = world.singleSignOn?.breakGlass
  if (breakGlass && !(await isWayIn(db, breakGlass)))
    log.warn('OIDC_BREAK_GLASS is no active admin with a password: without the provider no one can sign in')

  const callers = createCallers(env.TRUSTED_PROXIES, world.now)
  const audit = await openDeskAudit(world, env)
  const isWorker = env.ROLES.includes('worker')
  const classifier = isWorker ? startClassifier(world) : null
  const callbackKeys = await watchKeys(world)
  const callbackIntake = createCallbackIntake(world, callbackKeys, { onStored: () => classifier?.wake() })
  const timers: NodeJS.Timeout[] = []
  let sealing: Promise<unknown> = Promise.resolve()
  let isStopping = false
  const metrics = await listenForMetrics(env, () => deskMetrics({ world, connections: database.connections }))
  return {
    env,
    db,
    authSecret: secrets.authSecret,
    sandboxKey: sandboxKeyOf(secrets.keyEncryptionKey),
    world,
    callbackDoor: env.ROLES.includes('receiver') ? createCallbackDoor(callbackIntake, callers) : () => false,
    settleCaller: callers.settle,
    untrustedProxy: callers.untrustedProxy,
    audit,
    refreshCallbackKeys: callbackKeys.refresh,
    async listening() {
      timers.push(setInterval(() => tryQuietly(lists.reload), RELOAD_LISTS_MS).unref())
      timers.push(setInterval(() => tryQuietly(sealer.refresh), RELOAD_LISTS_MS).unref())
      const lookAgain = async () => {
        if (held !== null) held = await readSendingHold(db)
      }
      timers.push(setInterval(() => tryQuietly(lookAgain), RELOAD_LISTS_MS).unref())
      if (env.demo && env.ROLES.includes('web')) {
        await seedApplications(world, partnerConfig(env).authUrl, env.SANDBOX_CONTROL_TOKEN)
        await seedMerchants(world)
        await seedFunding(world, partnerConfig(env).authUrl, env.SANDBOX_CONTROL_TOKEN)
        await seedCallbacks(world)
        // Shared sandboxes can be away, and are set by hand then.
        const controls = sandboxControls(partnerConfig(env).authUrl, env.SANDBOX_CONTROL_TOKEN)
        await tryQuietly(() => joinSandbox(world, controls, env.APP_URL))
      }
      if (!isWorker) return
      await jobs.work('deliver-document', (data, last) => deliverDocument(world, data, last))
      await jobs.work('scan-document', (data) => scanDocument(world, data))
      await jobs.work('send-funding-batch', (data) => sendFundingBatch(world, data))
      await jobs.work('check-connections', () => checkDueConnections(world))
      await jobs.work('make-backup', () => makeDueBackup(world, database, env))
      await jobs.work('forward-callback', (data, last) => forwardCallback(world, data, last))
      const startedAt = world.now()
      const mend = () => tryQuietly(() => mendWork(world, startedAt))
      const sweep = () =>
        Promise.all([
          tryQuietly(() => deleteExpiredUploads(world.documentStore.uploads)),
          tryQuietly(() => eraseRemoved(world)),
          tryQuietly(() => purgeSessions(db, world.now())),
        ])
      await Promise.all([
        mend(),
        sweep(),
        tryQuietly(() => reindex(world)),
        // Before any row is sealed: a sealed row is never masked.
        tryQuietly(() => sweepCardNumbers(world).then(audit.begin)),
        tryQuietly(() => fillLeft(world)),
      ])
      // Nobody waits for it: with many documents of an earlier version it takes its time.
      sealing = tryQuietly(() => sealPlainDocuments(world)).then(() =>
        // A renewal of the data key whose command did not come to its end.
        tryQuietly(async () => (await isRotating(db)) && goOnRotating(world)),
      )
      timers.push(setInterval(mend, MEND_MS).unref(), setInterval(sweep, SWEEP_MS).unref())
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
      await sealing
      await audit.stop()
    },
    async close() {
      await metrics?.stop()
      await database.close()
      log.info('stopped')
    },
  }
}

const MEND_MS = 60_000
const RELOAD_LISTS_MS = 5_000
const SWEEP_MS = 24 * 3_600_000

/**
 * What a crash of another instance, or a database that was away at the wrong moment, left behind: attempts
 * that nobody waits for any more, and documents and batches that wait and are in no queue. Batches that wait for
 * approval are judged anew, by whatever way people or rules changed.
 */
async function mendWork(world: World, startedAt: Date): Promise<void> {
  await recoverAttempts(world, false)
  await queueWaitingScans(world)
  await queueWaitingDocuments(world)
  await queueSendingBatches(world)
  await queueWaitingForwards(world)
  await queueDueCheck(world, startedAt)
  await queueDueBackup(world)
  await world.db.transaction((tx) =>
    judgeWaitingBatches({ now: world.now, actor: null, requestId: 'job' }, tx, 'time'),
  )
}

async function tryQuietly(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    log.error({ err: error }, 'work in the background failed, and is tried again later')
  }
}
