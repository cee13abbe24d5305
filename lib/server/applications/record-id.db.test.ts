import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { applicationRecords } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { RecordType } from '@/lib/domain/application/partner-records'
import { deliverDocument } from '@/lib/server/documents/delivery'
import { registerDocument } from '@/lib/server/documents/mutations'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import {
  applicationNow,
  changeDraft,
  submitAsReviewed,
  submittableDraft,
} from '@/lib/testing/applications-at-partner'
import { seedFullApplication, submittableFullDraft } from '@/lib/testing/full-drafts'
import { putUpload } from '@/lib/testing/put-upload'
import { readObject, readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { enterRecordId } from './record-id'
import { recordFound } from './resolution'
import { beginRevision } from './revision'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
/** Every job for a document that was taken up, by the document. */
const jobs: string[] = []
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  await desk.services.jobs.work('deliver-document', async (data, last) => {
    await deliverDocument(desk.services, data, last)
    jobs.push(data.documentId)
  })
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const partner = () => sandboxCalls(sandbox.url)
beforeEach(() => partner().control('DELETE', 'faults'))

const NOTE = 'Read to me by the support desk'

type Entered = { objectType: RecordType; itemId: string }
const OPPORTUNITY: Entered = { objectType: 'Opportunity', itemId: '' }

const enter = (applicationId: string, record: Entered, recordId: string, anyway?: string[]) =>
  enterRecordId(ana, { ...record, applicationId, recordId, note: NOTE, ...(anyway && { anyway }) })

const invalid = (message: RegExp) => ({
  ok: false,
  reason: 'invalid',
  problems: [expect.objectContaining({ path: 'recordId', message: expect.stringMatching(message) })],
})
const wrongState = { ok: false, reason: 'wrong-state' }

const newestThere = async () =>
  (await readObjects(await partner().control('GET', 'opportunities?limit=1'))).at(0)

const unnamedOf = async (id: string) =>
  (await viewApplication(ana, id)).unnamed.map(({ objectType, itemId }) => [objectType, itemId])

const seed = (kind: ApplicationKind): Promise<string> =>
  kind === 'full' ? seedFullApplication(ana) : seedApplicationDraft(ana, submittableDraft())

/** Submitted; the partner made all of it, and answers with these entries. */
async function answered(kind: ApplicationKind, body: unknown) {
  const id = await seed(kind)
  const endpoint = kind === 'full' ? 'alias' : 'application'
  await partner().control('PUT', 'faults', { endpoint, mode: 'status-after', status: 200, body })
  const result = await submitAsReviewed(ana, id)
  const there = await newestThere()
  return { id, result, opportunityId: String(there?.id), accountId: String(there?.accountId) }
}

/** As where the partner refused the opportunity, and its support made it afterwards. */
const withoutOpportunity = (kind: ApplicationKind, others: Record<string, unknown>[] = []) =>
  answered(kind, [
    { ObjectType: 'Account', SourceId: null, SFId: '001000000000007AAA', Success: true, Message: '' },
    { ObjectType: 'Opportunity', SourceId: null, SFId: '', Success: false, Message: 'as caused' },
    ...others,
  ])

describe('the opportunity’s id of what was accepted in part', () => {
  test('can be entered for a full application, and its documents go there', async () => {
    const { id, result, opportunityId } = await withoutOpportunity('full')
    expect(result).toEqual({ ok: true, status: 'partly-accepted' })
    expect(await unnamedOf(id)).toContainEqual(['Opportunity', ''])
    const uploadId = await putUpload(ana, `%PDF-1.4\n/Page\na voided check of ${id}\n`)
    const file = { applicationId: id, uploadId, name: 'check.pdf', category: 'voided-check' as const }
    const added = await registerDocument(ana, file)
    const documentId = added.ok ? added.documentId : ''
    const delivery = async () =>
      (await ana.db.select().from(documents).where(eq(documents.id, documentId)))[0]?.delivery
    // Its first job finds that it cannot go yet: whatever sends it later was asked for later.
    await vi.waitFor(() => expect(jobs).toContain(documentId), 10_000)
    expect(await delivery()).toBe('waiting')

    expect(await enter(id, OPPORTUNITY, ` ${opportunityId} `)).toEqual({ ok: true })
    await vi.waitFor(async () => expect(await delivery()).toBe('delivered'), 10_000)
    const held = await readObject(await partner().control('GET', `opportunities/${opportunityId}`))
    expect(held.attachments).toMatchObject([{ name: 'check.pdf' }])
  })

  test('can be entered for a PayFac application, which can be updated then', async () => {
    const { id, result, opportunityId } = await withoutOpportunity('payfac')
    expect(result).toEqual({ ok: true, status: 'partly-accepted' })
    expect(await beginRevision(ana, { applicationId: id })).toMatchObject({ reason: 'ids-needed' })
    expect(await enter(id, OPPORTUNITY, opportunityId)).toEqual({ ok: true })
    expect((await viewApplication(ana, id)).mayRevise).toBe(true)
    expect(await beginRevision(ana, { applicationId: id })).toMatchObject({ ok: true })
  })

  test('is in the audit log: who, when, which, and who said so', async () => {
    const { id, opportunityId } = await withoutOpportunity('full', [
      { ObjectType: 'Quote', SourceId: null, SFId: '', Success: false, Message: 'as caused' },
    ])
    await enter(id, OPPORTUNITY, opportunityId)
    const rows = await ana.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'record-id-entered')))
    expect(rows).toMatchObject([
      {
        actorId: ana.actor.id,
        detail: {
          ...OPPORTUNITY,
          recordId: opportunityId,
          note: NOTE,
          from: 'partly-accepted',
          to: 'partly-accepted',
        },
      },
    ])
  })

  test('is nobody else’s: documents would reach another merchant', async () => {
    const first = await withoutOpportunity('full')
    await enter(first.id, OPPORTUNITY, first.opportunityId)
    const { number } = await requireApplication(ana.db, first.id)
    const second = await withoutOpportunity('full')
    const theirs = new RegExp(`opportunity of A-${number}`)
    expect(await enter(second.id, OPPORTUNITY, first.opportunityId)).toEqual(invalid(theirs))

    const unknown = await answered('payfac', {})
    expect(unknown.result).toEqual({ ok: true, status: 'ids-needed' })
    const [attempt] = (await applicationNow(ana, unknown.id)).attempts
    const found = { accountId: unknown.accountId, contacts: {}, accounts: {}, note: NOTE }
    const open = { applicationId: unknown.id, attemptId: attempt?.id ?? '', ...found }
    expect(await recordFound(ana, { ...open, opportunityId: first.opportunityId })).toMatchObject({
      reason: 'invalid',
      problems: [{ path: 'opportunityId', message: expect.stringMatching(theirs) }],
    })
    expect(await recordFound(ana, { ...open, opportunityId: unknown.opportunityId })).toMatchObject({
      ok: true,
    })
  })

  test('is kept once: of two people one is told', async () => {
    const { id, opportunityId } = await withoutOpportunity('full')
    const results = await Promise.all([1, 2].map(() => enter(id, OPPORTUNITY, opportunityId)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter(({ ok }) => !ok)).toMatchObject([wrongState])
  })
})

test('once the partner’s support made the last of what was refused, a full application is whole', async () => {
  const draft = submittableFullDraft()
  const [line] = draft.pricing.items
  const { id, opportunityId } = await withoutOpportunity('full', [
    { ObjectType: 'QuoteLineItem', SourceId: line?.id, SFId: '', Success: false, Message: 'as caused' },
  ])
  await enter(id, OPPORTUNITY, opportunityId)
  expect((await viewApplication(ana, id)).status).toBe('partly-accepted')
  await enter(id, { objectType: 'QuoteLineItem', itemId: line?.id ?? '' }, '0QL000000000001')
  const { status, attempts } = await viewApplication(ana, id)
  expect(status).toBe('submitted')
  expect(attempts[0]?.results.map(({ objectType, enteredId }) => [objectType, enteredId])).toEqual([
    ['Account', null],
    ['Opportunity', opportunityId],
    ['QuoteLineItem', '0QL000000000001GAA'],
  ])
})

describe.each([
  ['payfac', ['Contact', 'Business Checking Account']],
  ['full', ['Contact', 'Business Checking Account', 'Quote', 'QuoteLineItem']],
] as const)('a record of a %s application whose id was left blank', (kind, objectTypes) => {
  /** The answer named nothing, and a person entered no more than must be. */
  async function leftBlank() {
    const { id, opportunityId, accountId } = await answered(kind, {})
    const [attempt] = (await viewApplication(ana, id)).attempts
    const found = { opportunityId, accountId, contacts: {}, accounts: {}, note: NOTE }
    await recordFound(ana, { applicationId: id, attemptId: attempt?.id ?? '', ...found })
    return id
  }

  test('can be entered later, whatever record it is', async () => {
    const id = await leftBlank()
    const unnamed = await unnamedOf(id)
    expect(new Set(unnamed.map(([objectType]) => objectType))).toEqual(new Set(objectTypes))
    for (const [place, record] of (await viewApplication(ana, id)).unnamed.entries()) {
      const prefix = record.objectType === 'Contact' ? '003' : 'a0B'
      expect(await enter(id, record, `${prefix}${String(place).padStart(12, '0')}`)).toEqual({ ok: true })
    }
    expect(await unnamedOf(id)).toEqual([])
    const kept = await ana.db
      .select()
      .from(applicationRecords)
      .where(eq(applicationRecords.applicationId, id))
    expect(kept.map(({ objectType, itemId }) => [objectType, itemId]).sort()).toEqual(unnamed.sort())
  })

  test('is told where its id cannot be, and is entered once', async () => {
    const id = await leftBlank()
    const [contact] = (await viewApplication(ana, id)).unnamed
    if (!contact) throw new Error('The application has a contact.')
    expect(await enter(id, contact, 'not an id')).toEqual(invalid(/15 to 18/))
    expect(await enter(id, contact, '001000000000001AAA')).toEqual(invalid(/id of an account/))
    // Unlike the platform's ids: taken once someone has compared this very one.
    expect(await enter(id, contact, '00Q000000000001', ['00Q000000000002'])).toEqual(
      invalid(/usually begins with 003/),
    )
    expect(await enter(id, contact, '00Q000000000001', ['00Q000000000001'])).toEqual({ ok: true })
    expect(await enter(id, contact, '003000000000002'), 'a second time').toMatchObject(wrongState)
    expect(await enter(id, { ...contact, itemId: 'nobody' }, '003000000000002')).toMatchObject(wrongState)
  })

  test('is not entered before the partner has it, nor while nobody knows whether it has', async () => {
    const draft = await seed(kind)
    const open = (await answered(kind, {})).id
    for (const id of [draft, open]) {
      expect(await unnamedOf(id)).toEqual([])
      expect(await enter(id, OPPORTUNITY, '006000000000001')).toMatchObject(wrongState)
    }
  })
})

describe('an item that the partner has under an id that is not known', () => {
  const ITEM: Entered = { objectType: 'Contact', itemId: 'contact-1' }

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

  test('is updated under the id that a person entered, and not made twice', async () => {
    const { applicationId, recordId } = await withoutItsId()
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'violations' })
    expect(await enter(applicationId, ITEM, ` ${recordId} `)).toEqual({ ok: true })
    const { update } = await viewApplication(ana, applicationId)
    expect(update?.items.find(({ itemId }) => itemId === ITEM.itemId)).toMatchObject({
      effect: 'update',
      recordId,
    })
    await changeDraft(ana, applicationId, ({ merchant }) => ({
      merchant: { ...merchant, dbaName: 'Another' },
    }))
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
    const { opportunityId, draft } = await applicationNow(ana, applicationId)
    const { lstContact } = await readObject(await partner().control('GET', `opportunities/${opportunityId}`))
    expect(lstContact).toHaveLength(draft.contacts.items.length)
  })

  test('is given no id that another record has', async () => {
    const { applicationId } = await withoutItsId()
    const { records } = await applicationNow(ana, applicationId)
    const other = records.find(({ objectType }) => objectType === 'Contact')?.recordId
    if (other) expect(await enter(applicationId, ITEM, other)).toEqual(invalid(/Another record has this ID/))
    const account = records.find(({ objectType }) => objectType === 'Account')?.recordId ?? ''
    expect(await enter(applicationId, ITEM, account)).toEqual(invalid(/id of an account/))
  })

  test('stays so until then: what was never taken has no id to enter', async () => {
    const { applicationId, recordId } = await withoutItsId()
    expect(await enter(applicationId, { ...ITEM, itemId: 'contact-99' }, recordId)).toMatchObject(wrongState)
    expect(await unnamedOf(applicationId)).toEqual([['Contact', ITEM.itemId]])
  })
})
