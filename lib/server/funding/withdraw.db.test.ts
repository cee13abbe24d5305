import { and, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import { approve, linesOf, seedApproved, sendToEnd, submitDraft } from '@/lib/testing/funding-batches'
import { fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { seedSales } from '@/lib/testing/sales'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { listMyBatches } from '../dashboard/my-batches'
import { viewMerchant } from '../merchants/view'
import { markOutside, unmarkOutside } from '../sales/mark-outside'
import type { Ctx } from '../services'
import { correctAmounts, retryFailed } from './child-batch'
import { closeFailures, reopenFailures } from './close-failures'
import { listLines, listRequests } from './data'
import { saveLines, viewLines } from './lines'
import { listBatchPage } from './list'
import { reopenRequest } from './reopen'
import { resolveRequest } from './resolution'
import { sendBatch } from './send'
import { discardBatch } from './submit'
import { viewBatch } from './view'
import { withdrawRest } from './withdraw'

let sandbox: SandboxProcess
let desk: TestDesk
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
const cause = (fault: Record<string, unknown>) =>
  sandboxCalls(sandbox.url).control('PUT', 'faults', { endpoint: 'funding', times: 1, ...fault })
afterEach(() => sandboxCalls(sandbox.url).control('DELETE', 'faults'))

async function sent(ids: readonly string[], fault: Record<string, unknown> | null): Promise<string> {
  const batchId = await seedApproved(fay, [flo], linesOf(ids))
  if (fault) await cause(fault)
  await sendToEnd(fay, batchId)
  return batchId
}

const NOT_TAKEN = { mode: 'status', status: 401 }
const note = 'The month is closed.'

/** Results other than zero, in transactions and cents. */
async function resultOf(batchId: string) {
  const { result } = await viewBatch(fay, batchId)
  return (
    result &&
    Object.fromEntries(
      Object.entries(result)
        .filter(([, { transactions, amountMinor }]) => transactions > 0 || amountMinor > 0n)
        .map(([kind, { transactions, amountMinor }]) => [kind, `${transactions} of ${amountMinor}`]),
    )
  )
}

/** Whether the overview and the list count it as needing attention. */
async function isCounted(batchId: string): Promise<boolean> {
  const groups = await listMyBatches(desk.services.db, fay.actor.id)
  const onOverview = groups
    .filter(({ key }) => key === 'batches-stuck')
    .some(({ items }) => items.some(({ id }) => id === batchId))
  const { items } = await listBatchPage(fay, { ...batchList.all, attention: true })
  expect(items.some(({ id }) => id === batchId)).toBe(onOverview)
  return onOverview
}

const standingOf = async (n: number) =>
  (await desk.services.db.select().from(callbackEvents).where(eq(callbackEvents.n, n)))[0]?.funding

describe('withdrawing the rest of a stopped batch', () => {
  test('means that it is never sent, and frees its sales for another batch', async () => {
    const tranId = transactionId('C', 1)
    const [n = 0] = await seedSales(desk.services, [{ tranId }])
    const batchId = await sent([tranId, transactionId('C', 2)], NOT_TAKEN)
    expect(await resultOf(batchId)).toEqual({ 'not-sent': '2 of 2500' })
    expect(await isCounted(batchId)).toBe(true)
    expect(await standingOf(n)).toBe('in-batch')

    expect((await viewBatch(fay, batchId)).may.withdraw.allowed).toBe(true)
    expect(await withdrawRest(fay, { batchId, note })).toEqual({ ok: true, status: 'stopped' })
    expect(await resultOf(batchId)).toEqual({ withdrawn: '2 of 2500' })
    expect((await listRequests(desk.services.db, batchId)).map(({ state }) => state)).toEqual(['withdrawn'])
    expect(await standingOf(n)).toBe('unfunded')
    expect(await isCounted(batchId)).toBe(false)
    expect(await sendBatch(fay, { batchId })).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect((await fundingCalls(sandbox.url).held(tranId))?.merchantFundingAmounts).toEqual([])
    const view = await viewBatch(fay, batchId)
    expect(view.may).toMatchObject({ withdraw: { allowed: false }, retry: { allowed: true } })
    expect(view.leftToRetry).toEqual({ failed: 0, hopeless: 0, withdrawn: 2 })

    const audited = await desk.services.db
      .select({ by: auditLog.actorId, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, batchId), eq(auditLog.action, 'funding-rest-withdrawn')))
    expect(audited).toEqual([
      {
        by: fay.actor.id,
        detail: { requests: [1], transactions: 2, note, from: 'stopped', to: 'stopped' },
      },
    ])

    const child = await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })
    if (!child.ok) throw new Error(child.message)
    expect(await listLines(desk.services.db, child.batchId)).toHaveLength(2)
    expect(await standingOf(n)).toBe('in-draft')
    expect(await withdrawRest(fay, { batchId, note })).toMatchObject({ ok: false, reason: 'wrong-state' })
  })

  test.each([
    ['is all funded', 11, null],
    ['is of unknown outcome', 12, { mode: 'cut-after' }],
    ['was refused as a whole', 13, { mode: 'status', status: 400 }],
  ])('is refused if the batch %s', async (_, number, fault) => {
    const batchId = await sent([transactionId('C', number)], fault)
    const before = await listRequests(desk.services.db, batchId)
    expect(await withdrawRest(fay, { batchId, note })).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await listRequests(desk.services.db, batchId)).toEqual(before)
  })

  test('is refused for a request that waits to be resent, since it may have been applied', async () => {
    const batchId = await sent([transactionId('C', 21)], { mode: 'cut-after' })
    const [attempt] = await desk.services.db
      .select({ id: fundingAttempts.id })
      .from(fundingAttempts)
      .where(eq(fundingAttempts.batchId, batchId))
    const attemptId = attempt?.id ?? ''
    await resolveRequest(flo, { batchId, attemptId, outcome: 'sent-again', note: 'They asked for it.' })
    // As if another request of the batch had stopped it before this one's turn.
    await desk.services.db.execute(`update funding_batches set status = 'stopped' where id = '${batchId}'`)
    expect(await withdrawRest(fay, { batchId, note })).toMatchObject({
      ok: false,
      message: expect.stringContaining('may have been applied'),
    })
  })
})

test('a withdrawn correction is no longer pending', async () => {
  const parent = await sent([transactionId('C', 51)], null)
  const made = await correctAmounts(fay, {
    batchId: parent,
    newBatchId: crypto.randomUUID(),
    transactions: [0],
  })
  if (!made.ok) throw new Error(made.message)
  const { batchId } = made
  const isOver = async () => {
    const { items } = await listBatchPage(fay, batchList.all)
    return [
      (await viewBatch(fay, parent)).children[0]?.isOver,
      items.find(({ id }) => id === parent)?.corrections[0]?.isOver,
    ]
  }
  await saveLines(fay, {
    batchId,
    version: 1,
    changed: [{ row: 2, amount: '11.00' }],
    removed: [],
    added: [],
  })
  expect(await isOver()).toEqual([false, false])
  await submitDraft(fay, batchId)
  await approve(flo, batchId)
  await cause(NOT_TAKEN)
  await sendToEnd(fay, batchId)
  expect(await isOver()).toEqual([false, false])
  expect(await withdrawRest(fay, { batchId, note })).toMatchObject({ ok: true })
  expect(await isOver()).toEqual([true, true])
})

describe('the result of a batch', () => {
  test('counts transactions and cents that were funded, failed or are unknown', async () => {
    const [good, bad] = [transactionId('C', 31), 'SBX-NOWHERE-31']
    expect(await resultOf(await sent([good, bad], null))).toEqual({
      funded: '1 of 1250',
      failed: '1 of 1250',
    })
    expect(await resultOf(await sent([transactionId('C', 32)], { mode: 'cut-after' }))).toEqual({
      unknown: '1 of 1250',
    })
    expect(await resultOf(await sent([transactionId('C', 33)], { mode: 'status', status: 400 }))).toEqual({
      rejected: '1 of 1250',
    })
    expect(await resultOf(await seedApproved(fay, [flo], linesOf([transactionId('C', 34)])))).toBe(null)
  })

  test('a batch whose failures were all retried needs no attention, until the retry is discarded', async () => {
    const batchId = await sent([transactionId('C', 41)], { mode: 'status', status: 400 })
    expect(await isCounted(batchId)).toBe(true)
    const child = await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })
    if (!child.ok) throw new Error(child.message)
    expect(await isCounted(batchId)).toBe(false)
    const view = await viewBatch(fay, batchId)
    expect(view.leftToRetry).toEqual({ failed: 0, hopeless: 0, withdrawn: 0 })
    expect(view.may.retry).toEqual({ allowed: false, reason: 'A retry already has all failed transactions.' })
    // Only the code of a transaction can be final, not one of its request.
    await desk.services.db
      .update(fundingAttempts)
      .set({ errorCode: '902' })
      .where(eq(fundingAttempts.batchId, batchId))
    expect((await viewLines(fay, child.batchId)).failedBefore).toMatchObject([
      { errorCode: '902', isFinal: false },
    ])
    await discardBatch(fay, { batchId: child.batchId })
    expect(await isCounted(batchId)).toBe(true)
    expect((await viewBatch(fay, batchId)).may.retry.allowed).toBe(true)
  })
})

describe('closing failed transactions', () => {
  const reason = 'The payer used another ID; B-900 paid it.'

  test('says that nothing is left to do, until it is undone', async () => {
    const batchId = await sent([transactionId('C', 71), 'SBX-NOWHERE-71'], null)
    expect(await isCounted(batchId)).toBe(true)
    expect(await viewBatch(fay, batchId)).toMatchObject({
      openFailures: 1,
      may: { 'close-failures': { allowed: true } },
    })
    const audrey = await desk.as('Audrey', ['auditor'])
    expect((await viewBatch(audrey, batchId)).openFailures, 'asked for whom it is needed').toBe(0)
    expect(await closeFailures(flo, { batchId, failures: 1, note: reason })).toEqual({
      ok: true,
      status: 'done',
    })
    expect(await isCounted(batchId)).toBe(false)
    const view = await viewBatch(fay, batchId)
    expect(view.failuresClosed).toMatchObject({ by: 'Flo', note: reason })
    expect(view.may).toMatchObject({
      'close-failures': { allowed: false, reason: 'Its failed transactions are closed.' },
      'reopen-failures': { allowed: true },
      retry: {
        allowed: false,
        reason: 'Its failed transactions are closed or in a retry. To retry closed ones, reopen them first.',
      },
    })
    expect(await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })).toMatchObject({
      ok: false,
      message: expect.stringContaining('reopen them first'),
    })
    const listed = (await listBatchPage(fay, batchList.all)).items.find(({ id }) => id === batchId)
    expect(listed).toMatchObject({ failed: 1, isClosed: true })
    expect(await closeFailures(fay, { batchId, failures: 1, note })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })

    expect(await reopenFailures(fay, { batchId, note })).toEqual({ ok: true, status: 'done' })
    expect(await isCounted(batchId)).toBe(true)
    expect((await viewBatch(fay, batchId)).failuresClosed).toBeNull()
    expect(await reopenFailures(fay, { batchId, note })).toMatchObject({ ok: false, reason: 'wrong-state' })
    const audited = await desk.services.db
      .select({ by: auditLog.actorId, action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, batchId), like(auditLog.action, 'funding-failures-%')))
      .orderBy(auditLog.id)
    expect(audited).toEqual([
      {
        by: flo.actor.id,
        action: 'funding-failures-closed',
        detail: { transactions: 1, named: ['SBX-NOWHERE-71'], note: reason },
      },
      { by: fay.actor.id, action: 'funding-failures-reopened', detail: { transactions: 1, note } },
    ])
  })

  test('is for a rejected request too, but not while something is unsent or all was funded', async () => {
    const rejected = await sent([transactionId('C', 72)], { mode: 'status', status: 400 })
    expect(await closeFailures(fay, { batchId: rejected, failures: 1, note })).toEqual({
      ok: true,
      status: 'stopped',
    })
    expect(await isCounted(rejected)).toBe(false)
    const unsent = await sent([transactionId('C', 73)], NOT_TAKEN)
    expect(await closeFailures(fay, { batchId: unsent, failures: 1, note })).toMatchObject({
      ok: false,
      message: 'Send or withdraw the rest first. Nothing was changed.',
    })
    expect(await isCounted(unsent)).toBe(true)
    const funded = await sent([transactionId('C', 74)], null)
    expect(await closeFailures(fay, { batchId: funded, failures: 1, note })).toMatchObject({ ok: false })
  })

  test('covers only what is open: what comes back from a retry later needs attention', async () => {
    const ids = [1, 2, 3].map((n) => `SBX-NOWHERE-8${n}`)
    const batchId = await sent(ids, null)
    const child = await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })
    if (!child.ok) throw new Error(child.message)
    expect(await isCounted(batchId)).toBe(false)
    await saveLines(fay, { batchId: child.batchId, version: 1, changed: [], removed: [2], added: [] })
    expect(await isCounted(batchId)).toBe(true)
    expect((await viewBatch(fay, batchId)).openFailures).toBe(1)
    expect(await closeFailures(flo, { batchId, failures: 1, note: reason })).toMatchObject({ ok: true })
    expect(await isCounted(batchId)).toBe(false)
    const isClosedInLists = async () => {
      const { items } = await listBatchPage(fay, batchList.all)
      const { funding } = await viewMerchant(fay, 'MERCHANT-1')
      return [items, funding?.batches ?? []].map(
        (batches) => batches.find(({ id }) => id === batchId)?.isClosed,
      )
    }
    expect(await isClosedInLists()).toEqual([true, true])

    await discardBatch(fay, { batchId: child.batchId })
    expect(await isCounted(batchId)).toBe(true)
    expect(await isClosedInLists()).toEqual([false, false])
    expect(await viewBatch(fay, batchId)).toMatchObject({
      openFailures: 2,
      leftToRetry: { failed: 2 },
      failuresClosed: { by: 'Flo' },
      may: { 'close-failures': { allowed: true }, retry: { allowed: true } },
    })
    // Who cannot close them is shown that they are open all the same, where some were closed.
    expect((await viewBatch(await desk.as('Abe', ['auditor']), batchId)).openFailures).toBe(2)
    const again = await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })
    if (!again.ok) throw new Error(again.message)
    const retried = await listLines(desk.services.db, again.batchId)
    expect(retried.map(({ transactionId }) => transactionId)).toEqual(ids.slice(1))
    await discardBatch(fay, { batchId: again.batchId })

    // The page of somebody who has seen another number is refused.
    expect(await closeFailures(fay, { batchId, failures: 3, note })).toEqual({
      ok: false,
      reason: 'stale',
      message:
        'You were shown 3 failed transactions to close, and now there are 2. Look at them before you close them.',
    })
    expect(await isCounted(batchId)).toBe(true)
    expect(await closeFailures(fay, { batchId, failures: 2, note })).toMatchObject({ ok: true })
    expect(await isCounted(batchId)).toBe(false)
    expect(await isClosedInLists()).toEqual([true, true])
    await reopenFailures(fay, { batchId, note })
    expect((await viewBatch(fay, batchId)).openFailures).toBe(3)
  })

  test('does not cover a sale whose mark as funded externally is taken off later', async () => {
    const [tranId, other] = ['SBX-NOWHERE-91', 'SBX-NOWHERE-92']
    const [n = 0] = await seedSales(desk.services, [
      { tranId, amountMinor: 1_250 },
      { tranId: other, amountMinor: 1_250 },
    ])
    const batchId = await sent([tranId, other], null)
    await markOutside(fay, { sales: [n], note: 'Paid by wire.' })
    expect(await closeFailures(fay, { batchId, failures: 1, note: reason })).toMatchObject({ ok: true })
    expect(await isCounted(batchId)).toBe(false)
    await unmarkOutside(fay, { sales: [n], note: 'It was not.' })
    expect(await isCounted(batchId)).toBe(true)
  })

  test('a rejected request whose sales another batch funded needs no attention', async () => {
    const tranId = transactionId('C', 77)
    await seedSales(desk.services, [{ tranId, amountMinor: 1_250 }])
    const rejected = await sent([tranId], { mode: 'status', status: 400 })
    expect(await isCounted(rejected)).toBe(true)
    expect(await resultOf(await sent([tranId], null))).toEqual({ funded: '1 of 1250' })
    expect(await isCounted(rejected)).toBe(false)
    expect(await viewBatch(fay, rejected)).toMatchObject({
      openFailures: 0,
      may: { 'close-failures': { reason: 'None of its failed transactions needs attention.' } },
    })
  })

  test('ends when an outcome is reopened, since other transactions may then have failed', async () => {
    const ids = [transactionId('C', 75), transactionId('C', 76)]
    const batchId = await sent(ids, { mode: 'cut-after' })
    const [attempt] = await desk.services.db
      .select({ id: fundingAttempts.id })
      .from(fundingAttempts)
      .where(eq(fundingAttempts.batchId, batchId))
    const found = {
      batchId,
      attemptId: attempt?.id ?? '',
      outcome: 'found' as const,
      missing: ids.slice(1),
      note: 'Their support says so.',
    }
    await resolveRequest(fay, found)
    expect(await resolveRequest(flo, found)).toMatchObject({ ok: true })
    expect(await closeFailures(fay, { batchId, failures: 1, note })).toMatchObject({ ok: true })
    expect(await isCounted(batchId)).toBe(false)
    const { attemptId } = found
    expect(await reopenRequest(fay, { batchId, attemptId, note })).toMatchObject({ status: 'unknown' })
    expect((await viewBatch(fay, batchId)).failuresClosed).toBeNull()
    await resolveRequest(fay, found)
    expect(await resolveRequest(flo, found)).toMatchObject({ ok: true, status: 'done' })
    expect(await isCounted(batchId)).toBe(true)
  })
})

// The last test of the file: it removes one of the two people.
test('a correction that no one could approve is asked about before it is made', async () => {
  const parent = await sent([transactionId('C', 61)], null)
  const correct = (confirmed: boolean) =>
    correctAmounts(flo, { batchId: parent, newBatchId: crypto.randomUUID(), transactions: [0], confirmed })
  expect(await correct(false)).toMatchObject({
    ok: false,
    reason: 'wrong-state',
    message: expect.stringContaining('Ask Fay to make it'),
  })
  await desk.services.db.update(users).set({ active: false }).where(eq(users.id, fay.actor.id))
  expect(await correct(false)).toEqual({
    ok: false,
    reason: 'nobody-approves',
    message:
      'No one could approve this correction. You could not, because you made it. Ask an admin to give someone else approval rights.',
  })
  expect((await viewBatch(flo, parent)).children).toEqual([])
  expect(await correct(true)).toMatchObject({ ok: true })
})
