import { createHash, randomBytes } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { applicationSections, applications, identityFingerprints } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { underwritingDecisions } from '@/lib/db/schema/underwriting'
import { blankContact, blankDraft } from '@/lib/domain/application/blank'
import type { AnyDraft, AnySectionName } from '@/lib/domain/application/draft'
import { blankFullDraft } from '@/lib/domain/application/full-blank'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { AccountDraft, ContactDraft } from '@/lib/domain/application/sections'
import { isSealed } from '@/lib/domain/values/sealed'
import { log } from '@/lib/log'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx, Services } from '@/lib/server/services'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleAccount } from '@/lib/testing/example-draft'
import { canaryFullDraft, seedFullApplication, submittableFullDraft } from '@/lib/testing/full-drafts'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { createApplication, saveSection } from './mutations'
import { INDEX_VERSION, reindex } from './search-index'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let ben: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

/** Each test has the identities for itself. */
beforeEach(async () => {
  await desk.services.db.delete(identityFingerprints)
})

const KINDS = ['payfac', 'full'] as const

/** A new application that holds what the test says, and is blank else; saved section by section. */
type Holding = {
  legalName?: string
  dbaName?: string
  taxId?: string
  email?: string
  phone?: string
  billingStreet?: string
  billingPostalCode?: string
  contacts?: Partial<ContactDraft>[]
  accounts?: Partial<AccountDraft>[]
}

const people = (contacts: Partial<ContactDraft>[]) => ({
  items: contacts.map((contact, index) => ({ ...blankContact(`contact-${index}`), ...contact })),
  nobodyOwns25: false,
})
const bankAccounts = (accounts: Partial<AccountDraft>[]) => ({
  items: accounts.map((account, index) => exampleAccount(`account-${index}`, account)),
})

async function save(id: string, section: AnySectionName, data: unknown, ctx = ana): Promise<void> {
  const { versions } = await viewApplication(ctx, id)
  const saved = await saveSection(ctx, { applicationId: id, section, baseVersion: versions[section], data })
  if (!saved.ok) throw new Error('Not saved.')
}

const saveMerchant = async (id: string, holding: Holding) => {
  const { draft } = await viewApplication(ana, id)
  const { contacts: _, accounts: __, ...merchant } = { legalName: '', dbaName: '', taxId: '', ...holding }
  await save(id, 'merchant', { ...draft.merchant, ...merchant })
}

async function application(kind: ApplicationKind, holding: Holding = {}): Promise<string> {
  const { id } = await createApplication(ana, { kind })
  await saveMerchant(id, holding)
  if (holding.contacts) await save(id, 'contacts', people(holding.contacts))
  if (holding.accounts) await save(id, 'accounts', bankAccounts(holding.accounts))
  return id
}

const columnsOf = async (id: string, { services } = desk) => {
  const { legalName, dbaName, ownership, taxIdLast4, merchantWords, contactWords, partnerUnderwrites } =
    await requireApplication(services.db, id)
  return { legalName, dbaName, ownership, taxIdLast4, merchantWords, contactWords, partnerUnderwrites }
}

const fingerprintsOf = async (id: string, { services } = desk) =>
  (await services.db.select().from(identityFingerprints).where(eq(identityFingerprints.applicationId, id)))
    .map(({ section, itemId, field, fingerprint }) => [section, itemId, field, fingerprint].join(' '))
    .sort()

/** The warnings about other applications, each as its place and their ids. */
const sameIn = async (id: string) =>
  (await viewApplication(ana, id)).violations
    .filter(({ about }) => about !== undefined)
    .map(({ path, about }) => [path, ...(about ?? []).map((other) => other.applicationId)].join(' '))
    .sort()

describe.each(KINDS)('what a %s application is found by', (kind) => {
  test('follows every save of the merchant and of the contacts', async () => {
    const id = await application(kind)
    const none = {
      legalName: '',
      dbaName: '',
      ownership: '',
      taxIdLast4: '',
      merchantWords: '',
      contactWords: '',
    }
    expect(await columnsOf(id)).toEqual({ ...none, partnerUnderwrites: null })

    const first = { legalName: "  O'Brien & Söhne GmbH ", dbaName: 'İpek Café', taxId: '12-3456789' }
    await saveMerchant(id, first)
    await save(id, 'contacts', people([{ firstName: 'Ana', lastName: 'Ruiz' }, { lastName: 'Ito' }]))
    expect(await columnsOf(id)).toMatchObject({
      legalName: "O'Brien & Söhne GmbH",
      dbaName: 'İpek Café',
      taxIdLast4: '6789',
      merchantWords: 'obrien sohne gmbh ipek cafe',
      contactWords: 'ana ruiz ito',
    })

    await saveMerchant(id, { dbaName: 'Other' })
    expect(await columnsOf(id)).toMatchObject({
      legalName: '',
      taxIdLast4: '',
      merchantWords: 'other',
      contactWords: 'ana ruiz ito',
    })
    await save(id, 'contacts', people([{ firstName: 'Bo' }]))
    expect((await columnsOf(id)).contactWords).toBe('bo')
    await save(id, 'contacts', people([]))
    expect((await columnsOf(id)).contactWords).toBe('')
  })

  test.each([
    ['12-3456789', '6789'],
    [' 12 345 6780 ', '6780'],
    ['12–3456781', '6781'],
    ['000000000', '0000'],
    ['12345678', ''],
    ['1234567890', ''],
    ['12345678x', ''],
    ['last four 6789', ''],
    ['', ''],
    [' ', ''],
  ])('the last four digits of a tax id “%s” are “%s”: only of a well-formed one', async (taxId, expected) => {
    const id = await application(kind, { taxId: '98-7654321' })
    expect((await columnsOf(id)).taxIdLast4).toBe('4321')
    await saveMerchant(id, { taxId })
    expect((await columnsOf(id)).taxIdLast4).toBe(expected)
  })

  test('stays while a stand-in stands for the tax id', async () => {
    const id = await application(kind, { taxId: '12-3456789', contacts: [{ ssn: '512-45-6789' }] })
    const [columns, fingerprints] = [await columnsOf(id), await fingerprintsOf(id)]
    const { draft } = await viewApplication(ana, id)
    expect(isSealed(draft.merchant.taxId)).toBe(true)
    await save(id, 'merchant', { ...draft.merchant, dbaName: 'Renamed' })
    await save(id, 'contacts', draft.contacts)
    expect(await columnsOf(id)).toEqual({ ...columns, dbaName: 'Renamed', merchantWords: 'renamed' })
    expect(await fingerprintsOf(id)).toEqual(fingerprints)
  })

  test('is left alone by the other sections, and by a save that is refused', async () => {
    const id = await application(kind, {
      dbaName: 'Heron',
      taxId: '12-3456789',
      contacts: [{ firstName: 'Ana' }],
    })
    const columns = await columnsOf(id)
    await save(id, 'accounts', bankAccounts([{}]))
    const blank = kind === 'full' ? blankFullDraft() : blankDraft()
    await save(id, 'options', blank.options)
    expect(await columnsOf(id)).toEqual(columns)
    const stale = { applicationId: id, section: 'merchant' as const, baseVersion: 0, data: blank.merchant }
    expect(await saveSection(ben, stale)).toMatchObject({ ok: false, reason: 'stale' })
    await expect(saveSection(ben, { ...stale, baseVersion: 1, data: { dbaName: 'x' } })).rejects.toThrow()
    expect(await columnsOf(id)).toEqual(columns)
  })

  test('is as long as can be stored, whatever was typed', async () => {
    const id = await application(kind, {
      legalName: 'Wörd '.repeat(8_000),
      dbaName: '🧁'.repeat(10_000),
      contacts: Array.from({ length: 50 }, () => ({
        firstName: 'x'.repeat(20_000),
        lastName: 'ﷺ'.repeat(2_000),
      })),
    })
    const { merchantWords, contactWords } = await columnsOf(id)
    expect(merchantWords.startsWith('word word ')).toBe(true)
    expect([merchantWords.length, contactWords.length].every((length) => length <= 2_000)).toBe(true)
  })
})

describe('who underwrites', () => {
  test.each([
    ['yes', true],
    ['no', false],
    ['', null],
  ])('answered “%s” is %s', async (partnerUnderwrites, expected) => {
    const id = await application('payfac')
    for (const answer of ['yes', 'no', partnerUnderwrites]) {
      await save(id, 'options', { ...blankDraft().options, partnerUnderwrites: answer })
    }
    expect((await columnsOf(id)).partnerUnderwrites).toBe(expected)
  })

  test('is asked in a full application too', async () => {
    const id = await seedFullApplication(ana)
    expect((await columnsOf(id)).partnerUnderwrites).toBe(true)
  })
})

const pairs = KINDS.flatMap((one) => KINDS.map((other) => [one, other] as const))

describe.each(pairs)('the same identity in a %s and a %s application', (one, other) => {
  const SSN = ['contacts.items.0.ssn', 'contact-0']
  test.each<[string, Holding, string | undefined, Holding, string | undefined]>([
    ['a tax id', { taxId: '12-3456789' }, 'merchant.taxId', { taxId: ' 123456789' }, 'merchant.taxId'],
    [
      'an SSN',
      { contacts: [{ ssn: '512-45-6789' }] },
      SSN[0],
      { contacts: [{}, { ssn: '512 45 6789' }] },
      'contacts.items.1.ssn',
    ],
    [
      'an account number',
      { accounts: [{ accountNumber: '00-1234-5678' }] },
      'accounts.items.0.accountNumber',
      { accounts: [{ accountNumber: '0012 345678' }] },
      'accounts.items.0.accountNumber',
    ],
    [
      'a name at an address',
      { legalName: 'Blue Heron LLC', billingStreet: '1 Main Street', billingPostalCode: '43215' },
      'merchant.legalName',
      { dbaName: 'The Blue Heron', billingStreet: '1 main st.', billingPostalCode: '43215-1203' },
      'merchant.dbaName',
    ],
    [
      'an email',
      { email: 'ana@heron.example' },
      'merchant.email',
      { contacts: [{ email: 'Ana@Heron.example' }] },
      'contacts.items.0.email',
    ],
    [
      'a phone number',
      { phone: '(614) 555-0199' },
      'merchant.phone',
      { phone: '+1 614 555 0199' },
      'merchant.phone',
    ],
    [
      'the SSN of a sole proprietor as tax id',
      { taxId: '512-45-6789' },
      'merchant.taxId',
      { contacts: [{ ssn: '512456789' }] },
      SSN[0],
    ],
  ])(
    '%s is found from both sides, whatever the punctuation',
    async (_what, left, leftPath, right, rightPath) => {
      const first = await application(one, left)
      expect(await sameIn(first)).toEqual([])
      const second = await application(other, right)
      expect(await sameIn(first)).toEqual([`${leftPath} ${second}`])
      expect(await sameIn(second)).toEqual([`${rightPath} ${first}`])
    },
  )

  test.each<[string, Holding, Holding]>([
    ['what differs in one digit', { taxId: '12-3456789' }, { taxId: '12-3456780' }],
    [
      'an account number without its leading zeros',
      { accounts: [{ accountNumber: '0012345678' }] },
      { accounts: [{ accountNumber: '12345678' }] },
    ],
    [
      'an account number at another bank',
      { accounts: [{ accountNumber: '0012345678', routingNumber: '021000021' }] },
      { accounts: [{ accountNumber: '0012345678', routingNumber: '044000037' }] },
    ],
    [
      'an SSN and an account number of the same digits',
      { contacts: [{ ssn: '512-45-6789' }] },
      { accounts: [{ accountNumber: '512456789' }] },
    ],
    [
      'a tax id and an account number of the same digits',
      { taxId: '512-45-6789' },
      { accounts: [{ accountNumber: '512456789' }] },
    ],
    [
      'a name at another address',
      { legalName: 'Blue Heron', billingStreet: '1 Main St', billingPostalCode: '43215' },
      { legalName: 'Blue Heron', billingStreet: '2 Main St', billingPostalCode: '43215' },
    ],
    [
      'a date of birth',
      { contacts: [{ dateOfBirth: '1984-05-17' }] },
      { contacts: [{ dateOfBirth: '5/17/1984' }] },
    ],
    [
      'an account number in the second entry only',
      { accounts: [{ accountNumber: '', accountNumberAgain: '0012345678' }] },
      { accounts: [{ accountNumber: '0012345678' }] },
    ],
    [
      'a bank’s routing number',
      { accounts: [{ accountNumber: '1111' }] },
      { accounts: [{ accountNumber: '2222' }] },
    ],
    [
      'what is not well formed',
      { taxId: '12-345678', contacts: [{ ssn: '512-45-678' }], accounts: [{ accountNumber: '12x4' }] },
      { taxId: '12-345678', contacts: [{ ssn: '512-45-678' }], accounts: [{ accountNumber: '12x4' }] },
    ],
    [
      'what is blank',
      { taxId: ' ', contacts: [{ ssn: '' }], accounts: [{ accountNumber: ' ' }] },
      { taxId: '', contacts: [{ ssn: ' ' }], accounts: [{ accountNumber: '' }] },
    ],
  ])('is not %s', async (_what, left, right) => {
    const ids = [await application(one, left), await application(other, right)]
    for (const id of ids) expect(await sameIn(id)).toEqual([])
  })

  test('is gone once the value is changed, made wrong, blanked, or its contact or account removed, and back with it', async () => {
    const first = await application(one, {
      taxId: '12-3456789',
      contacts: [{ ssn: '512-45-6789' }],
      accounts: [{}],
    })
    const same = { taxId: '12-3456789', contacts: [{ ssn: '512-45-6789' }], accounts: [{}] }
    const second = await application(other, same)
    const all = ['accounts.items.0.accountNumber', 'contacts.items.0.ssn', 'merchant.taxId']
    const found = all.map((path) => `${path} ${second}`)
    expect(await sameIn(first)).toEqual(found)
    for (const taxId of ['12-3456780', '12-345678', '']) {
      await saveMerchant(second, { taxId })
      expect(await sameIn(first)).toEqual(found.slice(0, 2))
      await saveMerchant(second, { taxId: '123456789' })
      expect(await sameIn(first)).toEqual(found)
    }
    await save(second, 'contacts', people([]))
    expect(await sameIn(first)).toEqual([found[0], found[2]])
    await save(second, 'accounts', { items: [] })
    expect(await sameIn(first)).toEqual([found[2]])
    await save(second, 'contacts', people([{ lastName: 'New' }, { ssn: '512-45-6789' }]))
    expect(await sameIn(first)).toEqual(found.slice(1))
    expect(await sameIn(second)).toEqual([`contacts.items.1.ssn ${first}`, `merchant.taxId ${first}`])
  })
})

describe('an identity', () => {
  test.each(KINDS)('is never warned of within one %s application', async (kind) => {
    const id = await application(kind, {
      taxId: '512-45-6789',
      contacts: [{ ssn: '512-45-6789' }, { ssn: '512456789' }],
      accounts: [{}, {}],
    })
    expect(await fingerprintsOf(id)).toHaveLength(5)
    expect(await sameIn(id)).toEqual([])
  })

  test('stays with its contact when contacts change places', async () => {
    const first = await application('full', { contacts: [{ ssn: '512-45-6789' }, { ssn: '512-45-1111' }] })
    const second = await application('payfac', { contacts: [{ ssn: '512-45-6789' }] })
    const { draft } = await viewApplication(ana, first)
    await save(first, 'contacts', { ...draft.contacts, items: draft.contacts.items.toReversed() })
    expect(await sameIn(first)).toEqual([`contacts.items.1.ssn ${second}`])
  })

  test('is fingerprinted with a key of this desk: another desk has other fingerprints of the same value', async () => {
    const id = await application('payfac', { taxId: '12-3456789' })
    const other = await openTestDesk({ partnerUrl: sandbox.url })
    try {
      const cleo = await other.as('Cleo')
      const { id: there } = await createApplication(cleo)
      const data = { ...blankDraft().merchant, taxId: '12-3456789' }
      await saveSection(cleo, { applicationId: there, section: 'merchant', baseVersion: 0, data })
      const [mine, theirs] = [await fingerprintsOf(id), await fingerprintsOf(there, other)]
      expect([mine.length, theirs.length]).toEqual([1, 1])
      expect(mine).not.toEqual(theirs)
    } finally {
      await other.close()
    }
  })

  test('stands nowhere in the database, in the clear or as a hash that anybody could make', async () => {
    const drafts: AnyDraft[] = [canaryDraft(), canaryFullDraft()]
    const rows = async () => Object.values(await dumpDatabase(desk.services.db)).flat()
    const before = new Set(await rows())
    await seedApplicationDraft(ana, canaryDraft())
    const id = await seedFullApplication(ana, canaryFullDraft())
    expect(await sameIn(id), 'the fingerprints are there').toHaveLength(10)
    const dump = (await rows()).filter((row) => !before.has(row)).join('\n')
    expect(dump).toContain(id)
    expect(canariesIn(dump)).toEqual([])

    const typed = drafts.flatMap(({ merchant, contacts, accounts }) => [
      merchant.taxId,
      ...contacts.items.flatMap(({ ssn, dateOfBirth }) => [ssn, dateOfBirth]),
      ...accounts.items.map(({ accountNumber }) => accountNumber),
    ])
    const values = typed.flatMap((value) =>
      typeof value === 'string' ? [value, value.replace(/\D/g, '')] : [],
    )
    const prefixes = ['', 'taxId', 'ssn', 'accountNumber', 'nine digits', 'account number', 'tax-id']
    const separators = ['', ':', '.', '\0', ' ', '|']
    const found = values.flatMap((value) =>
      prefixes.flatMap((prefix) =>
        separators.flatMap((separator) =>
          (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((algorithm) => {
            const digest = createHash(algorithm).update(`${prefix}${separator}${value}`)
            const bytes = digest.digest()
            const texts = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]
            return texts.filter((text) => dump.includes(text.slice(0, 20)))
          }),
        ),
      ),
    )
    expect(found).toEqual([])
  })
})

describe('the warning', () => {
  const warnings = async (id: string) =>
    (await viewApplication(ana, id)).violations.filter(({ about }) => about !== undefined)
  const numbered = async (id: string) => `A-${(await requireApplication(desk.services.db, id)).number}`

  test.each(KINDS)('names the other %s application by its number and name, and links to it', async (kind) => {
    const other = await application(kind, {
      dbaName: 'Blue Heron',
      legalName: 'Heron LLC',
      taxId: '12-3456789',
    })
    const id = await application(kind, { taxId: '12-3456789' })
    const { number } = await requireApplication(desk.services.db, other)
    expect(await warnings(id)).toEqual([
      {
        path: 'merchant.taxId',
        code: 'duplicate',
        severity: 'warning',
        message: `The same federal tax ID is in A-${number} (Blue Heron). Check that this is not a duplicate application.`,
        about: [{ applicationId: other, number, name: 'Blue Heron' }],
      },
    ])
  })

  test.each([
    ['contacts', { contacts: [{ ssn: '512-45-6789' }] }, 'The same Social Security number is in '],
    ['accounts', { accounts: [{}] }, 'The same account number is in '],
  ])('at %s names the field in the middle of a sentence', async (_section, holding, words) => {
    await application('full', holding)
    const id = await application('payfac', holding)
    expect((await warnings(id)).map(({ message }) => message)).toEqual([expect.stringContaining(words)])
  })

  test('says as what the other has a number that is no tax ID, or no SSN, there', async () => {
    const person = { contacts: [{ ssn: '512-45-6789' }] }
    const [owner, merchant] = [
      await application('payfac', { dbaName: 'Blue Heron', ...person }),
      await application('payfac', { dbaName: 'Heron Annex', taxId: '512-45-6789' }),
    ]
    const messages = async (id: string) => (await warnings(id)).map(({ message }) => message).sort()
    expect(await messages(merchant)).toEqual([
      `This tax ID is the SSN of a person in ${await numbered(owner)} (Blue Heron). Check that this is not a duplicate application.`,
    ])
    expect(await messages(owner)).toEqual([
      `This SSN is the federal tax ID of ${await numbered(merchant)} (Heron Annex). Check that this is not a duplicate application.`,
    ])
    // Where the other has it as both, the same kind is what is said; and each kind is said of its own applications.
    const both = await application('full', { dbaName: 'Sole Heron', taxId: '512-45-6789', ...person })
    expect(await messages(merchant)).toEqual([
      `The same federal tax ID is in ${await numbered(both)} (Sole Heron). Check that this is not a duplicate application.`,
      `This tax ID is the SSN of a person in ${await numbered(owner)} (Blue Heron). Check that this is not a duplicate application.`,
    ])
  })

  test('calls the other by its legal name where it has no other, and by its number where it has none', async () => {
    const legal = await application('payfac', { legalName: 'Heron LLC', taxId: '12-3456789' })
    const nameless = await application('full', { taxId: '12-3456789' })
    const id = await application('full', { taxId: '12-3456789' })
    const [found] = await warnings(id)
    expect(found?.message).toContain(
      `is in ${await numbered(nameless)} and ${await numbered(legal)} (Heron LLC).`,
    )
  })

  test('of several names the two newest and counts the rest, and links to all, newest first', async () => {
    const others: string[] = []
    for (let n = 0; n < 5; n++) others.push(await application('payfac', { taxId: '12-3456789' }))
    const id = await application('full', { taxId: '12-3456789' })
    const newestFirst = others.toReversed()
    const [found] = await warnings(id)
    const [newest = '', second = ''] = newestFirst
    expect(found?.about?.map(({ applicationId }) => applicationId)).toEqual(newestFirst)
    expect(found?.message).toContain(
      `is in ${await numbered(newest)} and ${await numbered(second)} and 3 more.`,
    )
  })

  test('of more than are linked the count is of all', async () => {
    for (let n = 0; n < 23; n++) await application('payfac', { taxId: '12-3456789' })
    const id = await application('full', { taxId: '12-3456789' })
    const [found] = await warnings(id)
    expect(found?.about).toHaveLength(20)
    expect(found?.message).toContain(' and 21 more.')
  })

  test('of a thousand and more it says at least how many, and finds whoever was declined among all', async () => {
    const email = 'books@ledger.example'
    const declined = await application('payfac', { email, dbaName: 'Declined One' })
    await desk.services.db.insert(underwritingDecisions).values({
      applicationId: declined,
      round: 1,
      outcome: 'decline',
      reasons: [],
      note: '',
      decidedBy: ana.actor.id,
      decidedAt: new Date(),
      inEffect: true,
      versions: {},
      payloadSha256: '',
      documents: [],
      signals: [],
      ruleVersion: '1',
    })
    const id = await application('payfac', { email })
    // As many as an agency boards, made of the one: each under the same hash, and before the declined one's.
    const own = eq(identityFingerprints.applicationId, declined)
    const hashes = await desk.services.db.delete(identityFingerprints).where(own).returning()
    const { rows: many } = await desk.services.db.execute<{ id: string }>(sql`
      insert into applications (status, created_by, legal_name, derived, created_at, updated_at)
      select 'draft', ${ana.actor.id}, 'Ledger ' || n, ${INDEX_VERSION}, now(), now() from generate_series(1, 1500) n
      returning id`)
    await desk.services.db
      .insert(identityFingerprints)
      .values(
        [...many.map((one) => one.id), declined].flatMap((applicationId) =>
          hashes.map((hash) => ({ ...hash, applicationId })),
        ),
      )

    const [found] = await warnings(id)
    expect(found?.about).toHaveLength(20)
    expect(found?.about?.filter((other) => other.declined)).toEqual([
      expect.objectContaining({ applicationId: declined }),
    ])
    expect(found?.message).toBe(
      `The same business email is in ${await numbered(declined)} (Declined One), which our underwriters declined. Read why before you go on.`,
    )
    await desk.services.db.delete(underwritingDecisions)
    expect((await warnings(id))[0]?.message).toMatch(/ and at least 9\d\d more\. Check/)
  })

  test('of an application that has the identity twice names it once', async () => {
    const other = await application('payfac', { taxId: '512-45-6789', contacts: [{ ssn: '512-45-6789' }] })
    const id = await application('payfac', { contacts: [{ ssn: '512-45-6789' }] })
    expect(await sameIn(id)).toEqual([`contacts.items.0.ssn ${other}`])
  })

  test('is to be checked at its step, where nothing is wrong, and shows no digits of what it warns of', async () => {
    const draft = { ...canaryDraft(), merchant: { ...canaryDraft().merchant } }
    const other = await seedApplicationDraft(ana, draft)
    await desk.services.db.update(applications).set({ visited: ['merchant', 'contacts', 'accounts'] })
    const view = await viewApplication(ana, other)
    const id = await seedApplicationDraft(ana, draft)
    await desk.services.db
      .update(applications)
      .set({ visited: ['merchant', 'contacts', 'accounts'] })
      .where(eq(applications.id, id))
    const twin = await viewApplication(ana, id)
    expect(twin.violations.length).toBe(view.violations.length + 11)
    const problems = ({ steps }: typeof twin) => steps.map(({ slug, problems }) => [slug, problems])
    expect(problems(twin)).toEqual(problems(view))
    expect(twin.steps[0]).toMatchObject({ slug: 'merchant', note: expect.stringMatching(/to check$/) })
    expect(canariesIn(JSON.stringify(twin))).toEqual([])
  })

  test.each(KINDS)('is only a warning: a %s application can be submitted with it', async (kind) => {
    const seed = () =>
      kind === 'full'
        ? seedFullApplication(ana, submittableFullDraft())
        : seedApplicationDraft(ana, submittableDraft())
    await seed()
    const id = await seed()
    const found = await warnings(id)
    expect(found.length).toBeGreaterThan(1)
    expect(found.every(({ severity }) => severity === 'warning')).toBe(true)
    expect(await submitAsReviewed(ana, id)).toEqual({ ok: true, status: 'submitted' })
  })
})

/** Everything that is derived, of all these applications. */
const derivedOf = async (ids: readonly string[], of = desk) =>
  Promise.all(ids.map(async (id) => [await columnsOf(id, of), await fingerprintsOf(id, of)]))

/** As an earlier version of the desk left them. */
async function forget(ids: readonly string[], { services } = desk): Promise<void> {
  await services.db.delete(identityFingerprints).where(inArray(identityFingerprints.applicationId, [...ids]))
  await services.db
    .update(applications)
    .set({
      derived: 0,
      legalName: 'as it was',
      dbaName: '',
      ownership: '',
      taxIdLast4: '9999',
      merchantWords: 'as it was',
      contactWords: '',
      partnerUnderwrites: null,
    })
    .where(inArray(applications.id, [...ids]))
}

const leftToIndex = async ({ services } = desk) =>
  (await services.db.select({ id: applications.id, derived: applications.derived }).from(applications))
    .filter(({ derived }) => derived !== INDEX_VERSION)
    .map(({ id }) => id)

async function someOfEach(ctx = ana): Promise<string[]> {
  return [
    await seedApplicationDraft(ctx, canaryDraft()),
    await seedFullApplication(ctx, canaryFullDraft()),
    await seedFullApplication(ctx, submittableFullDraft()),
    (await createApplication(ctx, { kind: 'full' })).id,
    (await createApplication(ctx)).id,
    await seedApplicationDraft(ctx, submittableDraft()),
  ]
}

describe('what an earlier version derived, or did not', () => {
  test('is all there again, and nothing else of the application is touched', async () => {
    const ids = await someOfEach()
    const was = await derivedOf(ids)
    const others = () =>
      Promise.all([
        desk.services.db
          .select()
          .from(applicationSections)
          .orderBy(applicationSections.applicationId, applicationSections.section),
        desk.services.db.select().from(auditLog).orderBy(auditLog.id),
        desk.services.db
          .select({ id: applications.id, status: applications.status, updatedAt: applications.updatedAt })
          .from(applications)
          .orderBy(applications.id),
      ])
    const rest = await others()
    await forget(ids)
    expect(await derivedOf(ids)).not.toEqual(was)
    await reindex(desk.services)
    expect(await derivedOf(ids)).toEqual(was)
    expect(await leftToIndex()).toEqual([])
    expect(await others()).toEqual(rest)
  })

  test('that nobody filled in has nothing to be found by', async () => {
    const { id } = await createApplication(ana, { kind: 'full' })
    await forget([id])
    await reindex(desk.services)
    expect(await columnsOf(id)).toMatchObject({ legalName: '', merchantWords: '', taxIdLast4: '' })
  })

  test('is not derived twice: what is of this version is left as it is', async () => {
    const id = await seedFullApplication(ana)
    await desk.services.db.update(applications).set({ merchantWords: 'kept' }).where(eq(applications.id, id))
    await reindex(desk.services)
    expect((await columnsOf(id)).merchantWords).toBe('kept')
  })

  test('of a new application is this version’s at once', async () => {
    for (const kind of KINDS) await createApplication(ana, { kind })
    expect(await leftToIndex()).toEqual([])
  })

  test('goes on where it was stopped', async () => {
    const ids = await someOfEach()
    const was = await derivedOf(ids)
    await forget(ids)
    let allowed = 2
    const stopping: Services = {
      ...desk.services,
      db: new Proxy(desk.services.db, {
        get: (db, name, receiver) => {
          if (name !== 'transaction') return Reflect.get(db, name, receiver)
          return (...args: Parameters<typeof db.transaction>) => {
            allowed -= 1
            return allowed < 0 ? Promise.reject(new Error('The database is away.')) : db.transaction(...args)
          }
        },
      }),
    }
    await reindex(stopping)
    expect(await leftToIndex()).toHaveLength(ids.length - 2)
    await reindex(desk.services)
    expect(await leftToIndex()).toEqual([])
    expect(await derivedOf(ids)).toEqual(was)
  })

  test('names what it cannot open, or only counts it', async () => {
    const id = await seedFullApplication(ana)
    await forget([id])
    const named: unknown[] = []
    const noted = vi.spyOn(log, 'error').mockImplementation((what: unknown) => void named.push(what))
    onTestFinished(() => noted.mockRestore())
    const broken: Services = {
      ...desk.services,
      sealer: {
        ...desk.services.sealer,
        fingerprints: () => {
          throw new Error('No key.')
        },
      },
    }
    expect(await reindex(broken, false)).toBe(1)
    expect(named).toEqual([])
    expect(await reindex(broken)).toBe(1)
    expect(named).toMatchObject([{ application: id }])
    await reindex(desk.services)
    expect(await leftToIndex()).toEqual([])
  })

  test('more than fit into one turn are all derived', async () => {
    const ids: string[] = []
    for (let n = 0; n < 105; n++) ids.push((await createApplication(ana)).id)
    await forget(ids)
    await reindex(desk.services)
    expect(await leftToIndex()).toEqual([])
  })
})

withPostgres('derived by two instances on one database', (createDatabase) => {
  let one: TestDesk
  let two: TestDesk
  let cleo: Ctx
  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    const keyEncryptionKey = randomBytes(32)
    one = await openTestDesk({ partnerUrl: sandbox.url, databaseUrl, keyEncryptionKey })
    two = await openTestDesk({ partnerUrl: sandbox.url, databaseUrl, keyEncryptionKey })
    cleo = await one.as('Cleo')
  })
  // Before the server stops, which the hooks of the whole suite do.
  afterAll(() => Promise.all([one.close(), two.close()]))

  test('at once: neither fails, and all is there again, once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push(...(await someOfEach(cleo)))
    const was = await derivedOf(ids, one)
    for (let round = 0; round < 3; round++) {
      await forget(ids, one)
      await Promise.all([one, two, one].map(({ services }) => reindex(services)))
      expect(await derivedOf(ids, two)).toEqual(was)
      expect(await leftToIndex(two)).toEqual([])
    }
  })

  test('while the other does it already: not a second time', async () => {
    const id = await seedFullApplication(cleo, canaryFullDraft())
    await forget([id], one)
    const deriving = await one.services.db.transaction(async (tx) => {
      await tx.select().from(applications).where(eq(applications.id, id)).for('update')
      const second = reindex(two.services)
      await vi.waitFor(async () => {
        const { rows } = await one.services.db.execute<{ waiting: number }>(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows).toEqual([{ waiting: 1 }])
      }, 10_000)
      await tx
        .update(applications)
        .set({ merchantWords: 'derived by the first', derived: INDEX_VERSION })
        .where(eq(applications.id, id))
      return { second }
    })
    expect(await deriving.second).toBe(0)
    expect(await columnsOf(id, one)).toMatchObject({ merchantWords: 'derived by the first' })
  })

  test('while somebody saves in the middle of it: the save waits, and what was saved is what is derived', async () => {
    const id = await seedFullApplication(cleo, canaryFullDraft())
    await forget([id], one)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: markHeld } = Promise.withResolvers<void>()
    // Whoever would write fingerprints stops there, with the draft read and nothing written.
    const holding = one.services.db.transaction(async (tx) => {
      await tx.execute(sql`lock table identity_fingerprints in access exclusive mode`)
      markHeld()
      await released
    })
    await held
    const untilWaiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await one.services.db.execute<{ waiting: number }>(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows).toEqual([{ waiting: count }])
      }, 10_000)
    const deriving = reindex(two.services)
    await untilWaiting(1)
    const data = { ...canaryFullDraft().merchant, dbaName: 'Renamed', taxId: '12-3456780' }
    const saving = saveSection(cleo, { applicationId: id, section: 'merchant', baseVersion: 1, data })
    await untilWaiting(2)
    release()
    await Promise.all([holding, deriving])
    expect(await saving).toMatchObject({ ok: true, version: 2 })
    expect(await columnsOf(id, one)).toMatchObject({ dbaName: 'Renamed', taxIdLast4: '6780' })
    expect(await leftToIndex(one)).toEqual([])
  })

  test('while somebody saves: what was saved last is what is derived', async () => {
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push(await seedFullApplication(cleo, canaryFullDraft()))
    await forget(ids, one)
    const rename = (id: string, index: number) => {
      const draft = canaryFullDraft()
      const data = { ...draft.merchant, dbaName: `Renamed ${index}`, taxId: `12-345678${index}` }
      return saveSection(cleo, { applicationId: id, section: 'merchant', baseVersion: 1, data })
    }
    await Promise.all([reindex(two.services), ...ids.map(rename), reindex(two.services)])
    for (const [index, id] of ids.entries()) {
      expect(await columnsOf(id, one)).toMatchObject({
        dbaName: `Renamed ${index}`,
        merchantWords: `blue heron books llc renamed ${index}`,
        taxIdLast4: `678${index}`,
        contactWords: expect.stringMatching(/^ana ruiz iris ruiz$/),
      })
      expect(await fingerprintsOf(id, one)).toHaveLength(11)
    }
  })
})
