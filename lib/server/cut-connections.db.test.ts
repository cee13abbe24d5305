import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { documents } from '@/lib/db/schema/documents'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { recordFound, sendAgain } from '@/lib/server/applications/resolution'
import { deliverDocument } from '@/lib/server/documents/delivery'
import { registerDocument } from '@/lib/server/documents/mutations'
import { resolveRequest } from '@/lib/server/funding/resolution'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { classifyAll, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { type CuttingProxy, cutBefore } from '@/lib/testing/cutting-proxy'
import { linesOf, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { type JudgedWorld, openJudgedWorld } from '@/lib/testing/judged-world'
import { putUpload } from '@/lib/testing/put-upload'
import { readObjects } from '@/lib/testing/sandbox-calls'
import { seedApplicationDraft } from '@/lib/testing/test-desk'

/** Between the desk and its partner someone cuts the connection while a body is on its way, and the judge looks at it. */

let world: JudgedWorld
let proxy: CuttingProxy
let number = 0
beforeAll(async () => {
  world = await openJudgedWorld({
    partnerThrough: async (url) => {
      proxy = await cutBefore(url)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

const latest = async () => Number((await world.calls.journal('?last=1'))[0]?.n ?? 0)
const received = async (endpoint: string, since: number) =>
  (await world.calls.journal(`?since=${since}&endpoint=${endpoint}`)).map(({ status, applied }) => [
    status,
    applied,
  ])

describe('of a funding request', () => {
  const COUNT = 100
  /** An approved batch; transactions that no other has. */
  const approved = () => {
    const { fay, flo } = world.people
    const ids = Array.from({ length: COUNT }, (_, index) => transactionId('C', number + index + 1))
    number += COUNT
    return seedApproved(fay, [flo], linesOf(ids))
  }
  const lastAttempt = async () => {
    const rows = await world.desk.services.db.select().from(fundingAttempts).orderBy(fundingAttempts.sequence)
    return rows.at(-1)
  }
  const settle = async (batchId: string, outcome: 'found' | 'absent') => {
    const attemptId = (await lastAttempt())?.id ?? ''
    const note = 'Their support looked.'
    return resolveRequest(world.people.finn, { batchId, attemptId, outcome, note })
  }

  test('its body: the partner has nothing of it, the desk does not guess that, and it goes once on a word', async () => {
    const since = await latest()
    const batchId = await approved()
    proxy.cutNext({ request: 'POST /sandbox/funding-amounts', of: 'request', bodyBytes: 3_000 })
    expect(await sendToEnd(world.people.fay, batchId)).toBe('unknown')
    expect(proxy.hasCut()).toBe(true)
    expect(await lastAttempt()).toMatchObject({ state: 'unknown', httpStatus: null })
    expect(await received('funding', since)).toEqual([])
    expect(await world.judge()).toEqual([])

    expect(await settle(batchId, 'absent')).toMatchObject({ ok: true })
    expect(await sendToEnd(world.people.fay, batchId)).toBe('done')
    expect(await received('funding', since)).toEqual([[200, true]])
    expect(await world.judgeHealed()).toEqual([])
  })

  test('its answer: applied at the partner, unknown at the desk, and found by a person; nothing is sent twice', async () => {
    const since = await latest()
    const batchId = await approved()
    proxy.cutNext({ request: 'POST /sandbox/funding-amounts', of: 'answer', bodyBytes: 10 })
    expect(await sendToEnd(world.people.fay, batchId)).toBe('unknown')
    expect(proxy.hasCut()).toBe(true)
    expect(await received('funding', since)).toEqual([[200, true]])
    expect(await world.judge()).toEqual([])

    expect(await settle(batchId, 'found')).toMatchObject({ ok: true, status: 'done' })
    expect(await received('funding', since)).toEqual([[200, true]])
    expect(await world.judgeHealed()).toEqual([])
  })
})

describe('of an application', () => {
  const APPLICATION = 'POST /sandbox/services/apexrest/merchant-application-payfac'
  const submit = async () => {
    const id = await seedApplicationDraft(world.people.ana, submittableDraft())
    await submitAsReviewed(world.people.ana, id)
    return id
  }
  const stored = async (id: string) => {
    const { db } = world.desk.services
    const [application] = await db.select().from(applications).where(eq(applications.id, id))
    const attempts = await db
      .select()
      .from(partnerAttempts)
      .where(eq(partnerAttempts.applicationId, id))
      .orderBy(partnerAttempts.preparedAt)
    return { status: application?.status, attempt: attempts.at(-1), attempts: attempts.length }
  }

  test('its body: outcome unknown, nothing is there, and it is sent again on a word', async () => {
    const since = await latest()
    proxy.cutNext({ request: APPLICATION, of: 'request', bodyBytes: 500 })
    const id = await submit()
    expect(proxy.hasCut()).toBe(true)
    const { status, attempt } = await stored(id)
    expect(status).toBe('outcome-unknown')
    expect(await received('application', since)).toEqual([])
    expect(await world.judge()).toEqual([])

    const input = {
      applicationId: id,
      attemptId: attempt?.id ?? '',
      reason: 'Their support has nothing of it',
    }
    expect(await sendAgain(world.people.ana, input)).toEqual({ ok: true, status: 'submitted' })
    expect(await received('application', since)).toEqual([[200, true]])
    expect(await world.judgeHealed()).toEqual([])
  })

  test('its answer: outcome unknown, and what a person found is kept', async () => {
    const since = await latest()
    proxy.cutNext({ request: APPLICATION, of: 'answer', bodyBytes: 20 })
    const id = await submit()
    expect(proxy.hasCut()).toBe(true)
    const { status, attempt } = await stored(id)
    expect(status).toBe('outcome-unknown')
    expect(await received('application', since)).toEqual([[200, true]])
    expect(await world.judge()).toEqual([])

    const [newest] = await readObjects(await world.calls.control('GET', 'opportunities?limit=1'))
    const found = { opportunityId: String(newest?.id), accountId: String(newest?.accountId) }
    const input = { applicationId: id, attemptId: attempt?.id ?? '', ...found, contacts: {}, accounts: {} }
    expect(await recordFound(world.people.ana, { ...input, note: 'Seen in their portal' })).toMatchObject({
      ok: true,
    })
    expect(await world.judgeHealed()).toEqual([])
  })

  test('a document: its last byte was never handed over, so that nothing was kept, and it goes by itself', async () => {
    const since = await latest()
    const { ana } = world.people
    const { services } = world.desk
    const applicationId = await submit()
    // More than lies in the buffers between two processes: there, a last byte would be handed over all the same.
    const uploadId = await putUpload(ana, `%PDF-1.4\n/Page\n${'a document '.repeat(2_000_000)}\n`)
    proxy.cutNext({ request: 'POST /sandbox/services/data', of: 'request', bodyBytes: 100_000 })
    await registerDocument(ana, { applicationId, uploadId, name: 'check.pdf', category: 'other' })
    const deliveryNow = async () => {
      const [row] = await services.db.select().from(documents).where(eq(documents.id, uploadId))
      return row?.delivery
    }
    await expect(deliverDocument(services, { documentId: uploadId }, false)).rejects.toThrow('cut')
    expect(proxy.hasCut()).toBe(true)
    expect(await deliveryNow()).toBe('waiting')
    expect(await received('attachment', since)).toEqual([])
    expect(await world.judge()).toEqual([])

    await deliverDocument(services, { documentId: uploadId }, true)
    expect(await deliveryNow()).toBe('delivered')
    expect(await received('attachment', since)).toEqual([[200, true]])
    expect(await world.judgeHealed()).toEqual([])
  })
})

test('of a callback: what did not come whole is not acknowledged and not kept, and told again it is one sale', async () => {
  const { key } = await seedReceiver(world.people.ada)
  const receiver = await world.receiver()
  await receiver.start()
  const before = await cutBefore(receiver.origin)
  const fields = saleFields({ tran_id: 'SBX-C-900001' })
  before.cutNext({ request: 'POST /webhooks', of: 'request', bodyBytes: 50 })
  expect(await world.post(before.url.replace(/\/$/, ''), key, fields)).toBe(null)
  expect(before.hasCut()).toBe(true)
  expect(await world.read('select n from callback_deliveries')).toEqual([])
  expect(await world.judge()).toEqual([])

  // An answer that was cut: whoever posts does not know that it was kept, and posts once more.
  before.cutNext({ request: 'POST /webhooks', of: 'answer', bodyBytes: 0 })
  await world.post(before.url.replace(/\/$/, ''), key, fields)
  expect(before.hasCut()).toBe(true)
  expect(await world.post(before.url.replace(/\/$/, ''), key, fields)).toBe(200)
  await before.close()
  await classifyAll(world.desk.services)
  expect(await world.read('select deliveries from callback_events')).toEqual([{ deliveries: 2 }])
  expect(await world.judgeHealed()).toEqual([])
})
