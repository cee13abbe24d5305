import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import {
  application,
  bankAccount,
  controlProng,
  isRecordId,
  type Json,
  person,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import { fieldCases } from '@/lib/testing/interface/field-cases'
import { ownershipCases } from '@/lib/testing/interface/ownership-cases'
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

/** Endpoint 2 of the interface, "Create or update a sub-merchant application", held to the document. */

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

async function expectAccepted(body: unknown): Promise<Json[]> {
  const response = await calls.sendApplication(body)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text)
}

/** Expects a 400 with one entry per problem; gives the paths that they name, each once. */
async function refusedPaths(body: unknown): Promise<unknown[]> {
  const response = await calls.sendApplication(body)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    400,
    expect.stringMatching(/^application\/json\b/),
  ])
  const problems = await readObjects(response)
  expect(problems.length).toBeGreaterThan(0)
  for (const problem of problems) {
    expect(problem).toEqual({
      message: expect.stringMatching(/\S/),
      errorCode: expect.stringMatching(/^[A-Z][A-Z_]*$/),
      fields: expect.any(Array),
    })
  }
  return [...new Set(problems.flatMap(({ fields }) => fields))]
}

async function expectRefused(body: unknown, path: string) {
  expect(await refusedPaths(body)).toEqual([path])
}

/** Expects a refusal that names a path, and none but such as `pattern`. */
async function expectRefusedWithin(body: unknown, pattern: RegExp) {
  const paths = await refusedPaths(body)
  expect(paths).not.toEqual([])
  for (const path of paths) expect(path).toMatch(pattern)
}

/** A second contact without a role: what a test gives it changes nothing for the ownership rules. */
const body = () => application([controlProng(), person('')])

/** The cases of every field are `lib/partner/wire/field-tables.test.ts`; here each is asked of the endpoint once. */
describe.each(fieldCases('createOrUpdate'))('the fields of %s', (object, fields) => {
  const at = { lstContact: 'lstContact[1]', lstbussCheckAcc: 'lstbussCheckAcc[0]' }[object] ?? object
  // An ownership has its own people: the rules of the interface are below.
  const others = fields.filter(({ name }) => name !== 'Ownership')
  const all = (pick: (field: (typeof fields)[number]) => unknown) =>
    others.reduce((sent, field) => withValue(sent, `${at}.${field.name}`, pick(field)), body())

  test('may all be at their limit', async () => {
    await expectAccepted(all(({ accepted }) => accepted[0]))
    await expectAccepted(all(({ accepted }) => accepted.at(-1)))
  })

  test('are all named that are beyond it', async () => {
    const paths = await refusedPaths(all(({ refused }) => refused[0]))
    expect(paths.sort()).toEqual(others.map(({ name }) => `${at}.${name}`).sort())
  })

  test('may be absent, or null, if they are not among the required ones', async () => {
    const required = ['Legal_Name__c', 'Name', 'Ownership']
    for (const value of [undefined, null]) {
      const lacking = ({ name, accepted }: (typeof fields)[number]) =>
        required.includes(name) ? accepted[0] : value
      await expectAccepted(all(lacking))
    }
  })
})

describe('Ownership', () => {
  test.each(['Privately Held Partnership', 'Tax Exempt ', '', 7, null])(
    'may not be %j',
    async (ownership) => {
      expect(await refusedPaths(withValue(application(), 'Mer.Ownership', ownership))).toContain(
        'Mer.Ownership',
      )
    },
  )
})

describe('a new application', () => {
  test.each(['Opp', 'Mer'])('needs %s, an object', async (member) => {
    for (const value of [undefined, null, 'text', 7, []]) {
      const pattern = new RegExp(`^(${member}|lstContact)\\b`)
      await expectRefusedWithin(withValue(application(), member, value), pattern)
    }
  })

  test.each([[undefined], [null], ['text'], [{}], [['text']], [[null]]])(
    'takes no contacts that are %j',
    async (value) => {
      await expectRefusedWithin(withValue(application(), 'lstContact', value), /^lstContact/)
    },
  )

  test.each([['text'], [{}], [['text']], [[null]]])(
    'takes no checking accounts that are %j',
    async (value) => {
      await expectRefusedWithin(withValue(application(), 'lstbussCheckAcc', value), /^lstbussCheckAcc/)
    },
  )

  test('needs no checking account, and takes several with different DDA types', async () => {
    for (const lstbussCheckAcc of [undefined, []]) {
      const entries = await expectAccepted({ ...application(), lstbussCheckAcc })
      expect(entries.map(({ ObjectType }) => ObjectType)).toEqual(['Account', 'Contact', 'Opportunity'])
    }
    const accounts = ['Deposits', 'Fees', 'Chargebacks'].map((type) => bankAccount({ DDA_Type__c: type }))
    await expectAccepted({ ...application(), lstbussCheckAcc: accounts })
  })

  test.each([
    ['Opp', 'Opportunity'],
    ['Mer', 'Account'],
    ['lstContact[0]', 'Contact'],
    ['lstbussCheckAcc[0]', 'Business_Checking_Account__c'],
  ])('%s carries attributes.type %s', async (object, type) => {
    for (const attributes of [undefined, {}, { type: `${type}s` }, { type: 7 }, type]) {
      const pattern = new RegExp(`^${RegExp.escape(`${object}.attributes`)}\\b`)
      await expectRefusedWithin(withValue(application(), `${object}.attributes`, attributes), pattern)
    }
    const at = `${object}.attributes`
    await expectRefused(withValue(application(), at, undefined), at)
    await expectRefused(withValue(application(), at, { type: 'Quote' }), `${at}.type`)
  })

  test.each(['', '{', '[]', '{}', 'null', '7', '"text"', '{"Opp":}', '\u0000'])(
    'is no body of %j',
    async (text) => {
      await refusedPaths(text)
    },
  )

  test.each([true, false])('may be underwritten by the service or not: %s', async (value) => {
    await expectAccepted(withValue(application(), 'Opp.Is_SVC_Underwriting__c', value))
  })
})

/** All cases are `lib/sandbox/ownership-problems.test.ts`; here the endpoint is asked one of each rule. */
describe('the rules of the interface', () => {
  const isFirst = ({ rule }: { rule: string }, index: number, cases: { rule: string }[]) =>
    cases.findIndex((other) => other.rule === rule) === index
  const cases = ownershipCases('createOrUpdate').filter(isFirst)

  test.each(cases)('$outcome: $rule ($ownership)', async ({ ownership, people, fields }) => {
    if (fields.length === 0) await expectAccepted(application(people, ownership))
    else expect((await refusedPaths(application(people, ownership))).sort()).toEqual(fields.sort())
  })
})

describe('the result', () => {
  const people = () => [
    { ...controlProng(), SourceId: 'second, first' },
    person(''),
    person('', { SourceId: 'ü "quoted"' }),
  ]
  const accounts = () => [bankAccount({ SourceId: 'account-2' }), bankAccount({ DDA_Type__c: 'Fees' })]

  test('lists account, contacts, checking accounts and opportunity, each with its source id', async () => {
    const entries = await expectAccepted({ ...application(people()), lstbussCheckAcc: accounts() })
    const entry = (ObjectType: string, SourceId: string | null) => ({
      Success: true,
      SourceId,
      SFId: expect.any(String),
      ObjectType,
      Message: expect.stringMatching(/created/),
    })
    expect(entries).toEqual([
      entry('Account', null),
      entry('Contact', 'second, first'),
      entry('Contact', null),
      entry('Contact', 'ü "quoted"'),
      entry('Business Checking Account', 'account-2'),
      entry('Business Checking Account', null),
      entry('Opportunity', null),
    ])
    const prefixes = ['001', '003', '003', '003', 'a0B', 'a0B', '006']
    expect(entries.map(({ SFId }, index) => isRecordId(SFId, prefixes[index] ?? ''))).toEqual(
      entries.map(() => true),
    )
    expect(new Set(entries.map(({ SFId }) => SFId)).size).toBe(entries.length)
  })

  test('has new ids for the same application sent twice', async () => {
    const [first, second] = [await expectAccepted(application()), await expectAccepted(application())]
    const ids = [...first, ...second].map(({ SFId }) => SFId)
    expect(new Set(ids).size).toBe(ids.length)
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
})

/** What a table of fields does not tell; the fields are `lib/partner/wire/field-tables.test.ts`. */
describe('a value', () => {
  test.each<[path: string, value: unknown]>([
    ['Opp.High_Monthly_Volume__c', null],
    ['lstContact[0].SourceId', '👩‍🍳'],
    ['lstContact[0].SourceId', 'x'.repeat(300)],
    // Of items no format is shown for an e-mail.
    ['lstContact[0].Email', 'ana'],
    ['lstContact[0].Percentage_Owned__c', 33.3333333333],
  ])('%s may be %j', async (path, value) => {
    expect(await submit(withValue(newApplication(), path, value))).toMatchObject({ status: 200 })
  })

  test.each<[path: string, value: unknown]>([
    ['Mer.Legal_Name__c', null],
    ['lstContact[0].SourceId', 7],
    ['lstContact[0].Percentage_Owned__c', null],
  ])('%s may not be %j', async (path, value) => {
    expect(await submit(withValue(newApplication(), path, value))).toMatchObject({
      status: 400,
      fields: [path],
    })
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
          Phone: '12',
          Ownership: 'Partnership',
          App_Email__c: 'x',
          Description: 'd'.repeat(32_001),
        },
        lstContact: [contact({ SSN__c: '1', Contact_Role__c: 'Principal', Percentage_Owned__c: 10 })],
        lstbussCheckAcc: [
          checkingAccount(),
          checkingAccount({ Transit_Routing__c: 'x', DDA_Type__c: 'Fees' }),
        ],
      }),
    })
    expect(status).toBe(400)
    expect(fields).toEqual(
      [
        'Mer.App_Email__c',
        'Mer.Description',
        'Mer.Name',
        'Mer.Phone',
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
    const response = await calls.sendApplication(
      withValue(newApplication(), 'lstContact[0].SSN__c', '078-05-1120'),
    )
    expect(await response.text()).not.toContain('078-05-1120')
  })

  test('has message, errorCode and fields in each entry, and stores nothing', async () => {
    const before = (await calls.journal()).length
    const { entries } = await submit(withValue(newApplication(), 'Mer.Name', ''))
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
    expect(entries[0]?.SFId).toBe(ids.accountId)
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

  test.each([
    'a'.repeat(14),
    'a'.repeat(19),
    `${'a'.repeat(14)}-`,
    '006000000000-01AAA',
    '',
    7,
    null,
    [['a'.repeat(18)]],
  ])('an id cannot be %j', async (id) => {
    const ids = await calls.createApplication()
    for (const object of ['Opp', 'Mer'] as const)
      expect(await submit(withValue(updateOf(ids), `${object}.Id`, id))).toMatchObject({
        status: 400,
        fields: [`${object}.Id`],
      })
  })

  test('of an unknown opportunity, of another’s account or with a wrong check suffix is not found', async () => {
    const [ids, others] = [await calls.createApplication(), await calls.createApplication()]
    const lengths = [...[15, 16, 17].map((length) => 'a'.repeat(length)), 'Z'.repeat(18)]
    for (const unknown of [withCheckSuffix('006000000000000'), '001000000000999AAA', ...lengths]) {
      const notFound = (field: string) => ({
        status: 404,
        entries: [{ message: expect.stringMatching(/\S/), errorCode: 'NOT_FOUND', fields: [field] }],
      })
      expect(await submit(updateOf({ ...ids, opportunityId: unknown }))).toMatchObject(notFound('Opp.Id'))
      expect(await submit(updateOf({ ...ids, accountId: unknown }))).toMatchObject(notFound('Mer.Id'))
    }
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

  test('obeys the rules of the interface, and changes nothing where it is refused', async () => {
    const ids = await calls.createApplication()
    const whole = async () => JSON.stringify(await held(ids.opportunityId))
    const before = await whole()
    const twoProngs = updateOf(ids, { lstContact: [controlProng(), controlProng()] })
    expect((await submit(twoProngs)).status).toBe(400)
    await expectRefused(withValue(updateOf(ids), 'Mer.Tax_ID__c', '1'), 'Mer.Tax_ID__c')
    const renamed = withValue(updateOf(ids), 'Mer.Name', 'Another name')
    await expectRefused(withValue(renamed, 'Mer.Phone', '1'), 'Mer.Phone')
    expect(await whole()).toBe(before)
    await expectAccepted(renamed)
    expect(await whole()).toContain('Another name')
  })

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
