import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchants } from '@/lib/db/schema/merchants'
import { approvalOf, fundingLine, newBatch, submitDraft } from '@/lib/testing/funding-batches'
import { knowMerchants } from '@/lib/testing/merchants'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { createBatch } from './create-batch'
import { approveBatch } from './submit'
import { viewBatch } from './view'
import { listWarnings } from './warnings'

let desk: TestDesk
let mia: Ctx
let ole: Ctx

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  mia = await desk.as('Mia', ['finance'])
  ole = await desk.as('Ole', ['finance'])
})
afterAll(() => desk.close())

const MANY = 520

/** Each merchant gets a first payment of as many cents as its number. */
async function firstPayments(): Promise<string> {
  const ids = Array.from({ length: MANY }, (_, at) => `NEW-${String(at + 1).padStart(4, '0')}`)
  await knowMerchants(mia, ids)
  const batch = newBatch({ amountStyle: 'dollars' })
  const lines = ids.map((merchantId, at) =>
    fundingLine(at + 2, { transactionId: `WARN-${at + 1}`, merchantId, amount: ((at + 1) / 100).toFixed(2) }),
  )
  await createBatch(mia, batch, { lines, sha256: null })
  await submitDraft(mia, batch.batchId)
  return batch.batchId
}

test('an approver sees many warnings as one kind with the largest, and can page through all', async () => {
  const batchId = await firstPayments()
  const { warnings, warnedRows } = await viewBatch(ole, batchId)
  expect(warnedRows).toBe(MANY)
  const first = warnings.find(({ code }) => code === 'merchant-first')
  expect(first).toMatchObject({ count: MANY, amountMinor: String((MANY * (MANY + 1)) / 2) })
  expect(first?.texts.map((text) => text.split(':')[0])).toEqual([
    'Row 521, $5.20',
    'Row 520, $5.19',
    'Row 519, $5.18',
  ])

  const kind = 'merchant-first'
  const part = await listWarnings(ole, { batchId, kind, after: 0 })
  expect(part.texts).toHaveLength(500)
  expect(part.texts.slice(0, 3)).toEqual(first?.texts)
  const rest = await listWarnings(ole, { batchId, kind, after: part.next ?? -1 })
  expect(rest.next).toBeNull()
  const rows = [...part.texts, ...rest.texts].map((text) => Number(/^Row (\d+)/.exec(text)?.[1]))
  expect(new Set(rows)).toEqual(new Set(Array.from({ length: MANY }, (_, at) => at + 2)))

  expect((await listWarnings(ole, { batchId, kind, after: 500 }, 20)).next, 'no part is empty').toBeNull()

  expect(await listWarnings(ole, { batchId, kind: 'no-such-kind', after: 0 })).toEqual({
    texts: [],
    next: null,
  })
  await expect(listWarnings(ole, { batchId, kind, after: -1 })).rejects.toThrow()
  await expect(listWarnings(ole, { batchId: 'x', kind, after: 0 })).rejects.toThrow()

  // An approval by kinds covers single warnings: it is refused once they have changed.
  const shown = await approvalOf(ole, batchId)
  await ole.db.update(merchants).set({ name: 'Renamed' }).where(eq(merchants.merchantId, 'NEW-0520'))
  expect(await approveBatch(ole, shown)).toMatchObject({ ok: false, reason: 'stale' })
  expect(await approveBatch(ole, shown)).toMatchObject({ ok: true })
  expect(await listWarnings(ole, { batchId, kind, after: 0 }), 'nothing is left to be looked at').toEqual({
    texts: [],
    next: null,
  })
})
