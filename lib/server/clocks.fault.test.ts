import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { documents } from '@/lib/db/schema/documents'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { registerDocument } from '@/lib/server/documents/mutations'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { batchStatus } from '@/lib/testing/funding-batches'
import { type JudgedWorld, openJudgedWorld } from '@/lib/testing/judged-world'
import type { OwnProcess } from '@/lib/testing/own-process'
import { putUpload } from '@/lib/testing/put-upload'
import { seedApplicationDraft } from '@/lib/testing/test-desk'
import { NO_WRONG_CLOCK, wrongClock } from '@/lib/testing/wrong-clock'

/** Processes of one desk whose clocks are two hours off, each started with libfaketime, while the partner's is right. */

const clock = wrongClock()

describe.skipIf(clock === null)(`two hours ahead and behind${clock ? '' : ` (${NO_WRONG_CLOCK})`}`, () => {
  let world: JudgedWorld
  let off: OwnProcess
  let right: OwnProcess
  beforeAll(async () => {
    world = await openJudgedWorld()
    off = world.worker(clock?.env)
    right = world.worker()
  })
  afterAll(() => world.close())
  afterEach(async () => {
    await off.kill()
    await right.kill()
    await world.calls.control('DELETE', 'faults')
  })

  const setFault = (fault: Record<string, unknown>) =>
    world.calls.control('PUT', 'faults', { endpoint: 'funding', times: 1, delayMs: 60_000, ...fault })
  const startOff = async (hours: number) => {
    clock?.set(hours)
    await off.start()
  }
  const attemptsOf = async (batchId: string) =>
    (
      await world.desk.services.db
        .select()
        .from(fundingAttempts)
        .where(eq(fundingAttempts.batchId, batchId))
        .orderBy(fundingAttempts.sequence)
    ).map(({ state, preparedAt }) => ({
      state,
      hours: Math.round((preparedAt.getTime() - Date.now()) / 3_600_000),
    }))
  const untilReceived = async (since: number) => {
    for (;;) {
      const [entry] = await world.calls.journal(`?since=${since}&endpoint=funding`)
      if (entry) return
    }
  }
  const latest = async () => Number((await world.calls.journal('?last=1'))[0]?.n ?? 0)

  describe.each([2, -2])('a worker with a clock of %d hours', (hours) => {
    test('sends what was approved, once', async () => {
      await startOff(hours)
      const batchId = await world.sendNew(20)
      await world.untilBatch(batchId, 'done')
      expect(await attemptsOf(batchId)).toEqual([{ state: 'accepted', hours }])
      expect(await world.judgeHealed()).toEqual([])
    })

    test('does not guess about an answer that was lost, nor sends again; a person on the right clock ends it', async () => {
      await startOff(hours)
      await setFault({ mode: 'cut-after' })
      const batchId = await world.sendNew(20)
      await world.untilBatch(batchId, 'unknown')
      expect(await world.judge()).toEqual([])
      await world.settle()
      expect(await attemptsOf(batchId)).toEqual([{ state: 'unknown', hours }])
      expect(await world.judgeHealed()).toEqual([])
    })

    test(`${hours > 0 ? 'takes what another has on its way for left behind, and calls it unknown' : 'leaves what another has on its way'}: nothing goes twice, nothing is lost`, async () => {
      await right.start()
      await setFault({ mode: 'slow', delayMs: 100 })
      const since = await latest()
      const batchId = await world.sendNew(20)
      await untilReceived(since)
      await startOff(hours)
      expect(await world.untilBatch(batchId, 'done', 'unknown')).toBe(hours > 0 ? 'unknown' : 'done')
      expect(await world.judge()).toEqual([])
      await world.settle()
      expect(await world.calls.journal(`?since=${since}&endpoint=funding`)).toHaveLength(1)
      expect(await world.judgeHealed()).toEqual([])
    })

    test('killed while the partner works: what it sent is unknown once its own deadline is past, on whatever clock', async () => {
      await startOff(hours)
      await setFault({ mode: 'hang-after' })
      const since = await latest()
      const batchId = await world.sendNew(20)
      await untilReceived(since)
      await off.kill()
      await right.start()
      if (hours > 0) {
        // Written in the future: no one can say before that time that it was left behind.
        expect(await batchStatus(world.desk.services, batchId)).toBe('sending')
        expect(await world.judge()).toEqual([])
        await startOff(hours + 1)
      }
      await world.untilBatch(batchId, 'unknown')
      expect(await world.judge()).toEqual([])
      await world.settle()
      expect(await world.calls.journal(`?since=${since}&endpoint=funding`)).toHaveLength(1)
      expect(await world.judgeHealed()).toEqual([])
    })
  })

  test('a clock that is moved while the desk works: one token for all of it, and one more where the partner wants it', async () => {
    const { ana } = world.people
    const { services } = world.desk
    const applicationId = await seedApplicationDraft(ana, submittableDraft())
    await submitAsReviewed(ana, applicationId)
    await startOff(0)
    const since = await latest()
    const deliver = async (name: string) => {
      const uploadId = await putUpload(ana, `%PDF-1.4\n/Page\n${name}\n`)
      await registerDocument(ana, { applicationId, uploadId, name: `${name}.pdf`, category: 'other' })
      await expect
        .poll(
          async () =>
            (await services.db.select().from(documents).where(eq(documents.id, uploadId)))[0]?.delivery,
          { timeout: 100_000 },
        )
        .toBe('delivered')
    }
    const tokens = async () => (await world.calls.journal(`?since=${since}&endpoint=token`)).length
    await deliver('on the right clock')
    clock?.set(2)
    await deliver('two hours ahead')
    clock?.set(-2)
    await deliver('two hours behind')
    // Longer than a token is good for, by a clock that is believed.
    clock?.set(25)
    await deliver('a day ahead')
    expect(await tokens()).toBe(1)
    await world.calls.control('POST', 'tokens/revoke')
    await deliver('after its token was revoked')
    expect(await tokens()).toBe(2)
    expect(await world.judgeHealed()).toEqual([])
  })

  test('a receiver whose clock is moved keeps each callback, in the order in which they came, as one sale', async () => {
    const { key } = await seedReceiver(world.people.ada)
    const receiver = await world.receiver(clock?.env)
    clock?.set(0)
    await receiver.start()
    await startOff(0)
    const fields = saleFields({ tran_id: 'SBX-C-900001' })
    for (const [hours, amount] of [
      [0, '125.00'],
      [2, '125.00'],
      [-2, '99.00'],
    ] as const) {
      clock?.set(hours)
      expect(await world.post(receiver.origin, key, { ...fields, tran_amount: amount })).toBe(200)
    }
    await expect
      .poll(() => world.read('select state, deliveries from callback_events'), { timeout: 60_000 })
      .toEqual([{ state: 'conflict', deliveries: 3 }])
    expect(
      await world.read(
        `select kind, round(extract(epoch from received_at - now()) / 3600)::int as hours from callback_deliveries order by n`,
      ),
    ).toEqual([
      { kind: 'first', hours: 0 },
      { kind: expect.any(String), hours: 2 },
      { kind: expect.any(String), hours: -2 },
    ])
    await receiver.kill()
    expect(await world.judge()).toEqual([])
  })
})
