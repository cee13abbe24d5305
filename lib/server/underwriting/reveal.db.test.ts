import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { can, ROLES } from '@/lib/domain/access/permissions'
import { dayText } from '@/lib/domain/application/differences'
import { log } from '@/lib/log'
import { assignApplications } from '@/lib/server/applications/assignment'
import { viewApplication } from '@/lib/server/applications/loaders'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { viewDashboard } from '@/lib/server/dashboard/data'
import { answerContent, recordOpened } from '@/lib/server/documents/content'
import type { Ctx } from '@/lib/server/services'
import { storeSetting } from '@/lib/server/settings'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { canaryFullDraft, seedFullApplication } from '@/lib/testing/full-drafts'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument,
  auditOf,
  HOUR,
  openDocument,
  seedCase,
  testClock,
} from '@/lib/testing/underwriting-cases'
import { claimCase, releaseCase } from './claim'
import { takeBack } from './hand-over'
import { viewCase } from './loaders'
import { revealSchema, revealValues } from './reveal'

let desk: TestDesk
let ana: Ctx
let uma: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
})
afterAll(() => desk.close())

const draft = canaryDraft()
const caseDraft = {
  ...draft,
  merchant: { ...draft.merchant, sponsorship: 'Sponsor Bank One' },
  options: { ...draft.options, partnerUnderwrites: 'no' as const },
}
const reason = 'Compared with the photo ID.'

type Asked = Parameters<typeof revealValues>[1]
const revealValue = async (ctx: Ctx, { field, ...of }: Omit<Asked, 'fields'> & { field: string }) =>
  (await revealValues(ctx, { ...of, fields: [field] }))[field] ?? ''

const [, secondContact] = draft.contacts.items
const [account] = draft.accounts.items

const places = [
  { section: 'merchant', itemId: '', field: 'taxId', value: draft.merchant.taxId },
  { section: 'contacts', itemId: 'contact-2', field: 'ssn', value: secondContact?.ssn },
  { section: 'accounts', itemId: 'account-1', field: 'accountNumber', value: account?.accountNumber },
] as const

describe('a value is revealed', () => {
  test.each(places)('$section $itemId $field, as it was typed', async ({ value, ...place }) => {
    const applicationId = await seedApplicationDraft(ana, draft)
    expect(await revealValue(ana, { applicationId, ...place, reason })).toBe(value)
  })

  test.each([
    ['1980-03-04', 'Mar 4, 1980'],
    ['3/4/1980', 'Mar 4, 1980'],
    ['March 1980', 'March 1980'],
  ])('a date of birth of %s as every other day of the case: %s', async (dateOfBirth, shown) => {
    const items = draft.contacts.items.map((contact) => ({ ...contact, dateOfBirth }))
    const applicationId = await seedApplicationDraft(ana, {
      ...draft,
      contacts: { ...draft.contacts, items },
    })
    const place = { section: 'contacts', itemId: 'contact-2', field: 'dateOfBirth' } as const
    expect(await revealValue(ana, { applicationId, ...place, reason })).toBe(shown)
  })

  test('one at a time, with who asked, for which place and why in the audit log, and not the value', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const place = { section: 'contacts', itemId: 'contact-2', field: 'ssn' } as const
    await revealValue(ana, { applicationId, ...place, reason })
    const rows = await auditOf(ana, applicationId)
    expect(rows.at(-1)).toMatchObject({
      action: 'value-revealed',
      actorId: ana.actor.id,
      requestId: ana.requestId,
      detail: { section: 'contacts', itemId: 'contact-2', fields: ['ssn'], reason },
    })
    expect(rows.at(-1)?.detail.whose, 'whose value it is').toBe(
      `${secondContact?.firstName} ${secondContact?.lastName}`,
    )
    await revealValue(ana, {
      applicationId,
      section: 'accounts',
      itemId: 'account-1',
      field: 'accountNumber',
      reason,
    })
    expect((await auditOf(ana, applicationId)).at(-1)?.detail.whose).toBe(`Account 1, ${account?.bankName}`)
    expect(canariesIn(JSON.stringify(rows))).toEqual([])
  })

  test('with the others of the same person for one reason, in one row that names them all', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const before = await auditOf(ana, applicationId)
    const asked = { section: 'contacts', itemId: 'contact-2', fields: ['ssn', 'dateOfBirth'] } as const
    expect(await revealValues(ana, { applicationId, ...asked, fields: [...asked.fields], reason })).toEqual({
      ssn: secondContact?.ssn,
      dateOfBirth: dayText(`${secondContact?.dateOfBirth}`),
    })
    const rows = await auditOf(ana, applicationId)
    expect(rows).toHaveLength(before.length + 1)
    expect(rows.at(-1)).toMatchObject({ action: 'value-revealed', detail: { ...asked, reason } })
  })

  test('and none of them, where one is not there', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const before = await auditOf(ana, applicationId)
    for (const fields of [
      ['ssn', 'wings'],
      ['ssn', 'firstName'],
      ['ssn', 'accountNumber'],
    ])
      await expect(
        revealValues(ana, { applicationId, section: 'contacts', itemId: 'contact-2', fields, reason }),
      ).rejects.toMatchObject({ code: 'not-found' })
    expect(await auditOf(ana, applicationId)).toEqual(before)
  })

  test('of a full application as well, and of no section that its kind does not have', async () => {
    const full = await seedFullApplication(ana, canaryFullDraft())
    expect(
      await revealValue(ana, {
        applicationId: full,
        section: 'merchant',
        itemId: '',
        field: 'taxId',
        reason,
      }),
    ).toBe(draft.merchant.taxId)
    const payfac = await seedApplicationDraft(ana, draft)
    await expect(
      revealValue(ana, { applicationId: payfac, section: 'pricing', itemId: '', field: 'taxId', reason }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('whose values they are', () => {
  const taxId = { section: 'merchant', itemId: '', field: 'taxId', reason } as const

  test('of a case: whoever has claimed it, for as long as it is open', async () => {
    const applicationId = await seedCase(ana, caseDraft)
    const asked = () => revealValue(uma, { applicationId, ...taxId })
    await expect(asked()).rejects.toMatchObject({ code: 'forbidden' })
    await claimCase(uma, { applicationId })
    expect(await asked()).toBe(draft.merchant.taxId)
    const ulf = await desk.as('Ulf', ['underwriter'])
    await expect(revealValue(ulf, { applicationId, ...taxId })).rejects.toMatchObject({ code: 'forbidden' })
    await releaseCase(uma, { applicationId })
    await expect(asked()).rejects.toMatchObject({ code: 'forbidden' })
    await claimCase(uma, { applicationId })
    const taken = await takeBack(ana, { applicationId })
    expect(taken).toMatchObject({ ok: true })
    await expect(asked()).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('documents open on the same work, and each opening is logged once', async () => {
    const applicationId = await seedCase(ana, caseDraft)
    const documentId = await addDocument(ana, applicationId, 'license.pdf', 'identity')
    const [ugo, ola] = [await desk.as('Ugo', ['underwriter']), await desk.as('Ola')]
    const [adi, otto] = [await desk.as('Adi', ['admin']), await desk.as('Otto', ['auditor'])]
    const rows = async () => (await auditOf(ana, documentId)).map(({ action, actorId }) => [action, actorId])
    const closedFor = async (ctx: Ctx) => {
      const { documentsClosed, documents } = await viewApplication(ctx, applicationId)
      // They see that the document exists, and the page says why they cannot open it.
      expect(documents.map(({ name }) => name)).toEqual(['license.pdf'])
      for (const asked of [
        () => answerContent(ctx, documentId, { withBody: true }),
        () => answerContent(ctx, documentId, { withBody: true, isPreview: true }),
        () => recordOpened(ctx, documentId),
      ])
        await expect(asked()).rejects.toMatchObject({ code: 'forbidden', message: documentsClosed })
    }
    for (const person of [uma, ugo, ola, adi, otto]) await closedFor(person)
    expect(await rows()).toEqual([])
    expect(await auditOf(ana, otto.actor.id)).toMatchObject([
      { action: 'access-refused', detail: { permission: 'sensitive:reveal' } },
    ])

    const both = await desk.as('Bea', ['onboarding', 'underwriter'])
    expect((await viewApplication(both, applicationId)).documentsClosed).toMatch(/^Claim this case/)
    await recordOwnWork(both, desk.services.db, applicationId)
    expect((await viewApplication(both, applicationId)).documentsClosed).toMatch(/cannot take its case/)
    await closedFor(both)

    await openDocument(ana, documentId)
    await claimCase(uma, { applicationId })
    expect((await viewApplication(uma, applicationId)).documentsClosed).toBeNull()
    await openDocument(uma, documentId)
    expect(await rows()).toEqual([
      ['document-read', ana.actor.id],
      ['document-read', uma.actor.id],
    ])
    await closedFor(ugo)

    await storeSetting(desk.services.db, 'reveal', { auditorsOpenDocuments: true })
    await openDocument(otto, documentId)
    await closedFor(adi)
    await storeSetting(desk.services.db, 'reveal', {})
    await closedFor(otto)
  })

  test('of an application: whoever it is assigned to, and a refusal is in the audit log', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const olga = await desk.as('Olga')
    await expect(revealValue(olga, { applicationId, ...taxId })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await auditOf(ana, olga.actor.id)).toMatchObject([
      { action: 'access-refused', detail: { permission: 'sensitive:reveal' } },
    ])
    await assignApplications(olga, { rows: [{ applicationId, from: ana.actor.id }], to: olga.actor.id })
    expect(await revealValue(olga, { applicationId, ...taxId })).toBe(draft.merchant.taxId)
    await expect(revealValue(ana, { applicationId, ...taxId })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the limit of an hour', () => {
  const clock = testClock()
  const limit = 3
  const seed = async (name: string) => {
    const person = { ...(await desk.as(name)), now: clock.now }
    const applicationId = await seedApplicationDraft(person, draft)
    const withFactor = (factorAt?: Date) => ({
      ...person,
      actor: { ...person.actor, ...(factorAt && { factor: { at: factorAt, isRequired: false } }) },
    })
    const asked = (factorAt?: Date) =>
      revealValue(withFactor(factorAt), {
        applicationId,
        section: 'merchant',
        itemId: '',
        field: 'taxId',
        reason,
      })
    const together = (fields: string[], factorAt?: Date) =>
      revealValues(withFactor(factorAt), {
        applicationId,
        section: 'contacts',
        itemId: 'contact-2',
        fields,
        reason,
      })
    const noticed = async () =>
      (await auditOf(ana, person.actor.id)).filter(({ action }) => action === 'reveal-limit-passed')
    return { asked, together, noticed }
  }
  beforeAll(() => storeSetting(desk.services.db, 'reveal', { revealsPerHour: limit }))
  afterAll(() => storeSetting(desk.services.db, 'reveal', { revealsPerHour: 20 }))

  test('ends it for whoever has no second factor, until the hour is over', async () => {
    const { asked, noticed } = await seed('Lea')
    for (let n = 0; n < limit; n++) {
      await asked()
      clock.advanceMs(60_000)
    }
    await expect(asked()).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/revealed 3 values .* in 57 min/),
    })
    expect(await noticed()).toEqual([])
    clock.advanceMs(HOUR - limit * 60_000)
    expect(await asked()).toBe(draft.merchant.taxId)
    await expect(asked()).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('asks for a second factor that was shown since, and tells admins once an hour', async () => {
    const { asked, noticed } = await seed('Leo')
    const before = clock.now()
    for (let n = 0; n < limit; n++) {
      clock.advanceMs(1_000)
      await asked(before)
    }
    await expect(asked(before)).rejects.toMatchObject({ code: 'confirm-needed' })
    expect(await noticed()).toEqual([])
    clock.advanceMs(1_000)
    const shown = clock.now()
    for (let n = 0; n < limit; n++) {
      clock.advanceMs(1_000)
      expect(await asked(shown)).toBe(draft.merchant.taxId)
    }
    await expect(asked(shown)).rejects.toMatchObject({ code: 'confirm-needed' })
    expect(await noticed()).toMatchObject([{ detail: { revealed: limit + 1, limit } }])
    const ada = await desk.as('Ada', ['admin'])
    const troublesOf = async (ctx: Ctx) =>
      (await viewDashboard({ ...ctx, now: clock.now }, { days: 7 })).troubles?.filter(
        ({ about }) => about === 'reveals',
      )
    expect(await troublesOf(ada)).toMatchObject([{ name: 'Leo' }])
    expect(await troublesOf(uma)).toEqual([])
  })

  test('counts each of the values that are shown together, and takes them all or none', async () => {
    const { asked, together, noticed } = await seed('Lia')
    await together(['ssn', 'dateOfBirth'])
    await expect(together(['ssn', 'dateOfBirth'])).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/These 2 values would exceed the limit of 3 values/),
    })
    await asked()
    await expect(asked()).rejects.toMatchObject({ code: 'forbidden' })
    clock.advanceMs(1_000)
    const shown = clock.now()
    clock.advanceMs(1_000)
    await together(['ssn', 'dateOfBirth'], shown)
    expect(await noticed()).toMatchObject([{ detail: { revealed: limit + 2, limit } }])
    await expect(together(['ssn', 'dateOfBirth'], shown)).rejects.toMatchObject({ code: 'confirm-needed' })
    await asked(shown)
    await expect(asked(shown)).rejects.toMatchObject({ code: 'confirm-needed' })
  })

  test('is never passed by more values at once than it allows, whatever factor was shown', async () => {
    const { together } = await seed('Lev')
    await storeSetting(desk.services.db, 'reveal', { revealsPerHour: 1 })
    await expect(together(['ssn', 'dateOfBirth'], clock.now())).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Reveal them one at a time.'),
    })
    await storeSetting(desk.services.db, 'reveal', { revealsPerHour: limit })
  })

  test('is not passed by two at once', async () => {
    const { asked } = await seed('Lou')
    const all = await Promise.allSettled(Array.from({ length: limit + 2 }, () => asked()))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit)
  })
})

describe('nothing is revealed', () => {
  test.each([
    ['a field that is not sensitive', 'merchant', '', 'legalName'],
    ['a field that is not there', 'merchant', '', 'wings'],
    ['a member of every object', 'merchant', '', 'constructor'],
    ['an item that is not there', 'contacts', 'contact-9', 'ssn'],
    ['a list without its item', 'contacts', '', 'ssn'],
    ['an item of another section', 'accounts', 'contact-1', 'ssn'],
    ['an item where there is no list', 'merchant', 'contact-1', 'taxId'],
  ] as const)('of %s, and no audit row is written', async (_, section, itemId, field) => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const before = await auditOf(ana, applicationId)
    await expect(revealValue(ana, { applicationId, section, itemId, field, reason })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await auditOf(ana, applicationId)).toEqual(before)
  })

  test('of an application that is not there', async () => {
    await expect(
      revealValue(ana, {
        applicationId: crypto.randomUUID(),
        section: 'merchant',
        itemId: '',
        field: 'taxId',
        reason,
      }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([['', '  ', 'ok', 'too short', 'x'.repeat(501)]])(
    'without a reason that says something',
    (...reasons) => {
      const input = { applicationId: crypto.randomUUID(), section: 'merchant', itemId: '', fields: ['taxId'] }
      for (const given of reasons)
        expect(revealSchema.safeParse({ ...input, reason: given }).success).toBe(false)
      expect(revealSchema.safeParse(input).success).toBe(false)
      expect(revealSchema.parse({ ...input, reason: ` ${reason} `, reveal: 'all' })).toEqual({
        ...input,
        reason,
      })
    },
  )

  test('where its audit row cannot be written: the two stand or fall together', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const before = await auditOf(ana, applicationId)
    // A row of the audit log has a request.
    const broken: Ctx = {
      ...ana,
      requestId: null as unknown as string,
    }
    await expect(
      revealValue(broken, { applicationId, section: 'merchant', itemId: '', field: 'taxId', reason }),
    ).rejects.toThrow()
    expect(await auditOf(ana, applicationId)).toEqual(before)
  })

  test('to a role without the permission: only onboarding and underwriting have it', () => {
    expect(ROLES.filter((role) => can([role], 'sensitive:reveal'))).toEqual(['onboarding', 'underwriter'])
  })
})

test('after revealing every identity, none is in any table, log line or page', async () => {
  const written: string[] = []
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
  const spies = levels.map((level) => vi.spyOn(log, level))
  try {
    const applicationId = await seedCase(ana, caseDraft)
    const revealed: string[] = []
    for (const { value: _value, ...place } of places) {
      revealed.push(await revealValue(ana, { applicationId, ...place, reason }))
    }
    await revealValue(ana, {
      applicationId,
      section: 'contacts',
      itemId: 'gone',
      field: 'ssn',
      reason,
    }).catch((error: unknown) => written.push(String(error)))
    expect(canariesIn(revealed.join())).not.toEqual([])
    expect(canariesIn(JSON.stringify(await dumpDatabase(desk.services.db)))).toEqual([])
    written.push(...spies.flatMap(({ mock }) => mock.calls.map((line) => JSON.stringify(line))))
    expect(canariesIn(written.join())).toEqual([])
    expect(canariesIn(JSON.stringify(await viewCase(uma, applicationId)))).toEqual([])
    expect(canariesIn(JSON.stringify(await viewApplication(ana, applicationId)))).toEqual([])
    expect(await desk.services.db.$count(auditLog)).toBeGreaterThan(places.length)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
})
