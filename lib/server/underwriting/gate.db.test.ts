import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '@/lib/db/schema/desk'
import type { Draft } from '@/lib/domain/application/sections'
import { requireApplication } from '@/lib/server/applications/data'
import { viewApplication } from '@/lib/server/applications/loaders'
import { confirmAbsent, sendAgain } from '@/lib/server/applications/resolution'
import { beginRevision, discardRevision } from '@/lib/server/applications/revision'
import { submitApplication } from '@/lib/server/applications/submission'
import { withdrawApplications } from '@/lib/server/applications/withdrawal'
import type { Ctx } from '@/lib/server/world'
import {
  changeDraft,
  standing,
  submitAsReviewed,
  submittableDraft,
} from '@/lib/testing/applications-at-partner'
import { exampleContact } from '@/lib/testing/example-draft'
import { plainFullDraft, seedFullApplication } from '@/lib/testing/full-drafts'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import {
  answerNow,
  ask,
  decideAll,
  decisionsOf,
  handOverNow,
  ourDraft,
  seedApproved,
  seedCase,
  seedClaimed,
  setUnderwritingRules,
} from '@/lib/testing/underwriting-cases'
import { takeBack } from './hand-over'

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
  await desk.world.db.delete(settings)
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
          roles: [],
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
    const { attempts, approvedSha256 } = await standing(ana, applicationId)
    const [decision] = await decisionsOf(ana, applicationId)
    expect(attempts.map(({ requestSha256 }) => requestSha256)).toEqual([decision?.payloadSha256])
    expect(approvedSha256).toBe(decision?.payloadSha256)
    expect((await sent()).map(({ sha256 }) => sha256)).toEqual([decision?.payloadSha256])
  })

  test('is not submitted with the approval of another application with the same values', async () => {
    const approved = await seedApproved(ana, uma)
    const twin = await seedApplicationDraft(ana, ourDraft())
    expect((await standing(ana, approved)).approvedSha256).not.toBeNull()
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
      const { draft: approved } = await standing(ana, applicationId)
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
    expect((await standing(ana, applicationId)).approvedSha256).toBeNull()
    await takeBack(ana, { applicationId })
    await expectBlocked(applicationId)
  })

  test('a decline removes it', async () => {
    const applicationId = await seedApproved(ana, uma)
    await takeBack(ana, { applicationId })
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'decline')).toMatchObject({ ok: true, status: 'declined' })
    expect(await standing(ana, applicationId)).toMatchObject({ status: 'declined', approvedSha256: null })
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
    const [attempt] = (await standing(ana, applicationId)).attempts
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
    const [attempt] = (await standing(ana, applicationId)).attempts
    expect(
      await sendAgain(ana, { applicationId, attemptId: attempt?.id ?? '', reason: 'They lost it' }),
    ).toEqual(SUBMITTED)
    const [decision] = await decisionsOf(ana, applicationId)
    expect((await sent()).map(({ sha256 }) => sha256)).toEqual([
      decision?.payloadSha256,
      decision?.payloadSha256,
    ])
  })

  test('an update of the same values stands under the approval, and a changed one needs a new one', async () => {
    const applicationId = await seedApproved(ana, uma)
    await submitAsReviewed(ana, applicationId)
    const { opportunityId } = await standing(ana, applicationId)
    await beginRevision(ana, { applicationId })
    await changeDraft(ana, applicationId, rename('Other'))
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
    expect(await standing(ana, applicationId)).toMatchObject({ opportunityId, revision: 2 })

    await beginRevision(ana, { applicationId })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
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
  const theirs = submittableDraft()

  test('and no look of ours: it goes directly, and is not handed over', async () => {
    const applicationId = await seedApplicationDraft(ana, theirs)
    expect(await viewApplication(ana, applicationId)).toMatchObject({ mayHandOver: false })
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('and an optional look of ours: it goes directly, or is handed over first', async () => {
    await setUnderwritingRules(desk.world, { precheck: 'optional' })
    const direct = await seedApplicationDraft(ana, theirs)
    expect(await viewApplication(ana, direct)).toMatchObject({ mayHandOver: true })
    expect(await submitAsReviewed(ana, direct)).toEqual(SUBMITTED)

    const looked = await seedCase(ana, theirs)
    expect(await submitAsReviewed(ana, looked)).toMatchObject({ ok: false, reason: 'wrong-state' })
    await takeBack(ana, { applicationId: looked })
    expect(await submitAsReviewed(ana, looked)).toEqual(SUBMITTED)
  })

  test('and a required look of ours: it goes only once it is approved', async () => {
    await setUnderwritingRules(desk.world, { precheck: 'required' })
    const applicationId = await seedApplicationDraft(ana, theirs)
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    await decideAll(uma, applicationId, 'approve')
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('a full application with pricing goes directly, and with a required look only once it is approved', async () => {
    const direct = await seedFullApplication(ana, plainFullDraft())
    expect(await handOverNow(ana, direct)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await submitAsReviewed(ana, direct)).toEqual(SUBMITTED)

    await setUnderwritingRules(desk.world, { precheck: 'required' })
    const applicationId = await seedFullApplication(ana, plainFullDraft())
    await expectBlocked(applicationId)
    await handOverNow(ana, applicationId)
    expect(await decideAll(uma, applicationId, 'approve')).toMatchObject({ ok: true, status: 'approved' })
    expect(await submitAsReviewed(ana, applicationId)).toEqual(SUBMITTED)
  })

  test('an approval from before the mode was changed does not cover the other mode', async () => {
    await setUnderwritingRules(desk.world, { precheck: 'optional' })
    const applicationId = await seedApproved(ana, uma, theirs)
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
      rows: [{ applicationId, problem: expect.stringMatching(/take it back first/) }],
    })
    expect(await handOverNow(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await standing(ana, applicationId)).toMatchObject({
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
    expect((await standing(ana, applicationId)).dbaName).toBe('Answered')
    expect(await submitAsReviewed(ana, applicationId)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await withdrawApplications(ana, { applicationIds: [applicationId], reason: '' })).toMatchObject({
      ok: true,
      rows: [{ applicationId, problem: expect.stringMatching(/take it back first/) }],
    })
    expect(await standing(ana, applicationId)).toMatchObject({ status: 'info-requested' })
  })
})
