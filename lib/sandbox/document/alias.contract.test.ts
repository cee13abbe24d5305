import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { readObject, readObjects, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** Endpoint 4 of the interface, "Create application (alias)", held to the document. */

const PATHS = ['/applications', '/services/data/v54.0/composite/sobjects'] as const

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())

async function expectAccepted(body: unknown, path: string = PATHS[0]): Promise<Json[]> {
  const response = await calls.send(path, body, { redirect: 'manual' })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text)
}

/** Expects a 400 with `{errors}`, one per problem; gives the paths that they name, each once. */
async function refusedPaths(body: unknown, path: string = PATHS[0]): Promise<unknown[]> {
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

  test('names all problems at once', async () => {
    const wrong = [
      ['Opp.Check_pct__c', 101],
      ['Opp.Account_Type__c', 'Old Merchant'],
      ['Mer.Fax', '12'],
      ['Mer.Industry', 'Bakery'],
      ['lstBens[0].SSN__c', '1'],
      ['lstbussCheckAcc[0].Transit_Routing__c', 'x'],
    ] as const
    const bad = wrong.reduce((all, [path, value]) => withValue(all, path, value), fullApplication())
    expect(new Set(await refusedPaths(bad))).toEqual(new Set(wrong.map(([path]) => path)))
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

const slashed = PATHS.flatMap((path) => [path, `${path}/`])

describe.each(slashed)('POST %s', (path) => {
  const line = (fields: Json = {}): Json => ({ attributes: { type: 'QuoteLineItem' }, ...fields })

  test('answers an entry for each record, in order, with its source id', async () => {
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
      Message: expect.stringMatching(/\S/),
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
    expect(entries.map(({ SFId }, index) => isRecordId(SFId, prefixes[index] ?? ''))).toEqual(
      entries.map(() => true),
    )
    expect(new Set(entries.map(({ SFId }) => SFId)).size).toBe(entries.length)
  })

  test('answers a refusal with its errors, and keeps nothing', async () => {
    const newest = async () => readObjects(await calls.control('GET', 'opportunities?limit=1'))
    const before = await newest()
    expect(await refusedPaths(withValue(fullApplication(), 'Mer.Tax_ID__c', '1'), path)).toEqual([
      'Mer.Tax_ID__c',
    ])
    expect(await newest()).toEqual(before)
  })

  test('is kept as an application of its kind, to which documents can be attached', async () => {
    const entries = await expectAccepted(fullApplication(), path)
    const id = entries.find(({ ObjectType }) => ObjectType === 'Opportunity')?.SFId
    expect(await readObjects(await calls.control('GET', 'opportunities?limit=1'))).toMatchObject([
      { id, kind: 'alias' },
    ])
    const attached = await calls.sendAttachments({
      records: [
        { attributes: { type: 'Attachment', referenceId: 'a' }, ParentId: id, Name: 'a.txt', body: 'QQ==' },
      ],
    })
    expect(attached.status).toBe(200)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded'])('refuses content type %s', async (type) => {
    const response = await calls.send(path, fullApplication(), { headers: { 'content-type': type } })
    expect([400, 415]).toContain(response.status)
  })
})
