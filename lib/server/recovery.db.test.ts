import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { submissionAttempt } from '@/lib/server/applications/attempt'
import { AttemptEndedError, recordEnd } from '@/lib/server/attempts/ledger'
import { recoverAttempts } from '@/lib/server/recovery'
import type { Ctx, Services } from '@/lib/server/services'
import { exampleDraft } from '@/lib/testing/example-draft'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'

let desk: TestDesk
let ada: Ctx
beforeAll(async () => {
  // No one listens there: recovering asks no partner.
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  ada = await desk.as('Ada', ['admin', 'onboarding', 'finance'])
})
afterAll(() => desk.close())
beforeEach(() => desk.services.db.delete(partnerAttempts))

/** An application in this state with an attempt that was left open; their ids. */
async function leaveOpen(status: 'submitting' | 'draft', state: 'prepared' | 'sending') {
  const applicationId = await seedApplicationDraft(ada, exampleDraft('Sole Proprietorship'))
  await desk.services.db.update(applications).set({ status }).where(eq(applications.id, applicationId))
  const attemptId = crypto.randomUUID()
  await desk.services.db.insert(partnerAttempts).values({
    ...{ id: attemptId, applicationId, endpoint: 'application', state, request: '', requestSha256: '' },
    preparedAt: new Date(),
  })
  return { applicationId, attemptId }
}

const attemptStates = async (ids: string[]) => {
  const rows = await desk.services.db.select().from(partnerAttempts).where(inArray(partnerAttempts.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}

test('an attempt of an application that cannot be recovered stops none of the others', async () => {
  const first = await leaveOpen('submitting', 'prepared')
  // From there no attempt leads anywhere: the rule of statuses throws.
  const broken = await leaveOpen('draft', 'sending')
  const last = await leaveOpen('submitting', 'sending')
  await recoverAttempts(desk.services, true)
  expect(await attemptStates([first.attemptId, broken.attemptId, last.attemptId])).toEqual([
    'not-sent',
    'sending',
    'unknown',
  ])
})

test('what was only prepared when it was looked at, and is on its way now, is not called unsent', async () => {
  const { attemptId } = await leaveOpen('submitting', 'sending')
  const by = { actor: null, requestId: 'recovery' }
  const unsent = submissionAttempt.lost(false)
  await expect(
    recordEnd({ services: desk.services, by, kind: submissionAttempt, attemptId }, unsent, ['prepared']),
  ).rejects.toBeInstanceOf(AttemptEndedError)
  expect(await attemptStates([attemptId])).toEqual(['sending'])
})

/** The same services, in which the first transaction fails, as when the database is away at the wrong moment. */
function failingOnce(services: Services): Services {
  let fails = true
  const db = new Proxy(services.db, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (name !== 'transaction' || !fails) return typeof member === 'function' ? member.bind(target) : member
      fails = false
      return () => Promise.reject(new Error('The database was away.'))
    },
  })
  return { ...services, db: db as Db }
}

test('an attempt of a batch that cannot be recovered stops none of the others, and is recovered by the next look', async () => {
  const batches = await Promise.all(
    ['A', 'B', 'C'].map((name) => seedBatch(ada, linesOf([`RECOVER-${name}`]))),
  )
  await desk.services.db
    .insert(fundingAttempts)
    .values(
      batches.map((batchId) => ({ batchId, request: 1, state: 'sending' as const, preparedAt: new Date() })),
    )
  const states = async () => {
    const rows = await desk.services.db.select().from(fundingAttempts)
    return rows.map(({ state }) => state).sort()
  }
  await recoverAttempts(failingOnce(desk.services), true)
  expect(await states()).toEqual(['sending', 'unknown', 'unknown'])
  await recoverAttempts(desk.services, true)
  expect(await states()).toEqual(['unknown', 'unknown', 'unknown'])
})
