import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import type { AnySectionName } from '@/lib/domain/application/draft'
import { isSensitive, payfacFields } from '@/lib/domain/application/fields'
import { SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { Draft } from '@/lib/domain/application/sections'
import { createPartnerClient } from '@/lib/partner/client'
import type { Ctx } from '@/lib/server/services'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { type ScriptedPartner, startScriptedPartner } from '@/lib/testing/scripted-partner'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { viewApplication } from './loaders'
import { createApplication, markVisited, saveSection } from './mutations'
import { submitApplication } from './submission'

let partner: ScriptedPartner
let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  partner = await startScriptedPartner()
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  desk.services.partner = createPartnerClient(partner.config)
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await partner.stop()
})

const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }
const answer = (status: number, text: (body: string) => string) => {
  partner.scripts.call = ({ body }, response) => {
    response.statusCode = status
    response.end(text(body.toString()))
  }
}
const refusal = (fields: string[], message = 'It cannot be so.') =>
  JSON.stringify([{ message, errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields }])

/** What does not shrink when it is stored, so that it is as long for every index as it is here. */
const unlikely = (length: number): string =>
  Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000))).join('')

describe('a text that nobody expects is saved as it was typed, found again and shown', () => {
  test.each([
    ['as long as the longest field takes', unlikely(32_000)],
    ['with apostrophes and signs', `O'Brien’s "Bags" & <b>Sons</b> -- '); DROP TABLE`],
    ['in letters that change their length in another case', 'İIıi ŞAŞ Straße'],
    ['of emoji and what joins them', '👩‍👩‍👧‍👦 café 🏳️‍🌈'],
    ['from right to left', 'مطعم ‮السلام‬ 42 שלום'],
  ])('%s, in each free text of each section', async (_what, text) => {
    const { id } = await createApplication(ana)
    const filled = <T extends object>(section: AnySectionName, record: T): T => ({
      ...record,
      ...Object.fromEntries(
        payfacFields
          .fieldsOf(section)
          .filter(({ meta }) => meta.kind !== 'yes-no' && meta.kind !== 'choice' && !isSensitive(meta))
          .map(({ name }) => [name, text]),
      ),
    })
    const draft = canaryDraft()
    const typed = {
      merchant: filled('merchant', draft.merchant),
      contacts: {
        ...draft.contacts,
        items: draft.contacts.items.map((item) => filled('contacts', item)),
      },
      accounts: { items: draft.accounts.items.map((item) => filled('accounts', item)) },
      options: filled('options', draft.options),
    }
    for (const section of SECTION_NAMES) {
      const saved = await saveSection(ana, {
        applicationId: id,
        section,
        baseVersion: 0,
        data: typed[section],
      })
      expect([section, saved.ok]).toEqual([section, true])
    }
    const view = await viewApplication(ana, id)
    expect(view.title).toBe(text)
    expect(view.draft.merchant).toMatchObject({ legalName: text, description: text, billingStreet: text })
    expect(view.draft.contacts.items[0]).toMatchObject({ firstName: text, street: text })
    expect(view.draft.accounts.items[0]).toMatchObject({ bankName: text })
    expect(view.draft.options).toMatchObject({ refundPolicy: text })
    // The only field that takes so much has nothing against it.
    expect(view.violations.filter(({ path }) => path === 'merchant.description')).toEqual([])
  })
})

describe('the view of an application never holds an identity value', () => {
  const viewed = async (id: string, ctx = ana) => {
    const view = await viewApplication(ctx, id)
    expect(canariesIn(JSON.stringify(view))).toEqual([])
    return view
  }

  test('of a complete draft: stand-ins with masks, and what would be sent with masks', async () => {
    const view = await viewed(await seedApplicationDraft(ana, canaryDraft()))
    expect(view.draft.merchant.taxId).toEqual({
      sealed: true,
      mask: '••-•••4935',
      findings: expect.any(Array),
    })
    const outgoing = new Map(view.outgoing.map(({ path, value }) => [path, value]))
    expect(outgoing.get('Mer.Legal_Name__c')).toBe('Blue Heron Books LLC')
    expect(outgoing.get('Mer.Tax_ID__c')).toBe('••-•••4935')
    expect(outgoing.get('lstContact[1].SSN__c')).toBe('•••-••-4970')
    expect(outgoing.get('lstContact[0].Date_of_Birth__c')).toBe('••••-••-••')
    expect(outgoing.get('lstbussCheckAcc[0].Checking_Account__c')).toBe('••••4528')
  })

  test('of a draft whose identity values are malformed', async () => {
    const draft = canaryDraft()
    const [contact, ...others] = draft.contacts.items
    if (!contact) throw new Error('No contact.')
    const malformed: Draft = {
      ...draft,
      merchant: { ...draft.merchant, taxId: `${draft.merchant.taxId} (EIN)` },
      contacts: {
        ...draft.contacts,
        items: [
          { ...contact, ssn: `SSN ${contact.ssn}`, dateOfBirth: `${contact.dateOfBirth}T00:00` },
          ...others,
        ],
      },
    }
    const view = await viewed(await seedApplicationDraft(ana, malformed))
    expect(view.violations.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      'merchant.taxId',
      'contacts.items.0.dateOfBirth',
      'contacts.items.0.ssn',
    ])
    expect(view.outgoing).toEqual([])
  })

  test.each<[string, number, (body: string) => string]>([
    [
      'accepted',
      200,
      (body) =>
        `[{"Success":true,"SourceId":null,"SFId":"006000000000001AAA","ObjectType":"Opportunity","Message":${JSON.stringify(body)}},{"Success":true,"SourceId":null,"SFId":"001000000000001AAA","ObjectType":"Account","Message":""}]`,
    ],
    ['refused, quoting all of it', 400, (body) => refusal(['Mer.Tax_ID__c'], body)],
    ['refused in plain text', 400, (body) => `Bad request: ${body}`],
    ['failed, sending it back', 500, (body) => body],
    ['answered with half of it', 200, (body) => body.slice(0, body.length / 2)],
  ])('of an application that was %s', async (_, status, text) => {
    answer(status, text)
    const id = await seedApplicationDraft(ana, canaryDraft())
    await submitApplication(ana, { applicationId: id, versions })
    const view = await viewed(id)
    expect(view.attempts).toMatchObject([{ httpStatus: status, message: expect.any(String) }])
  })
})

describe('what the partner refused', () => {
  const refusedAt = async (id: string, path: string) =>
    (await viewApplication(ana, id)).violations.filter(
      (found) => found.path === path && found.message.startsWith('The partner refused this'),
    )

  test('is shown at the field, and at no other', async () => {
    answer(400, () => refusal(['lstContact[1].SSN__c', 'Mer.Name']))
    const id = await seedApplicationDraft(ana, canaryDraft())
    await submitApplication(ana, { applicationId: id, versions })
    expect(await refusedAt(id, 'contacts.items.1.ssn')).toHaveLength(1)
    expect(await refusedAt(id, 'merchant.dbaName')).toHaveLength(1)
    expect(await refusedAt(id, 'contacts.items.0.ssn')).toEqual([])
  })

  test('goes with its contact to another place, and stands as long as the value does', async () => {
    answer(400, () => refusal(['lstContact[1].SSN__c']))
    const id = await seedApplicationDraft(ana, canaryDraft())
    await submitApplication(ana, { applicationId: id, versions })
    const { contacts } = (await viewApplication(ana, id)).draft
    const save = (baseVersion: number, items: Draft['contacts']['items']) =>
      saveSection(ana, { applicationId: id, section: 'contacts', baseVersion, data: { ...contacts, items } })
    await save(1, contacts.items.toReversed())
    expect(await refusedAt(id, 'contacts.items.0.ssn')).toHaveLength(1)
    expect(await refusedAt(id, 'contacts.items.1.ssn')).toEqual([])
    await save(
      2,
      contacts.items.toReversed().map((item, i) => (i === 0 ? { ...item, ssn: '512-45-6789' } : item)),
    )
    expect(await refusedAt(id, 'contacts.items.0.ssn')).toEqual([])
  })
})

test('names each record of the answer by the desk’s own name for it', async () => {
  answer(200, () =>
    JSON.stringify([
      { Success: true, SourceId: null, SFId: '001000000000001AAA', ObjectType: 'Account', Message: '' },
      {
        Success: true,
        SourceId: 'contact-2',
        SFId: '003000000000002AAA',
        ObjectType: 'Contact',
        Message: '',
      },
      {
        Success: false,
        SourceId: 'account-1',
        SFId: '',
        ObjectType: 'Business Checking Account',
        Message: 'No.',
      },
      { Success: true, SourceId: 'not-ours', SFId: '003000000000003AAA', ObjectType: 'Contact', Message: '' },
      { Success: true, SourceId: null, SFId: '006000000000001AAA', ObjectType: 'Opportunity', Message: '' },
    ]),
  )
  const id = await seedApplicationDraft(ana, canaryDraft())
  await submitApplication(ana, { applicationId: id, versions })
  const view = await viewApplication(ana, id)
  expect(view.status).toBe('partly-accepted')
  expect(view.attempts[0]?.results.map(({ name, success }) => [name, success])).toEqual([
    ['Blue Heron Books', true],
    ['Iris Ruiz', true],
    ['Example Savings Bank · Deposit', false],
    ['not-ours', true],
    ['Options', true],
  ])
})

test('says who may do what: nobody edits what was sent, and an auditor nothing', async () => {
  const id = await seedApplicationDraft(ana, canaryDraft())
  const auditor = await desk.as('Otto', ['auditor'])
  expect(await viewApplication(ana, id)).toMatchObject({ editable: true, mayWrite: true, maySubmit: true })
  expect(await viewApplication(auditor, id)).toMatchObject({
    editable: true,
    mayWrite: false,
    maySubmit: false,
  })
  await desk.services.db.update(applications).set({ status: 'submitted' }).where(eq(applications.id, id))
  expect(await viewApplication(ana, id)).toMatchObject({ editable: false, mayWrite: false })
})

test('of an application just started is blank, and complains of nothing that was sent', async () => {
  const { id } = await createApplication(ana)
  const view = await viewApplication(ana, id)
  expect(view).toMatchObject({
    status: 'draft',
    title: 'Untitled application',
    attempts: [],
    documents: [],
    lastSaved: null,
  })
  expect(
    await desk.services.db.select().from(partnerAttempts).where(eq(partnerAttempts.applicationId, id)),
  ).toEqual([])
  await expect(viewApplication(ana, 'nothing')).rejects.toMatchObject({ code: 'not-found' })
})

describe('a step counts as looked at', () => {
  const visitedOf = async (id: string) => {
    const [row] = await desk.services.db.select().from(applications).where(eq(applications.id, id))
    return row?.visited
  }

  test('once, however often it is opened', async () => {
    const { id } = await createApplication(ana)
    await markVisited(ana, id, 'contacts')
    await markVisited(ana, id, 'contacts')
    expect(await visitedOf(id)).toEqual(['contacts'])
  })

  test('where its kind has it: elsewhere nothing is written, and it is not found', async () => {
    const { id } = await createApplication(ana)
    await expect(markVisited(ana, id, 'pricing')).rejects.toMatchObject({ code: 'not-found' })
    expect(await visitedOf(id)).toEqual([])
    const full = await createApplication(ana, { kind: 'full' })
    await markVisited(ana, full.id, 'pricing')
    expect(await visitedOf(full.id)).toEqual(['pricing'])
  })
})
