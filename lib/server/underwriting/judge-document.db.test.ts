import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentDecisions } from '@/lib/db/schema/underwriting'
import type { DocumentVerdict } from '@/lib/domain/documents/document-verdict'
import { checklistOf } from '@/lib/domain/underwriting/checklist'
import { viewApplication } from '@/lib/server/applications/loaders'
import { listDocuments } from '@/lib/server/documents/data'
import { changeCategory, removeDocument } from '@/lib/server/documents/mutations'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument,
  answerNow,
  auditOf,
  confirmEverything,
  openDocument,
  ourDraft,
  seedCase,
  seedClaimed,
  seenNow,
} from '@/lib/testing/underwriting-cases'
import { askApplicant } from './ask'
import { claimCase, releaseCase } from './claim'
import { confirmGroup } from './confirm-group'
import { decide } from './decide'
import { judgeDocument, judgeDocumentSchema } from './judge-document'
import { viewCase } from './loaders'
import { confirmEntry } from './notes'

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ulf: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ulf = await desk.as('Ulf', ['underwriter'])
})
afterAll(() => desk.close())

const documentOf = async (applicationId: string, id: string) => {
  const document = (await listDocuments(ana.db, applicationId)).find((one) => one.id === id)
  if (!document) throw new Error('It is not there.')
  return document
}

const judge = async (
  who: Ctx,
  applicationId: string,
  documentId: string,
  verdict: DocumentVerdict,
  reason = '',
) =>
  judgeDocument(who, {
    applicationId,
    documentId,
    sha256: (await documentOf(applicationId, documentId)).sha256,
    verdict,
    reason,
  })

/** A claimed case with a check that its underwriter has opened. */
async function seedChecked() {
  const applicationId = await seedClaimed(ana, uma)
  const check = await addDocument(ana, applicationId)
  await openDocument(uma, check)
  return { applicationId, check }
}

const entriesOf = async (who: Ctx, applicationId: string) =>
  (await viewCase(who, applicationId)).checklist
    .filter(({ confirmation: confirmed }) => confirmed)
    .map(({ key }) => key)
const ACCOUNT = expect.stringMatching(/^account:/)

describe('accepting a document', () => {
  test('confirms what nothing else proves, for whoever accepts it, and is in the timeline and the list', async () => {
    const { applicationId, check } = await seedChecked()
    expect(await judge(uma, applicationId, check, 'accepted')).toEqual({ ok: true, confirmed: [ACCOUNT] })
    expect(await entriesOf(uma, applicationId)).toEqual([ACCOUNT])
    expect(await documentOf(applicationId, check)).toMatchObject({
      decision: { verdict: 'accepted', by: 'Uma', reason: '' },
      acceptedBy: [uma.actor.id],
    })
    const rows = await auditOf(ana, applicationId)
    expect(rows.slice(-2)).toMatchObject([
      {
        action: 'document-accepted',
        actorId: uma.actor.id,
        detail: { document: check, name: 'check.pdf', filedAs: 'voided-check' },
      },
      { action: 'check-confirmed', detail: { key: ACCOUNT } },
    ])
    // The second person has their own: of theirs nothing is confirmed.
    await releaseCase(uma, { applicationId })
    await claimCase(ulf, { applicationId })
    expect(await entriesOf(ulf, applicationId)).toEqual([])
  })

  test('takes that this person opened it', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const check = await addDocument(ana, applicationId)
    await openDocument(ana, check)
    expect(await judge(uma, applicationId, check, 'accepted')).toMatchObject({ ok: false, reason: 'unread' })
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null })
    expect(await entriesOf(uma, applicationId)).toEqual([])
  })

  test('taken back, takes back what it confirmed, and neither another’s word nor a reason of one’s own', async () => {
    const { applicationId, check } = await seedChecked()
    await judge(uma, applicationId, check, 'accepted')
    await judge(uma, applicationId, check, 'open')
    expect(await entriesOf(uma, applicationId)).toEqual([])
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null, acceptedBy: [] })
    expect((await auditOf(ana, applicationId)).slice(-2)).toMatchObject([
      { action: 'document-decision-taken-back' },
      { action: 'check-taken-back' },
    ])
  })

  test('counts for this content as it is filed, and for nothing else', async () => {
    const { applicationId, check } = await seedChecked()
    await judge(uma, applicationId, check, 'accepted')
    expect(
      await judgeDocument(uma, {
        applicationId,
        documentId: check,
        sha256: '0'.repeat(64),
        verdict: 'rejected',
        reason: 'Another one.',
      }),
    ).toMatchObject({ ok: false, reason: 'changed' })
    const { places } = await askAbout(applicationId, ['documents.voided-check'])
    expect(places).toEqual(['documents.voided-check'])
    await changeCategory(ana, { documentId: check, category: 'other' })
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null, acceptedBy: [] })
  })
})

async function askAbout(applicationId: string, places: string[]) {
  const asked = await askApplicant(uma, {
    applicationId,
    items: places.map((place) => ({ place, note: 'We cannot read it.' })),
  })
  if (!asked.ok) throw new Error(asked.message)
  return { places }
}

describe('rejecting a document', () => {
  test('makes its slot missing for onboarding, with the reason, until another one comes, which answers the request', async () => {
    const { applicationId, check } = await seedChecked()
    const before = await viewApplication(ana, applicationId)
    await judge(uma, applicationId, check, 'rejected', '  The name is another’s <b>İ</b>.  ')
    const after = await viewApplication(ana, applicationId)
    expect(after.needs.documents).toEqual({
      ...before.needs.documents,
      missing: before.needs.documents.missing + 1,
    })
    expect(after.documents).toMatchObject([
      { id: check, decision: { verdict: 'rejected', reason: 'The name is another’s <b>İ</b>.', by: 'Uma' } },
    ])
    expect((await viewCase(uma, applicationId)).signals).toContainEqual(
      expect.objectContaining({
        code: 'document-missing',
        values: expect.arrayContaining([expect.objectContaining({ path: 'documents.voided-check' })]),
      }),
    )
    await askAbout(applicationId, ['documents.voided-check'])
    await addDocument(ana, applicationId, 'better.pdf')
    const answered = await viewApplication(ana, applicationId)
    expect(answered.needs.documents).toEqual(before.needs.documents)
    expect(answered.asks).toMatchObject([{ isDone: true }])
    expect(await answerNow(ana, applicationId)).toMatchObject({ ok: true })
  })

  test('takes back one’s own confirmations that rested on it, and those that are confirmed anew take a reason', async () => {
    const { applicationId, check } = await seedChecked()
    await judge(uma, applicationId, check, 'accepted')
    const [key = ''] = await entriesOf(uma, applicationId)
    await judge(uma, applicationId, check, 'rejected', 'It is a draft.')
    expect(await entriesOf(uma, applicationId)).toEqual([])
    expect(await confirmEntry(uma, { applicationId, key, done: true })).toMatchObject({
      ok: false,
      reason: 'unread',
    })
  })

  test('leaves nothing within policy: an approval takes words', async () => {
    const { applicationId, check } = await seedChecked()
    await judge(uma, applicationId, check, 'rejected', 'It is a draft.')
    await confirmEverything(uma, applicationId)
    const approve = async (note: string) =>
      decide(uma, {
        applicationId,
        outcome: 'approve',
        reasons: ['within-policy'],
        note,
        seen: await seenNow(uma, applicationId),
      })
    expect(await approve('')).toMatchObject({
      ok: false,
      problems: [{ code: 'reasons', message: expect.stringContaining('Voided check was rejected') }],
    })
    expect(await approve('A bank letter was seen at the counter.')).toMatchObject({ ok: true })
  })

  test.each(['', '  ', 'no', 'x'.repeat(2_001)])('takes a reason: not “%s”', (reason) => {
    const input = {
      applicationId: crypto.randomUUID(),
      documentId: crypto.randomUUID(),
      sha256: 'a'.repeat(64),
    }
    expect(judgeDocumentSchema.safeParse({ ...input, verdict: 'rejected', reason }).success).toBe(false)
    expect(judgeDocumentSchema.safeParse({ ...input, verdict: 'accepted' }).success).toBe(true)
  })
})

describe('nobody decides on a document', () => {
  test('of a case that they have not claimed, or that is with onboarding', async () => {
    const { applicationId, check } = await seedChecked()
    expect(await judge(ulf, applicationId, check, 'accepted')).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })
    await askAbout(applicationId, ['documents.voided-check'])
    expect(await judge(uma, applicationId, check, 'accepted')).toMatchObject({ reason: 'wrong-state' })
    expect(await desk.services.db.$count(documentDecisions)).toBeGreaterThan(0)
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null })
  })

  test('of their own work, and what they said before they worked on it counts for nothing', async () => {
    const both = await desk.as('Bea', ['onboarding', 'underwriter'])
    const applicationId = await seedCase(ana)
    const check = await addDocument(ana, applicationId)
    await claimCase(both, { applicationId })
    await openDocument(both, check)
    expect(await judge(both, applicationId, check, 'rejected', 'It is a draft.')).toMatchObject({ ok: true })
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: { verdict: 'rejected' } })
    await addDocument(both, applicationId, 'mine.pdf', 'other')
    expect(await judge(both, applicationId, check, 'accepted')).toMatchObject({
      ok: false,
      reason: 'own-work',
    })
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null })
  })

  test('of another application, or one that was removed', async () => {
    const { applicationId } = await seedChecked()
    const other = await seedChecked()
    const { sha256 } = await documentOf(other.applicationId, other.check)
    expect(
      await judgeDocument(uma, { applicationId, documentId: other.check, sha256, verdict: 'accepted' }),
    ).toMatchObject({ ok: false, reason: 'changed' })
    await askAbout(other.applicationId, ['documents.voided-check'])
    await removeDocument(ana, { documentId: other.check })
    await addDocument(ana, other.applicationId, 'new.pdf')
    await answerNow(ana, other.applicationId)
    expect(
      await judgeDocument(uma, {
        applicationId: other.applicationId,
        documentId: other.check,
        sha256,
        verdict: 'accepted',
      }),
    ).toMatchObject({ ok: false, reason: 'changed' })
  })
})

describe('a group of the checklist is confirmed', () => {
  const keysOf = (group: string, draft = ourDraft()) =>
    checklistOf(draft)
      .filter((entry) => entry.group === group)
      .map(({ key }) => key)
  const shown = async (applicationId: string) =>
    (await listDocuments(ana.db, applicationId)).map(({ id, sha256 }) => ({ id, sha256 }))

  test('entry by entry, for nobody else, and no document is accepted by it', async () => {
    const { applicationId, check } = await seedChecked()
    const keys = (await viewCase(uma, applicationId)).checklist
      .filter(({ group }) => group === 'account')
      .map(({ key }) => key)
    const documents = await shown(applicationId)
    expect(await confirmGroup(uma, { applicationId, group: 'account', keys, documents })).toEqual({
      ok: true,
      confirmed: keys,
      left: [],
    })
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null, acceptedBy: [] })
    const actions = (await auditOf(ana, applicationId)).map(({ action }) => action)
    expect(actions).not.toContain('document-accepted')
    expect(actions.filter((action) => action === 'check-confirmed')).toHaveLength(keys.length)
    // Pressed twice, nothing is written twice.
    await confirmGroup(uma, { applicationId, group: 'account', keys, documents })
    expect((await auditOf(ana, applicationId)).map(({ action }) => action)).toEqual(actions)
  })

  test('but not what rests on a document that this person has not opened, or that the page did not show', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const check = await addDocument(ana, applicationId)
    const view = await viewCase(uma, applicationId)
    const keys = view.checklist.filter(({ group }) => group === 'account').map(({ key }) => key)
    const confirm = (documents: { id: string; sha256: string }[]) =>
      confirmGroup(uma, { applicationId, group: 'account', keys, documents })
    const left = [{ key: ACCOUNT, message: 'Not opened by you: check.pdf.' }]
    expect(await confirm(await shown(applicationId))).toEqual({ ok: true, confirmed: [], left })
    await openDocument(uma, check)
    expect(await confirm([])).toEqual({ ok: true, confirmed: [], left })
    expect(await entriesOf(uma, applicationId)).toEqual([])
    expect(await documentOf(applicationId, check)).toMatchObject({ decision: null })
  })

  test('but not what has no document', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const view = await viewCase(uma, applicationId)
    const people = view.checklist.filter(({ group }) => group === 'people')
    const answer = await confirmGroup(uma, {
      applicationId,
      group: 'people',
      keys: people.map(({ key }) => key),
      documents: [],
    })
    expect(answer).toMatchObject({
      ok: true,
      left: people
        .filter(({ proof }) => proof)
        .map(({ key }) => ({ key, message: 'No supporting document.' })),
    })
  })

  test('but not what a missing or questioned value stands against: that is confirmed by itself', async () => {
    const draft = ourDraft({ averageTicket: '-20' })
    const applicationId = await seedClaimed(ana, uma, {
      ...draft,
      merchant: { ...draft.merchant, mcc: '', industry: '', locationType: '', description: ' ' },
    })
    const { checklist } = await viewCase(uma, applicationId)
    const business = checklist.filter(({ group }) => group === 'business')
    const answer = await confirmGroup(uma, {
      applicationId,
      group: 'business',
      keys: business.map(({ key }) => key),
      documents: [],
    })
    const left = answer.ok ? answer.left : []
    expect(left).toContainEqual({
      key: 'business-model',
      message: expect.stringMatching(/^Not given: .*Confirm this item alone\.$/),
    })
    expect(left).toContainEqual({
      key: 'volume',
      message: expect.stringMatching(/average ticket.*Confirm this item alone\.$/i),
    })
    for (const { key, message } of left)
      if (message.includes('alone')) expect(business.find((one) => one.key === key)?.doubt).toBe(message)
    expect(await confirmEntry(uma, { applicationId, key: 'volume', done: true })).toEqual({ ok: true })
  })

  test('and nothing of a document whose content is not what its name says', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const check = await addDocument(ana, applicationId, 'check.txt', 'voided-check')
    expect((await documentOf(applicationId, check)).name).toBe('check.txt.pdf')
    await openDocument(uma, check)
    const view = await viewCase(uma, applicationId)
    const account = view.checklist.filter(({ group }) => group === 'account')
    const message = 'check.txt.pdf: Called TXT, but its content is PDF. Confirm this item alone.'
    expect(account.map(({ doubt }) => doubt)).toEqual([message])
    expect(
      await confirmGroup(uma, {
        applicationId,
        group: 'account',
        keys: account.map(({ key }) => key),
        documents: [await documentOf(applicationId, check)],
      }),
    ).toEqual({ ok: true, confirmed: [], left: account.map(({ key }) => ({ key, message })) })
  })

  test('and no entry of another group, none that is not there, and none of a case of somebody else', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const confirm = (who: Ctx, keys: string[]) =>
      confirmGroup(who, { applicationId, group: 'screening', keys, documents: [] })
    for (const keys of [[...keysOf('screening'), 'tax-id'], ['volume'], ['wings']])
      expect(await confirm(uma, keys)).toMatchObject({ ok: false, reason: 'changed' })
    expect(await confirm(ulf, keysOf('screening'))).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await entriesOf(uma, applicationId)).toEqual([])
    expect(await confirm(uma, keysOf('screening'))).toMatchObject({ confirmed: keysOf('screening') })
  })
})
