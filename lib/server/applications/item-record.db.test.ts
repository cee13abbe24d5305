import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationRecords } from '@/lib/db/schema/desk'
import type { Ctx } from '@/lib/server/world'
import { standing, submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { recordItemId } from './item-record'
import { viewApplication } from './loaders'
import { beginRevision } from './revision'

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

const NOTE = 'Read to me by the support desk'
const ITEM = { objectType: 'Contact', itemId: 'contact-1' }

/** Taken by the partner, with the record id of one contact lost on the way, and changed since. */
async function withoutItsId() {
  const draft = submittableDraft()
  const [first] = draft.contacts.items
  if (!first) throw new Error('The draft has a contact.')
  first.id = ITEM.itemId
  const applicationId = await seedApplicationDraft(ana, draft)
  await submitAsReviewed(ana, applicationId)
  const its = and(
    eq(applicationRecords.applicationId, applicationId),
    eq(applicationRecords.objectType, ITEM.objectType),
    eq(applicationRecords.itemId, ITEM.itemId),
  )
  const [lost] = await ana.db.delete(applicationRecords).where(its).returning()
  if (!lost) throw new Error('The contact had a record.')
  await beginRevision(ana, { applicationId })
  return { applicationId, recordId: lost.recordId }
}

const entry = (applicationId: string, recordId: string) =>
  ({ applicationId, section: 'contacts', itemId: ITEM.itemId, recordId, note: NOTE }) as const

test('an item that the partner has is updated under the id that a person entered, and not made twice', async () => {
  const { applicationId, recordId } = await withoutItsId()
  expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'violations' })
  expect(await recordItemId(ana, entry(applicationId, ` ${recordId} `))).toEqual({ ok: true })
  const { update } = await viewApplication(ana, applicationId)
  expect(update?.items.find(({ itemId }) => itemId === ITEM.itemId)).toMatchObject({
    effect: 'update',
    recordId,
  })
  expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
  const { opportunityId, draft } = await standing(ana, applicationId)
  const { lstContact } = await readObject(
    await sandboxCalls(sandbox.url).control('GET', `opportunities/${opportunityId}`),
  )
  expect(lstContact).toHaveLength(draft.contacts.items.length)
})

test('an id is kept once, and belongs to one record', async () => {
  const { applicationId, recordId } = await withoutItsId()
  const { records } = await standing(ana, applicationId)
  const other = records.find(({ objectType }) => objectType === 'Contact')
  if (other) {
    expect(await recordItemId(ana, entry(applicationId, other.recordId))).toMatchObject({
      ok: false,
      field: 'recordId',
    })
  }
  expect(await recordItemId(ana, entry(applicationId, 'not an id'))).toMatchObject({ field: 'recordId' })
  expect(await recordItemId(ana, entry(applicationId, recordId))).toEqual({ ok: true })
  expect(await recordItemId(ana, entry(applicationId, recordId))).toMatchObject({ ok: false, field: null })
})

test('of what the partner never took there is no id to enter', async () => {
  const { applicationId, recordId } = await withoutItsId()
  const unknown = { ...entry(applicationId, recordId), itemId: 'contact-99' }
  expect(await recordItemId(ana, unknown)).toMatchObject({ ok: false, field: null })
  const never = await seedApplicationDraft(ana, submittableDraft())
  expect(await recordItemId(ana, entry(never, recordId))).toMatchObject({ ok: false, field: null })
})
