import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import {
  checkingAccount,
  contact,
  newApplication,
  readObject,
  readObjects,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
  type WireBody,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())

/** The whole answer: a refusal's fields as paths, each once and sorted. */
async function submit(body: unknown) {
  const response = await calls.sendApplication(body)
  const entries = await readObjects(response)
  const problems = response.status === 200 ? [] : entries
  const fields = problems.flatMap((problem) => (Array.isArray(problem.fields) ? problem.fields : []))
  return {
    status: response.status,
    entries,
    codes: [...new Set(problems.map(({ errorCode }) => String(errorCode)))].sort(),
    fields: [...new Set(fields.map(String))].sort(),
  }
}

/** A body with one value changed; `path` as the interface's tables name it. */
function withValue(path: string, value: unknown): WireBody {
  const [object = '', name = ''] = path.split('.')
  const body = newApplication()
  const target = object.startsWith('lstContact')
    ? body.lstContact[0]
    : object.startsWith('lstbussCheckAcc')
      ? body.lstbussCheckAcc?.[0]
      : object === 'Opp'
        ? body.Opp
        : body.Mer
  if (target) target[name] = value
  return body
}

const show = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 12)}… (${String(value).length} characters)` : text
}

describe('the answer to a create', () => {
  test('lists account, contacts, checking accounts and opportunity, in this order', async () => {
    const { status, entries } = await submit(
      newApplication({
        lstbussCheckAcc: [
          checkingAccount({ SourceId: 'account-1' }),
          checkingAccount({ DDA_Type__c: 'Fees' }),
        ],
      }),
    )
    expect(status).toBe(200)
    expect(entries.map(({ ObjectType, SourceId, Success }) => [ObjectType, SourceId, Success])).toEqual([
      ['Account', null, true],
      ['Contact', 'contact-1', true],
      ['Contact', 'contact-2', true],
      ['Business Checking Account', 'account-1', true],
      ['Business Checking Account', null, true],
      ['Opportunity', null, true],
    ])
    expect(entries.map(({ SFId }) => String(SFId).slice(0, 3))).toEqual([
      '001',
      '003',
      '003',
      'a0B',
      'a0B',
      '006',
    ])
    for (const { SFId, Message } of entries) {
      expect(withCheckSuffix(String(SFId).slice(0, 15))).toBe(SFId)
      expect(Message).toMatch(/created/)
    }
  })

  test('checking accounts are recommended, not required', async () => {
    const { lstbussCheckAcc, ...rest } = newApplication()
    expect((await submit(rest)).entries.map(({ ObjectType }) => ObjectType)).toEqual([
      'Account',
      'Contact',
      'Contact',
      'Opportunity',
    ])
    expect((await submit({ ...rest, lstbussCheckAcc: [] })).status).toBe(200)
  })

  test('members that the interface does not show are kept', async () => {
    const { opportunityId } = await calls.createApplication(
      newApplication({ Mer: { Custom__c: { deep: [1] } } }),
    )
    const held = await readObject(await calls.control('GET', `opportunities/${opportunityId}`))
    expect(held.Mer).toMatchObject({ Custom__c: { deep: [1] } })
  })
})

describe('required members', () => {
  test.each(['Opp', 'Mer', 'lstContact'])('%s must be there', async (name) => {
    const body: Record<string, unknown> = { ...newApplication() }
    delete body[name]
    expect(await submit(body)).toMatchObject({
      status: 400,
      codes: ['REQUIRED_FIELD_MISSING'],
      fields: expect.arrayContaining([name]),
    })
  })

  test.each(['Legal_Name__c', 'Name', 'Ownership'])('a create names Mer.%s', async (name) => {
    const body = newApplication()
    delete body.Mer[name]
    expect(await submit(body)).toMatchObject({
      status: 400,
      codes: ['REQUIRED_FIELD_MISSING'],
      fields: [`Mer.${name}`],
    })
  })

  test.each([
    ['Opp.attributes', 'Opp.attributes'],
    ['Mer.attributes', 'Mer.attributes'],
    ['lstContact[0].attributes', 'lstContact[0].attributes'],
    ['lstbussCheckAcc[0].attributes', 'lstbussCheckAcc[0].attributes'],
  ])('%s must be there', async (path, field) => {
    expect(await submit(withValue(path, undefined))).toMatchObject({ status: 400, fields: [field] })
  })

  test.each(['Opp', 'Mer', 'lstContact[0]', 'lstbussCheckAcc[0]'])(
    '%s.attributes.type names its record type',
    async (object) => {
      const wrong = object === 'Opp' ? 'Account' : 'Opportunity'
      expect(await submit(withValue(`${object}.attributes`, { type: wrong }))).toMatchObject({
        status: 400,
        fields: [`${object}.attributes.type`],
      })
    },
  )

  test.each([
    ['null', null],
    ['a list', []],
    ['a string', 'text'],
    ['a number', 1],
    ['an empty object', {}],
  ])('%s is no application', async (_, body) => {
    expect((await submit(JSON.stringify(body))).status).toBe(400)
  })
})

/** Every limit of the interface's tables, written from the document: text fields and their longest value. */
const LONGEST: [path: string, max: number][] = [
  ['Opp.Days_to_Ship_Deliver__c', 255],
  ['Opp.Refund_Policy__c', 255],
  ['Mer.Association_ID_API_Field__c', 10],
  ['Mer.Association_ID__c', 18],
  ['Mer.Legal_Name__c', 100],
  ['Mer.Name', 255],
  ['Mer.BillingStreet', 255],
  ['Mer.BillingCity', 40],
  ['Mer.BillingState', 80],
  ['Mer.BillingCountry', 80],
  ['Mer.Industry', 255],
  ['Mer.Industry_other__c', 100],
  ['Mer.Location_Type__c', 255],
  ['Mer.Location_Other__c', 255],
  ['Mer.Years_at_Location__c', 4],
  ['Mer.Chain_Non_Chain__c', 255],
  ['Mer.Description', 32_000],
  ['Mer.MCC_API_Field__c', 100],
  ['Mer.BET_Table_ID_API_Field__c', 255],
]

const EMAIL_100 = `${'a'.repeat(60)}@${'b'.repeat(31)}.example`
const WEBSITE_255 = `https://shop.example/${'a'.repeat(234)}`

/** The other fields: values that the document allows, and values that it does not. */
const VALUES: [path: string, allowed: unknown[], refused: unknown[]][] = [
  ['Opp.Is_SVC_Underwriting__c', [true, false, null], ['true', 1]],
  ['Opp.High_Monthly_Volume__c', [0, 0.01, 1e9, null], [-0.01, '100']],
  ['Opp.Avg_Ticket__c', [0, -1, 12.5, null], ['12.5', true]],
  ['Opp.High_Ticket__c', [0, 5_000], [-1, '5000']],
  ['Opp.Visa_MC_Discover_Volume__c', [0, 5_000], [-1, '5000']],
  ['Mer.Legal_Name__c', ['A', ' A '], ['', ' ', 7, null]],
  ['Mer.Name', ['B'], ['', '\t\u00a0', 7, null]],
  [
    'Mer.Tax_ID__c',
    ['123456789', '000000001'],
    ['12345678', '1234567890', '12-3456789', '12345678a', 123456789, ''],
  ],
  ['Mer.State_of_Entity_Formation_Incorporation__c', ['DE', 'Delaware'], [7]],
  ['Mer.BillingPostalCode', ['12345', '00501'], ['1234', '123456', '12345-6789', 'abcde', 12345]],
  [
    'Mer.Phone',
    ['5555550123', '(555) 555-0123'],
    ['555-555-0123', '555555012', '55555501234', '(555)555-0123', '+15555550123', 5555550123],
  ],
  [
    'Mer.Customer_Service_Phone__c',
    ['5555550123', '(555) 555-0123'],
    ['555 555 0123', '555555012', '55555501234'],
  ],
  [
    'Mer.App_Email__c',
    ['owner@bakery.example', EMAIL_100],
    ['owner', 'owner@', '@bakery.example', 'a b@bakery.example', `a${EMAIL_100}`],
  ],
  ['Mer.Website', ['https://bakery.example', WEBSITE_255], ['bakery', 'not a uri', `${WEBSITE_255}a`]],
  ['Mer.Years_at_Location__c', ['12', 1234], [12345]],
  [
    'Mer.Date_Established__c',
    ['2019-04-30', '2020-02-29'],
    ['04/30/2019', '2019-02-29', '2019-13-01', '2019-4-30', 20190430],
  ],
  [
    'Mer.Ownership',
    ['Limited Liability Company', 'Partnership', 'Privately Held Corporation'],
    ['LLC', 'partnership', '', ' Partnership', 7],
  ],
  ['Mer.Sponsorship__c', ['Example Sponsor Bank'], [7]],
  ['Mer.Ever_accepted_credit_cards_before__c', [true, false], ['yes', 0]],
  ['Mer.Ever_had_a_merchant_account_canceled__c', [true, false], ['no', 0]],
  ['lstContact[0].SourceId', ['a', '👩‍🍳', 'x'.repeat(300)], [7]],
  ['lstContact[0].FirstName', ['Ana', 'x'.repeat(5_000)], [7]],
  ['lstContact[0].LastName', ['Okafor'], [7]],
  // Of items neither lengths nor, for this one, a format are shown.
  ['lstContact[0].Email', ['ana@bakery.example', 'ana', 'x'.repeat(5_000)], [7]],
  ['lstContact[0].Date_of_Birth__c', ['1980-02-29'], ['1981-02-29', '02/28/1981', 19800101]],
  ['lstContact[0].MailingPostalCode', ['12345'], ['1234', '123456', '12345-6789']],
  ['lstContact[0].SSN__c', ['078051120'], ['07805112', '0780511201', '078-05-1120', '07805112a', 78051120]],
  ['lstContact[0].Percentage_Owned__c', [25, 33.33, 60, 33.3333333333], ['60', null]],
  ['lstContact[0].Title', ['Owner'], [7]],
  [
    'lstbussCheckAcc[0].Transit_Routing__c',
    ['021000021'],
    ['02100002', '0210000210', '021-000-021', 21000021],
  ],
  ['lstbussCheckAcc[0].Checking_Account__c', ['000123456', '1'.repeat(30)], [123456]],
  ['lstbussCheckAcc[0].Bank_Zipcode__c', ['12345'], ['1234', '123456']],
  ['lstbussCheckAcc[0].Years_Open__c', [0, 2.5], ['2']],
  ['lstbussCheckAcc[0].DDA_Type__c', ['Fees'], [7]],
  ['lstbussCheckAcc[0].Bank_Name__c', ['First Example Bank'], [7]],
]

describe('each field at its limit, and one beyond', () => {
  test.each(LONGEST)('%s has at most %d characters', async (path, max) => {
    expect((await submit(withValue(path, '7'.repeat(max)))).status).toBe(200)
    const beyond = await submit(withValue(path, '7'.repeat(max + 1)))
    expect(beyond).toMatchObject({ status: 400, fields: [path] })
  })

  test.each(VALUES.flatMap(([path, allowed]) => allowed.map((value) => [path, show(value), value] as const)))(
    '%s may be %s',
    async (path, _, value) => {
      expect(await submit(withValue(path, value))).toMatchObject({ status: 200 })
    },
  )

  test.each(
    VALUES.flatMap(([path, , refused]) => refused.map((value) => [path, show(value), value] as const)),
  )('%s may not be %s', async (path, _, value) => {
    expect(await submit(withValue(path, value))).toMatchObject({ status: 400, fields: [path] })
  })
})

const PRINCIPAL = (owned?: number, ...more: string[]) =>
  contact({
    Contact_Role__c: ['Principal', ...more].join(';'),
    ...(owned === undefined ? {} : { Percentage_Owned__c: owned }),
  })
const CONTROL = (...more: string[]) => contact({ Contact_Role__c: ['Control Prong', ...more].join(';') })
const SIGNER = contact({ Contact_Role__c: 'Authorized Signer' })
const PLAIN = contact()

const SOLE = ['Sole Proprietorship']
const PRIVATE = ['Partnership', 'Limited Liability Company', 'Privately Held Corporation']
const PUBLIC = ['Tax Exempt', 'Government', 'Publicly Traded Corporation', 'Financial Institution']

type Case = [title: string, ownerships: string[], contacts: Record<string, unknown>[]]

const ALLOWED: Case[] = [
  ['one principal', SOLE, [PRINCIPAL(100)]],
  ['one principal with every role', SOLE, [PRINCIPAL(100, 'Control Prong', 'Authorized Signer')]],
  ['one principal under 100 percent, another contact', SOLE, [PRINCIPAL(60), PLAIN]],
  ['one principal of exactly 25 percent', SOLE, [PRINCIPAL(25)]],
  ['no principal and one Control Prong', PRIVATE, [CONTROL()]],
  ['a principal who is the Control Prong', PRIVATE, [PRINCIPAL(60, 'Control Prong')]],
  ['4 principals of 25 percent and a Control Prong', PRIVATE, [...Array(4).fill(PRINCIPAL(25)), CONTROL()]],
  ['3 principals of 33.33 percent', PRIVATE, [...Array(3).fill(PRINCIPAL(33.33)), CONTROL()]],
  [
    'roles with spaces around them',
    PRIVATE,
    [contact({ Contact_Role__c: ' Principal ; Control Prong;', Percentage_Owned__c: 60 })],
  ],
  ['roles that the interface does not name', PRIVATE, [CONTROL('Accountant')]],
  ['one Control Prong only', PUBLIC, [CONTROL()]],
  ['a Control Prong who signs', PUBLIC, [CONTROL('Authorized Signer')]],
  ['a Control Prong and a separate signer', PUBLIC, [CONTROL(), SIGNER]],
]

const REFUSED: Case[] = [
  ['rule 1: no contact', [...SOLE, ...PRIVATE, ...PUBLIC], []],
  ['rule 2: two Control Prongs', [...PRIVATE, ...PUBLIC], [CONTROL(), CONTROL()]],
  ['rule 2: two Control Prongs', SOLE, [PRINCIPAL(100, 'Control Prong'), CONTROL()]],
  ['rule 3: two Authorized Signers', PRIVATE, [CONTROL(), SIGNER, SIGNER]],
  ['rule 3: two Authorized Signers', SOLE, [PRINCIPAL(100), SIGNER, SIGNER]],
  ['rule 4: 5 principals', PRIVATE, [...Array(5).fill(PRINCIPAL(20)), CONTROL()]],
  ['rule 5: a principal of 24.99 percent', PRIVATE, [PRINCIPAL(24.99), CONTROL()]],
  ['rule 5: a principal of 24.99999999 percent', PRIVATE, [PRINCIPAL(24.99999999), CONTROL()]],
  ['rule 5: a principal of 0 percent', SOLE, [PRINCIPAL(0)]],
  ['rule 6: 100.01 percent together', PRIVATE, [PRINCIPAL(50), PRINCIPAL(50.01), CONTROL()]],
  ['rule 6: 25.005 percent 4 times', PRIVATE, [...Array(4).fill(PRINCIPAL(25.005)), CONTROL()]],
  ['rule 6: one principal of 100.01 percent', SOLE, [PRINCIPAL(100.01)]],
  ['rule 6: one principal of 1e20 percent', SOLE, [PRINCIPAL(1e20)]],
  ['rule 7: no principal', SOLE, [CONTROL()]],
  ['rule 7: two principals', SOLE, [PRINCIPAL(50), PRINCIPAL(50)]],
  ['rule 8: no Control Prong', PRIVATE, [PRINCIPAL(60)]],
  ['rule 9: no Control Prong', PUBLIC, [SIGNER]],
  ['rule 9: a principal', PUBLIC, [CONTROL(), PRINCIPAL(30)]],
  ['rule 9: the Control Prong as a principal', PUBLIC, [PRINCIPAL(30, 'Control Prong')]],
]

const byOwnership = (cases: Case[]) =>
  cases.flatMap(([title, ownerships, contacts]) =>
    ownerships.map((ownership) => [ownership, title, contacts] as const),
  )

describe('the ownership rules', () => {
  test.each(byOwnership(ALLOWED))('%s: %s is accepted', async (ownership, _, lstContact) => {
    expect(
      await submit(newApplication({ Mer: { Ownership: ownership }, lstContact: [...lstContact] })),
    ).toMatchObject({
      status: 200,
    })
  })

  test.each(byOwnership(REFUSED))('%s: %s is refused', async (ownership, _, lstContact) => {
    const { status, fields } = await submit(
      newApplication({ Mer: { Ownership: ownership }, lstContact: [...lstContact] }),
    )
    expect(status).toBe(400)
    expect(fields.every((field) => field.startsWith('lstContact'))).toBe(true)
  })
})

describe('a refusal', () => {
  test('tells all problems at once, in the partner’s paths', async () => {
    const { status, codes, fields } = await submit({
      ...newApplication({
        Opp: { High_Ticket__c: -1 },
        Mer: {
          Name: '',
          Tax_ID__c: '12',
          Ownership: 'Partnership',
          App_Email__c: 'x',
          Description: 'd'.repeat(32_001),
        },
        lstContact: [contact({ SSN__c: '1', Contact_Role__c: 'Principal', Percentage_Owned__c: 10 })],
        lstbussCheckAcc: [
          checkingAccount(),
          checkingAccount({ Transit_Routing__c: '1', DDA_Type__c: 'Fees' }),
        ],
      }),
    })
    expect(status).toBe(400)
    expect(fields).toEqual(
      [
        'Mer.App_Email__c',
        'Mer.Description',
        'Mer.Name',
        'Mer.Tax_ID__c',
        'Opp.High_Ticket__c',
        'lstContact',
        'lstContact[0].Percentage_Owned__c',
        'lstContact[0].SSN__c',
        'lstbussCheckAcc[1].Transit_Routing__c',
      ].sort(),
    )
    expect(codes).toEqual(expect.arrayContaining(['INVALID_EMAIL_ADDRESS', 'STRING_TOO_LONG']))
  })

  test('never repeats a value', async () => {
    const response = await calls.sendApplication(withValue('lstContact[0].SSN__c', '078-05-1120'))
    expect(await response.text()).not.toContain('078-05-1120')
  })

  test('has message, errorCode and fields in each entry, and stores nothing', async () => {
    const before = (await calls.journal()).length
    const { entries } = await submit(withValue('Mer.Name', ''))
    expect(entries).toEqual([
      { message: expect.any(String), errorCode: expect.any(String), fields: ['Mer.Name'] },
    ])
    expect((await calls.journal()).slice(before)).toMatchObject([{ status: 400, applied: false }])
  })
})

test('a list of 200,000 wrong items is a 400, by both endpoints', async () => {
  const items = Array.from({ length: 200_000 }, () => ({}))
  const body = newApplication({ lstContact: items })
  expect((await calls.sendApplication(body)).status).toBe(400)
  expect((await calls.send('/applications', { ...body, lstBens: items })).status).toBe(400)
})

describe('an update', () => {
  const updateOf = (
    ids: { opportunityId: string; accountId: string; contactIds: string[] },
    change: Partial<WireBody> = {},
  ): WireBody => {
    // Each contact that the application has: one without an id would be another.
    const own = newApplication().lstContact.map((contact, index) => ({
      ...contact,
      Id: ids.contactIds[index],
    }))
    const body = newApplication({ lstContact: own, ...change })
    return { ...body, Opp: { ...body.Opp, Id: ids.opportunityId }, Mer: { ...body.Mer, Id: ids.accountId } }
  }
  const held = async (opportunityId: string) =>
    readObject(await calls.control('GET', `opportunities/${opportunityId}`))

  test('changes the records that it names and creates those that it does not', async () => {
    const ids = await calls.createApplication()
    const [first = '', second = ''] = ids.contactIds
    const { status, entries } = await submit(
      updateOf(ids, {
        Mer: { Name: 'Blue Heron & Daughters' },
        lstContact: [
          contact({ Id: first, SourceId: 'contact-1', Title: 'Owner' }),
          contact({ Id: second, SourceId: 'contact-2' }),
          contact({ SourceId: 'contact-3', FirstName: 'Grace' }),
        ],
        lstbussCheckAcc: [checkingAccount({ Id: ids.checkingAccountIds[0], DDA_Type__c: 'Fees' })],
      }),
    )
    expect(status).toBe(200)
    expect(entries.map(({ SourceId, SFId, ObjectType }) => [ObjectType, SourceId, SFId])).toEqual([
      ['Account', null, ids.accountId],
      ['Contact', 'contact-1', first],
      ['Contact', 'contact-2', second],
      ['Contact', 'contact-3', expect.stringMatching(/^003/)],
      ['Business Checking Account', null, ids.checkingAccountIds[0]],
      ['Opportunity', null, ids.opportunityId],
    ])
    const application = await held(ids.opportunityId)
    expect(application.Mer).toMatchObject({ Name: 'Blue Heron & Daughters', Tax_ID__c: '123456789' })
    // What an update leaves out of a record is as it was.
    expect(application.lstContact).toMatchObject([
      { Id: first, Title: 'Owner', SSN__c: '078051120', Percentage_Owned__c: 60 },
      { Id: second, Percentage_Owned__c: 40 },
      { FirstName: 'Grace' },
    ])
    expect(application.lstbussCheckAcc).toMatchObject([
      { Id: ids.checkingAccountIds[0], DDA_Type__c: 'Fees' },
    ])
    expect(application.received).toHaveLength(2)
  })

  test('judges ownership, roles and percentages that it leaves out as they were', async () => {
    const ids = await calls.createApplication()
    const [first = '', second = ''] = ids.contactIds
    const body = updateOf(ids, {
      lstContact: [contact({ Id: first }), contact({ Id: second, Percentage_Owned__c: 40.01 })],
    })
    delete body.Mer.Ownership
    expect((await submit(body)).status).toBe(400)
    expect((await submit({ ...body, lstContact: [contact({ Id: first })] })).status).toBe(200)
  })

  test('needs none of what only a create requires', async () => {
    const ids = await calls.createApplication()
    const body = updateOf(ids)
    for (const name of ['Legal_Name__c', 'Name', 'Ownership']) delete body.Mer[name]
    expect((await submit(body)).status).toBe(200)
  })

  test('may name records by their 15 characters', async () => {
    const ids = await calls.createApplication()
    const short = {
      opportunityId: ids.opportunityId.slice(0, 15),
      accountId: ids.accountId.slice(0, 15),
      contactIds: ids.contactIds.map((id) => id.slice(0, 15)),
    }
    const { status, entries } = await submit(updateOf(short))
    expect(status).toBe(200)
    expect(entries.at(-1)?.SFId).toBe(ids.opportunityId)
  })

  test.each(['Opp', 'Mer'] as const)('with %s.Id alone is incomplete', async (object) => {
    const ids = await calls.createApplication()
    const body = updateOf(ids)
    const other = object === 'Opp' ? 'Mer' : 'Opp'
    delete body[other].Id
    expect(await submit(body)).toMatchObject({
      status: 400,
      codes: ['REQUIRED_FIELD_MISSING'],
      fields: [`${other}.Id`],
    })
  })

  test.each(['a'.repeat(14), 'a'.repeat(19), `${'a'.repeat(14)}-`, 7, null])(
    'an id cannot be %s',
    async (id) => {
      const ids = await calls.createApplication()
      const body = updateOf(ids)
      body.Opp.Id = id
      expect(await submit(body)).toMatchObject({ status: 400, fields: ['Opp.Id'] })
    },
  )

  test('of an unknown opportunity, of another’s account or with a wrong check suffix is not found', async () => {
    const [ids, others] = [await calls.createApplication(), await calls.createApplication()]
    const unknown = withCheckSuffix('006000000000000')
    expect(await submit(updateOf({ ...ids, opportunityId: unknown }))).toMatchObject({
      status: 404,
      codes: ['NOT_FOUND'],
      fields: ['Opp.Id'],
    })
    expect(await submit(updateOf({ ...ids, accountId: others.accountId }))).toMatchObject({
      status: 404,
      codes: ['NOT_FOUND'],
      fields: ['Mer.Id'],
    })
    expect(
      (await submit(updateOf({ ...ids, opportunityId: `${ids.opportunityId.slice(0, 17)}9` }))).status,
    ).toBe(404)
  })

  test('an item of another application, of another kind or unknown is not found', async () => {
    const [ids, others] = [await calls.createApplication(), await calls.createApplication()]
    const roles = { Contact_Role__c: 'Control Prong' }
    for (const id of [others.contactIds[0], ids.checkingAccountIds[0], withCheckSuffix('003000000000000')]) {
      expect(await submit(updateOf(ids, { lstContact: [contact({ Id: id, ...roles })] }))).toMatchObject({
        status: 404,
        codes: ['NOT_FOUND'],
        fields: ['lstContact[0].Id'],
      })
    }
    expect(
      await submit(newApplication({ lstContact: [contact({ Id: ids.contactIds[0], ...roles })] })),
    ).toMatchObject({
      status: 404,
    })
  })

  test('names an item once', async () => {
    const ids = await calls.createApplication()
    const [first = ''] = ids.contactIds
    const lstContact = [
      contact({ Id: first }),
      contact({ Id: first.slice(0, 15), Contact_Role__c: 'Principal' }),
    ]
    expect(await submit(updateOf(ids, { lstContact }))).toMatchObject({
      status: 400,
      fields: expect.arrayContaining(['lstContact[1].Id']),
    })
  })

  test.each(['Pending Underwriting', 'Closed Won'])(
    'rule 13: in stage %s is refused, and changes nothing',
    async (stage) => {
      const ids = await calls.createApplication()
      expect((await calls.control('PUT', `opportunities/${ids.opportunityId}`, { stage })).status).toBe(200)
      expect(await submit(updateOf(ids, { Mer: { Name: 'Changed' } }))).toMatchObject({
        status: 400,
        codes: ['ENTITY_IS_LOCKED'],
      })
      expect((await held(ids.opportunityId)).Mer).toMatchObject({ Name: 'Blue Heron' })
      await calls.control('PUT', `opportunities/${ids.opportunityId}`, { stage: 'Closed Lost' })
      expect((await submit(updateOf(ids))).status).toBe(200)
    },
  )

  test('two at once both hold, one after the other', async () => {
    const ids = await calls.createApplication()
    const answers = await Promise.all(
      ['One', 'Two'].map((Name) => submit(updateOf(ids, { Mer: { Name }, lstbussCheckAcc: [] }))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await held(ids.opportunityId)).received).toHaveLength(3)
  })
})

describe('what the sandbox holds', () => {
  test('is the body as it was received, secrets too, by 18 or 15 characters', async () => {
    const body = newApplication({ Mer: { Legal_Name__c: 'Zoë "O\u0000" \ud83d\ude00 \\u0000 </script>' } })
    const { opportunityId, accountId } = await calls.createApplication(body)
    for (const id of [opportunityId, opportunityId.slice(0, 15)]) {
      const application = await readObject(await calls.control('GET', `opportunities/${id}`))
      expect(application).toMatchObject({ id: opportunityId, accountId, received: [body], attachments: [] })
    }
  })

  test.each(['opportunities/006000000000000AAA', 'opportunities/x', 'nothing', ''])(
    'control/%s is not found',
    async (path) => {
      const response = await calls.control('GET', path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject([{ errorCode: 'NOT_FOUND' }])
    },
  )

  test.each([{}, { stage: '' }, { stage: 7 }, { stage: 'x', id: '1' }, { stage: 'a\u0000' }, []])(
    'a stage cannot be set with %j',
    async (body) => {
      const { opportunityId } = await calls.createApplication()
      expect((await calls.control('PUT', `opportunities/${opportunityId}`, body)).status).toBe(400)
    },
  )
})

describe('the status read', () => {
  const readStage = (id: string, query = '?fields=StageName') =>
    calls.send(SANDBOX_PATHS.stage(id).replace('?fields=StageName', query), undefined, {
      method: 'GET',
      body: null,
    })

  test('gives the stage', async () => {
    const { opportunityId } = await calls.createApplication()
    await calls.control('PUT', `opportunities/${opportunityId}`, { stage: 'Closed Won' })
    for (const id of [opportunityId, opportunityId.slice(0, 15)]) {
      const response = await readStage(id)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ Id: opportunityId, StageName: 'Closed Won' })
    }
  })

  test('of an unknown opportunity is not found; an unknown field is refused', async () => {
    const { opportunityId } = await calls.createApplication()
    expect((await readStage(withCheckSuffix('006000000000000'))).status).toBe(404)
    expect((await readStage(opportunityId, '?fields=StageName,Secret__c')).status).toBe(400)
  })
})
