import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  readObject,
  readObjects,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
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
  test.each(['Mer.Legal_Name__c', 'Mer.Name', 'Mer.Ownership'])('needs %s', async (path) => {
    expect(await refusedPaths(withValue(application(), path, undefined))).toContain(path)
  })

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
    await expectAccepted(withValue(application(), 'lstbussCheckAcc', undefined))
    await expectAccepted(withValue(application(), 'lstbussCheckAcc', []))
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
  })

  test.each(['', '{', '[]', 'null', '7', '"text"', '{"Opp":}', '\u0000'])(
    'is no body of %j',
    async (text) => {
      await refusedPaths(text)
    },
  )

  test('names all problems at once', async () => {
    const wrong = [
      ['Opp.High_Ticket__c', -1],
      ['Mer.Tax_ID__c', '12345678'],
      ['Mer.Phone', '12'],
      ['lstContact[1].SSN__c', '1'],
      ['lstbussCheckAcc[0].Transit_Routing__c', 'x'],
    ] as const
    const bad = wrong.reduce((all, [path, value]) => withValue(all, path, value), body())
    expect(new Set(await refusedPaths(bad))).toEqual(new Set(wrong.map(([path]) => path)))
  })

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
      Message: expect.stringMatching(/\S/),
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
})

describe('an update', () => {
  const created = async () => {
    const entries = await expectAccepted(application([{ ...controlProng(), SourceId: 'c' }]))
    const id = (type: string) => String(entries.find(({ ObjectType }) => ObjectType === type)?.SFId)
    return { account: id('Account'), contact: id('Contact'), opportunity: id('Opportunity') }
  }
  type Created = Awaited<ReturnType<typeof created>>
  const update = (ids: Partial<Created>) =>
    withValue(
      withValue(
        application([{ ...controlProng(), ...(ids.contact === undefined ? {} : { Id: ids.contact }) }]),
        'Opp.Id',
        ids.opportunity,
      ),
      'Mer.Id',
      ids.account,
    )
  const UNKNOWN = {
    opportunity: '006000000000999AAA',
    account: '001000000000999AAA',
    contact: '003000000000999AAA',
  }

  test('names the opportunity and the account, and answers their ids in the same order', async () => {
    const ids = await created()
    const entries = await expectAccepted(update(ids))
    expect(entries.map(({ ObjectType }) => ObjectType)).toEqual([
      'Account',
      'Contact',
      'Business Checking Account',
      'Opportunity',
    ])
    expect(entries[0]).toMatchObject({ Success: true, SFId: ids.account })
    expect(entries[1]).toMatchObject({ Success: true, SFId: ids.contact })
    expect(entries[3]).toMatchObject({ Success: true, SFId: ids.opportunity })
  })

  test('takes ids of 15 characters, and answers those of 18', async () => {
    const ids = await created()
    const entries = await expectAccepted(
      update({
        opportunity: ids.opportunity.slice(0, 15),
        account: ids.account.slice(0, 15),
        contact: ids.contact.slice(0, 15),
      }),
    )
    expect(entries[0]?.SFId).toBe(ids.account)
    expect(entries.at(-1)?.SFId).toBe(ids.opportunity)
  })

  test('that names only one of the two is refused', async () => {
    const { opportunity, account } = await created()
    for (const ids of [{ opportunity }, { account }])
      expect(String(await refusedPaths(update(ids)))).toMatch(/^(Opp|Mer)\.Id/)
  })

  test.each(['a'.repeat(14), 'a'.repeat(19), '006000000000-01AAA', '', 7, ['a'.repeat(18)]])(
    'with an id of %j is refused: 15 to 18 alphanumeric characters',
    async (id) => {
      const ids = await created()
      await expectRefused(withValue(update(ids), 'Opp.Id', id), 'Opp.Id')
      await expectRefused(withValue(update(ids), 'Mer.Id', id), 'Mer.Id')
    },
  )

  test.each(['opportunity', 'account', 'contact'] as const)(
    'with an unknown %s id is a 404',
    async (which) => {
      const ids = await created()
      const response = await calls.sendApplication(update({ ...ids, [which]: UNKNOWN[which] }))
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject([
        { message: expect.stringMatching(/\S/), errorCode: 'NOT_FOUND' },
      ])
    },
  )

  test.each(['a'.repeat(15), 'a'.repeat(16), 'a'.repeat(17), 'Z'.repeat(18)])(
    'with the id %s, well-formed and unknown, is a 404',
    async (id) => {
      const ids = await created()
      expect((await calls.sendApplication(update({ ...ids, opportunity: id }))).status).toBe(404)
      expect((await calls.sendApplication(update({ ...ids, account: id }))).status).toBe(404)
    },
  )

  test('with the account of another application is refused', async () => {
    const [ids, other] = [await created(), await created()]
    const { status } = await calls.sendApplication(
      update({ opportunity: ids.opportunity, account: other.account }),
    )
    expect([400, 404]).toContain(status)
  })

  test('obeys the rules of the interface too', async () => {
    const ids = await created()
    await refusedPaths({ ...update(ids), lstContact: [controlProng(), controlProng()] })
    await expectRefused(withValue(update(ids), 'Mer.Tax_ID__c', '1'), 'Mer.Tax_ID__c')
  })

  test.each(['Pending Underwriting', 'Closed Won'])('in stage %s is refused (rule 13)', async (stage) => {
    const ids = await created()
    expect((await calls.control('PUT', `opportunities/${ids.opportunity}`, { stage })).status).toBe(200)
    const response = await calls.sendApplication(update(ids))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject([
      { message: expect.stringMatching(/\S/), errorCode: 'ENTITY_IS_LOCKED' },
    ])
  })

  test('in another stage is accepted, also after a locked one', async () => {
    const ids = await created()
    for (const stage of ['Closed Won', 'Closed Lost']) {
      const response = await calls.control('PUT', `opportunities/${ids.opportunity}`, { stage })
      expect(response.status).toBe(200)
    }
    await expectAccepted(update(ids))
  })

  test('that is refused changes nothing', async () => {
    const ids = await created()
    const held = async () =>
      readObject(await calls.control('GET', `opportunities/${ids.opportunity}`)).then(JSON.stringify)
    const before = await held()
    await refusedPaths(withValue(withValue(update(ids), 'Mer.Name', 'Another name'), 'Mer.Phone', '1'))
    expect(await held()).toBe(before)
    await expectAccepted(withValue(update(ids), 'Mer.Name', 'Another name'))
    expect(await held()).toContain('Another name')
  })
})

describe('the request', () => {
  const path = SANDBOX_PATHS.application.replace(/\/$/, '')
  test.each([path, `${path}/`])('goes to %s, with no redirect', async (address) => {
    const response = await calls.send(address, application(), { redirect: 'manual' })
    expect(response.status).toBe(200)
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'is of content type %s',
    async (type) => {
      expect((await calls.sendApplication(application(), { headers: { 'content-type': type } })).status).toBe(
        200,
      )
    },
  )

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'])(
    'is not of content type %s',
    async (type) => {
      const newest = async () => readObjects(await calls.control('GET', 'opportunities?limit=1'))
      const before = await newest()
      const response = await calls.sendApplication(application(), { headers: { 'content-type': type } })
      expect([400, 415]).toContain(response.status)
      expect(await newest()).toEqual(before)
    },
  )
})
