import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Violation } from '@/lib/domain/values/violation'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { exampleLists } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { withNewIds } from '../convert'
import type { AnyDraft } from '../draft'
import { fieldLabel } from '../either-fields'
import type { SettingsLists } from '../field'
import type { ApplicationKind } from '../kind'
import {
  checkRows,
  duplicateRows,
  existingIdentity,
  isDayInDoubt,
  type RowReport,
  slipsIn,
  withoutRows,
  wordsReadIn,
} from './check-rows'
import type { Correction } from './corrections'
import { matchColumns } from './match-columns'
import { draftOfRow } from './row-draft'
import { readSheet, type Sheet } from './sheet'
import { templateCsv } from './template'

const today = '2026-07-01'
const noLists: SettingsLists = {
  roles: [],
  ddaTypes: [],
  locationTypes: [],
  industries: [],
  sponsorBanks: [],
}

const sheetOf = (text: string): Sheet => {
  const reading = readSheet(text)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.sheet
}

function draftsOf(text: string, kind: ApplicationKind = 'payfac', lists = noLists): (AnyDraft | null)[] {
  const sheet = sheetOf(text)
  const places = matchColumns(kind, sheet.columns)
  let ids = 0
  const context = { kind, lists, newId: () => `id-${++ids}` }
  return sheet.rows.map((row) => draftOfRow(row, places, context).draft)
}

function reportsOf(text: string, kind: ApplicationKind = 'payfac', lists = noLists): RowReport[] {
  const sheet = sheetOf(text)
  return checkRows(sheet, matchColumns(kind, sheet.columns), { kind, lists, today })
}

const firstOf = (text: string, kind?: ApplicationKind, lists?: SettingsLists): AnyDraft => {
  const [draft] = draftsOf(text, kind, lists)
  if (!draft) throw new Error('It became no draft.')
  return draft
}
const problemsAt = (text: string, label: string) =>
  reportsOf(text).flatMap(({ problems }) => problems.filter((problem) => problem.label === label))

/** Like `csvLine`, without its guard against formulas. */
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

describe('two rows of one merchant', () => {
  it('that are identical are reported as that, and not again by their tax ID', () => {
    const text =
      'DBA,EIN\nOne,901234567\nTwo,\n One,901234567\nTwo,\nOther,901234567\nShifted,1,2\nShifted,1,2\n'
    const twins = reportsOf(text).map(({ problems }) =>
      problems.flatMap(({ twin, message }) => (twin ? [message] : [])),
    )
    const identical = (row: number) => `Row ${row} is identical. Each would become an application of its own.`
    const sameNumber = (rows: string) =>
      `${rows} the same number. Check that this is not a duplicate merchant.`
    expect(twins).toEqual([
      [identical(4), sameNumber('Row 6 has')],
      [identical(5)],
      [identical(2), sameNumber('Row 6 has')],
      [identical(3)],
      [sameNumber('Rows 2 and 4 have')],
      // A row that becomes no draft is no duplicate.
      [],
      [],
    ])
  })

  it('are linked by the tax ID in any format, and the number is not quoted', () => {
    const text = 'DBA,EIN\nOne,90-1234567\nTwo,901234568\nThree,901234567\nFour,\nFive,\nSix,90 1234567\n'
    const same = reportsOf(text).map(({ problems }) =>
      problems.filter(({ message }) => message.includes('same number')).map(({ message }) => message),
    )
    const ends = (rows: string) => [`${rows} the same number. Check that this is not a duplicate merchant.`]
    expect(same).toEqual([
      ends('Rows 4 and 7 have'),
      [],
      ends('Rows 2 and 7 have'),
      [],
      [],
      ends('Rows 2 and 4 have'),
    ])
    expect(JSON.stringify(reportsOf(text))).not.toMatch(/90.?1234567/)
  })
})

it('rows with the same name at the same address are linked, even with different tax IDs', () => {
  const text =
    'Legal name,EIN,Billing street,Billing ZIP code\n' +
    'Heron LLC,901234567,1 Main Street,43215\n' +
    '"The Heron, L.L.C.",901234568,1 Main St.,43215-1203\n' +
    'Heron LLC,901234569,2 Main Street,43215\n'
  const labels = reportsOf(text).map(({ problems }) =>
    problems.filter(({ twin }) => twin).map(({ label, message }) => `${label}: ${message}`),
  )
  expect(labels).toEqual([
    [expect.stringMatching(/^Name and address: Row 3 has the same name at the same address/)],
    [expect.stringMatching(/^Name and address: Row 2 has/)],
    [],
  ])
})

describe('the duplicates of a file', () => {
  const same = (path: string, as?: 'ssn'): Violation => ({
    path,
    code: 'duplicate',
    severity: 'warning',
    message: 'It is in A-7.',
    about: [{ applicationId: 'x', number: 7, name: 'Heron', ...(as && { as }) }],
  })

  it('are the later rows of a merchant, and rows that the desk has already', () => {
    const rows = reportsOf('DBA,EIN\nOne,901234567\nTwo,901234568\nOne,901234567\nOther,90-1234567\nTen,\n')
    expect(duplicateRows(rows)).toEqual([4, 5])
    const here = rows.map((row) =>
      row.row === 3 ? { ...row, problems: [existingIdentity(same('merchant.taxId')), ...row.problems] } : row,
    )
    expect(duplicateRows(here)).toEqual([3, 4, 5])
  })

  it.each([
    ['an owner', same('contacts.items.0.ssn')],
    ['an account', same('accounts.items.0.accountNumber')],
    ['a phone', same('merchant.phone')],
    ['a tax ID that is somebody’s SSN there', same('merchant.taxId', 'ssn')],
  ])('are not those that share %s with an application: they are shown, and stay', (_what, violation) => {
    const [row] = reportsOf('DBA\nOne\n')
    const problem = existingIdentity(violation)
    expect(problem).toMatchObject({ message: 'It is in A-7.', twin: { is: 'here' } })
    expect(duplicateRows(row ? [{ ...row, problems: [problem] }] : [])).toEqual([])
  })

  it('do not include rows that share an owner, an account, an email or a phone: each is reported at its field, without the value', () => {
    const rows = reportsOf(
      'DBA,EIN,Email,Contact 1 SSN,Contact 1 email,Account 1 routing number,Account 1 account number\n' +
        'One,901234567,ana@one.example,512-45-6789,agent@sales.example,021000021,000123456789\n' +
        'Two,512456789,two@two.example,512456780,Agent@sales.example,021000021,000123456780\n' +
        'Three,901234569,three@three.example,512 45 6789,,021000021,000123456789\n',
    )
    const shared = rows.map(({ problems }) =>
      problems.flatMap(({ label, message, twin }) =>
        twin?.isShared ? [`${label}: ${message.split('. ')[0]}`] : [],
      ),
    )
    expect(shared).toEqual([
      [
        expect.stringMatching(/Social Security number: Row 4 has the same Social Security number$/),
        expect.stringMatching(/Social Security number: Row 3 has this number as the federal tax ID$/),
        expect.stringMatching(/Email: Row 3 has the same email$/),
        expect.stringMatching(/Account number: Row 4 has the same account number$/),
      ],
      [
        expect.stringMatching(/^Federal tax ID: Rows 2 and 4 have this number as the SSN of a person$/),
        expect.stringMatching(/Email: Row 2 has the same email$/),
      ],
      [
        expect.stringMatching(/Social Security number: Row 2 has the same Social Security number$/),
        expect.stringMatching(/Social Security number: Row 3 has this number as the federal tax ID$/),
        expect.stringMatching(/Account number: Row 2 has the same account number$/),
      ],
    ])
    expect(duplicateRows(rows)).toEqual([])
    expect(JSON.stringify(rows)).not.toMatch(/512.?45.?678|0001234567|sales\.example/)
  })

  it('are gone once the other rows are left out', () => {
    const rows = reportsOf('DBA,EIN\nOne,901234567\nOther,901234567\nTwo,901234568\nLast,901234567\n')
    const twinsWithout = (...leftOut: number[]) =>
      withoutRows(rows, new Set(leftOut))
        .filter(({ problems }) => problems.some(({ twin }) => twin))
        .map(({ row }) => row)
    expect(twinsWithout()).toEqual([2, 3, 5])
    expect(twinsWithout(3)).toEqual([2, 3, 5])
    expect(twinsWithout(3, 5)).toEqual([3, 5])
    expect(twinsWithout(2, 3)).toEqual([2, 3])
  })
})

describe('a wrong value is quoted', () => {
  test.each([
    ['Date established', '31.02.2019', 'The file has “31.02.2019”.'],
    ['Billing state', 'Cascadia', 'The file has “Cascadia”.'],
    ['Business phone', '555', 'The file has “555”.'],
    ['Highest ticket', 'a lot', 'The file has “a lot”.'],
    ['Does the partner underwrite this merchant?', 'maybe', 'The file has “maybe”.'],
    ['Ownership', 'Cooperative', 'The file has “Cooperative”.'],
    ['Legal name', 'x'.repeat(300), `The file has “${'x'.repeat(60)}…”.`],
    ['Federal tax ID', '12-34', 'The file has “••-••”.'],
    ['Contact 1 Date of birth', '31/02/1979', 'The file has “••/••/••••”.'],
    ['Contact 1 Social Security number', '90O-12-345', 'The file has “•••-••-•••”.'],
  ])('%s: %s', (label, typed, words) => {
    const text = `${label.replace('?', '')}\n${typed}\n`
    const [problem] =
      reportsOf(text)[0]?.problems.filter(({ message }) => message.includes('The file has')) ?? []
    expect(problem?.message).toMatch(new RegExp(`\\. ${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`))
  })

  it('unless a person entered it in place of the file’s', () => {
    const sheet = sheetOf('Billing ZIP code\n4101\n4102\n')
    const columns = matchColumns('payfac', sheet.columns)
    const corrections = [{ row: 2, place: 'merchant.billingPostalCode', text: '410l' }]
    const messages = checkRows(sheet, columns, { kind: 'payfac', lists: noLists, today }, corrections).map(
      ({ problems }) => problems.find(({ label }) => label === 'Billing ZIP code')?.message,
    )
    expect(messages).toEqual([
      expect.stringMatching(/You entered “410l”\.$/),
      expect.not.stringMatching(/You entered/),
    ])
  })

  it('unless it is missing', () => {
    expect(problemsAt('Legal name,Phone\n,5551234567\n', 'Legal name')).toEqual([
      expect.objectContaining({ state: 'missing', message: 'Enter the legal name.' }),
    ])
  })
})

describe('an ownership with several meanings', () => {
  it.each<[string, ApplicationKind, string[]]>([
    ['Corporation', 'payfac', ['Privately Held Corporation', 'Publicly Traded Corporation']],
    ['Inc.', 'full', ['Privately Held Corporation', 'Publicly Traded Corporation']],
    [
      'LLC',
      'full',
      ['Privately Held Limited Liability Company', 'Publicly Traded Limited Liability Company'],
    ],
    ['Partnership', 'full', ['Privately Held Partnership', 'Publicly Traded Partnership']],
  ])('%s in a %s application is left to be chosen', (typed, kind, meanings) => {
    const text = `Ownership\n${cell(typed)}\n`
    expect(firstOf(text, kind).merchant.ownership).toBe(typed)
    expect(reportsOf(text, kind)[0]?.problems.filter(({ label }) => label === 'Ownership')).toEqual([
      {
        label: 'Ownership',
        state: 'wrong',
        message: `“${typed}” may be ${meanings.join(' or ')}. Choose one.`,
        place: 'merchant.ownership',
      },
    ])
  })
})

describe('an ownership in other words', () => {
  it.each<[string, string, string]>([
    ['LLC', 'Limited Liability Company', 'LLC'],
    ['PLLC', 'Limited Liability Company', 'Privately Held Limited Liability Company'],
    [
      'Privately held limited liability company',
      'Limited Liability Company',
      'Privately Held Limited Liability Company',
    ],
    ['S-Corp', 'Privately Held Corporation', 'Privately Held Corporation'],
    ['Sole proprietor', 'Sole Proprietorship', 'Sole Proprietorship'],
    ['LLP', 'Partnership', 'Privately Held Partnership'],
    ['501(c)(3)', 'Tax Exempt', 'Tax Exempt'],
    ['Publicly traded LLC', 'Publicly traded LLC', 'Publicly Traded Limited Liability Company'],
    ['Publicly traded partnership', 'Publicly traded partnership', 'Publicly Traded Partnership'],
    ['Tax-Exempt', 'Tax Exempt', 'Tax Exempt'],
    ['Cooperative', 'Cooperative', 'Cooperative'],
  ])('%s', (typed, payfac, full) => {
    const of = (kind: ApplicationKind) => firstOf(`Ownership\n${cell(typed)}\n`, kind).merchant.ownership
    expect([of('payfac'), of('full')]).toEqual([payfac, full])
  })
})

describe('a row becomes a draft', () => {
  it('with all values, items in order, and numbers that are entered once copied to the second entry', () => {
    const draft = firstOf(
      [
        'Legal name,ZIP,Mer.BillingPostalCode,contact 3 first name,contact 1 first name,account 1 account number,account 1 ABA routing number',
        'Öz İnşaat & Co,,04101,Cem,Ana,000123456789,011000015',
      ].join('\n'),
    )
    expect(draft.merchant).toMatchObject({
      legalName: 'Öz İnşaat & Co',
      billingPostalCode: '04101',
      billingCountry: 'US',
    })
    expect(draft.contacts.items.map(({ firstName }) => firstName)).toEqual(['Ana', 'Cem'])
    expect(draft.accounts.items[0]).toMatchObject({
      accountNumber: '000123456789',
      accountNumberAgain: '000123456789',
      routingNumberAgain: '011000015',
    })
  })

  it('a number that the file has twice stays as it is', () => {
    const [first] = reportsOf(
      'Account 1 account number,Account 1 account number again\n000123456789,000123456780\n',
    )
    expect(first?.problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/two entries differ/),
    )
  })

  test.each<[string, 'yes' | 'no']>([
    ['Yes', 'yes'],
    ['TRUE', 'yes'],
    ['1', 'yes'],
    ['n', 'no'],
    ['false', 'no'],
  ])('an answer of %s is %s', (typed, answer) => {
    expect(firstOf(`partnerUnderwrites\n${typed}`).options).toMatchObject({ partnerUnderwrites: answer })
  })

  it('an answer that is neither yes nor no is left out and reported', () => {
    const text = 'Legal name,partnerUnderwrites\nOne,maybe'
    expect(firstOf(text).options).toMatchObject({ partnerUnderwrites: '' })
    expect(problemsAt(text, 'Does the partner underwrite this merchant?')).toEqual([
      expect.objectContaining({ state: 'wrong', message: expect.stringMatching(/Not yes or no/) }),
    ])
  })

  it('a word read as a listed value is reported with that value, and counted', () => {
    const rows = reportsOf('Ownership\nS-Corp\ns corp\nSole Proprietorship\nsole prop\nS-Corp\nInc')
    expect(wordsReadIn(rows)).toEqual([
      { typed: 'S-Corp', as: 'Privately Held Corporation', rows: 2 },
      { typed: 's corp', as: 'Privately Held Corporation', rows: 1 },
      { typed: 'sole prop', as: 'Sole Proprietorship', rows: 1 },
    ])
  })

  it.each([
    ['Owner', ['Principal']],
    ['Beneficial owner / x', ['Beneficial owner / x']],
    ['UBO; control person', ['Principal', 'Control Prong']],
    ['owner, Principal', ['Principal']],
    ['Signer|signatory', ['Authorized Signer']],
    ['PRINCIPAL', ['Principal']],
    ['Bookkeeper', ['Bookkeeper']],
  ])('the role %s is %j', (typed, roles) => {
    for (const lists of [noLists, exampleLists])
      expect(firstOf(`contact 1 roles\n"${typed}"`, 'payfac', lists).contacts.items[0]?.roles).toEqual(roles)
  })

  it('a role in other words is reported with the role that it is read as, unless Settings list it', () => {
    expect(wordsReadIn(reportsOf('contact 1 roles\nOwner\nPrincipal\nprincipal'))).toEqual([
      { typed: 'Owner', as: 'Principal', rows: 1 },
    ])
    const lists = { ...exampleLists, roles: ['Principal', 'Owner'] }
    expect(firstOf('contact 1 roles\nowner', 'payfac', lists).contacts.items[0]?.roles).toEqual(['Owner'])
  })

  it('a role that means nothing here can be chosen beside the file', () => {
    const text = 'contact 1 roles\nBoss'
    const sheet = sheetOf(text)
    const places = matchColumns('payfac', sheet.columns)
    const context = { kind: 'payfac', lists: exampleLists, today } as const
    const rolesAt = (corrections: Correction[] = []) =>
      checkRows(sheet, places, context, corrections)
        .flatMap(({ problems }) => problems)
        .filter(({ label }) => label.endsWith('Roles'))
    const [problem] = rolesAt()
    expect(problem).toMatchObject({ message: expect.stringContaining('“Boss” is not'), state: 'wrong' })
    const place = problem?.place ?? ''
    expect(rolesAt([{ row: 2, place, text: 'Principal; Control Prong' }])).toEqual([])
  })

  it('a value that is not listed is reported with the listed values, closest first', () => {
    const [problem] = problemsAt('Ownership\nholding company', 'Ownership')
    expect(problem?.message).toBe(
      'Choose one of these for ownership: Limited Liability Company, Sole Proprietorship, Partnership, Privately Held Corporation, Tax Exempt, Government, Publicly Traded Corporation, Financial Institution. The file has “holding company”.',
    )
  })

  it.each([
    ['5812 restaurants', '5812'],
    ['5812 furniture', '5812 furniture'],
  ])('a category written as %s is %s', (typed, mcc) => {
    expect(firstOf(`MCC\n${typed}`).merchant.mcc).toBe(mcc)
  })

  it('a share written as a fraction gets a question', () => {
    const columns = 'Ownership,contact 1 roles,contact 1 percentage owned'
    const warned = (share: string) =>
      reportsOf(`${columns}\nSole Proprietorship,Principal,${share}`)
        .flatMap(({ problems }) => problems.map(({ message }) => message))
        .filter((message) => message.includes('% or '))
    expect(warned('.25')).toEqual([
      expect.stringContaining('25% or 0.25%? It is read as 0.25%. If you mean 25%, enter 25.'),
    ])
    expect(warned('1')).toHaveLength(1)
    expect(warned('25')).toEqual([])
  })

  it('listed values are accepted in any case, and several roles at once', () => {
    const draft = firstOf(
      'Ownership,Industry,contact 1 roles\nsole PROPRIETORSHIP,restaurant,"principal; BOOKKEEPER, Stranger"',
      'payfac',
      { ...exampleLists, roles: ['Principal', 'Bookkeeper'] },
    )
    expect(draft.merchant).toMatchObject({ ownership: 'Sole Proprietorship', industry: 'Restaurant' })
    expect(draft.contacts.items[0]?.roles).toEqual(['Principal', 'Bookkeeper', 'Stranger'])
  })

  test.each([
    ['="04101"', '04101'],
    ['43215.0', '43215'],
    [' 04101 ', '04101'],
  ])('a ZIP code written as %s is %s', (typed, zip) => {
    expect(firstOf(`Billing ZIP code\n${cell(typed)}`).merchant.billingPostalCode).toBe(zip)
  })

  it('a formula is text, without the apostrophe that our exports put before it', () => {
    const draft = firstOf(
      `Legal name,DBA name\n=HYPERLINK("x"),'+Plus Pizza`.replace('=HYPERLINK("x")', cell('=HYPERLINK("x")')),
    )
    expect(draft.merchant).toMatchObject({ legalName: '=HYPERLINK("x")', dbaName: '+Plus Pizza' })
  })

  it('a line item has the fields that its columns name', () => {
    const draft = firstOf(
      'Line item 2 kind,Line item 2 name,Line item 2 Price__c,Line item 2 Note__c\nFee,Monthly,19.95,x',
      'full',
    )
    expect(draft).toMatchObject({
      pricing: {
        items: [
          {
            kind: 'Fee',
            name: 'Monthly',
            members: [
              { name: 'Price__c', value: '19.95' },
              { name: 'Note__c', value: 'x' },
            ],
          },
        ],
      },
    })
  })

  it('characters that PostgreSQL cannot store are replaced as in a save', () => {
    expect(firstOf(JSON.stringify({ merchant: { legalName: 'a\u0000b\ud800' } })).merchant.legalName).toBe(
      'ab\ufffd',
    )
  })
})

describe('JSON of our own or the partner’s shape', () => {
  const payfac = canaryDraft()
  test.each<[string, ApplicationKind, AnyDraft]>([
    ['ours', 'payfac', payfac],
    ['ours, with pricing', 'full', exampleFullDraft()],
  ])('%s comes back as it was', (_, kind, draft) => {
    const read = firstOf(JSON.stringify([draft]), kind)
    expect(withNewIds(trimmed(read), () => 'id')).toEqual(withNewIds(trimmed(draft), () => 'id'))
  })

  it('the partner’s body is read by its names', () => {
    const body = {
      Opp: { attributes: { type: 'Opportunity' }, Is_SVC_Underwriting__c: false, High_Ticket__c: 600.5 },
      Mer: {
        attributes: { type: 'Account' },
        Legal_Name__c: 'One',
        Tax_ID__c: '123456789',
        Ownership: 'Government',
      },
      lstContact: [
        {
          attributes: { type: 'Contact' },
          SourceId: 'c1',
          FirstName: 'Ana',
          Contact_Role__c: 'Control Prong;Authorized Signer',
        },
      ],
      lstbussCheckAcc: [{ Checking_Account__c: '000123456789' }],
    }
    expect(firstOf(JSON.stringify(body))).toMatchObject({
      merchant: { legalName: 'One', taxId: '123456789', ownership: 'Government' },
      options: { partnerUnderwrites: 'no', highTicket: '600.5' },
      contacts: { items: [{ id: 'id-1', firstName: 'Ana', roles: ['Control Prong', 'Authorized Signer'] }] },
      accounts: { items: [{ accountNumber: '000123456789', accountNumberAgain: '000123456789' }] },
    })
  })
})

/** Spaces around values are dropped. */
const trimmed = <T>(draft: T): T =>
  JSON.parse(JSON.stringify(draft), (name, value) =>
    name === 'members' && Array.isArray(value)
      ? value.filter((member) => member.value.trim() !== '')
      : typeof value === 'string'
        ? value.trim()
        : value,
  )

describe('damage by spreadsheets is reported', () => {
  test.each<[string, string, string, RegExp]>([
    ['a long number', 'Merchant category code (MCC)', '1.23E+15', /shortened a long number \(1\.23E\+15\)/],
    ['a narrow column', 'Legal name', '########', /too narrow/],
    ['a failed formula', 'Legal name', '#REF!', /spreadsheet formula failed/],
    ['a dropped zero', 'Billing ZIP code', '4101', /4 digits \(4101\).*dropped a zero/],
    ['two dropped zeros', 'Billing ZIP code', '601', /dropped two zeros/],
    ['a day’s number', 'Date established', '41030', /41030, which would be 2012-05-01/],
  ])('%s', (_, label, typed, message) => {
    expect(problemsAt(`${label},MCC\n${typed},`.replace(/^Merchant.*?,MCC/, 'MCC'), label)).toEqual([
      expect.objectContaining({ state: 'wrong', message: expect.stringMatching(message) }),
    ])
  })

  it('once per cell, although the form asks for the number twice', () => {
    const [row] = reportsOf('Legal name,Account 1 ABA routing number\nOne,11000015')
    const told = row?.problems.filter(({ message }) => /digits/.test(message)) ?? []
    expect(told).toEqual([expect.objectContaining({ message: expect.stringMatching(/dropped a zero/) })])
  })

  it('a day-first date offers the swapped date and is never imported as such; a date of birth offers it without showing it', () => {
    const [found] = problemsAt('Legal name,Date established\nOne,25/12/1980', 'Date established')
    expect(found).toMatchObject({ state: 'wrong', value: '25/12/1980', meant: '12/25/1980' })
    expect(found?.message).toMatch(/must have the month first/)
    const [row] = reportsOf('Legal name,Contact 1 date of birth\nOne,25/12/1980')
    expect(row?.problems.some(({ meant }) => meant !== undefined)).toBe(false)
    expect(row?.problems.some(({ message }) => /must have the month first/.test(message))).toBe(true)
    expect(JSON.stringify(row)).not.toContain('1980')
  })

  it('what is left of a shortened number is not imported; what can be corrected is', () => {
    const draft = firstOf(
      'MCC,Billing ZIP code,Tax ID,account 1 account number\n1.23E+15,4101,x,9.0001E+11\n'.replace(
        'Tax ID',
        'Federal tax ID',
      ),
    )
    expect(draft.merchant).toMatchObject({ mcc: '', billingPostalCode: '4101' })
    expect(draft.accounts.items[0]).toMatchObject({ accountNumber: '', accountNumberAgain: '' })
  })

  test.each([
    ['Federal tax ID', '1234567', /dropped two zeros/],
    ['Contact 1 Social Security number', '51245678', /dropped a zero/],
    ['Contact 1 Date of birth', '30819', /number for a day\./],
    ['Account 1 Account number', '9.00017E+11', /shortened a long number and/],
  ])('of a sensitive value without quoting it: %s', (column, typed, message) => {
    const [problem] =
      reportsOf(`Legal name,${column}\nOne,${typed}`)[0]?.problems.filter(({ state }) => state === 'wrong') ??
      []
    expect(problem?.message).toMatch(message)
    expect(problem?.message).not.toContain(typed)
    expect(problem?.message).not.toContain('1984')
  })

  test.each([
    ['What the business sells', '1.23E+15'],
    ['Billing ZIP code', '04101'],
    ['Years at this location', '41030'],
    ['Account 1 account number', '4101'],
    ['Business phone', '5550123'],
  ])('and nothing else: %s %s', (label, typed) => {
    const messages = reportsOf(`${label}\n${typed}`)[0]?.problems.map(({ message }) => message) ?? []
    expect(messages.filter((message) => /spreadsheet/.test(message))).toEqual([])
  })
})

describe('dates that read either way', () => {
  const daysIn = (text: string, corrections: Correction[] = []) => {
    const sheet = sheetOf(text)
    const places = matchColumns('payfac', sheet.columns)
    const rows = checkRows(sheet, places, { kind: 'payfac', lists: noLists, today }, corrections)
    return rows.flatMap(({ row, problems }) =>
      problems.filter(isDayInDoubt).map((problem) => ({ row, problem })),
    )
  }
  const established = [
    'Legal name,Date established',
    'One,14/02/2015',
    'Two,03/04/2018',
    'Three,05/05/2018',
    'Four,12/25/2018',
    'Five,2018-04-03',
    'Six,',
    'Seven,3-4-2018',
  ].join('\n')

  it('get a warning and a one-click swap if other dates in their column are day first', () => {
    const days = daysIn(established)
    expect(days.map(({ row }) => row)).toEqual([3, 8])
    expect(days[0]?.problem).toEqual({
      label: 'Date established',
      message: 'Other rows have the day first here. This one is read as Mar 4, 2018.',
      state: 'warning',
      place: 'merchant.dateEstablished',
      value: '03/04/2018',
      isDayFirst: true,
    })
  })

  it('stay as read if no other date in their column is day first', () => {
    expect(daysIn('Legal name,Date established\nOne,12/25/2018\nTwo,03/04/2018')).toEqual([])
    // Another column does not count, nor does a row with an extra cell, whose values are in the wrong columns.
    expect(
      daysIn(
        'Contact 1 date of birth,Date established\n25/12/1980,03/04/2018\n12/25/1980,14/02/2015,too many',
      ),
    ).toEqual([])
  })

  it('are reported until a person has chosen the day, even after the other dates were corrected', () => {
    const swap = (row: number) => ({
      row,
      place: 'merchant.dateEstablished',
      text: '',
      isDayFirst: true as const,
    })
    expect(daysIn(established, [swap(2)]).map(({ row }) => row)).toEqual([3, 8])
    expect(daysIn(established, [swap(2), swap(3)]).map(({ row }) => row)).toEqual([8])
    const typed = { row: 8, place: 'merchant.dateEstablished', text: '03/04/2018' }
    expect(daysIn(established, [swap(3), typed])).toEqual([])
  })

  it('of birth are reported without showing them', () => {
    const text = 'Legal name,Contact 1 date of birth\nOne,25/12/1980\nTwo,05/06/1982'
    const [day, ...others] = daysIn(text)
    expect(others).toEqual([])
    expect(day).toEqual({
      row: 3,
      problem: {
        label: fieldLabel('contacts.items.0.dateOfBirth'),
        message: 'Other rows have the day first here. This one is read with the month first.',
        state: 'warning',
        place: 'contacts.items.0.dateOfBirth',
        isDayFirst: true,
      },
    })
    expect(JSON.stringify(reportsOf(text))).not.toMatch(/198[02]/)
  })
})

describe('the report', () => {
  it('separates missing values, wrong values and warnings', () => {
    const [report] = reportsOf('Legal name,Business phone,Date established\nOne,555,2027-01-01\n')
    const stateOf = (label: string) =>
      report?.problems.filter((problem) => problem.label === label).map(({ state }) => state)
    expect(report).toMatchObject({ row: 2, name: 'One', blocked: null })
    expect(stateOf('Business phone')).toEqual(['wrong'])
    expect(stateOf('Federal tax ID')).toEqual(['missing'])
    expect(stateOf('Date established')).toEqual(['warning'])
  })

  it('a text that no draft can store blocks its row, and no other', () => {
    const [one, two] = reportsOf(
      `Legal name,Description\nOne,${'x'.repeat(40_001)}\nTwo,${'x'.repeat(40_000)}`,
    )
    expect(one?.blocked).toBe('What the business sells: more than 40,000 characters cannot be kept.')
    expect(two).toMatchObject({ blocked: null, name: 'Two' })
  })

  it('contains no sensitive value in any field', () => {
    expect(canariesIn(JSON.stringify(reportsOf(JSON.stringify([canaryDraft()]))))).toEqual([])
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.\-E+ ]{6,20}$/), (secret) => {
        fc.pre(/\d{3}/.test(secret))
        const text = JSON.stringify({
          merchant: { taxId: secret },
          contacts: { items: [{ ssn: secret, dateOfBirth: secret }] },
          accounts: { items: [{ accountNumber: secret }] },
        })
        expect(JSON.stringify(reportsOf(text))).not.toContain(secret.trim())
      }),
    )
  })

  it('any text gives a draft, a blocked row or a refused file, and never an exception', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 50 }),
        (text, value) => {
          readSheet(text)
          const reports = reportsOf(
            `Legal name,Ownership,contact 1 roles,partnerUnderwrites\nx,${[value, value, value].map(cell).join(',')}`,
          )
          expect(reports).toHaveLength(1)
        },
      ),
    )
  })
})

describe('the template', () => {
  const lists: SettingsLists = { ...exampleLists, roles: [] }
  it.each(['payfac', 'full'] as const)(
    'of a %s application has a row that could be submitted, its columns all matched',
    (kind) => {
      const text = templateCsv(kind, lists)
      const sheet = sheetOf(text)
      expect(matchColumns(kind, sheet.columns)).not.toContain(null)
      const [report] = reportsOf(text, kind, lists)
      expect(report).toMatchObject({ row: 2, name: 'Blue Lantern Bakery', blocked: null })
      // Invented numbers belong to no one, and get a warning for it.
      expect(report?.problems.filter(({ state }) => state !== 'warning')).toEqual([])
    },
  )
})

test('a value that can be corrected beside the file has its place and the file’s value; a masked value is typed again', () => {
  const problems = reportsOf('Legal name,Billing state,Tax ID\nIris,Ohayo,12\n')[0]?.problems ?? []
  const placeOf = (label: string) => problems.find((problem) => problem.label === label)?.place
  expect(placeOf('Billing state')).toBe('merchant.billingState')
  expect(problems.find(({ label }) => label === fieldLabel('merchant.taxId'))).toMatchObject({
    state: 'wrong',
  })
  expect(placeOf(fieldLabel('merchant.taxId'))).toBe('merchant.taxId')
  expect(problems.flatMap(({ value }) => value ?? [])).toEqual(['Ohayo'])
})

describe('a routing number that fails its check', () => {
  const text = 'Legal name,Account 1 routing number,Account 2 routing number\n'
  const rows = reportsOf(`${text}A,021000021,\nB,021000026,021000027\nC,,021000028\n`)

  it('is reported in its row by the field’s name, and not as one warning among others', () => {
    const slips = rows.map(({ problems }) => problems.filter(({ slip }) => slip !== undefined))
    expect(slips.map((each) => each.length)).toEqual([0, 2, 1])
    expect(slips[2]).toMatchObject([
      {
        label: expect.stringContaining('ABA routing number'),
        state: 'warning',
        slip: 'ABA routing number',
      },
    ])
  })

  it('is counted above all rows, each row once', () => {
    expect(slipsIn(rows)).toEqual([{ field: 'ABA routing number', rows: 2 }])
  })
})
