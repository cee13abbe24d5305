import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { settings } from '@/lib/db/schema/desk'
import type { Draft } from '@/lib/domain/application/sections'
import { copyApplication } from '@/lib/server/applications/copy'
import { importApplications } from '@/lib/server/applications/import'
import { viewApplication } from '@/lib/server/applications/loaders'
import { confirmAbsent, sendAgain } from '@/lib/server/applications/resolution'
import { beginRevision, discardRevision } from '@/lib/server/applications/revision'
import { submitApplication } from '@/lib/server/applications/submission'
import { withdrawApplications } from '@/lib/server/applications/withdrawal'
import { listDocuments } from '@/lib/server/documents/data'
import { deliverDocument, queueWaitingDocuments } from '@/lib/server/documents/delivery'
import {
  changeCategory,
  removeDocument,
  renameDocument,
  sendDocumentAgain,
} from '@/lib/server/documents/mutations'
import { requireApplication } from '@/lib/server/drafts/data'
import { recoverAttempts } from '@/lib/server/recovery'
import type { Ctx } from '@/lib/server/services'
import {
  applicationNow,
  changeDraft,
  submitAsReviewed,
  submittableDraft,
} from '@/lib/testing/applications-at-partner'
import { exampleContact } from '@/lib/testing/example-draft'
import { plainFullDraft, seedFullApplication } from '@/lib/testing/full-drafts'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  addDocument,
  answerNow,
  ask,
  auditOf,
  confirmEverything,
  decideAll,
  decisionsOf,
  handOverNow,
  ourDraft,
  seedApproved,
  seedCase,
  seedClaimed,
  seenNow,
  setUnderwritingRules,
  wordsFor,
} from '@/lib/testing/underwriting-cases'
import { claimCase } from './claim'
import { decide } from './decide'
import { takeBack } from './hand-over'
import { viewCase } from './loaders'

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

const partner = () => sandboxCalls(sandbox.url)
beforeEach(async () => {
  await partner().control('POST', 'reset')
  await desk.services.db.delete(settings)
})

/** What reached the partner with a valid token: the reset before each test takes the old one back. */
const sent = async () =>
  (await partner().journal('?endpoint=application'))
    .concat(await partner().journal('?endpoint=alias'))
    .filter(({ status }) => status !== 401)

const setFault = (fault: Record<string, unknown>) =>
  partner().control('PUT', 'faults', { endpoint: 'application', ...fault })

/** Refused for want of an approval, and for nothing else; nothing is sent and nothing moves. */
async function expectBlocked(applicationId: string): Promise<void> {
  const stands = async () => ({
    status: (await requireApplication(ana.db, applicationId)).status,
    sent: (await sent()).length,
  })
  const before = await stands()
  const result = await submitAsReviewed(ana, applicationId)
  if (result.ok || result.reason !== 'violations') {
    throw new Error(`It was not held back by the rules: ${JSON.stringify(result)}`)
  }
  expect(result.violations.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
    'underwriting',
  ])
  expect(await stands()).toEqual(before)
}

const SUBMITTED = { ok: true, status: 'submitted' }

const rename =
  (dbaName: string) =>
  ({ merchant }: Draft): Partial<Draft> => ({ merchant: { ...merchant, dbaName } })

const withSecondContact = (): Draft => {
  const draft = ourDraft()
  return {
    ...draft,
    contacts: {
      ...draft.contacts,
      items: [
        ...draft.contacts.items,
        exampleContact('contact-2', {
          firstName: 'Bo',
          lastName: 'Lind',
          ssn: '512-45-1111',
          roles: ['Authorized Signer'],
          percentageOwned: '',
        }),
      ],
    },
  }
}

describe('what the partner does not underwrite', () => {
  test('is not submitted before our underwriters approved it, wherever it stands', async () => {
    const draft = await seedApplicationDraft(ana, ourDraft())
    await expectBlocked(draft)

    const waiting = await seedClaimed(ana, uma)
    expect(await submitAsReviewed(ana, waiting)).toMatchObject({ ok: false, reason: 'wrong-state' })
    await ask(uma, waiting, 'merchant.website')
    expect(await submitAsReviewed(ana, waiting)).toMatchObject({ ok: false, reason: 'wrong-state' })
    await takeBack(ana, { applicationId: waiting })
    await expectBlocked(waiting)

    const declined = await seedCase(ana)
    await decideAll(uma, declined, 'decline')
    expect(await submitAsReviewed(ana, declined)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await sent()).toEqual([])
  })

  test('is submitted once it is approved, and what is sent has the hash of what was approved', async () => {
    const applicationId = await seedApproved(ana, uma)
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
    const { attempts, approvedSha256 } = await applicationNow(ana, applicationId)
    const [decision] = await decisionsOf(ana, applicationId)
    expect(attempts.map(({ requestSha256 }) => requestSha256)).toEqual([decision?.payloadSha256])
    expect(approvedSha256).toBe(decision?.payloadSha256)
    expect((await sent()).map(({ sha256 }) => sha256)).toEqual([decision?.payloadSha256])
  })

  test('is not submitted with the approval of another application with the same values', async () => {
    const approved = await seedApproved(ana, uma)
    const twin = await seedApplicationDraft(ana, ourDraft())
    expect((await applicationNow(ana, approved)).approvedSha256).not.toBeNull()
    await expectBlocked(twin)
  })

  test('is not submitted from a page that names versions which were never reviewed', async () => {
    const applicationId = await seedApproved(ana, uma)
    expect(await submitApplication(ana, { applicationId, versions: {} })).toMatchObject({
      ok: false,
      reason: 'changed',
    })
    expect(await sent()).toEqual([])
  })

  test('says on the review step what is missing, and that staff may hand it over', async () => {
    const applicationId = await seedApplicationDraft(ana, ourDraft())
    const view = await viewApplication(ana, applicationId)
    expect(view.violations.filter(({ path }) => path === 'underwriting')).toMatchObject([
      { severity: 'error' },
    ])
    expect(view).toMatchObject({ mayHandOver: true, mayTakeBack: false, underwriting: null })
  })
})

describe('after an approval', () => {
  const changes: [string, Draft, (draft: Draft) => Partial<Draft>][] = [
    ['one field', ourDraft(), rename('Blue Heron Books & Maps')],
    [
      'an identity behind an equal mask',
      ourDraft(),
      ({ contacts }) => ({
        contacts: { ...contacts, items: contacts.items.map((item) => ({ ...item, ssn: '512-99-6789' })) },
      }),
    ],
    [
      'an account number behind an equal mask',
      ourDraft(),
      ({ accounts }) => ({
        accounts: {
          items: accounts.items.map((item) => ({
            ...item,
            accountNumber: '000999456789',
            accountNumberAgain: '000999456789',
          })),
        },
      }),
    ],
    [
      'the order of contacts',
      withSecondContact(),
      ({ contacts }) => ({ contacts: { ...contacts, items: contacts.items.toReversed() } }),
    ],
    [
      'an added contact',
      ourDraft(),
      ({ contacts }) => ({
        contacts: { ...contacts, items: [...contacts.items, ...withSecondContact().contacts.items.slice(1)] },
      }),
    ],
    [
      'a removed contact',
      withSecondContact(),
      ({ contacts }) => ({ contacts: { ...contacts, items: contacts.items.slice(0, 1) } }),
    ],
    ['a figure', ourDraft(), ({ options }) => ({ options: { ...options, highMonthlyVolume: '40,001' } })],
  ]

  test.each(changes)('%s that differs blocks it until there is a new approval', async (_, draft, change) => {
    const applicationId = await seedApproved(ana, uma, draft)
    await takeBack(ana, { applicationId })
    await changeDraft(ana, applicationId, change)
    await expectBlocked(applicationId)
    expect(await handOverNow(ana, applicationId)).toEqual({ ok: true, status: 'in-underwriting' })
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test.each(changes)(
    '%s that is changed back to exactly what was approved unblocks it',
    async (_, draft, change) => {
      const applicationId = await seedApproved(ana, uma, draft)
      await takeBack(ana, { applicationId })
      const { draft: approved } = await applicationNow(ana, applicationId)
      await changeDraft(ana, applicationId, change)
      await expectBlocked(applicationId)
      await changeDraft(ana, applicationId, () => approved)
      expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
    },
  )

  test('it cannot be changed where it stands: it is taken back first', async () => {
    const applicationId = await seedApproved(ana, uma)
    await expect(changeDraft(ana, applicationId, rename('Other'))).rejects.toThrow(/edited/)
  })

  test('a take-back without a change keeps the approval', async () => {
    const applicationId = await seedApproved(ana, uma)
    expect(await takeBack(ana, { applicationId })).toEqual({ ok: true, status: 'draft' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('what is cleaned to the same value is the same', async () => {
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ merchant, options }) => ({
      merchant: { ...merchant, taxId: '123456789', dbaName: ` ${merchant.dbaName} ` },
      options: { ...options, highMonthlyVolume: '$40000.00' },
    }))
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('a hand-over resets it, also of what was not changed', async () => {
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    expect((await applicationNow(ana, applicationId)).approvedSha256).toBeNull()
    await takeBack(ana, { applicationId })
    await expectBlocked(applicationId)
  })

  test('a decline removes it', async () => {
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'decline')).toMatchObject({ ok: true, status: 'declined' })
    expect(await applicationNow(ana, applicationId)).toMatchObject({
      status: 'declined',
      approvedSha256: null,
    })
  })
})

describe('an approval covers the documents that it was made from', () => {
  /** Approved with a document; its id beside the application's. */
  async function seedDocumented(reasons?: string[]) {
    const applicationId = await seedCase(ana)
    const documentId = await addDocument(ana, applicationId)
    await claimCase(uma, { applicationId })
    await confirmEverything(uma, applicationId)
    const words = reasons && { reasons, note: 'As soon as they have them.' }
    const seen = await seenNow(uma, applicationId)
    expect(await decide(uma, { applicationId, ...wordsFor('approve'), ...words, seen })).toMatchObject({
      status: 'approved',
    })
    return { applicationId, documentId }
  }
  const add = (applicationId: string) => addDocument(ana, applicationId, 'late.pdf')
  const rename = (_: string, documentId: string) => renameDocument(ana, { documentId, name: 'else.pdf' })
  const remove = (_: string, documentId: string) => removeDocument(ana, { documentId })

  test.each([
    ['added', add],
    ['renamed', rename],
    ['removed', remove],
  ])('with one %s it falls: staff have a draft again, which needs a new decision', async (change, act) => {
    const { applicationId, documentId } = await seedDocumented()
    // What is approved can only be added to.
    const from = change === 'added' ? 'approved' : 'draft'
    if (from === 'draft') await takeBack(ana, { applicationId })
    await act(applicationId, documentId)
    expect(await applicationNow(ana, applicationId)).toMatchObject({ status: 'draft', approvedSha256: null })
    expect((await auditOf(ana, applicationId)).at(-1)).toMatchObject({
      action: 'underwriting-approval-fell',
      actorId: ana.actor.id,
      detail: { from, to: 'draft', change },
    })
    await expectBlocked(applicationId)
    expect((await viewCase(uma, applicationId)).stillApproved).toBe(false)
    await handOverNow(ana, applicationId)
    await decideAll(uma, applicationId, 'approve')
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('also where it was taken back, or the partner refused it', async () => {
    const taken = await seedDocumented()
    await takeBack(ana, { applicationId: taken.applicationId })
    await remove(taken.applicationId, taken.documentId)
    await expectBlocked(taken.applicationId)
    const refused = await seedDocumented()
    await setFault({ mode: 'status', status: 400 })
    await submitAsReviewed(ana, refused.applicationId)
    await add(refused.applicationId)
    await expectBlocked(refused.applicationId)
    expect(await applicationNow(ana, refused.applicationId)).toMatchObject({ status: 'refused' })
  })

  test('and stands where documents were to follow and one comes, but not where one goes', async () => {
    const { applicationId, documentId } = await seedDocumented(['papers-to-follow'])
    await add(applicationId)
    expect(await applicationNow(ana, applicationId)).toMatchObject({ status: 'approved' })
    expect((await viewCase(uma, applicationId)).stillApproved).toBe(true)
    await takeBack(ana, { applicationId })
    await remove(applicationId, documentId)
    await expectBlocked(applicationId)
  })

  test('and is not touched by what changes nothing, nor once the partner has taken it', async () => {
    const { applicationId, documentId } = await seedDocumented()
    expect(await renameDocument(ana, { documentId, name: 'check.pdf' })).toEqual({ ok: true })
    expect(await applicationNow(ana, applicationId)).toMatchObject({ status: 'approved' })
    await submitAsReviewed(ana, applicationId)
    await add(applicationId)
    const { status, approvedSha256 } = await applicationNow(ana, applicationId)
    expect([status, approvedSha256 !== null]).toEqual(['submitted', true])
  })
})

describe('while underwriters have a case, or have approved it, its documents', () => {
  const CHANGES = [
    ['renamed', (documentId: string) => renameDocument(ana, { documentId, name: 'else.pdf' })],
    ['refiled', (documentId: string) => changeCategory(ana, { documentId, category: 'identity' })],
    ['removed', (documentId: string) => removeDocument(ana, { documentId })],
  ] as const
  const listed = async (applicationId: string) => {
    const all = await listDocuments(ana.db, applicationId)
    return all.map(({ id, name, category, slot }) => ({ id, name, category, slot }))
  }

  test.each(CHANGES)('are not %s, but added to, and after taking it back they are', async (_, change) => {
    const applicationId = await seedCase(ana)
    const documentId = await addDocument(ana, applicationId)
    const before = await listed(applicationId)
    const expectHeld = async () => {
      await expect(change(documentId)).rejects.toMatchObject({ code: 'wrong-state' })
      expect(await listed(applicationId)).toEqual(before)
      expect((await viewApplication(ana, applicationId)).documentsHeld).toMatch(/take the application back/)
    }
    await expectHeld()
    await decideAll(uma, applicationId, 'approve')
    await expectHeld()
    await takeBack(ana, { applicationId })
    expect((await viewApplication(ana, applicationId)).documentsHeld).toBeNull()
    await change(documentId)
    expect(await listed(applicationId)).not.toEqual(before)
    await handOverNow(ana, applicationId)
    await addDocument(ana, applicationId, 'late.pdf')
    const { timeline } = await viewCase(uma, applicationId)
    expect(timeline.filter(({ action }) => action === 'document-added')).toHaveLength(2)
  })
})

describe('no other way in leads round it', () => {
  test('a copy of what was approved is not approved, nor is one of what was declined', async () => {
    for (const outcome of ['approve', 'decline'] as const) {
      const source = await seedCase(ana)
      expect(await decideAll(uma, source, outcome)).toMatchObject({ ok: true })
      const copy = await copyApplication(ana, {
        applicationId: source,
        kind: 'payfac',
        newId: crypto.randomUUID(),
      })
      await expectBlocked(copy.id)
    }
  })

  test('who copies it works on the copy, and does not decide on it', async () => {
    const both = await desk.as('Bess', ['onboarding', 'underwriter'])
    const source = await seedApproved(ana, uma)
    const newId = crypto.randomUUID()
    await copyApplication(both, { applicationId: source, kind: 'payfac', newId })
    await handOverNow(ana, newId)
    expect(await claimCase(both, { applicationId: newId })).toMatchObject({ reason: 'own-work' })
  })

  test('what is copied from a declined one says why that was declined, in either kind', async () => {
    const source = await seedCase(ana)
    await decideAll(uma, source, 'decline')
    for (const kind of ['payfac', 'full'] as const) {
      const newId = crypto.randomUUID()
      await copyApplication(ana, { applicationId: source, kind, newId })
      expect((await viewApplication(ana, newId)).origin).toMatchObject({
        applicationId: source,
        decline: { by: 'Uma', reasons: wordsFor('decline').reasons },
      })
    }
    const approved = await seedApproved(ana, uma)
    const newId = crypto.randomUUID()
    await copyApplication(ana, { applicationId: approved, kind: 'payfac', newId })
    expect((await viewApplication(ana, newId)).origin).toMatchObject({ decline: null })
  })

  test('an imported one begins as a draft without an approval, whatever its columns say', async () => {
    const text = [
      'Legal name,Underwriting by the partner,status,approvedSha256,Status,Approved',
      'Imported Books,No,approved,ffff,Approved,yes',
    ].join('\n')
    const places = ['merchant.legalName', 'options.partnerUnderwrites', null, null, null, null]
    const made = []
    const input = {
      importId: crypto.randomUUID(),
      kind: 'payfac' as const,
      text,
      places,
      leftOut: [],
      daysAreRight: false,
      corrections: [],
      again: false,
    }
    for await (const progress of importApplications(ana, input)) made.push(...progress.made)
    const [imported] = made
    if (!imported) throw new Error('Nothing was imported.')
    expect(await applicationNow(ana, imported.applicationId)).toMatchObject({
      status: 'draft',
      approvedSha256: null,
      partnerUnderwrites: false,
    })
    const draft = ourDraft()
    await changeDraft(ana, imported.applicationId, () => draft)
    await expectBlocked(imported.applicationId)
  })

  test('a document of what is not approved stays here, however often its job runs', async () => {
    const applicationId = await seedCase(ana)
    const documentId = await addDocument(ana, applicationId)
    await deliverDocument(desk.services, { documentId }, true)
    await queueWaitingDocuments(desk.services, applicationId)
    expect(await sendDocumentAgain(ana, { documentId })).toMatchObject({ ok: false })
    expect(await partner().journal('?endpoint=attachment')).toEqual([])
  })

  test('an attempt that a crash left unsent is not sent by the next start, nor after its approval fell', async () => {
    const applicationId = await seedApproved(ana, uma)
    const { draft } = await applicationNow(ana, applicationId)
    expect(draft.options.partnerUnderwrites).toBe('no')
    // As an earlier version of the desk left it: written, and not yet marked as being sent.
    await ana.db.insert(partnerAttempts).values({
      applicationId,
      endpoint: 'application',
      state: 'prepared',
      request: '',
      requestSha256: '',
      preparedAt: new Date(),
    })
    await ana.db.update(applications).set({ status: 'submitting' }).where(eq(applications.id, applicationId))
    await recoverAttempts(desk.services, true)
    expect(await applicationNow(ana, applicationId)).toMatchObject({ status: 'not-sent' })
    expect(await sent()).toEqual([])
    await addDocument(ana, applicationId)
    await expectBlocked(applicationId)
  })
})

describe('after it was sent', () => {
  test('and refused, what was approved goes again, and a mended one needs a new approval', async () => {
    for (const mended of [false, true]) {
      const applicationId = await seedApproved(ana, uma)
      await setFault({ mode: 'status', status: 400 })
      expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'refused' })
      if (mended) {
        await changeDraft(ana, applicationId, rename('Mended'))
        await expectBlocked(applicationId)
        await handOverNow(ana, applicationId)
        await decideAll(uma, applicationId, 'approve')
      }
      expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
    }
  })

  test('and confirmed absent, what was approved goes again, and a changed one does not', async () => {
    const applicationId = await seedApproved(ana, uma)
    await setFault({ mode: 'status-after', status: 503 })
    await submitAsReviewed(ana, applicationId)
    const [attempt] = (await applicationNow(ana, applicationId)).attempts
    await confirmAbsent(ana, { applicationId, attemptId: attempt?.id ?? '', note: 'Their support says so' })
    await changeDraft(ana, applicationId, rename('Other'))
    await expectBlocked(applicationId)
    await changeDraft(ana, applicationId, rename(submittableDraft().merchant.dbaName))
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('and its outcome is unknown, the identical request goes again: that very one was approved', async () => {
    const applicationId = await seedApproved(ana, uma)
    await setFault({ mode: 'status-after', status: 503 })
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'outcome-unknown' })
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    const [attempt] = (await applicationNow(ana, applicationId)).attempts
    expect(
      await sendAgain(ana, { applicationId, attemptId: attempt?.id ?? '', reason: 'They lost it' }),
    ).toEqual(SUBMITTED)
    const [decision] = await decisionsOf(ana, applicationId)
    expect((await sent()).map(({ sha256 }) => sha256)).toEqual([
      decision?.payloadSha256,
      decision?.payloadSha256,
    ])
  })

  test('an update of the same values stands under the approval and is not sent, and a changed one needs a new one', async () => {
    const applicationId = await seedApproved(ana, uma)
    await submitAsReviewed(ana, applicationId)
    const { opportunityId } = await applicationNow(ana, applicationId)
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, rename('Other'))
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
    expect(await applicationNow(ana, applicationId)).toMatchObject({ opportunityId, revision: 2 })

    await beginRevision(ana, { applicationId })
    expect(
      (await viewApplication(ana, applicationId)).violations.filter(({ severity }) => severity === 'error'),
    ).toEqual([])
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
  })

  test('an update that the partner would have to double somebody for is not handed over', async () => {
    const applicationId = await seedApproved(ana, uma, withSecondContact())
    await setFault({
      mode: 'status',
      status: 200,
      body: { Opp: { Id: '006000000000001AAA' }, Mer: { Id: '001000000000001AAA' } },
    })
    await submitAsReviewed(ana, applicationId)
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, rename('Other'))
    const blocking = (await viewApplication(ana, applicationId)).violations.filter(
      ({ severity, path }) => severity === 'error' && path !== 'underwriting',
    )
    expect(blocking).not.toEqual([])
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'violations' })
  })
})

describe('by the answer of the partner that underwrites', () => {
  let lastTaxId = 0
  /** With a tax ID that no one has handled. */
  function theirs(): Draft {
    const draft = submittableDraft()
    return { ...draft, merchant: { ...draft.merchant, taxId: `20-80000${10 + ++lastTaxId}` } }
  }

  test('and no look of ours: it goes directly, and is not handed over', async () => {
    const applicationId = await seedApplicationDraft(ana, theirs())
    expect(await viewApplication(ana, applicationId)).toMatchObject({ mayHandOver: false })
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('and an optional look of ours: it goes directly, or once handed over only approved', async () => {
    await setUnderwritingRules(desk.services, { precheck: 'optional' })
    const direct = await seedApplicationDraft(ana, theirs())
    expect(await viewApplication(ana, direct)).toMatchObject({ mayHandOver: true })
    expect(await submitAsReviewed(ana, direct)).toEqual(SUBMITTED)

    const looked = await seedCase(ana, theirs())
    expect(await submitAsReviewed(ana, looked)).toMatchObject({ ok: false, reason: 'wrong-state' })
    await takeBack(ana, { applicationId: looked })
    await expectBlocked(looked)
    await handOverNow(ana, looked)
    await decideAll(uma, looked, 'approve')
    expect(await submitAsReviewed(ana, looked)).toEqual(SUBMITTED)
  })

  test('and a required look of ours: it goes only once it is approved', async () => {
    await setUnderwritingRules(desk.services, { precheck: 'required' })
    const applicationId = await seedApplicationDraft(ana, theirs())
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    await decideAll(uma, applicationId, 'approve')
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('a full application with pricing goes directly, and with a required look only once it is approved', async () => {
    const { taxId } = theirs().merchant
    const direct = await seedFullApplication(ana, plainFullDraft({ merchant: { taxId } }))
    expect(await handOverNow(ana, direct)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await submitAsReviewed(ana, direct)).toEqual(SUBMITTED)

    await setUnderwritingRules(desk.services, { precheck: 'required' })
    const applicationId = await seedFullApplication(ana, plainFullDraft())
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('a full application that we underwrite goes only once it is approved, and tells the partner nothing of it', async () => {
    const draft = plainFullDraft({ options: { partnerUnderwrites: 'no' } })
    const applicationId = await seedFullApplication(ana, draft)
    expect((await requireApplication(ana.db, applicationId)).partnerUnderwrites).toBe(false)
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    const { outgoing } = await viewApplication(ana, applicationId)
    expect(outgoing.length).toBeGreaterThan(10)
    expect(outgoing.filter(({ path }) => /underwrit/i.test(path))).toEqual([])
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('an approval from before the mode was changed does not cover the other mode', async () => {
    await setUnderwritingRules(desk.services, { precheck: 'optional' })
    const applicationId = await seedApproved(ana, uma, theirs())
    await takeBack(ana, { applicationId })
    await changeDraft(ana, applicationId, ({ options }) => ({
      options: { ...options, partnerUnderwrites: 'no' },
    }))
    await expectBlocked(applicationId)
  })
})

describe('while underwriting has it', () => {
  const inRevision = async () => {
    const applicationId = await seedApproved(ana, uma)
    await submitAsReviewed(ana, applicationId)
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, rename('Other'))
    await handOverNow(ana, applicationId)
    return applicationId
  }

  test('nothing is saved, submitted, withdrawn or handed over again', async () => {
    const applicationId = await seedCase(ana)
    await expect(changeDraft(ana, applicationId, rename('Other'))).rejects.toThrow(/edited/)
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await withdrawApplications(ana, { applicationIds: [applicationId], reason: '' })).toMatchObject({
      ok: true,
      rows: [{ applicationId, problem: expect.stringMatching(/Recall it first/) }],
    })
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await applicationNow(ana, applicationId)).toMatchObject({
      status: 'in-underwriting',
      dbaName: ourDraft().merchant.dbaName,
    })
    expect(await viewApplication(ana, applicationId)).toMatchObject({ editable: false, mayWrite: false })
  })

  test('no revision is discarded, asked for something or not, nor once it is decided', async () => {
    const applicationId = await inRevision()
    const expectKept = async (status: string) => {
      expect(await discardRevision(ana, { applicationId })).toMatchObject({
        ok: false,
        reason: 'wrong-state',
      })
      expect(await viewApplication(ana, applicationId)).toMatchObject({ status, mayDiscard: false })
    }
    await expectKept('in-underwriting')
    // Approved in the first round by the same person, who has the case again.
    await ask(uma, applicationId, 'merchant.dbaName')
    await expectKept('info-requested')
    await answerNow(ana, applicationId)
    await decideAll(uma, applicationId, 'approve')
    await expectKept('approved')
  })

  test('what was taken back can be discarded, and leaves no open case behind', async () => {
    const applicationId = await inRevision()
    await takeBack(ana, { applicationId })
    expect(await discardRevision(ana, { applicationId })).toMatchObject({ ok: true, status: 'submitted' })
    expect((await viewApplication(ana, applicationId)).draft.merchant.dbaName).toBe('Blue Heron Books')
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
  })

  test('and asks for something, staff save, and submit or withdraw nothing', async () => {
    const applicationId = await seedClaimed(ana, uma)
    await ask(uma, applicationId, 'merchant.dbaName')
    await changeDraft(ana, applicationId, rename('Answered'))
    expect((await applicationNow(ana, applicationId)).dbaName).toBe('Answered')
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await withdrawApplications(ana, { applicationIds: [applicationId], reason: '' })).toMatchObject({
      ok: true,
      rows: [{ applicationId, problem: expect.stringMatching(/Recall it first/) }],
    })
    expect(await applicationNow(ana, applicationId)).toMatchObject({ status: 'info-requested' })
  })
})
