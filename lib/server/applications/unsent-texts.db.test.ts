import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/services'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  ask,
  confirmEverything,
  decideNow,
  handOverNow,
  ourDraft,
  requireRequest,
  seedClaimed,
} from '@/lib/testing/underwriting-cases'
import { answerAsk } from '../underwriting/ask'
import { addNote } from '../underwriting/notes'
import { saveUnsent as keepTextOf, keepTextSchema, listUnsent, type UnsentTexts } from './unsent-texts'

const TEXT = '00000000-0000-4000-8000-000000000001'
const LATER_TEXT = '00000000-0000-4000-8000-000000000002'

const saveUnsent = (ctx: Ctx, text: Omit<Parameters<typeof keepTextOf>[1], 'textId'> & { textId?: string }) =>
  keepTextOf(ctx, { textId: TEXT, ...text })

const contentsOf = (unsent: UnsentTexts) =>
  Object.fromEntries(Object.entries(unsent).map(([what, { content }]) => [what, content]))

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
  await saveUnsent(uma, { applicationId, what: 'asks', content: asks })
  await saveUnsent(uma, { applicationId, what: 'note', content: 'First' })
  await saveUnsent(uma, { applicationId, what: 'note', content: 'First, and more' })
  await saveUnsent(ana, { applicationId, what: 'note', content: 'Mine' })
  expect(contentsOf(await listUnsent(uma, applicationId))).toEqual({
    asks: [{ place: 'merchant.website', label: 'Website', note: 'İyi?' }],
    note: 'First, and more',
  })
  expect(contentsOf(await listUnsent(ana, applicationId))).toEqual({ note: 'Mine' })
  expect(contentsOf(await listUnsent(uma, other))).toEqual({})
  await saveUnsent(uma, { applicationId, what: 'asks', content: null })
  await saveUnsent(uma, { applicationId, what: 'decision', content: null })
  expect(contentsOf(await listUnsent(uma, applicationId))).toEqual({ note: 'First, and more' })
})

test('nothing is kept for whoever only reads', async () => {
  const applicationId = await seedApplicationDraft(ana, ourDraft())
  const ada = await desk.as('Ada', ['auditor'])
  for (const content of ['Text', null])
    await expect(saveUnsent(ada, { applicationId, what: 'note', content })).rejects.toMatchObject({
      code: 'forbidden',
    })
})

test('what was sent is kept no more, whoever else has written there', async () => {
  const applicationId = await seedApplicationDraft(ana, ourDraft())
  for (const what of ['hand-over', 'note']) await saveUnsent(ana, { applicationId, what, content: 'Text' })
  expect(await handOverNow(ana, applicationId, 'Text')).toMatchObject({ ok: true })
  expect(contentsOf(await listUnsent(ana, applicationId))).toEqual({ note: 'Text' })

  const caseId = await seedClaimed(ana, uma)
  for (const what of ['asks', 'note', 'decision']) {
    await saveUnsent(uma, { applicationId: caseId, what, content: 'Text' })
  }
  await addNote(uma, { applicationId: caseId, text: 'Text' })
  expect(contentsOf(await listUnsent(uma, caseId))).toEqual({ asks: 'Text', decision: 'Text' })
  await confirmEverything(uma, caseId)
  expect(await decideNow(uma, caseId, 'approve')).toMatchObject({ ok: true })
  expect(contentsOf(await listUnsent(uma, caseId))).toEqual({ asks: 'Text' })

  const askedId = await seedClaimed(ana, uma)
  await saveUnsent(uma, { applicationId: askedId, what: 'asks', content: 'Text' })
  expect(await ask(uma, askedId, 'merchant.website')).toMatchObject({ ok: true })
  expect(contentsOf(await listUnsent(uma, askedId))).toEqual({})
})

test('only under the name of a form, and of an application that there is', async () => {
  const applicationId = crypto.randomUUID()
  for (const what of ['', 'A', '../x', '1', 'x'.repeat(80)]) {
    expect(keepTextSchema.safeParse({ applicationId, what, textId: TEXT, content: '' }).success, what).toBe(
      false,
    )
  }
  await expect(saveUnsent(uma, { applicationId, what: 'note', content: 'x' })).rejects.toThrow()
})

test.each([
  ['known to the desk before it was sent', true],
  ['first saved after it was sent', false],
])('a save that arrives after its text was sent brings nothing back: %s', async (_, isKnown) => {
  const applicationId = await seedClaimed(ana, uma)
  const late = { applicationId, what: 'note', content: 'Written.' }
  if (isKnown) expect(await saveUnsent(uma, late)).toEqual({ ok: true })
  await addNote(uma, { applicationId, text: late.content, textId: TEXT })
  expect(await saveUnsent(uma, late)).toEqual({ ok: false, reason: 'sent' })
  // Nor does it once the form was emptied, and more than once.
  await saveUnsent(uma, { ...late, content: null })
  expect(await saveUnsent(uma, late)).toEqual({ ok: false, reason: 'sent' })
  expect(await listUnsent(uma, applicationId)).toEqual({})
  // The text after it is kept, be it the same words, and one that is sent of it is forgotten again.
  const again = { ...late, textId: LATER_TEXT }
  expect(await saveUnsent(uma, again)).toEqual({ ok: true })
  expect(await listUnsent(uma, applicationId)).toEqual({
    note: { textId: LATER_TEXT, content: late.content },
  })
  await addNote(uma, { applicationId, text: late.content, textId: LATER_TEXT })
  expect(await saveUnsent(uma, again)).toEqual({ ok: false, reason: 'sent' })
})

test('a save and the sending of the same text at once: the text is never offered again', async () => {
  const applicationId = await seedClaimed(ana, uma)
  const textId = crypto.randomUUID()
  await Promise.all([
    ...Array.from({ length: 4 }, (_, n) =>
      saveUnsent(uma, { applicationId, what: 'note', textId, content: `At once ${n}` }),
    ),
    addNote(uma, { applicationId, text: 'At once', textId }),
  ])
  expect(await listUnsent(uma, applicationId)).toEqual({})
})

test('an answer in words is kept until it is saved, and no other with it', async () => {
  const applicationId = await seedClaimed(ana, uma)
  await ask(uma, applicationId, 'merchant.website', 'merchant.phone')
  const [first, second] = (await requireRequest(ana, applicationId)).items.map(({ id }) => id)
  if (!first || !second) throw new Error('Two things are asked.')
  await saveUnsent(ana, { applicationId, what: `answer-${first}`, content: 'It opens in May.' })
  await saveUnsent(ana, { applicationId, what: `answer-${second}`, content: 'Half a' })
  await answerAsk(ana, { applicationId, itemId: first, answer: 'It opens in May.', textId: TEXT })
  expect(contentsOf(await listUnsent(ana, applicationId))).toEqual({ [`answer-${second}`]: 'Half a' })
})
