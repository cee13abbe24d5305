import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifications } from '@/lib/db/schema/notifications'
import { underwritingRequests } from '@/lib/db/schema/underwriting'
import type { Draft } from '@/lib/domain/application/sections'
import { viewApplication } from '@/lib/server/applications/loaders'
import { listRequests } from '@/lib/server/cases/view'
import { getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { changeDraft } from '@/lib/testing/applications-at-partner'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { exampleContact } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument,
  answerNow,
  ask,
  auditOf,
  decideAll,
  HOUR,
  handOverNow,
  ourDraft,
  requireCase,
  requireRequest,
  seedApproved,
  seedCase,
  seedClaimed,
  testClock,
  versionsNow,
} from '@/lib/testing/underwriting-cases'
import {
  answerAsk,
  answerRequest,
  askApplicant,
  askSchema,
  getOpenRequest,
  reviewAnswer,
  withdrawAsk,
} from './ask'
import { assignCase, claimCase, releaseCase } from './claim'
import { takeBack } from './hand-over'
import { viewCase } from './loaders'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const clock = testClock()

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let ugo: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  ugo = await desk.as('Ugo', ['underwriter'])
})
afterAll(() => desk.close())
beforeEach(() => clock.advanceMs(HOUR))

const statusOf = async (applicationId: string) => (await requireApplication(ana.db, applicationId)).status

/** What underwriting asks, as the forms mark it. */
const marks = async (applicationId: string) =>
  (await viewApplication(ana, applicationId)).violations.filter(({ message }) =>
    message.startsWith('Underwriting asks:'),
  )
const markedPaths = async (applicationId: string) => (await marks(applicationId)).map(({ path }) => path)

const withTwoContacts = (): Draft => {
  const draft = ourDraft()
  return {
    ...draft,
    contacts: {
      ...draft.contacts,
      items: [
        ...draft.contacts.items,
        exampleContact('contact-2', {
          firstName: 'Bo',
          lastName: 'Lind',
          ssn: '512-45-1111',
          roles: ['Authorized Signer'],
          percentageOwned: '',
        }),
      ],
    },
  }
}

/** Asked for these places, by Uma, who has the case. */
async function seedAsked(draft: Draft, ...places: string[]): Promise<string> {
  const applicationId = await seedClaimed(ana, uma, draft)
  const asked = await ask(uma, applicationId, ...places)
  if (!asked.ok) throw new Error(asked.message)
  return applicationId
}

const requestsOf = async (applicationId: string) => {
  const application = await requireApplication(ana.db, applicationId)
  const { draft } = await getOpenDraft(ana.db, ana.sealer, application)
  return listRequests(ana.db, ana.sealer, application, draft)
}

describe('asking', () => {
  test('sends the case back with what is wanted, and stops its clock', async () => {
    const applicationId = await seedClaimed(ana, uma)
    clock.advanceMs(HOUR)
    expect(await ask(uma, applicationId, 'merchant.website', 'documents.voided-check')).toEqual({
      ok: true,
      status: 'info-requested',
    })
    expect((await requireRequest(ana, applicationId)).items).toMatchObject([
      { place: 'merchant.website', label: 'Website', state: 'open' },
      { place: 'documents.voided-check', label: 'Voided check', state: 'open' },
    ])
    expect(await requireCase(ana, applicationId)).toMatchObject({
      underwriterId: uma.actor.id,
      spentMs: HOUR,
      runningSince: null,
      closedAt: null,
    })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'underwriting-ask',
      actorId: uma.actor.id,
      detail: { from: 'in-underwriting', to: 'info-requested' },
    })
  })

  test('is for the holder of the case alone', async () => {
    const free = await seedCase(ana)
    const hers = await seedClaimed(ana, uma)
    for (const applicationId of [free, hers]) {
      expect(await ask(ugo, applicationId, 'merchant.website')).toMatchObject({
        ok: false,
        reason: 'wrong-state',
      })
      expect(await statusOf(applicationId)).toBe('in-underwriting')
      expect(await getOpenRequest(ana.db, applicationId)).toBeNull()
    }
  })

  test('is refused while staff have it, once it is decided, and once it was taken back', async () => {
    const asked = await seedAsked(ourDraft(), 'merchant.website')
    const approved = await seedApproved(ana, uma)
    const back = await seedClaimed(ana, uma)
    await takeBack(ana, { applicationId: back })
    for (const applicationId of [asked, approved, back]) {
      expect(await ask(uma, applicationId, 'merchant.legalName')).toMatchObject({
        ok: false,
        reason: 'wrong-state',
      })
    }
    expect((await requireRequest(ana, asked)).items).toHaveLength(1)
  })

  test.each([
    'merchant.isAdmin',
    'merchant',
    '',
    'contacts.nobody.ssn',
    'contacts.contact-1.wings',
    'contacts.items.0.ssn',
    'documents.secrets',
    'pricing.items',
    '__proto__.polluted',
    'merchant.constructor',
    "options.highTicket'; drop table users; --",
  ])('for the unknown place %j is refused, and nothing changes', async (place) => {
    const applicationId = await seedClaimed(ana, uma)
    const before = [await requireCase(ana, applicationId), await auditOf(ana, applicationId)]
    expect(await ask(uma, applicationId, 'merchant.website', place)).toMatchObject({
      ok: false,
      reason: 'changed',
    })
    expect([await requireCase(ana, applicationId), await auditOf(ana, applicationId)]).toEqual(before)
    expect(await statusOf(applicationId)).toBe('in-underwriting')
    expect(await getOpenRequest(ana.db, applicationId)).toBeNull()
  })

  test.each([
    ['nothing', []],
    ['a place without words', [{ place: 'merchant.website', note: '  ' }]],
    [
      'more than can be answered',
      Array.from({ length: 51 }, () => ({ place: 'merchant.website', note: 'Why?' })),
    ],
    ['no document', [{ place: 'documents.other', note: 'Bills.', count: 0 }]],
    ['more words than anybody reads', [{ place: 'merchant.website', note: 'x'.repeat(2_001) }]],
  ])('for %s is no request', (_, items) => {
    expect(askSchema.safeParse({ applicationId: crypto.randomUUID(), items }).success).toBe(false)
  })

  test('keeps the words as they were typed, NUL apart', async () => {
    const applicationId = await seedClaimed(ana, uma)
    const note = 'İstanbul’s “papers” — <b>bold</b>\u0000 ; drop table'
    await askApplicant(uma, { applicationId, items: [{ place: 'merchant.website', note }] })
    const [item] = (await requireRequest(ana, applicationId)).items
    expect(item?.note).toMatch(/^İstanbul’s “papers” — <b>bold<\/b>.? ; drop table$/)
    expect(item?.note).not.toContain('\u0000')
  })
})

describe('what is asked is marked for staff', () => {
  test('as a warning at its field, which blocks no answer', async () => {
    const applicationId = await seedAsked(
      withTwoContacts(),
      'merchant.website',
      'contacts.contact-2.ssn',
      'contacts.items',
      'accounts.account-1',
      'documents.voided-check',
    )
    expect(await marks(applicationId)).toMatchObject(
      ['merchant.website', 'contacts.items.1.ssn', 'contacts.items', 'accounts.items.0', 'documents'].map(
        (path) => ({ path, severity: 'warning' }),
      ),
    )
    expect((await viewApplication(ana, applicationId)).steps.length).toBeGreaterThan(0)
  })

  test('where the contact is now that was moved, and nowhere once it is gone', async () => {
    const applicationId = await seedAsked(withTwoContacts(), 'contacts.contact-2.ssn')
    expect(await markedPaths(applicationId)).toEqual(['contacts.items.1.ssn'])
    await changeDraft(ana, applicationId, ({ contacts }) => ({
      contacts: { ...contacts, items: contacts.items.toReversed() },
    }))
    expect(await markedPaths(applicationId)).toEqual(['contacts.items.0.ssn'])
    await changeDraft(ana, applicationId, ({ contacts }) => ({
      contacts: { ...contacts, items: contacts.items.filter(({ id }) => id !== 'contact-2') },
    }))
    expect(await markedPaths(applicationId)).toEqual([])
    expect(await answerNow(ana, applicationId)).toEqual({ ok: true, status: 'in-underwriting' })
  })

  test('until it is answered or taken back, and not after', async () => {
    const answered = await seedAsked(ourDraft(), 'merchant.website')
    const back = await seedAsked(ourDraft(), 'merchant.website')
    expect(await markedPaths(answered)).toEqual(['merchant.website'])
    await answerNow(ana, answered)
    await takeBack(ana, { applicationId: back })
    expect([await markedPaths(answered), await markedPaths(back)]).toEqual([[], []])
  })
})

describe('an answer', () => {
  test('gives the case back to its underwriter, with who answered and what they said, and its clock goes on', async () => {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    const { spentMs } = await requireCase(ana, applicationId)
    clock.advanceMs(100 * HOUR)
    const handedOver = (await requireCase(ana, applicationId)).handedOverAt.toISOString()
    expect(await viewCase(uma, applicationId)).toMatchObject({ given: { isAnswer: false, at: handedOver } })
    expect(await answerNow(ana, applicationId, 'The site is new.')).toEqual({
      ok: true,
      status: 'in-underwriting',
    })
    // Whoever looks sees the latest of what staff did, and since when whose case it is.
    const given = { by: 'Ana', at: clock.now().toISOString(), isAnswer: true }
    const underwriter = { name: 'Uma', since: handedOver }
    expect(await viewCase(uma, applicationId)).toMatchObject({ given, underwriter })
    const { underwriting } = await viewApplication(ana, applicationId)
    expect(underwriting).toMatchObject({ given, underwriter })
    expect(await requireCase(ana, applicationId)).toMatchObject({
      underwriterId: uma.actor.id,
      round: 1,
      spentMs,
      runningSince: clock.now(),
    })
    const [request] = await requestsOf(applicationId)
    expect(request).toMatchObject({
      isClosed: false,
      items: [{ state: 'unanswered' }],
      answer: { by: 'Ana', at: clock.now().toISOString(), note: 'The site is new.' },
    })
  })

  test('names the versions that were reviewed: of a section that changed since nothing is handed back', async () => {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    const versions = await versionsNow(ana, applicationId)
    await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant }))
    for (const stale of [versions, {}]) {
      expect(await answerRequest(ana, { applicationId, versions: stale, note: '' })).toMatchObject({
        ok: false,
        reason: 'changed',
      })
    }
    expect(await statusOf(applicationId)).toBe('info-requested')
    expect((await requireRequest(ana, applicationId)).items).toMatchObject([{ state: 'open' }])
  })

  test('is not taken while a problem blocks', async () => {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, taxId: '12-34' } }))
    const result = await answerNow(ana, applicationId)
    if (result.ok || result.reason !== 'violations') throw new Error('It was handed back.')
    expect(result.violations.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      'merchant.taxId',
    ])
    expect(await statusOf(applicationId)).toBe('info-requested')
    expect((await requireCase(ana, applicationId)).runningSince).toBeNull()
  })

  test('is refused where nothing is asked', async () => {
    const applicationId = await seedCase(ana)
    expect(await answerNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    const approved = await seedApproved(ana, uma)
    expect(await answerNow(ana, approved)).toMatchObject({ ok: false, reason: 'wrong-state' })
  })

  test('comes back as a difference: what was changed since it was asked, and nothing from before', async () => {
    const applicationId = await seedAsked(withTwoContacts(), 'merchant.website')
    await changeDraft(ana, applicationId, ({ merchant, contacts }) => ({
      merchant: { ...merchant, website: 'https://new.example' },
      contacts: {
        ...contacts,
        items: contacts.items.map((item) => (item.id === 'contact-2' ? { ...item, lastName: 'Berg' } : item)),
      },
    }))
    await answerNow(ana, applicationId)
    const [request] = await requestsOf(applicationId)
    expect(request?.differences).toMatchObject([
      { path: 'merchant.website', before: 'https://blue-heron.example', after: 'https://new.example' },
      { path: 'contacts.items#contact-2.lastName', before: 'Lind', after: 'Berg' },
    ])
  })

  test('shows identities in the difference by their masks only, and a change behind two equal masks too', async () => {
    const draft = canaryDraft()
    const applicationId = await seedAsked(
      { ...draft, merchant: ourDraft().merchant, options: ourDraft().options },
      'contacts.contact-2.ssn',
    )
    // The canary of the second contact, but for one digit that no mask shows.
    await changeDraft(ana, applicationId, ({ contacts }) => ({
      contacts: {
        ...contacts,
        items: contacts.items.map((item) =>
          item.id === 'contact-2' ? { ...item, ssn: '523 81 4970' } : item,
        ),
      },
    }))
    await answerNow(ana, applicationId)
    const [difference, ...others] = (await requestsOf(applicationId))[0]?.differences ?? []
    expect(others).toEqual([])
    expect(difference).toMatchObject({ path: 'contacts.items#contact-2.ssn' })
    expect(difference?.before).toBe(difference?.after)
    const page = JSON.stringify(await viewCase(uma, applicationId))
    expect(canariesIn(page)).toEqual([])
    expect(page).not.toMatch(/523 ?81 ?4970/)
  })

  test('without any change is an answer, with no difference', async () => {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    await answerNow(ana, applicationId, 'It is right as it is.')
    expect((await requestsOf(applicationId))[0]).toMatchObject({ differences: [], answer: { by: 'Ana' } })
  })
})

describe('reviewing an answer', () => {
  async function seedAnswered(...places: string[]) {
    const applicationId = await seedAsked(ourDraft(), ...places)
    for (const { id: itemId } of (await requireRequest(ana, applicationId)).items) {
      await answerAsk(ana, { applicationId, itemId, answer: 'It is right.' })
    }
    await answerNow(ana, applicationId)
    const { id: requestId, items } = await requireRequest(ana, applicationId)
    return { applicationId, requestId, itemIds: items.map(({ id }) => id) }
  }

  test('settles what is accepted, and closes the request with its last item', async () => {
    const { applicationId, requestId, itemIds } = await seedAnswered('merchant.website', 'merchant.mcc')
    const [first = '', second = ''] = itemIds
    expect(await reviewAnswer(uma, { applicationId, requestId, accepted: [first], again: [] })).toEqual({
      ok: true,
      status: 'in-underwriting',
    })
    expect((await requireRequest(ana, applicationId)).items).toMatchObject([
      { state: 'accepted' },
      { state: 'answered' },
    ])
    await reviewAnswer(uma, { applicationId, requestId, accepted: [second], again: [] })
    expect(await getOpenRequest(ana.db, applicationId)).toBeNull()
    expect((await requestsOf(applicationId))[0]).toMatchObject({ isClosed: true })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({ action: 'answers-accepted' })
  })

  test('asks again for what does not do: it goes back with those items only, and new words', async () => {
    const { applicationId, requestId, itemIds } = await seedAnswered('merchant.website', 'merchant.mcc')
    const [first = '', second = ''] = itemIds
    const again = [{ itemId: second, note: 'That code is of a restaurant.' }]
    clock.advanceMs(HOUR)
    expect(await reviewAnswer(uma, { applicationId, requestId, accepted: [first], again })).toEqual({
      ok: true,
      status: 'info-requested',
    })
    const open = await requireRequest(ana, applicationId)
    expect(open.id).not.toBe(requestId)
    expect(open.items).toMatchObject([
      { place: 'merchant.mcc', note: 'That code is of a restaurant.', state: 'open' },
    ])
    expect(await marks(applicationId)).toMatchObject([
      { path: 'merchant.mcc', message: 'Underwriting asks: That code is of a restaurant.' },
    ])
    expect((await requestsOf(applicationId)).map(({ isClosed }) => isClosed)).toEqual([false, true])
    expect((await requireCase(ana, applicationId)).runningSince).toBeNull()
  })

  test('compares the second answer with what stood when it was asked again', async () => {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    const change = (website: string) =>
      changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, website } }))
    await change('https://second.example')
    await answerNow(ana, applicationId)
    const { id: requestId, items } = await requireRequest(ana, applicationId)
    clock.advanceMs(HOUR)
    await reviewAnswer(uma, {
      applicationId,
      requestId,
      accepted: [],
      again: items.map(({ id }) => ({ itemId: id, note: 'Still not there.' })),
    })
    await change('https://third.example')
    await answerNow(ana, applicationId)
    expect((await requestsOf(applicationId))[0]?.differences).toMatchObject([
      { before: 'https://second.example', after: 'https://third.example' },
    ])
  })

  test('accepts without an answer what was taken back and handed over again', async () => {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    const { id: requestId, items } = await requireRequest(ana, applicationId)
    expect(items).toMatchObject([{ state: 'open' }])
    expect(
      await reviewAnswer(uma, { applicationId, requestId, accepted: items.map(({ id }) => id), again: [] }),
    ).toEqual({ ok: true, status: 'in-underwriting' })
    expect(await getOpenRequest(ana.db, applicationId)).toBeNull()
  })

  test('is for the holder alone, of the request that stands, while underwriting has it', async () => {
    const { applicationId, requestId, itemIds } = await seedAnswered('merchant.website')
    const input = { applicationId, requestId, accepted: itemIds, again: [] }
    expect(await reviewAnswer(ugo, input)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await reviewAnswer(uma, { ...input, requestId: crypto.randomUUID() })).toMatchObject({
      ok: false,
      reason: 'changed',
    })
    await assignCase(ugo, { applicationId, from: uma.actor.id, to: ugo.actor.id })
    expect(await reviewAnswer(uma, input)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect((await requireRequest(ana, applicationId)).items).toMatchObject([{ state: 'answered' }])
    expect(await reviewAnswer(ugo, input)).toMatchObject({ ok: true })
    expect(await reviewAnswer(ugo, input)).toMatchObject({ ok: false, reason: 'changed' })
  })

  test('of items of another request changes nothing', async () => {
    const one = await seedAnswered('merchant.website')
    const other = await seedAnswered('merchant.website')
    await reviewAnswer(uma, {
      applicationId: one.applicationId,
      requestId: one.requestId,
      accepted: other.itemIds,
      again: other.itemIds.map((itemId) => ({ itemId, note: 'Mixed up.' })),
    })
    for (const { applicationId } of [one, other]) {
      expect(await statusOf(applicationId)).toBe('in-underwriting')
      expect((await requireRequest(ana, applicationId)).items).toMatchObject([{ state: 'answered' }])
    }
  })

  test('of another application’s request is refused', async () => {
    const one = await seedAnswered('merchant.website')
    const other = await seedAnswered('merchant.website')
    expect(
      await reviewAnswer(uma, {
        applicationId: one.applicationId,
        requestId: other.requestId,
        accepted: other.itemIds,
        again: [],
      }),
    ).toMatchObject({ ok: false, reason: 'changed' })
    expect((await requireRequest(ana, other.applicationId)).items).toMatchObject([{ state: 'answered' }])
  })
})

test('what was asked is not asked any more once the case is decided', async () => {
  for (const outcome of ['approve', 'decline'] as const) {
    const applicationId = await seedAsked(ourDraft(), 'merchant.website')
    await answerNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, outcome)).toMatchObject({ ok: true, effect: 'takes-effect' })
    expect((await viewApplication(ana, applicationId)).underwriting?.request).toBeNull()
    expect((await requestsOf(applicationId))[0]).toMatchObject({ isClosed: true })
  }
})

test('a document that answers what is asked makes its uploader a contributor', async () => {
  const bea = await desk.as('Bea', ['onboarding', 'underwriter'])
  const applicationId = await seedAsked(ourDraft(), 'documents.voided-check')
  await addDocument(bea, applicationId)
  await answerNow(ana, applicationId)
  await releaseCase(uma, { applicationId })
  expect(await claimCase(bea, { applicationId })).toMatchObject({ ok: false, reason: 'own-work' })
  expect(await decideAll(bea, applicationId, 'approve')).toMatchObject({
    ok: false,
    problems: [{ code: 'not-claimed' }, { code: 'own-work' }],
  })
})

withPostgres('answers at once', (createDatabase) => {
  let shared: TestDesk
  let staff: Ctx[]
  let judge: Ctx
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    staff = await Promise.all(['One', 'Two', 'Three'].map((name) => shared.as(name)))
    judge = await shared.as('Judge', ['underwriter'])
    return () => shared.close()
  })

  const first = () => {
    const [person] = staff
    if (!person) throw new Error('No one is there.')
    return person
  }

  test('of two tabs that answer at once one wins', async () => {
    for (let round = 1; round <= 5; round++) {
      const applicationId = await seedApplicationDraft(first(), ourDraft())
      await handOverNow(first(), applicationId)
      await claimCase(judge, { applicationId })
      await ask(judge, applicationId, 'merchant.website')
      const results = await Promise.all(
        staff.map((ctx) => answerNow(ctx, applicationId, `From ${ctx.actor.name}`)),
      )
      const winner = staff[results.findIndex(({ ok }) => ok)]
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(results.filter(({ ok }) => !ok)).toMatchObject([
        { reason: 'wrong-state' },
        { reason: 'wrong-state' },
      ])
      const rows = await first()
        .db.select()
        .from(underwritingRequests)
        .where(eq(underwritingRequests.applicationId, applicationId))
      expect(rows).toMatchObject([{ answeredBy: winner?.actor.id, answerNote: `From ${winner?.actor.name}` }])
    }
  })

  test('of a save and an answer at once, what is handed back is what was reviewed', async () => {
    for (let round = 1; round <= 5; round++) {
      const applicationId = await seedApplicationDraft(first(), ourDraft())
      await handOverNow(first(), applicationId)
      await claimCase(judge, { applicationId })
      await ask(judge, applicationId, 'merchant.website')
      const versions = await versionsNow(first(), applicationId)
      const [answered, saved] = await Promise.allSettled([
        answerRequest(first(), { applicationId, versions, note: '' }),
        changeDraft(first(), applicationId, ({ merchant }) => ({
          merchant: { ...merchant, dbaName: 'Late' },
        })),
      ])
      const { status, dbaName } = await requireApplication(first().db, applicationId)
      const isAnswered = answered.status === 'fulfilled' && answered.value.ok
      expect(status).toBe(isAnswered ? 'in-underwriting' : 'info-requested')
      expect(dbaName).toBe(isAnswered ? ourDraft().merchant.dbaName : 'Late')
      expect(saved.status).toBe(isAnswered ? 'rejected' : 'fulfilled')
    }
  })

  test('two requests at once, by one underwriter in two tabs, are one', async () => {
    const applicationId = await seedApplicationDraft(first(), ourDraft())
    await handOverNow(first(), applicationId)
    await claimCase(judge, { applicationId })
    const results = await Promise.all([
      ask(judge, applicationId, 'merchant.website'),
      ask(judge, applicationId, 'merchant.mcc'),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const rows = await first()
      .db.select()
      .from(underwritingRequests)
      .where(eq(underwritingRequests.applicationId, applicationId))
    expect(rows).toHaveLength(1)
    expect((await requireApplication(first().db, applicationId)).status).toBe('info-requested')
  })
})

test('of two documents of a kind that the plan does not ask for, one is no answer, and asked again is the other', async () => {
  const applicationId = await seedClaimed(ana, uma)
  const asked = { place: 'documents.other', note: 'The last two utility bills.', count: 2 }
  await askApplicant(uma, {
    applicationId,
    items: [asked, { place: 'merchant.website', note: 'Why?', count: 2 }],
  })
  // Only documents are counted.
  expect((await requireRequest(ana, applicationId)).items.map(({ count }) => count)).toEqual([2, undefined])
  const ofBills = async () => {
    const { asks } = await viewApplication(ana, applicationId)
    const ask = asks.find(({ place }) => place === 'documents.other')
    return { isDone: ask?.isDone, added: ask?.added }
  }
  expect(await ofBills()).toEqual({ isDone: false, added: { filled: 0, of: 2 } })
  clock.advanceMs(HOUR)
  await addDocument(ana, applicationId, 'bill.pdf', 'other')
  expect(await ofBills()).toEqual({ isDone: false, added: { filled: 1, of: 2 } })
  await answerNow(ana, applicationId, 'The other one comes next week.')
  const { id: requestId, items } = await requireRequest(ana, applicationId)
  expect(items[0]).toMatchObject({ state: 'unanswered', filled: 1, count: 2 })

  await reviewAnswer(uma, {
    applicationId,
    requestId,
    accepted: items.slice(1).map(({ id }) => id),
    again: [{ itemId: items[0]?.id ?? '', note: 'Then the other one.' }],
  })
  expect(await ofBills()).toEqual({ isDone: false, added: null })
  clock.advanceMs(HOUR)
  await addDocument(ana, applicationId, 'bill 2.pdf', 'other')
  expect(await ofBills()).toEqual({ isDone: true, added: null })
})

test('each thing that is asked is answered by a change, a document in its slot, or in words', async () => {
  const applicationId = await seedAsked(
    ourDraft(),
    'merchant.website',
    'documents.voided-check',
    'merchant.phone',
    'merchant.mcc',
  )
  const asks = async () =>
    (await viewApplication(ana, applicationId)).asks.map(({ place, isDone }) => `${place} ${isDone}`)
  const stepOf = async (slug: string) =>
    (await viewApplication(ana, applicationId)).steps.find((step) => step.slug === slug)
  expect(await asks()).toEqual([
    'merchant.website false',
    'documents.voided-check false',
    'merchant.phone false',
    'merchant.mcc false',
  ])
  expect(await stepOf('merchant')).toMatchObject({ state: 'attention', note: '3 requests open' })
  expect(await stepOf('documents')).toMatchObject({ state: 'attention', note: '1 request open' })

  await changeDraft(ana, applicationId, ({ merchant }) => ({
    merchant: { ...merchant, website: 'https://second.example' },
  }))
  clock.advanceMs(HOUR)
  await addDocument(ana, applicationId)
  const { items } = await requireRequest(ana, applicationId)
  const itemId = items.find(({ place }) => place === 'merchant.phone')?.id ?? ''
  const say = (answer: string) => answerAsk(ana, { applicationId, itemId, answer })
  const changedAt = async () => (await viewApplication(ana, applicationId)).updatedAt
  expect(await changedAt()).toBe(clock.now().toISOString())
  clock.advanceMs(HOUR)
  expect(await say('It is right: they have one line.')).toEqual({ ok: true })
  expect(await changedAt()).toBe(clock.now().toISOString())
  expect(await asks()).toEqual([
    'merchant.website true',
    'documents.voided-check true',
    'merchant.phone true',
    'merchant.mcc false',
  ])
  expect(await stepOf('merchant')).toMatchObject({ state: 'attention', note: '1 request open' })
  expect(await say('')).toEqual({ ok: true })
  expect((await asks()).at(-2)).toBe('merchant.phone false')
  expect(await say('It is right.')).toEqual({ ok: true })

  expect(await answerAsk(ana, { applicationId, itemId: crypto.randomUUID(), answer: 'x' })).toMatchObject({
    ok: false,
  })
  // What is left open is handed back with a reason, and not by a slip.
  expect(await answerNow(ana, applicationId, ' ')).toMatchObject({
    ok: false,
    reason: 'invalid',
    message: expect.stringContaining('why not'),
  })
  expect(await answerNow(ana, applicationId, 'They have no MCC yet.')).toMatchObject({ ok: true })
  expect((await requireRequest(ana, applicationId)).items).toMatchObject([
    { state: 'answered' },
    { state: 'answered' },
    { state: 'answered', answer: 'It is right.' },
    { state: 'unanswered' },
  ])
  expect(await say('Too late')).toMatchObject({ ok: false, reason: 'wrong-state' })
  expect((await viewApplication(ana, applicationId)).asks).toEqual([])
})

describe('a request that is withdrawn', () => {
  test('brings the case back to whoever has it, its clock running, is told to staff and closed', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await ask(uma, applicationId, 'merchant.website')
    const { id: requestId } = await requireRequest(uma, applicationId)
    const gone = { ok: false, reason: 'wrong-state' }
    const withdraw = (who: Ctx, of = requestId) =>
      withdrawAsk(who, { applicationId, requestId: of, itemId: null, reason: 'It stands on page 2.' })
    expect(await withdraw(uma, crypto.randomUUID())).toMatchObject(gone)
    expect(await withdraw(ana)).toMatchObject({ ok: false, reason: 'own-work' })
    // Any underwriter: whoever asked may be away.
    expect(await withdraw(ugo)).toEqual({ ok: true, status: 'in-underwriting' })
    expect(await requireCase(uma, applicationId)).toMatchObject({
      underwriterId: uma.actor.id,
      runningSince: expect.any(Date),
    })
    expect(await getOpenRequest(uma.db, applicationId)).toBeNull()
    expect((await viewCase(uma, applicationId)).requests).toMatchObject([
      { isClosed: true, answer: null, items: [{ state: 'withdrawn' }] },
    ])
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'underwriting-withdraw-ask',
      actorId: ugo.actor.id,
      detail: { from: 'info-requested', to: 'in-underwriting', reason: 'It stands on page 2.' },
    })
    const told = await ana.db.select().from(notifications).where(eq(notifications.subjectId, applicationId))
    expect(told).toMatchObject([
      { personId: ana.actor.id, kind: 'asked' },
      { personId: ana.actor.id, kind: 'ask-withdrawn' },
    ])
    // Nothing of it stands in the way, and more can be asked.
    expect(await withdraw(uma)).toMatchObject(gone)
    expect(await answerNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await ask(uma, applicationId, 'merchant.website', 'merchant.phone')).toMatchObject({ ok: true })
  })

  test('in part leaves the rest with staff, whose words stay, and comes back with the last of it', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await ask(uma, applicationId, 'merchant.website', 'merchant.phone', 'merchant.legalName')
    const { id: requestId, items } = await requireRequest(uma, applicationId)
    const [website, phone, legalName] = items.map(({ id }) => id)
    await answerAsk(ana, { applicationId, itemId: website ?? '', answer: 'They have none.' })
    const withdraw = (who: Ctx, itemId = website ?? null) =>
      withdrawAsk(who, { applicationId, requestId, itemId, reason: 'It stands on page 2.' })
    expect(await withdraw(ana)).toMatchObject({ ok: false, reason: 'own-work' })
    expect(await withdraw(ugo)).toEqual({ ok: true, status: 'info-requested' })
    expect(await withdraw(uma)).toMatchObject({ ok: false, reason: 'changed' })
    expect((await requireRequest(uma, applicationId)).items).toMatchObject([
      { state: 'withdrawn', answer: 'They have none.' },
      { state: 'open' },
      { state: 'open' },
    ])
    expect((await viewApplication(ana, applicationId)).asks.map(({ id }) => id)).toEqual([phone, legalName])
    const answer = { applicationId, itemId: website ?? '', answer: 'Now they have.' }
    expect(await answerAsk(ana, answer)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'underwriting-item-withdrawn',
      actorId: ugo.actor.id,
      detail: { items: [{ place: 'merchant.website' }], reason: 'It stands on page 2.' },
    })
    const told = await ana.db.select().from(notifications).where(eq(notifications.subjectId, applicationId))
    expect(told).toMatchObject([
      { personId: ana.actor.id, kind: 'asked' },
      { personId: ana.actor.id, kind: 'item-withdrawn' },
    ])
    expect(await withdraw(uma, phone)).toEqual({ ok: true, status: 'info-requested' })
    expect(await withdraw(uma, legalName)).toEqual({ ok: true, status: 'in-underwriting' })
    expect(await getOpenRequest(uma.db, applicationId)).toBeNull()
  })

  test('in part is settled once the rest is accepted', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await ask(uma, applicationId, 'merchant.website', 'merchant.phone')
    const { id: requestId, items } = await requireRequest(uma, applicationId)
    const [website, phone] = items.map(({ id }) => id)
    const reason = 'It stands on page 2.'
    await withdrawAsk(uma, { applicationId, requestId, itemId: website ?? null, reason })
    await answerNow(ana, applicationId)
    await reviewAnswer(uma, { applicationId, requestId, accepted: [phone ?? ''], again: [] })
    expect(await getOpenRequest(uma.db, applicationId)).toBeNull()
  })
})
