import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { z } from 'zod'
import { settings } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { MAX_LINES } from '@/lib/domain/funding/limits'
import type { FundingLine } from '@/lib/domain/funding/line'
import { matchColumns, NO_COLUMNS } from '@/lib/domain/funding/match-columns'
import { withHeader } from '@/lib/domain/funding/table'
import { recoverAttempts } from '@/lib/server/recovery'
import { storeSetting } from '@/lib/server/settings'
import {
  approvalOf,
  approve,
  batchStatus,
  fundingLine,
  linesOf,
  newBatch,
  seedApproved,
  seedBatch,
  sendToEnd,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { fundingCalls, transactionId } from '@/lib/testing/funding-calls'
import { knowMerchants } from '@/lib/testing/merchants'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { correctAmounts, retryFailed } from './child-batch'
import { createBatch } from './create-batch'
import { requireBatch } from './data'
import { exportBatch } from './export'
import { readIncomingBatch } from './incoming-batch'
import { type SaveLines, saveLines, saveLinesSchema, viewLines } from './lines'
import { readFundingFile } from './read-file'
import { resolveRequest, resolveRequestSchema } from './resolution'
import { sendBatch, sendFundingBatch } from './send'
import {
  approveBatch,
  approveBatchSchema,
  discardBatch,
  recallBatch,
  returnBatch,
  returnBatchSchema,
  submitBatch,
} from './submit'
import { viewBatch } from './view'

const EAST = '941000000001'
const DOLLARS = '941000000004'

let sandbox: SandboxProcess
let desk: TestDesk
/** Makes batches. */
let mia: Ctx
/** Approve them. */
let ole: Ctx
let uma: Ctx
let before = 0
let clockShiftMs = 0
const DAY_MS = 86_400_000

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({
    partnerUrl: sandbox.url,
    timeouts: { fundingMs: 2_500 },
    fundingProfiles: [
      { profileId: EAST, profileKey: 'key-active-1', label: 'East', amountUnit: 'minor' },
      { profileId: DOLLARS, profileKey: 'key-active-2', label: 'Whole dollars', amountUnit: 'major' },
    ],
    now: () => new Date(Date.now() + clockShiftMs),
  })
  mia = await desk.as('Mia', ['finance'])
  ole = await desk.as('Ole', ['finance'])
  uma = await desk.as('Uma', ['finance'])
  await knowMerchants(desk.services, ['M', '00042', 'MERCHANT-1'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
beforeEach(async () => {
  clockShiftMs = 0
  await desk.services.db.delete(settings)
  // Everything that these tests submit is on one day.
  await storeSetting(desk.services.db, 'funding', { secondAboveMakerDay: null })
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})

const partner = () => sandboxCalls(sandbox.url)
const cause = (fault: Record<string, unknown>) =>
  partner().control('PUT', 'faults', { endpoint: 'funding', ...fault })
const received = () => partner().journal(`?since=${before}&endpoint=funding`)

const amountsSchema = z.array(z.object({ merchantId: z.string(), amount: z.string() }))
type Amounts = z.output<typeof amountsSchema>
/** What the partner has stored for a transaction. */
async function held(id: string): Promise<Amounts> {
  const transaction = await fundingCalls(sandbox.url).held(id)
  return amountsSchema.parse(transaction?.merchantFundingAmounts ?? [])
}

/** Numbers that no other test uses, and never those of settled debits. */
let used = 0
function nextNumber(): number {
  used += 1
  if (used % 10 === 0) used += 1
  return used
}
const newIds = (count: number) => Array.from({ length: count }, () => transactionId('C', nextNumber()))

const edit = (batchId: string, version: number, changes: Partial<SaveLines> = {}): SaveLines => ({
  batchId,
  version,
  changed: [],
  removed: [],
  added: [],
  ...changes,
})
const contentOf = async (batchId: string) =>
  (await requireBatch(desk.services.db, batchId)).contentSha256 ?? ''
const versionOf = async (batchId: string) => (await requireBatch(desk.services.db, batchId)).version
const idsOf = async (batchId: string) => (await viewLines(mia, batchId)).lines.map(([, , id]) => id)

async function openAttempt(batchId: string): Promise<string> {
  const { requests } = await viewBatch(mia, batchId)
  const id = requests.find(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)?.unresolvedAttemptId
  if (!id) throw new Error('No attempt waits for a person.')
  return id
}

async function retryOf(ctx: Ctx, batchId: string): Promise<string> {
  const newBatchId = crypto.randomUUID()
  const made = await retryFailed(ctx, { batchId, newBatchId })
  if (!made.ok) throw new Error(made.message)
  return newBatchId
}

async function correctionOf(ctx: Ctx, batchId: string, transactions: number[]): Promise<string> {
  const newBatchId = crypto.randomUUID()
  const made = await correctAmounts(ctx, { batchId, newBatchId, transactions })
  if (!made.ok) throw new Error(made.message)
  return newBatchId
}

async function approveAndSend(batchId: string): Promise<string> {
  await submitDraft(mia, batchId)
  await approve(ole, batchId)
  return sendToEnd(mia, batchId)
}

describe('what the desk shows as funded equals what the partner stored', () => {
  type Kind = 'good' | 'by-reference' | 'unknown-id' | 'pin-debit' | 'declined' | 'unknown-merchant'
  type Wish = { kind: Kind; amounts: number[] }
  /** Whether a person resends instead of looking at the partner, and the fault that the resend meets. */
  type Resend = { always: boolean; fault: Record<string, unknown> | null }

  /** The sandbox's transactions of each kind; null where it has none. */
  const SERIES = {
    good: 'C',
    'by-reference': 'D',
    'unknown-id': null,
    'pin-debit': 'P',
    declined: 'X',
    'unknown-merchant': 'C',
  } as const satisfies Record<Kind, string | null>

  const wish: fc.Arbitrary<Wish> = fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Kind>('good') },
      {
        weight: 4,
        arbitrary: fc.constantFrom<Kind>(
          'by-reference',
          'unknown-id',
          'pin-debit',
          'declined',
          'unknown-merchant',
        ),
      },
    ),
    amounts: fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 3 }),
  })

  const fault = fc.constantFrom<Record<string, unknown> | null>(
    null,
    { mode: 'partial' },
    { mode: 'status', status: 401 },
    { mode: 'status', status: 403 },
    { mode: 'status', status: 500 },
    { mode: 'status-after', status: 500 },
    { mode: 'cut-after' },
    { mode: 'malformed' },
    { mode: 'cut-after', times: 2 },
  )

  const resend: fc.Arbitrary<Resend> = fc.record({
    always: fc.boolean(),
    // Not `partial`: if the first applied something that the second refuses, no figure of either shows it.
    fault: fault.filter((one) => one?.mode !== 'partial'),
  })

  /** The lines for a wish, and the ID under which the partner stores the transaction. */
  function linesFor({ kind, amounts }: Wish, firstRow: number): { id: string; lines: FundingLine[] } {
    const number = nextNumber()
    const series = SERIES[kind]
    const id = series ? transactionId(series, number) : `nobody-${number}`
    const name =
      kind === 'by-reference'
        ? { retrievalReferenceNumber: `9${String(number).padStart(11, '0')}` }
        : { transactionId: id }
    return {
      id,
      lines: amounts.map((amount, at) =>
        fundingLine(firstRow + at, {
          ...name,
          merchantId: kind === 'unknown-merchant' && at === 0 ? `UNKNOWN-${at}` : `M-${at}`,
          amount: String(amount),
        }),
      ),
    }
  }

  /** As sent: `0.50` is 50. */
  const wireAmount = (dollars: string) => String(BigInt(dollars.replace('.', '')))

  /** For each transaction that the desk shows as funded: its amounts, in line order. */
  async function fundedByDesk(batchId: string): Promise<Amounts[]> {
    const view = await viewBatch(mia, batchId)
    const { lines, failures } = await viewLines(mia, batchId)
    const failed = new Set(failures.map(({ transactionNo }) => transactionNo))
    const isFunded = (no: number) =>
      !failed.has(no) &&
      view.requests.some(
        ({ state, firstTransaction, lastTransaction }) =>
          state === 'accepted' && no >= firstTransaction && no <= lastTransaction,
      )
    const funded: Amounts[] = Array.from({ length: view.totals.transactions }, () => [])
    for (const [, no, , , merchantId, amount] of lines)
      if (isFunded(no)) funded[no]?.push({ merchantId, amount: wireAmount(amount) })
    expect(funded.filter((amounts) => amounts.length > 0)).toHaveLength(view.outcome.succeeded)
    return funded
  }

  /** Every transaction has exactly one outcome, and every differing figure has a message. */
  async function expectOneEndEach(batchId: string): Promise<void> {
    const { outcome, totals, requests } = await viewBatch(mia, batchId)
    const { succeeded, failed, unknown, unsent, unexplained } = outcome
    expect(succeeded + failed + unknown + unsent + unexplained).toBe(totals.transactions)
    for (const { attempts } of requests)
      for (const { figures, message } of attempts)
        if (figures.some(({ matches }) => matches === false)) expect(message).toMatch(/\w/)
  }

  /** Acts like a careful person who looks at the partner and records the truth. */
  async function seeThrough(batchId: string, ids: readonly string[], resend: Resend): Promise<number> {
    let sentAgain = 0
    for (let step = 0; step < 8; step += 1) {
      await expectOneEndEach(batchId)
      const status = await batchStatus(mia, batchId)
      if (status === 'unknown') {
        const stored = await Promise.all(ids.map(held))
        const there = stored.filter((amounts) => amounts.length > 0).length
        const outcome =
          there === 0 ? 'absent' : there === ids.length && !resend.always ? 'found' : 'sent-again'
        if (outcome === 'sent-again') {
          if (sentAgain === 0 && resend.fault) await cause(resend.fault)
          sentAgain += 1
        }
        const attemptId = await openAttempt(batchId)
        expect(
          await resolveRequest(outcome === 'sent-again' ? mia : ole, {
            batchId,
            attemptId,
            outcome,
            note: 'As support says.',
          }),
        ).toMatchObject({ ok: true })
        await sendFundingBatch(desk.services, { batchId })
      } else if (status === 'stopped' && (await viewBatch(mia, batchId)).may.send.allowed) {
        await sendToEnd(mia, batchId)
      } else break
    }
    return sentAgain
  }

  test('whatever fails, each transaction ends once, and nothing is applied twice automatically', async () => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 1, maxLength: 6 }),
        fault,
        fault,
        resend,
        async (wishes, first, second, again) => {
          await partner().control('DELETE', 'faults')
          const since = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
          let row = 2
          const made = wishes.map((one) => {
            const transaction = linesFor(one, row)
            row += one.amounts.length
            return transaction
          })
          const ids = made.map(({ id }) => id)
          const parentId = await seedApproved(
            mia,
            [ole],
            made.flatMap(({ lines }) => lines),
          )
          if (first) await cause(first)
          await sendToEnd(mia, parentId)
          let sentAgain = await seeThrough(parentId, ids, again)
          const batchIds = [parentId]
          const expected = await fundedByDesk(parentId)

          const { outcome, may } = await viewBatch(mia, parentId)
          if (may.retry.allowed) {
            await partner().control('DELETE', 'faults')
            const childId = await retryOf(mia, parentId)
            batchIds.push(childId)
            const left = made.flatMap(({ id }, no) => (expected[no]?.length === 0 ? [{ id, no }] : []))
            expect(left).toHaveLength((await viewBatch(mia, childId)).totals.transactions)
            await submitDraft(mia, childId)
            await approve(ole, childId)
            if (second) await cause(second)
            await sendToEnd(mia, childId)
            sentAgain += await seeThrough(
              childId,
              left.map(({ id }) => id),
              again,
            )
            for (const [at, amounts] of (await fundedByDesk(childId)).entries()) {
              const no = left[at]?.no
              if (no !== undefined && amounts.length > 0) expected[no] = amounts
            }
          } else expect(outcome.failed + outcome.unsent).toBe(0)

          expect(await Promise.all(ids.map(held))).toEqual(expected)
          const journal = await partner().journal(`?since=${since}&endpoint=funding`)
          const views = await Promise.all(batchIds.map((batchId) => viewBatch(mia, batchId)))
          const attempts = views.flatMap(({ requests }) => requests.flatMap((request) => request.attempts))
          expect(journal).toHaveLength(attempts.filter(({ sendingAt }) => sendingAt !== null).length)
          // The only second request is the one that a person asked for.
          const applied = journal.filter((call) => call.applied).length
          expect(applied).toBeLessThanOrEqual(batchIds.length + sentAgain)
        },
      ),
      { numRuns: 14, endOnFailure: true },
    )
  })

  test('two requests, the first unknown and then absent: one click sends both, and each is applied once', async () => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    const ids = newIds(10_001)
    const batchId = await seedApproved(mia, [ole], linesOf(ids))
    await cause({ mode: 'status', status: 500 })
    expect(await sendToEnd(mia, batchId)).toBe('unknown')
    expect((await viewBatch(mia, batchId)).outcome).toMatchObject({
      succeeded: 0,
      unknown: 10_000,
      unsent: 1,
    })
    expect(await received()).toHaveLength(1)
    const attemptId = await openAttempt(batchId)
    await resolveRequest(ole, { batchId, attemptId, outcome: 'absent', note: 'Not there.' })
    await sendFundingBatch(desk.services, { batchId })
    expect(await received(), 'only by a press').toHaveLength(1)
    expect(await sendToEnd(mia, batchId)).toBe('done')
    expect((await received()).map(({ applied }) => applied)).toEqual([false, true, true])
    expect((await viewBatch(mia, batchId)).outcome).toMatchObject({ succeeded: 10_001, failed: 0 })
    for (const id of [ids[0], ids[9_999], ids[10_000]]) expect(await held(id ?? '')).toHaveLength(1)
  })

  test('a request is sent at most once per click', async () => {
    const [id = ''] = newIds(1)
    const batchId = await seedApproved(mia, [ole], linesOf([id, 'nobody-1']))
    await cause({ mode: 'cut-after', times: 5 })
    await sendToEnd(mia, batchId)
    for (let round = 0; round < 3; round += 1) {
      await sendFundingBatch(desk.services, { batchId })
      await recoverAttempts(desk.services, true)
      await recoverAttempts(desk.services, false)
      expect(await sendBatch(mia, { batchId })).toMatchObject({ ok: false })
    }
    expect(await received()).toHaveLength(1)
  })
})

/** The text that was sent, with everything else unchanged. */
function overheard(ctx: Ctx): { ctx: Ctx; bodies: string[] } {
  const bodies: string[] = []
  const send: Ctx['funding']['send'] = (profileId, text) => {
    bodies.push(text)
    return ctx.funding.send(profileId, text)
  }
  return { ctx: { ...ctx, funding: { ...ctx.funding, send } }, bodies }
}

/** Sends the bytes of a file, or of pasted cells, as a page does. */
async function bring(
  bytes: Uint8Array<ArrayBuffer>,
  fields: { source?: 'csv' | 'xlsx' | 'json' | 'pasted'; hasHeader?: boolean; amountStyle?: 'dollars' } = {},
) {
  const hasHeader = fields.hasHeader ?? true
  const reading = await readFundingFile(bytes)
  const columns = reading.ok ? withHeader(reading.table, hasHeader).columns : []
  const header = {
    ...newBatch({ source: fields.source ?? 'csv', fileName: 'payouts', again: true }),
    mapping: hasHeader
      ? matchColumns(columns)
      : { ...NO_COLUMNS, transactionId: 0, merchantId: 1, amount: 2 },
    hasHeader,
    ...(fields.amountStyle && { amountStyle: fields.amountStyle }),
  }
  return readIncomingBatch(
    mia,
    new Request('http://desk.test', {
      method: 'POST',
      body: bytes,
      headers: { 'x-batch': encodeURIComponent(JSON.stringify(header)) },
    }),
  )
}
async function importedBatch(...args: Parameters<typeof bring>): Promise<string> {
  const result = await bring(...args)
  if (!result.ok) throw new Error(result.message)
  return result.batchId
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const problemsOf = async (batchId: string) =>
  (await viewLines(mia, batchId)).problems.map(({ row, field, code }) => `${row} ${field} ${code}`)

describe('identifiers stay text through every import and export', () => {
  const IDENTIFIERS = [
    '0',
    '007',
    '000000000000',
    '9007199254740993',
    '0123456789012345678901234567890123456789',
    '1E5',
    'MAR-01',
    '0x1F',
    "O'Brien",
    'a,b;c',
    'say "so"',
    'null',
    'true',
    'NaN',
    '{"$ne":1}',
    '=1+1',
    '+49',
    '-5',
    '@SUM(A1)',
    "x'); DROP TABLE funding_lines; --",
  ]
  const MERCHANT = '00042'

  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const delimited = (mark: string) =>
    [['Transaction ID', 'MID', 'Amount'], ...IDENTIFIERS.map((id) => [id, MERCHANT, '00100'])]
      .map((cells) => cells.map(quoted).join(mark))
      .join('\r\n')

  const WAYS: [string, () => Promise<string>][] = [
    ['a CSV', () => importedBatch(utf8(delimited(',')))],
    ['a CSV with a mark of its encoding', () => importedBatch(utf8(`\uFEFF${delimited(',')}`))],
    ['semicolons', () => importedBatch(utf8(delimited(';')))],
    ['pasted cells', () => importedBatch(utf8(delimited('\t')), { source: 'pasted' })],
    [
      'pasted cells without a header',
      () =>
        importedBatch(utf8(delimited('\t').slice(delimited('\t').indexOf('\n') + 1)), {
          source: 'pasted',
          hasHeader: false,
        }),
    ],
    [
      'a workbook',
      async () =>
        importedBatch(
          new Uint8Array(
            await writeXlsxFile([
              {
                sheet: 'Payouts',
                data: [
                  ['Transaction ID', 'MID', 'Amount'],
                  ...IDENTIFIERS.map((id) => [id, MERCHANT, '00100']),
                ],
              },
            ]).toBuffer(),
          ),
          { source: 'xlsx' },
        ),
    ],
    [
      'a list of flat objects',
      () =>
        importedBatch(
          utf8(
            JSON.stringify(IDENTIFIERS.map((id) => ({ transactionId: id, mid: MERCHANT, amount: '00100' }))),
          ),
          { source: 'json' },
        ),
    ],
    [
      'the body of the interface',
      () =>
        importedBatch(
          utf8(
            JSON.stringify({
              transactions: IDENTIFIERS.map((id) => ({
                id,
                merchantFundingAmounts: [{ merchantId: MERCHANT, amount: '00100' }],
              })),
            }),
          ),
          { source: 'json' },
        ),
    ],
    [
      'a grid',
      async () => {
        const result = await readIncomingBatch(
          mia,
          new Request('http://desk.test', {
            method: 'POST',
            body: JSON.stringify({
              batch: newBatch({ amountStyle: 'dollars' }),
              lines: IDENTIFIERS.map((id, at) => [at + 1, id, '', MERCHANT, '001.00']),
            }),
          }),
        )
        if (!result.ok) throw new Error(result.message)
        return result.batchId
      },
    ],
  ]

  test.each(WAYS)('%s', async (_, come) => {
    const batchId = await come()
    expect((await viewLines(mia, batchId)).problems.filter(({ severity }) => severity === 'error')).toEqual(
      [],
    )
    await submitDraft(mia, batchId)
    await approve(ole, batchId)
    const { ctx, bodies } = overheard(mia)
    await sendToEnd(ctx, batchId)
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      {
        transactions: IDENTIFIERS.map((id) => ({
          id,
          merchantFundingAmounts: [{ merchantId: MERCHANT, amount: '100' }],
        })),
      },
    ])
  })

  test('names from the object prototype are ordinary identifiers', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const rows = names.map((id) => `{"transactionId":"${id}","mid":"__proto__","amount":"100"}`)
    expect(await idsOf(await importedBatch(utf8(`[${rows.join(',')}]`), { source: 'json' }))).toEqual(names)
    const batchId = await seedBatch(mia, linesOf(names, { merchantId: '__proto__' }))
    expect(await approveAndSend(batchId)).toBe('done')
    expect((await viewBatch(mia, batchId)).outcome).toMatchObject({ failed: 4, succeeded: 0 })
  })

  test('numbers in JSON keep every digit, and those that lost some are reported', async () => {
    const batchId = await importedBatch(
      utf8(
        `[{"transactionId":12345678901234567890,"mid":90071992547409931234,"amount":100},
          {"transactionId":1.5e+21,"mid":"M","amount":100},
          {"transactionId":123.0,"mid":"M","amount":100},
          {"transactionId":"A","mid":"M","amount":1234567890123},
          {"transactionId":"B","mid":"M","amount":12.50},
          {"transactionId":"C","mid":"M","amount":-5}]`,
      ),
      { source: 'json', amountStyle: 'dollars' },
    )
    expect((await viewLines(mia, batchId)).lines.map(([, , id, , mid, amount]) => [id, mid, amount])).toEqual(
      [
        ['12345678901234567890', '90071992547409931234', '100.00'],
        ['1.5e+21', 'M', '100.00'],
        ['123.0', 'M', '100.00'],
        ['A', 'M', '1234567890123.00'],
        ['B', 'M', '12.50'],
        ['C', 'M', '-5'],
      ],
    )
    expect((await problemsOf(batchId)).map((problem) => problem.slice(problem.indexOf(' ') + 1))).toEqual([
      'transactionId number-shortened',
      'transactionId decimal-identifier',
      'amount amount-too-long',
      'amount amount-negative',
      'merchantId merchant-unknown',
      'merchantId merchant-first',
    ])
  })

  test('an export is imported again unchanged, and no cell is a formula', async () => {
    const batchId = await seedBatch(mia, linesOf(IDENTIFIERS))
    const text = await new Response(await exportBatch(mia, batchId, 'lines')).text()
    expect(text.split(/\r\n|,/).filter((cell) => /^"?[=@]/.test(cell))).toEqual([])
    const again = await importedBatch(utf8(text), { amountStyle: 'dollars' })
    expect(await idsOf(again)).toEqual(IDENTIFIERS)
  })

  test('look-alike letters stay two transactions, both unchanged', async () => {
    const alike = ['é', 'e\u0301', 'İ', 'i', 'I', 'ı', 'ß', 'SS', '٣', '3', '𝟛']
    const batchId = await seedBatch(mia, linesOf(alike))
    expect(await idsOf(batchId)).toEqual(alike)
    expect((await viewBatch(mia, batchId)).totals.transactions).toBe(alike.length)
    expect((await problemsOf(batchId)).filter((problem) => problem.includes('duplicate'))).toEqual([])
  })
})

describe('money', () => {
  test('twelve digits are sent unchanged, even if their sum in whole dollars exceeds 2^53', async () => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    for (const [profileId, amountStyle, cents] of [
      [EAST, 'cents', 999_999_999_999n],
      [DOLLARS, 'dollars', 99_999_999_999_900n],
    ] as const) {
      const ids = newIds(100)
      const batchId = await seedBatch(mia, linesOf(ids, { amount: '999999999999' }), {
        profileId,
        amountStyle,
      })
      expect((await viewBatch(mia, batchId)).totals.amountMinor).toBe(cents * 100n)
      expect(await approveAndSend(batchId)).toBe('done')
      expect(await held(ids[99] ?? '')).toEqual([{ merchantId: 'MERCHANT-1', amount: '999999999999' }])
      const [request] = (await viewBatch(mia, batchId)).requests
      expect(request?.attempts[0]?.figures.filter(({ matches }) => matches !== true)).toEqual([])
    }
  })

  test('the largest batch is stored, and sums beyond the database’s range are refused with a reason', async () => {
    const lines = linesOf(
      Array.from({ length: MAX_LINES }, (_, n) => `BIG-${n}`),
      { amount: '999999999999' },
    )
    await expect(seedBatch(mia, lines, { profileId: DOLLARS, amountStyle: 'dollars' })).rejects.toMatchObject(
      {
        code: 'invalid',
        message: expect.stringContaining('add up to more'),
      },
    )
    const batchId = await seedBatch(mia, lines)
    expect((await viewBatch(mia, batchId)).totals.amountMinor).toBe(999_999_999_999n * BigInt(MAX_LINES))
    const added = { ...fundingLine(0, { transactionId: 'ONE-MORE' }), after: null }
    const { row: _, ...line } = added
    await expect(saveLines(mia, edit(batchId, 1, { added: [line] }))).rejects.toMatchObject({
      code: 'too-large',
    })
  })

  test('one line more than a batch can have is refused, in a file and in a grid', async () => {
    const count = MAX_LINES + 1
    const file = `id,mid,amount\n${Array.from({ length: count }, (_, n) => `T${n},M,1\n`).join('')}`
    expect(await bring(utf8(file))).toMatchObject({ ok: false, reason: 'unreadable' })
    const body = JSON.stringify({
      batch: newBatch({ amountStyle: 'dollars' }),
      lines: Array.from({ length: count }, (_, n) => [n, `T${n}`, '', 'M', '1']),
    })
    await expect(
      readIncomingBatch(mia, new Request('http://desk.test', { method: 'POST', body })),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  test('amounts with cents are errors in a whole-dollar profile, and nothing is rounded', async () => {
    const batchId = await seedBatch(mia, linesOf(['W-1', 'W-2'], { amount: '12.50' }), {
      profileId: DOLLARS,
      amountStyle: 'dollars',
    })
    expect(await problemsOf(batchId)).toHaveLength(2)
    expect(await submitBatch(mia, { batchId, version: 1 })).toMatchObject({ ok: false, reason: 'problems' })
    await saveLines(mia, edit(batchId, 1, { header: { profileId: EAST } }))
    expect((await viewBatch(mia, batchId)).totals).toMatchObject({ errors: 0, amountMinor: 2_500n })
  })

  test.each([
    ['100.00', 1],
    ['100.01', 2],
    ['99.99', 1],
  ])('with a second approver above 100.00, %s needs %i', async (amount, needed) => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: '100',
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    const batchId = await seedBatch(mia, linesOf([`L-${amount}`], { amount }), { amountStyle: 'dollars' })
    await submitDraft(mia, batchId)
    expect((await viewBatch(mia, batchId)).approvalsNeeded).toBe(needed)
    await approve(ole, batchId)
    expect(await batchStatus(mia, batchId)).toBe(needed === 1 ? 'approved' : 'waiting')
  })
})

describe('approving', () => {
  test('is refused for a person who changed a cell, even if it was changed back, and after a return', async () => {
    const batchId = await seedBatch(mia, linesOf(['E-1']))
    await saveLines(ole, edit(batchId, 1, { changed: [{ row: 2, amount: '9' }] }))
    await saveLines(ole, edit(batchId, 2, { changed: [{ row: 2, amount: '12.50' }] }))
    for (let round = 0; round < 2; round += 1) {
      await submitDraft(mia, batchId)
      const approval = await approvalOf(desk.services, batchId)
      for (const ctx of [mia, ole])
        expect(await approveBatch(ctx, approval)).toMatchObject({ ok: false, reason: 'own-work' })
      await returnBatch(uma, { batchId, note: 'Once more.' })
    }
    await submitDraft(mia, batchId)
    await approve(uma, batchId)
    expect(await batchStatus(mia, batchId)).toBe('approved')
  })

  test('is refused for an admin who made the batch', async () => {
    const ada = await desk.as('Ada', ['admin', 'finance'])
    const batchId = await seedBatch(ada, linesOf(['E-2']))
    await submitDraft(ada, batchId)
    const approval = await approvalOf(desk.services, batchId)
    expect(await approveBatch(ada, approval)).toMatchObject({ ok: false, reason: 'own-work' })
  })

  test('counts only for the named content, not for changed lines or without a hash', async () => {
    const batchId = await seedBatch(mia, linesOf(['E-3']))
    await submitDraft(mia, batchId)
    const contentSha256 = await contentOf(batchId)
    await recallBatch(mia, { batchId, note: '' })
    await saveLines(mia, edit(batchId, await versionOf(batchId), { changed: [{ row: 2, amount: '9999' }] }))
    await submitDraft(mia, batchId)
    const approval = await approvalOf(desk.services, batchId)
    for (const stale of [contentSha256, '', contentSha256.toUpperCase()])
      expect(await approveBatch(ole, { ...approval, contentSha256: stale })).toMatchObject({
        ok: false,
        reason: 'stale',
      })
    expect(await batchStatus(mia, batchId)).toBe('waiting')
  })

  test('of another profile or unit is for other content', async () => {
    const hashes = new Set<string>()
    for (const profileId of [EAST, DOLLARS]) {
      const batchId = await seedBatch(mia, linesOf(['E-4'], { amount: '100' }), { profileId })
      await submitDraft(mia, batchId)
      hashes.add(await contentOf(batchId))
      // A transaction can be in one batch at a time.
      await recallBatch(mia, { batchId, note: '' })
      await discardBatch(mia, { batchId })
    }
    expect(hashes.size).toBe(2)
  })

  test('follows rules that became stricter meanwhile, and counts a person once', async () => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    const batchId = await seedBatch(mia, linesOf(['E-5']))
    await submitDraft(mia, batchId)
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: '0',
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    await approve(ole, batchId)
    expect(await batchStatus(mia, batchId)).toBe('waiting')
    expect(await approveBatch(ole, await approvalOf(desk.services, batchId))).toMatchObject({ ok: false })
    expect(await batchStatus(mia, batchId)).toBe('waiting')
    await approve(uma, batchId)
    expect(await batchStatus(mia, batchId)).toBe('approved')
  })

  test('by looser rules set outside the desk happens at its next check, or with the next approval', async () => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: '0',
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    const batchId = await seedBatch(mia, linesOf(['E-7']))
    await submitDraft(mia, batchId)
    await approve(ole, batchId)
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: null,
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    expect(await sendBatch(mia, { batchId })).toMatchObject({ ok: false })
    expect(await batchStatus(mia, batchId)).toBe('waiting')
    await approve(uma, batchId)
    expect(await batchStatus(mia, batchId)).toBe('approved')
  })

  test('from before a return does not count, even for the same lines', async () => {
    await storeSetting(desk.services.db, 'funding', {
      secondAboveAmount: '0',
      secondAboveTransactions: null,
      secondAboveMakerDay: null,
    })
    const batchId = await seedBatch(mia, linesOf(['E-8']))
    await submitDraft(mia, batchId)
    const contentSha256 = await contentOf(batchId)
    await approve(ole, batchId)
    await returnBatch(uma, { batchId, note: 'Once more.' })
    await submitDraft(mia, batchId)
    expect(await contentOf(batchId)).toBe(contentSha256)
    await approve(uma, batchId)
    expect(await batchStatus(mia, batchId)).toBe('waiting')
    await approve(ole, batchId)
    expect(await batchStatus(mia, batchId)).toBe('approved')
  })

  test('is refused for a person who lost the role, and who is no longer named', async () => {
    const former = await desk.as('Former', ['finance'])
    const batchId = await seedBatch(mia, linesOf(['E-9']))
    await submitDraft(mia, batchId)
    await desk.services.db
      .update(users)
      .set({ roles: ['auditor'] })
      .where(eq(users.id, former.actor.id))
    const now: Ctx = { ...former, actor: { ...former.actor, roles: ['auditor'] } }
    const view = await viewBatch(now, batchId)
    expect(Object.values(view.may).filter(({ allowed }) => allowed)).toEqual([])
    expect(view.approvers).not.toContain('Former')
  })

  test('names no deactivated person as a possible approver', async () => {
    const gone = await desk.as('Gone', ['finance'])
    const batchId = await seedBatch(mia, linesOf(['E-6']))
    await submitDraft(mia, batchId)
    expect((await viewBatch(mia, batchId)).approvers).toContain('Gone')
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, gone.actor.id))
    expect((await viewBatch(mia, batchId)).approvers).not.toContain('Gone')
  })

  test('is refused for whoever made or changed a child batch, or made its parent', async () => {
    const [id = ''] = newIds(1)
    const parentId = await seedApproved(mia, [ole], linesOf([id]))
    await sendToEnd(mia, parentId)
    await desk.as('Una', ['finance'])
    const childId = await correctionOf(uma, parentId, [0])
    await saveLines(ole, edit(childId, 1, { changed: [{ row: 2, amount: '5' }] }))
    await submitDraft(uma, childId)
    const approval = await approvalOf(desk.services, childId)
    for (const ctx of [uma, ole, mia])
      expect(await approveBatch(ctx, approval)).toMatchObject({ ok: false, reason: 'own-work' })
  })
})

describe('invalid requests', () => {
  test('lines of no content, rows below zero, and rows that are not of this batch', async () => {
    const empty = await seedBatch(mia, [])
    expect(await submitBatch(mia, { batchId: empty, version: 1 })).toMatchObject({
      ok: false,
      reason: 'problems',
    })
    const batchId = await seedBatch(mia, linesOf(['F-1', 'F-2']))
    const accepts = (changes: Record<string, unknown>) =>
      saveLinesSchema.safeParse({ ...edit(batchId, 1), ...changes }).success
    expect(accepts({})).toBe(true)
    for (const row of [-1, 1.5, Number.NaN, 1e300, '2', null])
      expect(accepts({ changed: [{ row, amount: '1' }] }), String(row)).toBe(false)
    expect(accepts({ status: 'approved' })).toBe(false)
    expect(accepts({ changed: [{ row: 2, transactionNo: 7 }] })).toBe(false)
    expect(accepts({ header: { amountUnit: 'major' } })).toBe(false)
    await expect(
      saveLines(mia, edit(batchId, 1, { changed: [{ row: 99, amount: '1' }] })),
    ).rejects.toMatchObject({
      code: 'invalid',
    })
    expect((await viewBatch(mia, batchId)).totals).toMatchObject({ lines: 2, amountMinor: 2_500n })
    expect(await versionOf(batchId)).toBe(1)
  })

  test('a grid with a row number twice, or with an invalid one', async () => {
    for (const rows of [
      [1, 1],
      [-1, 2],
      [1.5, 2],
    ]) {
      const body = JSON.stringify({
        batch: newBatch(),
        lines: rows.map((row, at) => [row, `G-${at}`, '', 'M', '1']),
      })
      await expect(
        readIncomingBatch(mia, new Request('http://desk.test', { method: 'POST', body })),
      ).rejects.toMatchObject({ code: 'invalid' })
    }
  })

  test('another person’s batch id creates and changes nothing', async () => {
    const batchId = await seedBatch(mia, linesOf(['F-3']))
    const other = await createBatch(ole, newBatch({ batchId, name: 'Mine now' }), {
      lines: linesOf(['F-4']),
      sha256: null,
    }).catch(() => null)
    if (other?.ok) expect(other.batchId).toBe(batchId)
    expect(await idsOf(batchId)).toEqual(['F-3'])
    expect(await viewBatch(mia, batchId)).toMatchObject({ name: 'Payouts', createdBy: 'Mia' })
  })

  test('NUL, half surrogate pairs, markup and SQL in any text are stored or cleaned without an error', async () => {
    const nasty = "a\u0000b\uD800c<script>'; DROP TABLE users; --"
    const batchId = await seedBatch(mia, linesOf(['N-1']), { name: `N ${'\uD800'}`.trim() })
    await saveLines(mia, edit(batchId, 1, { header: { name: "'); DROP TABLE funding_batches; --" } }))
    expect((await viewBatch(mia, batchId)).name).toBe("'); DROP TABLE funding_batches; --")
    const saved = await saveLines(
      mia,
      edit(batchId, 2, {
        changed: [
          { row: 2, transactionId: nasty, merchantId: nasty, amount: nasty, retrievalReferenceNumber: '' },
        ],
        added: [
          { after: 2, transactionId: 'N-2', retrievalReferenceNumber: '', merchantId: nasty, amount: '1' },
        ],
      }),
    )
    expect(saved).toMatchObject({ ok: true })
    expect((await viewLines(mia, batchId)).problems.filter(({ row }) => row === 2).length).toBeGreaterThan(0)
    expect(await submitBatch(mia, { batchId, version: 3 })).toMatchObject({ ok: false, reason: 'problems' })
    const half = await seedBatch(mia, linesOf(['N-\uD800']))
    expect(await problemsOf(half), 'no letter is lost unseen').toEqual(['2 transactionId characters'])
    const file = await importedBatch(utf8(`id,mid,amount\nN\u0000-3,M,1\nN-4,"${'x'.repeat(32_000)}",1\n`))
    expect((await problemsOf(file)).map((problem) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      '2 transactionId',
      '3 merchantId',
      // Its first payment.
      '2 merchantId',
    ])

    const id = newIds(1)
    const sent = await seedBatch(mia, linesOf(id))
    await submitDraft(mia, sent)
    expect(await returnBatch(ole, returnBatchSchema.parse({ batchId: sent, note: nasty }))).toMatchObject({
      ok: true,
    })
    expect((await viewBatch(mia, sent)).returned?.note).toContain('DROP TABLE')
    await submitDraft(mia, sent)
    const approval = approveBatchSchema.parse({
      ...(await approvalOf(desk.services, sent)),
      note: nasty,
    })
    expect(await approveBatch(ole, approval)).toMatchObject({ ok: true })
    await cause({ mode: 'cut-after' })
    await sendToEnd(mia, sent)
    const resolution = resolveRequestSchema.parse({
      batchId: sent,
      attemptId: await openAttempt(sent),
      outcome: 'found',
      note: nasty,
    })
    expect(await resolveRequest(ole, resolution)).toMatchObject({ ok: true })
    expect((await viewBatch(mia, sent)).requests[0]?.attempts[0]?.resolution?.note).toContain('DROP TABLE')
  })

  test('an amount that is too long for a cell is an error, and never read in part', async () => {
    const batchId = await importedBatch(utf8(`id,mid,amount\nLONG-1,M,${'0'.repeat(250)}123456\n`))
    expect((await viewBatch(mia, batchId)).totals).toMatchObject({ errors: 1, amountMinor: 0n })
  })

  test('another batch’s attempt resolves nothing', async () => {
    const [one, two] = await Promise.all(newIds(2).map(async (id) => seedApproved(mia, [ole], linesOf([id]))))
    if (!one || !two) throw new Error('Two batches are needed.')
    for (const batchId of [one, two]) {
      await cause({ mode: 'cut-after' })
      await sendToEnd(mia, batchId)
    }
    const note = 'From the other page.'
    for (const outcome of ['found', 'absent', 'sent-again'] as const)
      expect(
        await resolveRequest(ole, { batchId: one, attemptId: await openAttempt(two), outcome, note }),
      ).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await batchStatus(mia, one)).toBe('unknown')
    expect(await batchStatus(mia, two)).toBe('unknown')
    expect(await received()).toHaveLength(2)
  })
})

describe('retry and correction', () => {
  async function partlyFailed(): Promise<{ batchId: string; good: string; failed: string }> {
    const [failed = '', good = ''] = newIds(2)
    const batchId = await seedApproved(mia, [ole], linesOf([failed, good]))
    await cause({ mode: 'partial' })
    await sendToEnd(mia, batchId)
    expect((await viewBatch(mia, batchId)).outcome).toMatchObject({ succeeded: 1, failed: 1 })
    return { batchId, good, failed }
  }

  test('two people who click “Retry” at once create one batch', async () => {
    const { batchId, failed } = await partlyFailed()
    const made = await Promise.all(
      [mia, uma].map((ctx) => retryFailed(ctx, { batchId, newBatchId: crypto.randomUUID() })),
    )
    expect(made.map(({ ok }) => ok).sort()).toEqual([false, true])
    const child = made.find(({ ok }) => ok)
    // The second person is told where to continue.
    expect(made.find(({ ok }) => !ok)).toMatchObject({
      message: `Nothing is left that failed: B-${child?.ok && child.number} has it. Continue there.`,
    })
    expect(child?.ok && (await idsOf(child.batchId))).toEqual([failed])
    // Whoever corrects it sees at each line why it failed.
    expect(child?.ok && (await viewLines(mia, child.batchId)).failedBefore).toMatchObject([
      {
        transactionId: failed,
        batch: expect.stringMatching(/^B-\d+$/),
        errorCode: expect.stringMatching(/\d/),
      },
    ])
  })

  test('a discarded retry can be made again, and so can a deleted line', async () => {
    const { batchId, failed } = await partlyFailed()
    const first = await retryOf(mia, batchId)
    await discardBatch(mia, { batchId: first })
    const second = await retryOf(mia, batchId)
    expect(await idsOf(second)).toEqual([failed])
    await saveLines(mia, edit(second, 1, { removed: [2] }))
    expect(await idsOf(second)).toEqual([])
    const third = await retryFailed(mia, { batchId, newBatchId: crypto.randomUUID() })
    expect(third).toMatchObject({ ok: true })
  })

  test('a failed retry is retried from itself only; then nothing is left to retry', async () => {
    const { batchId, failed } = await partlyFailed()
    const child = await retryOf(mia, batchId)
    await cause({ mode: 'partial' })
    await approveAndSend(child)
    expect((await viewBatch(mia, child)).outcome).toMatchObject({ failed: 1 })
    expect(await retryFailed(mia, { batchId, newBatchId: crypto.randomUUID() })).toMatchObject({ ok: false })
    const grandchild = await retryOf(mia, child)
    expect(await idsOf(grandchild)).toEqual([failed])
    await partner().control('DELETE', 'faults')
    expect(await approveAndSend(grandchild)).toBe('done')
    for (const id of [batchId, child, grandchild])
      expect(await retryFailed(mia, { batchId: id, newBatchId: crypto.randomUUID() })).toMatchObject({
        ok: false,
      })
    expect(await held(failed)).toEqual([{ merchantId: 'MERCHANT-1', amount: '1250' }])
  })

  test('funded transactions, and batches that have not ended, cannot be retried', async () => {
    const ids = newIds(2)
    const batchId = await seedApproved(mia, [ole], linesOf(ids))
    const ask = () => retryFailed(mia, { batchId, newBatchId: crypto.randomUUID() })
    expect(await ask()).toMatchObject({ ok: false })
    await cause({ mode: 'cut-after' })
    await sendToEnd(mia, batchId)
    expect(await ask(), 'unknown').toMatchObject({ ok: false })
    expect(
      await correctAmounts(mia, { batchId, newBatchId: crypto.randomUUID(), transactions: [0] }),
      'unknown',
    ).toMatchObject({ ok: false })
    const attemptId = await openAttempt(batchId)
    await resolveRequest(ole, { batchId, attemptId, outcome: 'found', note: 'It is there.' })
    expect(await ask(), 'found').toMatchObject({ ok: false })
  })

  test('correcting failed, unknown or no transactions is refused', async () => {
    const { batchId } = await partlyFailed()
    for (const transactions of [[0], [0, 1], [2], [999_999]])
      expect(
        await correctAmounts(mia, { batchId, newBatchId: crypto.randomUUID(), transactions }),
        String(transactions),
      ).toMatchObject({ ok: false })
  })

  test('a second correction of a transaction says that the first one has funded it', async () => {
    const [id = ''] = newIds(1)
    const batchId = await seedApproved(mia, [ole], linesOf([id]))
    await sendToEnd(mia, batchId)
    const first = await correctionOf(mia, batchId, [0])
    await saveLines(mia, edit(first, 1, { changed: [{ row: 2, amount: '40.00' }] }))
    expect(await approveAndSend(first)).toBe('done')
    const second = await correctionOf(mia, batchId, [0])
    expect((await viewBatch(mia, second)).alreadyFunded).toMatchObject([{ id: first, transactions: 1 }])
    expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '4000' }])
  })

  test('another batch’s id cannot be reused for a child', async () => {
    const { batchId } = await partlyFailed()
    const other = await seedBatch(ole, linesOf(['C-1']))
    await expect(retryFailed(mia, { batchId, newBatchId: other })).rejects.toMatchObject({ code: 'invalid' })
    await expect(retryFailed(mia, { batchId, newBatchId: batchId })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await idsOf(other)).toEqual(['C-1'])
  })
})

describe('an unknown outcome', () => {
  test('is resolved once, by the first of two people, whatever recovery finds afterward', async () => {
    const [id = ''] = newIds(1)
    const batchId = await seedApproved(mia, [ole], linesOf([id]))
    await cause({ mode: 'cut-after' })
    await sendToEnd(mia, batchId)
    const attemptId = await openAttempt(batchId)
    const resolveAs = (ctx: Ctx, outcome: 'found' | 'absent' | 'sent-again') =>
      resolveRequest(ctx, { batchId, attemptId, outcome, note: 'As support says.' })
    const results = await Promise.all([
      resolveAs(ole, 'found'),
      resolveAs(uma, 'absent'),
      resolveAs(mia, 'sent-again'),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const status = await batchStatus(mia, batchId)
    await recoverAttempts(desk.services, true)
    expect(await batchStatus(mia, batchId)).toBe(status)
  })

  test.each(['found', 'absent', 'sent-again'] as const)(
    'recorded as %s before the clock went back a day: the next attempt is the open one',
    async (outcome) => {
      const [id = ''] = newIds(1)
      const batchId = await seedApproved(mia, [ole], linesOf([id]))
      await cause({ mode: 'cut-after', times: 2 })
      await sendToEnd(mia, batchId)
      const first = await openAttempt(batchId)
      clockShiftMs = -DAY_MS
      expect(
        await resolveRequest(ole, { batchId, attemptId: first, outcome, note: 'As support says.' }),
      ).toMatchObject({ ok: true })
      if (outcome === 'found') {
        expect(await batchStatus(mia, batchId)).toBe('done')
        return
      }
      if (outcome === 'absent') await sendToEnd(mia, batchId)
      else await sendFundingBatch(desk.services, { batchId })
      expect(await batchStatus(mia, batchId)).toBe('unknown')
      const second = await openAttempt(batchId)
      expect(second).not.toBe(first)
      expect(
        await resolveRequest(ole, { batchId, attemptId: first, outcome: 'found', note: 'The old one.' }),
      ).toMatchObject({ ok: false })
      expect(
        // Uma did not resend it, so she can confirm.
        await resolveRequest(uma, { batchId, attemptId: second, outcome: 'found', note: 'Both are there.' }),
      ).toEqual({ ok: true, status: 'done' })
      expect((await viewBatch(mia, batchId)).outcome).toMatchObject({ succeeded: 1, failed: 0, unknown: 0 })
    },
  )

  test.each([400, 401, 403])(
    'stays unknown if it is sent again and refused with %i, since the first attempt may have been applied',
    async (status) => {
      const [id = ''] = newIds(1)
      const batchId = await seedApproved(mia, [ole], linesOf([id]))
      await cause({ mode: 'cut-after' })
      await sendToEnd(mia, batchId)
      await cause({ mode: 'status', status })
      const first = await openAttempt(batchId)
      await resolveRequest(ole, { batchId, attemptId: first, outcome: 'sent-again', note: 'Once more.' })
      await sendFundingBatch(desk.services, { batchId })
      expect(await held(id)).toHaveLength(1)
      expect(await viewBatch(mia, batchId)).toMatchObject({
        status: 'unknown',
        outcome: { unknown: 1, failed: 0, unsent: 0 },
        may: { retry: { allowed: false }, send: { allowed: false } },
      })
      const second = await openAttempt(batchId)
      expect(second).not.toBe(first)
      // Ole had it sent again, so that someone else confirms it.
      for (const ctx of [ole, uma])
        await resolveRequest(ctx, { batchId, attemptId: second, outcome: 'found', note: 'It is there.' })
      expect(await viewBatch(mia, batchId)).toMatchObject({ status: 'done', outcome: { succeeded: 1 } })
    },
  )

  test('stays unknown if it is sent again without its profile, and becomes not sent once recorded as absent', async () => {
    const batchId = await seedApproved(mia, [ole], linesOf(newIds(1)))
    await cause({ mode: 'cut-after' })
    await sendToEnd(mia, batchId)
    const attemptId = await openAttempt(batchId)
    await resolveRequest(ole, { batchId, attemptId, outcome: 'sent-again', note: 'Once more.' })
    const without: Ctx = { ...mia, funding: { ...mia.funding, profiles: [] } }
    await sendFundingBatch(without, { batchId })
    expect(await batchStatus(mia, batchId)).toBe('unknown')
    const second = await openAttempt(batchId)
    // Ole had it sent again, so that someone else confirms it.
    for (const ctx of [ole, mia])
      await resolveRequest(ctx, { batchId, attemptId: second, outcome: 'absent', note: 'They deleted it.' })
    expect(await batchStatus(mia, batchId)).toBe('stopped')
    await sendBatch(mia, { batchId })
    await sendFundingBatch(without, { batchId })
    expect(await batchStatus(mia, batchId), 'a person has said that it is not there').toBe('stopped')
  })

  test('a clock a day ahead lets recovery end a request under way, and its late answer does not count twice', async () => {
    const [id = ''] = newIds(1)
    const batchId = await seedApproved(mia, [ole], linesOf([id]))
    const inFlight: Ctx['funding']['send'] = async (profileId, text) => {
      const answer = await mia.funding.send(profileId, text)
      clockShiftMs = DAY_MS
      await recoverAttempts(desk.services, false)
      return answer
    }
    await sendToEnd({ ...mia, funding: { ...mia.funding, send: inFlight } }, batchId)
    expect(['unknown', 'done']).toContain(await batchStatus(mia, batchId))
    await sendFundingBatch(desk.services, { batchId })
    expect(await received()).toHaveLength(1)
  })
})

describe('a configuration that changed after the approval', () => {
  test('if a profile’s unit has changed, nothing is sent', async () => {
    const [id = ''] = newIds(1)
    const batchId = await seedApproved(mia, [ole], linesOf([id], { amount: '100' }), {
      amountStyle: 'dollars',
    })
    const changed: Ctx = {
      ...mia,
      funding: {
        ...mia.funding,
        profiles: mia.funding.profiles.map((profile) => ({ ...profile, amountUnit: 'major' })),
      },
    }
    expect(await sendBatch(changed, { batchId })).toMatchObject({
      ok: false,
      message: expect.stringContaining('whole dollars'),
    })
    expect((await viewBatch(changed, batchId)).may.send.allowed).toBe(false)
    // Clicked before the change, and sent after it.
    await sendBatch(mia, { batchId })
    await sendFundingBatch(changed, { batchId })
    expect(await batchStatus(mia, batchId)).toBe('stopped')
    expect(await held(id)).toEqual([])
    expect(await received()).toEqual([])
    // Changed back: what was approved is sent.
    expect(await sendToEnd(mia, batchId)).toBe('done')
    expect(await held(id)).toEqual([{ merchantId: 'MERCHANT-1', amount: '10000' }])
  })
})
