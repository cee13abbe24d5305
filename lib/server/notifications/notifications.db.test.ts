import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { underwritingRequests } from '@/lib/db/schema/underwriting'
import type { Role } from '@/lib/domain/access/permissions'
import { viewStand } from '@/lib/server/applications/stand'
import { countForPerson } from '@/lib/server/counts/counts'
import { requireBatch } from '@/lib/server/funding/data'
import { approveBatch, recallBatch, returnBatch, submitBatch } from '@/lib/server/funding/submit'
import { storeSetting } from '@/lib/server/settings'
import { withdrawAsk } from '@/lib/server/underwriting/ask'
import { approvalOf, linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { answerNow, ask, decideAll, HOUR, seedClaimed, testClock } from '@/lib/testing/underwriting-cases'
import type { Ctx } from '../services'
import { countUnread, listNotifications, markRead } from './list'

const clock = testClock()

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
})
afterAll(() => desk.close())
beforeEach(() => clock.advanceMs(HOUR))

/** The person's notifications about one subject, latest first. */
const toldOf = async (reader: Ctx, id: string) =>
  (await listNotifications(reader)).groups.find((group) => group.id === id)?.notices ?? []

let nextId = 0
async function submitted(by: Ctx): Promise<string> {
  nextId += 1
  const batchId = await seedBatch(by, linesOf([`N-${nextId}`], { amount: '1000' }))
  const { version } = await requireBatch(by.db, batchId)
  expect(await submitBatch(by, { batchId, version })).toMatchObject({ ok: true })
  return batchId
}
const readAll = async (reader: Ctx) => markRead(reader, { subject: null, upTo: clock.now().toISOString() })

test('a request for information reaches staff, ends with the answer, and the answer reaches the underwriter', async () => {
  const id = await seedClaimed(ana, uma)
  await ask(uma, id, 'merchant.legalName')
  expect(await toldOf(ana, id)).toMatchObject([{ kind: 'asked', by: 'Uma', isUnread: true, hasEnded: false }])
  expect(await toldOf(uma, id)).toEqual([])
  expect(await countUnread(ana)).toBe(1)
  clock.advanceMs(HOUR)
  await answerNow(ana, id)
  expect(await toldOf(ana, id)).toMatchObject([{ kind: 'asked', isUnread: false, hasEnded: true }])
  expect(await countUnread(ana)).toBe(0)
  expect(await toldOf(uma, id)).toMatchObject([
    { kind: 'answered', by: 'Ana', isUnread: true, path: `/underwriting/${id}` },
  ])
  expect(await toldOf(ana, id)).toMatchObject([{ path: `/applications/${id}` }])
  expect(await toldOf(fay, id)).toEqual([])
})

test('a submitted batch reaches approvers who did not work on it, once, and ends for each with their approval', async () => {
  const id = await submitted(fay)
  expect(await toldOf(fay, id)).toEqual([])
  expect(await toldOf(uma, id)).toEqual([])
  expect(await toldOf(flo, id)).toMatchObject([{ kind: 'approval-wanted', by: 'Fay', isUnread: true }])
  expect(await approveBatch(flo, await approvalOf(flo, id))).toMatchObject({ ok: true })
  expect(await toldOf(flo, id)).toMatchObject([{ hasEnded: true, isUnread: false }])
})

test('a returned batch reaches whoever made it, until it is submitted again: then approvers hear anew', async () => {
  const id = await submitted(fay)
  await readAll(flo)
  await returnBatch(flo, { batchId: id, note: 'The amount is wrong.' })
  expect(await toldOf(fay, id)).toMatchObject([
    { kind: 'returned', by: 'Flo', words: ['The amount is wrong.'], isUnread: true },
  ])
  expect(await toldOf(flo, id)).toMatchObject([{ kind: 'approval-wanted', hasEnded: true }])
  clock.advanceMs(HOUR)
  const { version } = await requireBatch(fay.db, id)
  await submitBatch(fay, { batchId: id, version })
  expect(await toldOf(fay, id)).toMatchObject([{ kind: 'returned', hasEnded: true, isUnread: false }])
  expect(await toldOf(flo, id)).toMatchObject([{ kind: 'approval-wanted', isUnread: true }])
})

test('a recalled batch reaches its approvers with the reason, those who approved it too, until it is submitted again', async () => {
  const id = await submitted(fay)
  await approveBatch(flo, await approvalOf(flo, id))
  clock.advanceMs(HOUR)
  await recallBatch(fay, { batchId: id, note: 'Of last week.' })
  expect((await toldOf(fay, id)).map(({ kind }) => kind)).toEqual(['batch-approved'])
  expect(await toldOf(flo, id)).toMatchObject([
    { kind: 'recalled', by: 'Fay', words: ['Of last week.'], isUnread: true },
    { kind: 'approval-wanted', words: [], hasEnded: true },
  ])
  clock.advanceMs(HOUR)
  const { version } = await requireBatch(fay.db, id)
  await submitBatch(fay, { batchId: id, version })
  clock.advanceMs(HOUR)
  await recallBatch(fay, { batchId: id, note: '' })
  expect(await toldOf(flo, id)).toMatchObject([
    { kind: 'recalled', words: [], isUnread: true },
    { hasEnded: true },
  ])
})

test('a batch that somebody else recalls reaches whoever made it, too', async () => {
  const id = await submitted(fay)
  await recallBatch(flo, { batchId: id, note: 'Twice in it.' })
  expect(await toldOf(fay, id)).toMatchObject([{ kind: 'recalled', by: 'Flo', words: ['Twice in it.'] }])
})

test('whoever made a batch hears of the last approval that it needs, and of no earlier one', async () => {
  await storeSetting(desk.services.db, 'funding', { secondAboveAmount: '1' })
  const gil = await desk.as('Gil', ['finance'])
  const id = await submitted(fay)
  expect(await approveBatch(flo, await approvalOf(flo, id))).toMatchObject({ ok: true, status: 'waiting' })
  expect(await toldOf(fay, id)).toEqual([])
  expect(await approveBatch(gil, await approvalOf(gil, id))).toMatchObject({ ok: true, status: 'approved' })
  await storeSetting(desk.services.db, 'funding', {})
  expect(await toldOf(fay, id)).toMatchObject([{ kind: 'batch-approved', by: 'Gil', isUnread: true }])
  for (const approver of [flo, gil])
    expect((await toldOf(approver, id)).map(({ kind }) => kind)).toEqual(['approval-wanted'])
})

test('someone who may no longer see a subject is not shown what they were told of it', async () => {
  const id = await submitted(fay)
  const before = await countUnread(flo)
  expect(before).toBeGreaterThan(0)
  const demoted: Ctx = { ...flo, actor: { ...flo.actor, roles: ['underwriter'] as Role[] } }
  expect(await toldOf(demoted, id)).toEqual([])
  expect(await countUnread(demoted)).toBe(0)
  expect(await countUnread(flo)).toBe(before)
})

test('someone who worked on a batch that another person submitted is not asked to approve it', async () => {
  const id = await seedBatch(fay, linesOf(['N-WORKED'], { amount: '1000' }))
  await fay.db
    .update(fundingBatches)
    .set({ workedOnBy: [fay.actor.id, flo.actor.id] })
    .where(eq(fundingBatches.id, id))
  const { version } = await requireBatch(fay.db, id)
  await desk.as('Gus', ['finance'])
  await submitBatch(fay, { batchId: id, version })
  expect(await toldOf(flo, id)).toEqual([])
})

test('an inactive approver is not told', async () => {
  await fay.db.update(users).set({ active: false }).where(eq(users.id, flo.actor.id))
  const gwen = await desk.as('Gwen', ['finance'])
  const id = await submitted(fay)
  await fay.db.update(users).set({ active: true }).where(eq(users.id, flo.actor.id))
  expect(await toldOf(flo, id)).toEqual([])
  expect(await toldOf(gwen, id)).toMatchObject([{ kind: 'approval-wanted' }])
})

test('marking as read takes what the page showed, of one person and one subject', async () => {
  await readAll(flo)
  clock.advanceMs(HOUR)
  const first = await submitted(fay)
  const shown = clock.now().toISOString()
  clock.advanceMs(HOUR)
  const second = await submitted(fay)
  expect(await countUnread(flo)).toBe(2)
  await markRead(fay, { subject: null, upTo: clock.now().toISOString() })
  expect(await countUnread(flo)).toBe(2)
  await markRead(flo, { subject: null, upTo: shown })
  expect(await toldOf(flo, first)).toMatchObject([{ isUnread: false, hasEnded: false }])
  expect(await toldOf(flo, second)).toMatchObject([{ isUnread: true }])
  await markRead(flo, { subject: { type: 'funding-batch', id: second }, upTo: clock.now().toISOString() })
  expect(await countUnread(flo)).toBe(0)
})

test('a change that is rolled back tells no one', async () => {
  const id = await seedClaimed(ana, uma)
  const before = await countUnread(ana)
  await expect(
    ana.db.transaction(async (tx) => {
      await ask({ ...uma, db: tx as unknown as Ctx['db'] }, id, 'merchant.legalName')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await countUnread(ana)).toBe(before)
})

test('the frame counts what waits for a person, and says when they were last told', async () => {
  const before = await countForPerson(flo)
  const id = await submitted(fay)
  const now = await countForPerson(flo)
  expect(now.waiting.funding).toBe((before.waiting.funding ?? 0) + 1)
  expect(now.latest).toBe(
    (await listNotifications(flo)).groups.find((group) => group.id === id)?.notices[0]?.at,
  )
  expect(now.latest).not.toBe(before.latest)
  await readAll(flo)
  expect((await countForPerson(flo)).latest, 'read is no news').toBe(now.latest)
  expect((await countForPerson(uma)).waiting).toEqual({
    underwriting: expect.any(Number),
    merchants: 0,
    funding: 0,
  })
})

test('a notice has what was written with it, as its subject’s page does, and for whoever may read that', async () => {
  const wordsOf = async (reader: Ctx, id: string, kind: string) =>
    (await toldOf(reader, id)).find((notice) => notice.kind === kind)?.words
  const id = await seedClaimed(ana, uma)
  await ask(uma, id, 'merchant.legalName', 'merchant.website')
  expect((await wordsOf(ana, id, 'asked'))?.[0]).toMatch(/^Legal name: ./)
  clock.advanceMs(HOUR)
  const [request] = await desk.services.db
    .select({ requestId: underwritingRequests.id, items: underwritingRequests.items })
    .from(underwritingRequests)
    .where(eq(underwritingRequests.applicationId, id))
  await withdrawAsk(uma, {
    applicationId: id,
    requestId: request?.requestId ?? '',
    itemId: request?.items[1]?.id ?? '',
    reason: 'They have none.',
  })
  expect(await wordsOf(ana, id, 'item-withdrawn')).toEqual([
    expect.stringMatching(/^Website: ./),
    'They have none.',
  ])
  const reason = 'The name is on the certificate, 4111 1111 1111 1111.'
  await withdrawAsk(uma, { applicationId: id, requestId: request?.requestId ?? '', itemId: null, reason })
  expect(await viewStand(ana, id)).toMatchObject({ status: 'in-underwriting', wasWithdrawn: true })
  expect(await wordsOf(ana, id, 'ask-withdrawn')).toEqual([
    'The name is on the certificate, ************1111.',
  ])

  clock.advanceMs(HOUR)
  await ask(uma, id, 'merchant.legalName')
  clock.advanceMs(HOUR)
  await answerNow(ana, id)
  const stand = await viewStand(uma, id)
  expect(stand.wasWithdrawn).toBe(false)
  expect(stand.saves.find(({ section }) => section === 'merchant')).toMatchObject({ by: 'Ana', isOwn: false })
  expect(await wordsOf(uma, id, 'answered')).toEqual([expect.stringMatching(/./)])
  clock.advanceMs(HOUR)
  await decideAll(uma, id, 'decline')
  expect(await wordsOf(ana, id, 'declined')).toEqual(['Chargebacks or a canceled merchant account'])
  const withoutPeople: Ctx = { ...ana, actor: { ...ana.actor, roles: ['finance'] } }
  expect(await wordsOf(withoutPeople, id, 'declined')).toEqual([])

  const batch = await submitted(fay)
  clock.advanceMs(HOUR)
  await returnBatch(flo, { batchId: batch, note: 'Row 1 is\n the wrong amount.' })
  expect(await wordsOf(fay, batch, 'returned')).toEqual(['Row 1 is the wrong amount.'])
})
