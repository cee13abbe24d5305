import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applicationRecords, applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { requestWords } from '@/lib/domain/application/request-rows'
import type { Draft, Ownership } from '@/lib/domain/application/sections'
import { createPartnerClient } from '@/lib/partner/client'
import { submitApplication } from '@/lib/server/applications/submission'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { startScriptedPartner } from '@/lib/testing/scripted-partner'
import { submissionState } from '@/lib/testing/submission-state'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { saveSection } from './mutations'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts: { applicationMs: 1_500, tokenMs: 1_500 } })
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const partner = () => sandboxCalls(sandbox.url)
/** The number of the journal's last entry when the test began. */
let before = 0
beforeEach(async () => {
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})

/** Application requests since the test began, as [status, applied]. */
const received = async () =>
  (await partner().journal(`?since=${before}&endpoint=application`)).map(({ status, applied }) => [
    status,
    applied,
  ])

const setFault = (fault: Record<string, unknown>) => partner().control('PUT', 'faults', fault)

const heldByPartner = async (opportunityId: string | null) =>
  readObject(await partner().control('GET', `opportunities/${opportunityId}`))

/** Complete, with the sponsor banks that a new desk knows. */
const ready = (ownership?: Ownership): Draft => {
  const draft = exampleDraft(ownership)
  return { ...draft, merchant: { ...draft.merchant, sponsorship: 'Sponsor Bank One' } }
}

const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }
const submit = (ctx: Ctx, applicationId: string) => submitApplication(ctx, { applicationId, versions })

const stateOf = (applicationId: string, at = desk) => submissionState(at, applicationId)

const recordsOf = (applicationId: string) =>
  desk.services.db
    .select()
    .from(applicationRecords)
    .where(eq(applicationRecords.applicationId, applicationId))

describe('an application is created at the partner', () => {
  test.each<Ownership>([
    'Sole Proprietorship',
    'Partnership',
    'Tax Exempt',
    'Publicly Traded Corporation',
    'Government',
  ])('%s', async (ownership) => {
    const id = await seedApplicationDraft(ana, ready(ownership))
    expect(await submit(ana, id)).toEqual({ ok: true, status: 'submitted' })
    const { application, states } = await stateOf(id)
    expect(states).toEqual(['accepted'])
    const held = await heldByPartner(application.opportunityId)
    expect(held).toMatchObject({ id: application.opportunityId, accountId: application.accountId })
    expect(held.Mer).toMatchObject({ Ownership: ownership })
    expect(await received()).toEqual([[200, true]])
  })

  test('and its audit row has the warnings that the review showed', async () => {
    await seedApplicationDraft(ana, ready())
    const id = await seedApplicationDraft(ana, ready())
    const shown = (await viewApplication(ana, id)).violations.map(({ path, message }) => ({ path, message }))
    expect(shown.map(({ message }) => message)).toContainEqual(expect.stringMatching(/ A-\d/))
    await submit(ana, id)
    const [audit] = await desk.services.db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'submission-started')))
    expect(audit?.detail).toMatchObject({ warnings: shown })
  })

  test('and what was sent is shown as it was frozen, whatever is learned since', async () => {
    const id = await seedApplicationDraft(ana, ready())
    const before = await viewApplication(ana, id)
    expect(before.sent).toBeNull()
    await submit(ana, id)
    const after = await viewApplication(ana, id)
    expect(after.sent).toEqual(before.outgoing)
    // An update would name the records, whose ids are no more fields.
    expect(after.outgoing.length).toBeGreaterThan(before.outgoing.length)
    expect(requestWords(after.outgoing)).toMatch(
      new RegExp(`^${requestWords(before.outgoing)} and \\d record IDs$`),
    )
  })

  test('with what was typed, cleaned, field by field', async () => {
    const id = await seedApplicationDraft(ana, {
      ...ready(),
      contacts: {
        nobodyOwns25: false,
        items: [
          exampleContact('c-ana', {
            firstName: ' Ana ',
            roles: ['Principal', 'Control Prong'],
            percentageOwned: '33.33%',
          }),
          exampleContact('c-bo', {
            firstName: 'Bo',
            lastName: "O'Brien",
            ssn: '512 45 1111',
            roles: ['Principal'],
            percentageOwned: '66.67',
          }),
        ],
      },
      accounts: {
        items: [
          exampleAccount('a-1'),
          exampleAccount('a-2', {
            ddaType: 'Fees',
            accountNumber: '0001-2345',
            accountNumberAgain: '00012345',
          }),
        ],
      },
    })
    await submit(ana, id)
    const { application } = await stateOf(id)
    const held = await heldByPartner(application.opportunityId)
    expect(held.Opp).toEqual({
      Id: application.opportunityId,
      Is_SVC_Underwriting__c: true,
      High_Monthly_Volume__c: 40_000,
      Visa_MC_Discover_Volume__c: 32_000,
      Avg_Ticket__c: 42.5,
      High_Ticket__c: 600,
      Days_to_Ship_Deliver__c: 'Immediate',
      Refund_Policy__c: 'Refund in 30 days or less',
    })
    expect(held.Mer).toEqual({
      Id: application.accountId,
      Legal_Name__c: 'Blue Heron Books LLC',
      Name: 'Blue Heron Books',
      Tax_ID__c: '123456789',
      Ownership: 'Limited Liability Company',
      State_of_Entity_Formation_Incorporation__c: 'OH',
      Date_Established__c: '2012-03-01',
      BillingStreet: '400 Front Street',
      BillingCity: 'Columbus',
      BillingState: 'OH',
      BillingPostalCode: '43215',
      BillingCountry: 'US',
      Phone: '6145550123',
      App_Email__c: 'office@blue-heron.example',
      Website: 'https://blue-heron.example',
      Customer_Service_Phone__c: '6145550124',
      Industry: 'Retail',
      Location_Type__c: 'Retail Storefront',
      Years_at_Location__c: '6',
      Chain_Non_Chain__c: 'Single Outlet',
      Description: 'New and second-hand books.',
      MCC_API_Field__c: '5942',
      Sponsorship__c: 'Sponsor Bank One',
      Ever_accepted_credit_cards_before__c: true,
      Ever_had_a_merchant_account_canceled__c: false,
    })
    expect(held.lstContact).toMatchObject([
      {
        SourceId: 'c-ana',
        FirstName: 'Ana',
        LastName: 'Ruiz',
        Title: 'Owner',
        Email: 'ana@blue-heron.example',
        Contact_Role__c: 'Principal;Control Prong',
        Percentage_Owned__c: 33.33,
        Date_of_Birth__c: '1984-05-17',
        SSN__c: '512456789',
        MailingStreet: '12 Alder Way',
        MailingCity: 'Columbus',
        MailingStateCode: 'OH',
        MailingPostalCode: '43215',
      },
      { SourceId: 'c-bo', LastName: "O'Brien", SSN__c: '512451111', Percentage_Owned__c: 66.67 },
    ])
    expect(held.lstbussCheckAcc).toMatchObject([
      {
        SourceId: 'a-1',
        Bank_Name__c: 'Example Savings Bank',
        DDA_Type__c: 'Deposit',
        Transit_Routing__c: '123456780',
        Checking_Account__c: '000123456789',
        Bank_Street_Address__c: '1 Main Street',
        Bank_City__c: 'Columbus',
        Bank_State__c: 'OH',
        Bank_Zipcode__c: '43215',
        Years_Open__c: 6,
      },
      { SourceId: 'a-2', DDA_Type__c: 'Fees', Checking_Account__c: '00012345' },
    ])
  })
})

describe('nothing is sent', () => {
  const incomplete = ready()
  test.each<[string, Draft, string]>([
    [
      'a required value is missing',
      { ...incomplete, merchant: { ...incomplete.merchant, legalName: ' ' } },
      'merchant.legalName',
    ],
    [
      'a sealed value is malformed',
      { ...incomplete, merchant: { ...incomplete.merchant, taxId: '12-34' } },
      'merchant.taxId',
    ],
    [
      'a sealed account number was typed twice, differently',
      { ...incomplete, accounts: { items: [exampleAccount('a', { accountNumberAgain: '000123456780' })] } },
      'accounts.items.0.accountNumberAgain',
    ],
    [
      'the ownership rules are broken',
      {
        ...incomplete,
        contacts: ready('Sole Proprietorship').contacts,
        merchant: { ...incomplete.merchant, ownership: 'Government' },
      },
      'contacts.items',
    ],
    [
      'a value is not on the list in Settings',
      { ...incomplete, merchant: { ...incomplete.merchant, industry: 'Piracy' } },
      'merchant.industry',
    ],
    [
      'our own underwriters have to approve it',
      { ...incomplete, options: { ...incomplete.options, partnerUnderwrites: 'no' } },
      'underwriting',
    ],
    [
      'it is not said who underwrites',
      { ...incomplete, options: { ...incomplete.options, partnerUnderwrites: '' } },
      'options.partnerUnderwrites',
    ],
  ])('while %s', async (_, draft, path) => {
    const id = await seedApplicationDraft(ana, draft)
    const result = await submit(ana, id)
    expect(result).toMatchObject({ ok: false, reason: 'violations' })
    const violations = 'violations' in result ? result.violations : []
    expect(violations.filter(({ severity }) => severity === 'error').map((found) => found.path)).toEqual(
      expect.arrayContaining([expect.stringContaining(path)]),
    )
    expect(await received()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ status: 'draft', states: [] })
  })

  test('of an application that was never filled in, or does not exist', async () => {
    const id = await seedApplicationDraft(ana, ready())
    await desk.services.db.update(applications).set({ status: 'withdrawn' }).where(eq(applications.id, id))
    expect(await submit(ana, id)).toMatchObject({ ok: false, reason: 'wrong-state' })
    await expect(submit(ana, crypto.randomUUID())).rejects.toMatchObject({ code: 'not-found' })
    expect(await received()).toEqual([])
  })
})

describe('when the partner', () => {
  test('creates some records only: what it created is stored, and what it refused is not', async () => {
    const id = await seedApplicationDraft(ana, canaryDraft())
    await setFault({ endpoint: 'application', mode: 'partial' })
    await submit(ana, id)
    expect((await recordsOf(id)).map(({ itemId }) => itemId).sort()).toEqual([
      '',
      '',
      'account-2',
      'contact-2',
    ])
    const { attempts } = await stateOf(id)
    expect(attempts[0]?.results?.filter(({ success }) => !success).map(({ sourceId }) => sourceId)).toEqual([
      'contact-1',
      'account-1',
    ])
  })

  test('creates the account and refuses the opportunity: partly accepted, and not as if ids were missing', async () => {
    const id = await seedApplicationDraft(ana, ready())
    const entry = { SourceId: null, Message: 'as caused' }
    await setFault({
      endpoint: 'application',
      mode: 'status',
      status: 200,
      body: [
        { ...entry, ObjectType: 'Account', SFId: '001000000000001AAA', Success: true },
        { ...entry, ObjectType: 'Opportunity', SFId: '', Success: false },
      ],
    })
    expect(await submit(ana, id)).toMatchObject({ ok: true, status: 'partly-accepted' })
  })

  test('names its records without source ids: none of several is tied to an item', async () => {
    const id = await seedApplicationDraft(ana, ready())
    await setFault({
      endpoint: 'application',
      mode: 'status',
      status: 200,
      body: {
        Opp: { Id: '006000000000001AAA' },
        Mer: { Id: '001000000000001AAA' },
        lstContact: [{ Id: '003000000000001AAA' }, { Id: '003000000000002AAA' }],
      },
    })
    expect(await submit(ana, id)).toMatchObject({ ok: true, status: 'submitted' })
    expect((await recordsOf(id)).map(({ objectType }) => objectType).sort()).toEqual([
      'Account',
      'Opportunity',
    ])
  })

  test('names the fields that it refuses, they are kept with the attempt, and the next try is a new one', async () => {
    const id = await seedApplicationDraft(ana, ready())
    await setFault({ endpoint: 'application', mode: 'status', status: 400 })
    await submit(ana, id)
    expect(await submit(ana, id)).toEqual({ ok: true, status: 'submitted' })
    expect((await stateOf(id)).states).toEqual(['refused', 'accepted'])
    expect(await received()).toEqual([
      [400, false],
      [200, true],
    ])
  })

  test('does not accept our credentials, nothing is sent', async () => {
    const id = await seedApplicationDraft(ana, ready())
    const stranger = createPartnerClient({
      authUrl: sandbox.url,
      clientId: 'sandbox-client',
      clientSecret: 'another-secret-entirely',
      username: 'api+desk@sandbox.test',
      password: 'p&ss w+rd%',
      securityToken: 'T0ken=',
      instanceHosts: [new URL(sandbox.url).host],
    })
    expect(await submit({ ...ana, partner: stranger }, id)).toEqual({ ok: true, status: 'not-sent' })
    const [attempt] = (await stateOf(id)).attempts
    expect(attempt).toMatchObject({ state: 'not-sent', sendingAt: null, httpStatus: 400 })
    expect(JSON.stringify(attempt)).not.toContain('another-secret-entirely')
    expect(await received()).toEqual([])
  })

  test('does not give a token in time, nothing is sent', async () => {
    // A client of its own: the shared one has a token already.
    const id = await seedApplicationDraft(ana, ready())
    const other = await openTestDesk({ partnerUrl: sandbox.url, timeouts: { tokenMs: 500 } })
    try {
      await setFault({ endpoint: 'token', mode: 'hang', delayMs: 20_000 })
      expect(await submit({ ...ana, partner: other.services.partner }, id)).toEqual({
        ok: true,
        status: 'not-sent',
      })
    } finally {
      await other.close()
    }
    expect(await received()).toEqual([])
  })
})

describe('identity values stand nowhere in the database in the clear', () => {
  const expectNone = async () =>
    expect(canariesIn(JSON.stringify(await dumpDatabase(desk.services.db)))).toEqual([])

  /** Every identity value, as typed and as sent. */
  const quote = (body: Buffer): string => {
    const { merchant, contacts, accounts } = canaryDraft()
    const typed = [
      merchant.taxId,
      ...contacts.items.flatMap(({ ssn, dateOfBirth }) => [ssn, dateOfBirth]),
      ...accounts.items.map(({ accountNumber }) => accountNumber),
    ]
    return `${typed.join(', ')} and ${body.toString().replace(/[{}"[\]]/g, ' ')}`
  }
  const answers: [string, number, (quoted: string) => string][] = [
    ['a refusal', 400, (message) => JSON.stringify([{ message, errorCode: 'X', fields: ['Mer.Tax_ID__c'] }])],
    ['a refusal in plain text', 400, (quoted) => quoted],
    ['a failure', 500, (quoted) => `<html>${quoted}</html>`],
    [
      'a record that failed',
      200,
      (Message) =>
        JSON.stringify([{ Success: false, SourceId: null, SFId: '', ObjectType: 'Account', Message }]),
    ],
    ['broken JSON', 200, (quoted) => `[{"SSN__c":"734295816","Message":"${quoted}`],
  ]
  test(`after the partner quoted them in ${answers.map(([what]) => what).join(', ')}`, async () => {
    const scripted = await startScriptedPartner()
    try {
      const partner = createPartnerClient(scripted.config)
      for (const [what, status, answer] of answers) {
        scripted.scripts.call = ({ body }, response) => {
          response.statusCode = status
          response.end(answer(quote(body)))
        }
        const id = await seedApplicationDraft(ana, canaryDraft())
        expect(await submit({ ...ana, partner }, id), what).toMatchObject({ ok: true })
      }
      expect(scripted.calls()).toHaveLength(answers.length)
      expect(canariesIn(quote(Buffer.from(''))), 'the partner quoted them').not.toEqual([])
      await expectNone()
    } finally {
      await scripted.stop()
    }
  })
})

test('an answer with characters that the database cannot keep is stored all the same', async () => {
  const scripted = await startScriptedPartner()
  try {
    scripted.scripts.call = (_request, response) => {
      response.statusCode = 400
      response.end(
        String.raw`[{"message":"Bad \u0000 name \ud800 here","errorCode":"X\u0000","fields":["Mer.Name"]}]`,
      )
    }
    const id = await seedApplicationDraft(ana, ready())
    expect(await submit({ ...ana, partner: createPartnerClient(scripted.config) }, id)).toEqual({
      ok: true,
      status: 'refused',
    })
    scripted.scripts.call = (_request, response) => {
      response.end(String.raw`[{"Success":true,"SourceId":"\u0000","SFId":"006000000000001AAA","ObjectType":"Opportunity","Message":"\ud800 \u0000"},
        {"Success":true,"SourceId":null,"SFId":"001000000000001AAA","ObjectType":"Account\u0000","Message":""}]`)
    }
    expect(await submit({ ...ana, partner: createPartnerClient(scripted.config) }, id)).toMatchObject({
      ok: true,
    })
    expect((await stateOf(id)).states).toEqual(['refused', 'accepted'])
  } finally {
    await scripted.stop()
  }
})

withPostgres('at the same time', (createDatabase) => {
  let shared: TestDesk
  let person: Ctx
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl: sandbox.url, databaseUrl: await createDatabase() })
    person = await shared.as('One')
    return () => shared.close()
  })

  test('a save and a submission: one of them comes first, and what was sent is what stands', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await seedApplicationDraft(person, ready())
      const changed = { ...ready().options, refundPolicy: 'Exchanges only' }
      const saving = () =>
        saveSection(person, { applicationId: id, section: 'options', baseVersion: 1, data: changed }).then(
          ({ ok }) => ok,
          () => false,
        )
      const submitting = () => submit(person, id).then(({ ok }) => ok)
      const [saved, sent] =
        round % 2 === 0
          ? await Promise.all([saving(), submitting()])
          : (await Promise.all([submitting(), saving()])).toReversed()
      expect([saved, sent].filter(Boolean), 'exactly one came first').toHaveLength(1)
      const { application } = await stateOf(id, shared)
      const { draft } = await getOpenDraft(shared.services.db, shared.services.sealer, { id, kind: 'payfac' })
      expect(application.opportunityId === null).toBe(saved)
      expect(draft.options.refundPolicy).toBe(saved ? 'Exchanges only' : ready().options.refundPolicy)
    }
  })
})
