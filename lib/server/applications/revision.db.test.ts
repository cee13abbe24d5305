import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applicationRecords } from '@/lib/db/schema/applications'
import { applicationList } from '@/lib/domain/application/list-query'
import type { ListFilter } from '@/lib/domain/application/status'
import { DeskError } from '@/lib/errors'
import { listContributors } from '@/lib/server/cases/own-work'
import type { Ctx } from '@/lib/server/services'
import {
  applicationNow,
  changeDraft,
  submitAsReviewed,
  submittableDraft,
} from '@/lib/testing/applications-at-partner'
import { exampleContact } from '@/lib/testing/example-draft'
import { readObject, readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { setEmptied } from './emptied'
import { countByStatus, listApplications } from './list'
import { viewApplication } from './loaders'
import { recordFound } from './resolution'
import { beginRevision, discardRevision } from './revision'
import { refreshStage, setStage } from './stage'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const partner = () => sandboxCalls(sandbox.url)
beforeEach(async () => {
  await partner().control('POST', 'reset')
})

async function submitted(draft = submittableDraft()) {
  const applicationId = await seedApplicationDraft(ana, draft)
  await submitAsReviewed(ana, applicationId)
  return applicationId
}

const held = async (applicationId: string) =>
  readObject(
    await partner().control(
      'GET',
      `opportunities/${(await applicationNow(ana, applicationId)).opportunityId}`,
    ),
  )
const itemsHeld = async (applicationId: string) =>
  (await held(applicationId)).lstContact as Record<string, unknown>[]

const rename = (applicationId: string, dbaName: string) =>
  changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, dbaName } }))

const idsOf = (items: unknown): unknown[] => [items].flat().map((item) => Object(item).Id)

describe('an update', () => {
  test('changes the records that are there, and makes no second merchant', async () => {
    const applicationId = await submitted()
    const first = await held(applicationId)
    const updated = async () =>
      (await listApplications(ana, applicationList.all)).find(({ id }) => id === applicationId)
        ?.statusBeforeRevision ?? null
    expect(await updated()).toBeNull()
    expect(await beginRevision(ana, { applicationId })).toEqual({ ok: true, status: 'draft', revision: 2 })
    expect(await updated()).toBe('submitted')
    // It stays among what was submitted, and is found by what is unsent of it; it is no application never sent.
    const foundBy = async (...statuses: ListFilter[]) =>
      (await listApplications(ana, { ...applicationList.all, statuses })).some(
        ({ id }) => id === applicationId,
      )
    expect(await foundBy('submitted')).toBe(true)
    expect(await foundBy('update-not-sent')).toBe(true)
    expect(await foundBy('draft', 'update-not-sent')).toBe(true)
    expect(await foundBy('draft')).toBe(false)
    expect(await countByStatus(desk.services.db)).toMatchObject({ submitted: 1, 'update-not-sent': 1 })
    await rename(applicationId, 'Blue Heron Books & Maps')
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
    const now = await held(applicationId)
    expect(now.Mer).toMatchObject({ Name: 'Blue Heron Books & Maps', Id: first.accountId })
    expect(now.lstContact).toEqual(first.lstContact)
    expect(now.lstbussCheckAcc).toEqual(first.lstbussCheckAcc)
    // An item without its id would be made a second time, whatever its source id.
    const sent = Object([now.received].flat().at(-1))
    for (const list of ['lstContact', 'lstbussCheckAcc'])
      expect(idsOf(sent[list])).toEqual(idsOf(first[list]))
    expect(await readObjects(await partner().control('GET', 'opportunities'))).toHaveLength(1)
    expect(await applicationNow(ana, applicationId)).toMatchObject({
      revision: 2,
      statusBeforeRevision: null,
    })
    expect(await updated()).toBeNull()
  })

  test('adds a new contact once, and its id is kept for the next', async () => {
    const applicationId = await submitted()
    for (const title of ['Bookkeeper', 'Head of books']) {
      await beginRevision(ana, { applicationId })
      await changeDraft(ana, applicationId, ({ contacts }) => ({
        contacts: {
          ...contacts,
          items: [
            ...contacts.items.filter(({ id }) => id !== 'c-new'),
            exampleContact('c-new', {
              firstName: 'Bo',
              lastName: 'New',
              title,
              roles: ['Authorized Signer'],
              percentageOwned: '',
            }),
          ],
        },
      }))
      expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
    }
    const added = (await itemsHeld(applicationId)).filter(({ LastName }) => LastName === 'New')
    expect(added).toMatchObject([{ Title: 'Head of books' }])
  })

  test('shows what changed, a secret behind its mask too, and what becomes of people', async () => {
    const applicationId = await submitted()
    await beginRevision(ana, { applicationId })
    await rename(applicationId, 'Other name')
    await changeDraft(ana, applicationId, ({ merchant, contacts }) => ({
      merchant: { ...merchant, phone: '614.555.0199' },
      contacts: {
        ...contacts,
        items: [
          ...contacts.items.map((item) => ({ ...item, ssn: '512-99-6789' })),
          exampleContact('c-new', {
            firstName: 'Bo',
            lastName: 'New',
            roles: ['Authorized Signer'],
            percentageOwned: '',
          }),
        ],
      },
    }))
    const { update } = await viewApplication(ana, applicationId)
    const labels = update?.differences.map(({ label }) => label) ?? []
    expect(labels).toContain('DBA name')
    expect(labels).toContain('Ana Ruiz · Social Security number')
    expect(update?.differences).toContainEqual(
      expect.objectContaining({ path: 'merchant.phone', before: '(614) 555-0123', after: '(614) 555-0199' }),
    )
    expect(JSON.stringify(update)).not.toMatch(/512-?99-?6789|512-?45-?6789/)
    expect(update?.items.map(({ effect }) => effect)).toEqual(['update', 'create', 'update'])
  })

  test('of somebody whose record id is not known is refused here: it would make a second one', async () => {
    const draft = submittableDraft()
    const applicationId = await submitted(draft)
    await desk.services.db.delete(applicationRecords)
    await beginRevision(ana, { applicationId })
    const result = await submitAsReviewed(ana, applicationId)
    expect(result).toMatchObject({ ok: false, reason: 'violations' })
    const received = await partner().journal('?endpoint=application')
    expect(received.filter(({ applied }) => applied)).toHaveLength(1)
  })

  test('whose answer was lost: the id of somebody new is entered, and the next update finds that record', async () => {
    const applicationId = await submitted()
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ contacts }) => ({
      contacts: {
        ...contacts,
        items: [
          ...contacts.items,
          exampleContact('c-new', { lastName: 'New', roles: ['Authorized Signer'], percentageOwned: '' }),
        ],
      },
    }))
    await partner().control('PUT', 'faults', { endpoint: 'application', mode: 'cut-after' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'outcome-unknown' })
    const made = (await itemsHeld(applicationId)).find(({ LastName }) => LastName === 'New')
    const attemptId = (await applicationNow(ana, applicationId)).attempts.at(-1)?.id ?? ''
    const ids = { opportunityId: '', accountId: '', contacts: { 'c-new': String(made?.Id) }, accounts: {} }
    expect(await recordFound(ana, { applicationId, attemptId, ...ids, note: 'It is there' })).toEqual({
      ok: true,
      status: 'submitted',
    })
    const { update } = await viewApplication(ana, applicationId)
    expect(update?.items).toContainEqual(
      expect.objectContaining({ itemId: 'c-new', effect: 'update', recordId: made?.Id }),
    )
  })

  test('in which nothing was changed says so and is not sent, until something is', async () => {
    const applicationId = await submitted()
    expect(await viewApplication(ana, applicationId)).toMatchObject({ isUnchanged: false })
    await beginRevision(ana, { applicationId })
    expect(await viewApplication(ana, applicationId)).toMatchObject({ isUnchanged: true, mayDiscard: true })
    const { attempts } = await applicationNow(ana, applicationId)
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({
      ok: false,
      reason: 'wrong-state',
      message: expect.stringMatching(/^Nothing changed since it was sent, so nothing was sent\./),
    })
    expect((await applicationNow(ana, applicationId)).attempts).toEqual(attempts)
    await rename(applicationId, 'Other name')
    expect(await viewApplication(ana, applicationId)).toMatchObject({ isUnchanged: false, mayDiscard: true })
  })

  test('that is discarded puts back what was sent, and a save from an open page is refused', async () => {
    const applicationId = await submitted()
    const sent = (await applicationNow(ana, applicationId)).draft
    await beginRevision(ana, { applicationId })
    await rename(applicationId, 'A slip')
    expect(await discardRevision(ana, { applicationId })).toEqual({
      ok: true,
      status: 'submitted',
      revision: 1,
    })
    expect((await applicationNow(ana, applicationId)).draft).toEqual(sent)
    await expect(rename(applicationId, 'Too late')).rejects.toThrow(DeskError)
    expect(await discardRevision(ana, { applicationId })).toMatchObject({ ok: false, reason: 'wrong-state' })
  })
})

describe('after a partial success', () => {
  test('what the partner took is updated, what it refused is created, nothing twice', async () => {
    await partner().control('PUT', 'faults', { endpoint: 'application', mode: 'partial' })
    const applicationId = await submitted()
    expect((await applicationNow(ana, applicationId)).status).toBe('partly-accepted')
    const before = await held(applicationId)
    expect(await beginRevision(ana, { applicationId })).toMatchObject({ ok: true })
    const { update } = await viewApplication(ana, applicationId)
    expect(update?.items.map(({ effect }) => effect)).toContain('create')
    expect(await viewApplication(ana, applicationId)).toMatchObject({ isUnchanged: false })
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
    const { draft } = await applicationNow(ana, applicationId)
    const now = await held(applicationId)
    expect(now.lstContact).toHaveLength(draft.contacts.items.length)
    expect(now.lstbussCheckAcc).toHaveLength(draft.accounts.items.length)
    expect(now.accountId).toBe(before.accountId)
  })

  test('discarding keeps what was typed of the records that were refused', async () => {
    await partner().control('PUT', 'faults', { endpoint: 'application', mode: 'partial' })
    const applicationId = await submitted()
    const { draft } = await applicationNow(ana, applicationId)
    await beginRevision(ana, { applicationId })
    await discardRevision(ana, { applicationId })
    expect(await applicationNow(ana, applicationId)).toMatchObject({ status: 'partly-accepted', draft })
  })
})

describe('a field that is blank in an update', () => {
  const TITLE = 'contacts.items#contact-1.title'
  const blanked = async () => {
    const applicationId = await submitted()
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ merchant, contacts }) => ({
      merchant: { ...merchant, website: '', mcc: '', phone: '(614) 555-0199' },
      contacts: { ...contacts, items: contacts.items.map((item) => ({ ...item, title: '' })) },
    }))
    return applicationId
  }
  const empty = (applicationId: string, path: string, emptied = true) =>
    setEmptied(ana, { applicationId, path, emptied })

  test('keeps what the partner has, unless somebody says that it is to be emptied', async () => {
    const applicationId = await blanked()
    const before = await held(applicationId)
    expect((await viewApplication(ana, applicationId)).update).toMatchObject({
      canEmpty: ['merchant.website', 'merchant.mcc', TITLE],
      emptied: [],
    })
    for (const path of ['merchant.website', TITLE])
      expect(await empty(applicationId, path)).toEqual({ ok: true })
    const { update } = await viewApplication(ana, applicationId)
    expect(update?.emptied).toEqual(['merchant.website', TITLE])
    // Named by the person, and shown as it is sent.
    expect(update?.differences.map(({ label }) => label)).toContain('Ana Ruiz · Title')
    expect(update?.differences).toContainEqual(expect.objectContaining({ after: '(614) 555-0199' }))

    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'submitted' })
    const now = await held(applicationId)
    expect(before.Mer).toHaveProperty('Website')
    expect(now.Mer).not.toHaveProperty('Website')
    expect(now.Mer).toMatchObject({ MCC_API_Field__c: Reflect.get(before.Mer as object, 'MCC_API_Field__c') })
    for (const contact of await itemsHeld(applicationId)) {
      expect(contact).not.toHaveProperty('Title')
      expect(contact).toHaveProperty('LastName')
    }
  })

  test('is the work of whoever says that it is to be emptied', async () => {
    const applicationId = await blanked()
    const bia = await desk.as('Bia')
    const isHers = async () => (await listContributors(bia.db, applicationId)).has(bia.actor.id)
    expect(await isHers()).toBe(false)
    await setEmptied(bia, { applicationId, path: 'merchant.website', emptied: true })
    expect(await isHers()).toBe(true)
  })

  test('is not emptied once that was taken back, the field filled again, or the update discarded', async () => {
    const applicationId = await blanked()
    await empty(applicationId, 'merchant.website')
    await empty(applicationId, 'merchant.website', false)
    await empty(applicationId, 'merchant.mcc')
    await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, mcc: '5942' } }))
    expect((await viewApplication(ana, applicationId)).update?.emptied).toEqual([])
    await empty(applicationId, 'merchant.website')
    await discardRevision(ana, { applicationId })
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ merchant }) => ({ merchant: { ...merchant, website: '' } }))
    expect((await viewApplication(ana, applicationId)).update).toMatchObject({
      canEmpty: ['merchant.website'],
      emptied: [],
    })
  })

  test('is refused for what has a value, is required, or is no field', async () => {
    const applicationId = await blanked()
    for (const path of ['merchant.phone', 'merchant.legalName', 'contacts.items#contact-1', 'x'])
      expect(await empty(applicationId, path)).toMatchObject({ ok: false })
    expect((await viewApplication(ana, applicationId)).update?.emptied).toEqual([])
  })
})

describe('rule 13: in a locked stage there is no update', () => {
  const putStage = async (applicationId: string, stage: string) =>
    partner().control('PUT', `opportunities/${(await applicationNow(ana, applicationId)).opportunityId}`, {
      stage,
    })

  test.each(['Pending Underwriting', 'Closed Won'])('%s, read from the partner', async (stage) => {
    const applicationId = await submitted()
    await putStage(applicationId, stage)
    expect(await refreshStage(ana, { applicationId })).toEqual({ ok: true, stage })
    expect(await applicationNow(ana, applicationId)).toMatchObject({ stage, stageSource: 'status-read' })
    expect(await beginRevision(ana, { applicationId })).toMatchObject({ ok: false, reason: 'locked-stage' })
  })

  test('told by a refusal: the update stays here, is locked, and can be discarded', async () => {
    const applicationId = await submitted()
    await beginRevision(ana, { applicationId })
    await rename(applicationId, 'Too late')
    await putStage(applicationId, 'Closed Won')
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'refused' })
    expect(await applicationNow(ana, applicationId)).toMatchObject({
      stage: 'Closed Won',
      stageSource: 'refusal',
    })
    await expect(rename(applicationId, 'Again')).rejects.toThrow(DeskError)
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await discardRevision(ana, { applicationId })).toMatchObject({ ok: true, status: 'submitted' })
  })

  test('entered by a person, and open again by what a person says', async () => {
    const applicationId = await submitted()
    await setStage(ana, { applicationId, stage: 'Closed Won', note: 'Told by phone' })
    expect(await beginRevision(ana, { applicationId })).toMatchObject({ ok: false, reason: 'locked-stage' })
    await setStage(ana, { applicationId, stage: 'Application Received', note: 'They reopened it' })
    expect(await beginRevision(ana, { applicationId })).toMatchObject({ ok: true })
  })

  test('a partner that does not answer changes nothing of what was known', async () => {
    const applicationId = await submitted()
    await partner().control('POST', 'reset')
    expect(await refreshStage(ana, { applicationId })).toMatchObject({ ok: false })
    expect(await applicationNow(ana, applicationId)).toMatchObject({ stage: null })
  })
})
