import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  application,
  bankAccount,
  controlProng,
  fullApplication,
  type Json,
  person,
  principal,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import {
  SANDBOX_CREDENTIALS,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/**
 * The interface document, sentence by sentence, in its order: what is said there, what is sent, what comes back. To
 * be read beside the document; the tests below `document/` go into each field and each answer.
 *
 * A row's last part is the answer's status, and for a refusal the field that it names.
 */

type Sent = { status: number; fields: string[]; answer: unknown }
type Row = [says: string, send: () => Promise<Sent>, status: number, field?: string]

let sandbox: SandboxProcess
let calls: SandboxCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())

const holds = (rows: Row[]) =>
  test.each(rows)('%s', async (_says, send, status, field) => {
    const sent = await send()
    expect([sent.status, ...(field === undefined ? [] : [sent.fields])]).toEqual([
      status,
      ...(field === undefined ? [] : [expect.arrayContaining([field])]),
    ])
  })

async function read(response: Response): Promise<Sent> {
  const text = await response.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  const problems = Array.isArray(answer) ? answer : [Object(answer).errors ?? []].flat()
  const fields = problems.flatMap((problem) => Object(problem).fields ?? []).map(String)
  return { status: response.status, fields, answer }
}

const post = async (body: unknown) => read(await calls.sendApplication(body))
const alias = async (body: unknown) => read(await calls.send('/applications', body))
const x = (length: number) => 'x'.repeat(length)

/** One value changed in an application that is taken. */
const create = (path: string, value: unknown) => () => post(withValue(application(), path, value))
const createFull = (path: string, value: unknown) => () => alias(withValue(fullApplication(), path, value))

describe('Resources and their fields: Sub-merchant application (create or update endpoint)', () => {
  describe('Top-level body members', () => {
    holds([
      ['Opp: required', create('Opp', undefined), 400, 'Opp'],
      ['Mer: required', create('Mer', undefined), 400, 'Mer'],
      ['lstContact: required', create('lstContact', undefined), 400, 'lstContact'],
      ['lstContact: at least one', create('lstContact', []), 400, 'lstContact'],
      ['lstbussCheckAcc: recommended, so not required', create('lstbussCheckAcc', undefined), 200],
      [
        'lstbussCheckAcc: several accounts allowed, with different DDA types',
        create('lstbussCheckAcc', [bankAccount(), bankAccount({ DDA_Type__c: 'Fees' })]),
        200,
      ],
      [
        'lstbussCheckAcc: … with different DDA types',
        create('lstbussCheckAcc', [bankAccount(), bankAccount()]),
        400,
        'lstbussCheckAcc[1].DDA_Type__c',
      ],
      ['Every object carries attributes.type', create('Opp.attributes', undefined), 400, 'Opp.attributes'],
      ['… naming its record type', create('Mer.attributes.type', 'Contact'), 400, 'Mer.attributes.type'],
      ['A member that is not shown is taken', create('Opp.Something_Else__c', 7), 200],
    ])
  })

  describe('Opp fields', () => {
    holds([
      [
        'Is_SVC_Underwriting__c: boolean',
        create('Opp.Is_SVC_Underwriting__c', 'true'),
        400,
        'Opp.Is_SVC_Underwriting__c',
      ],
      [
        'Is_SVC_Underwriting__c: may be left out, and so be null',
        create('Opp.Is_SVC_Underwriting__c', null),
        200,
      ],
      [
        'High_Monthly_Volume__c: minimum 0',
        create('Opp.High_Monthly_Volume__c', -0.01),
        400,
        'Opp.High_Monthly_Volume__c',
      ],
      ['Avg_Ticket__c: number, with no minimum', create('Opp.Avg_Ticket__c', -1), 200],
      ['High_Ticket__c: minimum 0', create('Opp.High_Ticket__c', 0), 200],
      ['Refund_Policy__c: max length 255', create('Opp.Refund_Policy__c', x(255)), 200],
      ['Refund_Policy__c: no longer', create('Opp.Refund_Policy__c', x(256)), 400, 'Opp.Refund_Policy__c'],
    ])
  })

  describe('Mer fields', () => {
    holds([
      [
        'Association_ID_API_Field__c: max length 10',
        create('Mer.Association_ID_API_Field__c', x(11)),
        400,
        'Mer.Association_ID_API_Field__c',
      ],
      ['Association_ID__c: max length 18', create('Mer.Association_ID__c', x(18)), 200],
      ['Legal_Name__c: length 1 to 100', create('Mer.Legal_Name__c', x(100)), 200],
      ['Legal_Name__c: a blank is no length', create('Mer.Legal_Name__c', ' '), 400, 'Mer.Legal_Name__c'],
      ['Name: length 1 to 255', create('Mer.Name', x(256)), 400, 'Mer.Name'],
      ['Name: a line break is no length', create('Mer.Name', ' \n'), 400, 'Mer.Name'],
      ['Tax_ID__c: exactly 9 digits', create('Mer.Tax_ID__c', '12-3456789'), 400, 'Mer.Tax_ID__c'],
      [
        'State_of_Entity_Formation_Incorporation__c: string, with no length',
        create('Mer.State_of_Entity_Formation_Incorporation__c', 'Delaware'),
        200,
      ],
      [
        'BillingPostalCode: exactly 5 digits',
        create('Mer.BillingPostalCode', '12345-6789'),
        400,
        'Mer.BillingPostalCode',
      ],
      ['Phone: 10 digits', create('Mer.Phone', '5125550100'), 200],
      ['Phone: or the form (999) 999-9999', create('Mer.Phone', '(512) 555-0100'), 200],
      ['Phone: no other', create('Mer.Phone', '512-555-0100'), 400, 'Mer.Phone'],
      ['App_Email__c: email format', create('Mer.App_Email__c', 'office'), 400, 'Mer.App_Email__c'],
      ['Website: URI format', create('Mer.Website', 'https://blue-heron.test/?q=%20'), 200],
      ...[
        'https://blue heron.test',
        'https://blue-heron.test/%zz',
        'https://blue-heron.test/"',
        'https://a.test\n',
      ].map(
        (address): Row => [
          `Website: ${JSON.stringify(address)} is no URI`,
          create('Mer.Website', address),
          400,
          'Mer.Website',
        ],
      ),
      ['Years_at_Location__c: max length 4, of no type', create('Mer.Years_at_Location__c', 1234), 200],
      [
        'Date_Established__c: ISO 8601 date',
        create('Mer.Date_Established__c', '02/29/2020'),
        400,
        'Mer.Date_Established__c',
      ],
      ['Description: max 32,000', create('Mer.Description', x(32_000)), 200],
      ['Ownership: allowed values', create('Mer.Ownership', 'LLC'), 400, 'Mer.Ownership'],
      [
        'Sponsorship__c: the operator supplies the names',
        create('Mer.Sponsorship__c', 'First Example Bank'),
        200,
      ],
      ['Phone: may be left out, and so be null', create('Mer.Phone', null), 200],
      ['Name: required, and so not null', create('Mer.Name', null), 400, 'Mer.Name'],
    ])
  })

  describe('lstContact and lstbussCheckAcc item fields, whose lengths are not shown', () => {
    holds([
      ...['FirstName', 'LastName', 'Email', 'Title', 'MailingStreet', 'MailingCity', 'MailingStateCode'].map(
        (name): Row => [
          `lstContact: ${name} of 2,000 characters`,
          create(`lstContact[0].${name}`, x(2_000)),
          200,
        ],
      ),
      ...[
        'Bank_Name__c',
        'Bank_Street_Address__c',
        'Bank_City__c',
        'Bank_State__c',
        'Checking_Account__c',
        'DDA_Type__c',
      ].map(
        (name): Row => [
          `lstbussCheckAcc: ${name} of 2,000 characters`,
          create(`lstbussCheckAcc[0].${name}`, x(2_000)),
          200,
        ],
      ),
      [
        'Date_of_Birth__c (date)',
        create('lstContact[0].Date_of_Birth__c', '1981-02-29'),
        400,
        'lstContact[0].Date_of_Birth__c',
      ],
      ['SSN__c (exactly 9 digits)', create('lstContact[0].SSN__c', '12345678'), 400, 'lstContact[0].SSN__c'],
      ['Percentage_Owned__c (number), 0', create('lstContact[0].Percentage_Owned__c', 0), 200],
      [
        'Percentage_Owned__c, of any number of decimals',
        create('lstContact[0].Percentage_Owned__c', 100 / 3),
        200,
      ],
      [
        'Transit_Routing__c (exactly 9 digits)',
        create('lstbussCheckAcc[0].Transit_Routing__c', '02100002'),
        400,
        'lstbussCheckAcc[0].Transit_Routing__c',
      ],
      [
        'Years_Open__c (number)',
        create('lstbussCheckAcc[0].Years_Open__c', '2'),
        400,
        'lstbussCheckAcc[0].Years_Open__c',
      ],
      ['SSN__c: may be left out, and so be null', create('lstContact[0].SSN__c', null), 200],
    ])
  })
})

describe('Resources and their fields: Create-application alias body', () => {
  holds([
    ['Opp (required)', createFull('Opp', undefined), 400, 'Opp'],
    ['Mer (required)', createFull('Mer', undefined), 400, 'Mer'],
    [
      'lstBens: item fields not shown, without attributes',
      createFull('lstBens[0].attributes', undefined),
      200,
    ],
    [
      'lstBens: … with other attributes',
      createFull('lstBens[0].attributes', { type: 'Owner__c', url: '/x' }),
      200,
    ],
    ['lstBens: … with an id', createFull('lstBens[0].Id', '003000000000001AAA'), 200],
    ['Lstqli: item fields not shown, without attributes', createFull('Lstqli', [{}]), 200],
    [
      'Lstqli: … with any',
      createFull('Lstqli', [{ id: 7, Id: 'x', Quantity: 2, Taxed: false, attributes: null }]),
      200,
    ],
    ['lstbussCheckAcc: without attributes', createFull('lstbussCheckAcc[0].attributes', undefined), 200],
    ['Opp: Check_pct__c, number, 0 to 100', createFull('Opp.Check_pct__c', 100.01), 400, 'Opp.Check_pct__c'],
    ['Opp: Check_pct__c, 0', createFull('Opp.Check_pct__c', 0), 200],
    ['Opp: FCS__c, max 10', createFull('Opp.FCS__c', x(11)), 400, 'Opp.FCS__c'],
    [
      'Opp: Days_to_Ship_Deliver__c, enumerated',
      createFull('Opp.Days_to_Ship_Deliver__c', 'Soon'),
      400,
      'Opp.Days_to_Ship_Deliver__c',
    ],
    [
      'Mer: State_of_Entity_Formation_Incorporation__c, max 2',
      createFull('Mer.State_of_Entity_Formation_Incorporation__c', 'Ohio'),
      400,
      'Mer.State_of_Entity_Formation_Incorporation__c',
    ],
    ['Mer: Association_ID_API_Field__c, max 100', createFull('Mer.Association_ID_API_Field__c', x(100)), 200],
    [
      'Mer: Ownership, its own values',
      createFull('Mer.Ownership', 'Limited Liability Company'),
      400,
      'Mer.Ownership',
    ],
    [
      'lstBens: percentages from 0 to 100',
      createFull('lstBens[0].Percentage_Owned__c', -1),
      400,
      'lstBens[0].Percentage_Owned__c',
    ],
    ['lstBens: 0 percent', createFull('lstBens[0].Percentage_Owned__c', 0), 200],
  ])

  test('Alias success result entry: one entry per created record', async () => {
    const { answer } = await createFull('Lstqli', [{ SourceId: 'fee-1' }, {}])()
    expect(answer).toEqual(
      [
        'Account',
        'Contact',
        'Business Checking Account',
        'Opportunity',
        'Quote',
        'QuoteLineItem',
        'QuoteLineItem',
      ].map((ObjectType, index) => ({
        Success: true,
        SourceId: index === 5 ? 'fee-1' : null,
        SFId: expect.stringMatching(/^[A-Za-z0-9]{18}$/),
        ObjectType,
        Message: expect.stringMatching(/created/),
      })),
    )
  })

  test('Response 400: object with an errors array', async () => {
    expect((await createFull('Mer.Fax', '1')()).answer).toEqual({ errors: [expect.any(Object)] })
  })
})

describe('Endpoints: Create or update a sub-merchant application', () => {
  const created = async (people: Json[] = [controlProng()]) =>
    calls.createApplication({ ...application(people) })
  type Created = Awaited<ReturnType<typeof created>>
  /** An update that says nothing but what a test gives it. */
  const update = ({ opportunityId, accountId }: Created, lstContact: Json[], more: Json = {}) =>
    post({
      Opp: { attributes: { type: 'Opportunity' }, Id: opportunityId },
      Mer: { attributes: { type: 'Account' }, Id: accountId },
      lstContact,
      ...more,
    })
  const same = ({ contactIds }: Created) => contactIds.map((Id) => ({ attributes: { type: 'Contact' }, Id }))

  holds([
    ['Create: leave out Id from Opp and Mer', () => post(application()), 200],
    [
      'Create: Id null is left out',
      () => post(withValue(withValue(application(), 'Opp.Id', null), 'Mer.Id', null)),
      200,
    ],
    [
      'Update: give Opp.Id and Mer.Id',
      async () => {
        const ids = await created()
        return update(ids, same(ids))
      },
      200,
    ],
    ['Update: not one alone', create('Opp.Id', '006000000000001AAA'), 400, 'Mer.Id'],
    [
      'Update: an item without an id is a new one, whatever its source id',
      async () => {
        const ids = await created([controlProng(), person('', { SourceId: 'second' })])
        const { answer } = await update(ids, [person('', { SourceId: 'second' })])
        expect(answer).toContainEqual(expect.objectContaining({ ObjectType: 'Contact', SourceId: 'second' }))
        expect(JSON.stringify(answer)).not.toContain(ids.contactIds[1])
        return { status: 200, fields: [], answer }
      },
      200,
    ],
  ])

  describe('the rules judge the application as it would be after the update', () => {
    const LLC = (...people: Json[]) => created([controlProng(), ...people])
    holds([
      ['2: at most one Control Prong', async () => update(await LLC(), [controlProng()]), 400, 'lstContact'],
      [
        '3: at most one Authorized Signer',
        async () => update(await LLC(person('Authorized Signer')), [person('Authorized Signer')]),
        400,
        'lstContact',
      ],
      [
        '4: at most 4 principals',
        async () => update(await LLC(...Array(3).fill(principal(25))), [principal(25), principal(25)]),
        400,
        'lstContact',
      ],
      ['4: a fourth', async () => update(await LLC(...Array(3).fill(principal(25))), [principal(25)]), 200],
      [
        '6: at most 100 percent',
        async () => update(await LLC(principal(60)), [principal(41)]),
        400,
        'lstContact',
      ],
      ['6: one hundred', async () => update(await LLC(principal(60)), [principal(40)]), 200],
      [
        '2: the role goes from one to another',
        async () => {
          const ids = await LLC(person(''))
          const [first, second] = same(ids)
          return update(ids, [
            { ...first, Contact_Role__c: 'Bookkeeper' },
            { ...second, Contact_Role__c: 'Control Prong' },
          ])
        },
        200,
      ],
      [
        '6: a smaller share makes room for another',
        async () => {
          const ids = await LLC(principal(100))
          return update(ids, [{ ...same(ids)[1], Percentage_Owned__c: 50 }, principal(50)])
        },
        200,
      ],
      [
        '8: the Control Prong is there, and not named again',
        async () => update(await LLC(), [principal(60)]),
        200,
      ],
    ])
  })

  describe('13: an update in a locked stage is refused', () => {
    const inStage = async (stage: string) => {
      const ids = await created()
      await calls.control('PUT', `opportunities/${ids.opportunityId}`, { stage })
      return update(ids, same(ids))
    }
    holds([
      ...['Pending Underwriting', 'Closed Won', 'closed won', ' CLOSED  WON ', 'pending underwriting'].map(
        (stage): Row => [JSON.stringify(stage), () => inStage(stage), 400, 'Opp.Id'],
      ),
      ...['Closed Lost', 'Not Closed Won', 'Underwriting'].map(
        (stage): Row => [`not in ${stage}`, () => inStage(stage), 200],
      ),
    ])
  })
})

describe('Errors: Application endpoints, validation and business rules', () => {
  const LLC =
    (...people: Json[]) =>
    () =>
      post(application(people))
  const SOLE =
    (...people: Json[]) =>
    () =>
      post(application(people, 'Sole Proprietorship'))
  const PUBLIC =
    (...people: Json[]) =>
    () =>
      post(application(people, 'Tax Exempt'))
  const many = (count: number, percentage: number) =>
    Array.from({ length: count }, () => principal(percentage))
  holds([
    ['1: at least one contact', LLC(), 400, 'lstContact'],
    [
      '2: at most one Control Prong',
      LLC(controlProng(), controlProng()),
      400,
      'lstContact[1].Contact_Role__c',
    ],
    [
      '3: at most one Authorized Signer',
      LLC(controlProng(), person('Authorized Signer'), person('Authorized Signer')),
      400,
      'lstContact[2].Contact_Role__c',
    ],
    ['4: at most 4 principals', LLC(controlProng(), ...many(5, 25)), 400, 'lstContact'],
    [
      '5: each owns at least 25 percent',
      LLC(controlProng(), principal(24.9999999)),
      400,
      'lstContact[1].Percentage_Owned__c',
    ],
    ['5: exactly 25 percent', LLC(controlProng(), principal(25)), 200],
    [
      '5: a principal who names no percentage does not',
      LLC(controlProng(), person('Principal')),
      400,
      'lstContact[1].Percentage_Owned__c',
    ],
    [
      '5: … nor one whose percentage is null',
      LLC(controlProng(), principal(null)),
      400,
      'lstContact[1].Percentage_Owned__c',
    ],
    [
      '5: (create or update endpoint), so not the alias',
      () => alias(fullApplication([controlProng(), person('Principal')])),
      200,
    ],
    ['6: the sum is at most 100', LLC(controlProng(), principal(60), principal(40.01)), 400, 'lstContact'],
    ['6: three thirds are a hundred', LLC(controlProng(), ...many(3, 33.333333333333336)), 200],
    ['7: Sole Proprietorship: exactly one principal', SOLE(principal(100)), 200],
    ['7: … not two', SOLE(principal(50), principal(50)), 400],
    ['8: … plus one Control Prong', LLC(principal(100)), 400, 'lstContact'],
    ['9: one Control Prong only', PUBLIC(controlProng()), 200],
    ['9: … no principal', PUBLIC(controlProng(), principal(50)), 400, 'lstContact[1].Contact_Role__c'],
    [
      '10: phone numbers',
      create('Mer.Customer_Service_Phone__c', '512 555 0100'),
      400,
      'Mer.Customer_Service_Phone__c',
    ],
    [
      '11: ZIP codes: 5 digits',
      create('lstContact[0].MailingPostalCode', '787'),
      400,
      'lstContact[0].MailingPostalCode',
    ],
    [
      '12: transit routing number: 9 digits',
      create('lstbussCheckAcc[0].Transit_Routing__c', '1'),
      400,
      'lstbussCheckAcc[0].Transit_Routing__c',
    ],
  ])

  test('5 holds for an update too', async () => {
    const ids = await calls.createApplication({ ...application([controlProng(), person('')]) })
    const body = application([
      { attributes: { type: 'Contact' }, Id: ids.contactIds[1], Contact_Role__c: 'Principal' },
    ])
    const update = withValue(withValue(body, 'Opp.Id', ids.opportunityId), 'Mer.Id', ids.accountId)
    expect(await post(update)).toMatchObject({ status: 400, fields: ['lstContact[0].Percentage_Owned__c'] })
  })
})

describe('Endpoints: Upload attachments', () => {
  const upload = async (changes: Json = {}) => {
    const { opportunityId } = await calls.createApplication()
    const record = {
      attributes: { type: 'Attachment', referenceId: 'a' },
      ParentId: opportunityId,
      Name: 'check.txt',
      body: 'QQ==',
    }
    return read(await calls.sendAttachments({ records: [{ ...record, ...changes }] }))
  }
  holds([
    ['records: at least 1 item', async () => read(await calls.sendAttachments({ records: [] })), 400],
    ['attributes.type: Attachment', () => upload({ attributes: { type: 'File', referenceId: 'a' } }), 400],
    ['ParentId: 15 to 18 alphanumeric characters', () => upload({ ParentId: '006' }), 400],
    ['body: Base64-encoded file content', () => upload({ body: '***' }), 400],
    ['body: required, and so not null', () => upload({ body: null }), 400],
  ])

  test('Response (200): hasErrors and results', async () => {
    expect(await upload()).toMatchObject({
      status: 200,
      answer: { hasErrors: false, results: expect.any(Array) },
    })
  })
})

describe('Endpoints: Create or modify funding amounts', () => {
  const ACTIVE = '941000000001:key-active-1'
  const fund = async (transactions: unknown, credentials = ACTIVE, type = 'application/json') =>
    read(
      await fetch(`${sandbox.url}/funding-amounts`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Basic ${btoa(credentials)}` },
        body: typeof transactions === 'string' ? transactions : JSON.stringify({ transactions }),
      }),
    )
  const amounts = (amount: unknown = '100') => [{ merchantId: 'M-1', amount }]
  const credit = (n: number, more: Json = {}) => ({
    id: `SBX-C-${String(n).padStart(6, '0')}`,
    merchantFundingAmounts: amounts(),
    ...more,
  })

  describe('Errors: status codes, the first matching condition decides', () => {
    holds([
      ['200: none of the others', () => fund([credit(150_001)]), 200],
      ['400: unsupported content type', () => fund([credit(1)], ACTIVE, 'text/plain'), 400],
      ['400: malformed body', () => fund('{'), 400],
      ['400: a value longer than its maximum', () => fund([credit(1, { id: x(41) })]), 400],
      ['400: a body longer than its maximum', () => fund(`"${x(160_000_000)}"`, 'nobody:x'), 400],
      [
        '400: a value of the wrong type',
        () => fund([credit(1, { merchantFundingAmounts: amounts(100) })]),
        400,
      ],
      ['400: too few records', () => fund([]), 400],
      ['400: too many records', () => fund(Array.from({ length: 10_001 }, (_, n) => credit(n + 1))), 400],
      ['400, then 401', () => fund([], 'nobody:x'), 400],
      ['401: profileId unknown', () => fund([credit(1)], 'nobody:x'), 401],
      ['401: profileKey wrong', () => fund([credit(1)], '941000000001:x'), 401],
      ['401, then 403: a suspended profile with a wrong key', () => fund([credit(1)], '941000000002:x'), 401],
      ['403: suspended', () => fund([credit(1)], '941000000002:key-suspended'), 403],
      ['403: closed', () => fund([credit(1)], '941000000003:key-closed'), 403],
    ])
  })

  const codeOf = async (transactions: unknown[]) => Object((await fund(transactions)).answer).errorCode
  test.each<[string, unknown[], string | undefined]>([
    ['1: both given', [credit(1, { retrievalReferenceNumber: '900000000001' })], '1'],
    ['2: neither given', [{ merchantFundingAmounts: amounts() }], '2'],
    ['3: duplicate transactions', [credit(1), credit(1)], '3'],
    ['none', [credit(150_002)], undefined],
  ])('Errors: request-level error code %s', async (_says, transactions, code) => {
    expect(await codeOf(transactions)).toBe(code)
  })
})

describe('Authentication', () => {
  const token = async (changes: Record<string, string> = {}) =>
    read(await calls.requestToken({ ...SANDBOX_CREDENTIALS, ...changes }))
  holds([
    ['grant_type: must be the literal password', () => token({ grant_type: 'client_credentials' }), 400],
    ['client_id: issued per organization', () => token({ client_id: 'x' }), 400],
    ['client_secret', () => token({ client_secret: 'x' }), 400],
    ['password: immediately followed by the security token', () => token({ password: 'p&ss w+rd%' }), 400],
    ['all required', () => token({ username: '' }), 400],
    [
      'Header Authorization: Bearer',
      async () =>
        read(
          await calls.send(SANDBOX_PATHS.application, application(), {
            headers: { authorization: 'Bearer x' },
          }),
        ),
      401,
    ],
  ])

  test('Token response (200): six fields, token_type always Bearer', async () => {
    expect((await token()).answer).toEqual({
      access_token: expect.stringMatching(/\S/),
      instance_url: sandbox.url,
      token_type: 'Bearer',
      id: expect.stringMatching(/^http/),
      issued_at: expect.stringMatching(/^\d{13}$/),
      signature: expect.stringMatching(/\S/),
    })
  })
})
