import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditLog, settings } from '@/lib/db/schema/desk'
import { fundingAttempts, fundingFailures, fundingLines, fundingRequests } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import { log } from '@/lib/log'
import { createPartnerClient } from '@/lib/partner/client'
import { fundingRequestText } from '@/lib/partner/mapping/funding-request'
import { listMyBatches } from '@/lib/server/dashboard/my-batches'
import { listNotifications, markRead } from '@/lib/server/notifications/list'
import { recoverAttempts } from '@/lib/server/recovery'
import { listHeldAmounts } from '@/lib/server/sales/held-amounts'
import { storeSetting } from '@/lib/server/settings'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import {
  approve,
  batchStatus,
  fundingLine,
  linesOf,
  seedApproved,
  seedBatch,
  sendToEnd,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { seedSales } from '@/lib/testing/sales'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { frozenLines } from './check-lines'
import { correctAmounts, retryFailed } from './child-batch'
import { listLines, listRequests, requireBatch } from './data'
import { exportBatch } from './export'
import { saveLines, viewLines } from './lines'
import { listBatchPage } from './list'
import { fundingOf } from './profiles'
import { reopenRequest } from './reopen'
import { resolveRequest } from './resolution'
import { sendBatch, sendFundingBatch } from './send'
import { discardBatch, requestSha256 } from './submit'
import { listUnmatched } from './unmatched'
import { viewBatch } from './view'
import { withdrawRest } from './withdraw'

let sandbox: SandboxProcess
let desk: TestDesk
let fay: Ctx
let flo: Ctx
let before = 0
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({
    partnerUrl: sandbox.url,
    timeouts: { fundingMs: 1_500 },
    fundingProfiles: [
      { profileId: '941000000001', profileKey: 'key-active-1', label: 'East', amountUnit: 'minor' },
      { profileId: '941000000004', profileKey: 'key-active-2', label: 'Whole dollars', amountUnit: 'major' },
      { profileId: '941000000002', profileKey: 'key-suspended', label: 'Suspended', amountUnit: 'minor' },
      { profileId: '941000000003', profileKey: 'canary-wrong-key', label: 'Wrong key', amountUnit: 'minor' },
    ],
  })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
beforeEach(async () => {
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})

const partner = () => sandboxCalls(sandbox.url)
const held = async (id: string) => (await fundingCalls(sandbox.url).held(id))?.merchantFundingAmounts
const cause = (fault: Record<string, unknown>) =>
  partner().control('PUT', 'faults', { endpoint: 'funding', ...fault })

/** Funding requests since the test began, as [status, applied]. */
const received = async () =>
  (await partner().journal(`?since=${before}&endpoint=funding`)).map(({ status, applied }) => [
    status,
    applied,
  ])

/** IDs that no other test uses: each test funds its own transactions. */
let used = 0
const newIds = (count: number, series: 'C' | 'D' | 'P' | 'X' = 'C') =>
  Array.from({ length: count }, () => {
    used += 1
    // IDs that end in 0 are settled debits.
    if (used % 10 === 0) used += 1
    return transactionId(series, used)
  })

const approved = (ids: readonly string[], fields: Parameters<typeof linesOf>[1] = {}) =>
  seedApproved(fay, [flo], linesOf(ids, fields))

/** What the desk shows as held, in cents. */
async function heldOf(...ids: string[]): Promise<number[][]> {
  const amounts = await listHeldAmounts(
    desk.services.db,
    ids.map((id) => ({ key: id, id, reference: '' })),
  )
  return ids.map((id) => (amounts.get(id) ?? []).map(({ amountMinor }) => amountMinor))
}

const failuresOf = (batchId: string) =>
  desk.services.db
    .select({ transactionNo: fundingFailures.transactionNo, errorCode: fundingFailures.errorCode })
    .from(fundingFailures)
    .where(eq(fundingFailures.batchId, batchId))
    .orderBy(asc(fundingFailures.transactionNo))

const attemptsOf = (batchId: string) =>
  desk.services.db
    .select()
    .from(fundingAttempts)
    .where(eq(fundingAttempts.batchId, batchId))
    .orderBy(asc(fundingAttempts.preparedAt))

const lastAudit = async (batchId: string) =>
  (
    await desk.services.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'funding-batch'), eq(auditLog.subjectId, batchId)))
      .orderBy(asc(auditLog.id))
  ).map(({ action }) => action)

async function unknownAttempt(batchId: string): Promise<string> {
  const { requests } = await viewBatch(fay, batchId)
  const id = requests.find(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)?.unresolvedAttemptId
  if (!id) throw new Error('No attempt waits for a person.')
  return id
}

/** A draft that sets the first transaction of a batch to $11.00. */
async function correctionOf(batchId: string): Promise<string> {
  const newBatchId = crypto.randomUUID()
  await correctAmounts(fay, { batchId, newBatchId, transactions: [0] })
  const { lines } = await viewLines(fay, newBatchId)
  await saveLines(fay, {
    batchId: newBatchId,
    version: 1,
    changed: [{ row: lines[0]?.[0] ?? 0, amount: '11.00' }],
    removed: [],
    added: [],
  })
  return newBatchId
}

describe('a batch that the partner accepts', () => {
  test('is sent once, and every figure of the answer is shown beside ours', async () => {
    const [one = '', two = ''] = newIds(2)
    const batchId = await seedApproved(
      fay,
      [flo],
      [
        fundingLine(2, { transactionId: one, merchantId: 'M-1', amount: '1000' }),
        fundingLine(3, { transactionId: one, merchantId: 'M-2', amount: '0250' }),
        fundingLine(4, { transactionId: two, merchantId: 'M-1', amount: '99' }),
      ],
    )
    expect(await sendToEnd(fay, batchId)).toBe('done')
    expect(await received()).toEqual([[200, true]])
    expect(await held(one)).toEqual([
      { merchantId: 'M-1', amount: '1000' },
      { merchantId: 'M-2', amount: '250' },
    ])
    expect(await held(two)).toEqual([{ merchantId: 'M-1', amount: '99' }])

    const view = await viewBatch(fay, batchId)
    expect(view.outcome).toEqual({ succeeded: 2, failed: 0, unknown: 0, unsent: 0, unexplained: 0 })
    expect(view.requests[0]?.attempts[0]?.figures).toEqual([
      { figure: 'transactionCount', label: 'Transactions', ours: '2', theirs: '2', matches: true },
      {
        figure: 'successfulTransactionCount',
        label: 'Successful transactions',
        ours: '2',
        theirs: '2',
        matches: true,
      },
      {
        figure: 'merchantFundingAmountCount',
        label: 'Funding amounts',
        ours: '3',
        theirs: '3',
        matches: true,
      },
      { figure: 'amountsSum', label: expect.any(String), ours: '1349', theirs: '1349', matches: true },
    ])
    expect(view.requests[0]?.attempts[0]?.by).toBe('Fay')
    expect(await lastAudit(batchId)).toEqual([
      'funding-batch-created',
      'funding-batch-submitted',
      'funding-batch-approved',
      'funding-batch-sending',
      'funding-request-accepted',
    ])

    const again = await sendBatch(fay, { batchId })
    expect(again).toMatchObject({ ok: false, reason: 'wrong-state' })
    await sendFundingBatch(desk.services, { batchId })
    expect(await received()).toHaveLength(1)
  })

  test('of a whole-dollar profile is sent in whole dollars', async () => {
    const [id = ''] = newIds(1)
    const batchId = await seedApproved(fay, [flo], linesOf([id], { amount: '1250.00' }), {
      profileId: '941000000004',
      amountStyle: 'dollars',
    })
    expect(await sendToEnd(fay, batchId)).toBe('done')
    expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '1250' }])
  })

  test('shows errors at their transactions, with codes as received, even unknown ones', async () => {
    const [good = '', other = ''] = newIds(2)
    const ids = [good, 'nobody-knows', transactionId('X', 5), other, transactionId('P', 9)]
    const batchId = await approved(ids)
    expect(await sendToEnd(fay, batchId)).toBe('done')
    expect(await failuresOf(batchId)).toEqual([
      { transactionNo: 1, errorCode: '100' },
      { transactionNo: 2, errorCode: '904' },
      { transactionNo: 4, errorCode: '903' },
    ])
    const view = await viewBatch(fay, batchId)
    expect(view).toMatchObject({ outcome: { succeeded: 2, failed: 3, unexplained: 0 } })
    expect(view.requests[0]?.failureCodes.map(({ errorCode, count }) => [errorCode, count])).toEqual([
      ['100', 1],
      ['903', 1],
      ['904', 1],
    ])
    expect((await viewLines(fay, batchId)).failures).toHaveLength(3)
  })

  test('with code 100 on most transactions suggests the wrong kind of identifier', async () => {
    const batchId = await approved(['INV-1', 'INV-2', 'INV-3', ...newIds(1)])
    await sendToEnd(fay, batchId)
    expect((await attemptsOf(batchId))[0]?.message).toContain('another kind of number')
  })

  test('with half of it failing stores each failure', async () => {
    const ids = newIds(4)
    const batchId = await approved(ids)
    await cause({ mode: 'partial' })
    await sendToEnd(fay, batchId)
    expect(await failuresOf(batchId)).toEqual([
      { transactionNo: 0, errorCode: '999' },
      { transactionNo: 2, errorCode: '999' },
    ])
    expect(await Promise.all(ids.map(async (id) => ((await held(id)) as unknown[])?.length ?? 0))).toEqual([
      0, 1, 0, 1,
    ])
  })
})

test('errors that match no transaction are all stored, counted, listed page by page, and in the results file', async () => {
  const [id = ''] = newIds(1)
  const batchId = await approved([id])
  const strays = Array.from({ length: 450 }, (_, n) => ({
    transactionId: n % 2 ? '' : `STRAY-${n}`,
    retrievalReferenceNumber: n % 2 ? `7${String(n).padStart(11, '0')}` : '',
    errorCode: '904',
    errorMessage: n === 3 ? '=HYPERLINK("x")' : `Error ${n}`,
  }))
  await cause({
    mode: 'status',
    status: 200,
    body: {
      transactionCount: '1',
      successfulTransactionCount: '1',
      merchantFundingAmountCount: '1',
      amountsSum: '1000',
      transactionLevelErrors: strays,
    },
  })
  await sendToEnd(fay, batchId)
  const view = await viewBatch(fay, batchId)
  const attempt = view.requests[0]?.attempts[0]
  if (!attempt) throw new Error('Nothing was sent.')
  expect(attempt.unmatchedErrors).toBe(450)
  expect(attempt.message).toContain('STRAY-4 and 445 more')

  const pages = []
  for (let after: number | null = 0; after !== null; ) {
    const page = await listUnmatched(fay, { batchId, attemptId: attempt.id, after })
    pages.push(page.errors)
    after = page.next
  }
  expect(pages.map(({ length }) => length)).toEqual([200, 200, 50])
  expect(pages.flat().map(({ n: _, ...error }) => error)).toEqual(strays)

  const csv = await new Response(await exportBatch(fay, batchId, 'results')).text()
  const rows = csv.trimEnd().split('\r\n').slice(2)
  expect(rows).toHaveLength(450)
  expect(rows[0]).toBe(',STRAY-0,,,,1,Error that matches no transaction,904,Error 0')
  expect(rows[3]).toContain("'=HYPERLINK")

  // Of another batch, and of none.
  const other = await approved(newIds(1))
  expect((await listUnmatched(fay, { batchId: other, attemptId: attempt.id, after: 0 })).errors).toEqual([])
  await expect(listUnmatched(fay, { batchId, attemptId: 'x', after: 0 })).rejects.toThrow()
})

describe('the maker of a batch is notified how its sending ended', () => {
  /** Notifications about the end of sending, without those about the approval. */
  const toldOf = async (reader: Ctx, batchId: string) =>
    ((await listNotifications(reader)).groups.find(({ id }) => id === batchId)?.notices ?? [])
      .filter(({ kind }) => kind !== 'batch-approved' && kind !== 'approval-wanted')
      .map(({ kind, isUnread }) => `${kind}${isUnread ? ', unread' : ''}`)

  test('when funded, funded in part or stopped; approvers are not notified', async () => {
    const funded = await approved(newIds(1))
    await sendToEnd(fay, funded)
    expect(await toldOf(fay, funded)).toEqual(['funded, unread'])
    expect(await toldOf(flo, funded)).toEqual([])

    const inPart = await approved([...newIds(1), 'nobody-knows'])
    await sendToEnd(flo, inPart)
    for (const reader of [fay, flo])
      expect(await toldOf(reader, inPart)).toEqual(['ended-with-failures, unread'])

    const refused = await approved(newIds(1))
    await cause({ mode: 'status', status: 401 })
    expect(await sendToEnd(fay, refused)).toBe('stopped')
    expect(await toldOf(fay, refused)).toEqual(['stopped, unread'])
    await partner().control('DELETE', 'faults')
    expect(await sendToEnd(fay, refused)).toBe('done')
    expect((await toldOf(fay, refused)).toSorted(), 'sent to its end it is stopped no more').toEqual([
      'funded, unread',
      'stopped',
    ])
  })

  test('once, however many workers send it', async () => {
    const batchId = await approved(newIds(2))
    await sendBatch(fay, { batchId })
    const work = () => sendFundingBatch(desk.services, { batchId })
    await Promise.all([work(), work(), work()])
    expect(await toldOf(fay, batchId)).toEqual(['funded, unread'])
    await markRead(fay, { subject: { type: 'funding-batch', id: batchId }, upTo: new Date().toISOString() })
    await work()
    await recoverAttempts(desk.services, true)
    expect(await toldOf(fay, batchId)).toEqual(['funded'])
  })

  test('a late answer after another instance gave up notifies no one; resolving it notifies the others', async () => {
    const batchId = await approved(newIds(1))
    const takenOver: Ctx['funding']['send'] = async (profileId, text) => {
      const answer = await fay.funding.send(profileId, text)
      await recoverAttempts(desk.services, true)
      await sendFundingBatch(desk.services, { batchId })
      expect(await toldOf(fay, batchId)).toEqual(['unknown, unread'])
      return answer
    }
    await sendToEnd({ ...fay, funding: { ...fay.funding, send: takenOver } }, batchId)
    expect(await toldOf(fay, batchId)).toEqual(['unknown, unread'])
    const attemptId = await unknownAttempt(batchId)
    expect(
      await resolveRequest(flo, { batchId, attemptId, outcome: 'found', note: 'It is there.' }),
    ).toMatchObject({ ok: true, status: 'done' })
    expect((await toldOf(fay, batchId)).toSorted()).toEqual(['funded, unread', 'unknown'])
    expect(await toldOf(flo, batchId)).toEqual([])
  })
})

describe('a request that the partner refuses as a whole', () => {
  test('code 3: nothing is applied, and a retry can take it up', async () => {
    const [id = ''] = newIds(1, 'D')
    const reference = `9${id.slice(-6).padStart(11, '0')}`
    const batchId = await seedApproved(
      fay,
      [flo],
      [fundingLine(2, { transactionId: id }), fundingLine(3, { retrievalReferenceNumber: reference })],
    )
    expect(await sendToEnd(fay, batchId)).toBe('stopped')
    expect(await received()).toEqual([[200, false]])
    const view = await viewBatch(fay, batchId)
    expect(view.requests[0]).toMatchObject({ state: 'refused' })
    expect(view.requests[0]?.attempts[0]).toMatchObject({ state: 'refused', errorCode: '3' })
    expect(view).toMatchObject({ outcome: { succeeded: 0, failed: 2 } })
    expect(view.may.send).toMatchObject({ allowed: false, reason: expect.stringContaining('new batch') })

    const child = await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })
    if (!child.ok) throw new Error(child.message)
    expect((await viewLines(fay, child.batchId)).lines).toHaveLength(2)
  })

  test.each(['1', '2'])('code %s names the transactions at fault', async (code) => {
    const ids = newIds(3)
    const batchId = await approved(ids)
    // The desk never sends such a request; only the stored lines are changed, where the cause is looked up.
    const lines = {
      '1': { retrievalReferenceNumber: '900000000007' },
      '2': { transactionId: '' },
    }[code]
    await desk.services.db
      .update(fundingLines)
      .set(lines ?? {})
      .where(and(eq(fundingLines.batchId, batchId), eq(fundingLines.row, 4)))
    const text = fundingRequestText(frozenLines(await listLines(desk.services.db, batchId)), 'minor')
    await desk.services.db
      .update(fundingRequests)
      .set({ requestSha256: requestSha256(text) })
      .where(eq(fundingRequests.batchId, batchId))
    expect(await sendToEnd(fay, batchId)).toBe('stopped')
    expect(await failuresOf(batchId)).toEqual([{ transactionNo: 2, errorCode: code }])
    for (const id of ids) expect(await held(id)).toEqual([])
  })

  test('a request with one transaction under both identifiers, as the log has since learned, is not sent', async () => {
    const [id = ''] = newIds(1, 'D')
    const reference = `9${id.slice(-6).padStart(11, '0')}`
    const batchId = await seedApproved(
      fay,
      [flo],
      [fundingLine(2, { transactionId: id }), fundingLine(3, { retrievalReferenceNumber: reference })],
    )
    await seedSales(fay, [{ tranId: id, retrievalRefNumber: reference, amountMinor: 1_000_000 }])
    expect(await sendToEnd(fay, batchId)).toBe('stopped')
    expect(await received()).toEqual([])
    expect((await attemptsOf(batchId))[0]).toMatchObject({ state: 'not-sent' })
    expect((await attemptsOf(batchId))[0]?.message).toMatch(/Row 3: .*Duplicate of row 2/)
  })

  test('HTTP 400: nothing was applied, and the rest is not sent', async () => {
    await cause({ mode: 'status', status: 400 })
    const batchId = await approved(newIds(1))
    expect(await sendToEnd(fay, batchId)).toBe('stopped')
    const [attempt] = await attemptsOf(batchId)
    expect(attempt).toMatchObject({ state: 'refused', httpStatus: 400 })
  })
})

describe('requests that are not sent', () => {
  test.each([
    ['401, a wrong key', '941000000003', 401, 'profile key is wrong'],
    ['403, a suspended profile', '941000000002', 403, 'suspended or closed'],
  ])(
    '%s: explained, nothing is marked as sent, and nothing was applied',
    async (_, profileId, status, words) => {
      const [id = ''] = newIds(1)
      const batchId = await seedApproved(fay, [flo], linesOf([id]), { profileId })
      expect(await sendToEnd(fay, batchId)).toBe('stopped')
      const [attempt] = await attemptsOf(batchId)
      expect(attempt).toMatchObject({ state: 'not-sent', httpStatus: status })
      expect(attempt?.message).toContain(words)
      expect(await viewBatch(fay, batchId)).toMatchObject({
        outcome: { succeeded: 0, failed: 0, unknown: 0, unsent: 1 },
      })
      expect(await held(id)).toEqual([])
    },
  )

  test('a partner that is down: not sent; once it is up, one click sends the rest', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id])
    const down = createPartnerClient({
      authUrl: 'http://127.0.0.1:1',
      fundingUrl: 'http://127.0.0.1:1',
      clientId: '',
      clientSecret: '',
      username: '',
      password: '',
      securityToken: '',
      instanceHosts: [],
    })
    const profiles = [
      { profileId: '941000000001', profileKey: 'x', label: 'East', amountUnit: 'minor' as const },
    ]
    const stopped = await sendToEnd({ ...fay, funding: fundingOf(down, profiles) }, batchId)
    expect(stopped).toBe('stopped')
    expect((await attemptsOf(batchId))[0]).toMatchObject({ state: 'not-sent', httpStatus: null })
    expect(await sendToEnd(fay, batchId)).toBe('done')
    expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '1250' }])
    expect(await received()).toEqual([[200, true]])
  })

  test('lines that differ from what was approved are never sent; the log has both hashes', async () => {
    const told = vi.spyOn(log, 'error')
    const ids = newIds(2)
    const batchId = await approved(ids)
    await desk.services.db
      .update(fundingLines)
      .set({ amountMinor: 999_999n })
      .where(and(eq(fundingLines.batchId, batchId), eq(fundingLines.row, 2)))
    expect(await sendToEnd(fay, batchId)).toBe('stopped')
    expect(await received()).toEqual([])
    expect((await attemptsOf(batchId))[0]).toMatchObject({
      state: 'not-sent',
      message: expect.stringContaining('not what was approved'),
    })
    const [request] = await listRequests(desk.services.db, batchId)
    const found = expect.stringMatching(/^[0-9a-f]{8}$/)
    expect(told.mock.lastCall).toEqual([
      { batch: batchId, request: 1, approved: request?.requestSha256.slice(0, 8), found },
      'a frozen request is not what it was',
    ])
    told.mockRestore()
  })

  test('a profile that was removed from the configuration: explained, and nothing is sent', async () => {
    const batchId = await approved(newIds(1))
    const without: Ctx = { ...fay, funding: { ...fay.funding, profiles: [] } }
    expect(await sendBatch(without, { batchId })).toMatchObject({
      ok: false,
      message: expect.stringContaining('no longer configured'),
    })
    await sendBatch(fay, { batchId })
    await sendFundingBatch(without, { batchId })
    expect((await attemptsOf(batchId))[0]).toMatchObject({ state: 'not-sent' })
    expect(await received()).toEqual([])
  })
})

describe('unknown outcomes', () => {
  test.each([
    ['500', { mode: 'status-after', status: 500 }],
    ['an answer that does not come', { mode: 'hang-after', delayMs: 4_000 }],
    ['a cut connection', { mode: 'cut-after' }],
    ['an answer that cannot be read', { mode: 'malformed' }],
  ])(
    '%s: unknown, never sent again automatically, until a person records that it was applied',
    async (_, fault) => {
      const [id = ''] = newIds(1)
      const batchId = await approved([id])
      await cause(fault)
      expect(await sendToEnd(fay, batchId)).toBe('unknown')
      await sendFundingBatch(desk.services, { batchId })
      expect(await sendBatch(fay, { batchId })).toMatchObject({ ok: false, reason: 'wrong-state' })
      expect((await received()).map(([, applied]) => applied)).toEqual([true])
      expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '1250' }])

      const attemptId = await unknownAttempt(batchId)
      const found = { batchId, attemptId, outcome: 'found' as const, note: 'Support saw it.' }
      expect(await resolveRequest(flo, found)).toEqual({ ok: true, status: 'done' })
      expect(await resolveRequest(flo, found)).toMatchObject({ ok: false, reason: 'wrong-state' })
      const view = await viewBatch(fay, batchId)
      expect(view).toMatchObject({ status: 'done', outcome: { succeeded: 1, unknown: 0 } })
      expect(view.requests[0]?.attempts[0]?.resolution).toMatchObject({ kind: 'found', by: 'Flo' })
      expect(await received()).toHaveLength(1)
    },
  )

  test('absent: the sender proposes it, another person confirms it, and one click sends it', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id])
    await cause({ mode: 'hang', delayMs: 4_000 })
    expect(await sendToEnd(fay, batchId)).toBe('unknown')
    expect(await held(id)).toEqual([])
    const attemptId = await unknownAttempt(batchId)
    const absent = { batchId, attemptId, outcome: 'absent' as const, note: 'Not there.' }
    expect(await resolveRequest(fay, absent)).toEqual({ ok: true, status: 'unknown', proposed: true })
    // Nothing has changed: it is still unknown, and nothing can be sent.
    expect(await viewBatch(fay, batchId)).toMatchObject({
      status: 'unknown',
      requests: [
        {
          outcomeReport: { way: 'waits', report: { by: 'Fay', note: 'Not there.' }, confirmers: ['Flo'] },
          attempts: [{ resolution: null, saidBy: 'Fay' }],
        },
      ],
      may: { send: { allowed: false } },
    })
    expect(await resolveRequest(fay, absent)).toMatchObject({
      ok: false,
      reason: 'second-person',
      message: expect.stringContaining('Ask Flo'),
    })
    const toConfirm = async (ctx: Ctx) =>
      (await listMyBatches(ctx.db, ctx.actor.id)).find(({ key }) => key === 'batches-to-confirm')?.items
    expect(await toConfirm(fay)).toEqual([])
    expect(await toConfirm(flo)).toMatchObject([{ id: batchId }])
    const setActive = (active: boolean) =>
      desk.services.db.update(users).set({ active }).where(eq(users.id, fay.actor.id))
    await setActive(false)
    expect(await toConfirm(flo), 'a proposal by someone who has lost access').toEqual([])
    await setActive(true)
    expect((await viewBatch(flo, batchId)).requests[0]?.outcomeReport?.way).toBe('confirms')

    expect(await resolveRequest(flo, { ...absent, note: 'Nor do I see it.' })).toEqual({
      ok: true,
      status: 'stopped',
    })
    expect(await toConfirm(flo)).toEqual([])
    expect((await viewBatch(fay, batchId)).history.map(({ by, action }) => [by, action])).toEqual(
      expect.arrayContaining([
        ['Fay', 'funding-outcome-absent-proposed'],
        ['Flo', 'funding-outcome-absent'],
      ]),
    )
    expect(await sendToEnd(fay, batchId)).toBe('done')
    expect((await received()).map(([, applied]) => applied)).toEqual([false, true])
  })

  test('two unknown requests: each shows its own proposal, and a second person can confirm it', async () => {
    const batchId = await approved(newIds(2))
    await cause({ mode: 'cut-after' })
    expect(await sendToEnd(fay, batchId)).toBe('unknown')
    const [first] = await listRequests(desk.services.db, batchId)
    const [sent] = await attemptsOf(batchId)
    if (!first || !sent) throw new Error('Nothing was sent.')
    // As after a crash in the middle of a batch of more than 10,000 transactions.
    await desk.services.db
      .update(fundingRequests)
      .set({ lastTransaction: 0 })
      .where(eq(fundingRequests.batchId, batchId))
    await desk.services.db
      .insert(fundingRequests)
      .values({ ...first, n: first.n + 1, firstTransaction: 1, lastTransaction: 1 })
    const { sequence: _, ...attempt } = sent
    await desk.services.db
      .insert(fundingAttempts)
      .values({ ...attempt, id: crypto.randomUUID(), request: first.n + 1 })
    const report = { batchId, attemptId: sent.id, outcome: 'found' as const, note: 'Support sees it.' }
    expect(await resolveRequest(fay, report)).toMatchObject({ proposed: true })
    const shown = (await viewBatch(flo, batchId)).requests.map(
      ({ outcomeReport }) => outcomeReport?.report ?? null,
    )
    expect(shown).toMatchObject([{ by: 'Fay', missing: [] }, null])
    expect(await resolveRequest(flo, { ...report, saidAt: shown[0]?.at })).toMatchObject({
      status: 'unknown',
    })
    expect((await viewBatch(flo, batchId)).requests.map(({ state }) => state)).toEqual([
      'accepted',
      'unknown',
    ])
  })

  test('a second person can only confirm the proposal that they saw', async () => {
    const batchId = await approved(newIds(1))
    await cause({ mode: 'hang', delayMs: 4_000 })
    expect(await sendToEnd(fay, batchId)).toBe('unknown')
    const attemptId = await unknownAttempt(batchId)
    const report = { batchId, attemptId, note: 'Support says so.' }
    const shownReport = async () => (await viewBatch(flo, batchId)).requests[0]?.outcomeReport?.report
    await resolveRequest(fay, { ...report, outcome: 'absent' })
    const shown = await shownReport()
    const confirm = { ...report, outcome: 'absent' as const, saidAt: shown?.at }
    expect(await resolveRequest(fay, { ...report, outcome: 'found' })).toMatchObject({ proposed: true })
    const stale = { ok: false, reason: 'stale', message: 'Fay has changed what they reported. Look again.' }
    const newer = await shownReport()
    expect(await resolveRequest(flo, confirm)).toEqual(stale)
    expect(await shownReport()).toEqual(newer)
    expect(newer).toMatchObject({ by: 'Fay', missing: [] })
    // Nor after the same proposal was made again with another reason.
    await resolveRequest(fay, { ...report, outcome: 'absent', note: 'Support says so again.' })
    expect(await resolveRequest(flo, confirm)).toEqual(stale)
    const again = await shownReport()
    expect(await resolveRequest(flo, { ...confirm, saidAt: again?.at })).toEqual({
      ok: true,
      status: 'stopped',
    })
  })

  test('found: the sender proposes it too, and earlier refusals are shown beside it', async () => {
    const [id = ''] = newIds(1)
    const first = await approved([id])
    await cause({ mode: 'partial' })
    await sendToEnd(fay, first)
    const batchId = crypto.randomUUID()
    await retryFailed(fay, { batchId: first, newBatchId: batchId })
    await submitDraft(fay, batchId)
    await approve(flo, batchId)
    await cause({ mode: 'hang', delayMs: 4_000 })
    expect(await sendToEnd(fay, batchId)).toBe('unknown')
    const attemptId = await unknownAttempt(batchId)
    const found = { batchId, attemptId, outcome: 'found' as const, note: 'Support saw it.' }
    expect(await resolveRequest(fay, found)).toEqual({ ok: true, status: 'unknown', proposed: true })
    const { number } = await requireBatch(fay.db, first)
    expect(await viewBatch(flo, batchId)).toMatchObject({
      status: 'unknown',
      outcome: { succeeded: 0, unknown: 1 },
      requests: [
        {
          outcomeReport: { way: 'confirms', report: { by: 'Fay', missing: [] } },
          refusedElsewhere: { count: 1, shown: [{ transaction: id, batch: { id: first, number } }] },
        },
      ],
    })
    // A different outcome is not a confirmation, and it replaces the earlier proposal.
    expect(await resolveRequest(fay, found)).toMatchObject({ ok: false, reason: 'second-person' })
    expect(await resolveRequest(flo, { ...found, outcome: 'absent' })).toEqual({
      ok: true,
      status: 'stopped',
    })
    expect((await viewBatch(fay, batchId)).requests[0]?.attempts[0]).toMatchObject({
      saidBy: null,
      resolution: { kind: 'absent', by: 'Flo' },
    })
  })

  test('reopened: a wrong outcome is undone with its effects, and two people record the right one', async () => {
    const [id = '', other = ''] = newIds(2)
    const batchId = await approved([id, other])
    await cause({ mode: 'hang', delayMs: 4_000 })
    await sendToEnd(fay, batchId)
    const attemptId = await unknownAttempt(batchId)
    const report = { batchId, attemptId, note: 'Support saw one.' }
    await resolveRequest(flo, { ...report, outcome: 'found', missing: [other] })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      status: 'done',
      outcome: { succeeded: 1, failed: 1 },
      requests: [{ reopensAttemptId: attemptId, refusedElsewhere: { count: 0 } }],
    })
    // The partner refuses to modify what it never had.
    const correction = await correctionOf(batchId)
    await submitDraft(fay, correction)
    await approve(flo, correction)
    await cause({ mode: 'partial' })
    await sendToEnd(fay, correction)
    expect((await viewBatch(fay, batchId)).requests[0]?.refusedElsewhere).toMatchObject({
      count: 1,
      shown: [{ transaction: id, batch: { id: correction } }],
    })

    const reopening = { batchId, attemptId, note: 'Support had looked at another one.' }
    expect(await reopenRequest(fay, reopening)).toEqual({ ok: true, status: 'unknown' })
    expect(await reopenRequest(fay, reopening)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      status: 'unknown',
      outcome: { succeeded: 0, failed: 0, unknown: 2 },
      requests: [
        {
          state: 'unknown',
          failures: 0,
          unresolvedAttemptId: attemptId,
          reopensAttemptId: null,
          outcomeReport: { report: null },
        },
      ],
      may: { send: { allowed: false }, retry: { allowed: false } },
    })
    expect((await viewBatch(fay, batchId)).history[0]).toMatchObject({
      by: 'Fay',
      action: 'funding-outcome-reopened',
    })
    expect(await resolveRequest(fay, { ...report, outcome: 'absent' })).toMatchObject({ proposed: true })
    expect(await resolveRequest(flo, { ...report, outcome: 'absent' })).toEqual({
      ok: true,
      status: 'stopped',
    })
    // An absent outcome can be wrong too, and be undone until the request is sent again.
    expect(await reopenRequest(flo, reopening)).toEqual({ ok: true, status: 'unknown' })
    await resolveRequest(flo, { ...report, outcome: 'absent' })
    await resolveRequest(flo, { ...report, outcome: 'absent' })
    expect(await sendToEnd(fay, batchId)).toBe('done')
    expect(await reopenRequest(flo, reopening)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await heldOf(id, other)).toEqual([[1250], [1250]])
  })

  test('reopened: not while a batch submitted since pays what was recorded as found', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id])
    await cause({ mode: 'cut-after' })
    await sendToEnd(fay, batchId)
    const attemptId = await unknownAttempt(batchId)
    const report = { batchId, attemptId, note: 'Support sees it.' }
    await resolveRequest(fay, { ...report, outcome: 'found' })
    await resolveRequest(flo, { ...report, outcome: 'found' })
    const correction = await correctionOf(batchId)
    const { number } = await requireBatch(desk.services.db, correction)
    const refusal = {
      ok: false,
      reason: 'wrong-state',
      message: expect.stringContaining(`are in B-${number} since, so it cannot be reopened`),
    }
    // A draft sends nothing, and is refused at submission.
    expect(await reopenRequest(fay, report)).toEqual({ ok: true, status: 'unknown' })
    expect((await viewLines(fay, correction)).problems).toContainEqual(
      expect.objectContaining({ code: 'open-elsewhere', severity: 'error' }),
    )
    await resolveRequest(fay, { ...report, outcome: 'found' })
    await resolveRequest(flo, { ...report, outcome: 'found' })

    await submitDraft(fay, correction)
    expect(await reopenRequest(fay, report)).toMatchObject(refusal)
    await approve(flo, correction)
    expect(await reopenRequest(fay, report)).toMatchObject(refusal)
    expect(await sendToEnd(fay, correction)).toBe('done')
    expect(await reopenRequest(fay, report)).toMatchObject(refusal)
    expect(await viewBatch(fay, batchId)).toMatchObject({ status: 'done', requests: [{ state: 'accepted' }] })
    expect(await heldOf(id)).toEqual([[1100]])
  })

  test('reopened: a wrong outcome can be undone even after its rest was withdrawn', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id])
    await cause({ mode: 'cut-after' })
    await sendToEnd(fay, batchId)
    const attemptId = await unknownAttempt(batchId)
    const report = { batchId, attemptId, note: 'Support sees nothing.' }
    await resolveRequest(fay, { ...report, outcome: 'absent' })
    await resolveRequest(flo, { ...report, outcome: 'absent' })
    expect(await withdrawRest(fay, { batchId, note: 'The month is closed.' })).toMatchObject({ ok: true })
    // A retry would pay what may already be paid.
    const newBatchId = crypto.randomUUID()
    await retryFailed(fay, { batchId, newBatchId })
    expect((await viewBatch(fay, batchId)).requests[0]?.reopensAttemptId).toBe(attemptId)
    expect(await reopenRequest(fay, report)).toMatchObject({ ok: false, reason: 'wrong-state' })
    await discardBatch(fay, { batchId: newBatchId })

    expect(await reopenRequest(fay, report)).toEqual({ ok: true, status: 'unknown' })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      outcome: { unknown: 1, unsent: 0 },
      leftToRetry: { failed: 0, withdrawn: 0 },
    })
    // No other batch pays it meanwhile.
    const again = await seedBatch(fay, linesOf([id]))
    expect((await viewLines(fay, again)).problems).toContainEqual(
      expect.objectContaining({ code: 'open-elsewhere', severity: 'error', waitsFor: 'resolving' }),
    )
    await resolveRequest(fay, { ...report, outcome: 'found' })
    expect(await resolveRequest(flo, { ...report, outcome: 'found' })).toEqual({ ok: true, status: 'done' })
    expect(await heldOf(id)).toEqual([[1250]])
  })

  test('absent: the sender records it alone if Settings allow it', async () => {
    const batchId = await approved(newIds(1))
    await cause({ mode: 'status', status: 500 })
    await sendToEnd(fay, batchId)
    const attemptId = await unknownAttempt(batchId)
    await storeSetting(desk.services.db, 'funding', { outcomeAlone: true })
    const absent = { batchId, attemptId, outcome: 'absent' as const, note: 'Not there.' }
    expect(await resolveRequest(fay, absent)).toEqual({ ok: true, status: 'stopped' })
    await desk.services.db.delete(settings)
  })

  test('found in part: a second person confirms exactly the missing transactions, and only they are retried', async () => {
    // The partner funds one of the two, and its answer is lost.
    const [there = '', missing = ''] = [...newIds(1), ...newIds(1, 'X')]
    const batchId = await approved([there, missing])
    await cause({ mode: 'cut-after' })
    await sendToEnd(fay, batchId)
    const attemptId = await unknownAttempt(batchId)
    const inPart = {
      batchId,
      attemptId,
      outcome: 'found' as const,
      note: 'One is there.',
      missing: [missing],
    }
    expect(await resolveRequest(fay, { ...inPart, missing: ['T-OTHER'] })).toMatchObject({
      ok: false,
      reason: 'not-named',
    })
    expect(await resolveRequest(fay, inPart)).toEqual({ ok: true, status: 'unknown', proposed: true })
    expect((await viewBatch(flo, batchId)).requests[0]?.outcomeReport).toMatchObject({
      way: 'confirms',
      report: { by: 'Fay', missing: [missing] },
    })
    expect(await resolveRequest(fay, inPart)).toMatchObject({ ok: false, reason: 'second-person' })
    expect(await resolveRequest(flo, { ...inPart, note: 'So I see it, too.' })).toEqual({
      ok: true,
      status: 'done',
    })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      outcome: { succeeded: 1, failed: 1, unknown: 0, unexplained: 0 },
      leftToRetry: { failed: 1 },
      requests: [
        {
          state: 'accepted',
          failures: 1,
          attempts: [{ saidBy: 'Fay', resolution: { kind: 'found', by: 'Flo', missing: 1 } }],
        },
      ],
    })
    expect(await heldOf(there, missing)).toEqual([[1250], []])
    const newBatchId = crypto.randomUUID()
    await retryFailed(fay, { batchId, newBatchId })
    const { lines, problems } = await viewLines(fay, newBatchId)
    expect(lines.map(([, , id]) => id)).toEqual([missing])
    expect(problems.map(({ code, by }) => [code, by])).toContainEqual(['declared-absent', 'Fay and Flo'])

    // A request that a retry has taken up cannot become unknown while the retry may be sent.
    const { number } = await requireBatch(desk.services.db, newBatchId)
    const reopening = { batchId, attemptId, note: 'Support had looked at another one.' }
    expect(await reopenRequest(flo, reopening)).toMatchObject({
      ok: false,
      reason: 'wrong-state',
      message: expect.stringContaining(`were retried in B-${number}, so it cannot be reopened`),
    })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      status: 'done',
      outcome: { succeeded: 1, failed: 1, unknown: 0 },
    })
    await discardBatch(fay, { batchId: newBatchId })
    expect(await reopenRequest(flo, reopening)).toEqual({ ok: true, status: 'unknown' })
  })

  test('found in part after a failed resend: nothing stays unknown, and missing amounts are not held', async () => {
    // The partner funds one of the two, and its answer is lost.
    const [there = '', missing = ''] = [...newIds(1), ...newIds(1, 'X')]
    const batchId = await approved([there, missing])
    await cause({ mode: 'cut-after' })
    await sendToEnd(fay, batchId)
    const again = { batchId, outcome: 'sent-again' as const, note: 'Once more.' }
    await resolveRequest(flo, { ...again, attemptId: await unknownAttempt(batchId) })
    await cause({ mode: 'status', status: 401 })
    await sendFundingBatch(desk.services, { batchId })
    expect(await batchStatus(desk.services, batchId)).toBe('unknown')
    const attemptId = await unknownAttempt(batchId)
    const inPart = {
      batchId,
      attemptId,
      outcome: 'found' as const,
      note: 'One is there.',
      missing: [missing],
    }
    expect(await resolveRequest(fay, inPart)).toMatchObject({ proposed: true })
    expect(await resolveRequest(flo, inPart)).toMatchObject({ ok: true, status: 'done' })
    expect(await heldOf(there, missing)).toEqual([[1250], []])
  })

  test('sent again: the identical request sets its amounts once more', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id])
    await cause({ mode: 'cut-after' })
    await sendToEnd(fay, batchId)
    const attemptId = await unknownAttempt(batchId)
    await resolveRequest(flo, { batchId, attemptId, outcome: 'sent-again', note: 'They asked for it.' })
    // The batch shows whose attempt it is; the audit log does not repeat it.
    await emptyAuditLog(desk.database)
    await sendFundingBatch(desk.services, { batchId })
    expect(await batchStatus(desk.services, batchId)).toBe('done')
    expect((await attemptsOf(batchId)).map(({ preparedBy }) => preparedBy)).toEqual([
      fay.actor.id,
      flo.actor.id,
    ])
    const journal = await partner().journal(`?since=${before}&endpoint=funding`)
    expect(new Set(journal.map(({ sha256 }) => sha256)).size).toBe(1)
    const [request] = await listRequests(desk.services.db, batchId)
    expect(journal[0]?.sha256).toBe(request?.requestSha256)
    expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '1250' }])
    expect((await viewBatch(fay, batchId)).outcome).toMatchObject({ succeeded: 1, failed: 0, unknown: 0 })
  })
})

test('if Settings require two people, someone other than the sender resends it', async () => {
  await storeSetting(desk.services.db, 'rules', { resendNeedsSecondPerson: true })
  const batchId = await approved(newIds(1))
  await cause({ mode: 'cut-after' })
  await sendToEnd(fay, batchId)
  const attemptId = await unknownAttempt(batchId)
  const again = { batchId, attemptId, outcome: 'sent-again' as const, note: 'They asked for it.' }
  expect(await resolveRequest(fay, again)).toMatchObject({ ok: false, reason: 'second-person' })
  // Recording it as absent and sending would be a resend by another name, even if the sender may record that alone.
  await storeSetting(desk.services.db, 'funding', { outcomeAlone: true })
  const absent = { ...again, outcome: 'absent' as const }
  expect(await resolveRequest(fay, absent)).toMatchObject({ ok: true, proposed: true })
  expect(await batchStatus(desk.services, batchId)).toBe('unknown')
  expect(await resolveRequest(flo, again)).toEqual({ ok: true, status: 'sending' })

  const otherId = await approved(newIds(1))
  await cause({ mode: 'cut-after' })
  await sendToEnd(fay, otherId)
  const other = { ...absent, batchId: otherId, attemptId: await unknownAttempt(otherId) }
  expect(await resolveRequest(fay, other)).toMatchObject({ ok: true, proposed: true })
  expect(await resolveRequest(flo, other)).toMatchObject({ ok: true, status: 'stopped' })
  await desk.services.db.delete(settings)
})

describe('after sending', () => {
  test('a retry has only what failed, once, and is linked with its parent', async () => {
    const [good = '', other = ''] = newIds(2)
    const batchId = await approved([good, other])
    await cause({ mode: 'partial' })
    await sendToEnd(fay, batchId)
    const input = { batchId, newBatchId: crypto.randomUUID() }
    const made = await retryFailed(fay, input)
    expect(await retryFailed(fay, input), 'a second press').toEqual(made)
    expect(await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })
    const child = await viewBatch(fay, input.newBatchId)
    expect(child).toMatchObject({ purpose: 'retry', status: 'draft', parent: { id: batchId } })
    expect(child.totals).toMatchObject({ transactions: 1, errors: 0, warnings: 0 })
    expect((await viewLines(fay, child.id)).lines.map(([, , id]) => id)).toEqual([good])
    expect((await viewBatch(fay, batchId)).children).toMatchObject([{ id: child.id, purpose: 'retry' }])

    await submitDraft(fay, child.id)
    await approve(flo, child.id)
    expect(await sendToEnd(fay, child.id)).toBe('done')
    // Named after its parent and the original name, so that names do not grow.
    const { number, name } = await requireBatch(fay.db, batchId)
    expect(child.name).toBe(`Retry of B-${number}, ${name}`)
    const newBatchId = crypto.randomUUID()
    await correctAmounts(fay, { batchId: child.id, newBatchId, transactions: [0] })
    expect((await viewBatch(fay, newBatchId)).name).toBe(`Correction of B-${child.number}, ${name}`)
    expect(await held(good)).toEqual([{ merchantId: 'MERCHANT-1', amount: '1250' }])
  })

  test('a line that a retry has with a corrected identifier is not taken up again', async () => {
    const [good = ''] = newIds(1)
    const parent = await approved(['NOT-KNOWN-MENDED'])
    await sendToEnd(fay, parent)
    const newBatchId = crypto.randomUUID()
    await retryFailed(fay, { batchId: parent, newBatchId })
    const [line] = (await viewLines(fay, newBatchId)).lines
    const added = await saveLines(fay, {
      batchId: newBatchId,
      version: 1,
      changed: [{ row: line?.[0] ?? 0, transactionId: good }],
      removed: [],
      added: [
        {
          after: null,
          transactionId: 'S-ADDED',
          retrievalReferenceNumber: '',
          merchantId: 'M-1',
          amount: '1',
        },
      ],
    })
    expect(added).toMatchObject({ ok: true, addedRows: [(line?.[0] ?? 0) + 1] })
    expect(await viewBatch(fay, parent)).toMatchObject({
      leftToRetry: { failed: 0, withdrawn: 0 },
      may: { retry: { allowed: false, reason: 'A retry already has all failed transactions.' } },
    })
    expect(await retryFailed(flo, { batchId: parent, newBatchId: crypto.randomUUID() })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })
    await discardBatch(fay, { batchId: newBatchId })
    expect(await viewBatch(fay, parent)).toMatchObject({ leftToRetry: { failed: 1 } })
  })

  test('a correction changes the amount without a warning, and failed lines cannot be corrected', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id, 'nobody-knows-either'])
    await sendToEnd(fay, batchId)
    expect(
      await correctAmounts(fay, { batchId, newBatchId: crypto.randomUUID(), transactions: [0, 1] }),
    ).toMatchObject({ ok: false })
    const newBatchId = crypto.randomUUID()
    expect(await correctAmounts(fay, { batchId, newBatchId, transactions: [0] })).toMatchObject({ ok: true })
    const listed = async () => {
      const { items } = await listBatchPage(fay, batchList.all)
      return [batchId, newBatchId].map((id) => items.find((item) => item.id === id))
    }
    const link = { id: newBatchId, status: 'draft', succeeded: 0 }
    expect(await listed()).toMatchObject([
      { corrects: null, corrections: [link] },
      { corrects: { id: batchId }, corrections: [] },
    ])
    const saved = await saveLines(fay, {
      batchId: newBatchId,
      version: 1,
      changed: [{ row: 2, amount: '40.00' }],
      removed: [],
      added: [],
    })
    expect(saved).toMatchObject({ ok: true, totals: { amountMinor: '4000', warnings: 0, errors: 0 } })
    await submitDraft(fay, newBatchId)
    await approve(flo, newBatchId)
    expect(await sendToEnd(fay, newBatchId)).toBe('done')
    expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '4000' }])
    expect((await listed())[0]).toMatchObject({ corrections: [{ ...link, status: 'done', succeeded: 1 }] })
  })

  test('a correction is refused while an unknown outcome makes held amounts unclear', async () => {
    const [id = ''] = newIds(1)
    const batchId = await approved([id])
    await sendToEnd(fay, batchId)
    const again = await approved([id])
    await cause({ mode: 'cut-after' })
    expect(await sendToEnd(fay, again)).toBe('unknown')
    const { number } = await requireBatch(fay.db, again)
    expect(
      await correctAmounts(fay, { batchId, newBatchId: crypto.randomUUID(), transactions: [0] }),
    ).toMatchObject({
      ok: false,
      message: `What the partner holds of this is unclear until B-${number} has an outcome. Correct it then.`,
    })
  })

  test('a transaction that another batch has funded is a warning that names that batch', async () => {
    const [id = '', failed = ''] = newIds(2)
    const batchId = await approved([id, failed])
    await cause({ mode: 'partial' })
    // Then the first of the two fails.
    await sendToEnd(fay, batchId)
    const { number } = await requireBatch(desk.services.db, batchId)
    const again = await approved([failed, id])
    const view = await viewBatch(fay, again)
    expect(view.totals.warnings).toBe(1)
    expect(view.alreadyFunded).toMatchObject([{ id: batchId, number, transactions: 1 }])
    expect((await viewLines(fay, again)).problems).toEqual([
      {
        row: 2,
        field: null,
        code: 'already-funded',
        severity: 'warning',
        batch: `B-${number}`,
        amounts: { heldMinor: 1_250, afterMinor: 1_250 },
      },
    ])
  })
})

test('a profile key is stored nowhere in the desk', async () => {
  const dump = JSON.stringify(await dumpDatabase(desk.services.db))
  expect(dump).toContain('941000000003')
  expect(dump).not.toContain('canary-wrong-key')
  expect(dump).not.toContain('key-active-1')
})

describe('the results of a sent batch', () => {
  const fileOf = async (batchId: string, what: 'results' | 'merchants') =>
    (await new Response(await exportBatch(fay, batchId, what)).text()).replace('\uFEFF', '').split('\r\n')

  test('a correction shows the difference to what was held before it, even after a later one', async () => {
    const [first = '', second = ''] = newIds(2)
    const [declined = ''] = newIds(1, 'X')
    const lines = (...amounts: [id: string, merchantId: string, amount: string][]) =>
      amounts.map(([transactionId, merchantId, amount], at) =>
        fundingLine(at + 2, { transactionId, merchantId, amount }),
      )
    const parent = await seedApproved(
      fay,
      [flo],
      lines([first, 'EAST', '1000'], [first, 'WEST', '250'], [second, 'EAST', '500']),
    )
    await sendToEnd(fay, parent)
    const batchId = await seedApproved(
      fay,
      [flo],
      lines(
        [first, 'EAST', '700'],
        [first, 'WEST', '250'],
        [declined, 'WEST', '40'],
        [second, 'NORTH', '500'],
        [second, 'EAST', '0'],
      ),
    )
    await sendToEnd(fay, batchId)
    const later = await seedApproved(fay, [flo], lines([first, 'EAST', '1'], [first, 'WEST', '1']))
    await sendToEnd(fay, later)

    const view = await viewBatch(fay, batchId)
    expect(view.was).toEqual({
      funded: { amountMinor: 1_750n, isCertain: true, takenMinor: 800n },
      failed: { amountMinor: 0n, isCertain: true },
    })
    expect(view.result).toMatchObject({ funded: { amountMinor: 1_450n }, failed: { amountMinor: 40n } })
    expect((await viewBatch(fay, parent)).was).toBeNull()
    const [head, ...rows] = await fileOf(batchId, 'results')
    expect(head).toMatch(/,Error message,Was,New,Difference,Was note,Overwritten by,Held now$/)
    const by = `B-${(await viewBatch(fay, later)).number}`
    expect(rows.map((row) => row.split(',').slice(3, 5).concat(row.split(',').slice(-6)).join(' '))).toEqual([
      `EAST 7.00 10.00 7.00 -3.00  ${by} 0.01`,
      `WEST 2.50 2.50 2.50 0.00  ${by} 0.01`,
      // Failed: the partner holds what it held.
      'WEST 0.40 0.00 0.00 0.00   ',
      'NORTH 5.00 0.00 5.00 5.00   ',
      'EAST 0.00 5.00 0.00 -5.00   ',
      '',
    ])
    // The page, both files and the approved figures agree.
    const byMerchant = (await fileOf(batchId, 'merchants')).map((row) => row.replace(/,[^,]*/, ''))
    expect(byMerchant.slice(1).sort()).toEqual([
      '',
      ',Failed,1,0.40,0.00,0.00,0.00,,,,',
      ',Funded,4,14.50,17.50,14.50,-3.00,,9.50,,5.02',
      `EAST,Funded,2,7.00,15.00,7.00,-8.00,,7.00,${by},0.01`,
      'NORTH,Funded,1,5.00,0.00,5.00,5.00,,0.00,,5.00',
      'WEST,Failed,1,0.40,0.00,0.00,0.00,,,,',
      `WEST,Funded,1,2.50,2.50,2.50,0.00,,2.50,${by},0.01`,
    ])
    expect(view.money).toMatchObject({ changedWasMinor: '1750', totalMinor: '1490' })
    // The history has only changes: not unchanged amounts, nor new ones.
    const [submitted] = await desk.services.db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, batchId), eq(auditLog.action, 'funding-batch-submitted')))
    expect(submitted?.detail).toMatchObject({ changes: 3, changedWasMinor: '1500', changedIsMinor: '1200' })
    expect(view.money?.merchants.map(({ merchantId, wasMinor }) => [merchantId, wasMinor])).toEqual([
      ['EAST', '1500'],
      ['NORTH', '0'],
      ['WEST', '250'],
    ])
    expect((await fileOf(parent, 'results'))[0]).not.toContain('Difference')
  })

  test('each merchant has its result, and together they equal the batch’s', async () => {
    const [one = '', two = ''] = newIds(2)
    const [declined = ''] = newIds(1, 'X')
    const batchId = await seedApproved(
      fay,
      [flo],
      [
        fundingLine(2, { transactionId: one, merchantId: 'EAST', amount: '100' }),
        fundingLine(3, { transactionId: one, merchantId: 'WEST', amount: '900' }),
        fundingLine(4, { transactionId: two, merchantId: 'EAST', amount: '20' }),
        fundingLine(5, { transactionId: declined, merchantId: 'EAST', amount: '3' }),
      ],
    )
    // Before sending, all of it is still to be sent.
    const merchantsOf = async () => (await viewBatch(fay, batchId)).merchants
    expect(await merchantsOf()).toMatchObject({ count: 2, toSend: 2 })
    await sendToEnd(fay, batchId)
    expect(await merchantsOf()).toMatchObject({
      count: 2,
      toSend: 0,
      shown: [
        { merchantId: 'WEST', rows: 1, amountMinor: 900n, by: { funded: { rows: 1, amountMinor: 900n } } },
        {
          merchantId: 'EAST',
          rows: 3,
          amountMinor: 123n,
          by: { funded: { rows: 2, amountMinor: 120n }, failed: { rows: 1, amountMinor: 3n } },
        },
      ],
    })
    const file = (await fileOf(batchId, 'merchants')).map((row) => row.replace(/,[^,]*/, ''))
    expect(file).toEqual([
      'Merchant ID,Rows,Amount,Funded,Failed',
      'WEST,1,9.00,9.00,0.00',
      'EAST,3,1.23,1.20,0.03',
      ',4,10.23,10.20,0.03',
      '',
    ])
  })
})
