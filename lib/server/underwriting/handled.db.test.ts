import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '@/lib/db/schema/desk'
import type { Draft } from '@/lib/domain/application/sections'
import { MODE_PATH } from '@/lib/domain/application/underwriting-mode'
import { copyApplication, previewCopy } from '@/lib/server/applications/copy'
import { importApplications } from '@/lib/server/applications/import'
import { viewApplication } from '@/lib/server/applications/loaders'
import { createApplication, saveSection } from '@/lib/server/applications/mutations'
import { withdrawApplications } from '@/lib/server/applications/withdrawal'
import { getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { changeDraft, submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { plainFullDraft, seedFullApplication } from '@/lib/testing/full-drafts'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  ask,
  decideAll,
  handOverNow,
  seedApproved,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
} from '@/lib/testing/underwriting-cases'
import { takeBack } from './hand-over'
import { viewCase, viewQueue } from './loaders'
import { changeMode } from './mode'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let uma: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})
beforeEach(async () => {
  await sandboxCalls(sandbox.url).control('POST', 'reset')
  await desk.services.db.delete(settings)
})

const arrived = async () => {
  const partner = sandboxCalls(sandbox.url)
  const journal = [
    ...(await partner.journal('?endpoint=application')),
    ...(await partner.journal('?endpoint=alias')),
  ]
  // The reset before each test takes the old token back.
  return journal.filter(({ status }) => status !== 401).length
}

let lastTaxId = 0
/** One that no other test has. */
const newTaxId = () => `12-9${String(++lastTaxId).padStart(6, '0')}`

/** Complete, with this answer to who underwrites. */
function draftOf(partnerUnderwrites: '' | 'yes' | 'no', taxId = newTaxId()): Draft {
  const draft = submittableDraft()
  return {
    ...draft,
    merchant: { ...draft.merchant, taxId },
    options: { ...draft.options, partnerUnderwrites },
  }
}

const answer =
  (partnerUnderwrites: 'yes' | 'no') =>
  ({ options }: Draft): Partial<Draft> => ({ options: { ...options, partnerUnderwrites } })

const SUBMITTED = { ok: true, status: 'submitted' }

/** Refused for want of an approval alone, in these words; nothing is sent. */
async function expectHeld(applicationId: string, words: RegExp): Promise<void> {
  const before = await arrived()
  const result = await submitAsReviewed(ana, applicationId)
  if (result.ok || result.reason !== 'violations') {
    throw new Error(`It was not held back by the rules: ${JSON.stringify(result)}`)
  }
  expect(result.violations.filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({ path: 'underwriting', message: expect.stringMatching(words) }),
  ])
  expect(await arrived()).toBe(before)
  // The page says the same, and offers the way.
  const view = await viewApplication(ana, applicationId)
  expect(view.mayHandOver).toBe(true)
  expect(view.violations).toContainEqual(expect.objectContaining({ path: 'underwriting' }))
}

/** The right way: handed over, approved, and then it goes. */
async function expectGoesApproved(applicationId: string): Promise<void> {
  expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: true })
  expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
  expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
}

async function seedDeclined(taxId = newTaxId()): Promise<{ id: string; number: number }> {
  const id = await seedCase(ana, draftOf('no', taxId))
  expect(await decideAll(uma, id, 'decline')).toMatchObject({ ok: true, status: 'declined' })
  return requireApplication(ana.db, id)
}

async function copyOf(applicationId: string, kind: 'payfac' | 'full' = 'payfac'): Promise<string> {
  const newId = crypto.randomUUID()
  await copyApplication(ana, { applicationId, kind, newId })
  return newId
}

describe('what underwriters have handled is submitted only with their approval', () => {
  test('a copy of a declined one with the mode turned, and a copy of that copy, also under another tax ID', async () => {
    const { id, number } = await seedDeclined()
    const copy = await copyOf(id)
    await changeDraft(ana, copy, answer('yes'))
    const words = new RegExp(`^Declined here on .+ as A-${number}, which this one was copied from\\. `)
    await expectHeld(copy, words)
    const again = await copyOf(copy)
    await changeDraft(ana, again, ({ merchant }) => ({ merchant: { ...merchant, taxId: newTaxId() } }))
    await expectHeld(again, words)
    await expectGoesApproved(again)
  })

  test('a new one that is typed with the same tax ID, and none with another', async () => {
    const taxId = newTaxId()
    const { number } = await seedDeclined(taxId)
    const typed = await seedApplicationDraft(ana, draftOf('yes', taxId.replace('-', '')))
    await expectHeld(typed, new RegExp(`^Declined here on .+ as A-${number}, which has the same tax ID\\. `))
    expect(await submitAsReviewed(ana, await seedApplicationDraft(ana, draftOf('yes')))).toEqual(SUBMITTED)
    await expectGoesApproved(typed)
  })

  test('not one with an owner, a bank account or a phone number of it: that is a warning, which says that it was declined', async () => {
    const { number } = await seedDeclined()
    const id = await seedApplicationDraft(ana, draftOf('yes'))
    const { violations } = await viewApplication(ana, id)
    const warned = violations.filter(({ message }) => message.includes('which our underwriters declined'))
    expect(warned.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'merchant.legalName',
        'merchant.phone',
        'contacts.items.0.ssn',
        'accounts.items.0.accountNumber',
      ]),
    )
    expect(warned.every(({ severity }) => severity === 'warning')).toBe(true)
    expect(warned[0]?.about?.[0]).toMatchObject({ number, declined: true })
    expect(await submitAsReviewed(ana, id)).toEqual(SUBMITTED)
  })

  test('one that was taken back when information was asked for, with the mode turned', async () => {
    const id = await seedClaimed(ana, uma, draftOf('no'))
    await ask(uma, id, 'merchant.website')
    await takeBack(ana, { applicationId: id })
    await changeDraft(ana, id, answer('yes'))
    await expectHeld(id, /^Our underwriters asked for information on .+\. It needs/)
    await expectGoesApproved(id)
  })

  test('one that was only handed over and taken back, with the mode turned', async () => {
    const id = await seedCase(ana, draftOf('no'))
    await takeBack(ana, { applicationId: id })
    await changeDraft(ana, id, answer('yes'))
    await expectHeld(id, /^Sent to our underwriters on /)
  })

  test('one with the tax ID that another had while it was with underwriters, though it has a new one now', async () => {
    const taxId = newTaxId()
    const id = await seedClaimed(ana, uma, draftOf('no', taxId))
    await ask(uma, id, 'merchant.taxId')
    await takeBack(ana, { applicationId: id })
    await changeDraft(ana, id, ({ merchant }) => ({ merchant: { ...merchant, taxId: newTaxId() } }))
    await withdrawApplications(ana, { applicationIds: [id], reason: '' })
    const typed = await seedApplicationDraft(ana, draftOf('yes', taxId))
    await expectHeld(typed, /^Our underwriters asked for information on .+ which has the same tax ID\./)
  })

  test('a full application, typed with the same tax ID or made of a copy', async () => {
    const taxId = newTaxId()
    const { id } = await seedDeclined(taxId)
    const full = plainFullDraft({ merchant: { taxId } })
    const typed = await seedFullApplication(ana, full)
    await expectHeld(typed, /^Declined here on /)

    const copy = await copyOf(id, 'full')
    const { versions } = await getOpenDraft(ana.db, ana.sealer, { id: copy, kind: 'full' })
    for (const section of ['merchant', 'contacts', 'accounts', 'options'] as const) {
      const data = plainFullDraft()[section]
      await saveSection(ana, { applicationId: copy, section, baseVersion: versions[section], data })
    }
    await expectHeld(copy, /which this one was copied from\. /)
    await expectGoesApproved(typed)
  })

  test('an imported one with the same tax ID', async () => {
    const taxId = newTaxId()
    await seedDeclined(taxId)
    const [imported] = await importRows(`Federal tax ID\n${taxId}`, ['merchant.taxId'])
    const { merchant, ...others } = draftOf('yes', taxId)
    await changeDraft(ana, imported ?? '', () => ({ ...others, merchant }))
    await expectHeld(imported ?? '', /^Declined here on .+ which has the same tax ID\. /)
  })

  test('and only of what stands: a change after the approval needs another', async () => {
    const id = await seedApproved(ana, uma, draftOf('no'))
    await takeBack(ana, { applicationId: id })
    await changeDraft(ana, id, answer('yes'))
    await expectHeld(id, /^Sent to our underwriters on /)
  })
})

async function importRows(text: string, places: string[]): Promise<string[]> {
  const input = {
    importId: crypto.randomUUID(),
    kind: 'payfac' as const,
    text,
    places,
    leftOut: [],
    daysAreRight: false,
    corrections: [],
    again: true,
  }
  const made: string[] = []
  for await (const progress of importApplications(ana, input)) {
    made.push(...progress.made.map(({ applicationId }) => applicationId))
  }
  return made
}

describe('a change of who underwrites is a signal', () => {
  const signalOf = async (id: string) =>
    (await viewCase(uma, id)).signals.find(({ code }) => code === 'mode-changed')
  const inQueue = async (id: string) =>
    (await viewQueue(uma, 'all')).items.find(({ applicationId }) => applicationId === id)?.modeChanged

  test('after a hand-over: who, when, from what to what; on the case and in the queue', async () => {
    const id = await seedCase(ana, draftOf('no'))
    expect([await signalOf(id), await inQueue(id)]).toEqual([undefined, false])
    await takeBack(ana, { applicationId: id })
    await changeDraft(ana, id, answer('yes'))
    await handOverNow(ana, id)
    expect(await signalOf(id)).toMatchObject({
      why: expect.stringMatching(/^Ana changed it from “No” to “Yes” on \w+ \d+, \d{4}.+ UTC\./),
      values: [{ path: MODE_PATH, text: 'Yes' }],
    })
    expect(await inQueue(id)).toBe(true)
    await decideAll(uma, id, 'approve')
    const [decision] = (await viewCase(uma, id)).decisions
    expect(decision?.signals).toContainEqual(expect.objectContaining({ code: 'mode-changed' }))
  })

  test('in a copy of a declined one, and not before anybody here had it', async () => {
    const { id } = await seedDeclined()
    const copy = await copyOf(id)
    await changeDraft(ana, copy, answer('yes'))
    await handOverNow(ana, copy)
    expect(await signalOf(copy)).toMatchObject({ why: expect.stringContaining('from “No” to “Yes”') })

    const fresh = await seedApplicationDraft(ana, draftOf('yes'))
    await changeDraft(ana, fresh, answer('no'))
    await handOverNow(ana, fresh)
    expect([await signalOf(fresh), await inQueue(fresh)]).toEqual([undefined, false])
  })
})

describe('where Settings decide who underwrites', () => {
  const modeOf = async (id: string) =>
    (await getOpenDraft(ana.db, ana.sealer, { id, kind: 'payfac' })).draft.options
  beforeEach(() => setUnderwritingRules(desk.services, { defaultMode: 'us' }))

  test('new, copied and imported applications begin with it, of either kind', async () => {
    const { id } = await createApplication(ana)
    const theirs = await seedWithoutDefault(draftOf('yes'))
    const copy = await copyOf(theirs)
    const [imported] = await importRows('Legal name,Underwriting by the partner\nImported Books,Yes', [
      'merchant.legalName',
      MODE_PATH,
    ])
    for (const one of [id, copy, imported ?? '']) {
      expect(await modeOf(one)).toMatchObject({ partnerUnderwrites: 'no' })
      expect(await requireApplication(ana.db, one)).toMatchObject({ partnerUnderwrites: false })
    }
    const full = await createApplication(ana, { kind: 'full' })
    expect(await requireApplication(ana.db, full.id)).toMatchObject({ partnerUnderwrites: false })
    expect((await previewCopy(ana, { applicationId: full.id, kind: 'payfac' })).asked).not.toContain(
      'Does the partner underwrite this merchant?',
    )
  })

  /** Begun before Settings decided it. */
  async function seedWithoutDefault(draft: Draft): Promise<string> {
    await setUnderwritingRules(desk.services, {})
    const id = await seedApplicationDraft(ana, draft)
    await setUnderwritingRules(desk.services, { defaultMode: 'us' })
    return id
  }

  test('staff save everything but that answer; one that was never given takes the default', async () => {
    const id = await seedWithoutDefault(draftOf('no'))
    await expect(changeDraft(ana, id, answer('yes'))).rejects.toThrow(/Only an underwriter can change/)
    await changeDraft(ana, id, ({ options }) => ({ options: { ...options, refundPolicy: 'Exchanges only' } }))
    expect(await modeOf(id)).toMatchObject({ partnerUnderwrites: 'no', refundPolicy: 'Exchanges only' })

    const blank = await seedWithoutDefault(draftOf(''))
    await expect(changeDraft(ana, blank, answer('yes'))).rejects.toThrow(/Only an underwriter can change/)
    await changeDraft(ana, blank, answer('no'))
    expect(await modeOf(blank)).toMatchObject({ partnerUnderwrites: 'no' })
  })

  test('an underwriter changes it, says why, and may still decide', async () => {
    const id = await seedWithoutDefault(draftOf('no'))
    expect(await viewApplication(ana, id)).toMatchObject({ defaultMode: 'us', mayChangeMode: false })
    expect(await viewApplication(uma, id)).toMatchObject({ mayChangeMode: true })
    const input = { applicationId: id, partnerUnderwrites: 'yes' as const, reason: 'Their sponsor takes it' }
    expect(await changeMode(uma, input)).toEqual({ ok: true })
    expect(await modeOf(id)).toMatchObject({ partnerUnderwrites: 'yes' })
    expect(await requireApplication(ana.db, id)).toMatchObject({ partnerUnderwrites: true })
    expect(await submitAsReviewed(ana, id)).toEqual(SUBMITTED)
    expect(await changeMode(uma, { ...input, partnerUnderwrites: 'no' })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })

    const held = await seedWithoutDefault(draftOf('no'))
    await handOverNow(ana, held)
    expect(await changeMode(uma, { ...input, applicationId: held })).toEqual({ ok: true })
    const view = await viewCase(uma, held)
    expect(view.mayNotDecide).toBeNull()
    expect(view.signals).toContainEqual(
      expect.objectContaining({ code: 'mode-changed', why: expect.stringContaining('Uma changed it') }),
    )
    expect(view.timeline).toContainEqual(
      expect.objectContaining({
        by: 'Uma',
        action: 'underwriting-mode-changed',
        detail: expect.objectContaining({ reason: 'Their sponsor takes it' }),
      }),
    )
    expect(await decideAll(uma, held, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    expect(await submitAsReviewed(ana, held)).toEqual(SUBMITTED)
  })
})
