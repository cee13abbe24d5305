import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/world'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  ask,
  decideNow,
  handOverNow,
  ourDraft,
  seedClaimed,
  tickEverything,
} from '@/lib/testing/underwriting-cases'
import { addNote } from '../underwriting/notes'
import { keepText, keepTextSchema, listKept } from './kept-texts'

let desk: TestDesk
let ana: Ctx
let uma: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
})
afterAll(() => desk.close())

test('what is written is kept for its author, by form and application, until it is blank', async () => {
  const applicationId = await seedApplicationDraft(ana, ourDraft())
  const other = await seedApplicationDraft(ana, ourDraft())
  const asks = [{ place: 'merchant.website', label: 'Website', note: 'İyi\u0000?' }]
  await keepText(uma, { applicationId, what: 'asks', content: asks })
  await keepText(uma, { applicationId, what: 'note', content: 'First' })
  await keepText(uma, { applicationId, what: 'note', content: 'First, and more' })
  await keepText(ana, { applicationId, what: 'note', content: 'Mine' })
  expect(await listKept(uma, applicationId)).toEqual({
    asks: [{ place: 'merchant.website', label: 'Website', note: 'İyi?' }],
    note: 'First, and more',
  })
  expect(await listKept(ana, applicationId)).toEqual({ note: 'Mine' })
  expect(await listKept(uma, other)).toEqual({})
  await keepText(uma, { applicationId, what: 'asks', content: null })
  await keepText(uma, { applicationId, what: 'decision', content: null })
  expect(await listKept(uma, applicationId)).toEqual({ note: 'First, and more' })
})

test('what was sent is kept no more, whoever else has written there', async () => {
  const applicationId = await seedApplicationDraft(ana, ourDraft())
  for (const what of ['hand-over', 'note']) await keepText(ana, { applicationId, what, content: 'Text' })
  expect(await handOverNow(ana, applicationId, 'Text')).toMatchObject({ ok: true })
  expect(await listKept(ana, applicationId)).toEqual({ note: 'Text' })

  const caseId = await seedClaimed(ana, uma)
  for (const what of ['asks', 'note', 'decision']) {
    await keepText(uma, { applicationId: caseId, what, content: 'Text' })
  }
  await addNote(uma, { applicationId: caseId, text: 'Text' })
  expect(await listKept(uma, caseId)).toEqual({ asks: 'Text', decision: 'Text' })
  await tickEverything(uma, caseId)
  expect(await decideNow(uma, caseId, 'approve')).toMatchObject({ ok: true })
  expect(await listKept(uma, caseId)).toEqual({ asks: 'Text' })

  const askedId = await seedClaimed(ana, uma)
  await keepText(uma, { applicationId: askedId, what: 'asks', content: 'Text' })
  expect(await ask(uma, askedId, 'merchant.website')).toMatchObject({ ok: true })
  expect(await listKept(uma, askedId)).toEqual({})
})

test('only under the name of a form, and of an application that there is', async () => {
  const applicationId = crypto.randomUUID()
  for (const what of ['', 'A', '../x', '1', 'x'.repeat(80)]) {
    expect(keepTextSchema.safeParse({ applicationId, what, content: '' }).success, what).toBe(false)
  }
  await expect(keepText(uma, { applicationId, what: 'note', content: 'x' })).rejects.toThrow()
})
