import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  ask,
  decideNow,
  handOverNow,
  ourDraft,
  requireRequest,
  seedClaimed,
  tickEverything,
} from '@/lib/testing/underwriting-cases'
import { answerAsk } from '../underwriting/ask'
import { addNote } from '../underwriting/notes'
import { type KeptTexts, keepText as keepTextOf, keepTextSchema, listKept } from './kept-texts'

const TEXT = '00000000-0000-4000-8000-000000000001'
const LATER_TEXT = '00000000-0000-4000-8000-000000000002'

const keepText = (ctx: Ctx, text: Omit<Parameters<typeof keepTextOf>[1], 'textId'> & { textId?: string }) =>
  keepTextOf(ctx, { textId: TEXT, ...text })

const contentsOf = (kept: KeptTexts) =>
  Object.fromEntries(Object.entries(kept).map(([what, { content }]) => [what, content]))

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
  expect(contentsOf(await listKept(uma, applicationId))).toEqual({
    asks: [{ place: 'merchant.website', label: 'Website', note: 'İyi?' }],
    note: 'First, and more',
  })
  expect(contentsOf(await listKept(ana, applicationId))).toEqual({ note: 'Mine' })
  expect(contentsOf(await listKept(uma, other))).toEqual({})
  await keepText(uma, { applicationId, what: 'asks', content: null })
  await keepText(uma, { applicationId, what: 'decision', content: null })
  expect(contentsOf(await listKept(uma, applicationId))).toEqual({ note: 'First, and more' })
})

test('nothing is kept for whoever only reads', async () => {
  const applicationId = await seedApplicationDraft(ana, ourDraft())
  const ada = await desk.as('Ada', ['auditor'])
  for (const content of ['Text', null])
    await expect(keepText(ada, { applicationId, what: 'note', content })).rejects.toMatchObject({
      code: 'forbidden',
    })
})

test('what was sent is kept no more, whoever else has written there', async () => {
  const applicationId = await seedApplicationDraft(ana, ourDraft())
  for (const what of ['hand-over', 'note']) await keepText(ana, { applicationId, what, content: 'Text' })
  expect(await handOverNow(ana, applicationId, 'Text')).toMatchObject({ ok: true })
  expect(contentsOf(await listKept(ana, applicationId))).toEqual({ note: 'Text' })

  const caseId = await seedClaimed(ana, uma)
  for (const what of ['asks', 'note', 'decision']) {
    await keepText(uma, { applicationId: caseId, what, content: 'Text' })
  }
  await addNote(uma, { applicationId: caseId, text: 'Text' })
  expect(contentsOf(await listKept(uma, caseId))).toEqual({ asks: 'Text', decision: 'Text' })
  await tickEverything(uma, caseId)
  expect(await decideNow(uma, caseId, 'approve')).toMatchObject({ ok: true })
  expect(contentsOf(await listKept(uma, caseId))).toEqual({ asks: 'Text' })

  const askedId = await seedClaimed(ana, uma)
  await keepText(uma, { applicationId: askedId, what: 'asks', content: 'Text' })
  expect(await ask(uma, askedId, 'merchant.website')).toMatchObject({ ok: true })
  expect(contentsOf(await listKept(uma, askedId))).toEqual({})
})

test('only under the name of a form, and of an application that there is', async () => {
  const applicationId = crypto.randomUUID()
  for (const what of ['', 'A', '../x', '1', 'x'.repeat(80)]) {
    expect(keepTextSchema.safeParse({ applicationId, what, textId: TEXT, content: '' }).success, what).toBe(
      false,
    )
  }
  await expect(keepText(uma, { applicationId, what: 'note', content: 'x' })).rejects.toThrow()
})

test.each([
  ['known to the desk before it was sent', true],
  ['first saved after it was sent', false],
])('a save that arrives after its text was sent brings nothing back: %s', async (_, isKnown) => {
  const applicationId = await seedClaimed(ana, uma)
  const late = { applicationId, what: 'note', content: 'Written.' }
  if (isKnown) expect(await keepText(uma, late)).toEqual({ ok: true })
  await addNote(uma, { applicationId, text: late.content, textId: TEXT })
  expect(await keepText(uma, late)).toEqual({ ok: false, reason: 'sent' })
  // Nor does it once the form was emptied, and more than once.
  await keepText(uma, { ...late, content: null })
  expect(await keepText(uma, late)).toEqual({ ok: false, reason: 'sent' })
  expect(await listKept(uma, applicationId)).toEqual({})
  // The text after it is kept, be it the same words, and one that is sent of it is forgotten again.
  const again = { ...late, textId: LATER_TEXT }
  expect(await keepText(uma, again)).toEqual({ ok: true })
  expect(await listKept(uma, applicationId)).toEqual({
    note: { textId: LATER_TEXT, content: late.content },
  })
  await addNote(uma, { applicationId, text: late.content, textId: LATER_TEXT })
  expect(await keepText(uma, again)).toEqual({ ok: false, reason: 'sent' })
})

test('a save and the sending of the same text at once: the text is never offered again', async () => {
  const applicationId = await seedClaimed(ana, uma)
  const textId = crypto.randomUUID()
  await Promise.all([
    ...Array.from({ length: 4 }, (_, n) =>
      keepText(uma, { applicationId, what: 'note', textId, content: `At once ${n}` }),
    ),
    addNote(uma, { applicationId, text: 'At once', textId }),
  ])
  expect(await listKept(uma, applicationId)).toEqual({})
})

test('an answer in words is kept until it is saved, and no other with it', async () => {
  const applicationId = await seedClaimed(ana, uma)
  await ask(uma, applicationId, 'merchant.website', 'merchant.phone')
  const [first, second] = (await requireRequest(ana, applicationId)).items.map(({ id }) => id)
  if (!first || !second) throw new Error('Two things are asked.')
  await keepText(ana, { applicationId, what: `answer-${first}`, content: 'It opens in May.' })
  await keepText(ana, { applicationId, what: `answer-${second}`, content: 'Half a' })
  await answerAsk(ana, { applicationId, itemId: first, answer: 'It opens in May.', textId: TEXT })
  expect(contentsOf(await listKept(ana, applicationId))).toEqual({ [`answer-${second}`]: 'Half a' })
})
