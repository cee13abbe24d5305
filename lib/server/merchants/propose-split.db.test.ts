import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchants } from '@/lib/db/schema/merchants'
import { knowMerchants } from '@/lib/testing/merchants'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { getMerchant } from './data'
import { proposeSplit, readSplit } from './propose-split'

let desk: TestDesk
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1' })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
  await knowMerchants(desk.services, ['FEE', 'SHOP', 'NEW-SHOP'])
})
afterAll(() => desk.close())

const split = (percent: string) => [{ merchantId: 'FEE', percent }, { merchantId: 'SHOP' }]

test('a split is proposed, and counts only once a second person confirms it', async () => {
  expect(await readSplit(fay.db, { merchantId: 'SHOP' })).toEqual([{ merchantId: 'SHOP' }])
  expect(await proposeSplit(fay, { merchantId: 'SHOP', split: split('2') })).toEqual({ ok: true })
  const row = await getMerchant(fay.db, 'SHOP')
  expect(row).toMatchObject({
    split: [],
    proposed: { name: 'Merchant SHOP', state: 'active', split: split('2') },
    proposedBy: fay.actor.id,
  })
  expect(await readSplit(fay.db, { merchantId: 'SHOP' })).toEqual([{ merchantId: 'SHOP' }])
})

test('keeps the person’s other proposed changes, and does not overwrite another person’s proposal', async () => {
  await fay.db
    .update(merchants)
    .set({ proposed: { name: 'Shop on Main', applicationId: null, state: 'active', split: split('2') } })
    .where(eq(merchants.merchantId, 'SHOP'))
  expect(await proposeSplit(fay, { merchantId: 'SHOP', split: split('3') })).toEqual({ ok: true })
  expect((await getMerchant(fay.db, 'SHOP'))?.proposed).toMatchObject({
    name: 'Shop on Main',
    split: split('3'),
  })
  expect(await proposeSplit(flo, { merchantId: 'SHOP', split: split('4') })).toMatchObject({
    ok: false,
    message: expect.stringContaining('someone else'),
  })
})

test.each([
  ['NOBODY', split('1'), 'NOBODY is not in the merchant directory'],
  ['NEW-SHOP', [{ merchantId: 'NOBODY', percent: '1' }, { merchantId: 'NEW-SHOP' }], 'NOBODY is not in'],
])('%s with a split that cannot be kept: %j', async (merchantId, wanted, message) => {
  expect(await proposeSplit(fay, { merchantId, split: wanted })).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
  })
})
