import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, settings } from '@/lib/db/schema/desk'
import type { Ctx } from '@/lib/server/world'
import { standing, submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { confirmAbsent, recordFound, sendAgain } from './resolution'

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let ben: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts: { applicationMs: 1_500 } })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
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

/** What came with a valid token: the reset before each test takes the old one back. */
const applied = async () =>
  (await partner().journal('?endpoint=application'))
    .filter(({ status }) => status !== 401)
    .map(({ applied, sha256 }) => ({ applied, sha256 }))
const held = async () => readObjects(await partner().control('GET', 'opportunities'))

/** An application whose answer was lost: the partner has it (`hang-after`), or not (`hang`). */
async function unknown(mode: 'status-after' | 'cut-after' | 'hang-after' | 'hang' = 'status-after') {
  const applicationId = await seedApplicationDraft(ana, submittableDraft())
  await partner().control('PUT', 'faults', { endpoint: 'application', mode, status: 503, delayMs: 5_000 })
  expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'outcome-unknown' })
  const { attempts } = await standing(ana, applicationId)
  return { applicationId, attemptId: attempts[0]?.id ?? '' }
}

const foundAt = (
  opportunity: Record<string, unknown> | undefined,
  contacts: Record<string, string> = {},
) => ({
  opportunityId: String(opportunity?.id),
  accountId: String(opportunity?.accountId),
  contacts,
  accounts: {},
  note: 'Seen in their portal',
})

describe('an unknown outcome is ended by a person', () => {
  test.each(['status-after', 'cut-after', 'hang-after'] as const)(
    '%s: nothing is sent again, and the records that were found are kept',
    async (mode) => {
      const open = await unknown(mode)
      const [opportunity] = await held()
      expect(await recordFound(ana, { ...open, ...foundAt(opportunity) })).toEqual({
        ok: true,
        status: 'submitted',
      })
      const now = await standing(ana, open.applicationId)
      expect(now).toMatchObject({ opportunityId: opportunity?.id, accountId: opportunity?.accountId })
      expect(now.attempts).toMatchObject([
        {
          state: 'unknown',
          resolution: 'found',
          resolvedBy: ana.actor.id,
          resolutionNote: 'Seen in their portal',
        },
      ])
      expect(await applied()).toHaveLength(1)
    },
  )

  test('the ids of people and accounts are kept with their items, so that an update finds them', async () => {
    const open = await unknown()
    const [opportunity] = await held()
    const [item] = (await standing(ana, open.applicationId)).draft.contacts.items
    await recordFound(ana, { ...open, ...foundAt(opportunity, { [item?.id ?? '']: '003000000000001' }) })
    const { records } = await standing(ana, open.applicationId)
    expect(records).toMatchObject([
      { objectType: 'Contact', itemId: item?.id, recordId: '003000000000001AAA' },
    ])
  })

  test('ids that cannot be right are told at their fields, and nothing is changed', async () => {
    const open = await unknown()
    const result = await recordFound(ana, {
      ...open,
      opportunityId: '001000000000001AAA',
      accountId: '001000000000001aAA',
      contacts: { [(await standing(ana, open.applicationId)).draft.contacts.items[0]?.id ?? '']: 'x' },
      accounts: {},
      note: 'guessed',
    })
    expect(result).toMatchObject({ ok: false, reason: 'invalid' })
    expect(
      result.ok === false && result.reason === 'invalid' && result.problems.map(({ field }) => field),
    ).toEqual(['opportunityId', 'accountId', expect.stringMatching(/^contacts\./)])
    expect((await standing(ana, open.applicationId)).status).toBe('outcome-unknown')
  })

  test('what the partner does not have can be submitted again, once', async () => {
    const open = await unknown('hang')
    expect(await confirmAbsent(ana, { ...open, note: 'Their support says no' })).toEqual({
      ok: true,
      status: 'not-sent',
    })
    expect(await submitAsReviewed(ana, open.applicationId)).toEqual({ ok: true, status: 'submitted' })
    expect(await held()).toHaveLength(1)
    expect((await applied()).map((entry) => entry.applied)).toEqual([false, true])
  })

  test('sent again, it is the same request to the byte', async () => {
    const open = await unknown('hang')
    expect(await sendAgain(ana, { ...open, reason: 'They lost it' })).toEqual({
      ok: true,
      status: 'submitted',
    })
    const entries = await applied()
    expect(entries).toHaveLength(2)
    expect(entries[1]?.sha256).toBe(entries[0]?.sha256)
    const { attempts } = await standing(ana, open.applicationId)
    expect(attempts.map(({ state, resolution }) => [state, resolution])).toEqual([
      ['unknown', 'sent-again'],
      ['accepted', null],
    ])
    expect(entries[0]?.sha256).toBe(attempts[1]?.requestSha256)
  })

  test('of two people who settle it at once, one wins and the other is told', async () => {
    const open = await unknown('hang')
    const results = await Promise.all([
      confirmAbsent(ana, { ...open, note: 'not there' }),
      sendAgain(ben, { ...open, reason: 'not there' }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok)).toMatchObject([{ reason: 'wrong-state' }])
    expect((await applied()).length).toBeLessThanOrEqual(2)
  })

  test('an attempt of another application, or one that has an answer, cannot be settled', async () => {
    const open = await unknown()
    const other = await seedApplicationDraft(ana, submittableDraft())
    expect(await confirmAbsent(ana, { ...open, applicationId: other, note: 'mixed up' })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
    })
    await submitAsReviewed(ana, other)
    const [attempt] = (await standing(ana, other)).attempts
    expect(
      await confirmAbsent(ana, { applicationId: other, attemptId: attempt?.id ?? '', note: 'no' }),
    ).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect((await standing(ana, open.applicationId)).status).toBe('outcome-unknown')
  })

  test('who, when and why is in the audit log', async () => {
    const open = await unknown('hang')
    await confirmAbsent(ana, { ...open, note: 'Their support says no' })
    const rows = await desk.world.db.select().from(auditLog).where(eq(auditLog.subjectId, open.applicationId))
    expect(rows.at(-1)).toMatchObject({
      action: 'outcome-absent',
      actorId: ana.actor.id,
      detail: { from: 'outcome-unknown', to: 'not-sent', note: 'Their support says no' },
    })
  })
})

describe('where Settings want two people for sending again', () => {
  beforeEach(async () => {
    await desk.world.db.insert(settings).values({ key: 'rules', value: { resendNeedsSecondPerson: true } })
  })

  test('the first only asks, the same person cannot send, another can', async () => {
    const open = await unknown('hang')
    const input = { ...open, reason: 'They lost it' }
    expect(await sendAgain(ana, input)).toEqual({ ok: true, status: 'outcome-unknown' })
    expect(await applied()).toHaveLength(1)
    expect(await sendAgain(ana, input)).toMatchObject({ ok: false, reason: 'second-person' })
    expect(await applied()).toHaveLength(1)
    expect(await sendAgain(ben, input)).toEqual({ ok: true, status: 'submitted' })
    expect(await applied()).toHaveLength(2)
  })
})
