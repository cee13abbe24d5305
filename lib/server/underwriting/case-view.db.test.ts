import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { MAX_CASE_NOTE_LENGTH } from '@/lib/domain/underwriting/reasons'
import { viewApplication } from '@/lib/server/applications/loaders'
import { beginRevision, discardRevision } from '@/lib/server/applications/revision'
import { listTimeline } from '@/lib/server/cases/timeline'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { changeDraft, submitAsReviewed } from '@/lib/testing/applications-at-partner'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  acceptAnswers,
  addDocument,
  answerNow,
  ask,
  auditOf,
  confirmEverything,
  confirmedOf,
  decideAll,
  decideNow,
  HOUR,
  handOverNow,
  openDocument,
  ourDraft,
  requireRequest,
  seedApproved,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { reviewAnswer } from './ask'
import { claimCase, releaseCase } from './claim'
import { takeBack } from './hand-over'
import { viewCase } from './loaders'
import { addNote, addNoteSchema, confirmEntry } from './notes'

const clock = testClock()

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ugo: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ugo = await desk.as('Ugo', ['underwriter'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
beforeEach(() => clock.advanceMs(HOUR))

describe('the checklist', () => {
  test('is confirmed by the holder alone, while underwriting has the case', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const refused = { ok: false, reason: 'wrong-state' }
    const input = { applicationId, key: 'sanctions', done: true }
    expect(await confirmEntry(ugo, input)).toMatchObject(refused)
    await ask(uma, applicationId, 'merchant.website')
    expect(await confirmEntry(uma, input)).toMatchObject(refused)
    await answerNow(ana, applicationId)
    expect(await confirmEntry(uma, input)).toEqual({ ok: true })
    await releaseCase(uma, { applicationId })
    expect(await confirmEntry(uma, { ...input, done: false })).toMatchObject(refused)
    expect(await confirmedOf(ana, applicationId, 1)).toEqual(['sanctions'])
    const free = await seedApplicationDraft(ana, ourDraft())
    expect(await confirmEntry(uma, { ...input, applicationId: free })).toMatchObject(refused)
  })

  test('is confirmed anew where the case comes back with another value than was confirmed, and there alone', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await confirmEverything(uma, applicationId)
    await ask(uma, applicationId, 'merchant.mcc')
    await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, mcc: '7297' } }))
    const changed = (await viewCase(uma, applicationId)).checklist.filter(
      ({ confirmation }) => confirmation?.but === 'value changed since',
    )
    expect(changed.map(({ key }) => key)).toEqual(['business-model'])
    await answerNow(ana, applicationId)
    const { checklist, timeline } = await viewCase(uma, applicationId)
    expect(checklist.filter(({ confirmation }) => !confirmation).map(({ key }) => key)).toEqual([
      'business-model',
    ])
    expect(timeline.map(({ action, detail }) => [action, detail.key])).toContainEqual([
      'check-reopened',
      'business-model',
    ])
    await acceptAnswers(uma, applicationId)
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({
      ok: false,
      problems: [{ code: 'checklist' }],
    })
  })

  test('is confirmed by each for themselves: who comes later begins with nothing, and sees what others confirmed', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await confirmEntry(uma, { applicationId, key: 'sanctions', done: true })
    await releaseCase(uma, { applicationId })
    await claimCase(ugo, { applicationId })
    const entryOf = async (ctx: Ctx) =>
      (await viewCase(ctx, applicationId)).checklist.find(({ key }) => key === 'sanctions')
    expect(await entryOf(ugo)).toMatchObject({ confirmation: null, others: [{ by: 'Uma' }] })
    await confirmEntry(ugo, { applicationId, key: 'sanctions', done: true })
    await confirmEntry(ugo, { applicationId, key: 'sanctions', done: false })
    expect(await entryOf(uma)).toMatchObject({ confirmation: { by: 'Uma' }, others: [] })
  })

  test('takes the identity document of that person, opened by whoever confirms it, or a reason in words', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const identity = async () => {
      const entry = (await viewCase(uma, applicationId)).checklist.find(({ key }) =>
        key.startsWith('identity:'),
      )
      if (!entry) throw new Error('No one is to be identified.')
      return entry
    }
    const { key } = await identity()
    const refused = { ok: false, message: expect.stringContaining('No supporting document') }
    for (const reason of ['', '  ', 'x']) {
      expect(await confirmEntry(uma, { applicationId, key, done: true, reason })).toMatchObject(refused)
    }
    expect(await identity()).toMatchObject({ documents: [], confirmation: null })
    const reason = 'I have met her at the branch.'
    expect(await confirmEntry(uma, { applicationId, key, done: true, reason })).toEqual({ ok: true })
    expect(await identity()).toMatchObject({
      confirmation: { by: 'Uma', reason, but: 'document not opened' },
    })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({ detail: { key, reason } })
    const documentId = await addDocument(ana, applicationId, 'passport.pdf', 'identity')
    // Opened by another is not opened by her.
    await openDocument(ana, documentId)
    expect(await identity()).toMatchObject({ documents: [{ id: documentId, isOpened: false }] })
    expect(await confirmEntry(uma, { applicationId, key, done: true })).toEqual({
      ok: false,
      reason: 'unread',
      message: 'You have not opened passport.pdf. Open it and confirm again, or enter a reason.',
    })
    await openDocument(uma, documentId)
    expect(await confirmEntry(uma, { applicationId, key, done: true })).toEqual({ ok: true })
    expect(await identity()).toMatchObject({
      documents: [{ id: documentId, name: 'passport.pdf', isOpened: true }],
      confirmation: { reason: '', but: '' },
    })
    // A later one in its place was opened by no one, and the confirmation says so.
    await addDocument(ana, applicationId, 'newer passport.pdf', 'identity', key)
    expect(await identity()).toMatchObject({ confirmation: { but: 'document not opened' } })
  })

  test('has no entry for what the application does not name', async () => {
    const applicationId = await seedClaimed(ana, uma)
    for (const key of ['identity:nobody', 'everything', '__proto__']) {
      expect(await confirmEntry(uma, { applicationId, key, done: true })).toMatchObject({
        ok: false,
        reason: 'changed',
      })
    }
    expect(await confirmedOf(ana, applicationId, 1)).toEqual([])
  })

  test('is confirmed once, twice said, and each is in the audit log', async () => {
    const applicationId = await seedClaimed(ana, uma)
    for (const done of [true, true, false, false, true]) {
      expect(await confirmEntry(uma, { applicationId, key: 'sanctions', done })).toEqual({ ok: true })
    }
    expect(await confirmedOf(ana, applicationId, 1)).toEqual(['sanctions'])
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'check-confirmed',
      actorId: uma.actor.id,
      detail: { key: 'sanctions' },
    })
  })

  test('stands after an answer, and is beside that of the next holder', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await confirmEverything(uma, applicationId)
    await ask(uma, applicationId, 'merchant.website')
    await answerNow(ana, applicationId)
    await releaseCase(uma, { applicationId })
    await claimCase(ugo, { applicationId })
    const { checklist } = await viewCase(ugo, applicationId)
    expect(checklist.every(({ confirmation: own, others }) => own === null && others.length === 1)).toBe(true)
    await confirmEverything(ugo, applicationId)
    await acceptAnswers(ugo, applicationId)
    expect(await decideNow(ugo, applicationId, 'approve')).toMatchObject({ ok: true })
  })
})

describe('notes', () => {
  test('are for underwriters: kept in order, with who wrote them, over all rounds, and not shown to staff', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await addNote(uma, { applicationId, text: 'First <b>look</b>: İyi.' })
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    clock.advanceMs(HOUR)
    await addNote(ugo, { applicationId, text: 'Second look.\u0000' })
    const { notes } = await viewCase(ugo, applicationId)
    expect(notes).toMatchObject([
      { by: 'Uma', text: 'First <b>look</b>: İyi.' },
      { by: 'Ugo', text: expect.stringMatching(/^Second look\./) },
    ])
    const forStaff = JSON.stringify(await viewApplication(ana, applicationId))
    expect(forStaff).not.toMatch(/First <b>|Second look/)
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({ action: 'case-noted', detail: {} })
  })

  test('have room for 32,000 characters', () => {
    const text = 'İ'.repeat(MAX_CASE_NOTE_LENGTH)
    expect(addNoteSchema.parse({ applicationId: crypto.randomUUID(), text }).text).toBe(text)
  })

  test.each([
    ['empty', ''],
    ['blank', '  \n '],
    ['longer', 'x'.repeat(MAX_CASE_NOTE_LENGTH + 1)],
  ])('are not %s', (_, text) => {
    expect(addNoteSchema.safeParse({ applicationId: crypto.randomUUID(), text }).success).toBe(false)
  })
})

describe('the page of a case', () => {
  test('is not found before the first hand-over, nor for an id that is none', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    for (const id of [applicationId, crypto.randomUUID(), "'; drop table users; --"]) {
      await expect(viewCase(uma, id)).rejects.toMatchObject({ code: 'not-found' })
    }
  })

  test('says of each person why they may not decide', async () => {
    const auditor = await desk.as('Aud', ['auditor'])
    const admin = await desk.as('Adm', ['admin'])
    const both = await desk.as('Bob', ['onboarding', 'underwriter'])
    const applicationId = await seedApplicationDraft(both, ourDraft())
    await handOverNow(ana, applicationId)
    const seenBy = async (ctx: Ctx) => {
      const { mayNotDecide, mayWork, reveals } = await viewCase(ctx, applicationId)
      return { mayNotDecide, mayWork, reveals }
    }
    expect(await seenBy(uma)).toEqual({ mayNotDecide: null, mayWork: true, reveals: 'claim-first' })
    expect(await seenBy(both)).toEqual({ mayNotDecide: 'own-work', mayWork: true, reveals: 'yes' })
    for (const ctx of [auditor, admin]) {
      expect(await seenBy(ctx)).toEqual({ mayNotDecide: 'no-permission', mayWork: false, reveals: 'no' })
    }
  })

  test('is made from what a decision then names', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await confirmEverything(uma, applicationId)
    const { seen } = await viewCase(uma, applicationId)
    expect(seen).toEqual({ versions: { merchant: 1, contacts: 1, accounts: 1, options: 1 }, documents: [] })
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ ok: true })
  })

  test('shows the latest decision in effect to staff, also beside a first one of a later round', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: null })
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ options }) => ({ options }))
    await handOverNow(ana, applicationId)
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    clock.advanceMs(HOUR)
    await decideAll(uma, applicationId, 'decline')
    await setUnderwritingRules(desk.services, { fourEyesAbove: null })
    const { underwriting } = await viewApplication(ana, applicationId)
    expect(underwriting).toMatchObject({ round: 2, decision: { round: 1, outcome: 'approve', by: 'Uma' } })
  })
})

describe('the timeline', () => {
  test('tells the whole life of an application, oldest first, with who did what', async () => {
    const applicationId = await seedCase(ana)
    await claimCase(uma, { applicationId })
    await ask(uma, applicationId, 'merchant.website')
    await answerNow(ana, applicationId)
    const { id: requestId, items } = await requireRequest(ana, applicationId)
    await reviewAnswer(uma, { applicationId, requestId, accepted: items.map(({ id }) => id), again: [] })
    await confirmEntry(uma, { applicationId, key: 'sanctions', done: true })
    await addNote(uma, { applicationId, text: 'Fine.' })
    await releaseCase(uma, { applicationId })
    await takeBack(ana, { applicationId })
    const told = (await listTimeline(ana.db, applicationId)).map(({ by, action }) => [by, action])
    expect(told).toEqual([
      ['Ana', 'application-started'],
      ['Ana', 'section-saved'],
      ['Ana', 'section-saved'],
      ['Ana', 'section-saved'],
      ['Ana', 'section-saved'],
      ['Ana', 'underwriting-hand-over'],
      ['Uma', 'case-claimed'],
      ['Uma', 'underwriting-ask'],
      ['Ana', 'underwriting-answer'],
      ['Uma', 'answers-accepted'],
      ['Uma', 'check-confirmed'],
      ['Uma', 'case-noted'],
      ['Uma', 'case-released'],
      ['Ana', 'underwriting-take-back'],
    ])
  })

  test('of a very long life shows what happened last', async () => {
    const applicationId = await seedCase(ana)
    const [row] = await auditOf(ana, applicationId)
    if (!row) throw new Error('Nothing happened.')
    const { id: _id, xid: _xid, ...saved } = row
    await ana.db
      .insert(auditLog)
      .values(Array.from({ length: 600 }, () => ({ ...saved, action: 'section-saved' as const })))
    await claimCase(uma, { applicationId })
    const timeline = await listTimeline(ana.db, applicationId)
    expect(timeline.at(-1)).toMatchObject({ action: 'case-claimed', by: 'Uma' })
    expect(timeline.map(({ id }) => id)).toEqual(timeline.map(({ id }) => id).toSorted((a, b) => a - b))
  })
})

test('who discarded a revision wrote into the application, and does not decide on it', async () => {
  const both = await desk.as('Bia', ['onboarding', 'underwriter'])
  const applicationId = await seedApproved(ana, uma)
  expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
  await beginRevision(ana, { applicationId })
  expect(await discardRevision(both, { applicationId })).toMatchObject({ ok: true })
  await beginRevision(ana, { applicationId })
  await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, dbaName: 'Other' } }))
  await handOverNow(ana, applicationId)
  await releaseCase(uma, { applicationId })
  expect(await claimCase(both, { applicationId })).toMatchObject({ ok: false, reason: 'own-work' })
  expect(await decideAll(both, applicationId, 'approve')).toMatchObject({
    ok: false,
    problems: [{ code: 'not-claimed' }, { code: 'own-work' }],
  })
  expect((await requireApplication(ana.db, applicationId)).status).toBe('in-underwriting')
})
