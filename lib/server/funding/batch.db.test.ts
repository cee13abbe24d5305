import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingBatches, fundingLines, fundingRequests } from '@/lib/db/schema/funding'
import { type BatchListQuery, batchList } from '@/lib/domain/funding/batch-list-query'
import { fundingRules } from '@/lib/domain/settings/funding-rules'
import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import { saveSetting } from '@/lib/server/admin/settings/mutations'
import { LIST_PAGE } from '@/lib/server/lists/keyset'
import { loadFundingRules, storeSetting } from '@/lib/server/settings'
import {
  approvalOf,
  approve,
  batchStatus,
  fundingLine,
  linesOf,
  newBatch,
  seedBatch,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { seedSales } from '@/lib/testing/sales'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { cell, sheetFile } from '@/lib/testing/workbook'
import type { Ctx } from '../services'
import { listChanges } from './changes'
import { retryFailed } from './child-batch'
import { createBatch } from './create-batch'
import { listLines, listRequests, requireBatch } from './data'
import { exportBatch, exportFileName } from './export'
import { readIncomingBatch } from './incoming-batch'
import { type SaveLines, saveLines, saveLinesSchema, viewLines, viewSaidLines } from './lines'
import { listBatchPage, withSalesEnding } from './list'
import { findRememberedMapping } from './mapping'
import { approveBatch, discardBatch, recallBatch, returnBatch, submitBatch } from './submit'
import { viewBatch } from './view'

const NOBODY = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let fay: Ctx
let flo: Ctx
let finn: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
  finn = await desk.as('Finn', ['finance'])
  await knowMerchants(desk.services, ['007', '008', 'M', 'M-2', 'MERCHANT-1'])
  // Everything that these tests submit is on one day.
  await storeSetting(desk.services.db, 'funding', { secondAboveMakerDay: null })
})
afterAll(() => desk.close())

const ids = (count: number, prefix = 'T') => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
const edit = (batchId: string, version: number, changes: Partial<SaveLines> = {}): SaveLines => ({
  batchId,
  version,
  changed: [],
  removed: [],
  added: [],
  ...changes,
})
const numbersOf = async (batchId: string) =>
  (await viewLines(fay, batchId)).lines.map(([row, no]) => `${row}:${no}`).join(' ')
const lastAudit = async (batchId: string) =>
  (
    await desk.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'funding-batch'), eq(auditLog.subjectId, batchId)))
      .orderBy(asc(auditLog.id))
  ).at(-1)
const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

describe('an incoming batch', () => {
  const header = (fields: Record<string, unknown> = {}) =>
    encodeURIComponent(
      JSON.stringify({
        ...newBatch({ name: '', source: 'csv', fileName: "İzmir's payouts.csv" }),
        mapping: { transactionId: 0, retrievalReferenceNumber: null, merchantId: 1, amount: 2 },
        hasHeader: true,
        ...fields,
      }),
    )
  const post = (body: string, fields: Record<string, unknown> = {}) =>
    readIncomingBatch(
      fay,
      new Request('http://desk.test', { method: 'POST', body, headers: { 'x-batch': header(fields) } }),
    )

  test('is checked against other columns of its file: currency, and rows that are not sales', async () => {
    const came = await post(
      'Transaction,Merchant,Amount,Currency,Type\nHELD-1,007,10.00,USD,SALE\nHELD-2,007,11.00,EUR,SALE\nHELD-3,007,12.00,,VOID\n',
      { amountStyle: 'dollars' },
    )
    if (!came.ok) throw new Error(came.message)
    const { batchId } = came
    const held = async () =>
      (await viewLines(fay, batchId)).problems.flatMap(({ row, code, severity }) =>
        code === 'other-currency' || code === 'file-says-no-sale' ? [[row, code, severity]] : [],
      )
    expect(await held()).toEqual([
      [3, 'other-currency', 'error'],
      [4, 'file-says-no-sale', 'warning'],
    ])
    const { version } = await requireBatch(fay.db, batchId)
    expect(await submitBatch(fay, { batchId, version })).toMatchObject({ ok: false })
    await saveLines(fay, edit(batchId, version, { removed: [3] }))
    await submitDraft(fay, batchId)
    const { money } = await viewBatch(flo, batchId)
    expect(JSON.stringify(money)).toContain('The column “Type” of the file says “VOID”.')

    const foreign = await post('Transaction,Merchant,Amount EUR\nHELD-4,007,10.00\n', {
      amountStyle: 'dollars',
    })
    expect(foreign).toMatchObject({
      ok: false,
      message: expect.stringContaining('“Amount EUR” is in another currency'),
    })
  })

  test('gets problem texts that quote the cell', async () => {
    const came = await post('Transaction,Merchant,Amount\nHELD-5,nobody,10.00\n', { amountStyle: 'dollars' })
    if (!came.ok) throw new Error(came.message)
    const { problems } = await viewSaidLines(fay, came.batchId)
    expect(problems.find(({ code }) => code === 'merchant-unknown')?.text).toContain('“nobody” is not in the')
    expect(problems.filter(({ text }) => text === undefined)).toEqual([])
  })

  test('keeps unused columns, which its downloads contain', async () => {
    await knowMerchants(desk.services, ['007', '008', '009', '010'])
    const rows = ['O-1,007,100, 0042 ,=1+1', 'O-2,008,50,"a, b",', 'O-2,,51,x,y']
    const result = await post(`Transaction,Merchant,Amount,Store,=Memo\n${rows.join('\n')}\n`)
    if (!result.ok) throw new Error(result.message)
    const { batchId } = result
    // The approver sees which columns were not used.
    expect((await viewBatch(fay, batchId)).notUsed).toBe('Not used: “Store”, “=Memo”.')
    // A corrected line, and one that was not in the file.
    const added = { transactionId: 'O-3', retrievalReferenceNumber: '', merchantId: '010', amount: '7' }
    await saveLines(
      fay,
      edit(batchId, 1, { changed: [{ row: 4, merchantId: '009' }], added: [{ after: 4, ...added }] }),
    )
    const others = (text: string, from: number) => {
      const reading = readCsvRecords(text)
      return reading.ok ? reading.records.map((cells) => cells.slice(from).join('|')) : reading.message
    }
    const expected = ["Store|'=Memo", " 0042 |'=1+1", 'a, b|', 'x|y', '|']
    expect(others(await textOf(await exportBatch(flo, batchId, 'lines')), 6)).toEqual(expected)
    expect(others(await textOf(await exportBatch(flo, batchId, 'results')), 9)).toEqual(expected)

    // A retry has them too.
    await submitDraft(fay, batchId)
    const { db } = desk.services
    await db.update(fundingRequests).set({ state: 'withdrawn' }).where(eq(fundingRequests.batchId, batchId))
    await db.update(fundingBatches).set({ status: 'stopped' }).where(eq(fundingBatches.id, batchId))
    const retry = await retryFailed(fay, { batchId, newBatchId: crypto.randomUUID() })
    if (!retry.ok) throw new Error(retry.message)
    expect(others(await textOf(await exportBatch(flo, retry.batchId, 'lines')), 6)).toEqual(expected)
  })

  test('keeps its file’s total, and warns until the rows add up to it', async () => {
    await knowMerchants(desk.services, ['007'])
    const result = await post('Transaction,Merchant,Amount\nS-1,007,10.00\nS-2,007,5.00\nTotal,,17.50\n', {
      amountStyle: 'dollars',
    })
    if (!result.ok) throw new Error(result.message)
    const { batchId } = result
    const ofTotals = async () =>
      (await viewLines(fay, batchId)).problems.filter(({ code }) => code === 'totals-differ')
    expect(await ofTotals()).toMatchObject([{ row: null }])
    const change = (version: number, amount: string) =>
      saveLines(fay, edit(batchId, version, { changed: [{ row: 3, amount }] }))
    expect(await change(1, '7.00')).toMatchObject({
      ok: true,
      problems: expect.arrayContaining(await ofTotals()),
    })
    await submitDraft(fay, batchId)
    expect((await viewBatch(flo, batchId)).warnings[0]).toMatchObject({
      code: 'totals-differ',
      texts: [expect.stringContaining('left out says $17.50, and its rows add up to $17.00')],
    })
    await recallBatch(fay, { batchId, note: '' })
    await change(3, '7.50')
    expect(await ofTotals()).toEqual([])
  })

  test('counts unreadable amounts that its sum leaves out, until they are corrected', async () => {
    await knowMerchants(desk.services, ['007'])
    const result = await post('Transaction,Merchant,Amount\nU-1,007,10.00\nU-2,007,ten\nU-3,007,\n', {
      amountStyle: 'dollars',
    })
    if (!result.ok) throw new Error(result.message)
    const { batchId } = result
    expect((await viewBatch(fay, batchId)).totals).toMatchObject({
      lines: 3,
      unread: 2,
      amountMinor: 1_000n,
    })
    const changed = [
      { row: 3, amount: '2.00' },
      { row: 4, amount: '3.00' },
    ]
    await saveLines(fay, edit(batchId, 1, { changed }))
    expect((await viewBatch(fay, batchId)).totals).toMatchObject({ unread: 0, amountMinor: 1_500n })
  })

  test('is read from the file itself: totals are computed here, and leading zeros survive', async () => {
    const result = await post('Transaction,Merchant,Amount\n0012,007,0100\n0012,008,50\n13,007,1\n')
    if (!result.ok) throw new Error(result.message)
    expect(result.totals).toEqual({ lines: 3, transactions: 2, amountMinor: '151', errors: 0, warnings: 2 })
    // First payments to both merchants.
    expect((await viewLines(fay, result.batchId)).lines).toEqual([
      [2, 0, '0012', '', '007', '1.00'],
      [3, 0, '0012', '', '008', '0.50'],
      [4, 1, '13', '', '007', '0.01'],
    ])
    expect(await viewBatch(fay, result.batchId)).toMatchObject({
      name: "İzmir's payouts",
      source: 'csv',
      status: 'draft',
      createdBy: 'Fay',
      totals: { amountMinor: 151n },
    })
    expect(await lastAudit(result.batchId)).toMatchObject({
      action: 'funding-batch-created',
      actorId: fay.actor.id,
      detail: { lines: 3, transactions: 2, amountMinor: '151' },
    })
  })

  test('under a heading that says cents, .00 does not mean dollars, and the person’s choice counts', async () => {
    const cents =
      'Transaction ID,Merchant ID,Amount in cents\nCT-1,007,12345.00\nCT-2,007,"1,250.00"\nTotal,,13595.00\n'
    const result = await post(cents)
    if (!result.ok) throw new Error(result.message)
    expect(result.totals).toMatchObject({ lines: 2, amountMinor: '13595' })
    expect((await viewLines(fay, result.batchId)).lines.map(([, , , , , amount]) => amount)).toEqual([
      '123.45',
      '12.50',
    ])
    expect(await post(cents.replace('12345.00', '123.45').replaceAll('CT-', 'CU-'))).toMatchObject({
      ok: false,
      message: 'Row 2 has 123.45: these amounts are dollars.',
    })
  })

  test('of the same file is recognized and named, and can be created anyway', async () => {
    const file = 'Transaction,Merchant,Amount\nSAME-1,M,100\n'
    const first = await post(file)
    if (!first.ok) throw new Error(first.message)
    expect(await post(file)).toMatchObject({
      ok: false,
      reason: 'same-file',
      earlier: { id: first.batchId, number: first.number, createdBy: 'Fay' },
    })
    const again = await post(file, { again: true })
    if (!again.ok) throw new Error(again.message)
    expect(await viewBatch(fay, again.batchId)).toMatchObject({ sameFile: [{ id: first.batchId }] })
    await discardBatch(fay, { batchId: first.batchId })
    await discardBatch(fay, { batchId: again.batchId })
    expect(await post(file), 'a discarded one is none').toMatchObject({ ok: true })
  })

  test('is created once by two clicks, and never replaces another person’s', async () => {
    const input = newBatch()
    const content = { lines: linesOf(ids(2)), sha256: null }
    const first = await createBatch(fay, input, content)
    expect(await createBatch(fay, input, content)).toEqual(first)
    await expect(createBatch(flo, input, content)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('remembers how its columns were matched, for the next such file', async () => {
    const columns = ['Ref', 'Shop', 'Share']
    expect(await findRememberedMapping(fay, { columns })).toBeNull()
    const mapping = { transactionId: 0, retrievalReferenceNumber: null, merchantId: 1, amount: 2 }
    await post('Ref,Shop,Share\nR-1,M,12.50\n', { mapping, amountStyle: 'dollars' })
    const plain = { mapping, amountStyle: 'dollars', amountsPlain: true }
    expect(await findRememberedMapping(fay, { columns })).toEqual(plain)
    await post('Ref,Shop,Share\nR-2,M,1250\n', { mapping })
    expect(await findRememberedMapping(fay, { columns })).toEqual({
      mapping,
      amountStyle: 'cents',
      amountsPlain: false,
    })
    await post('Ref,Shop,Share\nR-3,M,0\n', { mapping, amountStyle: 'dollars' })
    expect(await findRememberedMapping(fay, { columns }), 'no one was asked').toEqual(plain)
  })

  test('is of the chosen worksheet, and another sheet is another file', async () => {
    const rows = (id: string) => [
      ['Transaction', 'Merchant', 'Amount'],
      [id, 'M', 7521],
    ]
    const file = await writeXlsxFile([
      { sheet: 'May', data: rows('MAY-1') },
      { sheet: 'June', data: rows('JUNE-1') },
    ]).toBuffer()
    const bring = (sheet: string | null) =>
      readIncomingBatch(
        fay,
        new Request('http://desk.test', {
          method: 'POST',
          body: new Uint8Array(file),
          headers: { 'x-batch': header({ source: 'xlsx', sheet }) },
        }),
      )
    const made = await bring('June')
    if (!made.ok) throw new Error(made.message)
    const { lines } = await viewLines(fay, made.batchId)
    expect(lines).toEqual([[2, 0, 'JUNE-1', '', 'M', '75.21']])
    expect(await viewBatch(fay, made.batchId)).toMatchObject({ source: 'xlsx', amountStyle: 'cents' })
    expect(await bring('June')).toMatchObject({ reason: 'same-file' })
    expect(await bring('May')).toMatchObject({ ok: true })
    expect(await bring('July')).toMatchObject({ reason: 'unreadable' })
  })

  test('is read even after a workbook that hangs the reader and one that no one waits for', async () => {
    const bring = (body: Uint8Array<ArrayBuffer>, signal?: AbortSignal) =>
      readIncomingBatch(
        fay,
        new Request('http://desk.test', {
          method: 'POST',
          body,
          headers: { 'x-batch': header({ source: 'xlsx' }) },
          ...(signal && { signal }),
        }),
      )
    const row = (n: number, cells: string[]) =>
      `<row r="${n}">${cells.map((text, at) => cell(`${'ABC'[at]}${n}`, text)).join('')}</row>`
    const head = row(1, ['Transaction', 'Merchant', 'Amount'])
    expect(await bring(sheetFile(head + row(2, ['T', 'M', 'a'.repeat(20_000_000)])))).toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('more text than a spreadsheet can show'),
    })
    const long = sheetFile(
      head + Array.from({ length: 60_000 }, (_, n) => row(n + 2, [`T-${n}`, 'M', '100'])).join(''),
    )
    const leaving = new AbortController()
    const left = bring(long, leaving.signal)
    setTimeout(() => leaving.abort(), 100)
    await expect(left).rejects.toThrow(/was left/)
    expect(await bring(sheetFile(head + row(2, ['AFTER-1', 'M', '7521'])))).toMatchObject({ ok: true })
  })

  test.each([
    ['an unknown profile', { profileId: '000' }],
    [
      'columns that the file does not have',
      { mapping: { transactionId: 0, retrievalReferenceNumber: null, merchantId: 1, amount: 9 } },
    ],
    ['a status of their own', { status: 'approved' }],
  ])('%s is refused', async (_, fields) => {
    await expect(post('Transaction,Merchant,Amount\nX,M,1\n', fields)).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('that cannot be read, or has no amount column, is refused with a reason', async () => {
    expect(await post('"open')).toMatchObject({ ok: false, reason: 'unreadable' })
    const mapping = { transactionId: 0, retrievalReferenceNumber: null, merchantId: 1, amount: null }
    expect(await post('Transaction,Merchant,Amount\nX,M,1\n', { mapping })).toMatchObject({
      ok: false,
      message: expect.stringContaining('Amount'),
    })
  })

  test('lines of a grid come as JSON; extra keys and one row twice are refused', async () => {
    const send = (body: unknown) =>
      readIncomingBatch(fay, new Request('http://desk.test', { method: 'POST', body: JSON.stringify(body) }))
    const batch = newBatch({ amountStyle: 'dollars' })
    const lines = [
      [1, 'G-1', '', 'M', '$1,000.5'],
      [2, 'G-2', '', 'M', 'x'],
    ]
    expect(await send({ batch, lines })).toMatchObject({
      ok: true,
      totals: { lines: 2, amountMinor: '100050', errors: 1 },
    })
    expect((await viewLines(fay, batch.batchId)).lines.map(([, , , , , amount]) => amount)).toEqual([
      '1000.50',
      'x',
    ])
    await expect(send({ batch: newBatch(), lines }), 'by hand amounts are dollars').rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(
      send({ batch: newBatch({ amountStyle: 'dollars' }), lines, totals: {} }),
    ).rejects.toMatchObject({ code: 'invalid' })
    await expect(
      send({ batch: newBatch({ amountStyle: 'dollars' }), lines: [lines[0], lines[0]] }),
    ).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('with text that PostgreSQL cannot store is kept with a mark, as an error', async () => {
    const batchId = await seedBatch(fay, [
      fundingLine(1, { transactionId: `A\u0000B\ud800${'x'.repeat(32_000)}` }),
      fundingLine(2, { transactionId: "İ'; drop table funding_lines; --" }),
    ])
    const { lines, problems } = await viewLines(fay, batchId)
    expect(lines[1]?.[2]).toBe("İ'; drop table funding_lines; --")
    expect(problems.map(({ row }) => row)).toContain(1)
  })
})

describe('changes to a draft', () => {
  test('edit cells, insert rows anywhere, and recheck the other lines', async () => {
    const batchId = await seedBatch(fay, linesOf(['A', 'B', 'C']))
    const split = { retrievalReferenceNumber: '', merchantId: 'M-2', amount: '0.05' }
    const saved = await saveLines(
      flo,
      edit(batchId, 1, {
        changed: [{ row: 4, amount: '$ 3' }],
        added: [
          { after: 2, transactionId: 'A', ...split },
          { after: null, transactionId: 'D', ...split },
        ],
      }),
    )
    expect(saved).toMatchObject({
      ok: true,
      version: 2,
      addedRows: [5, 6],
      totals: { lines: 5, transactions: 4, amountMinor: String(1250 + 1250 + 300 + 5 + 5), errors: 0 },
    })
    expect(await numbersOf(batchId)).toBe('2:0 5:0 3:1 4:2 6:3')
    expect(await viewBatch(fay, batchId)).toMatchObject({
      workedOnBy: { edited: ['Fay', 'Flo'], decided: [], before: [] },
    })

    const doubled = await saveLines(fay, edit(batchId, 2, { changed: [{ row: 6, transactionId: 'B' }] }))
    expect(doubled).toMatchObject({
      ok: true,
      totals: { errors: 1 },
    })
    expect(doubled.ok && doubled.problems).toContainEqual(
      expect.objectContaining({ row: 6, code: 'duplicate', otherRow: 3 }),
    )
    const removed = await saveLines(fay, edit(batchId, 3, { removed: [3] }))
    expect(removed).toMatchObject({ ok: true, totals: { lines: 4, transactions: 3, errors: 0 } })
    expect(await numbersOf(batchId)).toBe('2:0 5:0 4:1 6:2')
    expect((await lastAudit(batchId))?.detail).toMatchObject({ changed: 0, removed: 1, added: 0, version: 4 })
  })

  test('restore a removed row with its number and place, and never give a number twice', async () => {
    const batchId = await seedBatch(fay, linesOf(['A', 'B', 'C']))
    const stored = (await viewLines(fay, batchId)).lines
    const [first] = stored
    if (!first) throw new Error('it has lines')
    const [row, , transactionId, retrievalReferenceNumber, merchantId, amount] = first
    const back = { after: 0, row, transactionId, retrievalReferenceNumber, merchantId, amount }
    await saveLines(fay, edit(batchId, 1, { removed: [row] }))
    expect(await saveLines(fay, edit(batchId, 2, { added: [back] }))).toMatchObject({ addedRows: [row] })
    expect((await viewLines(fay, batchId)).lines).toEqual(stored)
    expect((await lastAudit(batchId))?.detail).toMatchObject({ restored: 1, added: 0 })
    const twice = [back, { ...back, row: 9 }, { ...back, row: 9 }]
    expect(await saveLines(fay, edit(batchId, 3, { added: twice }))).toMatchObject({ addedRows: [10, 9, 11] })
  })

  test('that bring back a row restore its extra columns, and whether the desk added it', async () => {
    const { db } = desk.services
    const batchId = await seedBatch(fay, [
      fundingLine(2, { transactionId: 'A', other: ['Order 7', 'rush'] }),
      fundingLine(3, { transactionId: 'A', merchantId: 'MERCHANT-2', amount: '0' }),
    ])
    await db
      .update(fundingLines)
      .set({ isAdded: true })
      .where(and(eq(fundingLines.batchId, batchId), eq(fundingLines.row, 3)))
    const [typed, own] = await listLines(db, batchId)
    const back = [typed, own].flatMap((line) => {
      if (!line) return []
      const { row, transactionId, retrievalReferenceNumber, merchantId, amount } = line
      return { after: 0, row, transactionId, retrievalReferenceNumber, merchantId, amount }
    })
    await saveLines(fay, edit(batchId, 1, { removed: [2, 3] }))
    await saveLines(fay, edit(batchId, 2, { added: back }))
    // The partner holds nothing for the other merchant, so the desk's $0.00 row goes. A person's row would stay.
    expect(await listLines(db, batchId)).toEqual([typed])
    expect((await lastAudit(batchId))?.detail).toMatchObject({ restored: 2, removedByDesk: 1 })
  })

  test('of profile change the unit, and amounts stay dollars', async () => {
    const batchId = await seedBatch(fay, linesOf(['W-1'], { amount: '12.50' }), { amountStyle: 'dollars' })
    const header = { name: 'Renamed', profileId: '941000000004' }
    const saved = await saveLines(fay, edit(batchId, 1, { header }))
    expect(saved).toMatchObject({ ok: true, totals: { errors: 0, amountMinor: '1250' } })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      name: 'Renamed',
      profile: { profileId: '941000000004' },
    })
    const [line] = await desk.services.db
      .select({ amount: fundingLines.amount, amountMinor: fundingLines.amountMinor })
      .from(fundingLines)
      .where(eq(fundingLines.batchId, batchId))
    expect(line).toEqual({ amount: '12.50', amountMinor: 1250n })
    const again = { ...edit(batchId, 2), header: { ...header, amountStyle: 'cents' } }
    expect(saveLinesSchema.safeParse(again).success, 'no one can say afterwards that they are cents').toBe(
      false,
    )
  })

  test('are refused if amounts that show dollars would be read as cents', async () => {
    const lines = [...linesOf(['C-1', 'C-2']), fundingLine(5, { transactionId: 'C-3', amount: '$12.50' })]
    expect(await createBatch(fay, newBatch({ amountStyle: 'cents' }), { lines, sha256: null })).toEqual({
      ok: false,
      reason: 'unreadable',
      message: 'Row 5 has $12.50: these amounts are dollars.',
    })
    const batchId = await seedBatch(fay, lines, { amountStyle: 'dollars' })
    expect((await viewLines(fay, batchId)).lines.map(([, , , , , amount]) => amount)).toEqual([
      '1250.00',
      '1250.00',
      '12.50',
    ])
    expect(await viewBatch(fay, batchId)).toMatchObject({
      amountStyle: 'dollars',
      totals: { amountMinor: 251_250n },
    })
  })

  test('from an older version save nothing, and name who was first', async () => {
    const batchId = await seedBatch(fay, linesOf(['V-1', 'V-2']))
    await saveLines(flo, edit(batchId, 1, { changed: [{ row: 3, amount: '777' }] }))
    await exportBatch(finn, batchId, 'lines')
    expect(
      await saveLines(fay, edit(batchId, 1, { changed: [{ row: 3, amount: '1' }], removed: [2] })),
    ).toMatchObject({
      ok: false,
      reason: 'stale',
      version: 2,
      changedBy: 'Flo',
      theirs: [
        [2, 0, 'V-1', '', 'MERCHANT-1', '12.50'],
        [3, 1, 'V-2', '', 'MERCHANT-1', '777.00'],
      ],
    })
    expect((await viewLines(fay, batchId)).lines).toHaveLength(2)
  })

  test('to unknown rows, or to a batch that is not a draft, are refused', async () => {
    const batchId = await seedBatch(fay, linesOf(['N-1']))
    await expect(saveLines(fay, edit(batchId, 1, { removed: [99] }))).rejects.toMatchObject({
      code: 'invalid',
    })
    await submitDraft(fay, batchId)
    expect(await saveLines(fay, edit(batchId, 1, { removed: [2] }))).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })
    expect(saveLinesSchema.safeParse({ ...edit(batchId, 1), status: 'approved' }).success).toBe(false)
    expect(
      saveLinesSchema.safeParse(edit(batchId, 1, { changed: [{ row: 2, ...{ amountMinor: 1 } }] })).success,
    ).toBe(false)
  })
})

describe('submitting and approving a batch', () => {
  test('is refused with errors, without lines, or for an older version', async () => {
    const wrong = await seedBatch(fay, linesOf(['E-1', 'E-1']))
    await saveLines(fay, edit(wrong, 1, { changed: [{ row: 2, merchantId: '' }] }))
    expect(await submitBatch(fay, { batchId: wrong, version: 2 })).toMatchObject({
      ok: false,
      reason: 'problems',
    })
    const empty = await seedBatch(fay, [])
    expect(await submitBatch(fay, { batchId: empty, version: 1 })).toMatchObject({ reason: 'problems' })
    const moved = await seedBatch(fay, linesOf(['E-2']))
    await saveLines(flo, edit(moved, 1, { changed: [{ row: 2, amount: '1' }] }))
    expect(await submitBatch(fay, { batchId: moved, version: 1 })).toMatchObject({ reason: 'stale' })
    expect(await batchStatus(fay, moved)).toBe('draft')
  })

  test('cuts it into requests of at most 10,000 transactions, with our own figures', async () => {
    const batchId = await seedBatch(fay, [
      ...linesOf(ids(10_000, 'CUT')),
      fundingLine(10_002, { transactionId: 'CUT-9999', merchantId: 'M-2', amount: '1' }),
      fundingLine(10_003, { transactionId: 'CUT-last', amount: '2' }),
    ])
    await submitDraft(fay, batchId)
    expect(await listRequests(fay.db, batchId)).toMatchObject([
      { n: 1, firstTransaction: 0, lastTransaction: 9_999, amounts: 10_001, amountsSum: '12500001' },
      { n: 2, firstTransaction: 10_000, lastTransaction: 10_000, amounts: 1, amountsSum: '2' },
    ])
  })

  test('is refused for people who worked on it, or lack the role', async () => {
    const batchId = await seedBatch(fay, linesOf(['P-1']))
    await saveLines(flo, edit(batchId, 1, { changed: [{ row: 2, amount: '9' }] }))
    await submitDraft(fay, batchId)
    const approval = await approvalOf(fay, batchId)
    for (const ctx of [fay, flo]) {
      expect(await approveBatch(ctx, approval)).toMatchObject({
        ok: false,
        reason: 'own-work',
      })
    }
    const refused = await fay.db
      .select({ by: auditLog.actorId, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, batchId), eq(auditLog.action, 'approval-refused')))
      .orderBy(auditLog.id)
    expect(refused).toEqual([
      { by: fay.actor.id, detail: { because: 'You made this batch. Someone else has to approve it.' } },
      { by: flo.actor.id, detail: { because: 'You edited this batch. Someone else has to approve it.' } },
    ])
    // A second press of somebody who approved already breaks no rule.
    const large = await seedBatch(fay, linesOf(['P-2', 'P-3'], { amount: '9000000' }))
    await submitDraft(fay, large)
    await approve(flo, large)
    const twice = await approveBatch(flo, await approvalOf(fay, large))
    expect(twice).toMatchObject({ ok: false, message: expect.stringContaining('You already approved it.') })
    expect(
      await fay.db.$count(
        auditLog,
        and(eq(auditLog.subjectId, large), eq(auditLog.action, 'approval-refused')),
      ),
    ).toBe(0)
    await returnBatch(finn, { batchId: large, note: 'Not this month.' })
    const view = await viewBatch(finn, batchId)
    expect(view).toMatchObject({
      approvers: ['Finn'],
      approvalsNeeded: 1,
      may: { approve: { allowed: true } },
    })
    const auditor = await viewBatch(await desk.as('Audrey', ['auditor']), batchId)
    expect(Object.values(auditor.may).filter(({ allowed }) => allowed)).toEqual([])
    await approve(finn, batchId)
    expect(await viewBatch(fay, batchId)).toMatchObject({
      status: 'approved',
      approvals: [{ by: 'Finn', mine: false }],
      may: { send: { allowed: true }, edit: { allowed: false }, discard: { allowed: false } },
    })
  })

  test('can be undone by returning it with a reason, which voids its approvals', async () => {
    const batchId = await seedBatch(fay, linesOf(['R-1', 'R-2'], { amount: '9000000' }))
    await submitDraft(fay, batchId)
    await approve(flo, batchId)
    expect(await batchStatus(fay, batchId), 'a second one is needed').toBe('waiting')
    await returnBatch(finn, { batchId, note: 'R-2 is wrong.' })
    expect(await viewBatch(fay, batchId)).toMatchObject({
      status: 'draft',
      returned: { by: 'Finn', note: 'R-2 is wrong.' },
      approvals: [],
      requests: [],
      version: 2,
    })
    await submitDraft(fay, batchId)
    expect(await viewBatch(fay, batchId)).toMatchObject({ returned: null, approvals: [] })
    await recallBatch(fay, { batchId, note: '' })
    expect(await batchStatus(fay, batchId)).toBe('draft')
    expect(await returnBatch(finn, { batchId, note: 'Too late.' })).toMatchObject({ reason: 'wrong-state' })
  })

  test('needs a second person above the limits in Settings', async () => {
    const ada = await desk.as('Ada', ['admin'])
    const base = await loadFundingRules(ada.db)
    const value = { ...base, secondAboveAmount: null, secondAboveTransactions: 2 }
    expect(await saveSetting(ada, fundingRules, { base, value })).toEqual({ ok: true, value })
    const other = { ...value, secondAboveTransactions: 9 }
    expect(await saveSetting(ada, fundingRules, { base, value: other })).toMatchObject({
      ok: false,
      reason: 'stale',
    })
    const two = await seedBatch(fay, linesOf(ids(2, 'S2')))
    const three = await seedBatch(fay, linesOf(ids(3, 'S3')))
    expect((await viewBatch(fay, two)).approvalsNeeded).toBe(1)
    expect((await viewBatch(fay, three)).approvalsNeeded).toBe(2)
    await storeSetting(desk.services.db, 'funding', base)
  })
})

describe('the list', () => {
  test('finds by number, name, and whole identifiers, and filters', async () => {
    const batchId = await seedBatch(
      fay,
      [
        fundingLine(1, { transactionId: 'LIST-ID' }),
        fundingLine(2, { retrievalReferenceNumber: '900000000077', merchantId: 'LIST-MERCHANT' }),
      ],
      { name: "O'Dell's 100%_payout", profileId: '941000000004' },
    )
    const { number } = await requireBatch(fay.db, batchId)
    const find = async (query: Partial<BatchListQuery>, me = fay) =>
      (await listBatchPage(me, { ...batchList.all, ...query })).items.map(({ id }) => id)
    for (const search of [
      `B-${number}`,
      String(number),
      "o'dell",
      '100%_',
      'LIST-ID',
      '900000000077',
      'LIST-MERCHANT',
    ]) {
      expect(await find({ search }), search).toEqual([batchId])
    }
    expect(await find({ search: 'LIST-I' })).toEqual([])
    expect(await find({ search: '' })).toContain(batchId)
    expect(await find({ profileId: '941000000004', statuses: ['draft'], mine: true })).toContain(batchId)
    expect(await find({ profileId: '941000000004', mine: true }, flo)).toEqual([])
    expect(await find({ statuses: ['done'] })).toEqual([])
    // Answered batches are labeled by the outcome of their transactions.
    const end = (succeeded: number, failed: number) =>
      fay.db
        .update(fundingBatches)
        .set({ status: 'done', succeeded, failed })
        .where(eq(fundingBatches.id, batchId))
    const filters = async () => {
      const each = ['done', 'partly-funded', 'not-funded', 'stopped'] as const
      const found = await Promise.all(
        each.map(async (status) => (await find({ statuses: [status] })).includes(batchId)),
      )
      return each.filter((_, at) => found[at])
    }
    await end(2, 0)
    expect(await filters()).toEqual(['done'])
    await end(1, 1)
    expect(await filters()).toEqual(['partly-funded'])
    await end(0, 2)
    expect(await filters()).toEqual(['not-funded'])
    expect(await find({ statuses: ['draft', 'not-funded'] })).toContain(batchId)
    const query = { ...batchList.all, search: 'İ&', statuses: ['draft' as const], mine: true }
    expect(batchList.read(new URLSearchParams(batchList.write(query)))).toEqual(query)
  })

  test('finds by the last four or more characters of a logged sale’s ID, using its indexes', async () => {
    await seedSales(fay, [{ tranId: 'ENDS-In%77', amountMinor: 1_250 }])
    const batchId = await seedBatch(fay, linesOf(['ENDS-In%77', 'NO-SALE-77']))
    const find = async (search: string) =>
      (await listBatchPage(fay, { ...batchList.all, search })).items.map(({ id }) => id)
    for (const search of ['n%77', 'IN%77', 'ENDS-In%77'])
      expect(await find(search), search).toEqual([batchId])
    for (const search of ['%77', 'n_77', 'E-77']) expect(await find(search), search).toEqual([])
    await desk.services.db.transaction(async (tx) => {
      // In tables this short, PostgreSQL would scan instead of using an index.
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain select id from ${fundingBatches} where ${withSalesEnding('n%77')}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      for (const index of ['callback_events_id_ends', 'funding_lines_transaction'])
        expect(plan).toContain(index)
    })
  })

  test('pages forward and back', async () => {
    for (let n = 0; n <= LIST_PAGE; n += 1) await seedBatch(finn, [], { name: `Page ${n}` })
    const at = (query: Partial<BatchListQuery>) =>
      listBatchPage(finn, { ...batchList.all, mine: true, ...query })
    const first = await at({})
    expect(first.items).toHaveLength(LIST_PAGE)
    expect(first.before).toBeNull()
    if (!first.after) throw new Error('There is a second page.')
    const second = await at({ cursor: { side: 'after', ...first.after } })
    expect(second.items.map(({ name }) => name)).toEqual(['Page 0'])
    expect(second.after).toBeNull()
    if (!second.before) throw new Error('There is a first page.')
    expect(await at({ cursor: { side: 'before', ...second.before } })).toEqual(first)
  })
})

test('lines are exported with their problems, formulas as text, and it is written down', async () => {
  const batchId = await seedBatch(fay, [
    fundingLine(2, { transactionId: '0015', amount: '1250' }),
    fundingLine(3, { transactionId: '=1+1', merchantId: '' }),
  ])
  const [head, first, second] = (await textOf(await exportBatch(flo, batchId, 'lines'))).split('\r\n')
  expect(head).toBe('Row,Transaction ID,Retrieval reference number,Merchant ID,Amount,Problem')
  expect(first).toMatch(
    /^2,0015,,MERCHANT-1,12\.50,Warning: First payment to Merchant MERCHANT-1 \(MERCHANT-1\)\.[^,]*$/,
  )
  expect(second).toMatch(/^3,'=1\+1,,,12\.50,"?\S/)
  expect(await lastAudit(batchId)).toMatchObject({
    action: 'funding-batch-exported',
    actorId: flo.actor.id,
    detail: { what: 'lines', lines: 2 },
  })
  expect(await exportFileName(flo, batchId, 'lines')).toMatch(/^B-\d+-problems\.csv$/)
  await saveLines(fay, edit(batchId, 1, { removed: [3] }))
  await submitDraft(fay, batchId)
  const results = await textOf(await exportBatch(flo, batchId, 'results'))
  const { number } = await requireBatch(desk.services.db, batchId)
  expect(await exportFileName(flo, batchId, 'results')).toBe(`B-${number}-results.csv`)
  expect(await exportFileName(flo, batchId, 'lines')).toBe(`B-${number}-lines.csv`)
  expect(results).toContain('2,0015,,MERCHANT-1,12.50,1,Not sent,,\r\n')
})

test('returning a batch deletes its requests, and discarding it keeps its lines', async () => {
  const batchId = await seedBatch(fay, linesOf(['D-1']))
  await submitDraft(fay, batchId)
  expect(await discardBatch(fay, { batchId })).toMatchObject({ ok: false, reason: 'wrong-state' })
  await recallBatch(fay, { batchId, note: '' })
  const requests = await desk.services.db
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.batchId, batchId))
  expect(requests).toEqual([])
  expect(await discardBatch(fay, { batchId })).toEqual({ ok: true, status: 'discarded' })
  expect((await viewLines(fay, batchId)).lines).toHaveLength(1)
})

test('the history lists every changed cell page by page, from its first to its last text', async () => {
  const batchId = await seedBatch(fay, linesOf(ids(30, 'CHANGED')))
  const changed = Array.from({ length: 30 }, (_, at) => ({ row: at + 2, amount: '1' }))
  await saveLines(fay, edit(batchId, 1, { changed }))
  await saveLines(
    fay,
    edit(batchId, 2, {
      changed: [
        { row: 2, amount: '3' },
        { row: 3, amount: '12.50' },
      ],
      removed: [31],
    }),
  )
  const { history } = await viewBatch(fay, batchId)
  const entries = history.filter(({ action }) => action === 'funding-lines-changed').map(({ id }) => id)
  const first = await listChanges(fay, { batchId, entries, after: 0 }, 20)
  const rest = await listChanges(fay, { batchId, entries, after: first.next ?? 0 }, 20)
  expect([first.cells.length, first.next, rest.next]).toEqual([20, 20, null])
  const cells = [...first.cells, ...rest.cells]
  expect(cells[0]).toEqual({ row: 2, field: 'amount', from: '12.50', to: '3.00' })
  // Changed back to its first text; and all cells of a removed line.
  expect(cells.filter(({ row }) => row === 3)).toEqual([])
  expect(cells.filter(({ row }) => row === 31)).toEqual([
    { row: 31, field: 'transactionId', from: 'CHANGED-29', to: null },
    { row: 31, field: 'merchantId', from: 'MERCHANT-1', to: null },
    { row: 31, field: 'amount', from: '12.50', to: null },
  ])
  expect(cells).toHaveLength(1 + 27 + 3)
  const other = await seedBatch(fay, linesOf(['OTHER-1']))
  expect((await listChanges(fay, { batchId: other, entries, after: 0 })).cells).toEqual([])
})
