import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import type { Draft } from '@/lib/domain/application/sections'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { type AdoptResult, adoptApplication } from './adopt'
import { copyApplication } from './copy'
import { viewApplication } from './loaders'
import { saveSection } from './mutations'
import { enterRecordId } from './record-id'
import { beginRevision, discardRevision } from './revision'
import { submitApplication } from './submission'

let sandbox: SandboxProcess
let desk: TestDesk
let ona: Ctx
let calls: ReturnType<typeof sandboxCalls>
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  ona = await desk.as('Ona', ['onboarding'])
})
afterAll(async () => {
  await desk?.close()
  await sandbox?.stop()
})

type Ids = { opportunityId: string; accountId: string; contacts: string[]; accounts: string[] }

/** An application that the partner has from elsewhere. */
async function atPartner(): Promise<Ids> {
  const { contactIds, checkingAccountIds, ...ids } = await calls.createApplication()
  return { ...ids, contacts: contactIds, accounts: checkingAccountIds }
}

const input = (more: Partial<Parameters<typeof adoptApplication>[1]> = {}) => ({
  opportunityId: '',
  accountId: '',
  contactIds: [],
  checkingAccountIds: [],
  dbaName: '',
  note: 'From the partner’s support',
  confirmed: false,
  ...more,
})

async function adopted(
  ids: Ids,
  more: Partial<Parameters<typeof adoptApplication>[1]> = {},
): Promise<string> {
  const result = await adoptApplication(
    ona,
    input({
      opportunityId: ids.opportunityId,
      accountId: ids.accountId,
      contactIds: ids.contacts,
      checkingAccountIds: ids.accounts,
      ...more,
    }),
  )
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.applicationId
}

async function save<S extends keyof Draft>(id: string, section: S, change: (now: Draft[S]) => void) {
  const { draft, versions } = await viewApplication(ona, id)
  const data = structuredClone((draft as Draft)[section])
  change(data)
  const result = await saveSection(ona, { applicationId: id, section, baseVersion: versions[section], data })
  expect(result.ok).toBe(true)
}

async function submit(id: string) {
  const { versions } = await viewApplication(ona, id)
  return submitApplication(ona, { applicationId: id, versions })
}

const heldOf = async (opportunityId: string) =>
  readObject(await calls.control('GET', `opportunities/${opportunityId}`))
const lastReceived = async (opportunityId: string) => {
  const { received } = (await heldOf(opportunityId)) as { received: Record<string, unknown>[] }
  return received.at(-1) as Record<'Opp' | 'Mer', Record<string, unknown>> &
    Record<'lstContact' | 'lstbussCheckAcc', Record<string, unknown>[]>
}
const applicationRequests = async () =>
  (await calls.journal('?endpoint=application')).filter(({ method }) => method === 'POST').length

describe('an application that the partner has', () => {
  test('is added by its ids with nothing sent, can be updated, and only what was filled in goes out', async () => {
    const ids = await atPartner()
    const sent = await applicationRequests()
    const id = await adopted(ids, { dbaName: 'Heron at the Lake' })
    expect(await applicationRequests()).toBe(sent)
    const view = await viewApplication(ona, id)
    expect(view).toMatchObject({
      status: 'submitted',
      title: 'Heron at the Lake',
      opportunityId: ids.opportunityId,
      accountId: ids.accountId,
      mayRevise: true,
      mayWriteDocuments: true,
      adopted: { by: 'Ona', note: 'From the partner’s support' },
      stage: { source: 'status-read' },
    })
    const [audit] = await desk.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'application-adopted')))
    expect(audit).toMatchObject({
      actorId: ona.actor.id,
      detail: {
        opportunityId: ids.opportunityId,
        accountId: ids.accountId,
        contacts: ids.contacts,
        checkingAccounts: ids.accounts,
      },
    })

    expect(await beginRevision(ona, { applicationId: id })).toMatchObject({ ok: true, revision: 2 })
    await save(id, 'merchant', (merchant) => {
      merchant.phone = '(555) 210-7788'
    })
    await save(id, 'contacts', ({ items }) => {
      const [, second] = items
      if (second) second.email = 'second@heron.example'
    })
    const before = await viewApplication(ona, id)
    expect(before.violations.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(before.update?.differences.map(({ label, before: was }) => [label, was])).toEqual([
      ['DBA name', ''],
      ['Business phone', ''],
      ['Contact 2 · Email', ''],
    ])
    expect(before.update?.items.map(({ effect }) => effect)).toEqual(['update', 'update', 'update'])

    expect(await submit(id)).toEqual({ ok: true, status: 'submitted' })
    const received = await lastReceived(ids.opportunityId)
    expect(received).toEqual({
      Opp: { attributes: { type: 'Opportunity' }, Id: ids.opportunityId },
      Mer: {
        attributes: { type: 'Account' },
        Id: ids.accountId,
        Name: 'Heron at the Lake',
        Phone: '5552107788',
      },
      lstContact: [
        { attributes: { type: 'Contact' }, Id: ids.contacts[0], SourceId: expect.any(String) },
        {
          attributes: { type: 'Contact' },
          Id: ids.contacts[1],
          SourceId: expect.any(String),
          Email: 'second@heron.example',
        },
      ],
      lstbussCheckAcc: [],
    })
    expect(await heldOf(ids.opportunityId)).toMatchObject({
      Mer: { Legal_Name__c: 'Blue Heron Bakery LLC', Tax_ID__c: '123456789', Phone: '5552107788' },
      lstContact: [{ LastName: 'Okafor' }, { LastName: 'Okafor', Email: 'second@heron.example' }],
      lstbussCheckAcc: [{ Checking_Account__c: '000123456' }],
    })

    // What was sent since is known; the next update says it again, and what is discarded is put back.
    await beginRevision(ona, { applicationId: id })
    await save(id, 'options', (options) => {
      options.averageTicket = '12'
    })
    expect((await viewApplication(ona, id)).update?.differences.map(({ label }) => label)).toEqual([
      'Average ticket',
    ])
    expect(await discardRevision(ona, { applicationId: id })).toMatchObject({ ok: true, status: 'submitted' })
    expect((await viewApplication(ona, id)).draft).toMatchObject({
      merchant: { phone: '(555) 210-7788' },
      options: { averageTicket: '' },
    })
  })

  test('discarded changes of the first revision leave nothing behind that a later update would send', async () => {
    const ids = await atPartner()
    const id = await adopted(ids)
    await beginRevision(ona, { applicationId: id })
    await save(id, 'merchant', (merchant) => {
      merchant.legalName = 'A slip of the hand'
    })
    await save(id, 'options', (options) => {
      options.highTicket = '1'
    })
    await discardRevision(ona, { applicationId: id })
    await beginRevision(ona, { applicationId: id })
    await save(id, 'merchant', (merchant) => {
      merchant.website = 'https://heron.example'
    })
    expect(await submit(id)).toMatchObject({ ok: true })
    const { Mer, Opp, lstContact } = await lastReceived(ids.opportunityId)
    expect(Mer).toEqual({
      attributes: { type: 'Account' },
      Id: ids.accountId,
      Website: 'https://heron.example',
    })
    expect(Opp).toEqual({ attributes: { type: 'Opportunity' }, Id: ids.opportunityId })
    expect(lstContact).toEqual(
      ids.contacts.map((Id) => ({ attributes: { type: 'Contact' }, Id, SourceId: expect.any(String) })),
    )
  })

  test('without a contact it is not sent; a new one needs all values and a warning, one that is named does not', async () => {
    const ids = await atPartner()
    const id = await adopted(ids, { contactIds: [], checkingAccountIds: [] })
    await beginRevision(ona, { applicationId: id })
    expect(await submit(id)).toMatchObject({
      ok: false,
      reason: 'violations',
      violations: [{ path: 'contacts.items', message: expect.stringContaining('Add a contact') }],
    })
    await save(id, 'contacts', ({ items }) => {
      items.push({ ...BLANK_CONTACT, id: 'c1', email: 'first@heron.example' })
    })
    const { violations } = await viewApplication(ona, id)
    expect(violations).toContainEqual(
      expect.objectContaining({ path: 'contacts.items.0.firstName', severity: 'error' }),
    )
    expect(violations).toContainEqual(
      expect.objectContaining({
        path: 'contacts.items.0',
        severity: 'warning',
        message: expect.stringContaining('creates a new record'),
      }),
    )
    const recordId = ids.contacts[0] ?? ''
    expect(
      await enterRecordId(ona, {
        applicationId: id,
        objectType: 'Contact',
        itemId: 'c1',
        recordId,
        note: 'From the partner',
      }),
    ).toEqual({ ok: true })
    expect(await submit(id)).toEqual({ ok: true, status: 'submitted' })
    expect((await lastReceived(ids.opportunityId)).lstContact).toEqual([
      {
        attributes: { type: 'Contact' },
        Id: recordId,
        SourceId: 'c1',
        Email: 'first@heron.example',
      },
    ])
    expect(((await heldOf(ids.opportunityId)) as { lstContact: unknown[] }).lstContact).toHaveLength(2)
  })

  test('an account number that is typed once is wanted twice, and a wrong value is wrong', async () => {
    const id = await adopted(await atPartner())
    await beginRevision(ona, { applicationId: id })
    await save(id, 'accounts', ({ items: [account] }) => {
      if (account) Object.assign(account, { routingNumber: '12', accountNumber: '000999888' })
    })
    const { violations } = await viewApplication(ona, id)
    expect(violations.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      'accounts.items.0.routingNumber',
      'accounts.items.0.routingNumberAgain',
      'accounts.items.0.accountNumberAgain',
    ])
  })

  test('in a locked stage it is added, and takes no update', async () => {
    const ids = await atPartner()
    await calls.control('PUT', `opportunities/${ids.opportunityId}`, { stage: 'Closed Won' })
    const id = await adopted(ids)
    expect(await viewApplication(ona, id)).toMatchObject({ stage: { name: 'Closed Won', locked: true } })
    expect(await beginRevision(ona, { applicationId: id })).toMatchObject({ reason: 'locked-stage' })
  })

  test('a copy of it is a new application without its ids', async () => {
    const ids = await atPartner()
    const { id } = await copyApplication(ona, {
      applicationId: await adopted(ids),
      kind: 'payfac',
      newId: crypto.randomUUID(),
    })
    expect(await viewApplication(ona, id)).toMatchObject({
      adopted: null,
      opportunityId: null,
      status: 'draft',
    })
  })
})

describe('ids', () => {
  const messagesOf = (result: AdoptResult) =>
    result.ok ? [] : (result.reason === 'invalid' ? result.problems : result.doubts).map(({ path }) => path)

  test('that the desk has already are refused, with the application that has them', async () => {
    const ids = await atPartner()
    const id = await adopted(ids)
    const { number } = await viewApplication(ona, id)
    const about = [{ applicationId: id, number, name: 'Untitled application' }]
    const other = await atPartner()
    const tries: Partial<Parameters<typeof adoptApplication>[1]>[] = [
      { opportunityId: ids.opportunityId, accountId: other.accountId },
      // The short form of the same.
      { opportunityId: other.opportunityId, accountId: ids.accountId.slice(0, 15) },
      { opportunityId: other.opportunityId, accountId: other.accountId, contactIds: [ids.contacts[1] ?? ''] },
    ]
    for (const ofTry of tries) {
      const result = await adoptApplication(ona, input({ ...ofTry, confirmed: true }))
      expect(result).toMatchObject({ ok: false, reason: 'invalid', problems: [{ about }] })
    }
  })

  test('that two people add at once make one application', async () => {
    const { opportunityId, accountId } = await atPartner()
    const results = await Promise.all(
      [1, 2, 3].map(() => adoptApplication(ona, input({ opportunityId, accountId }))),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const rows = await desk.services.db
      .select()
      .from(applications)
      .where(eq(applications.opportunityId, opportunityId))
    expect(rows).toHaveLength(1)
  })

  test('that cannot be ids are refused, all at once; a note is asked for', async () => {
    const result = await adoptApplication(
      ona,
      input({ opportunityId: '006', accountId: 'a b', contactIds: ['!'], note: '' }),
    )
    expect(messagesOf(result)).toEqual(['opportunityId', 'accountId', 'contactIds', 'note'])
    const { opportunityId } = await atPartner()
    expect(
      messagesOf(await adoptApplication(ona, input({ opportunityId, accountId: opportunityId }))),
    ).toEqual(['accountId'])
  })

  test('that are odd are a doubt, and taken by whoever says that they are right', async () => {
    const odd = {
      opportunityId: 'ZZZ000000000001',
      accountId: `${withCheckSuffix('001Ab0000000009').slice(0, 17)}9`,
      contactIds: [withCheckSuffix('006Ab0000000008')],
    }
    const doubted = await adoptApplication(ona, input(odd))
    if (doubted.ok || doubted.reason !== 'doubts') throw new Error('It was not doubted.')
    expect(doubted.doubts.map(({ message }) => message)).toEqual([
      expect.stringContaining('usually begins with 006'),
      expect.stringContaining('do not fit the others'),
      expect.stringContaining('looks like the ID of an opportunity'),
      expect.stringContaining('The partner has no opportunity'),
    ])
    const taken = await adoptApplication(ona, input({ ...odd, confirmed: true }))
    if (!taken.ok) throw new Error('It was not taken.')
    const { opportunityId, accountId } = await viewApplication(ona, taken.applicationId)
    expect({ opportunityId, accountId }).toEqual({
      opportunityId: withCheckSuffix(odd.opportunityId),
      accountId: odd.accountId,
    })
  })

  test('stay: the database itself refuses an adopted application without them', async () => {
    const id = await adopted(await atPartner())
    await expect(
      desk.services.db.update(applications).set({ opportunityId: null }).where(eq(applications.id, id)),
    ).rejects.toThrow()
  })
})

const BLANK_CONTACT = {
  firstName: '',
  lastName: '',
  title: '',
  email: '',
  roles: [],
  percentageOwned: '',
  dateOfBirth: '',
  ssn: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
}
