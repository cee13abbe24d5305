import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFullApplication } from '@/lib/testing/full-application'
import {
  bankAccount,
  controlProng,
  fullApplication,
  isRecordId,
  type Json,
  person,
  principal,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import { fieldCases } from '@/lib/testing/interface/field-cases'
import { ownershipCases } from '@/lib/testing/interface/ownership-cases'
import {
  checkingAccount,
  contact,
  readObject,
  readObjects,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** Endpoint 4 of the interface, "Create application (alias)", held to the document. */

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())

const PATHS = ['/applications', '/services/data/v54.0/composite/sobjects']
const [ALIAS = ''] = PATHS

/** Written from the interface document: every field of it. */
const complete: unknown = JSON.parse(
  readFileSync(new URL('../partner/wire/golden/full-complete.json', import.meta.url), 'utf8'),
)

type Problem = { message: string; errorCode: string; fields: string[] }

/** The whole answer: a refusal's fields as paths, each once and sorted. */
async function submit(body: unknown) {
  const response = await calls.send(ALIAS, body)
  const accepted = response.status === 200
  const entries = accepted ? await readObjects(response) : []
  const { errors } = accepted ? { errors: [] } : ((await response.json()) as { errors: Problem[] })
  return {
    status: response.status,
    entries,
    errors,
    codes: [...new Set(errors.map(({ errorCode }) => errorCode))].sort(),
    fields: [...new Set(errors.flatMap(({ fields }) => fields))].sort(),
  }
}

async function create(body: unknown = newFullApplication()) {
  const { status, entries } = await submit(body)
  expect(status).toBe(200)
  const idsOf = (objectType: string) =>
    entries.filter(({ ObjectType }) => ObjectType === objectType).map(({ SFId }) => String(SFId))
  return {
    opportunityId: idsOf('Opportunity')[0] ?? '',
    accountId: idsOf('Account')[0] ?? '',
    quoteId: idsOf('Quote')[0] ?? '',
    ownerIds: idsOf('Contact'),
    lineItemIds: idsOf('QuoteLineItem'),
  }
}

const held = async (opportunityId: string) =>
  readObject(await calls.control('GET', `opportunities/${opportunityId}`))
const applicationCount = async () =>
  (await readObjects(await calls.control('GET', 'opportunities?limit=200'))).length

async function expectAccepted(body: unknown, path: string = ALIAS): Promise<Json[]> {
  const response = await calls.send(path, body, { redirect: 'manual' })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text)
}

/** Expects a 400 with `{errors}`, one per problem; gives the paths that they name, each once. */
async function refusedPaths(body: unknown, path: string = ALIAS): Promise<unknown[]> {
  const response = await calls.send(path, body, { redirect: 'manual' })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    400,
    expect.stringMatching(/^application\/json\b/),
  ])
  const answer = await readObject(response)
  expect(answer).toEqual({ errors: expect.any(Array) })
  const errors: Json[] = [answer.errors].flat().map((error) => Object(error))
  expect(errors.length).toBeGreaterThan(0)
  for (const error of errors) {
    expect(error).toEqual({
      message: expect.stringMatching(/\S/),
      errorCode: expect.stringMatching(/^[A-Z][A-Z_]*$/),
      fields: expect.any(Array),
    })
  }
  return [...new Set(errors.flatMap(({ fields }) => fields))]
}

/** Expects a refusal that names a path, and none but such as `pattern`. */
async function expectRefusedWithin(body: unknown, pattern: RegExp) {
  const paths = await refusedPaths(body)
  expect(paths).not.toEqual([])
  for (const path of paths) expect(path).toMatch(pattern)
}

describe.each(PATHS.flatMap((path) => [path, `${path}/`]))('POST %s', (path) => {
  const line = (fields: Json = {}): Json => ({ attributes: { type: 'QuoteLineItem' }, ...fields })

  test('creates with no redirect, and answers an entry for each record, in order, with its source id', async () => {
    const entries = await expectAccepted(
      {
        ...fullApplication([{ ...controlProng(), SourceId: 'owner-1' }, person('')]),
        lstbussCheckAcc: [bankAccount(), bankAccount({ SourceId: 'account-2' })],
        Lstqli: [line({ SourceId: 'line-1' }), line(), line({ SourceId: 'line-3' })],
      },
      path,
    )
    const entry = (ObjectType: string, SourceId: string | null) => ({
      Success: true,
      SourceId,
      SFId: expect.any(String),
      ObjectType,
      Message: expect.stringMatching(/created/),
    })
    expect(entries).toEqual([
      entry('Account', null),
      entry('Contact', 'owner-1'),
      entry('Contact', null),
      entry('Business Checking Account', null),
      entry('Business Checking Account', 'account-2'),
      entry('Opportunity', null),
      entry('Quote', null),
      entry('QuoteLineItem', 'line-1'),
      entry('QuoteLineItem', null),
      entry('QuoteLineItem', 'line-3'),
    ])
    const prefixes = ['001', '003', '003', 'a0B', 'a0B', '006', '0Q0', '0QL', '0QL', '0QL']
    for (const [index, { SFId }] of entries.entries()) {
      expect(isRecordId(SFId, prefixes[index] ?? '')).toBe(true)
    }
    expect(new Set(entries.map(({ SFId }) => SFId)).size).toBe(entries.length)
    expect((await calls.journal('?last=1'))[0]).toMatchObject({
      endpoint: 'alias',
      path: `/sandbox${path}`,
      status: 200,
      applied: true,
    })
    const [newest] = await readObjects(await calls.control('GET', 'opportunities?limit=1'))
    expect(newest).toMatchObject({ id: entries[5]?.SFId, kind: 'alias' })
  })

  test('answers a refusal with its errors, and keeps nothing', async () => {
    const before = await applicationCount()
    expect(await refusedPaths(withValue(fullApplication(), 'Mer.Tax_ID__c', '1'), path)).toEqual([
      'Mer.Tax_ID__c',
    ])
    expect(await applicationCount()).toBe(before)
  })
})

/** The cases of every field are `lib/partner/wire/field-tables.test.ts`; here each is asked of the endpoint once. */
describe.each(fieldCases('alias'))('the fields of %s', (object, fields) => {
  const all = (pick: (field: (typeof fields)[number]) => unknown) =>
    fields.reduce(
      (sent, field) => withValue(sent, `${object}.${field.name}`, pick(field)),
      fullApplication([{ ...principal(60, 'Control Prong') }]),
    )

  test('may all be at their limit', async () => {
    await expectAccepted(all(({ accepted }) => accepted[0]))
    // The last ownership of the table has other people.
    await expectAccepted(all(({ name, accepted }) => (name === 'Ownership' ? accepted[0] : accepted.at(-1))))
  })

  test('are all named that are beyond it', async () => {
    const paths = await refusedPaths(all(({ refused }) => refused[0]))
    expect(paths.sort()).toEqual(fields.map(({ name }) => `${object}.${name}`).sort())
  })
})

describe('Ownership', () => {
  test.each(['Partnership', 'Tax Exempt ', '', 7, null])('may not be %j', async (ownership) => {
    expect(await refusedPaths(withValue(fullApplication(), 'Mer.Ownership', ownership))).toContain(
      'Mer.Ownership',
    )
  })
})

describe('the body', () => {
  test.each(['Mer.Legal_Name__c', 'Mer.Name', 'Mer.Ownership'])('needs %s', async (path) => {
    expect(await refusedPaths(withValue(fullApplication(), path, undefined))).toContain(path)
  })

  test.each(['Opp', 'Mer'])('needs %s, an object', async (member) => {
    for (const value of [undefined, null, 'text', 7, []]) {
      const pattern = new RegExp(`^(${member}|lstBens)\\b`)
      await expectRefusedWithin(withValue(fullApplication(), member, value), pattern)
    }
  })

  test.each(['lstBens', 'lstbussCheckAcc', 'Lstqli'])('has a list of objects in %s', async (member) => {
    for (const value of ['text', 7, {}, ['text'], [null]]) {
      await expectRefusedWithin(withValue(fullApplication(), member, value), new RegExp(`^${member}`))
    }
  })

  test.each(['lstbussCheckAcc', 'Lstqli'])('may leave out %s', async (member) => {
    await expectAccepted(withValue(fullApplication(), member, undefined))
    await expectAccepted(withValue(fullApplication(), member, []))
  })

  test.each([
    ['Opp', 'Opportunity'],
    ['Mer', 'Account'],
  ])('%s carries attributes.type %s', async (object, type) => {
    for (const attributes of [undefined, {}, { type: `${type}s` }, { type: 7 }, type]) {
      const pattern = new RegExp(`^${object}\\.attributes\\b`)
      await expectRefusedWithin(withValue(fullApplication(), `${object}.attributes`, attributes), pattern)
    }
  })

  test.each(['', '{', '[]', 'null', '7', '"text"', '{"Opp":}', '\u0000'])('is not %j', async (text) => {
    await refusedPaths(text)
  })
})

/** All cases are `lib/sandbox/ownership-problems.test.ts`; here the endpoint is asked one of each rule. */
describe('the rules of the interface', () => {
  const isFirst = ({ rule }: { rule: string }, index: number, cases: { rule: string }[]) =>
    cases.findIndex((other) => other.rule === rule) === index
  const cases = ownershipCases('alias').filter(isFirst)

  test.each(cases)('$outcome: $rule ($ownership)', async ({ ownership, people, fields }) => {
    if (fields.length === 0) await expectAccepted(fullApplication(people, ownership))
    else expect((await refusedPaths(fullApplication(people, ownership))).sort()).toEqual(fields.sort())
  })

  test('no list of owners at all (1)', async () => {
    await expectRefusedWithin(withValue(fullApplication(), 'lstBens', undefined), /^(lstBens|Mer\.Ownership)/)
  })

  test.each([
    ['lstBens[0].MailingPostalCode', '78701', '7870'],
    ['lstBens[0].SSN__c', '900111111', '90011111'],
    ['lstbussCheckAcc[0].Bank_Zipcode__c', '78701', '78701-1'],
    ['lstbussCheckAcc[0].Transit_Routing__c', '021000021', '0210000210'],
  ])('formats of %s (11, 12)', async (path, good, bad) => {
    await expectAccepted(withValue(fullApplication(), path, good))
    expect(await refusedPaths(withValue(fullApplication(), path, bad))).toEqual([path])
  })
})

describe('the answer to a create', () => {
  test('has a quote, be there line items or not', async () => {
    const { lstbussCheckAcc, Lstqli, ...rest } = newFullApplication()
    const { entries } = await submit(rest)
    expect(entries.map(({ ObjectType }) => ObjectType)).toEqual([
      'Account',
      'Contact',
      'Opportunity',
      'Quote',
    ])
  })

  test('comes also to thousands of line items', async () => {
    const Lstqli = Array.from({ length: 20_000 }, (_, n) => ({
      attributes: { type: 'QuoteLineItem' },
      SourceId: `line-${n}`,
    }))
    const { status, entries } = await submit({ ...newFullApplication(), Lstqli })
    expect(status).toBe(200)
    const opportunity = entries.find(({ ObjectType }) => ObjectType === 'Opportunity')
    const { Lstqli: kept } = await held(String(opportunity?.SFId))
    const sourceIds = Lstqli.map(({ SourceId }) => SourceId)
    expect(entries.slice(-20_000).map(({ SourceId }) => SourceId)).toEqual(sourceIds)
    expect(Array.from(Object(kept), (item) => Object(item).SourceId)).toEqual(sourceIds)
  })
})

describe('what the sandbox holds of it', () => {
  test('is every field of every record, the quote, and the body as it was received', async () => {
    const ids = await create(complete)
    const { attachments, ...application } = await held(ids.opportunityId)
    const expected = JSON.parse(JSON.stringify(complete), (_name, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('attributes' in value)) return value
      const { attributes, ...fields } = value
      return { ...fields, Id: expect.stringMatching(/^\w{18}$/) }
    })
    expect(application).toMatchObject({
      ...expected,
      id: ids.opportunityId,
      accountId: ids.accountId,
      quoteId: ids.quoteId,
      Quote: { Id: ids.quoteId },
      kind: 'alias',
      received: [complete],
    })
    expect(application).not.toHaveProperty('lstContact')
    expect(attachments).toEqual([])
  })

  test('is listed with its kind and names', async () => {
    const { opportunityId } = await create()
    const [newest] = await readObjects(await calls.control('GET', 'opportunities?limit=1'))
    expect(newest).toMatchObject({ id: opportunityId, kind: 'alias', name: 'Blue Heron' })
  })

  test('has a stage to read and takes attachments', async () => {
    const { opportunityId } = await create()
    await calls.control('PUT', `opportunities/${opportunityId}`, { stage: 'Pending Underwriting' })
    const stage = await calls.send(SANDBOX_PATHS.stage(opportunityId), null, { method: 'GET', body: null })
    expect(await stage.json()).toMatchObject({ StageName: 'Pending Underwriting' })
    const uploaded = await calls.sendAttachments({
      records: [
        {
          attributes: { type: 'Attachment', referenceId: 'doc' },
          ParentId: opportunityId,
          Name: 'check.pdf',
          body: 'QUJD',
        },
      ],
    })
    expect(uploaded.status).toBe(200)
    expect(await held(opportunityId)).toMatchObject({ attachments: [{ name: 'check.pdf', sizeBytes: 3 }] })
  })

  test('hides identities in the journal', async () => {
    await create(complete)
    const [entry] = await calls.journal('?last=1')
    const { request } = await readObject(await calls.control('GET', `requests/${String(entry?.n)}`))
    expect(request).toContain('Countertop terminal')
    expect(request).not.toMatch(/900246810|900555555|900666666|1979-03-05|0098765432/)
  })
})

describe('a refusal', () => {
  const refusedAs = (errorCode: string, fields: string[] = []) => ({
    errors: [{ message: expect.any(String), errorCode, fields }],
  })

  test('of the whole request is an errors object too', async () => {
    for (const path of PATHS) {
      for (const [status, errorCode, response] of [
        [400, 'JSON_PARSER_ERROR', await calls.send(path, '{"Opp":')],
        [400, 'INVALID_TYPE', await calls.send(path, '[]')],
        [413, 'REQUEST_TOO_LARGE', await calls.send(path, ' '.repeat(6 * 1024 * 1024 + 1))],
        [
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          await calls.send(path, '{}', { headers: { 'content-type': 'text/plain' } }),
        ],
        [
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          await calls.send(path, '{}', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
        ],
        [405, 'METHOD_NOT_ALLOWED', await calls.send(path, null, { method: 'GET', body: null })],
      ] as const) {
        expect(response.status).toBe(status)
        expect(await response.json()).toEqual(refusedAs(errorCode))
      }
    }
  })

  test('of a token is the platform’s list', async () => {
    for (const path of PATHS) {
      const response = await calls.send(path, newFullApplication(), {
        headers: { authorization: 'Bearer no' },
      })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual([
        { message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' },
      ])
    }
  })

  test('that is caused is an errors object', async () => {
    await calls.control('PUT', 'faults', { endpoint: 'alias', mode: 'status', status: 500 })
    const response = await calls.send(ALIAS, newFullApplication())
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual(refusedAs('SERVER_UNAVAILABLE'))
  })

  test('tells all problems at once, those of the rules too, by path, and stores nothing', async () => {
    const body = newFullApplication({ Name: '', Industry: 'Bakery', Tax_ID__c: '900-12-3456', Fax: '12' })
    const before = await applicationCount()
    const { status, fields, codes, errors } = await submit({
      ...body,
      Opp: { ...body.Opp, FCS__c: 'x'.repeat(11), Check_pct__c: 101, Account_Type__c: 'Old Merchant' },
      lstBens: [
        contact({ Contact_Role__c: 'Control Prong' }),
        contact({ Contact_Role__c: 'Control Prong', SSN__c: '1' }),
      ],
      lstbussCheckAcc: [checkingAccount({ Transit_Routing__c: 'x' })],
      Lstqli: [{ SourceId: 7 }],
    })
    expect(status).toBe(400)
    expect(fields).toEqual([
      'Lstqli[0].SourceId',
      'Mer.Fax',
      'Mer.Industry',
      'Mer.Name',
      'Mer.Tax_ID__c',
      'Opp.Account_Type__c',
      'Opp.Check_pct__c',
      'Opp.FCS__c',
      'lstBens[1].Contact_Role__c',
      'lstBens[1].SSN__c',
      'lstbussCheckAcc[0].Transit_Routing__c',
    ])
    expect(codes).toContain('FIELD_CUSTOM_VALIDATION_EXCEPTION')
    expect(JSON.stringify(errors)).not.toContain('900-12-3456')
    expect(await applicationCount()).toBe(before)
    expect((await calls.journal('?last=1'))[0]).toMatchObject({ status: 400, applied: false })
  })

  test.each(['Opp', 'Mer'])('%s must be there', async (object) => {
    const { [object]: _, ...rest }: Record<string, unknown> = newFullApplication()
    expect(await submit(rest)).toMatchObject({
      status: 400,
      codes: ['REQUIRED_FIELD_MISSING'],
      fields: [object],
    })
  })

  test('names every record id of what the interface shows: it would make a second merchant', async () => {
    const ids = await create()
    const before = await applicationCount()
    const body = newFullApplication({ Id: ids.accountId })
    const { status, codes, fields } = await submit({
      ...body,
      Opp: { ...body.Opp, Id: ids.opportunityId },
      lstbussCheckAcc: body.lstbussCheckAcc.map((account) => ({ ...account, id: 'a0B000000000001AAA' })),
    })
    expect([status, codes]).toEqual([400, ['INVALID_FIELD_FOR_INSERT_UPDATE']])
    expect(fields).toEqual(['Mer.Id', 'Opp.Id', 'lstbussCheckAcc[0].id'])
    expect(await applicationCount()).toBe(before)
  })

  test('takes an id among fields that are not shown, and makes new records', async () => {
    const ids = await create()
    const body = newFullApplication()
    const again = await create({
      ...body,
      lstBens: body.lstBens.map(({ attributes, ...owner }) => ({ ...owner, Id: ids.ownerIds[0] })),
      Lstqli: body.Lstqli.map(({ attributes, ...item }, index) => ({
        ...item,
        Id: ids.lineItemIds[index],
        id: 7,
      })),
    })
    const made = [again.ownerIds, again.lineItemIds].flat()
    expect(made).toHaveLength(3)
    for (const id of made) expect([ids.ownerIds, ids.lineItemIds].flat()).not.toContain(id)
  })
})

/** The cases of all rules are `lib/sandbox/ownership-problems.test.ts`. */
test.each([
  [
    'below 0, by which another could have more',
    'Privately Held Partnership',
    [principal(100), principal(-1), controlProng()],
    ['lstBens[1].Percentage_Owned__c'],
  ],
  ['above 100', 'Sole Proprietorship', [principal(1e20)], ['lstBens', 'lstBens[0].Percentage_Owned__c']],
])('a share %s is refused', async (_why, Ownership, lstBens, fields) => {
  expect(await submit({ ...newFullApplication({ Ownership }), lstBens })).toMatchObject({
    status: 400,
    fields,
  })
})

describe('a partial fault', () => {
  test('lets every other item fail, and none of the single records', async () => {
    await calls.control('PUT', 'faults', { endpoint: 'alias', mode: 'partial' })
    const { status, entries } = await submit(newFullApplication())
    expect(status).toBe(200)
    expect(entries.map(({ ObjectType, SourceId, Success }) => [ObjectType, SourceId, Success])).toEqual([
      ['Account', null, true],
      ['Contact', 'owner-1', false],
      ['Business Checking Account', 'account-1', true],
      ['Opportunity', null, true],
      ['Quote', null, true],
      ['QuoteLineItem', 'fee-1', false],
      ['QuoteLineItem', 'terminal-1', true],
    ])
    for (const { Success, SFId, Message } of entries) {
      expect(Message).toMatch(/\S/)
      expect(SFId).toMatch(Success ? /^[A-Za-z0-9]{18}$/ : /^$/)
    }
    const opportunity = entries.find(({ ObjectType }) => ObjectType === 'Opportunity')
    expect(await held(String(opportunity?.SFId))).toMatchObject({
      lstBens: [],
      lstbussCheckAcc: [{ SourceId: 'account-1' }],
      Lstqli: [{ SourceId: 'terminal-1' }],
    })
  })
})

describe('an update of it at the create-or-update endpoint', () => {
  type Change = { Opp?: object; Mer?: object; lstContact?: unknown[] }
  type Ids = { opportunityId: string; accountId: string; ownerIds: (string | undefined)[] }
  async function update(ids: Ids, change: Change = {}) {
    const response = await calls.sendApplication({
      Opp: { attributes: { type: 'Opportunity' }, Id: ids.opportunityId, ...change.Opp },
      Mer: { attributes: { type: 'Account' }, Id: ids.accountId, ...change.Mer },
      lstContact: change.lstContact ?? [contact({ Id: ids.ownerIds[0] })],
    })
    const answer = await readObjects(response)
    const problems = response.status === 200 ? [] : answer
    return { status: response.status, answer, fields: problems.flatMap(({ fields }) => fields) }
  }

  test('changes what it names, and keeps all else: the alias’s fields, the quote and its line items', async () => {
    const ids = await create(complete)
    const before = await held(ids.opportunityId)
    const [first, second] = ids.ownerIds
    const { status } = await update(ids, {
      Opp: { Avg_Ticket__c: 70 },
      Mer: { Name: 'Lantern Street & Sons', Years_at_Location__c: '3' },
      lstContact: [
        contact({ Id: first }),
        contact({ Id: second, Percentage_Owned__c: 33.33, FirstName: 'Hugh' }),
      ],
    })
    expect(status).toBe(200)
    const { updatedAt, ...after } = await held(ids.opportunityId)
    const owners = Object(before.lstBens)
    expect(after).toEqual({
      ...before,
      updatedAt: undefined,
      Opp: { ...Object(before.Opp), Avg_Ticket__c: 70 },
      Mer: { ...Object(before.Mer), Name: 'Lantern Street & Sons', Years_at_Location__c: '3' },
      lstBens: [
        { ...owners[0], FirstName: 'Ana', LastName: 'Okafor' },
        { ...owners[1], FirstName: 'Hugh', LastName: 'Okafor', Percentage_Owned__c: 33.33 },
      ],
      received: [complete, expect.anything()],
    })
  })

  const demoted = (Id: unknown) => [contact({ Id, Contact_Role__c: 'Bookkeeper' })]
  test.each<[string, string, (ownerId: unknown) => unknown[], string[]]>([
    ['rule 8', 'Privately Held Partnership', demoted, ['lstContact']],
    ['rule 8', 'Privately Held Limited Liability Company', demoted, ['lstContact']],
    ['rule 9', 'Publicly Traded Partnership', () => [principal(30)], ['lstContact[0].Contact_Role__c']],
    [
      'rule 9',
      'Publicly Traded Limited Liability Company',
      () => [contact(), principal(30)],
      ['lstContact[1].Contact_Role__c'],
    ],
    [
      'rule 5, which is this endpoint’s',
      'Privately Held Corporation',
      () => [contact(), principal(10)],
      ['lstContact[1].Percentage_Owned__c'],
    ],
    [
      'rule 2, with the Control Prong that it has',
      'Privately Held Corporation',
      () => [controlProng()],
      ['lstContact'],
    ],
  ])('is judged by %s as its ownership, %s, stands', async (_rule, Ownership, contacts, fields) => {
    const ids = await create({ ...newFullApplication({ Ownership }), lstBens: [controlProng()] })
    expect(await update(ids, { lstContact: contacts(ids.ownerIds[0]) })).toMatchObject({
      status: 400,
      fields,
    })
    expect(await update(ids)).toMatchObject({ status: 200 })
    expect(await held(ids.opportunityId)).toMatchObject({ Mer: { Ownership } })
  })

  test('may give an ownership of this endpoint, and none that only the alias has', async () => {
    const ids = await create(newFullApplication({ Ownership: 'Privately Held Partnership' }))
    expect(await update(ids, { Mer: { Ownership: 'Privately Held Partnership' } })).toMatchObject({
      status: 400,
      fields: ['Mer.Ownership'],
    })
    expect(await update(ids, { Mer: { Ownership: 'Partnership' } })).toMatchObject({ status: 200 })
    expect(await held(ids.opportunityId)).toMatchObject({ kind: 'alias', Mer: { Ownership: 'Partnership' } })
  })

  test('does not take a line item or the quote for a contact', async () => {
    const ids = await create()
    for (const Id of [ids.lineItemIds[0], ids.quoteId]) {
      expect(
        await update(ids, { lstContact: [contact({ Id, Contact_Role__c: 'Control Prong' })] }),
      ).toMatchObject({
        status: 404,
        fields: ['lstContact[0].Id'],
      })
    }
  })

  test('rule 13: is refused in a locked stage', async () => {
    const ids = await create()
    await calls.control('PUT', `opportunities/${ids.opportunityId}`, { stage: 'Closed Won' })
    expect(await update(ids)).toMatchObject({ status: 400, answer: [{ errorCode: 'ENTITY_IS_LOCKED' }] })
  })
})
