import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applicationRecords, sentSections } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog, settings } from '@/lib/db/schema/desk'
import { getOpenDraft, requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed } from '@/lib/testing/applications-at-partner'
import { seedOfKind } from '@/lib/testing/full-drafts'
import { readObject, readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { saveSection } from './mutations'
import { confirmAbsent, recordFound, sendAgain } from './resolution'
import { beginRevision, discardRevision } from './revision'

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
  await desk.services.db.delete(settings)
})

const held = async () => readObjects(await partner().control('GET', 'opportunities'))

async function applicationNow(id: string) {
  const application = await requireApplication(ana.db, id)
  const attempts = await ana.db
    .select()
    .from(partnerAttempts)
    .where(eq(partnerAttempts.applicationId, id))
    .orderBy(asc(partnerAttempts.preparedAt))
  const records = await ana.db
    .select()
    .from(applicationRecords)
    .where(eq(applicationRecords.applicationId, id))
  const { draft } = await getOpenDraft(ana.db, ana.sealer, application)
  const audit = await ana.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(asc(auditLog.id))
  return { ...application, attempts, records, draft, audit }
}

const wrongState = { ok: false, reason: 'wrong-state' }

describe.each([
  ['payfac', 'application'],
  ['full', 'alias'],
] as const)('an unknown outcome of a %s application is ended by a person', (kind, endpoint) => {
  /** What came with a valid token: the reset before each test takes the old one back. */
  const applied = async () =>
    (await partner().journal(`?endpoint=${endpoint}`))
      .filter(({ status }) => status !== 401)
      .map(({ applied, sha256 }) => ({ applied, sha256 }))

  /** An application whose answer was lost: the partner has it (`hang-after`), or not (`hang`). */
  async function unknown(mode: 'status-after' | 'cut-after' | 'hang-after' | 'hang' = 'status-after') {
    const applicationId = await seedOfKind(ana, kind)
    await partner().control('PUT', 'faults', { endpoint, mode, status: 503, delayMs: 5_000 })
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'outcome-unknown' })
    const { attempts } = await applicationNow(applicationId)
    return { applicationId, attemptId: attempts[0]?.id ?? '' }
  }

  /** What the partner has of the newest application, as someone would read it there. */
  async function seenThere() {
    const [newest] = await held()
    const there = await readObject(await partner().control('GET', `opportunities/${String(newest?.id)}`))
    const idsOf = (list: unknown): Record<string, string> =>
      Object.fromEntries(Array.isArray(list) ? list.map(({ SourceId, Id }) => [SourceId, Id]) : [])
    return {
      opportunityId: String(there.id),
      accountId: String(there.accountId),
      contacts: idsOf(kind === 'full' ? there.lstBens : there.lstContact),
      accounts: idsOf(there.lstbussCheckAcc),
      note: 'Seen in their portal',
    }
  }

  /** Everything of it that a change could touch. */
  async function changesNothing(id: string, attempt: () => Promise<unknown>): Promise<void> {
    const was = JSON.stringify(await applicationNow(id))
    await attempt()
    expect(JSON.stringify(await applicationNow(id))).toBe(was)
  }

  test.each(['status-after', 'cut-after', 'hang-after'] as const)(
    '%s: nothing is sent again, and the records that were found are kept with their items',
    async (mode) => {
      const open = await unknown(mode)
      const seen = await seenThere()
      expect(await recordFound(ana, { ...open, ...seen })).toEqual({ ok: true, status: 'submitted' })
      const now = await applicationNow(open.applicationId)
      expect(now).toMatchObject({ opportunityId: seen.opportunityId, accountId: seen.accountId })
      expect(now.attempts).toMatchObject([
        { state: 'unknown', resolution: 'found', resolvedBy: ana.actor.id, resolutionNote: seen.note },
      ])
      const expected = [
        ...Object.entries(seen.contacts).map((ids) => ['Contact', ...ids]),
        ...Object.entries(seen.accounts).map((ids) => ['Business Checking Account', ...ids]),
      ]
      const kept = now.records.map(({ objectType, itemId, recordId }) => [objectType, itemId, recordId])
      expect(kept.sort()).toEqual(expected.sort())
      expect(kept.length).toBeGreaterThanOrEqual(2)
      expect(await applied()).toHaveLength(1)
    },
  )

  test('found, it can be updated, and is kept to compare with, where the endpoint takes updates', async () => {
    const open = await unknown()
    await recordFound(ana, { ...open, ...(await seenThere()) })
    const sent = await ana.db
      .select()
      .from(sentSections)
      .where(eq(sentSections.applicationId, open.applicationId))
    expect(sent).toHaveLength(kind === 'full' ? 0 : 4)
    expect(await beginRevision(ana, open)).toMatchObject(kind === 'full' ? wrongState : { ok: true })
  })

  test('an id of 15 characters is kept in its long form', async () => {
    const open = await unknown()
    const { contacts: _there, ...seen } = await seenThere()
    const [item] = (await applicationNow(open.applicationId)).draft.contacts.items
    const contacts = { [item?.id ?? '']: '003000000000001' }
    await recordFound(ana, { ...open, ...seen, accounts: {}, contacts })
    expect((await applicationNow(open.applicationId)).records).toMatchObject([
      { objectType: 'Contact', itemId: item?.id, recordId: '003000000000001AAA' },
    ])
  })

  test('ids that cannot be right are told at their fields, and nothing is changed', async () => {
    const open = await unknown()
    const [item] = (await applicationNow(open.applicationId)).draft.contacts.items
    await changesNothing(open.applicationId, async () => {
      const result = await recordFound(ana, {
        ...open,
        opportunityId: '001000000000001AAA',
        accountId: '001000000000001aAA',
        contacts: { [item?.id ?? '']: 'x' },
        accounts: {},
        note: 'guessed',
      })
      expect(result).toMatchObject({
        ok: false,
        reason: 'invalid',
        problems: [{ path: 'opportunityId' }, { path: 'accountId' }, { path: `contacts.${item?.id}` }],
      })
      const seen = await seenThere()
      const swapped = { opportunityId: seen.accountId, accountId: seen.opportunityId }
      expect(await recordFound(ana, { ...open, ...seen, ...swapped })).toMatchObject({
        problems: [{ path: 'opportunityId' }, { path: 'accountId' }],
      })
    })
  })

  test('what the partner does not have can be changed and submitted again, once', async () => {
    const open = await unknown('hang')
    expect(await confirmAbsent(ana, { ...open, note: 'Their support says no' })).toEqual({
      ok: true,
      status: 'not-sent',
    })
    const { draft, audit } = await applicationNow(open.applicationId)
    expect(audit.at(-1)).toMatchObject({
      action: 'outcome-absent',
      actorId: ana.actor.id,
      detail: { from: 'outcome-unknown', to: 'not-sent', note: 'Their support says no' },
    })
    const data = { ...draft.merchant, legalName: 'Another Name LLC' }
    const save = { applicationId: open.applicationId, section: 'merchant' as const, baseVersion: 1, data }
    expect(await saveSection(ana, save)).toMatchObject({ ok: true })
    expect(await submitAsReviewed(ana, open.applicationId)).toEqual({ ok: true, status: 'submitted' })
    expect(await held()).toHaveLength(1)
    const entries = await applied()
    expect(entries.map((entry) => entry.applied)).toEqual([false, true])
    expect(entries[0]?.sha256).not.toBe(entries[1]?.sha256)
  })

  test('sent again after the partner had it: what came of it is told, and it is the only request more', async () => {
    const open = await unknown('cut-after')
    expect(await sendAgain(ana, { ...open, reason: 'They deleted the first' })).toMatchObject({ ok: true })
    expect((await applied()).map((entry) => entry.applied)).toEqual([true, true])
  })

  test('of two people who settle it at once, one wins and the other is told', async () => {
    const open = await unknown('hang')
    const results = await Promise.all([
      confirmAbsent(ana, { ...open, note: 'not there' }),
      sendAgain(ben, { ...open, reason: 'not there' }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok)).toMatchObject([wrongState])
    expect((await applied()).length).toBeLessThanOrEqual(2)
  })

  test('once: afterwards every way out is closed', async () => {
    const open = await unknown()
    const seen = await seenThere()
    await recordFound(ana, { ...open, ...seen })
    const note = 'Someone else looked'
    expect(await confirmAbsent(ben, { ...open, note })).toMatchObject(wrongState)
    expect(await sendAgain(ben, { ...open, reason: note })).toMatchObject(wrongState)
    expect(await recordFound(ben, { ...open, ...seen, note })).toMatchObject(wrongState)
    expect(await applied()).toHaveLength(1)
  })

  test('and until then it is not edited, submitted, revised or discarded', async () => {
    const { applicationId } = await unknown('hang')
    const { draft } = await applicationNow(applicationId)
    await changesNothing(applicationId, async () => {
      const save = { applicationId, section: 'merchant' as const, baseVersion: 1, data: draft.merchant }
      await expect(saveSection(ana, save)).rejects.toMatchObject({ code: 'wrong-state' })
      expect(await submitAsReviewed(ana, applicationId)).toMatchObject(wrongState)
      expect(await beginRevision(ana, { applicationId })).toMatchObject(wrongState)
      expect(await discardRevision(ana, { applicationId })).toMatchObject(wrongState)
    })
  })

  test('not by an attempt of another application, or one that has an answer', async () => {
    const open = await unknown()
    const other = await seedOfKind(ana, kind)
    expect(await confirmAbsent(ana, { ...open, applicationId: other, note: 'mixed up' })).toMatchObject(
      wrongState,
    )
    await submitAsReviewed(ana, other)
    const [attempt] = (await applicationNow(other)).attempts
    const answered = { applicationId: other, attemptId: attempt?.id ?? '', note: 'no' }
    expect(await confirmAbsent(ana, answered)).toMatchObject(wrongState)
    expect((await applicationNow(open.applicationId)).status).toBe('outcome-unknown')
  })

  test('accepted without record ids: they are entered, and nothing is sent again', async () => {
    const applicationId = await seedOfKind(ana, kind)
    await partner().control('PUT', 'faults', { endpoint, mode: 'status', status: 200, body: {} })
    expect(await submitAsReviewed(ana, applicationId)).toEqual({ ok: true, status: 'ids-needed' })
    const [attempt] = (await applicationNow(applicationId)).attempts
    const open = { applicationId, attemptId: attempt?.id ?? '' }
    expect(await confirmAbsent(ana, { ...open, note: 'It is there' })).toMatchObject(wrongState)
    expect(await sendAgain(ana, { ...open, reason: 'It is there' })).toMatchObject(wrongState)
    const last = kind === 'full' ? 8 : 9
    const found = { opportunityId: `00600000000000${last}`, accountId: `00100000000000${last}` }
    const ids = { ...found, contacts: {}, accounts: {} }
    expect(await recordFound(ana, { ...open, ...ids, note: 'Read to me by phone' })).toEqual({
      ok: true,
      status: 'submitted',
    })
    expect(await applicationNow(applicationId)).toMatchObject({
      opportunityId: `${found.opportunityId}AAA`,
      accountId: `${found.accountId}AAA`,
    })
    expect(await applied()).toHaveLength(1)
  })

  test('two people who enter one opportunity for two applications at once: one of them is told', async () => {
    const [one, other] = [await unknown(), await unknown()]
    const found = { ...(await seenThere()), contacts: {}, accounts: {} }
    const said = await Promise.all([
      recordFound(ana, { ...one, ...found }),
      recordFound(ben, { ...other, ...found }),
    ])
    expect(said.filter(({ ok }) => ok)).toHaveLength(1)
    expect(said.find(({ ok }) => !ok)).toMatchObject({
      reason: 'invalid',
      problems: [{ path: 'opportunityId', message: expect.stringContaining('Check the ID') }],
    })
  })

  describe('where Settings want two people for sending again', () => {
    beforeEach(async () => {
      await desk.services.db
        .insert(settings)
        .values({ key: 'rules', value: { resendNeedsSecondPerson: true } })
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

    test('whoever had it sent cannot say that it is absent, and send it so; another can say it', async () => {
      const open = await unknown('hang')
      const input = { ...open, note: 'Their support says no' }
      await changesNothing(open.applicationId, async () => {
        expect(await confirmAbsent(ana, input)).toMatchObject({
          ok: false,
          reason: 'second-person',
          message: expect.stringContaining('Someone else must confirm'),
        })
        expect(await submitAsReviewed(ana, open.applicationId)).toMatchObject(wrongState)
      })
      expect(await applied()).toHaveLength(1)
      expect(await confirmAbsent(ben, input)).toEqual({ ok: true, status: 'not-sent' })
      expect(await submitAsReviewed(ana, open.applicationId)).toEqual({ ok: true, status: 'submitted' })
    })
  })
})
