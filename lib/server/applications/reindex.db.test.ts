import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationSections, applications, identityFingerprints } from '@/lib/db/schema/applications'
import { blankContact, blankDraft } from '@/lib/domain/application/blank'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { changeDraft, submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { exampleContact } from '@/lib/testing/example-draft'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { createApplication, saveSection } from './mutations'
import { beginRevision, discardRevision } from './revision'
import { countToIndex, reindex } from './search-index'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const derived = async (id: string) => {
  const { legalName, dbaName, taxIdLast4, merchantWords, contactWords } = await requireApplication(ana.db, id)
  const prints = await ana.db
    .select()
    .from(identityFingerprints)
    .where(eq(identityFingerprints.applicationId, id))
  return {
    columns: { legalName, dbaName, taxIdLast4, merchantWords, contactWords },
    prints: prints
      .map(({ section, itemId, field, fingerprint }) => [section, itemId, field, fingerprint].join())
      .sort(),
  }
}

test('a revision that is discarded is found again by what was sent, and by nothing of what was discarded', async () => {
  const applicationId = await seedApplicationDraft(ana, submittableDraft())
  await submitAsReviewed(ana, applicationId)
  const sent = await derived(applicationId)
  await beginRevision(ana, { applicationId })
  await changeDraft(ana, applicationId, ({ merchant, contacts }) => ({
    merchant: { ...merchant, dbaName: 'A slip', taxId: '98-7654321' },
    contacts: {
      ...contacts,
      items: [
        ...contacts.items,
        exampleContact('c-new', { lastName: 'Slip', ssn: '512-99-1111', roles: [] }),
      ],
    },
  }))
  expect(await derived(applicationId)).not.toEqual(sent)
  expect(await discardRevision(ana, { applicationId })).toMatchObject({ ok: true })
  expect(await derived(applicationId)).toEqual(sent)
})

test('an application that cannot be opened does not keep the others from being derived again', async () => {
  const ids = [
    await seedApplicationDraft(ana, submittableDraft()),
    await seedApplicationDraft(ana, submittableDraft()),
  ]
  const [damaged = '', sound = ''] = ids
  const [row] = await ana.db
    .select()
    .from(applicationSections)
    .where(eq(applicationSections.applicationId, damaged))
  const data = { ...(row?.data as object), taxId: 'v1.1.AAAA.AAAA.AAAA' }
  await ana.db.update(applicationSections).set({ data }).where(eq(applicationSections.applicationId, damaged))
  await ana.db.update(applications).set({ derived: 0, merchantWords: '' })
  expect(await reindex(desk.services)).toBe(1)
  expect(await countToIndex(ana.db)).toBe(1)
  expect((await requireApplication(ana.db, sound)).merchantWords).toBe(
    'blue heron books llc blue heron books',
  )
})

test('an identity is warned of however many newer applications share another one', async () => {
  const holding = async (taxId: string, ssn: string) => {
    const { id } = await createApplication(ana)
    const merchant = { ...blankDraft().merchant, taxId }
    await saveSection(ana, { applicationId: id, section: 'merchant', baseVersion: 0, data: merchant })
    const contacts = { items: [{ ...blankContact('c'), ssn }], nobodyOwns25: false }
    await saveSection(ana, { applicationId: id, section: 'contacts', baseVersion: 0, data: contacts })
    return id
  }
  const old = await holding('', '512-33-4444')
  for (let n = 0; n < 51; n++) await holding('77-1234567', '')
  const id = await holding('77-1234567', '512-33-4444')
  const { violations } = await viewApplication(ana, id)
  const at = violations.find(({ path, about }) => path === 'contacts.items.0.ssn' && about)
  expect(at?.about?.map(({ applicationId }) => applicationId)).toEqual([old])
})
