import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applicationImports,
  applications,
  identityFingerprints,
  importedApplications,
} from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { matchColumns } from '@/lib/domain/application/import/match-columns'
import { readSheet } from '@/lib/domain/application/import/sheet'
import { templateCsv } from '@/lib/domain/application/import/template'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { findEarlierImport, type ImportInput, type ImportProgress, importApplications } from './import'
import { findExistingMerchants } from './import-existing'
import { viewApplication } from './loaders'

const partnerUrl = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())

let files = 0
/** A file like no other: the same text twice is an import again. */
const fileOf = (rows: number): string => {
  files += 1
  const lines = Array.from({ length: rows }, (_, row) => `Merchant ${files}-${row + 1},9000${row}`)
  return `Legal name,Billing ZIP code\n${lines.join('\n')}\n`
}

function inputOf(text: string, changes: Partial<ImportInput> = {}): ImportInput {
  const reading = readSheet(text)
  const kind: ApplicationKind = changes.kind ?? 'payfac'
  const places = reading.ok ? matchColumns(kind, reading.sheet.columns) : []
  return {
    importId: randomUUID(),
    kind,
    text,
    places,
    corrections: [],
    leftOut: [],
    daysAreRight: false,
    again: false,
    ...changes,
  }
}

async function runAll(input: ImportInput, ctx = ana): Promise<ImportProgress['made']> {
  const made: ImportProgress['made'] = []
  for await (const progress of importApplications(ctx, input)) made.push(...progress.made)
  return made
}

const importedBy = (importId: string, ctx = ana) =>
  ctx.db
    .select({ row: importedApplications.row, legalName: applications.legalName })
    .from(importedApplications)
    .innerJoin(applications, eq(applications.id, importedApplications.applicationId))
    .where(eq(importedApplications.importId, importId))
    .orderBy(asc(importedApplications.row))

const countOf = async (ctx = ana) => (await ctx.db.select({ id: applications.id }).from(applications)).length

const openDraft = async (id: string, kind: ApplicationKind = 'payfac'): Promise<AnyDraft> =>
  (await getOpenDraft(desk.services.db, desk.services.sealer, { id, kind })).draft

/** What a row shares with applications that are here: where, in which words, and with which. */
async function sharedBy(text: string) {
  const { existing } = await findExistingMerchants(ana, inputOf(text))
  return existing.flatMap(({ row, same }) =>
    same.map(({ path, message, about = [] }) => [row, path, message, ...about.map(({ number }) => number)]),
  )
}
const check = 'Check that this is not a duplicate application.'

test('rows whose tax ID other applications have are named before anything is made, and the number is not', async () => {
  const text = (name: string, ein: string) => `Legal name,EIN\n${name},${ein}\n`
  const [first] = await runAll(inputOf(text('Bluebird Books', '90-7654321')))
  const [second] = await runAll(inputOf(text('Bluebird Maps', '907654321'), { kind: 'full' }))
  const shared = await sharedBy(`Legal name,EIN\nNew,90 7654321\nOther,907654322\nNone,\nWrong,90765432\n`)
  const [b, a] = [`A-${second?.number} (Bluebird Maps)`, `A-${first?.number} (Bluebird Books)`]
  expect(shared).toEqual([
    [
      2,
      'merchant.taxId',
      `The same federal tax ID is in ${b} and ${a}. ${check}`,
      second?.number,
      first?.number,
    ],
  ])
  expect(JSON.stringify(shared)).not.toContain('7654321')
  expect(await sharedBy('Legal name\nNew\n')).toEqual([])
})

test('rows that have the name and address of another application are known before drafts are made of them', async () => {
  const columns = 'Legal name,DBA name,Billing street,Billing ZIP code'
  const [made] = await runAll(inputOf(`${columns}\nGrebe LLC,Grebe Goods,7 Lake Road,43215\n`))
  const shared = await sharedBy(
    `${columns}\nOther,"Grebe Goods, Inc.",7 Lake Rd.,43215\nGrebe,,8 Lake Road,43215\n`,
  )
  expect(shared).toEqual([
    [2, 'merchant.dbaName', expect.stringContaining('The same DBA name at the same address'), made?.number],
  ])
})

test('rows that share an owner, an account, an email or a phone say what their drafts would say, and no value', async () => {
  const columns =
    'Legal name,EIN,Business phone,Contact 1 SSN,Contact 1 email,Account 1 routing number,Account 1 account number'
  const first = `${columns}\nHeron,91-7654321,(503) 555-0142,513-45-6789,ana@heron.example,021000021,4455667788\n`
  const [made] = await runAll(inputOf(first))
  const second = `${columns}\nAnnex,513-45-6789,503-555-0142,513456789,ANA@heron.example,021000021,4455667788\n`
  const shared = await sharedBy(second)
  const heron = `A-${made?.number} (Heron)`
  expect(shared.map(([, path, message]) => [path, message])).toEqual(
    expect.arrayContaining([
      ['merchant.taxId', `This tax ID is the SSN of a person in ${heron}. ${check}`],
      ['contacts.items.0.ssn', `The same Social Security number is in ${heron}. ${check}`],
      ['contacts.items.0.email', `The same email is in ${heron}. ${check}`],
      ['accounts.items.0.accountNumber', `The same account number is in ${heron}. ${check}`],
    ]),
  )
  expect(JSON.stringify(shared)).not.toMatch(/513.?45.?6789|4455667788|heron\.example/i)
  const [draft] = await runAll(inputOf(second))
  const view = await viewApplication(ana, draft?.applicationId ?? '')
  const said = view.violations.flatMap(({ path, message, about }) => (about ? [`${path} ${message}`] : []))
  expect(shared.map(([, path, message]) => `${path} ${message}`).sort()).toEqual(said.sort())
})

describe('a file', () => {
  test('becomes a draft for each row, in its order, assigned to whoever imports it', async () => {
    const input = inputOf(fileOf(23))
    const made = await runAll(input)
    expect(made.map(({ row }) => row)).toEqual(Array.from({ length: 23 }, (_, index) => index + 2))
    const numbers = made.map(({ number }) => number)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    const rows = await importedBy(input.importId)
    expect(rows.map(({ legalName }) => legalName)).toEqual(
      input.text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    )
    const [first] = made
    const [row] = await ana.db
      .select()
      .from(applications)
      .where(eq(applications.id, first?.applicationId ?? ''))
    expect(row).toMatchObject({
      status: 'draft',
      kind: 'payfac',
      assigneeId: ana.actor.id,
      createdBy: ana.actor.id,
    })
  })

  test('is read with what a person corrected beside it, and is known again without', async () => {
    const text = 'Legal name,Billing city\nDunlin LLC,Springfeld\nDotterel LLC,\n'
    const input = inputOf(text, {
      corrections: [
        { row: 2, place: 'merchant.billingCity', text: 'Springfield' },
        { row: null, place: 'merchant.billingCity', text: 'Columbus' },
        { row: null, place: 'merchant.ownership', text: 'Limited Liability Company' },
      ],
    })
    const made = await runAll(input)
    const drafts = await Promise.all(made.map(({ applicationId }) => openDraft(applicationId)))
    expect(drafts.map(({ merchant }) => [merchant.billingCity, merchant.ownership])).toEqual([
      ['Springfield', 'Limited Liability Company'],
      ['Columbus', 'Limited Liability Company'],
    ])
    expect(await findEarlierImport(ana, text)).toMatchObject({
      importId: input.importId,
      made: [{ row: 2 }, { row: 3 }],
    })
  })

  test('shows how far it is', async () => {
    const shown: [number, number][] = []
    for await (const { done, total } of importApplications(ana, inputOf(fileOf(23))))
      shown.push([done, total])
    expect(shown).toEqual([
      [0, 23],
      [5, 23],
      [10, 23],
      [15, 23],
      [20, 23],
      [23, 23],
    ])
  })

  test('of a full application with pricing becomes one', async () => {
    const [made] = await runAll(inputOf(templateCsv('full', ana.lists), { kind: 'full' }))
    expect(await openDraft(made?.applicationId ?? '', 'full')).toMatchObject({
      merchant: { taxId: '90-0123456', ownership: 'Privately Held Corporation' },
      contacts: { items: [{ ssn: '900-55-5555' }, { ssn: '900-66-6666' }] },
      accounts: { items: [{ accountNumber: '000123456789', accountNumberAgain: '000123456789' }] },
      pricing: { items: [{ members: [{ name: 'Monthly_Fee__c', value: '19.95' }] }] },
    })
  })

  test('is audited: the import, and each application with its row', async () => {
    const input = inputOf(fileOf(2))
    const [first] = await runAll(input)
    const auditOf = (id: string) =>
      ana.db
        .select({ action: auditLog.action, detail: auditLog.detail })
        .from(auditLog)
        .where(eq(auditLog.subjectId, id))
        .orderBy(auditLog.id)
    expect(await auditOf(input.importId)).toEqual([
      { action: 'import-started', detail: { kind: 'payfac', drafts: 2, leftOut: 0 } },
    ])
    expect((await auditOf(first?.applicationId ?? ''))[0]).toEqual({
      action: 'application-started',
      detail: { kind: 'payfac', importId: input.importId, row: 2 },
    })
  })

  test('leaves no identity in the database that is not sealed, and is itself kept nowhere', async () => {
    const input = inputOf(
      JSON.stringify([
        { ...canaryDraft(), merchant: { ...canaryDraft().merchant, mcc: 'A-mark-of-the-file' } },
      ]),
    )
    const [made] = await runAll(input)
    const dump = await dumpDatabase(desk.services.db)
    expect(canariesIn(JSON.stringify(dump))).toEqual([])
    const { 'public.application_sections': sections, 'public.audit_log': audit, ...others } = dump
    expect(JSON.stringify([sections, audit])).toContain('A-mark-of-the-file')
    expect(JSON.stringify(others)).not.toContain('A-mark-of-the-file')
    expect((await openDraft(made?.applicationId ?? '')).merchant.taxId).toBe('61-8274935')
    const fingerprints = await ana.db
      .select()
      .from(identityFingerprints)
      .where(eq(identityFingerprints.applicationId, made?.applicationId ?? ''))
    expect(fingerprints.map(({ field }) => field).sort()).toEqual([
      'accountNumber',
      'accountNumber',
      'customerServicePhone',
      'email',
      'email',
      'email',
      'legalName',
      'phone',
      'ssn',
      'ssn',
      'taxId',
    ])
  })

  test('with a row that cannot be a draft makes the others', async () => {
    const input = inputOf(
      `Legal name,Description\nOne,x\nTwo,${'x'.repeat(40_001)}\nThree,x,shifted\nFour,x\n`,
    )
    expect((await runAll(input)).map(({ row }) => row)).toEqual([2, 5])
  })
})

describe('an ambiguous date', () => {
  const days = () => {
    files += 1
    return `Legal name,Contact 1 date of birth\nOne ${files},25/12/1980\nTwo ${files},03/04/1980\nThree ${files},5/6/1980\n`
  }
  const swap = (row: number) =>
    ({ row, place: 'contacts.items.0.dateOfBirth', text: '', isDayFirst: true }) as const
  const inDoubt = (rows: string) => ({ code: 'invalid', message: expect.stringContaining(rows) })

  test('goes into no draft until a person says that it is right, which is logged', async () => {
    const input = inputOf(days())
    await expect(runAll(input)).rejects.toMatchObject(inDoubt('2 rows have an ambiguous date'))
    await expect(runAll({ ...input, corrections: [swap(3)] })).rejects.toMatchObject(inDoubt('1 row has'))
    expect(await importedBy(input.importId)).toEqual([])
    await runAll({ ...input, corrections: [swap(3)], daysAreRight: true })
    expect(await importedBy(input.importId)).toHaveLength(3)
    const [entry] = await ana.db.select().from(auditLog).where(eq(auditLog.subjectId, input.importId))
    expect(entry?.detail).toMatchObject({ daysSaidRight: 1 })
  })

  test.each([
    ['swapped', { corrections: [swap(3), swap(4)] }],
    ['left out', { leftOut: [3, 4] }],
  ])('asks nothing once it is %s', async (_, changes) => {
    expect((await runAll(inputOf(days(), changes))).length).toBeGreaterThan(0)
  })

  test('is asked about again if a continued import lacks the earlier answer', async () => {
    const rows = Array.from({ length: 8 }, (_, row) => `N ${files}-${row},${row === 0 ? '25' : '3'}/04/1980`)
    const input = inputOf(`Legal name,Contact 1 date of birth\n${rows.join('\n')}\n`)
    const swaps = { corrections: [3, 4, 5, 6, 7, 8, 9].map(swap) }
    for await (const { done } of importApplications(ana, { ...input, ...swaps })) if (done === 5) break
    await expect(runAll(input)).rejects.toMatchObject(inDoubt('3 rows have'))
    expect(await runAll({ ...input, ...swaps })).toHaveLength(8)
    expect(await runAll(input)).toHaveLength(8)
  })

  test('that is said to be right when an import is continued is logged then', async () => {
    const rows = Array.from({ length: 8 }, (_, row) => `C ${files}-${row},${row > 5 ? '3' : '25'}/04/1980`)
    const input = inputOf(`Legal name,Contact 1 date of birth\n${rows.join('\n')}\n`)
    for await (const { done } of importApplications(ana, {
      ...input,
      corrections: [8, 9].map(swap),
    }))
      if (done === 5) break
    expect(await runAll({ ...input, daysAreRight: true })).toHaveLength(8)
    expect(await runAll({ ...input, daysAreRight: true })).toHaveLength(8)
    const logged = await ana.db
      .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.subjectId, input.importId))
      .orderBy(auditLog.id)
    expect(logged.slice(1)).toEqual([
      {
        action: 'import-continued',
        actorId: ana.actor.id,
        detail: { kind: 'payfac', drafts: 8, leftOut: 0, daysSaidRight: 2 },
      },
    ])
  })
})

describe('a row that is left out', () => {
  test('becomes no draft, and is remembered for whoever goes on with the import', async () => {
    const input = inputOf(fileOf(8), { leftOut: [9, 4] })
    for await (const { done } of importApplications(ana, input)) if (done === 5) break
    const earlier = await findEarlierImport(ana, input.text)
    expect(earlier).toMatchObject({ importId: input.importId, drafts: 6, leftOut: [4, 9] })
    expect(earlier?.made).toHaveLength(5)
    await runAll({ ...input, leftOut: [...(earlier?.leftOut ?? [])] })
    expect((await importedBy(input.importId)).map(({ row }) => row)).toEqual([2, 3, 5, 6, 7, 8])
  })

  test('is not made by going on with the import as if it had not been left out', async () => {
    const input = inputOf(fileOf(3), { leftOut: [3] })
    await runAll(input)
    await expect(runAll({ ...input, leftOut: [] })).rejects.toMatchObject({ code: 'invalid' })
    expect((await importedBy(input.importId)).map(({ row }) => row)).toEqual([2, 4])
  })
})

describe('asked again', () => {
  test('it makes none twice, and tells all that are there', async () => {
    const input = inputOf(fileOf(12))
    const first = await runAll(input)
    const before = await countOf()
    expect(await runAll(input)).toEqual(first)
    expect(await countOf()).toBe(before)
  })

  test('at the same time, it makes none twice', async () => {
    const input = inputOf(fileOf(25))
    const before = await countOf()
    const [one, two] = await Promise.all([runAll(input), runAll(input)])
    expect(one).toEqual(two)
    expect(await countOf()).toBe(before + 25)
  })

  test('after it was stopped in the middle, it goes on with those that are missing', async () => {
    const input = inputOf(fileOf(25))
    for await (const { done } of importApplications(ana, input)) if (done === 10) break
    const earlier = await findEarlierImport(ana, input.text)
    expect(earlier).toMatchObject({
      importId: input.importId,
      drafts: 25,
      startedBy: 'Ana',
      kind: 'payfac',
    })
    const there = await importedBy(input.importId)
    expect(earlier?.made.map(({ row }) => row)).toEqual(there.map(({ row }) => row))
    expect(await runAll(input)).toHaveLength(25)
    const rows = await importedBy(input.importId)
    expect(rows).toHaveLength(25)
    expect(rows.slice(0, 10)).toEqual(there)
    expect((await findEarlierImport(ana, input.text))?.made).toHaveLength(25)
  })

  test('what is stopped within some rows has made whole ones only', async () => {
    const input = inputOf(fileOf(15))
    const before = await countOf()
    let audited = 0
    const doomed: Ctx = {
      ...ana,
      // Asked for by every audit row: one of the import, and two of each of the first twelve rows.
      get requestId() {
        audited += 1
        if (audited > 26) throw new Error('It ends here.')
        return 'doomed'
      },
    }
    await expect(runAll(input, doomed)).rejects.toThrow('It ends here.')
    expect(await importedBy(input.importId)).toHaveLength(10)
    expect(await countOf()).toBe(before + 10)
    expect(await runAll(input)).toHaveLength(15)
    expect(await countOf()).toBe(before + 15)
  })

  test('the same file in another import is refused until it is wanted twice', async () => {
    const text = fileOf(2)
    await runAll(inputOf(text))
    const before = await countOf()
    await expect(runAll(inputOf(text))).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await countOf()).toBe(before)
    await runAll(inputOf(text, { again: true }))
    expect(await countOf()).toBe(before + 2)
  })

  test('the id of an import is good for its own file and kind only', async () => {
    const input = inputOf(fileOf(1))
    await runAll(input)
    for (const changed of [inputOf(fileOf(1)), inputOf(input.text, { kind: 'full' })]) {
      await expect(runAll({ ...changed, importId: input.importId })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
  })

  test('a file that never came is not known', async () => {
    expect(await findEarlierImport(ana, fileOf(1))).toBeNull()
  })
})

describe('what the page would never send', () => {
  test.each<[string, Partial<ImportInput>]>([
    ['columns of another file', { places: ['merchant.legalName'] }],
    ['a place that there is not', { places: ['merchant.legalName', 'status'] }],
    ['a place of the other kind', { places: ['merchant.legalName', 'merchant.fax'] }],
    ['a row left out that there is not', { leftOut: [9] }],
    ['every row left out', { leftOut: [2, 3] }],
    ['one masked value for every row', { corrections: [{ row: null, place: 'merchant.taxId', text: '1' }] }],
    ['one place twice', { places: ['merchant.legalName', 'merchant.legalName'] }],
    ['a file that is none', { text: 'x' }],
    ['a file without a draft', { text: `Legal name,b\n${'x'.repeat(40_001)},1` }],
    ['a file that is too large', { text: `a,b\n${'x'.repeat(5 * 1024 * 1024)},` }],
  ])('is refused, and begins nothing: %s', async (_, changes) => {
    const before = [await countOf(), await ana.db.select().from(applicationImports)]
    await expect(runAll({ ...inputOf(fileOf(2)), ...changes })).rejects.toMatchObject({
      code: expect.stringMatching(/invalid|too-large/),
    })
    expect([await countOf(), await ana.db.select().from(applicationImports)]).toEqual(before)
  })
})

withPostgres('several at once', (createDatabase) => {
  test('four requests for one import at once make each row once, and three windows with one file make it once', async () => {
    const other = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    try {
      const ctx = await other.as('Cleo')
      const input = inputOf(fileOf(25))
      const all = await Promise.all(Array.from({ length: 4 }, () => runAll(input, ctx)))
      for (const made of all) expect(made).toEqual(all[0])
      expect(await countOf(ctx)).toBe(25)
      expect(await ctx.db.select().from(applicationImports)).toHaveLength(1)

      const text = fileOf(3)
      const windows = await Promise.allSettled([1, 2, 3].map(() => runAll(inputOf(text), ctx)))
      expect(windows.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await countOf(ctx)).toBe(28)
    } finally {
      await other.close()
    }
  })
})

test('the history of each draft names the file and the row that it came of', async () => {
  const made = await runAll(inputOf(fileOf(1), { fileName: '/home/ana/new\u0000 drafts.csv' }))
  const [row] = await ana.db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(
      and(eq(auditLog.action, 'application-started'), eq(auditLog.subjectId, made[0]?.applicationId ?? '')),
    )
  expect(row?.detail).toMatchObject({ row: 2, file: 'new drafts.csv' })
})
