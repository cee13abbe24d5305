import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applicationSections, applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { blankContact, blankDraft } from '@/lib/domain/application/blank'
import type { SectionDraft } from '@/lib/domain/application/draft'
import { payfacFields } from '@/lib/domain/application/fields'
import type { ContactDraft, Draft, SectionName } from '@/lib/domain/application/sections'
import { sparseBase } from '@/lib/domain/application/sparse-base'
import { APPLICATION_STATUSES, canEdit } from '@/lib/domain/application/status'
import { isSealed, type SensitiveText } from '@/lib/domain/values/sealed'
import type { Violation } from '@/lib/domain/values/violation'
import { withoutPaused } from '@/lib/server/applications/compare-identities'
import { createApplication, type SaveResult, saveSection } from '@/lib/server/applications/mutations'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'

/** Nothing here may be sent, so no one listens. */
const partnerUrl = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let ana: Ctx
let ben: Ctx
let now = new Date('2026-07-01T12:00:00Z')
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: () => now })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
})
afterAll(() => desk.close())

let id: string
beforeEach(async () => {
  id = (await createApplication(ana)).id
})

const save = <S extends SectionName>(ctx: Ctx, section: S, data: unknown, baseVersion = 0) =>
  saveSection(ctx, { applicationId: id, section, baseVersion, data })

const openDraft = async (applicationId = id): Promise<Draft> =>
  (await getOpenDraft(desk.services.db, desk.services.sealer, { id: applicationId, kind: 'payfac' })).draft

const merchant = (changes: Partial<Draft['merchant']> = {}): Draft['merchant'] => ({
  ...exampleDraft().merchant,
  ...changes,
})

const contacts = (...items: ContactDraft[]): Draft['contacts'] => ({ items, nobodyOwns25: false })

const stored = async () =>
  JSON.stringify([
    await desk.services.db.select().from(applications).where(eq(applications.id, id)),
    await desk.services.db
      .select()
      .from(applicationSections)
      .where(eq(applicationSections.applicationId, id)),
    await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id)),
  ])

async function changesNothing(attempt: () => Promise<unknown>): Promise<void> {
  const before = await stored()
  await attempt()
  expect(await stored()).toBe(before)
}

function shownOf<T extends SectionDraft>(result: SaveResult<T>): T {
  if (!result.ok) throw new Error(`Not saved: ${result.reason}`)
  return result.shown
}

describe('two editors', () => {
  test('a save over the version that stands makes the next version', async () => {
    for (const version of [1, 2, 3]) {
      const result = await save(ana, 'merchant', merchant({ mcc: `${version}` }), version - 1)
      expect(result).toMatchObject({ ok: true, version, savedAt: now.toISOString() })
    }
    expect((await openDraft()).merchant.mcc).toBe('3')
  })

  test.each([0, 2, 7])(
    'a save over version %i is refused while version 1 stands, and changes nothing',
    async (baseVersion) => {
      await save(ana, 'merchant', merchant())
      await changesNothing(async () => {
        const result = await save(ben, 'merchant', merchant({ mcc: 'mine' }), baseVersion)
        expect(result).toMatchObject({ ok: false, reason: 'stale', version: 1 })
      })
    },
  )

  test('a stale save brings back theirs, with stand-ins for what is sealed, who changed it and when', async () => {
    now = new Date('2026-07-01T12:04:31Z')
    await save(ben, 'merchant', merchant({ legalName: 'Ben was here LLC' }))
    now = new Date('2026-07-01T12:09:00Z')
    const result = await save(ana, 'merchant', merchant({ legalName: 'Ana was late LLC' }))
    expect(result).toMatchObject({
      reason: 'stale',
      changedBy: 'Ben',
      changedAt: '2026-07-01T12:04:31.000Z',
      theirs: { legalName: 'Ben was here LLC', taxId: { sealed: true, mask: '••-•••6789' } },
    })
    expect(JSON.stringify(result)).not.toContain('3456789')
  })

  test('whoever overtook themselves in another window is told so', async () => {
    await save(ana, 'options', exampleDraft().options)
    const result = await save(ana, 'options', blankDraft().options)
    expect(result).toMatchObject({ reason: 'stale', changedBy: 'you, in another window' })
  })

  test('sections have versions of their own', async () => {
    await save(ana, 'merchant', merchant())
    expect(await save(ben, 'options', exampleDraft().options)).toMatchObject({ ok: true, version: 1 })
  })
})

describe('an identity that another application has', () => {
  test('is told with the save that brings it, and not again with the next', async () => {
    const number = '00098'.concat(String(Math.floor(Math.random() * 1e6)).padStart(6, '0'))
    const accounts = (accountNumber: string) => ({
      items: [exampleAccount('a-1', { accountNumber, accountNumberAgain: accountNumber })],
    })
    const first = await createApplication(ben)
    await saveSection(ben, {
      applicationId: first.id,
      section: 'accounts',
      baseVersion: 0,
      data: accounts(number),
    })
    const result = await save(ana, 'accounts', accounts(number))
    expect(result).toMatchObject({
      ok: true,
      sameIdentities: [
        { path: 'accounts.items.0.accountNumber', severity: 'warning', about: [{ applicationId: first.id }] },
      ],
    })
    expect(JSON.stringify(result)).not.toContain(number)
    const next = await save(
      ana,
      'accounts',
      { items: [{ ...shownOf(result).items[0], bankName: 'Other' }] },
      1,
    )
    expect(next).not.toHaveProperty('sameIdentities')
    expect(await save(ana, 'accounts', accounts('5550001112'), 2)).toMatchObject({ sameIdentities: [] })
  })
})

test('one Social Security number of two people is told by the save, though both are sealed by then', async () => {
  const people = (second: string) => ({
    items: [exampleContact('c-1', { ssn: '513-22-3333' }), exampleContact('c-2', { ssn: second })],
    nobodyOwns25: false,
  })
  const result = await save(ana, 'contacts', people('513-22-4444'))
  expect(result).toMatchObject({ ok: true, sameIdentities: [] })
  const [first, second] = shownOf(result).items
  const twice = { items: [first, { ...second, ssn: '513223333' }], nobodyOwns25: false }
  expect(await save(ana, 'contacts', twice, 1)).toMatchObject({
    sameIdentities: [
      { path: 'contacts.items.0.ssn', code: 'shared-ssn', severity: 'warning' },
      { path: 'contacts.items.1.ssn', code: 'shared-ssn', severity: 'warning' },
    ],
  })
})

describe('two editors of different fields', () => {
  /** Ana and Ben both start from version 1; Ben saves first. */
  async function bothStartFrom<S extends SectionName>(section: S, data: Draft[S]) {
    const base = shownOf(await save(ana, section, data))
    const over = (ctx: Ctx, mine: unknown, more: { baseVersion?: number; tab?: string } = {}) =>
      saveSection(ctx, {
        applicationId: id,
        section,
        baseVersion: 1,
        data: mine,
        base: sparseBase(base, mine as SectionDraft<S>),
        ...more,
      })
    return { base, over }
  }

  test('both are kept, nobody is asked, and the form is told whose changes it now has', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant())
    await over(ben, { ...base, dbaName: 'Theirs', phone: '614 555 0777' })
    const result = await over(ana, { ...base, legalName: 'Mine LLC', taxId: '98-7654321' })
    expect(result).toMatchObject({
      ok: true,
      version: 3,
      mergedWith: 'Ben',
      shown: {
        legalName: 'Mine LLC',
        dbaName: 'Theirs',
        phone: '614 555 0777',
        taxId: { mask: '••-•••4321' },
      },
    })
    expect((await openDraft()).merchant).toEqual(
      merchant({ legalName: 'Mine LLC', dbaName: 'Theirs', phone: '614 555 0777', taxId: '98-7654321' }),
    )
  })

  test('the audit log has only what each of them changed', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant())
    await over(ben, { ...base, dbaName: 'Theirs' })
    await over(ana, { ...base, legalName: 'Mine LLC' })
    const rows = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(asc(auditLog.id))
    const changes = rows.flatMap(({ detail }) => (detail as { changes?: { path: string }[] })?.changes ?? [])
    expect(changes.filter(({ path }) => path === 'merchant.dbaName')).toHaveLength(2)
    expect(changes.at(-1)).toMatchObject({ path: 'merchant.legalName', after: 'Mine LLC' })
  })

  test('a secret that somebody else typed meanwhile is kept, also where mine sends its old stand-in', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant())
    await over(ben, { ...base, taxId: '98-7654321' })
    expect(await over(ana, { ...base, mcc: '5812' })).toMatchObject({ ok: true })
    expect((await openDraft()).merchant).toMatchObject({ taxId: '98-7654321', mcc: '5812' })
  })

  test('the same secret typed by both is no conflict; different ones are', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant({ taxId: '' }))
    await over(ben, { ...base, taxId: '98-7654321' })
    expect(await over(ana, { ...base, taxId: '98-7654322' })).toMatchObject({ ok: false, reason: 'stale' })
    expect(await over(ana, { ...base, taxId: '98-7654321', mcc: '5812' })).toMatchObject({ ok: true })
    expect((await openDraft()).merchant).toMatchObject({ taxId: '98-7654321', mcc: '5812' })
  })

  test('the same field changed to different values is refused, and changes nothing', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant())
    await over(ben, { ...base, dbaName: 'Theirs' })
    await changesNothing(async () => {
      const result = await over(ana, { ...base, dbaName: 'Mine', mcc: '5812' })
      expect(result).toMatchObject({ ok: false, reason: 'stale', version: 2, theirs: { dbaName: 'Theirs' } })
    })
  })

  test('one tab never disagrees with itself: its newest text stands, another window is asked', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant())
    await over(ana, { ...base, dbaName: 'Mi' }, { tab: 'one' })
    expect(await over(ana, { ...base, dbaName: 'Mine' }, { tab: 'two' })).toMatchObject({ reason: 'stale' })
    expect(await over(ana, { ...base, dbaName: 'Mine' })).toMatchObject({ reason: 'stale' })
    expect(await over(ben, { ...base, dbaName: 'Mine' }, { tab: 'one' })).toMatchObject({ reason: 'stale' })
    expect(await over(ana, { ...base, dbaName: 'Mine' }, { tab: 'one' })).toMatchObject({
      ok: true,
      version: 3,
    })
    expect((await openDraft()).merchant.dbaName).toBe('Mine')
  })

  test('people are merged one by one: added here, removed there, changed in different fields', async () => {
    const people = contacts(exampleContact('a'), exampleContact('b'), exampleContact('c'))
    const { base, over } = await bothStartFrom('contacts', people)
    const [a, b, c] = base.items as [ContactDraft, ContactDraft, ContactDraft]
    await over(ben, contacts(b, { ...c, city: 'Dayton' }, exampleContact('d', { firstName: 'Dan' })))
    expect(await over(ana, contacts(a, { ...b, title: 'CEO' }, { ...c, ssn: '512-45-0000' }))).toMatchObject({
      ok: true,
    })
    expect((await openDraft()).contacts.items).toEqual([
      exampleContact('b', { title: 'CEO' }),
      exampleContact('c', { city: 'Dayton', ssn: '512-45-0000' }),
      exampleContact('d', { firstName: 'Dan' }),
    ])
  })

  test('a base that is no such section, or of a version yet to come, merges nothing', async () => {
    const { base, over } = await bothStartFrom('merchant', merchant())
    await over(ben, { ...base, dbaName: 'Theirs' })
    const save = { applicationId: id, section: 'merchant' as const, data: { ...base, mcc: '5812' } }
    for (const wrong of [{ status: 'submitted' }, { legalName: 7 }, { items: [] }])
      expect(await saveSection(ana, { ...save, baseVersion: 1, base: wrong })).toMatchObject({ ok: false })
    expect(await saveSection(ana, { ...save, baseVersion: 7, base: {} })).toMatchObject({ ok: false })
  })
})

describe('what may be saved', () => {
  const draft = exampleDraft()
  const contact = exampleContact('contact-1')
  const standIn = { sealed: true, mask: '••••', findings: [] }
  test.each<[string, SectionName, unknown]>([
    ['status', 'merchant', { ...draft.merchant, status: 'submitted' }],
    ['role', 'merchant', { ...draft.merchant, role: 'admin' }],
    ['ownerId', 'options', { ...draft.options, ownerId: 'somebody' }],
    ['__proto__', 'options', JSON.parse(`{"__proto__": {}, ${JSON.stringify(draft.options).slice(1)}`)],
    ['a list member', 'contacts', { ...draft.contacts, role: 'admin' }],
    ['an item', 'contacts', contacts({ ...contact, role: 'admin' } as ContactDraft)],
    ['an account', 'accounts', { items: [{ ...exampleAccount('account-1'), status: 'open' }] }],
  ])('a key too many is refused: %s', async (_, section, data) => {
    await changesNothing(() => expect(save(ana, section, data)).rejects.toMatchObject({ code: 'invalid' }))
  })

  const { mcc: _left, ...incomplete } = draft.merchant
  test.each<[string, SectionName, unknown]>([
    ['nothing', 'merchant', undefined],
    ['null', 'merchant', null],
    ['a member short', 'merchant', incomplete],
    ['a number for a text', 'merchant', { ...draft.merchant, mcc: 5942 }],
    ['a stand-in where nothing is sealed', 'merchant', { ...draft.merchant, legalName: standIn }],
    ['40,001 characters', 'merchant', { ...draft.merchant, description: 'x'.repeat(40_001) }],
    ['one id for two', 'contacts', contacts(contact, contact)],
    ['an id that is none', 'contacts', contacts({ ...contact, id: '../1' })],
    ['51 contacts', 'contacts', contacts(...Array.from({ length: 51 }, (_, i) => exampleContact(`c${i}`)))],
    ['another section', 'options', draft.merchant],
  ])('what is no section is refused: %s', async (_, section, data) => {
    await changesNothing(() => expect(save(ana, section, data)).rejects.toMatchObject({ code: 'invalid' }))
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'nothing', '', "' or 1=1 --"])(
    'an application that does not exist is not found: %j',
    async (unknown) => {
      const saving = saveSection(ana, {
        applicationId: unknown,
        section: 'merchant',
        baseVersion: 0,
        data: merchant(),
      })
      await expect(saving).rejects.toMatchObject({ code: 'not-found' })
    },
  )

  test.each(APPLICATION_STATUSES.filter((status) => !canEdit(status)))(
    'an application that is %s cannot be edited',
    async (status) => {
      await save(ana, 'merchant', merchant())
      await desk.services.db.update(applications).set({ status }).where(eq(applications.id, id))
      await changesNothing(() =>
        expect(save(ana, 'merchant', merchant({ mcc: 'x' }), 1)).rejects.toMatchObject({
          code: 'wrong-state',
        }),
      )
    },
  )

  test.each(APPLICATION_STATUSES.filter(canEdit))(
    'an application that is %s can be edited',
    async (status) => {
      await desk.services.db.update(applications).set({ status }).where(eq(applications.id, id))
      expect(await save(ana, 'merchant', merchant())).toMatchObject({ ok: true })
    },
  )
})

describe('text comes back as it was typed', () => {
  const isFreeText = (section: SectionName, name: string) =>
    payfacFields.fieldsOf(section).some(({ name: other, meta }) => other === name && meta.kind !== 'yes-no')
  const filled = <T extends object>(section: SectionName, record: T, text: string): T => ({
    ...record,
    ...Object.fromEntries(
      Object.keys(record).flatMap((name) =>
        isFreeText(section, name) && name !== 'roles' && name !== 'id' ? [[name, text]] : [],
      ),
    ),
  })
  /** The same text in every field that takes one, sealed ones too. */
  const everywhere = (text: string): Draft => ({
    merchant: filled('merchant', blankDraft().merchant, text),
    contacts: contacts({
      ...filled('contacts', exampleContact('contact-1'), text),
      roles: [text.slice(0, 200)],
    }),
    accounts: { items: [filled('accounts', exampleAccount('account-1'), text)] },
    options: filled('options', blankDraft().options, text),
  })

  test.each([
    ['SQL', `'; drop table applications; --`],
    ['more SQL', `" or 1=1; $1 %s $$ \\' \\0 {} ?`],
    ['apostrophes', `O’Brien's "d'Artagnan" ‘n’ \`sons\``],
    ['emoji', '🧁 👩‍👩‍👧‍👦 🇺🇸 👍🏽'],
    ['a Turkish İ', 'İstanbul ığIiİ'],
    ['right to left', 'مخبز \u202eهيرون\u202c עברית'],
    ['markup', '<img src=x onerror=alert(1)>&amp;</script>'],
    ['a formula', '=cmd|"/c calc"!A1'],
    ['JSON', '{"sealed":true,"mask":"x"} \\u0000 \\ud800'],
    ['what looks sealed', 'v1.1.AAAA.AAAA.AAAA'],
    ['spaces and lines', '  two  spaces\tand\r\nlines  '],
    ['accents apart', 'Cafe\u0301 Ame\u0301lie'],
  ])('%s', async (_, text) => {
    const draft = everywhere(text)
    const applicationId = await seedApplicationDraft(ana, draft)
    expect(await openDraft(applicationId)).toEqual(draft)
  })

  test('of a card number in a free text four digits, in the draft and in the audit log', async () => {
    const description = 'Books. Test with 4111 1111 1111 1111 please, call +1 555 123 4567.'
    const result = await save(ana, 'merchant', merchant({ description }))
    const kept = 'Books. Test with ************1111 please, call +1 555 123 4567.'
    expect(shownOf(result)).toMatchObject({ description: kept })
    expect((await openDraft()).merchant.description).toBe(kept)
    expect((await stored()).replaceAll(' ', '').includes('4111111111111111')).toBe(false)
  })

  test('32,000 characters, also when each takes four bytes', async () => {
    for (const description of ['x'.repeat(32_000), '🧁'.repeat(16_000)]) {
      const applicationId = await seedApplicationDraft(ana, {
        ...blankDraft(),
        merchant: merchant({ description }),
      })
      expect((await openDraft(applicationId)).merchant.description).toBe(description)
    }
  })

  test('a NUL is dropped and half a character replaced, since the database can keep neither', async () => {
    const applicationId = await seedApplicationDraft(ana, everywhere('a\u0000b\ud83dc'))
    expect(await openDraft(applicationId)).toEqual(everywhere('ab\ufffdc'))
  })
})

describe('sensitive values', () => {
  const contactOf = (draft: Draft, itemId: string) => draft.contacts.items.find((item) => item.id === itemId)
  const shownContact = (result: SaveResult<SectionDraft<'contacts'>>, itemId: string) => {
    const item = shownOf(result).items.find((other) => other.id === itemId)
    if (!item) throw new Error(`No contact ${itemId}.`)
    return item
  }
  const two = () =>
    contacts(
      exampleContact('c1', { ssn: '512-45-6789', dateOfBirth: '1984-05-17' }),
      exampleContact('c2', { ssn: '512-45-1111', dateOfBirth: '1990-01-02' }),
    )

  test('stand nowhere in the database in the clear, also not in the audit log', async () => {
    await seedApplicationDraft(ana, canaryDraft())
    const everyTable = await dumpDatabase(desk.services.db)
    expect(everyTable['public.audit_log']?.length, 'the dump has what it should').toBeGreaterThan(4)
    expect(canariesIn(JSON.stringify(canaryDraft())), 'the canaries are found where they are').not.toEqual([])
    expect(canariesIn(JSON.stringify(everyTable))).toEqual([])
  })

  test('stay what they were when their stand-ins come back', async () => {
    const shown = shownOf(await save(ana, 'contacts', two()))
    expect(shown.items.every(({ ssn, dateOfBirth }) => isSealed(ssn) && isSealed(dateOfBirth))).toBe(true)
    await save(ana, 'contacts', shown, 1)
    expect((await openDraft()).contacts).toEqual(two())
  })

  test('stay with their contact when the contacts are put in another order', async () => {
    const shown = shownOf(await save(ana, 'contacts', two()))
    await save(ana, 'contacts', { ...shown, items: shown.items.toReversed() }, 1)
    const [first, second] = (await openDraft()).contacts.items
    expect(first).toMatchObject({ id: 'c2', ssn: '512-45-1111', dateOfBirth: '1990-01-02' })
    expect(second).toMatchObject({ id: 'c1', ssn: '512-45-6789', dateOfBirth: '1984-05-17' })
  })

  test('stay when another contact is removed, and one is put before them', async () => {
    const saved = await save(ana, 'contacts', two())
    await save(ana, 'contacts', contacts(blankContact('c0'), shownContact(saved, 'c2')), 1)
    const draft = await openDraft()
    expect(contactOf(draft, 'c0')).toMatchObject({ ssn: '', dateOfBirth: '' })
    expect(contactOf(draft, 'c2')).toMatchObject({ ssn: '512-45-1111', dateOfBirth: '1990-01-02' })
  })

  test('are replaced by what is typed, and cleared by a blank', async () => {
    const saved = await save(ana, 'contacts', two())
    const [c1, c2] = [shownContact(saved, 'c1'), shownContact(saved, 'c2')]
    await save(ana, 'contacts', contacts({ ...c1, ssn: '512-45-2222' }, { ...c2, ssn: '  ' }), 1)
    const draft = await openDraft()
    expect(contactOf(draft, 'c1')).toMatchObject({ ssn: '512-45-2222', dateOfBirth: '1984-05-17' })
    expect(contactOf(draft, 'c2')).toMatchObject({ ssn: '', dateOfBirth: '1990-01-02' })
  })

  test('are not brought back by the stand-in of a removed contact, nor handed to another one', async () => {
    const saved = await save(ana, 'contacts', two())
    const c2 = shownContact(saved, 'c2')
    await save(ana, 'contacts', contacts(shownContact(saved, 'c1')), 1)
    await save(ana, 'contacts', contacts(shownContact(saved, 'c1'), c2, { ...c2, id: 'c3' }), 2)
    const draft = await openDraft()
    expect(contactOf(draft, 'c2')).toMatchObject({ ssn: '', dateOfBirth: '' })
    expect(contactOf(draft, 'c3')).toMatchObject({ ssn: '', dateOfBirth: '' })
  })

  test('keep an invented stand-in from making anything: nothing is stored under it', async () => {
    const invented: SensitiveText = { sealed: true, mask: '•••-••-6789', findings: [] }
    expect(shownOf(await save(ana, 'merchant', merchant({ taxId: invented }))).taxId).toBe('')
    expect((await openDraft()).merchant.taxId).toBe('')
  })

  test('are told apart in the audit log by their masks alone', async () => {
    await save(ana, 'contacts', two())
    const saved = await save(ana, 'contacts', contacts(exampleContact('c1', { ssn: '512-45-2222' })), 1)
    expect(saved.ok).toBe(true)
    const rows = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    const text = JSON.stringify(rows.map(({ detail }) => detail))
    expect(text).toContain('•••-••-2222')
    for (const secret of ['512-45', '51245', '1984-05-17', '1990-01-02']) expect(text).not.toContain(secret)
  })

  /** Puts the stored `data` of this application's section through SQL, as someone with the database could. */
  const tamper = (section: SectionName, data: unknown) =>
    desk.services.db.execute(
      sql`update application_sections set data = ${JSON.stringify(data)}::jsonb where application_id = ${id} and section = ${section}`,
    )
  const rawData = async (section: SectionName, applicationId = id): Promise<Record<string, unknown>> => {
    const { rows } = await desk.services.db.execute<{ data: Record<string, unknown> }>(
      sql`select data from application_sections where application_id = ${applicationId} and section = ${section}`,
    )
    return rows[0]?.data ?? {}
  }

  test('moved to another application do not open, and no save hides that', async () => {
    await save(ana, 'merchant', merchant({ taxId: '12-3456789' }))
    const elsewhere = await seedApplicationDraft(ana, {
      ...blankDraft(),
      merchant: merchant({ taxId: '98-7654321' }),
    })
    await tamper('merchant', {
      ...(await rawData('merchant')),
      taxId: (await rawData('merchant', elsewhere)).taxId,
    })
    await expect(openDraft()).rejects.toThrow()
    await expect(save(ana, 'merchant', merchant(), 1)).rejects.toThrow()
  })

  test('moved to another contact or another field do not open', async () => {
    await save(ana, 'contacts', two())
    const data = await rawData('contacts')
    const [c1, c2] = Array.isArray(data.items) ? data.items : []
    await tamper('contacts', { ...data, items: [{ ...c1, ssn: c2.ssn }, c2] })
    await expect(openDraft()).rejects.toThrow()
    await tamper('contacts', { ...data, items: [{ ...c1, ssn: c1.dateOfBirth }, c2] })
    await expect(openDraft()).rejects.toThrow()
    await tamper('contacts', data)
    expect((await openDraft()).contacts, 'put back, they open').toEqual(two())
  })
})

describe('the audit log', () => {
  test('has one row for each save: who, what, the version, before and after', async () => {
    await save(ana, 'merchant', merchant({ legalName: 'Before LLC' }))
    await save(ben, 'merchant', merchant({ legalName: 'After LLC' }), 1)
    const rows = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id)
    expect(rows.map(({ action, actorId, requestId }) => [action, actorId, requestId])).toEqual([
      ['application-started', ana.actor.id, 'test-Ana'],
      ['section-saved', ana.actor.id, 'test-Ana'],
      ['section-saved', ben.actor.id, 'test-Ben'],
    ])
    expect(rows.at(-1)?.detail).toMatchObject({
      section: 'merchant',
      version: 2,
      changes: [{ path: 'merchant.legalName', before: 'Before LLC', after: 'After LLC' }],
    })
  })
})

withPostgres('saves that come at once', (createDatabase) => {
  let shared: TestDesk
  let people: Ctx[]
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    people = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => shared.as(name)))
    return () => shared.close()
  })

  test.each([0, 1])('of four over version %i exactly one wins, and its text stands', async (baseVersion) => {
    for (let round = 0; round < 8; round++) {
      const [first] = people
      if (!first) throw new Error('No one is there.')
      const application = await createApplication(first)
      const saveAs = (ctx: Ctx, version: number) =>
        saveSection(ctx, {
          applicationId: application.id,
          section: 'merchant',
          baseVersion: version,
          data: merchant({ legalName: ctx.actor.name }),
        })
      if (baseVersion === 1) await saveAs(first, 0)
      const results = await Promise.all(people.map((ctx) => saveAs(ctx, baseVersion)))
      const winners = people.filter((_, i) => results[i]?.ok)
      expect(winners).toHaveLength(1)
      for (const result of results.filter(({ ok }) => !ok)) {
        expect(result).toMatchObject({
          reason: 'stale',
          version: baseVersion + 1,
          changedBy: winners[0]?.actor.name,
        })
      }
      const { draft, versions } = await getOpenDraft(shared.services.db, shared.services.sealer, {
        id: application.id,
        kind: 'payfac',
      })
      expect(draft.merchant.legalName).toBe(winners[0]?.actor.name)
      expect(versions.merchant).toBe(baseVersion + 1)
    }
  })
})

test('an owner’s number that is nearly the tax ID of the business is told by the save, though both are sealed by then', async () => {
  const sole = { ...exampleDraft('Sole Proprietorship').merchant, taxId: '51-3223333' }
  await save(ana, 'merchant', sole)
  const owner = (ssn: string) => ({
    items: [exampleContact('c-1', { ssn, roles: ['Principal'], percentageOwned: '100' })],
    nobodyOwns25: false,
  })
  const told = async (ssn: string, version: number) => {
    const saved = await save(ana, 'contacts', owner(ssn), version)
    return saved.ok && saved.sameIdentities?.filter(({ code }) => code === 'mismatch').map(({ path }) => path)
  }
  expect(await told('513-22-3334', 0)).toEqual(['contacts.items.0.ssn'])
  expect(await told('513-22-3333', 1)).toEqual([])
})

test('a comparison with the tax ID is told to nobody whose comparisons are paused, of either number', () => {
  const found: Violation[] = [
    { path: 'contacts.items.0.ssn', code: 'mismatch', message: '', severity: 'warning' },
  ]
  for (const section of ['contacts', 'merchant'] as const)
    expect(withoutPaused(found, [{ section }])).toEqual([])
  expect(withoutPaused(found, [{ section: 'accounts' }])).toEqual(found)
})
