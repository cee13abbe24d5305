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
    expect(await submit(withValue(path, value))).toMatchObject({ status: 200 })
  })

  test.each<[path: string, value: unknown]>([
    ['Mer.Legal_Name__c', null],
    ['lstContact[0].SourceId', 7],
    ['lstContact[0].Percentage_Owned__c', null],
  ])('%s may not be %j', async (path, value) => {
    expect(await submit(withValue(path, value))).toMatchObject({ status: 400, fields: [path] })
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
