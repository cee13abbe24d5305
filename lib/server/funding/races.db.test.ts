import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingApprovals, fundingAttempts } from '@/lib/db/schema/funding'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { recoverAttempts } from '@/lib/server/recovery'
import { storeSetting } from '@/lib/server/settings'
import {
  approvalOf,
  approve,
  batchStatus,
  linesOf,
  seedApproved,
  seedBatch,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { judgeWaitingBatches } from './approvals'
import { listRequests, requireBatch } from './data'
import { saveLines } from './lines'
import { sendBatch, sendFundingBatch } from './send'
import { approveBatch, returnBatch, submitBatch } from './submit'
import { viewBatch } from './view'

withPostgres('funding by several at once', (createDatabase) => {
  let sandbox: SandboxProcess
  /** Two instances on one database. */
  let one: TestDesk
  let two: TestDesk
  let people: { fay: Ctx; flo: Ctx; finn: Ctx }
  let now = new Date()
  let before = 0
  beforeAll(async () => {
    sandbox = await startSandboxProcess()
    const databaseUrl = await createDatabase()
    const keyEncryptionKey = Buffer.alloc(32, 13)
    const open = () =>
      openTestDesk({ partnerUrl: sandbox.url, databaseUrl, keyEncryptionKey, now: () => now })
    one = await open()
    two = await open()
    people = {
      fay: await one.as('Fay', ['finance']),
      flo: await one.as('Flo', ['finance']),
      finn: { ...two.services, ...actorOf(await one.as('Finn', ['finance'])) },
    }
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
    await sandbox?.stop()
  })
  beforeEach(async () => {
    now = new Date()
    // Everything that these tests submit is on one day.
    await storeSetting(one.services.db, 'funding', { secondAboveMakerDay: null })
    before = Number((await sandboxCalls(sandbox.url).journal('?last=1'))[0]?.n ?? 0)
  })

  const actorOf = ({ actor, requestId }: Ctx) => ({ actor, requestId })
  const received = async () =>
    (await sandboxCalls(sandbox.url).journal(`?since=${before}&endpoint=funding`)).map(({ sha256 }) => sha256)
  let used = 0
  const newLines = (count: number, fields = {}) =>
    linesOf(
      Array.from({ length: count }, () => {
        used += 1
        return transactionId('C', used)
      }),
      fields,
    )
  const auditedTimes = async (batchId: string, action: AuditAction) =>
    (
      await one.services.db
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(and(eq(auditLog.subjectId, batchId), eq(auditLog.action, action)))
    ).length

  test('submitted twice at once: once', async () => {
    const batchId = await seedBatch(people.fay, newLines(3))
    const results = await Promise.all(
      [people.fay, people.finn].map((ctx) => submitBatch(ctx, { batchId, version: 1 })),
    )
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await listRequests(one.services.db, batchId)).toHaveLength(1)
    expect(await auditedTimes(batchId, 'funding-batch-submitted')).toBe(1)
  })

  test('two people approving at once, with two approvals needed: approved, and each counts once', async () => {
    const batchId = await seedBatch(people.fay, newLines(2, { amount: '9000000' }))
    await submitDraft(people.fay, batchId)
    const approval = await approvalOf(one.services, batchId)
    const yes = (ctx: Ctx) => approveBatch(ctx, approval)
    const results = await Promise.all([
      yes(people.flo),
      yes(people.flo),
      yes(people.finn),
      yes(people.finn),
      yes(people.fay),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await batchStatus(one.services, batchId)).toBe('approved')
    const given = await one.services.db
      .select({ by: fundingApprovals.by })
      .from(fundingApprovals)
      .where(eq(fundingApprovals.batchId, batchId))
    expect(new Set(given.map(({ by }) => by))).toEqual(new Set([people.flo.actor.id, people.finn.actor.id]))
  })

  test('two submissions of one person at once: the later one sees the sum of both', async () => {
    const max = await one.as('Max', ['finance'])
    const batchIds = await Promise.all(
      [0, 1].map(() => seedBatch(max, newLines(1, { amount: '5000000' }), { name: 'A half' })),
    )
    await storeSetting(one.services.db, 'funding', { secondAboveMakerDay: '99999.99' })
    const results = await Promise.all([
      submitBatch(max, { batchId: batchIds[0] ?? '', version: 1 }),
      submitBatch({ ...two.services, ...actorOf(max) }, { batchId: batchIds[1] ?? '', version: 1 }),
    ])
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    const needed = await Promise.all(
      batchIds.map(async (batchId) => (await viewBatch(people.flo, batchId)).approvalsNeeded),
    )
    expect(Math.max(...needed)).toBe(2)
    for (const batchId of batchIds) await returnBatch(people.flo, { batchId, note: 'Not today.' })
  })

  test('an approval and looser rules at once: approved once, in either order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const batchId = await seedBatch(people.fay, newLines(1))
      await storeSetting(one.services.db, 'funding', { secondAboveAmount: '1', secondAboveMakerDay: null })
      await submitDraft(people.fay, batchId)
      const loosen = () =>
        two.services.db.transaction(async (tx) => {
          await storeSetting(tx, 'funding', { secondAboveAmount: null, secondAboveMakerDay: null })
          await judgeWaitingBatches({ ...two.services, ...actorOf(people.finn) }, tx, 'rules')
        })
      await Promise.all([approve(people.flo, batchId), loosen()])
      // Batches judged by the previous rules are found by the next check.
      await one.services.db.transaction((tx) =>
        judgeWaitingBatches({ ...one.services, actor: null, requestId: 'job' }, tx, 'time'),
      )
      expect(await batchStatus(one.services, batchId)).toBe('approved')
      expect(await auditedTimes(batchId, 'funding-batch-judged')).toBeLessThanOrEqual(1)
    }
  })

  test('approved and returned at once: returned in either order, and no approval is left', async () => {
    const batchId = await seedBatch(people.fay, newLines(1))
    await submitDraft(people.fay, batchId)
    const approval = await approvalOf(one.services, batchId)
    const [, returned] = await Promise.all([
      approveBatch(people.flo, approval),
      returnBatch(people.finn, { batchId, note: 'The second line is wrong.' }),
    ])
    expect(returned).toEqual({ ok: true, status: 'draft' })
    expect(await batchStatus(one.services, batchId)).toBe('draft')
    const given = await one.services.db
      .select({ by: fundingApprovals.by })
      .from(fundingApprovals)
      .where(eq(fundingApprovals.batchId, batchId))
    expect(given).toEqual([])
  })

  test('sent and returned at once: one of the two', async () => {
    const batchId = await seedBatch(people.fay, newLines(1))
    await submitDraft(people.fay, batchId)
    await approve(people.flo, batchId)
    const results = await Promise.all([
      sendBatch(people.fay, { batchId }),
      returnBatch(people.finn, { batchId, note: 'The second line is wrong.' }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('two people saving lines at once: the later one is told who was first', async () => {
    const batchId = await seedBatch(people.fay, newLines(2))
    const save = (ctx: Ctx, amount: string) =>
      saveLines(ctx, { batchId, version: 1, changed: [{ row: 2, amount }], removed: [], added: [] })
    const results = await Promise.all([save(people.fay, '11'), save(people.finn, '22')])
    const late = results.find(({ ok }) => !ok)
    const winner = results[0].ok ? { by: 'Fay', amount: '11.00' } : { by: 'Finn', amount: '22.00' }
    expect(late).toMatchObject({
      reason: 'stale',
      version: 2,
      changedBy: winner.by,
      theirs: [[2, 0, expect.any(String), '', 'MERCHANT-1', winner.amount]],
    })
  })

  test('“Send” clicked twice at once, with two instances: each request is sent once', async () => {
    const batchId = await seedApproved(people.fay, [people.flo, people.finn], newLines(20_001))
    const pressed = await Promise.all([
      sendBatch(people.fay, { batchId }),
      sendBatch(people.finn, { batchId }),
    ])
    expect(pressed.map(({ ok }) => ok).sort()).toEqual([false, true])
    // A run ends if another has an open request, so both are repeated until the batch has ended.
    const work = async ({ services }: TestDesk) => {
      while ((await batchStatus(services, batchId)) === 'sending')
        await sendFundingBatch(services, { batchId })
    }
    await Promise.all([work(one), work(two), work(one), work(two)])
    expect(await batchStatus(one.services, batchId)).toBe('done')
    const requests = await listRequests(one.services.db, batchId)
    expect(requests).toHaveLength(3)
    expect(await received()).toEqual(requests.map(({ requestSha256 }) => requestSha256))
    expect(await requireBatch(one.services.db, batchId)).toMatchObject({ succeeded: 20_001, failed: 0 })
  })

  /** A batch with a request that was sent and, as far as this desk can tell, is never answered. */
  async function leaveOpen() {
    const batchId = await seedApproved(people.fay, [people.flo], newLines(1))
    await sendBatch(people.fay, { batchId })
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: sent, resolve: markSent } = Promise.withResolvers<void>()
    const { funding } = one.services
    const settled = sendFundingBatch(
      {
        ...one.services,
        funding: {
          ...funding,
          async send(profileId, text) {
            markSent()
            await answered
            return funding.send(profileId, text)
          },
        },
      },
      { batchId },
    )
    await sent
    return { batchId, answer, settled }
  }
  const stateOf = async (batchId: string) =>
    (
      await one.services.db
        .select({ state: fundingAttempts.state })
        .from(fundingAttempts)
        .where(eq(fundingAttempts.batchId, batchId))
    ).map(({ state }) => state)
  const minutesLater = (minutes: number) => new Date(Date.now() + minutes * 60_000)

  test('recovery leaves alone a request that another instance may be sending', async () => {
    const open = await leaveOpen()
    now = minutesLater(4)
    await recoverAttempts(two.services, false)
    await sendFundingBatch(two.services, { batchId: open.batchId })
    expect(await stateOf(open.batchId)).toEqual(['sending'])
    open.answer()
    await open.settled
    expect(await batchStatus(one.services, open.batchId)).toBe('done')
    expect(await received()).toHaveLength(1)
  })

  test('recovery ends an abandoned request once, and a late answer changes nothing', async () => {
    const open = await leaveOpen()
    now = minutesLater(6)
    await Promise.all([one, two, one].map(({ services }) => recoverAttempts(services, false)))
    expect(await stateOf(open.batchId)).toEqual(['unknown'])
    expect(await batchStatus(one.services, open.batchId)).toBe('unknown')
    expect(await auditedTimes(open.batchId, 'funding-request-unknown')).toBe(1)
    open.answer()
    await open.settled
    expect(await stateOf(open.batchId)).toEqual(['unknown'])
    expect(await requireBatch(one.services.db, open.batchId)).toMatchObject({
      status: 'unknown',
      succeeded: 0,
    })
  })

  test('an approval is bound to what was approved: an earlier hash is refused', async () => {
    const batchId = await seedBatch(people.fay, newLines(1))
    await submitDraft(people.fay, batchId)
    const late = await approvalOf(one.services, batchId)
    await returnBatch(people.flo, { batchId, note: 'Another amount, please.' })
    await saveLines(people.fay, {
      batchId,
      version: 2,
      changed: [{ row: 2, amount: '77' }],
      removed: [],
      added: [],
    })
    await submitDraft(people.fay, batchId)
    expect(await approveBatch(people.flo, late)).toMatchObject({ ok: false, reason: 'stale' })
    await approve(people.flo, batchId)
    expect(await batchStatus(one.services, batchId)).toBe('approved')
  })
})
