import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationSections, sentSections } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { callbackEndpoints } from '@/lib/db/schema/callbacks'
import { auditLog, dataKeys } from '@/lib/db/schema/desk'
import { secondFactors } from '@/lib/db/schema/people'
import { underwritingRequests } from '@/lib/db/schema/underwriting'
import type { SectionName } from '@/lib/domain/application/sections'
import { requestPlace } from '@/lib/server/applications/attempt'
import { saveSection } from '@/lib/server/applications/mutations'
import { listSameIdentities } from '@/lib/server/applications/search-index'
import { secretPlace } from '@/lib/server/callbacks/forwarding/forward-signature'
import { answerContent } from '@/lib/server/documents/content'
import { registerDocument } from '@/lib/server/documents/mutations'
import { getOpenDraft } from '@/lib/server/drafts/data'
import { factorSecretPlace } from '@/lib/server/factors/totp'
import { type DeskSealer, loadSealer } from '@/lib/server/sealing/data-keys'
import type { Ctx } from '@/lib/server/services'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleDraft } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { beginRotation, goOnRotating, isRotating } from './rotate'

const KEY = randomBytes(32)
const partnerUrl = 'http://127.0.0.1:1/sandbox'
const child = path.join(import.meta.dirname, '../../testing/key-rotation.child.ts')

withPostgres('renewing the data key', (createDatabase) => {
  let databaseUrl: string
  let desk: TestDesk
  let ana: Ctx
  let applicationId: string
  let documentId: string
  const ids = { attempt: crypto.randomUUID(), factor: crypto.randomUUID(), endpoint: crypto.randomUUID() }

  beforeAll(async () => {
    databaseUrl = await createDatabase()
    desk = await openTestDesk({ partnerUrl, databaseUrl, keyEncryptionKey: KEY })
    ana = await desk.as('Ana')
    const { db, sealer, now } = desk.services
    applicationId = await seedApplicationDraft(ana, exampleDraft())
    documentId = await putUpload(ana, '%PDF-1.4\n/Page\npassport\n')
    await registerDocument(ana, { applicationId, uploadId: documentId, name: 'a.pdf', category: 'identity' })
    const at = now()
    await db.insert(partnerAttempts).values({
      id: ids.attempt,
      applicationId,
      endpoint: 'application',
      state: 'accepted',
      request: sealer.seal(requestPlace(ids.attempt), '{"SSN__c":"…"}'),
      requestSha256: '',
      preparedAt: at,
    })
    await db.insert(secondFactors).values({
      id: ids.factor,
      userId: ana.actor.id,
      kind: 'totp',
      name: 'Phone',
      createdAt: at,
      secretSealed: sealer.seal(factorSecretPlace(ids.factor), 'JBSWY3DP'),
    })
    await db.insert(callbackEndpoints).values({
      id: ids.endpoint,
      label: 'Ledger',
      url: 'https://ledger.example/in',
      secret: sealer.seal(secretPlace(ids.endpoint), 'whsec_x'),
      active: true,
      innerAllowed: false,
      createdBy: ana.actor.id,
      createdAt: at,
    })
    const sections = await db.select().from(applicationSections)
    for (const { section, data } of sections)
      await db
        .insert(sentSections)
        .values({ applicationId, section, revision: 1, sent: data, taken: data, sentAt: at })
    await db.insert(underwritingRequests).values({
      applicationId,
      round: 1,
      askedBy: ana.actor.id,
      askedAt: at,
      items: [],
      before: Object.fromEntries(sections.map(({ section, data }) => [section, data])),
    })
  })
  afterAll(() => desk.close())

  /** As a process that has read the data keys since. */
  const withSealer = (sealer: DeskSealer): Ctx => ({ ...ana, sealer })
  const rest = () => desk.services.db.update(dataKeys).set({ createdAt: sql`now() - interval '2 minutes'` })
  const sealedBy = async (version: number) =>
    JSON.stringify(await dumpDatabase(desk.services.db)).split(`v1.${version}.`).length - 1
  const save = async (ctx: Ctx, id: string, section: SectionName) => {
    const { draft, versions } = await getOpenDraft(ctx.db, ctx.sealer, { id, kind: 'payfac' })
    return saveSection(ctx, {
      applicationId: id,
      section,
      baseVersion: versions[section],
      data: draft[section],
    })
  }

  test('begins with a key that opens and does not seal yet, so that no desk meets what it cannot open', async () => {
    expect(await beginRotation(desk.services, KEY)).toEqual({ version: 2, isNew: true })
    expect(await beginRotation(desk.services, KEY), 'asked again, it is gone on with').toEqual({
      version: 2,
      isNew: false,
    })
    const fresh = await loadSealer(desk.services.db, KEY)
    expect(fresh.keyInUse()).toBe(1)
    expect(await goOnRotating(withSealer(fresh))).toBeNull()
    expect(await sealedBy(2)).toBe(0)
    await rest()
    await fresh.refresh()
    expect(fresh.keyInUse()).toBe(2)
  })

  test('finds the same identity while one application is hashed under both keys and the other is not', async () => {
    const renewed = withSealer(await loadSealer(desk.services.db, KEY))
    const twin = await seedApplicationDraft(renewed, exampleDraft())
    const same = await listSameIdentities(desk.services.db, twin)
    expect(new Set(same.map(({ other }) => other.applicationId))).toEqual(new Set([applicationId]))
    expect(same.map(({ field }) => field)).toContain('taxId')
    expect(new Set(same.map((one) => JSON.stringify(one))).size, 'each place once').toBe(same.length)
    // A process that does not know the new key yet still finds the newcomer.
    const [fromThere] = await listSameIdentities(desk.services.db, applicationId)
    expect(fromThere?.other.applicationId).toBe(twin)
  })

  test('killed halfway leaves everything readable, and the next one brings it to its end', async () => {
    const before = await getOpenDraft(desk.services.db, desk.services.sealer, {
      id: applicationId,
      kind: 'payfac',
    })
    const running = spawn(process.execPath, ['--import', 'tsx', child, databaseUrl, KEY.toString('base64')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const text of running.stdout) {
      output += text
      if (output.includes('halfway')) break
    }
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
    expect(output).toContain('halfway')
    expect(await sealedBy(1)).toBeGreaterThan(0)
    expect(await isRotating(desk.services.db)).toBe(true)

    const halfway = withSealer(await loadSealer(desk.services.db, KEY))
    const readAll = async (ctx: Ctx) => ({
      draft: (await getOpenDraft(ctx.db, ctx.sealer, { id: applicationId, kind: 'payfac' })).draft,
      document: await (await answerContent(ctx, documentId, { withBody: true })).text(),
    })
    // The store has the sealer of its desk: what it cannot open yet is what `refresh` is for.
    await Reflect.get(desk.services.sealer, 'refresh')()
    expect(await readAll(halfway)).toEqual({ draft: before.draft, document: '%PDF-1.4\n/Page\npassport\n' })

    expect(await beginRotation(desk.services, KEY)).toEqual({ version: 2, isNew: false })
    expect(await goOnRotating(halfway)).toMatchObject({ stays: 0 })
    expect(await sealedBy(1), 'nothing is left under the old key').toBe(0)
    expect(await readAll(halfway)).toEqual({ draft: before.draft, document: '%PDF-1.4\n/Page\npassport\n' })
    expect(await isRotating(desk.services.db)).toBe(false)
    const { db } = desk.services
    const [attempt] = await db.select().from(partnerAttempts).where(eq(partnerAttempts.id, ids.attempt))
    const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.id, ids.factor))
    const [endpoint] = await db.select().from(callbackEndpoints).where(eq(callbackEndpoints.id, ids.endpoint))
    expect(halfway.sealer.open(requestPlace(ids.attempt), attempt?.request ?? '')).toBe('{"SSN__c":"…"}')
    expect(halfway.sealer.open(factorSecretPlace(ids.factor), factor?.secretSealed ?? '')).toBe('JBSWY3DP')
    expect(halfway.sealer.open(secretPlace(ids.endpoint), endpoint?.secret ?? '')).toBe('whsec_x')
    const audited = await db.select().from(auditLog).where(eq(auditLog.subjectType, 'setting'))
    expect(audited.map(({ action }) => action)).toEqual(['data-key-added', 'data-key-in-use'])
  })

  test('leaves a draft as it was for who has it open: its next save is no conflict', async () => {
    const renewed = withSealer(await loadSealer(desk.services.db, KEY))
    expect(await save(renewed, applicationId, 'merchant')).toMatchObject({ ok: true })
    expect((await listSameIdentities(desk.services.db, applicationId)).length).toBeGreaterThan(0)
  })

  test('can be done again, and what does not open is told of and holds up nothing', async () => {
    await desk.services.db
      .update(partnerAttempts)
      .set({ request: sql`${partnerAttempts.request} || 'x'` })
      .where(eq(partnerAttempts.id, ids.attempt))
    expect(await beginRotation(desk.services, KEY)).toEqual({ version: 3, isNew: true })
    await rest()
    const renewed = withSealer(await loadSealer(desk.services.db, KEY))
    expect(await goOnRotating(renewed)).toMatchObject({ stays: 1 })
    expect(await sealedBy(2), 'only the damaged one').toBe(1)
    expect(await beginRotation(desk.services, KEY)).toMatchObject({ version: 4, isNew: true })
  })
})
