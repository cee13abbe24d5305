import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, settings } from '@/lib/db/schema/desk'
import { fundingBatches, fundingRequests } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { dayRules } from '@/lib/domain/settings/day-rules'
import { type FundingRules, fundingRules } from '@/lib/domain/settings/funding-rules'
import { saveSetting } from '@/lib/server/admin/settings/mutations'
import { loadFundingRules, storeSetting } from '@/lib/server/settings'
import {
  approvalOf,
  approve,
  batchStatus,
  fundingLine,
  linesOf,
  seedApproved,
  seedBatch,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { saveFundingRules } from '@/lib/testing/funding-rules'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { answerProposal } from '../proposals/answer'
import { listProposals } from '../proposals/list'
import type { Ctx } from '../services'
import { judgeWaitingBatches, peopleChanged } from './approvals'
import { retryFailed } from './child-batch'
import { requireBatch } from './data'
import { saveLines, viewLines } from './lines'
import { approveBatch, discardBatch, recallBatch, submitBatch } from './submit'
import { viewBatch, viewProgress } from './view'

const NOBODY = 'http://127.0.0.1:1/sandbox'
const MORNING = '2026-11-20T08:00:00.000Z'

let desk: TestDesk
let now: Date
let fay: Ctx
let flo: Ctx
let finn: Ctx
let ada: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY, now: () => now })
  now = new Date(MORNING)
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
  finn = await desk.as('Finn', ['finance'])
  ada = await desk.as('Ada', ['admin'])
})
afterAll(() => desk.close())

/** Each test has its own day and transactions, the default rules, and Fay, Flo and Finn in finance. */
let series = 0
beforeEach(async () => {
  series += 1
  now = new Date(Date.parse(MORNING) + series * 86_400_000)
  await desk.services.db.delete(settings)
  for (const ctx of [fay, flo, finn]) await setPerson(ctx, { active: true, roles: ['finance'] })
})

const setPerson = (ctx: Ctx, fields: { active?: boolean; roles?: Role[] }) =>
  desk.services.db.update(users).set(fields).where(eq(users.id, ctx.actor.id))
let nextId = 0
/** A draft with one line of this many cents. */
const draft = (ctx: Ctx, cents: number, merchantId = 'M-1') => {
  nextId += 1
  return seedBatch(ctx, linesOf([`A-${nextId}`], { amount: String(cents), merchantId }))
}
const submit = async (ctx: Ctx, batchId: string) =>
  submitBatch(ctx, { batchId, version: (await requireBatch(ctx.db, batchId)).version })
const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const saveRules = async (change: Partial<FundingRules>) => {
  const base = await loadFundingRules(desk.services.db)
  expect(await saveFundingRules(ada, { base, value: { ...base, ...change } })).toMatchObject({
    ok: true,
  })
}
const judged = (batchId: string) =>
  desk.services.db
    .select({ actorId: auditLog.actorId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, batchId), eq(auditLog.action, 'funding-batch-judged')))
    .orderBy(asc(auditLog.id))

/** What the desk does every minute. */
const look = () =>
  desk.services.db.transaction((tx) =>
    judgeWaitingBatches({ now: () => now, actor: null, requestId: 'job' }, tx, 'time'),
  )

const LARGE = 5_000_001

describe('a batch that needs two approvers and does not have them', () => {
  test('is refused at submission, with who can, who cannot, and what to do; nothing is frozen', async () => {
    await setPerson(finn, { active: false })
    const batchId = await draft(fay, LARGE)
    const message =
      'This batch needs 2 approvals because it is above $50,000.00, and only Flo can approve it. Fay worked on it. Ask an admin to give someone else approval rights, or split the batch.'
    expect(await viewBatch(fay, batchId)).toMatchObject({
      approvalsText: 'Needs 2 approvals because it is above $50,000.00.',
      approvers: ['Flo'],
      beyondApproval: message,
    })
    expect(await submit(fay, batchId)).toEqual({ ok: false, reason: 'no-approvers', message })
    expect(await requireBatch(fay.db, batchId)).toMatchObject({
      status: 'draft',
      contentSha256: null,
      submittedAt: null,
    })
    await setPerson(finn, { active: true })
    expect(await viewBatch(fay, batchId)).toMatchObject({ approvers: ['Finn', 'Flo'], beyondApproval: null })
    expect(await submit(fay, batchId)).toMatchObject({ ok: true })
    await approve(flo, batchId)
    expect(await viewBatch(fay, batchId)).toMatchObject({ approvalsGiven: 1, approvers: ['Finn'] })
    await approve(finn, batchId)
    expect(await batchStatus(fay, batchId)).toBe('approved')
  })

  test('an admin alone cannot approve', async () => {
    await setPerson(flo, { active: false })
    await setPerson(finn, { roles: ['auditor'] })
    expect(await submit(fay, await draft(fay, 1))).toMatchObject({
      reason: 'no-approvers',
      message: expect.stringContaining('needs 1 approval, and no one can approve it. Fay worked on it.'),
    })
  })
})

describe('rules that are loosened', () => {
  test('are not saved until the person has been told which pending batches they approve', async () => {
    await saveRules({ secondAboveMakerDay: null })
    const [first, second] = [await draft(fay, LARGE), await draft(fay, LARGE)]
    for (const batchId of [first, second]) await submitDraft(fay, batchId)
    await approve(flo, first)
    const base = await loadFundingRules(desk.services.db)
    const value = { ...base, secondAboveAmount: null }
    const { number } = await requireBatch(fay.db, first)
    const told = { number, amountMinor: String(LARGE) }
    expect(await saveSetting(ada, fundingRules, { base, value })).toEqual({
      ok: false,
      reason: 'approves',
      message: 'Saving this approves 1 pending batch. Nothing was saved.',
      batches: [told],
    })
    expect(await loadFundingRules(desk.services.db)).toEqual(base)
    expect([await batchStatus(fay, first), await judged(first)]).toEqual(['waiting', []])
    // A second batch has been approved since.
    await approve(flo, second)
    const approves = [number]
    expect(await saveSetting(ada, fundingRules, { base, value, approves })).toMatchObject({
      reason: 'approves',
      batches: [told, { amountMinor: String(LARGE) }],
    })
    const both = [...approves, (await requireBatch(fay.db, second)).number]
    expect(await saveSetting(ada, fundingRules, { base, value, approves: both })).toEqual({ ok: true, value })
    expect([await batchStatus(fay, first), await batchStatus(fay, second)]).toEqual(['approved', 'approved'])
  })

  test('need consent from a second admin who has been told too', async () => {
    const ben = await desk.as('Ben', ['admin'])
    await storeSetting(desk.services.db, 'funding', { secondAboveMakerDay: null })
    const batchId = await draft(fay, LARGE)
    await submitDraft(fay, batchId)
    await approve(flo, batchId)
    const base = await loadFundingRules(desk.services.db)
    const value = { ...base, secondAboveAmount: null }
    expect(await saveSetting(ben, fundingRules, { base, value })).toMatchObject({ ok: true, waits: true })
    const [proposal] = await listProposals(ada)
    const consent = { proposalId: proposal?.id ?? '', answer: 'consent' as const }
    const { number } = await requireBatch(fay.db, batchId)
    expect(await answerProposal(ada, consent)).toMatchObject({
      ok: false,
      reason: 'approves',
      batches: [{ number, amountMinor: String(LARGE) }],
    })
    expect([await batchStatus(fay, batchId), (await listProposals(ada)).length]).toEqual(['waiting', 1])
    expect(await answerProposal(ada, { ...consent, approves: [number] })).toEqual({ ok: true })
    expect(await batchStatus(fay, batchId)).toBe('approved')
    await setPerson(ben, { active: false })
  })

  test('approve batches with enough approvals at once, in the name of who changed the rules', async () => {
    const [first, second, untouched] = [
      await draft(fay, LARGE),
      await draft(fay, LARGE),
      await draft(fay, LARGE),
    ]
    await saveRules({ secondAboveMakerDay: null })
    for (const batchId of [first, second, untouched]) await submitDraft(fay, batchId)
    await approve(flo, first)
    await approve(finn, second)
    await saveRules({ secondAboveAmount: null })
    for (const batchId of [first, second]) {
      expect(await batchStatus(fay, batchId)).toBe('approved')
      expect(await judged(batchId)).toEqual([
        {
          actorId: ada.actor.id,
          detail: { cause: 'rules', approvals: 1, needed: 1, to: 'approved' },
        },
      ])
    }
    expect(await batchStatus(fay, untouched)).toBe('waiting')
  })

  test('stricter rules raise what a waiting batch needs; an approved one stays approved', async () => {
    const [waiting, approved] = [await draft(fay, 500), await draft(fay, 500)]
    for (const batchId of [waiting, approved]) await submitDraft(fay, batchId)
    await approve(flo, approved)
    await saveRules({ secondAboveAmount: '4' })
    expect(await viewBatch(fay, waiting)).toMatchObject({ status: 'waiting', approvalsNeeded: 2 })
    expect(await batchStatus(fay, approved)).toBe('approved')
    await approve(flo, waiting)
    expect(await batchStatus(fay, waiting)).toBe('waiting')
  })

  test('if changed outside the desk, take effect at its next check, once', async () => {
    const batchId = await draft(fay, LARGE)
    await submitDraft(fay, batchId)
    await approve(flo, batchId)
    await look()
    expect(await batchStatus(fay, batchId)).toBe('waiting')
    await storeSetting(desk.services.db, 'funding', { secondAboveAmount: null })
    await look()
    await look()
    expect(await batchStatus(fay, batchId)).toBe('approved')
    expect(await judged(batchId)).toEqual([
      { actorId: null, detail: { cause: 'time', approvals: 1, needed: 1, to: 'approved' } },
    ])
  })
})

describe('a batch that everyone worked on', () => {
  test('is refused at submission, with their names', async () => {
    const batchId = await draft(fay, 100)
    for (const [version, ctx] of [flo, finn].entries())
      await saveLines(ctx, {
        batchId,
        version: version + 1,
        changed: [{ row: 2, amount: String(200 + version) }],
        removed: [],
        added: [],
      })
    expect(await submit(fay, batchId)).toMatchObject({
      reason: 'no-approvers',
      message:
        'This batch needs 1 approval, and no one can approve it. Fay, Finn and Flo worked on it. Ask an admin to give someone else approval rights.',
    })
  })

  test('if approvers leave while it waits, the batch says so, and a new person can approve it', async () => {
    const batchId = await draft(fay, LARGE)
    await submitDraft(fay, batchId)
    await approve(flo, batchId)
    await setPerson(finn, { active: false })
    expect((await viewBatch(fay, batchId)).beyondApproval).toBe(
      'This batch needs 2 approvals because it is above $50,000.00, has 1, and no one else can approve it. Fay worked on it. Ask an admin to give someone else approval rights, or withdraw it and split the batch.',
    )
    // An approval by someone without the right does not count, and counts again once they have it.
    await setPerson(flo, { active: false })
    await setPerson(finn, { active: true })
    await approve(finn, batchId)
    expect(await viewBatch(fay, batchId)).toMatchObject({ status: 'waiting', approvalsGiven: 1 })
    await desk.services.db.transaction(async (tx) => {
      await tx.update(users).set({ active: true }).where(eq(users.id, flo.actor.id))
      await peopleChanged(ada, tx)
    })
    expect(await batchStatus(fay, batchId)).toBe('approved')
    expect(await judged(batchId)).toMatchObject([
      { actorId: ada.actor.id, detail: { cause: 'people', approvals: 2, needed: 2 } },
    ])
  })
})

test('the maker of a batch’s lines cannot approve them in a retry', async () => {
  const parentId = await seedApproved(fay, [flo], linesOf(['L1-1']))
  await desk.services.db
    .update(fundingBatches)
    .set({ status: 'stopped', failed: 1 })
    .where(eq(fundingBatches.id, parentId))
  await desk.services.db
    .update(fundingRequests)
    .set({ state: 'refused' })
    .where(eq(fundingRequests.batchId, parentId))
  const newBatchId = crypto.randomUUID()
  expect(await retryFailed(flo, { batchId: parentId, newBatchId })).toMatchObject({ ok: true })
  expect((await viewBatch(flo, newBatchId)).workedOnBy).toEqual({
    edited: ['Flo'],
    decided: [],
    before: ['Fay'],
  })
  await submitDraft(flo, newBatchId)
  const approval = await approvalOf(flo, newBatchId)
  for (const ctx of [fay, flo])
    expect(await approveBatch(ctx, approval)).toMatchObject({ ok: false, reason: 'own-work' })
  expect((await viewBatch(flo, newBatchId)).approvers).toEqual(['Finn'])
  await approve(finn, newBatchId)
  expect(await batchStatus(flo, newBatchId)).toBe('approved')
})

test('the last possible approver cannot make the retry, and is told whom to ask', async () => {
  const parentId = await seedApproved(fay, [flo], linesOf(['C1-1']))
  await desk.services.db
    .update(fundingBatches)
    .set({ status: 'stopped', failed: 1, workedOnBy: [fay.actor.id, flo.actor.id] })
    .where(eq(fundingBatches.id, parentId))
  await desk.services.db
    .update(fundingRequests)
    .set({ state: 'refused' })
    .where(eq(fundingRequests.batchId, parentId))
  const newBatchId = crypto.randomUUID()
  expect(await retryFailed(finn, { batchId: parentId, newBatchId })).toMatchObject({
    ok: false,
    message: expect.stringContaining('Ask Fay or Flo to make it, then approve it.'),
  })
  expect(await retryFailed(flo, { batchId: parentId, newBatchId })).toMatchObject({ ok: true })
  await submitDraft(flo, newBatchId)
  await approve(finn, newBatchId)
  expect(await batchStatus(flo, newBatchId)).toBe('approved')
})

describe('limits of a day', () => {
  test('add up two batches of $49,999.00 by one person; the first keeps what it needs', async () => {
    await saveRules({ secondAboveMakerDay: '99997' })
    const [first, second] = [await draft(fay, 4_999_900), await draft(fay, 4_999_900)]
    await submitDraft(fay, first)
    expect(await viewBatch(fay, second)).toMatchObject({
      approvalsText:
        'Needs 2 approvals because Fay submits $99,998.00 that day in 2 batches, above $99,997.00 per person and day.',
    })
    expect(await viewBatch(flo, second), 'by whoever looks').toMatchObject({ approvalsNeeded: 1 })
    minutesLater(5)
    await submitDraft(fay, second)
    await approve(flo, second)
    expect(await batchStatus(fay, second)).toBe('waiting')
    await approve(flo, first)
    expect(await batchStatus(fay, first)).toBe('approved')
    await approve(finn, second)
    expect(await batchStatus(fay, second)).toBe('approved')
  })

  test('ignore later submissions, so that these cannot block an earlier one', async () => {
    await saveRules({ secondAboveMakerDay: '99997' })
    const [first, second] = [await draft(fay, 4_999_900), await draft(fay, 4_999_900)]
    await submitDraft(fay, first)
    minutesLater(1)
    await submitDraft(fay, second)
    expect((await viewBatch(finn, first)).approvalsNeeded).toBe(1)
    expect((await viewBatch(finn, second)).approvalsNeeded).toBe(2)
  })

  test('ignore batches that were recalled, discarded, or submitted by others or on another day', async () => {
    await saveRules({ secondAboveMakerDay: '99997' })
    const [back, gone] = [await draft(fay, 4_999_900), await draft(fay, 4_999_900)]
    for (const batchId of [back, gone]) {
      await submitDraft(fay, batchId)
      await recallBatch(fay, { batchId, note: '' })
    }
    await discardBatch(fay, { batchId: gone })
    await submitDraft(flo, await draft(flo, 4_999_900))
    const last = await draft(fay, 4_999_900)
    expect((await viewBatch(fay, last)).approvalsNeeded).toBe(1)
    now = new Date(`${now.toISOString().slice(0, 10)}T23:59:59.999Z`)
    await submitDraft(fay, last)
    const next = await draft(fay, 4_999_900)
    expect((await viewBatch(fay, next)).approvalsNeeded).toBe(2)
    now = new Date(now.getTime() + 1)
    expect((await viewBatch(fay, next)).approvalsNeeded).toBe(1)
  })

  test('are by business day: after the cut-off, earlier submissions do not count', async () => {
    await saveRules({ secondAboveMakerDay: '99997' })
    const base = { timeZone: 'UTC', cutOffHour: 24 }
    const value = { timeZone: 'America/New_York', cutOffHour: 17 }
    now = new Date(`${now.toISOString().slice(0, 4)}-12-10T21:59:59.999Z`)
    expect(await saveSetting(ada, dayRules, { base, value })).toMatchObject({ ok: true, value })
    await submitDraft(fay, await draft(fay, 4_999_900))
    const next = await draft(fay, 4_999_900)
    expect((await viewBatch(fay, next)).approvalsNeeded).toBe(2)
    now = new Date(now.getTime() + 1)
    expect((await viewBatch(fay, next)).approvalsNeeded).toBe(1)
    expect(await saveSetting(ada, dayRules, { base: value, value: base })).toMatchObject({ ok: true })
    expect((await viewBatch(fay, next)).approvalsNeeded, 'of one day in UTC').toBe(2)
  })

  test('once an earlier batch of the day is recalled, a later one can have enough approvals at the next check', async () => {
    await saveRules({ secondAboveMakerDay: '99997' })
    const [first, second] = [await draft(fay, 4_999_900), await draft(fay, 4_999_900)]
    await submitDraft(fay, first)
    minutesLater(1)
    await submitDraft(fay, second)
    await approve(flo, second)
    await recallBatch(fay, { batchId: first, note: '' })
    await look()
    expect(await batchStatus(fay, second)).toBe('approved')
  })

  test('add up what a merchant gets in all batches of a day, by anyone', async () => {
    await saveRules({ secondAboveMerchantDay: '1000' })
    await submitDraft(fay, await draft(fay, 60_000, 'M-7'))
    minutesLater(1)
    await submitDraft(flo, await draft(flo, 60_000, 'M-8'))
    minutesLater(1)
    const more = await seedBatch(finn, [
      fundingLine(2, { transactionId: 'A-M7', amount: '40001', merchantId: 'M-7' }),
      fundingLine(3, { transactionId: 'A-M9', amount: '90000', merchantId: 'M-9' }),
    ])
    expect(await viewBatch(finn, more)).toMatchObject({
      approvalsText:
        'Needs 2 approvals because merchant M-7 gets $1,000.01 that day, above $1,000.00 per merchant and day.',
    })
    const exactly = await draft(finn, 40_000, 'M-8')
    await submitDraft(finn, exactly)
    expect((await viewBatch(finn, exactly)).approvalsNeeded).toBe(1)
  })
})

test('an approval that names another amount than the batch’s is refused', async () => {
  const batchId = await draft(fay, 40_400_451)
  await saveRules({ secondAboveAmount: null, secondAboveMakerDay: null })
  await submitDraft(fay, batchId)
  const approval = await approvalOf(flo, batchId)
  expect(approval.amountMinor).toBe('40400451')
  expect(await approveBatch(flo, { ...approval, amountMinor: '40400450' })).toEqual({
    ok: false,
    reason: 'stale',
    message: 'You approved $404,004.50, and the batch has $404,004.51. Open it again before you approve it.',
  })
  expect(await batchStatus(fay, batchId)).toBe('waiting')
  expect(await approveBatch(flo, approval)).toEqual({ ok: true, status: 'approved' })
})

describe('a batch that was recalled and resubmitted while someone looked at it', () => {
  const idOf = (n: number) => ({ transactionId: `${series}-B-${n}` })
  const frozen = async () => {
    const batchId = await seedBatch(fay, [fundingLine(2, idOf(1)), fundingLine(3, idOf(2))])
    await submitDraft(fay, batchId)
    return { batchId, shown: await requireBatch(fay.db, batchId), approval: await approvalOf(fay, batchId) }
  }
  const mend = async (batchId: string) => {
    await recallBatch(fay, { batchId, note: '' })
    const { version } = await requireBatch(fay.db, batchId)
    await saveLines(fay, {
      batchId,
      version,
      changed: [{ row: 2, amount: '20.00' }],
      removed: [],
      added: [
        { after: null, ...idOf(3), retrievalReferenceNumber: '', merchantId: 'MERCHANT-1', amount: '5.00' },
      ],
    })
    await submitDraft(fay, batchId)
  }
  const wordsNow = () =>
    `Fay submitted it for approval. $37.50 in 3 transactions, was $25.00 in 2. Row 2 changed, row 4 was added. Row 2: $12.50 → $20.00; row 4: ${idOf(3).transactionId}, MERCHANT-1, $5.00.`

  test('is not approved by the old page, which says who did it, the sum and the rows', async () => {
    const { batchId, approval } = await frozen()
    await mend(batchId)
    expect(await approveBatch(flo, approval)).toEqual({
      ok: false,
      reason: 'stale',
      message: `${wordsNow()} Nothing was approved.`,
    })
    expect(await batchStatus(fay, batchId)).toBe('waiting')
    // The page shows it to the next approver who opens it.
    const { sinceReturn } = await viewBatch(flo, batchId)
    expect(sinceReturn).toMatchObject({ by: 'Fay', note: '', isRecall: true })
    expect(`Fay submitted it for approval. ${sinceReturn?.words}`).toBe(wordsNow())
    expect(await approveBatch(flo, await approvalOf(fay, batchId))).toMatchObject({ ok: true })
    expect((await viewBatch(flo, batchId)).sinceReturn).toBeNull()
  })

  test('is reported on the draft’s page, with who froze it and who saved it', async () => {
    const batchId = await draft(fay, 1_000)
    const shown = await requireBatch(fay.db, batchId)
    expect(shown).toMatchObject({ status: 'draft', contentSha256: null })
    const save = { batchId, changed: [], removed: [], added: [] }
    await saveLines(flo, { ...save, version: 1, changed: [{ row: 2, amount: '9.00' }] })
    expect(await viewProgress(fay, batchId, shown)).toMatchObject({
      changed: 'Flo edited it. Row 2 changed. Row 2: $10.00 → $9.00.',
    })
    await saveLines(fay, { ...save, version: 2, removed: [2] })
    expect(await viewProgress(fay, batchId, shown)).toMatchObject({
      changed: expect.stringMatching(
        /^Flo and You, in another window, edited it\. Row 2 was removed\. Row 2: .*\$10\.00\.$/,
      ),
    })
    expect(await viewProgress(flo, batchId, { ...shown, version: 2 })).toMatchObject({
      changed: expect.stringMatching(/^Fay edited it\. Row 2 was removed\. Row 2: .*\$9\.00\.$/),
    })
    for (const version of [3, null])
      expect(await viewProgress(flo, batchId, { ...shown, version })).toMatchObject({ changed: null })
    expect((await viewLines(flo, batchId)).moved).toBe('')
    await discardBatch(fay, { batchId })
    expect(await viewProgress(flo, batchId, shown)).toMatchObject({
      changed: 'Fay discarded it. The batch is now: Discarded.',
    })
    expect((await viewLines(flo, batchId)).moved).toBe('Fay discarded it.')

    const other = await draft(fay, 1_000)
    await submitDraft(fay, other)
    expect(await viewProgress(flo, other, shown)).toMatchObject({
      changed: 'Fay submitted it for approval. The batch is now: Pending approval. $10.00 in 1 transaction.',
    })
  })

  test('is reported step by step to a page that polls', async () => {
    const { batchId, shown } = await frozen()
    expect(await viewProgress(flo, batchId, shown)).toMatchObject({ changed: null })
    await recallBatch(fay, { batchId, note: '' })
    expect(await viewProgress(flo, batchId, shown)).toMatchObject({
      changed: 'Fay recalled it. The batch is now: Draft.',
    })
    expect((await viewBatch(flo, batchId)).returned).toBeNull()
    await submitDraft(fay, batchId)
    await recallBatch(fay, { batchId, note: 'Row 2 is of last week' })
    expect(await viewProgress(flo, batchId, shown)).toMatchObject({
      changed: 'Fay recalled it: “Row 2 is of last week”. The batch is now: Draft.',
    })
    expect((await viewBatch(flo, batchId)).returned).toMatchObject({
      by: 'Fay',
      note: 'Row 2 is of last week',
      isRecall: true,
    })
    await submitDraft(fay, batchId)
    expect(await viewProgress(flo, batchId, shown)).toMatchObject({ changed: null })
    await mend(batchId)
    expect(await viewProgress(flo, batchId, shown)).toMatchObject({ changed: wordsNow() })
    expect(await viewProgress(flo, batchId)).toMatchObject({ changed: null })
  })
})
