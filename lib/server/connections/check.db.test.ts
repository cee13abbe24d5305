import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { auditLog, connectionChecks } from '@/lib/db/schema/desk'
import { CHECK_EVERY_MS, type CheckTarget } from '@/lib/domain/connections/connections'
import { createPartnerClient } from '@/lib/partner/client'
import { fundingOf } from '@/lib/server/funding/profiles'
import { seedReceiver, storeDeliveries } from '@/lib/testing/callbacks'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { type ScriptedPartner, startScriptedPartner, TEST_PROFILE } from '@/lib/testing/scripted-partner'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { createApplication } from '../applications/mutations'
import type { Ctx } from '../services'
import { checkConnections, checkDueConnections, queueDueCheck } from './check'
import { viewConnections } from './loaders'

const PROFILES = [
  { profileId: '941000000001', profileKey: 'key-active-1', label: 'East', amountUnit: 'minor' },
  { profileId: '941000000004', profileKey: 'canary-wrong-key', label: 'Wrong key', amountUnit: 'major' },
  { profileId: '941000000002', profileKey: 'key-suspended', label: 'Suspended', amountUnit: 'minor' },
] as const
const SECRETS = ['s&cret+100%', 'p&ss w+rd%', 'T0ken=', 'canary-wrong-key', 'key-suspended', 'key-active-1']

let sandbox: SandboxProcess
let partner: ScriptedPartner
let desk: TestDesk
let ada: Ctx
let now = new Date('2026-11-20T10:00:00Z')
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  partner = await startScriptedPartner()
  desk = await openTestDesk({ partnerUrl: sandbox.url, fundingProfiles: PROFILES, now: () => now })
  ada = await desk.as('Ada', ['admin'])
})
afterAll(async () => {
  await desk?.close()
  await partner?.stop()
  await sandbox?.stop()
})
beforeEach(async () => {
  await desk.services.db.delete(connectionChecks)
  now = new Date('2026-11-20T10:00:00Z')
})

const stored = () => desk.services.db.select().from(connectionChecks).orderBy(asc(connectionChecks.n))
const statesOf = (rows: readonly { target: CheckTarget; state: string }[]) =>
  Object.fromEntries(rows.map(({ target, state }) => [target, state]))
const applied = async () =>
  (await sandboxCalls(sandbox.url).journal()).filter(
    (row) => row.applied === true && row.endpoint !== 'token',
  )

describe('at the simulated partner', () => {
  test('every endpoint is tried, told apart, kept and written down, and nothing is applied there', async () => {
    const rows = await checkConnections(ada, {})
    expect(statesOf(rows)).toEqual({
      token: 'ok',
      application: 'ok',
      alias: 'ok',
      attachment: 'ok',
      status: 'unproven',
      'hosted-page': 'ok',
      'funding:941000000001': 'ok',
      'funding:941000000004': 'failed',
      'funding:941000000002': 'failed',
    })
    const of = (target: string) => rows.find((row) => row.target === target)
    expect(of('token')?.facts).toEqual(
      expect.arrayContaining([
        { name: 'Lifetime', value: '24 hours, as its interface says' },
        { name: 'Instance address', value: sandbox.url },
        { name: 'Host', value: expect.stringContaining(`${new URL(sandbox.url).host} is allowed`) },
        { name: 'Signature', value: 'checked, and right' },
      ]),
    )
    expect(of('funding:941000000001')).toMatchObject({
      found: 'The profile is active. The request named no transaction, so nothing was applied.',
      facts: [{ name: 'Amounts are sent in', value: 'cents' }],
    })
    expect(of('funding:941000000004')).toMatchObject({
      found: expect.stringContaining('the profile key is wrong (HTTP 401)'),
      meaning: 'Batches of this profile are not funded until this works.',
      advice: expect.stringContaining('FUNDING_PROFILES'),
      facts: [{ name: 'Amounts are sent in', value: 'whole dollars' }],
    })
    expect(of('funding:941000000002')?.found).toContain('suspended or closed')
    expect(await stored()).toEqual(rows)
    expect(await applied()).toEqual([])
    const audit = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'connections-checked'))
    expect(audit).toMatchObject([
      {
        actorId: ada.actor.id,
        subjectType: 'connection',
        subjectId: 'all',
        detail: { results: statesOf(rows) },
      },
    ])
  })

  test('no secret, and no token, is in what is kept and shown', async () => {
    await checkConnections(ada, {})
    const dump = await dumpDatabase(desk.services.db)
    const told =
      JSON.stringify([dump['public.connection_checks'], dump['public.audit_log']]) +
      JSON.stringify(await viewConnections(ada))
    for (const secret of [...SECRETS, 'Bearer', '00DSb000000'])
      expect(told.includes(secret), secret).toBe(false)
  })

  test('one row is tried alone, the page has its last results, newest first, and who ran them', async () => {
    for (let n = 0; n < 12; n += 1) await checkConnections(ada, { target: 'token' })
    now = new Date(now.getTime() + CHECK_EVERY_MS)
    await checkDueConnections(desk.services)
    const { rows } = await viewConnections(ada)
    const [token] = rows
    expect(token?.checks.map(({ by }) => by)).toEqual([null, ...Array(9).fill('Ada')])
    expect(rows.find(({ target }) => target === 'status')?.checks).toHaveLength(1)
    expect(await checkConnections(ada, { target: 'funding:000' })).toEqual([])
  })

  test('callbacks are told by receiver, with the time of the last', async () => {
    const quiet = await seedReceiver(ada, { label: 'Quiet', profileId: '941000000004' })
    const busy = await seedReceiver(ada, { label: 'Busy' })
    await storeDeliveries(ada, busy, [{ tran_id: 'SBX-C-000001' }])
    const { receivers } = await viewConnections(ada)
    expect(receivers.map(({ id, lastSeenAt }) => [id, lastSeenAt])).toEqual([
      [busy.receiverId, now.toISOString()],
      [quiet.receiverId, null],
    ])
  })
})

describe('every day', () => {
  const live = () => ({
    ...desk.services,
    connections: { ...desk.services.connections, environment: 'production' as const },
  })
  const queued = async () => {
    const { rows } = await desk.services.db.execute(
      sql`delete from pgboss.job where name = 'check-connections' returning id`,
    )
    return rows.length
  }

  test('a simulation that never checked waits a day, a live partner is checked at once', async () => {
    await queueDueCheck(desk.services, now)
    expect(await queued()).toBe(0)
    await queueDueCheck(desk.services, new Date(now.getTime() - CHECK_EVERY_MS))
    expect(await queued()).toBe(1)
    // Every instance asks every minute; one check is queued.
    for (let n = 0; n < 3; n += 1) await queueDueCheck(live(), now)
    expect(await queued()).toBe(1)
  })

  test('what was checked today is checked tomorrow, and once', async () => {
    await checkConnections(ada, {})
    await queueDueCheck(live(), now)
    expect(await queued()).toBe(0)
    now = new Date(now.getTime() + CHECK_EVERY_MS)
    await queueDueCheck(live(), now)
    expect(await queued()).toBe(1)
    // One row by hand does not put off the others.
    await checkConnections(ada, { target: 'token' })
    await queueDueCheck(live(), now)
    expect(await queued()).toBe(1)
    await checkDueConnections(desk.services)
    await checkDueConnections(desk.services)
    expect((await stored()).filter(({ runBy }) => runBy === null)).toHaveLength(9)
  })

  test('the queue runs it', async () => {
    await desk.services.jobs.work('check-connections', () => checkDueConnections(desk.services))
    await desk.services.jobs.enqueue('check-connections', 'daily', {})
    await vi.waitFor(async () => expect(await stored()).toHaveLength(9), { timeout: 20_000 })
  })
})

describe('where something is wrong', () => {
  const at = (
    more: Partial<typeof partner.config & { signatureSecret: string; aliasUrl: string }> = {},
  ): Ctx => {
    const client = createPartnerClient({
      ...partner.config,
      ...more,
      timeouts: { tokenMs: 800, stageMs: 800, checkMs: 800 },
    })
    return {
      ...ada,
      partner: client,
      funding: fundingOf(client, [TEST_PROFILE]),
      hostedPaymentPage: `${partner.address}/page`,
    }
  }
  const tokenAnswer = (members: Record<string, unknown>) => {
    partner.scripts.token = (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          access_token: 'canary-token',
          instance_url: partner.address,
          token_type: 'Bearer',
          ...members,
        }),
      )
    }
  }
  const answer = (status: number, body = '') => {
    partner.scripts.call = (_request, response) => {
      response.statusCode = status
      response.end(body)
    }
  }
  const one = async (ctx: Ctx, target: string) => (await checkConnections(ctx, { target }))[0]
  const FUNDING = `funding:${TEST_PROFILE.profileId}`
  beforeEach(() => tokenAnswer({}))

  test('without a token, what needs one is not tried, and the rest is', async () => {
    partner.scripts.token = (_request, response) => {
      response.statusCode = 400
      response.end('{"error":"invalid_grant","error_description":"authentication failure"}')
    }
    answer(200, FUNDED_NOTHING)
    const rows = await checkConnections(at(), {})
    expect(statesOf(rows)).toEqual({
      token: 'failed',
      application: 'skipped',
      alias: 'skipped',
      attachment: 'skipped',
      status: 'skipped',
      'hosted-page': 'ok',
      [FUNDING]: 'ok',
    })
    expect(rows[0]).toMatchObject({
      found: expect.stringContaining('does not accept our credentials'),
      meaning: expect.stringContaining('Applications and documents cannot be sent'),
      advice: expect.stringContaining('PARTNER_CLIENT_SECRET'),
    })
  })

  test('an address for applications that is not allowed is named, with what to do', async () => {
    tokenAnswer({ instance_url: 'https://other.partner.example' })
    expect(await one(at(), 'token')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('other.partner.example'),
      advice: expect.stringContaining('PARTNER_INSTANCE_HOSTS'),
    })
  })

  test('a signature that does not fit is a failure; one that cannot be checked is said to be unchecked', async () => {
    tokenAnswer({ id: 'https://x.example/id/1', issued_at: '1795354265000', signature: 'bm90IGl0' })
    expect(await one(at({ signatureSecret: 'canary-secret' }), 'token')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('PARTNER_TOKEN_SIGNATURE_SECRET'),
    })
    const unchecked = await one(at(), 'token')
    expect(unchecked?.facts).toContainEqual({
      name: 'Signature',
      value: 'not checked, because no secret for it is configured',
    })
  })

  const FUNDED_NOTHING = JSON.stringify({
    transactionCount: '1',
    successfulTransactionCount: '0',
    merchantFundingAmountCount: '1',
    amountsSum: '0',
    errorCode: '2',
    errorMessage: '',
    transactionLevelErrors: [],
  })

  test.each<[string, number, string, string, string]>([
    ['error 2', 200, FUNDED_NOTHING, 'ok', 'The profile is active'],
    [
      'another error',
      200,
      FUNDED_NOTHING.replace('"2"', '"7"'),
      'attention',
      'error 7 where its interface says 2',
    ],
    [
      'a success',
      200,
      FUNDED_NOTHING.replace('"successfulTransactionCount":"0"', '"successfulTransactionCount":"1"'),
      'attention',
      'processed a request that names no transaction',
    ],
    ['400 before it looks at the profile', 400, '', 'attention', 'The status of the profile is unknown'],
    ['401', 401, '', 'failed', 'unknown to it, or the profile key is wrong'],
    ['403', 403, '', 'failed', 'suspended or closed'],
    ['500', 500, '', 'failed', 'failed'],
    ['something else', 200, '<html>', 'failed', 'cannot be understood'],
  ])('a profile that is answered with %s', async (_what, status, body, state, words) => {
    answer(status, body)
    expect(await one(at(), FUNDING)).toMatchObject({ state, found: expect.stringContaining(words) })
    const sent = partner.calls().at(-1)
    // Whatever a service makes of it: it names no transaction.
    expect(JSON.parse(sent?.body.toString() ?? '')).toEqual({
      transactions: [{ merchantFundingAmounts: [{ merchantId: 'CONNECTION-CHECK', amount: '0' }] }],
    })
  })

  test.each<[number, string, string]>([
    [405, 'ok', 'HTTP 405 to a read'],
    [400, 'ok', 'HTTP 400 to a read'],
    [401, 'failed', 'not even a new one'],
    [403, 'attention', 'does not allow the user'],
    [404, 'attention', '(HTTP 404)'],
    [302, 'attention', 'does not follow redirects'],
    [503, 'failed', 'HTTP 503'],
  ])('an address that answers a read with %i', async (status, state, words) => {
    answer(status)
    const aliasUrl = `${partner.address}/applications`
    expect(await one(at({ aliasUrl }), 'alias')).toMatchObject({
      state,
      found: expect.stringContaining(words),
      facts: [{ name: 'Address', value: aliasUrl }],
    })
    expect(partner.calls().at(-1)).toMatchObject({ method: 'GET', path: '/base/applications' })
  })

  test.each<[string, number, string, string, string]>([
    ['no such record', 404, '[]', 'unproven', 'Not proven: the path'],
    ['a stage', 200, '{"StageName":"New"}', 'attention', 'an ID that does not exist'],
    ['a refusal', 403, '[{"message":"No","errorCode":"INSUFFICIENT_ACCESS"}]', 'failed', 'No'],
    ['an error', 500, '', 'failed', 'HTTP 500'],
  ])('a status read that is answered with %s', async (_what, status, body, state, words) => {
    answer(status, body)
    expect(await one(at(), 'status')).toMatchObject({ state, found: expect.stringContaining(words) })
    expect(partner.calls().at(-1)?.path).toContain('/Opportunity/006000000000000AAA?fields=StageName')
  })

  test.each<[string, number, string, string, string]>([
    ['its stage', 200, '{"StageName":"New"}', 'ok', 'The partner answered with the stage of A-'],
    ['no stage', 200, '{"StageName":null}', 'attention', 'named no stage'],
    ['no such record', 404, '[]', 'unproven', 'Not proven: the path'],
  ])(
    'the stage of an application that is at the partner is read where there is one: answered with %s',
    async (_what, status, body, state, words) => {
      answer(status, body)
      const { id } = await createApplication(ada, { kind: 'payfac' })
      const opportunityId = '006000000000001AAA'
      await ada.db.update(applications).set({ opportunityId }).where(eq(applications.id, id))
      expect(await one(at(), 'status')).toMatchObject({ state, found: expect.stringContaining(words) })
      expect(partner.calls().at(-1)?.path).toContain(`/Opportunity/${opportunityId}?fields=StageName`)
      await ada.db.update(applications).set({ opportunityId: null }).where(eq(applications.id, id))
    },
  )

  test('what is switched off or not configured is said to be', async () => {
    answer(200)
    const ctx = { ...at({ statusPath: '' }), hostedPaymentPage: null }
    ctx.connections = { ...ctx.connections, statusPath: null, fundingUrl: null }
    expect(await one(ctx, 'status')).toMatchObject({ state: 'off' })
    expect(await one(ctx, 'hosted-page')).toMatchObject({ state: 'off' })
    expect(await one(ctx, FUNDING)).toMatchObject({ state: 'off' })
  })

  test('a partner that hangs is a finding like any other', async () => {
    partner.scripts.call = () => {}
    partner.scripts.token = () => {}
    const rows = await checkConnections({ ...at(), hostedPaymentPage: null }, {})
    expect(rows[0]).toMatchObject({ state: 'failed', found: expect.stringContaining('within') })
    expect(rows.find(({ target }) => target === FUNDING)?.state).toBe('failed')
  })
})
