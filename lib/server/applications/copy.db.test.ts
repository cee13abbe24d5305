import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applicationRecords,
  applicationSections,
  applications,
  identityFingerprints,
} from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { withNewIds } from '@/lib/domain/application/convert'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { sectionIn } from '@/lib/domain/application/draft'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { sectionsOf } from '@/lib/domain/application/section-names'
import { APPLICATION_STATUSES, isOutcomeOpen } from '@/lib/domain/application/status'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleDraft } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { copyApplication, previewCopy } from './copy'
import { viewApplication } from './loaders'
import { createApplication, saveSection } from './mutations'
import { listSameIdentities } from './search-index'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const now = new Date('2026-07-01T12:00:00Z')

let desk: TestDesk
let ana: Ctx
let ben: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: () => now })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
})
afterAll(() => desk.close())

const copyOf = (applicationId: string, kind: ApplicationKind = 'payfac', ctx = ben) =>
  copyApplication(ctx, { applicationId, kind, newId: randomUUID() })

const seedFull = async (draft = exampleFullDraft()) => {
  const { id } = await createApplication(ana, { kind: 'full' })
  for (const section of sectionsOf('full')) {
    await saveSection(ana, { applicationId: id, section, baseVersion: 0, data: sectionIn(draft, section) })
  }
  return id
}

const openDraft = async (
  id: string,
  kind: ApplicationKind = 'payfac',
  services = desk.services,
): Promise<AnyDraft> => (await getOpenDraft(services.db, services.sealer, { id, kind })).draft

const rowOf = async (id: string) => {
  const [row] = await desk.services.db.select().from(applications).where(eq(applications.id, id))
  if (!row) throw new Error('The application is gone.')
  return row
}

const auditOf = (id: string) =>
  desk.services.db
    .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)

const withoutIds = (draft: AnyDraft) => withNewIds(draft, () => 'id')
const idsOf = ({ contacts, accounts }: AnyDraft) => [...contacts.items, ...accounts.items].map(({ id }) => id)

describe('a copy', () => {
  test('has all values of the latest saved sections, and ids of its own for every item', async () => {
    const source = await seedApplicationDraft(ana, canaryDraft())
    await saveSection(ana, {
      applicationId: source,
      section: 'options',
      baseVersion: 1,
      data: { ...exampleDraft().options, highTicket: '725' },
    })
    const copy = await copyOf(source)
    const [before, after] = [await openDraft(source), await openDraft(copy.id)]
    expect(after.options.highTicket).toBe('725')
    expect(withoutIds(after)).toEqual(withoutIds(before))
    expect(idsOf(after).filter((id) => idsOf(before).includes(id))).toEqual([])
    expect(new Set(idsOf(after)).size).toBe(idsOf(before).length)
  })

  test('of the other kind has its line items too, with ids of their own', async () => {
    const source = await seedFull()
    const copy = await copyOf(source, 'full')
    expect(withoutIds(await openDraft(copy.id, 'full'))).toEqual(withoutIds(exampleFullDraft()))
    expect(await rowOf(copy.id)).toMatchObject({ kind: 'full', legalName: 'Lantern  Street Outfitters LLC' })
  })

  test('seals identities again for their new place, and no plain one is anywhere in the database', async () => {
    const source = await seedApplicationDraft(ana, canaryDraft())
    const copy = await copyOf(source)
    const sealedTaxIds = await desk.services.db
      .select({ id: applicationSections.applicationId, data: applicationSections.data })
      .from(applicationSections)
      .where(sql`${applicationSections.applicationId} in (${source}, ${copy.id}) and section = 'merchant'`)
    expect(new Set(sealedTaxIds.map(({ data }) => JSON.stringify(data))).size).toBe(2)
    expect(canariesIn(JSON.stringify(await dumpDatabase(desk.services.db)))).toEqual([])
  })

  test.each(['submitting', 'outcome-unknown'] as const)(
    'is not made of what the partner may have (%s), and one made before is held back until that is known',
    async (status) => {
      const source = await seedApplicationDraft(ana, submittableDraft())
      const copy = await copyOf(source)
      const become = (next: typeof status | 'not-sent') =>
        desk.services.db.update(applications).set({ status: next }).where(eq(applications.id, source))
      await become(status)
      await expect(copyOf(source)).rejects.toMatchObject({
        code: 'wrong-state',
        message: expect.stringContaining('a copy could create the merchant twice'),
      })
      expect((await viewApplication(ben, source)).upkeep.mayCopy).toBe(false)

      const { number } = await rowOf(source)
      const words = `This is a copy of A-${number}, which the partner may already have.`
      const held = expect.objectContaining({ severity: 'error', message: expect.stringContaining(words) })
      expect(await submitAsReviewed(ben, copy.id)).toEqual({
        ok: false,
        reason: 'violations',
        violations: expect.arrayContaining([held]),
      })
      const { violations } = await viewApplication(ben, copy.id)
      expect(violations).toContainEqual(held)
      // Whoever types it anew instead is warned at each identity.
      expect(violations).toContainEqual(
        expect.objectContaining({
          path: 'merchant.taxId',
          message: `The same federal tax ID is in A-${number}, which the partner may already have. Resolve its outcome before you send this one.`,
        }),
      )

      await become('not-sent')
      const settled = (await viewApplication(ben, copy.id)).violations.map(({ message }) => message).join()
      expect(settled).not.toContain('may already have')
      expect((await copyOf(source)).id).not.toBe(copy.id)
    },
  )

  test('is found by its words and identities, and named as the same merchant', async () => {
    const source = await seedApplicationDraft(ana, canaryDraft())
    const copy = await copyOf(source)
    const kept = await rowOf(source)
    expect(await rowOf(copy.id)).toMatchObject({
      legalName: kept.legalName,
      dbaName: kept.dbaName,
      ownership: kept.ownership,
      taxIdLast4: '4935',
      merchantWords: kept.merchantWords,
      contactWords: kept.contactWords,
      partnerUnderwrites: true,
      derived: kept.derived,
    })
    const fingerprintsOf = (id: string) =>
      desk.services.db
        .select({ fingerprint: identityFingerprints.fingerprint })
        .from(identityFingerprints)
        .where(eq(identityFingerprints.applicationId, id))
        .orderBy(identityFingerprints.fingerprint)
    expect(await fingerprintsOf(copy.id)).toEqual(await fingerprintsOf(source))
    const same = await listSameIdentities(desk.services.db, copy.id)
    expect(same.map(({ other }) => other.applicationId)).toContain(source)
  })

  test('has begun the steps whose values came with it, and no other', async () => {
    const draft = exampleDraft()
    const source = await seedApplicationDraft(ana, { ...draft, accounts: { items: [] } })
    const copy = await copyOf(source)
    const begun = (await viewApplication(ben, copy.id)).steps.flatMap(({ slug, state }) =>
      state === 'not-visited' ? [] : [slug],
    )
    expect(begun).toEqual(['merchant', 'contacts', 'options'])
  })

  test('is a draft of whoever made it, and says where it comes from; both are audited', async () => {
    const source = await seedApplicationDraft(ana, exampleDraft())
    const copy = await copyOf(source)
    const { number } = await rowOf(source)
    expect(await rowOf(copy.id)).toMatchObject({
      status: 'draft',
      revision: 1,
      createdBy: ben.actor.id,
      assigneeId: ben.actor.id,
      opportunityId: null,
      accountId: null,
      visited: [],
      origin: { applicationId: source, number, kind: 'payfac', leftOut: [] },
    })
    expect((await auditOf(source)).at(-1)).toEqual({
      action: 'application-copied',
      actorId: ben.actor.id,
      detail: { kind: 'payfac', to: copy.id },
    })
    const [started, ...saved] = await auditOf(copy.id)
    expect(started).toMatchObject({ action: 'application-started', detail: { from: source } })
    expect(saved.map(({ detail }) => detail.section)).toEqual(['merchant', 'contacts', 'accounts', 'options'])
  })

  test('leaves documents, record ids and attempts where they are', async () => {
    const source = await seedApplicationDraft(ana, exampleDraft())
    await desk.services.db
      .update(applications)
      .set({ opportunityId: '006', accountId: '001', stage: 'New' })
      .where(eq(applications.id, source))
    await desk.services.db
      .insert(applicationRecords)
      .values({ applicationId: source, objectType: 'Contact', itemId: 'contact-1', recordId: '003' })
    await desk.services.db.insert(documents).values({
      applicationId: source,
      name: 'check.pdf',
      category: 'voided-check',
      mediaType: 'application/pdf',
      sizeBytes: 1,
      sha256: 'x',
      delivery: 'waiting',
      uploadedBy: ana.actor.id,
      uploadedAt: now,
    })
    const { id } = await copyOf(source)
    expect(await rowOf(id)).toMatchObject({ opportunityId: null, accountId: null, stage: null })
    for (const table of [applicationRecords, documents, partnerAttempts]) {
      expect(await desk.services.db.select().from(table).where(eq(table.applicationId, id))).toEqual([])
    }
  })

  test.each(APPLICATION_STATUSES.filter((status) => !isOutcomeOpen(status)))(
    'can be made of an application that is %s',
    async (status) => {
      const source = await seedApplicationDraft(ana, exampleDraft())
      await desk.services.db.update(applications).set({ status }).where(eq(applications.id, source))
      expect((await rowOf((await copyOf(source)).id)).status).toBe('draft')
      expect((await rowOf(source)).status).toBe(status)
    },
  )

  test('of a blank application is blank, with no section saved', async () => {
    const { id } = await copyOf((await createApplication(ana)).id)
    expect(
      await desk.services.db
        .select()
        .from(applicationSections)
        .where(eq(applicationSections.applicationId, id)),
    ).toEqual([])
  })

  test('of nothing is none', async () => {
    await expect(copyOf(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('pressed twice', () => {
  test('one is made', async () => {
    const source = await seedApplicationDraft(ana, exampleDraft())
    const input = { applicationId: source, kind: 'payfac', newId: randomUUID() } as const
    const [first, second] = await Promise.all([copyApplication(ben, input), copyApplication(ben, input)])
    expect(second).toEqual(first)
    expect((await auditOf(source)).filter(({ action }) => action === 'application-copied')).toHaveLength(1)
  })

  test('the id of another application is no second press', async () => {
    const source = await seedApplicationDraft(ana, exampleDraft())
    const taken = await copyOf(source)
    const copy = (ctx: Ctx, applicationId: string, newId: string) =>
      copyApplication(ctx, { applicationId, kind: 'payfac', newId })
    await expect(copy(ana, source, taken.id)).rejects.toMatchObject({ code: 'invalid' })
    await expect(copy(ben, source, source)).rejects.toMatchObject({ code: 'invalid' })
    await expect(copy(ben, taken.id, source)).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('the other kind', () => {
  test('says beforehand what it does not take over, and the draft remembers it', async () => {
    const source = await seedFull()
    const preview = await previewCopy(ben, { applicationId: source, kind: 'payfac' })
    expect(preview.leftOut).toContainEqual({ label: 'Fax', text: '+1 207-555-0111' })
    expect(preview.asked).toEqual(['Ownership', 'Association ID (API)'])
    const { id } = await copyOf(source, 'payfac')
    const row = await rowOf(id)
    expect(row).toMatchObject({ kind: 'payfac', ownership: '', origin: { kind: 'full' } })
    expect(row.origin?.leftOut).toEqual(preview.leftOut)
    expect((await openDraft(id)).contacts.items[0]).toMatchObject({
      ssn: '900-55-5555',
      lastName: 'Placeholder',
    })
  })

  test('what is left out holds no identity', async () => {
    const source = await seedApplicationDraft(ana, canaryDraft())
    expect(
      canariesIn(JSON.stringify(await previewCopy(ben, { applicationId: source, kind: 'full' }))),
    ).toEqual([])
    const { id } = await copyOf(source, 'full')
    expect(canariesIn(JSON.stringify([await rowOf(id), await auditOf(id)]))).toEqual([])
    expect((await openDraft(id, 'full')).merchant.taxId).toBe('61-8274935')
  })
})

withPostgres('several at once', (databaseUrl) => {
  test('two presses at once make one', async () => {
    const other = await openTestDesk({ partnerUrl, databaseUrl: await databaseUrl() })
    try {
      const ctx = await other.as('Cleo')
      const source = await seedApplicationDraft(ctx, exampleDraft())
      const input = { applicationId: source, kind: 'payfac', newId: randomUUID() } as const
      const made = await Promise.all(Array.from({ length: 5 }, () => copyApplication(ctx, input)))
      expect(new Set(made.map(({ id }) => id))).toEqual(new Set([input.newId]))
      expect(await other.services.db.select().from(applications)).toHaveLength(2)
    } finally {
      await other.close()
    }
  })
})
