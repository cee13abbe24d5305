import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { applicationSections, applications, sentSections } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { documents } from '@/lib/db/schema/documents'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { FULL_SECTION_NAMES } from '@/lib/domain/application/section-names'
import { deliverDocument, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import { registerDocument } from '@/lib/server/documents/mutations'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { canariesIn } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleDraft } from '@/lib/testing/example-draft'
import {
  canaryFullDraft,
  lineItem,
  plainFullDraft,
  seedFullApplication,
  submittableFullDraft,
} from '@/lib/testing/full-drafts'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { readObject, readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { submissionState } from '@/lib/testing/submission-state'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { createApplication, saveSection } from './mutations'
import { getRecordIds } from './partner-snapshot'
import { recordFound } from './resolution'
import { beginRevision, discardRevision } from './revision'
import { refreshStage, setStage } from './stage'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let ben: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts: { applicationMs: 1_500, tokenMs: 1_500 } })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
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

const journal = (endpoint: string) => partner().journal(`?since=${before}&endpoint=${endpoint}`)
/** Requests of the alias since the test began, as [status, applied]. */
const received = async () => (await journal('alias')).map(({ status, applied }) => [status, applied])
const setFault = (fault: Record<string, unknown>) =>
  partner().control('PUT', 'faults', { endpoint: 'alias', ...fault })
const heldByPartner = async (opportunityId: string | null) =>
  readObject(await partner().control('GET', `opportunities/${opportunityId}`))
const opportunities = async () => readObjects(await partner().control('GET', 'opportunities?limit=200'))

const stateOf = (applicationId: string, at = desk) => submissionState(at, applicationId)

const openDraft = async (id: string): Promise<FullDraft> =>
  (await getOpenDraft(desk.services.db, desk.services.sealer, { id, kind: 'full' })).draft

/** What is kept of it for the comparison with an update. */
const keptOf = (id: string) =>
  desk.services.db.select().from(sentSections).where(eq(sentSections.applicationId, id))

/** Everything of one application that a change could touch. */
const stored = async (id: string) =>
  JSON.stringify([
    await stateOf(id),
    await desk.services.db
      .select()
      .from(applicationSections)
      .where(eq(applicationSections.applicationId, id))
      .orderBy(applicationSections.section),
    await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id),
  ])

async function changesNothing(id: string, attempt: () => Promise<unknown>): Promise<void> {
  const was = await stored(id)
  await attempt()
  expect(await stored(id)).toBe(was)
}

describe('a full application is saved section by section', () => {
  test('each with a version of its own, identities sealed and shown as masks', async () => {
    const { id } = await createApplication(ana, { kind: 'full' })
    const draft = canaryFullDraft()
    for (const section of FULL_SECTION_NAMES) {
      const save = { applicationId: id, section, baseVersion: 0, data: draft[section] }
      expect(await saveSection(ana, save)).toMatchObject({ ok: true, version: 1 })
      expect(await saveSection(ben, save), 'a stale save').toMatchObject({
        ok: false,
        reason: 'stale',
        version: 1,
      })
    }
    expect(await openDraft(id)).toEqual(draft)
    const view = await viewApplication(ana, id)
    expect(view).toMatchObject({
      kind: 'full',
      status: 'draft',
      editable: true,
      update: null,
      mayRevise: false,
    })
    expect(view.versions).toEqual({ merchant: 1, contacts: 1, accounts: 1, options: 1, pricing: 1 })
    expect(view.steps.map(({ slug }) => slug)).toEqual([...FULL_SECTION_NAMES, 'documents', 'review'])
    expect(canariesIn(JSON.stringify(view))).toEqual([])
    expect(canariesIn(JSON.stringify(await dumpDatabase(desk.services.db)))).toEqual([])
  })

  test('a stand-in keeps what is sealed, in whatever order the owners come', async () => {
    const id = await seedFullApplication(ana, canaryFullDraft())
    const { draft } = await viewApplication(ana, id)
    const data = { ...draft.contacts, items: draft.contacts.items.toReversed() }
    expect(
      await saveSection(ana, { applicationId: id, section: 'contacts', baseVersion: 1, data }),
    ).toMatchObject({
      ok: true,
    })
    const { contacts } = canaryFullDraft()
    expect((await openDraft(id)).contacts.items).toEqual(contacts.items.toReversed())
  })

  const payfac = exampleDraft()
  const full = submittableFullDraft()
  test.each([
    ['the merchant of a PayFac application', 'full', 'merchant', payfac.merchant],
    ['the options of a PayFac application', 'full', 'options', payfac.options],
    ['a merchant with one field too many', 'full', 'merchant', { ...full.merchant, sponsorship: '' }],
    [
      'a line item with a record id',
      'full',
      'pricing',
      { items: [{ ...lineItem('l'), Id: '0QL000000000001AAA' }] },
    ],
    ['two line items of one id', 'full', 'pricing', { items: [lineItem('l'), lineItem('l')] }],
    ['pricing', 'payfac', 'pricing', full.pricing],
    ['blank pricing', 'payfac', 'pricing', { items: [] }],
    ['the merchant of a full application', 'payfac', 'merchant', full.merchant],
    ['the options of a full application', 'payfac', 'options', full.options],
  ] as const)(
    '%s is invalid in a %s application, and nothing is stored',
    async (_what, kind, section, data) => {
      const { id } = await createApplication(ana, { kind })
      await changesNothing(id, () =>
        expect(saveSection(ana, { applicationId: id, section, baseVersion: 0, data })).rejects.toMatchObject({
          code: 'invalid',
        }),
      )
    },
  )

  test('contacts and accounts are alike in both kinds', async () => {
    for (const kind of ['payfac', 'full'] as const) {
      const { id } = await createApplication(ana, { kind })
      for (const section of ['contacts', 'accounts'] as const) {
        const data = kind === 'full' ? payfac[section] : full[section]
        expect(await saveSection(ana, { applicationId: id, section, baseVersion: 0, data })).toMatchObject({
          ok: true,
        })
      }
    }
  })
})

describe('a full application is created at the partner', () => {
  test('with what was typed, cleaned, in the names of the alias', async () => {
    const id = await seedFullApplication(ana)
    expect(await submitAsReviewed(ana, id)).toEqual({ ok: true, status: 'submitted' })
    const { application } = await stateOf(id)
    const held = await heldByPartner(application.opportunityId)
    expect(held).toMatchObject({
      kind: 'alias',
      id: application.opportunityId,
      accountId: application.accountId,
    })
    expect(held.Opp).toMatchObject({
      Name: 'Lantern Street Outfitters 2026',
      BET_Table_ID_API_Field__c: '7700',
      Yearly_Net_Revenue__c: 1_200_000,
      Yearly_Card_Volume__c: 960_000.5,
      High_Ticket__c: 1_800,
      Customer_Type_B2B_Sales__c: 12.5,
      Check_pct__c: 0,
      Card_Network_Volume_Internet_CNP__c: 33.33,
      Refund_Policy__c: 'Credit V/MC/Dis Account',
      Days_to_Ship_Deliver__c: '8 to 14',
      ACH_Debit_Max_Tx_Per_Day__c: 40,
      ACH_Credit_Max_Dollar_Per_Month__c: 9_000,
    })
    expect(held.Mer).toMatchObject({
      Legal_Name__c: 'Lantern Street Outfitters LLC',
      Tax_ID__c: '900246810',
      BillingStateCode: 'ME',
      ShippingPostalCode: '04530',
      Physical_Address_State__c: 'ME',
      Fax: '2075550111',
      Website: 'https://lantern-street.example',
      Industry_Other__c: 'Outdoor equipment',
      Date_Established__c: '2011-09-01',
      Date_of_cancellation__c: '2024-02-29',
      Name_of_Processor_for_canceled_merchant__c: 'Second Example Processing',
    })
    expect(held.lstBens).toMatchObject([
      {
        SourceId: 'owner-1',
        Contact_Role__c: 'Principal;Control Prong;Authorized Signer',
        Percentage_Owned__c: 66.67,
        SSN__c: '900555555',
        Date_of_Birth__c: '1979-03-05',
      },
      { SourceId: 'owner-2', SSN__c: '900666666', Percentage_Owned__c: 20 },
    ])
    expect(held.lstbussCheckAcc).toMatchObject([
      { SourceId: 'account-1', Checking_Account__c: '0098765432', DDA_Type__c: 'Deposit' },
      { SourceId: 'account-2', Checking_Account__c: '000123456789', DDA_Type__c: 'Fees' },
    ])
    expect(held.Lstqli).toEqual([
      {
        Id: expect.any(String),
        SourceId: 'line-1',
        Solution__c: 'Countertop terminal',
        Monthly_Fee__c: '19.95',
      },
      { Id: expect.any(String), SourceId: 'line-2', Quantity: '02' },
    ])
    expect(await journal('application'), 'the other endpoint hears nothing of it').toEqual([])
  })

  test('and the answer is shown record by record, by the desk’s own names', async () => {
    const id = await seedFullApplication(ana)
    await submitAsReviewed(ana, id)
    const { attempts, mayRevise, editable, update } = await viewApplication(ana, id)
    expect({ mayRevise, editable, update }).toEqual({ mayRevise: false, editable: false, update: null })
    expect(attempts[0]?.results.map(({ objectType, name, success }) => [objectType, name, success])).toEqual([
      ['Account', 'Lantern Street', true],
      ['Contact', 'Greta Placeholder', true],
      ['Contact', 'Hugo Specimen', true],
      ['Business Checking Account', expect.stringContaining('First Example Bank'), true],
      ['Business Checking Account', expect.stringContaining('Example Savings Bank'), true],
      ['Opportunity', 'Options', true],
      ['Quote', 'Quote', true],
      ['QuoteLineItem', 'Terminal rental', true],
      ['QuoteLineItem', 'Paper rolls', true],
    ])
  })

  test('without line items, accounts and second addresses as well', async () => {
    const id = await seedFullApplication(ana, plainFullDraft({ accounts: [] }))
    expect(await submitAsReviewed(ana, id)).toEqual({ ok: true, status: 'submitted' })
    const { records } = await stateOf(id)
    expect(records.map(([objectType]) => objectType)).toEqual(['Account', 'Contact', 'Opportunity', 'Quote'])
  })

  test('and a PayFac application beside it goes to the other endpoint, and has no quote', async () => {
    const id = await seedApplicationDraft(ana, submittableDraft())
    await submitAsReviewed(ana, id)
    const { records, endpoints } = await stateOf(id)
    expect(endpoints).toEqual(['application'])
    expect(records.map(([objectType]) => objectType)).not.toContain('Quote')
    expect(await received()).toEqual([])
  })
})

describe('nothing of a full application is sent', () => {
  const draft = submittableFullDraft()
  const [line] = draft.pricing.items
  test.each<[string, FullDraft, string]>([
    [
      'a required figure is missing',
      submittableFullDraft({ options: { cardVolume: '' } }),
      'options.cardVolume',
    ],
    [
      'a line item has no kind',
      submittableFullDraft({ pricing: [lineItem('l', { kind: '' })] }),
      'pricing.items.0.kind',
    ],
    [
      'a line item names a field of the desk',
      submittableFullDraft({ pricing: line ? [{ ...line, members: [{ name: 'ID', value: 'x' }] }] : [] }),
      'pricing.items.0.members.0.name',
    ],
    [
      'the ownership is one of the other endpoint',
      submittableFullDraft({ merchant: { ownership: 'Limited Liability Company' } }),
      'merchant.ownership',
    ],
    ['no one is named', submittableFullDraft({ contacts: [] }), 'contacts.items'],
    ['a sealed value is malformed', submittableFullDraft({ merchant: { taxId: '12-34' } }), 'merchant.taxId'],
  ])('while %s', async (_what, wrong, path) => {
    const id = await seedFullApplication(ana, wrong)
    const result = await submitAsReviewed(ana, id)
    expect(result).toMatchObject({ ok: false, reason: 'violations' })
    const violations = 'violations' in result ? result.violations : []
    expect(violations.filter(({ severity }) => severity === 'error').map((found) => found.path)).toContain(
      path,
    )
    expect(await received()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ status: 'draft', states: [] })
  })
})

describe('what the partner refused', () => {
  const refusal = (...errors: [message: string, ...fields: string[]][]) => ({
    mode: 'status',
    status: 400,
    body: {
      errors: errors.map(([message, ...fields]) => ({
        message,
        errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
        fields,
      })),
    },
  })
  async function refused(...errors: [message: string, ...fields: string[]][]) {
    const id = await seedFullApplication(ana)
    await setFault(refusal(...errors))
    expect(await submitAsReviewed(ana, id)).toEqual({ ok: true, status: 'refused' })
    return id
  }
  const refusedAt = async (id: string) =>
    (await viewApplication(ana, id)).violations
      .filter(({ message }) => message.startsWith('The partner refused this'))
      .map(({ path, severity }) => `${severity} ${path}`)

  test.each([
    ['Opp.High_Ticket__c', 'options.highTicket'],
    ['Opp.Name', 'options.applicationName'],
    ['Opp.BET_Table_ID_API_Field__c', 'merchant.betTableId'],
    ['Mer.Name', 'merchant.dbaName'],
    ['Mer.ShippingStateCode', 'merchant.shippingState'],
    ['Mer.Date_of_cancellation__c', 'options.cancellationDate'],
    ['Tax_ID__c', 'merchant.taxId'],
    ['lstBens[0].SSN__c', 'contacts.items.0.ssn'],
    ['lstBens[1].Percentage_Owned__c', 'contacts.items.1.percentageOwned'],
    ['lstBens', 'contacts.items'],
    ['lstbussCheckAcc[1].Transit_Routing__c', 'accounts.items.1.routingNumber'],
    ['Lstqli[1].X__c', 'pricing.items.1.members'],
    ['Lstqli[0].Monthly_Fee__c', 'pricing.items.0.members'],
    ['Lstqli[1]', 'pricing.items.1'],
    ['Lstqli', 'pricing.items'],
  ])('at %s is shown at %s', async (field, path) => {
    expect(await refusedAt(await refused(['It cannot be so.', field]))).toEqual([`warning ${path}`])
  })

  test.each(['lstContact[0].SSN__c', 'Name', 'lstBens[7].SSN__c', 'Lstqli[2].X__c', 'Opp.Unheard__c'])(
    'at %s, which is no place of ours, is kept as given',
    async (field) => {
      const id = await refused(['It cannot be so.', field])
      expect(await refusedAt(id)).toEqual([])
      const { attempts } = await viewApplication(ana, id)
      expect(attempts[0]?.problems).toMatchObject([
        { message: 'It cannot be so.', fields: [field], paths: [] },
      ])
    },
  )

  test('in several places is shown at each, and goes with its line item to another place', async () => {
    const id = await refused(
      ['Too high.', 'Opp.High_Ticket__c', 'Lstqli[1].X__c'],
      ['Wrong.', 'lstBens[0].SSN__c'],
    )
    expect((await refusedAt(id)).sort()).toEqual([
      'warning contacts.items.0.ssn',
      'warning options.highTicket',
      'warning pricing.items.1.members',
    ])
    const items = submittableFullDraft().pricing.items.toReversed()
    await saveSection(ana, { applicationId: id, section: 'pricing', baseVersion: 1, data: { items } })
    expect(await refusedAt(id)).toContain('warning pricing.items.0.members')
  })

  test('stands as long as the value does, and the next try is a new attempt', async () => {
    const id = await refused(['Unknown field.', 'Lstqli[1].X__c'])
    const [first, second] = submittableFullDraft().pricing.items
    if (!first || !second) throw new Error('There are two line items.')
    const data = { items: [first, { ...second, members: [{ name: 'Quantity', value: '3' }] }] }
    await saveSection(ana, { applicationId: id, section: 'pricing', baseVersion: 1, data })
    expect(await refusedAt(id)).toEqual([])
    expect(await submitAsReviewed(ana, id)).toEqual({ ok: true, status: 'submitted' })
    expect(await stateOf(id)).toMatchObject({ states: ['refused', 'accepted'] })
    expect(await received()).toEqual([
      [400, false],
      [200, true],
    ])
  })

  test('by the partner’s own check: what it names is placed as well', async () => {
    const id = await seedFullApplication(ana)
    // Changed on the way, so that the simulation itself refuses it.
    const { partner: client } = ana
    const spoilt: Ctx = {
      ...ana,
      partner: {
        ...client,
        sendFullApplication: (text) =>
          client.sendFullApplication(
            text
              .replace('"Refund_Policy__c":"Credit', '"Refund_Policy__c":"Debit')
              .replace('900555555', '9005'),
          ),
      },
    }
    expect(await submitAsReviewed(spoilt, id)).toEqual({ ok: true, status: 'refused' })
    expect((await refusedAt(id)).sort()).toEqual([
      'warning contacts.items.0.ssn',
      'warning options.refundPolicy',
    ])
    expect(await received()).toEqual([[400, false]])
  })
})

describe('what the partner has taken of a full application', () => {
  const submitted = async (fault?: Record<string, unknown>) => {
    const id = await seedFullApplication(ana)
    if (fault) await setFault(fault)
    await submitAsReviewed(ana, id)
    return id
  }

  test('in part is stored with its items, and what it refused is not', async () => {
    const id = await submitted({ mode: 'partial' })
    const { records, attempts, status } = await stateOf(id)
    expect(status).toBe('partly-accepted')
    expect(records.map(([objectType, itemId]) => [objectType, itemId])).toEqual([
      ['Account', ''],
      ['Business Checking Account', 'account-2'],
      ['Contact', 'owner-2'],
      ['Opportunity', ''],
      ['Quote', ''],
      ['QuoteLineItem', 'line-2'],
    ])
    expect(attempts[0]?.results?.filter(({ success }) => !success).map(({ sourceId }) => sourceId)).toEqual([
      'owner-1',
      'account-1',
      'line-1',
    ])
  })

  test.each([
    ['wholly', undefined],
    ['in part', { mode: 'partial' }],
    ['without naming its records', { mode: 'status', status: 200, body: {} }],
  ])('%s is never sent again and never revised, and says why', async (_how, fault) => {
    const id = await submitted(fault)
    await changesNothing(id, async () => {
      const refusal = await beginRevision(ana, { applicationId: id })
      expect(refusal).toMatchObject({ ok: false, reason: 'wrong-state' })
      expect('message' in refusal ? refusal.message : '').toMatch(/full application.*support/i)
      expect(await discardRevision(ana, { applicationId: id })).toMatchObject({ ok: false })
      expect(await submitAsReviewed(ana, id)).toMatchObject({ ok: false, reason: 'wrong-state' })
      const data = submittableFullDraft().merchant
      await expect(
        saveSection(ana, { applicationId: id, section: 'merchant', baseVersion: 1, data }),
      ).rejects.toMatchObject({ code: 'wrong-state' })
    })
    expect(await received()).toHaveLength(1)
    expect(await viewApplication(ana, id)).toMatchObject({
      editable: false,
      mayRevise: false,
      mayDiscard: false,
      statusBeforeRevision: null,
    })
  })

  test('in part, of which every record was refused, can be mended and submitted again', async () => {
    const refusedEntry = (ObjectType: string) => ({
      Success: false,
      SourceId: null,
      SFId: '',
      ObjectType,
      Message: 'No.',
    })
    const id = await submitted({
      mode: 'status',
      status: 200,
      body: ['Account', 'Opportunity', 'Quote'].map(refusedEntry),
    })
    expect(await stateOf(id)).toMatchObject({ status: 'refused', records: [] })
    expect(await submitAsReviewed(ana, id)).toEqual({ ok: true, status: 'submitted' })
  })

  test('is not kept to compare an update with, and has no ids to update by: there is none', async () => {
    const id = await submitted()
    const { application } = await stateOf(id)
    expect(application.opportunityId).not.toBeNull()
    expect(await getRecordIds(desk.services.db, application)).toBeNull()
    expect(await keptOf(id)).toEqual([])
    expect((await viewApplication(ana, id)).update).toBeNull()
  })
})

describe('the documents of a full application', () => {
  let working: TestDesk
  let cleo: Ctx
  /** Every job for a document that was taken up, by the document. */
  const jobs: string[] = []
  beforeAll(async () => {
    working = await openTestDesk({ partnerUrl: sandbox.url })
    cleo = await working.as('Cleo')
    await working.services.jobs.work('deliver-document', async (data, last) => {
      await deliverDocument(working.services, data, last)
      jobs.push(data.documentId)
    })
    return () => working.close()
  })

  const addDocument = async (applicationId: string) => {
    const uploadId = await putUpload(cleo, `%PDF-1.4\n/Page\na voided check of ${applicationId}\n`)
    const name = `check-${applicationId}.pdf`
    const added = await registerDocument(cleo, { applicationId, uploadId, name, category: 'voided-check' })
    if (!added.ok) throw new Error(added.message)
    // Its first job finds that it cannot go yet: whatever sends it later was asked for later.
    await vi.waitFor(() => expect(jobs).toContain(added.documentId), 10_000)
    return { documentId: added.documentId, name }
  }
  const deliveryOf = async (documentId: string) =>
    (await working.services.db.select().from(documents).where(eq(documents.id, documentId)))[0]?.delivery

  test.each([
    ['was accepted', undefined, 'submitted'],
    ['was accepted in part', { mode: 'partial' }, 'partly-accepted'],
  ])('follow by themselves once it %s', async (_how, fault, status) => {
    const id = await seedFullApplication(cleo)
    const { documentId, name } = await addDocument(id)
    expect(await deliveryOf(documentId)).toBe('waiting')
    if (fault) await setFault(fault)
    expect(await submitAsReviewed(cleo, id)).toEqual({ ok: true, status })
    await vi.waitFor(async () => expect(await deliveryOf(documentId)).toBe('delivered'), 10_000)
    const { application } = await stateOf(id, working)
    expect((await heldByPartner(application.opportunityId)).attachments).toMatchObject([{ name }])
    expect((await journal('attachment')).map(({ status: code }) => code)).toEqual([200])
  })

  test('wait while the outcome is unknown, and go once the records were found', async () => {
    const id = await seedFullApplication(cleo)
    const { documentId } = await addDocument(id)
    await setFault({ mode: 'cut-after' })
    expect(await submitAsReviewed(cleo, id)).toMatchObject({ status: 'outcome-unknown' })
    await queueWaitingDocuments(working.services)
    await deliverDocument(working.services, { documentId }, true)
    expect(await deliveryOf(documentId)).toBe('waiting')
    expect(await journal('attachment')).toEqual([])

    const newest = (await opportunities()).at(0)
    const [attempt] = (await stateOf(id, working)).attempts
    await recordFound(cleo, {
      applicationId: id,
      attemptId: attempt?.id ?? '',
      opportunityId: String(newest?.id),
      accountId: String(newest?.accountId),
      contacts: {},
      accounts: {},
      note: 'Seen in their portal',
    })
    await vi.waitFor(async () => expect(await deliveryOf(documentId)).toBe('delivered'), 10_000)
    expect(await journal('attachment')).toHaveLength(1)
  })

  test('wait where the partner took the account and refused the opportunity', async () => {
    const id = await seedFullApplication(cleo)
    const { documentId } = await addDocument(id)
    const entry = { SourceId: null, Message: 'as caused' }
    await setFault({
      mode: 'status',
      status: 200,
      body: [
        { ...entry, ObjectType: 'Account', SFId: '001000000000001AAA', Success: true },
        { ...entry, ObjectType: 'Opportunity', SFId: '', Success: false },
      ],
    })
    expect(await submitAsReviewed(cleo, id)).toEqual({ ok: true, status: 'partly-accepted' })
    await deliverDocument(working.services, { documentId }, true)
    expect(await deliveryOf(documentId)).toBe('waiting')
    expect(await journal('attachment')).toEqual([])
  })
})

describe('the partner’s stage of a full application', () => {
  test.each(['Pending Underwriting', 'Closed Won'])('%s is read, and shown as locked', async (stage) => {
    const id = await seedFullApplication(ana)
    await submitAsReviewed(ana, id)
    const { application } = await stateOf(id)
    await partner().control('PUT', `opportunities/${application.opportunityId}`, { stage })
    expect(await refreshStage(ana, { applicationId: id })).toEqual({ ok: true, stage })
    expect((await viewApplication(ana, id)).stage).toMatchObject({
      name: stage,
      locked: true,
      source: 'status-read',
    })
    expect(await beginRevision(ana, { applicationId: id })).toMatchObject({ ok: false })
    expect(await received()).toHaveLength(1)
  })

  test('a locked one, entered by a person, stops edits and submission; another one lets them go on', async () => {
    const applicationId = await seedFullApplication(ana)
    const data = submittableFullDraft().pricing
    const save = { applicationId, section: 'pricing' as const, baseVersion: 1, data }
    await setStage(ana, { applicationId, stage: 'Closed Won', note: 'Told by phone' })
    await changesNothing(applicationId, async () => {
      await expect(saveSection(ana, save)).rejects.toMatchObject({ code: 'wrong-state' })
      expect(await submitAsReviewed(ana, applicationId)).toMatchObject({
        ok: false,
        reason: 'wrong-state',
        message: expect.stringContaining('Closed Won'),
      })
    })
    expect((await viewApplication(ana, applicationId)).editable).toBe(false)
    expect(await received()).toEqual([])
    await setStage(ana, { applicationId, stage: 'Application Received', note: 'They reopened it' })
    expect(await saveSection(ana, save)).toMatchObject({ ok: true })
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
  })
})

withPostgres('full applications, saved at once', (createDatabase) => {
  let shared: TestDesk
  let people: Ctx[]
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl: sandbox.url, databaseUrl: await createDatabase() })
    people = await Promise.all(['One', 'Two', 'Three'].map((name) => shared.as(name)))
    return () => shared.close()
  })
  const first = () => {
    const [person] = people
    if (!person) throw new Error('No one is there.')
    return person
  }

  test('of two first saves of the pricing one wins, and the other is told', async () => {
    const { id } = await createApplication(first(), { kind: 'full' })
    const results = await Promise.all(
      people.map((ctx) =>
        saveSection(ctx, {
          applicationId: id,
          section: 'pricing',
          baseVersion: 0,
          data: { items: [lineItem('l')] },
        }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const rows = await shared.services.db
      .select({ version: applicationSections.version })
      .from(applicationSections)
      .where(eq(applicationSections.applicationId, id))
    expect(rows).toEqual([{ version: 1 }])
    const [row] = await shared.services.db.select().from(applications).where(eq(applications.id, id))
    expect(row?.kind).toBe('full')
  })
})
