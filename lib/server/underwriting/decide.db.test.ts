import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog, settings } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import { notifications } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { APPLICATION_STATUSES } from '@/lib/domain/application/status'
import { RULE_VERSION } from '@/lib/domain/underwriting/rule-version'
import { saveSection } from '@/lib/server/applications/mutations'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { getDecline } from '@/lib/server/cases/view'
import { changeCategory, removeDocument, renameDocument } from '@/lib/server/documents/mutations'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { changeDraft } from '@/lib/testing/applications-at-partner'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  acceptAnswers,
  addDocument,
  answerNow,
  ask,
  auditOf,
  confirmEverything,
  decideAll,
  decideNow,
  decisionsOf,
  HOUR,
  handOverNow,
  ourDraft,
  requireCase,
  requireRequest,
  seedApproved,
  seedCase,
  seedClaimed,
  seenNow,
  setUnderwritingRules,
  testClock,
  wordsFor,
} from '@/lib/testing/underwriting-cases'
import { getOpenRequest, reviewAnswer } from './ask'
import { assignCase, claimCase, releaseCase } from './claim'
import { decide, decideSchema, getFirstDecision, withdrawDecline } from './decide'
import { takeBack } from './hand-over'
import { viewCase } from './loaders'
import { confirmEntry } from './notes'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const clock = testClock()

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ugo: Ctx
let una: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ugo = await desk.as('Ugo', ['underwriter'])
  una = await desk.as('Una', ['underwriter'])
})
afterAll(() => desk.close())
beforeEach(async () => {
  clock.advanceMs(HOUR)
  await desk.services.db.delete(settings)
})

/** Everything that a decision could change. */
const stands = async (applicationId: string) => ({
  application: await requireApplication(ana.db, applicationId),
  held: await requireCase(ana, applicationId),
  decisions: await decisionsOf(ana, applicationId),
  // An attempt on one's own work is recorded, and changes nothing.
  audit: (await auditOf(ana, applicationId)).filter(
    ({ action }) => !/^(approval|decline)-refused$/.test(action),
  ),
})

/** Refused for exactly these reasons, and nothing is written. */
async function expectRefused(
  applicationId: string,
  decision: () => ReturnType<typeof decide>,
  ...codes: string[]
) {
  const before = await stands(applicationId)
  const result = await decision()
  if (result.ok) throw new Error('It was decided.')
  expect(result.problems.map(({ code }) => code)).toEqual(codes)
  for (const { message } of result.problems) expect(message).toMatch(/\w{3}.*\.$/)
  expect(await stands(applicationId)).toEqual(before)
  return result.problems
}

/** Claimed by Uma, with every entry of its checklist confirmed. */
async function seedReady(draft = ourDraft()): Promise<string> {
  const applicationId = await seedClaimed(ana, uma, draft)
  await confirmEverything(uma, applicationId)
  return applicationId
}

describe('a decision is refused', () => {
  test('by somebody who has not claimed the case: nobody has it, or another', async () => {
    const applicationId = await seedReady()
    await expectRefused(applicationId, () => decideNow(ugo, applicationId, 'approve'), 'not-claimed')
    await releaseCase(uma, { applicationId })
    await expectRefused(applicationId, () => decideNow(uma, applicationId, 'decline'), 'not-claimed')
  })

  test.each(APPLICATION_STATUSES.filter((status) => status !== 'in-underwriting').map((status) => [status]))(
    'in the status %s, whichever it is',
    async (status) => {
      const applicationId = await seedReady()
      await ana.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
      await expectRefused(applicationId, () => decideNow(uma, applicationId, 'approve'), 'status')
      await expectRefused(applicationId, () => decideNow(uma, applicationId, 'decline'), 'status')
    },
  )

  test('of an application that was never handed over', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    const result = await decideNow(uma, applicationId, 'approve')
    expect(result).toMatchObject({ ok: false })
    expect(await decisionsOf(ana, applicationId)).toEqual([])
    expect((await requireApplication(ana.db, applicationId)).approvedSha256).toBeNull()
  })

  test('as an approval while the checklist is incomplete, and names what is open; a decline is not', async () => {
    const applicationId = await seedReady()
    await confirmEntry(uma, { applicationId, key: 'sanctions', done: false })
    const [problem] = await expectRefused(
      applicationId,
      () => decideNow(uma, applicationId, 'approve'),
      'checklist',
    )
    expect(problem).toMatchObject({ entries: [{ key: 'sanctions' }] })
    await confirmEntry(uma, { applicationId, key: 'sanctions', done: true })
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ ok: true })

    const declined = await seedReady()
    await confirmEntry(uma, { applicationId: declined, key: 'sanctions', done: false })
    expect(await decideNow(uma, declined, 'decline')).toMatchObject({ ok: true, status: 'declined' })
    const { checklist } = await viewCase(uma, declined)
    expect(checklist.find(({ key }) => key === 'sanctions')).toMatchObject({ confirmation: null })
  })

  test('where the checklist grew with the answer', async () => {
    const applicationId = await seedReady({
      ...ourDraft(),
      merchant: { ...ourDraft().merchant, website: '' },
    })
    await ask(uma, applicationId, 'merchant.website')
    await changeDraft(ana, applicationId, ({ merchant }) => ({
      merchant: { ...merchant, website: 'https://blue-heron.example' },
    }))
    await answerNow(ana, applicationId)
    const [problem] = await expectRefused(
      applicationId,
      () => decideNow(uma, applicationId, 'approve'),
      'checklist',
      'unjudged',
    )
    expect(problem).toMatchObject({ entries: [{ key: 'website' }] })
  })

  test('while an answer is neither accepted nor asked again, which it names; a decline is not', async () => {
    const applicationId = await seedReady()
    await ask(uma, applicationId, 'merchant.website', 'merchant.mcc')
    await answerNow(ana, applicationId)
    const { id: requestId, items } = await requireRequest(ana, applicationId)
    const [website, code] = items
    const review = (...accepted: string[]) =>
      reviewAnswer(uma, { applicationId, requestId, accepted, again: [] })
    await review(website?.id ?? '')
    const refused = () => decideNow(uma, applicationId, 'approve')
    const [problem] = await expectRefused(applicationId, refused, 'unjudged')
    expect(problem).toMatchObject({ answers: [{ id: code?.id, label: code?.label }] })
    // Asking for something else does not put the answer out of sight.
    expect(await ask(uma, applicationId, 'merchant.phone')).toMatchObject({ reason: 'wrong-state' })
    await review(code?.id ?? '')
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ ok: true })

    const declined = await seedReady()
    await ask(uma, declined, 'merchant.website')
    await answerNow(ana, declined)
    expect(await decideNow(uma, declined, 'decline')).toMatchObject({ ok: true, status: 'declined' })
  })

  test('with the checklist of an earlier round', async () => {
    const applicationId = await seedReady()
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    await expectRefused(applicationId, () => decideNow(uma, applicationId, 'approve'), 'checklist')
  })

  test('from a page that shows other versions, and names the sections', async () => {
    const applicationId = await seedReady()
    const seen = await seenNow(uma, applicationId)
    await ask(uma, applicationId, 'merchant.website')
    await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant }))
    await answerNow(ana, applicationId)
    await acceptAnswers(uma, applicationId)
    const old = { applicationId, ...wordsFor('approve'), seen }
    const [problem] = await expectRefused(applicationId, () => decide(uma, old), 'stale')
    expect(problem).toMatchObject({ sections: ['merchant'], documents: [] })
    const blind = { ...old, seen: { versions: {}, documents: [] } }
    await expectRefused(applicationId, () => decide(uma, blind), 'stale')
    const ahead = { ...old, seen: { ...seen, versions: { ...seen.versions, merchant: 99, pricing: 1 } } }
    await expectRefused(applicationId, () => decide(uma, ahead), 'stale')
  })

  test('from a page that lacks a document, shows a removed one, or another content, and names it', async () => {
    const applicationId = await seedReady()
    const before = await seenNow(uma, applicationId)
    const documentId = await addDocument(ana, applicationId, 'bank letter.pdf')
    const input = { applicationId, ...wordsFor('approve') }
    const [added] = await expectRefused(applicationId, () => decide(uma, { ...input, seen: before }), 'stale')
    expect(added).toMatchObject({ sections: [], documents: ['bank letter.pdf'] })

    const seen = await seenNow(uma, applicationId)
    await ana.db
      .update(documents)
      .set({ sha256: '0'.repeat(64) })
      .where(eq(documents.id, documentId))
    await expectRefused(applicationId, () => decide(uma, { ...input, seen }), 'stale')

    const shown = await seenNow(uma, applicationId)
    // No person removes one from under a decision; the desk does not rely on that.
    await ana.db.update(documents).set({ removedAt: ana.now() }).where(eq(documents.id, documentId))
    const [removed] = await expectRefused(
      applicationId,
      () => decide(uma, { ...input, seen: shown }),
      'stale',
    )
    expect(removed).toMatchObject({ documents: ['bank letter.pdf'] })
    expect(await decide(uma, { ...input, seen: before })).toMatchObject({ ok: true })
  })

  test.each([
    ['no reason', 'approve', [], 'Papers seen.'],
    ['a reason that is on no list', 'approve', ['because'], 'Papers seen.'],
    ['a reason to decline with an approval', 'approve', ['bad-history'], 'Papers seen.'],
    ['a reason to approve with a refusal', 'decline', ['within-policy'], ''],
    ['a reason that needs its words', 'decline', ['other-refusal'], '  '],
    ['a condition without its words', 'approve', ['reserve'], ''],
    ['a reason named twice', 'decline', ['bad-history', 'bad-history'], ''],
    ['nothing open, and a condition', 'approve', ['within-policy', 'reserve'], '10% for six months'],
  ] as const)('with %s', async (_, outcome, reasons, note) => {
    const applicationId = await seedReady()
    const seen = await seenNow(uma, applicationId)
    await expectRefused(
      applicationId,
      () => decide(uma, { applicationId, outcome, reasons: [...reasons], note, seen }),
      'reasons',
    )
  })

  test('for everything that stands against it, at once', async () => {
    const applicationId = await seedCase(ana)
    const both = await desk.as('Abel', ['onboarding', 'underwriter'])
    await addDocument(both, applicationId)
    await expectRefused(
      applicationId,
      () =>
        decide(both, {
          applicationId,
          outcome: 'approve',
          reasons: [],
          note: '',
          seen: { versions: {}, documents: [] },
        }),
      'not-claimed',
      'own-work',
      'stale',
      'reasons',
      // The note that documents are missing.
      'reasons',
    )
    const rows = await both.db.select().from(auditLog).where(eq(auditLog.action, 'approval-refused'))
    expect(rows).toMatchObject([
      {
        actorId: both.actor.id,
        subjectType: 'case',
        subjectId: applicationId,
        detail: { outcome: 'approve', because: expect.stringMatching(/work/) },
      },
    ])
    expect(await decideNow(both, applicationId, 'decline')).toMatchObject({ ok: false })
    expect(await both.db.select().from(auditLog).where(eq(auditLog.action, 'decline-refused'))).toMatchObject(
      [{ actorId: both.actor.id, subjectId: applicationId, detail: { outcome: 'decline' } }],
    )
  })

  test('as an approval where a value that stood is wrong now, and declining stays possible', async () => {
    const applicationId = await seedReady()
    // An admin took this industry off the list after the hand-over.
    const narrower = { ...uma, lists: { ...uma.lists, sponsorBanks: ['Sponsor Bank Two'] } }
    await expectRefused(applicationId, () => decideNow(narrower, applicationId, 'approve'), 'status')
    expect(await decideNow(narrower, applicationId, 'decline')).toMatchObject({
      ok: true,
      status: 'declined',
    })
  })

  test('as an approval while the partner takes no update of it, and declining stays possible', async () => {
    const applicationId = await seedReady()
    await ana.db
      .update(applications)
      .set({ stage: 'Closed Won', stageSource: 'person', stageAt: clock.now() })
      .where(eq(applications.id, applicationId))
    const [problem] = await expectRefused(
      applicationId,
      () => decideNow(uma, applicationId, 'approve'),
      'status',
    )
    expect(problem?.message).toContain('“Closed Won”')
    expect(await decideNow(uma, applicationId, 'decline')).toMatchObject({ ok: true, status: 'declined' })
  })

  test('takes no more of its input than it names', () => {
    const input = {
      applicationId: crypto.randomUUID(),
      outcome: 'approve',
      reasons: [],
      note: '',
      seen: { versions: {}, documents: [] },
    }
    expect(
      decideSchema.parse({
        ...input,
        deciderId: 'me',
        inEffect: true,
        contributorIds: [],
        status: 'approved',
      }),
    ).toEqual(input)
    expect(decideSchema.safeParse({ ...input, outcome: 'approved' }).success).toBe(false)
  })
})

describe('a mistaken decline', () => {
  const withdraw = async (who: Ctx, applicationId: string, of?: string) => {
    const decisionId = of ?? (await viewCase(who, applicationId)).decisions[0]?.id ?? ''
    return withdrawDecline(who, { applicationId, decisionId, reason: 'It was another merchant.' })
  }

  test('can be withdrawn by any underwriter: the checklist stays, and staff are notified', async () => {
    const applicationId = await seedReady()
    await decideNow(uma, applicationId, 'decline')
    clock.advanceMs(HOUR)
    expect(await withdraw(ugo, applicationId)).toEqual({ ok: true, status: 'in-underwriting' })
    expect(await requireCase(ana, applicationId)).toMatchObject({
      closedAt: null,
      underwriterId: uma.actor.id,
      runningSince: clock.now(),
    })
    const view = await viewCase(uma, applicationId)
    expect(view.decisions).toMatchObject([{ outcome: 'decline', inEffect: false, isWithdrawn: true }])
    expect(view).toMatchObject({ firstDecisionId: null, mayNotDecide: null })
    expect(view.checklist.every(({ confirmation }) => confirmation !== null)).toBe(true)
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'underwriting-withdraw-decline',
      actorId: ugo.actor.id,
      detail: { from: 'declined', to: 'in-underwriting', reason: 'It was another merchant.' },
    })
    const told = await ana.db.select().from(notifications).where(eq(notifications.subjectId, applicationId))
    const withdrawn = told.filter(({ kind }) => kind === 'decline-withdrawn')
    expect(new Set(withdrawn.map(({ personId }) => personId))).toEqual(new Set([ana.actor.id, uma.actor.id]))
    expect(await getDecline(ana.db, applicationId)).toBeNull()
    clock.advanceMs(HOUR)
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
  })

  test.each<[string, (gone: Ctx, applicationId: string) => Promise<unknown>]>([
    [
      'is deactivated',
      ({ db, actor }) => db.update(users).set({ active: false }).where(eq(users.id, actor.id)),
    ],
    [
      'is no underwriter any more',
      ({ db, actor }) =>
        db
          .update(users)
          .set({ roles: ['auditor'] })
          .where(eq(users.id, actor.id)),
    ],
    ['worked on it since', (gone, applicationId) => recordOwnWork(gone, gone.db, applicationId)],
  ])('that is withdrawn leaves the case with nobody where whoever had it %s', async (why, leave) => {
    const gone = await desk.as(`Had it, ${why}`, ['underwriter'])
    const applicationId = await seedClaimed(ana, gone)
    await decideNow(gone, applicationId, 'decline')
    await leave(gone, applicationId)
    expect(await withdraw(ugo, applicationId)).toMatchObject({ ok: true })
    expect(await requireCase(ana, applicationId)).toMatchObject({
      closedAt: null,
      underwriterId: null,
      claimedAt: null,
    })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'case-released',
      detail: { from: gone.actor.id, to: null },
    })
    expect(await claimCase(una, { applicationId })).toMatchObject({ ok: true })
  })

  test('that is withdrawn leaves staff’s answers to be reviewed, as they were', async () => {
    const applicationId = await seedReady()
    await ask(uma, applicationId, 'merchant.website')
    await answerNow(ana, applicationId)
    const { id, items } = await requireRequest(ana, applicationId)
    await decideNow(uma, applicationId, 'decline')
    expect(await getOpenRequest(ana.db, applicationId)).toBeNull()
    clock.advanceMs(HOUR)
    await withdraw(ugo, applicationId)
    expect(await requireRequest(ana, applicationId)).toMatchObject({ id, items })
    await expectRefused(applicationId, () => decideNow(uma, applicationId, 'approve'), 'unjudged')
    await acceptAnswers(uma, applicationId)
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
  })

  test('by two people is withdrawn as a whole, so two new decisions are needed', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '1' })
    const applicationId = await seedReady()
    await decideNow(uma, applicationId, 'decline')
    clock.advanceMs(HOUR)
    await claimCase(ugo, { applicationId })
    await decideNow(ugo, applicationId, 'decline')
    expect(await withdraw(uma, applicationId)).toMatchObject({ ok: true })
    const view = await viewCase(una, applicationId)
    expect(view).toMatchObject({ firstDecisionId: null, needsSecond: true })
  })

  test('cannot be withdrawn by a contributor or once it is no longer in effect, and an approval never', async () => {
    const applicationId = await seedReady()
    await decideNow(uma, applicationId, 'decline')
    const [{ id } = { id: '' }] = (await viewCase(uma, applicationId)).decisions
    expect(await withdraw(ana, applicationId)).toMatchObject({ ok: false, reason: 'own-work' })
    expect(await withdraw(uma, applicationId, crypto.randomUUID())).toMatchObject({ reason: 'wrong-state' })
    expect(await withdraw(uma, applicationId)).toMatchObject({ ok: true })
    expect(await withdraw(uma, applicationId, id)).toMatchObject({ ok: false, reason: 'wrong-state' })
    const approved = await seedApproved(ana, uma)
    expect(await withdraw(uma, approved)).toMatchObject({ ok: false, reason: 'wrong-state' })
  })
})

describe('nobody decides on their own work', () => {
  const who = { roles: ['onboarding', 'underwriter'] as const }
  let count = 0
  const someone = (...roles: Parameters<TestDesk['as']>[1] & object) => desk.as(`Both${++count}`, roles)

  /** Whoever has it, and however they came to it. */
  const hold = (ctx: Ctx, applicationId: string) =>
    ctx.db
      .update(underwritingCases)
      .set({ underwriterId: ctx.actor.id })
      .where(eq(underwritingCases.applicationId, applicationId))

  /** Neither claimed nor given, and what someone has all the same they can neither check nor decide. */
  const expectOwnWork = async (ctx: Ctx, applicationId: string) => {
    const ownWork = { ok: false, reason: 'own-work', message: expect.stringMatching(/worked on this/) }
    await hold(ugo, applicationId)
    await confirmEverything(ugo, applicationId)
    const to = ctx.actor.id
    expect(await assignCase(ugo, { applicationId, from: ugo.actor.id, to })).toMatchObject(ownWork)
    await releaseCase(ugo, { applicationId })
    expect(await claimCase(ctx, { applicationId })).toMatchObject(ownWork)
    expect(await requireCase(ctx, applicationId)).toMatchObject({ underwriterId: null })
    await hold(ctx, applicationId)
    expect(await confirmEntry(ctx, { applicationId, key: 'sanctions', done: false })).toMatchObject(ownWork)
    for (const outcome of ['approve', 'decline'] as const) {
      await expectRefused(applicationId, () => decideNow(ctx, applicationId, outcome), 'own-work')
    }
    expect((await viewCase(ctx, applicationId)).mayNotDecide).toBe('own-work')
  }

  test('who started it, though somebody else filled it', async () => {
    const both = await someone(...who.roles)
    const applicationId = await seedApplicationDraft(both, ourDraft())
    await handOverNow(ana, applicationId)
    await expectOwnWork(both, applicationId)
  })

  test('who saved one section of it, once, in an earlier round, though it was changed since', async () => {
    const both = await someone(...who.roles)
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await changeDraft(both, applicationId, ({ options }) => ({ options }))
    await changeDraft(ana, applicationId, ({ options }) => ({ options }))
    await handOverNow(ana, applicationId)
    await releaseCase(uma, { applicationId })
    await expectOwnWork(both, applicationId)
  })

  test('who only put a document to it, though it was removed again', async () => {
    const both = await someone(...who.roles)
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    await removeDocument(both, { documentId: await addDocument(both, applicationId) })
    await handOverNow(ana, applicationId)
    await expectOwnWork(both, applicationId)
  })

  test.each([
    ['renamed', renameDocument, { name: 'another.pdf' }],
    ['gave another category to', changeCategory, { category: 'other' as const }],
    ['removed', removeDocument, {}],
  ])('who only %s a document of it', async (_, change, to) => {
    const both = await someone(...who.roles)
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    await change(both, {
      name: '',
      category: 'other',
      ...to,
      documentId: await addDocument(ana, applicationId),
    })
    await handOverNow(ana, applicationId)
    await expectOwnWork(both, applicationId)
  })

  test('who only handed it over, or only answered, without changing anything', async () => {
    const both = await someone(...who.roles)
    const handed = await seedApplicationDraft(ana, ourDraft())
    await handOverNow(both, handed, 'It is sound.')
    await expectOwnWork(both, handed)
    const asked = await seedClaimed(ana, uma)
    await ask(uma, asked, 'merchant.website')
    await answerNow(both, asked, 'They have none.')
    await expectOwnWork(both, asked)
  })

  test('and what somebody confirmed who worked on it afterwards has to be confirmed by somebody else', async () => {
    const both = await someone(...who.roles)
    const applicationId = await seedClaimed(ana, both)
    await confirmEverything(both, applicationId)
    await addDocument(both, applicationId)
    await releaseCase(both, { applicationId })
    await claimCase(uma, { applicationId })
    const { checklist } = await viewCase(uma, applicationId)
    expect(checklist.map(({ confirmation: by }) => by)).toEqual(checklist.map(() => null))
    await expectRefused(applicationId, () => decideNow(uma, applicationId, 'approve'), 'checklist')
    await confirmEverything(uma, applicationId)
    expect((await viewCase(uma, applicationId)).checklist).toMatchObject(
      checklist.map(() => ({ confirmation: { by: 'Uma' } })),
    )
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ ok: true })
  })

  test('an underwriter who put a document to it after claiming it', async () => {
    const applicationId = await seedReady()
    await addDocument(uma, applicationId)
    await expectOwnWork(uma, applicationId)
  })

  test('an admin with every role', async () => {
    const admin = await someone('admin', 'onboarding', 'underwriter', 'finance', 'auditor')
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    await saveSection(admin, {
      applicationId,
      section: 'options',
      baseVersion: 1,
      data: ourDraft().options,
    })
    await handOverNow(ana, applicationId)
    await expectOwnWork(admin, applicationId)
  })

  test('who answered with a change', async () => {
    const both = await someone(...who.roles)
    const applicationId = await seedReady()
    await ask(uma, applicationId, 'merchant.website')
    await changeDraft(both, applicationId, ({ merchant }) => ({ merchant }))
    await answerNow(both, applicationId)
    await releaseCase(uma, { applicationId })
    await expectOwnWork(both, applicationId)
  })

  test('and looking at it, claiming it, or having had it before is no work in it', async () => {
    const applicationId = await seedReady()
    await viewCase(ugo, applicationId)
    await releaseCase(uma, { applicationId })
    expect(await decideAll(ugo, applicationId, 'approve')).toMatchObject({ ok: true })
  })
})

describe('that nothing is open', () => {
  test('is not accepted over missing documents, nor over unsettled questions, without a word', async () => {
    const applicationId = await seedReady()
    const approve = async (note: string) =>
      decide(uma, {
        applicationId,
        outcome: 'approve',
        reasons: ['within-policy'],
        note,
        seen: await seenNow(uma, applicationId),
      })
    const [problem] = await expectRefused(applicationId, () => approve(''), 'reasons')
    expect(problem?.message).toContain('Voided check is missing')
    expect(await approve('Seen at the branch.')).toMatchObject({ ok: true })
  })
})

describe('an approval', () => {
  test('sets the status, stores the hash of what was approved, and closes the case', async () => {
    const applicationId = await seedReady()
    clock.advanceMs(HOUR)
    expect(await decideNow(uma, applicationId, 'approve')).toEqual({
      ok: true,
      effect: 'takes-effect',
      status: 'approved',
    })
    const { application, held, decisions, audit } = await stands(applicationId)
    expect(application).toMatchObject({
      status: 'approved',
      approvedSha256: decisions[0]?.payloadSha256,
    })
    expect(held).toMatchObject({
      closedAt: clock.now(),
      runningSince: null,
      spentMs: HOUR,
      underwriterId: uma.actor.id,
    })
    expect(audit.at(-1)).toMatchObject({
      action: 'underwriting-approve',
      actorId: uma.actor.id,
      detail: { from: 'in-underwriting', to: 'approved', outcome: 'approve', reasons: ['within-policy'] },
    })
  })

  test('keeps its evidence: versions, the hash of every document, the rules and the signals that were shown', async () => {
    const applicationId = await seedReady(ourDraft({ highTicket: '10' }))
    const documentId = await addDocument(ana, applicationId, 'statement.pdf')
    const page = await viewCase(uma, applicationId)
    const note = '  A reserve of 10%, İ’s way.\u0000  '
    await decide(uma, {
      applicationId,
      outcome: 'approve',
      reasons: ['reserve'],
      note,
      seen: await seenNow(uma, applicationId),
    })
    const [stored] = await ana.db.select().from(documents).where(eq(documents.id, documentId))
    const [decision] = await decisionsOf(ana, applicationId)
    expect(decision).toMatchObject({
      round: 1,
      outcome: 'approve',
      reasons: ['reserve'],
      decidedBy: uma.actor.id,
      decidedAt: clock.now(),
      confirms: null,
      inEffect: true,
      versions: { merchant: 1, contacts: 1, accounts: 1, options: 1 },
      documents: [{ id: documentId, name: 'statement.pdf', sha256: stored?.sha256 }],
      ruleVersion: RULE_VERSION,
    })
    expect(decision?.signals).toEqual(page.signals)
    expect(decision?.signals.length).toBeGreaterThan(0)
    expect(decision?.note).not.toContain('\u0000')
    expect(decision?.note).toContain('İ’s way')
  })

  test('is stale once a document came or a section changed, and says so on the page of the case', async () => {
    const applicationId = await seedApproved(ana, uma)
    const isStale = async () => (await viewCase(uma, applicationId)).decisions.map(({ stale }) => stale)
    expect(await isStale()).toEqual([false])
    const documentId = await addDocument(ana, applicationId)
    expect(await isStale()).toEqual([true])
    await removeDocument(ana, { documentId })
    expect(await isStale()).toEqual([false])
    await changeDraft(ana, applicationId, ({ options }) => ({ options }))
    expect(await isStale()).toEqual([true])
  })
})

test('a decline closes the application, keeps its reasons, and leaves nothing approved', async () => {
  const applicationId = await seedReady()
  const seen = await seenNow(uma, applicationId)
  expect(
    await decide(uma, {
      applicationId,
      outcome: 'decline',
      reasons: ['bad-history', 'other-refusal'],
      note: 'See the statements.',
      seen,
    }),
  ).toEqual({ ok: true, effect: 'takes-effect', status: 'declined' })
  const { application, held, decisions } = await stands(applicationId)
  expect(application).toMatchObject({ status: 'declined', approvedSha256: null })
  expect(held.closedAt).toEqual(clock.now())
  expect(decisions).toMatchObject([
    {
      outcome: 'decline',
      reasons: ['bad-history', 'other-refusal'],
      note: 'See the statements.',
      inEffect: true,
    },
  ])
})

/** Claims it, and confirms its checklist: no one's confirmations stand in for another's. */
async function takeOver(underwriter: Ctx, applicationId: string) {
  await claimCase(underwriter, { applicationId })
  await confirmEverything(underwriter, applicationId)
}

describe('above the volume that Settings name', () => {
  beforeEach(() => setUnderwritingRules(desk.services, { fourEyesAbove: '39999.99' }))

  const awaiting = { ok: true, effect: 'awaits-second', status: 'in-underwriting' }

  /** Approved by Uma, and waiting for someone else. */
  async function seedFirst(outcome: 'approve' | 'decline' = 'approve'): Promise<string> {
    const applicationId = await seedReady()
    expect(await decideNow(uma, applicationId, outcome)).toEqual(awaiting)
    clock.advanceMs(HOUR)
    return applicationId
  }

  test('the limit itself is decided by one', async () => {
    await setUnderwritingRules(desk.services, { fourEyesAbove: '40000' })
    const applicationId = await seedReady()
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ effect: 'takes-effect' })
  })

  test('the first decision keeps the case open, its clock running, and frees it for another', async () => {
    const applicationId = await seedReady()
    const { runningSince } = await requireCase(ana, applicationId)
    expect(await decideNow(uma, applicationId, 'approve')).toEqual(awaiting)
    const { application, held, decisions, audit } = await stands(applicationId)
    expect(application).toMatchObject({ status: 'in-underwriting', approvedSha256: null })
    expect(held).toMatchObject({ underwriterId: null, claimedAt: null, closedAt: null, runningSince })
    expect(decisions).toMatchObject([{ inEffect: false, confirms: null, outcome: 'approve' }])
    expect(audit.at(-1)).toMatchObject({ action: 'underwriting-first-decision', actorId: uma.actor.id })
    const page = await viewCase(ugo, applicationId)
    expect(page).toMatchObject({ needsSecond: true, firstDecisionId: decisions[0]?.id })
  })

  test('the same person is refused, whichever way', async () => {
    const applicationId = await seedFirst()
    // As a version before this one let her have it.
    await desk.services.db
      .update(underwritingCases)
      .set({ underwriterId: uma.actor.id })
      .where(eq(underwritingCases.applicationId, applicationId))
    await confirmEverything(uma, applicationId)
    await expectRefused(applicationId, () => decideNow(uma, applicationId, 'approve'), 'same-person')
    await expectRefused(applicationId, () => decideNow(uma, applicationId, 'decline'), 'same-person')
  })

  test.each([
    ['approve', 'approved'],
    ['decline', 'declined'],
  ] as const)('a second person who agrees to %s gives it effect', async (outcome, status) => {
    const applicationId = await seedFirst(outcome)
    await takeOver(ugo, applicationId)
    expect(await decideNow(ugo, applicationId, outcome)).toEqual({
      ok: true,
      effect: 'takes-effect',
      status,
    })
    const { application, held, decisions } = await stands(applicationId)
    expect(decisions).toMatchObject([
      { decidedBy: uma.actor.id, inEffect: false, confirms: null },
      { decidedBy: ugo.actor.id, inEffect: true, confirms: decisions[0]?.id },
    ])
    expect(application.approvedSha256).toBe(outcome === 'approve' ? decisions[1]?.payloadSha256 : null)
    expect(held.closedAt).toEqual(clock.now())
  })

  test('the confirmations of the first are not those of the second, who confirms all of it', async () => {
    const applicationId = await seedFirst()
    await claimCase(ugo, { applicationId })
    const [problem] = await expectRefused(
      applicationId,
      () => decideNow(ugo, applicationId, 'approve'),
      'checklist',
    )
    const { checklist } = await viewCase(ugo, applicationId)
    expect(problem).toMatchObject({ entries: checklist.map(({ key }) => ({ key })) })
    expect(checklist.every(({ confirmation: own, others }) => own === null && others[0]?.by === 'Uma')).toBe(
      true,
    )
    await confirmEverything(ugo, applicationId)
    expect(await decideNow(ugo, applicationId, 'approve')).toMatchObject({ effect: 'takes-effect' })
  })

  test('a second person who wrote into it is refused', async () => {
    const applicationId = await seedFirst()
    const both = await desk.as('Bertha', ['onboarding', 'underwriter'])
    await takeOver(both, applicationId)
    await addDocument(both, applicationId)
    await expectRefused(applicationId, () => decideNow(both, applicationId, 'approve'), 'own-work')
  })

  test('a second person who disagrees reopens it: neither decision counts, and both may begin again', async () => {
    for (const again of [uma, ugo]) {
      const applicationId = await seedFirst()
      await takeOver(ugo, applicationId)
      expect(await decideNow(ugo, applicationId, 'decline')).toEqual({
        ok: true,
        effect: 'reopens',
        status: 'in-underwriting',
      })
      expect(await stands(applicationId)).toMatchObject({
        application: { status: 'in-underwriting', approvedSha256: null },
        held: { underwriterId: null, closedAt: null },
      })
      expect(await getFirstDecision(ana.db, applicationId, 1)).toBeNull()
      clock.advanceMs(HOUR)
      await takeOver(again, applicationId)
      expect(await decideNow(again, applicationId, 'approve')).toEqual(awaiting)
      clock.advanceMs(HOUR)
      await takeOver(una, applicationId)
      expect(await decideNow(una, applicationId, 'approve')).toMatchObject({ effect: 'takes-effect' })
    }
  })

  test.each([
    ['set back', -HOUR],
    ['not moved', 0],
  ])('a disagreement ends the waiting also where the clock was %s', async (_, ms) => {
    const applicationId = await seedReady()
    await decideNow(uma, applicationId, 'approve')
    clock.advanceMs(ms)
    await takeOver(ugo, applicationId)
    expect(await decideNow(ugo, applicationId, 'decline')).toMatchObject({ effect: 'reopens' })
    expect(await getFirstDecision(ana.db, applicationId, 1)).toBeNull()
    await takeOver(una, applicationId)
    expect(await decideNow(una, applicationId, 'approve')).toEqual(awaiting)
    await takeOver(uma, applicationId)
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ effect: 'takes-effect' })
  })

  test('a first decision that is stale binds nobody: the next one is a first again, by the same person too', async () => {
    for (const next of [uma, ugo]) {
      const applicationId = await seedFirst()
      await addDocument(ana, applicationId)
      await takeOver(next, applicationId)
      expect(await decideNow(next, applicationId, 'approve')).toEqual(awaiting)
      const decisions = await decisionsOf(ana, applicationId)
      expect(decisions).toMatchObject([{ confirms: null }, { confirms: null, inEffect: false }])
      expect((await viewCase(una, applicationId)).firstDecisionId).toBe(decisions[1]?.id)
      clock.advanceMs(HOUR)
      await takeOver(una, applicationId)
      expect(await decideNow(una, applicationId, 'approve')).toMatchObject({ effect: 'takes-effect' })
      expect((await decisionsOf(ana, applicationId))[2]?.confirms).toBe(decisions[1]?.id)
    }
  })

  test('a change between the two asks both again', async () => {
    const applicationId = await seedFirst()
    await takeOver(ugo, applicationId)
    await ask(ugo, applicationId, 'options.highMonthlyVolume')
    await changeDraft(ana, applicationId, ({ options }) => ({
      options: { ...options, highMonthlyVolume: '50000' },
    }))
    await answerNow(ana, applicationId)
    await acceptAnswers(ugo, applicationId)
    await confirmEverything(ugo, applicationId)
    expect(await decideNow(ugo, applicationId, 'approve')).toEqual(awaiting)
    expect((await requireApplication(ana.db, applicationId)).approvedSha256).toBeNull()
  })

  test('a first decision of an earlier round is none of this one', async () => {
    const applicationId = await seedFirst()
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    expect(await decideAll(ugo, applicationId, 'approve')).toEqual(awaiting)
  })

  test('where Settings ask for one only since the first decision, one is enough, the same person too', async () => {
    for (const next of [uma, ugo]) {
      await setUnderwritingRules(desk.services, { fourEyesAbove: '39999.99' })
      const applicationId = await seedFirst()
      await setUnderwritingRules(desk.services, { fourEyesAbove: null })
      await takeOver(next, applicationId)
      expect(await decideNow(next, applicationId, 'decline')).toEqual({
        ok: true,
        effect: 'takes-effect',
        status: 'declined',
      })
      expect((await decisionsOf(ana, applicationId))[1]).toMatchObject({ inEffect: true, confirms: null })
    }
  })

  test('where the volume came down with the answer, one is enough', async () => {
    const applicationId = await seedReady()
    await ask(uma, applicationId, 'options.highMonthlyVolume')
    await changeDraft(ana, applicationId, ({ options }) => ({
      options: { ...options, highMonthlyVolume: '39999' },
    }))
    await answerNow(ana, applicationId)
    await acceptAnswers(uma, applicationId)
    await confirmEverything(uma, applicationId)
    expect(await decideNow(uma, applicationId, 'approve')).toMatchObject({ effect: 'takes-effect' })
  })
})

withPostgres('decisions at once', (createDatabase) => {
  let shared: TestDesk
  let staff: Ctx
  let judges: [Ctx, Ctx]
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    staff = await shared.as('Staff')
    judges = [await shared.as('One', ['underwriter']), await shared.as('Two', ['underwriter'])]
    return () => shared.close()
  })

  const inEffect = async (applicationId: string) =>
    (await decisionsOf(staff, applicationId)).filter((decision) => decision.inEffect)

  async function seedReadyFor(judge: Ctx): Promise<string> {
    const applicationId = await seedClaimed(staff, judge)
    await confirmEverything(judge, applicationId)
    return applicationId
  }

  test('of an approval and a decline at once, in two tabs, one has effect', async () => {
    const [judge] = judges
    for (let round = 1; round <= 6; round++) {
      const applicationId = await seedReadyFor(judge)
      const results = await Promise.all([
        decideNow(judge, applicationId, 'approve'),
        decideNow(judge, applicationId, 'decline'),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const [decision, ...others] = await decisionsOf(staff, applicationId)
      expect(others).toEqual([])
      const { status, approvedSha256 } = await requireApplication(staff.db, applicationId)
      expect(decision?.outcome).toBe(status === 'approved' ? 'approve' : 'decline')
      expect(approvedSha256 !== null).toBe(status === 'approved')
    }
  })

  test('of two underwriters who claim and decide at once one decision has effect', async () => {
    for (let round = 1; round <= 6; round++) {
      const applicationId = await seedReadyFor(judges[0])
      await releaseCase(judges[0], { applicationId })
      const results = await Promise.all([
        decideAll(judges[0], applicationId, 'approve'),
        decideAll(judges[1], applicationId, 'decline'),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await inEffect(applicationId)).toHaveLength(1)
    }
  })

  test('a double click on the first of two decisions makes one', async () => {
    await setUnderwritingRules(shared.services, { fourEyesAbove: '1' })
    const [judge] = judges
    for (let round = 1; round <= 4; round++) {
      const applicationId = await seedReadyFor(judge)
      const results = await Promise.all([
        decideNow(judge, applicationId, 'approve'),
        decideNow(judge, applicationId, 'approve'),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await decisionsOf(staff, applicationId)).toHaveLength(1)
      expect(await inEffect(applicationId)).toEqual([])
      expect((await requireApplication(staff.db, applicationId)).status).toBe('in-underwriting')
    }
    await shared.services.db.delete(settings)
  })

  test('a document that comes at the moment of the decision is in its evidence, or makes it stale', async () => {
    const [judge] = judges
    for (let round = 1; round <= 6; round++) {
      const applicationId = await seedReadyFor(judge)
      const [decided, documentId] = await Promise.all([
        decideNow(judge, applicationId, 'approve'),
        addDocument(staff, applicationId),
      ])
      const [decision] = await decisionsOf(staff, applicationId)
      if (!decided.ok) {
        expect(decided.problems.map(({ code }) => code)).toEqual(['stale'])
        expect(decision).toBeUndefined()
        continue
      }
      const isKnown = decision?.documents.some(({ id }) => id === documentId)
      const [shown] = (await viewCase(judge, applicationId)).decisions
      expect(shown?.stale).toBe(!isKnown)
      expect((await requireApplication(staff.db, applicationId)).status).toBe(isKnown ? 'approved' : 'draft')
    }
  })

  test('a document that is renamed or removed at that moment leaves no approval of what is not there', async () => {
    const [judge] = judges
    for (let round = 1; round <= 6; round++) {
      const applicationId = await seedClaimed(staff, judge)
      const documentId = await addDocument(staff, applicationId)
      await confirmEverything(judge, applicationId)
      const change = round % 2 === 0 ? removeDocument : renameDocument
      const [decided] = await Promise.all([
        decideNow(judge, applicationId, 'approve'),
        // Before or after the decision, it is refused.
        expect(change(staff, { documentId, name: 'else.pdf' })).rejects.toMatchObject({
          code: 'wrong-state',
        }),
      ])
      const { status, approvedSha256 } = await requireApplication(staff.db, applicationId)
      const [shown] = (await viewCase(judge, applicationId)).decisions
      // Either the decision was refused, or made on what is there now, or it fell with the change.
      const stands = decided.ok && shown?.stale === false
      expect([status, approvedSha256 !== null]).toEqual(
        stands ? ['approved', true] : [decided.ok ? 'draft' : 'in-underwriting', false],
      )
    }
  })
})
